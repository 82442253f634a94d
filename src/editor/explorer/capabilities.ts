// What can be done with a row, as the words that the menus of package.json look for.
import { remembering } from '../../client/fields.ts';
import { linkOf } from '../reading/event-facts.ts';
import { listOf, type Node } from './nodes.ts';

type Capability =
  | 'json'
  | 'id'
  | 'link'
  | 'pin'
  | 'unpin'
  | 'refresh'
  | 'associate'
  | 'deletePasskey'
  | 'removeItem'
  | 'uploadCodes'
  | 'deleteCode'
  | 'deleteEventCodes'
  | 'loadMore'
  | 'tax'
  | 'createItem'
  | 'editItem'
  | 'createPasskey'
  | 'editPasskey'
  | 'export'
  | 'openEvent'
  | 'tickets'
  | 'table'
  | 'report';

/** Hundreds of rows say the same. */
const inOrder = remembering((words) => words.split(' ').toSorted().join(' '));

export function contextValueOf(node: Node): string {
  return inOrder(capabilitiesOf(node).join(' '));
}

function capabilitiesOf(node: Node): Capability[] {
  switch (node.type) {
    case 'event':
      return [
        'json',
        'id',
        node.pinned ? 'unpin' : 'pin',
        'refresh',
        'uploadCodes',
        'deleteEventCodes',
        'tax',
        'createItem',
        'createPasskey',
        'export',
        'openEvent',
        'tickets',
        'report',
        ...(linkOf(node.resource.value) === undefined ? [] : ['link' as const]),
      ];
    case 'session':
      return node.resource ? ['json', 'id', 'refresh', 'tickets', 'report'] : [];
    case 'item':
      return ['json', 'id', 'editItem', 'removeItem'];
    case 'openedItem':
      return ['json', 'id', 'editItem'];
    case 'passkey':
      return ['json', 'id', 'editPasskey', 'associate', 'deletePasskey'];
    case 'code':
      return ['json', 'id', 'deleteCode'];
    case 'report':
      return ['json'];
    case 'problem':
      return ['refresh'];
    case 'more':
      return ['loadMore'];
    case 'folder':
      if (node.folder === 'passkeys') return ['refresh', 'createPasskey', 'table'];
      if (node.folder === 'items') return ['refresh', 'createItem', 'table'];
      if (node.folder === 'codes') return ['refresh', 'table', 'uploadCodes'];
      if (node.folder === 'pinned') return ['refresh'];
      // The list below the sessions is the event itself.
      if (node.folder === 'sessions') return listOf(node) ? ['refresh'] : [];
      return listOf(node) ? ['refresh', 'table'] : [];
    case 'category':
      return ['refresh', 'table'];
    default:
      return [];
  }
}
