// What can be done with a row, as the words that the menus of package.json look for.
import { remembering } from '../../client/remembering.ts';
import { listOf, type FolderName, type Node } from './nodes.ts';

/** Memoised: hundreds of rows say the same. */
const capabilities = remembering((words) => words.split(' ').toSorted().join(' '));

const ofType: Partial<Record<Node['type'], string>> = {
  item: capabilities('json id editItem createItem'),
  openedItem: capabilities('json id editItem'),
  passkey: capabilities('json id editPasskey associate deletePasskey'),
  code: capabilities('json id deleteCode'),
  report: capabilities('json'),
  problem: capabilities('refresh'),
  more: capabilities('loadMore'),
  category: capabilities('refresh table'),
};

const ofFolder: Partial<Record<FolderName, string>> = {
  passkeys: capabilities('refresh createPasskey table'),
  items: capabilities('refresh createItem table'),
  codes: capabilities('refresh table uploadCodes deleteTicketCodes'),
  pinned: capabilities('refresh'),
  // Its rows are read with the event.
  sessions: capabilities('refresh tickets'),
  reports: capabilities('report exports'),
};

/** What an environment has to be asked about. */
interface Possible {
  /** It is known how items are removed. */
  readonly mayRemove?: boolean | undefined;
}

const removableItem = capabilities('json id editItem createItem removeItem');

export function contextValueOf(node: Node, { mayRemove = false }: Possible = {}): string {
  switch (node.type) {
    case 'item':
      return (mayRemove ? removableItem : ofType.item) ?? '';
    case 'event':
      // All else stands in the menus within that of an event.
      return capabilities(`openEvent refresh ${node.pinned ? 'unpin' : 'pin'}`);
    case 'session':
      return node.resource ? capabilities('json id refresh tickets report createItem') : '';
    case 'folder':
      return ofFolder[node.folder] ?? (listOf(node) ? capabilities('refresh table') : '');
    default:
      return ofType[node.type] ?? '';
  }
}
