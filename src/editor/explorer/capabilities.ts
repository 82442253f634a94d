// What can be done with a row, as the words that the menus of package.json look for.
import { remembering } from '../../client/fields.ts';
import { linkOf } from '../reading/event-facts.ts';
import { listOf, type FolderName, type Node } from './nodes.ts';

/** Memoised: hundreds of rows say the same. */
const inOrder = remembering((words) => words.split(' ').toSorted().join(' '));

export function contextValueOf(node: Node): string {
  return inOrder(capabilitiesOf(node));
}

const ofType: Partial<Record<Node['type'], string>> = {
  item: 'json id editItem removeItem',
  openedItem: 'json id editItem',
  passkey: 'json id editPasskey associate deletePasskey',
  code: 'json id deleteCode',
  report: 'json',
  problem: 'refresh',
  more: 'loadMore',
  category: 'refresh table',
};

const ofFolder: Partial<Record<FolderName, string>> = {
  passkeys: 'refresh createPasskey table',
  items: 'refresh createItem table',
  codes: 'refresh table uploadCodes',
  pinned: 'refresh',
};

const ofEvent = 'json id refresh uploadCodes deleteEventCodes tax createItem createPasskey export openEvent tickets report';

function capabilitiesOf(node: Node): string {
  switch (node.type) {
    case 'event':
      return `${ofEvent} ${node.pinned ? 'unpin' : 'pin'}${linkOf(node.resource.value) === undefined ? '' : ' link'}`;
    case 'session':
      return node.resource ? 'json id refresh tickets report' : '';
    case 'folder': {
      // The list below the sessions is the event itself.
      const listed = node.folder === 'sessions' ? 'refresh' : 'refresh table';
      return ofFolder[node.folder] ?? (listOf(node) ? listed : '');
    }
    default:
      return ofType[node.type] ?? '';
  }
}
