// What has to be read or drawn anew after something has changed.
import { idIn } from '../../client/index.ts';
import type { Change } from '../platform/changes.ts';
import { listOf, type Node } from './nodes.ts';
import { reads, readText, type Read } from '../reading/reads.ts';
import type { ListStore } from './store.ts';

const lists = { item: 'listItems', passkey: 'listPasskeys', code: 'listCodes' } as const;

/** The lists that a write has touched: of those that were read, and no others. */
export function listsTouchedBy({ environment, kind, eventId, itemId }: Change, store: ListStore): Read[] {
  const read = store.all(environment).map((state) => state.read);
  return read.filter(({ operation, input }) => {
    if (operation !== lists[kind]) return false;
    if (kind !== 'code') return eventId === undefined || idIn(operation, input, 'event') === eventId;
    const item = idIn(operation, input, 'item');
    return itemId === undefined ? mayBeOf(store, environment, item, eventId) : item === itemId;
  });
}

/** Whether an item is one of an event; it may be where the event's items are not known. */
function mayBeOf(store: ListStore, environment: string, itemId: string | undefined, eventId: string | undefined): boolean {
  const items = eventId === undefined ? undefined : store.get(environment, reads.items(eventId));
  return !items?.known || items.hasMore || items.rows.some(({ id }) => id === itemId);
}

/** The rows that show a list; for an event those around its own row, which their list gives anew. */
export function rowsTouchedBy(environment: string, read: Read, shown: readonly Node[]): Node[] {
  const listing = rowsListing(environment, read, shown);
  if (read.operation !== 'getEvent') return listing;
  const eventId = idIn(read.operation, read.input, 'event');
  const isIts = (node: Node) => node.type === 'event' && node.environment === environment && node.resource.id === eventId;
  const around = new Set(shown.filter(isIts).map(({ parent }) => parent?.key));
  return shown.filter((node) => listing.includes(node) || around.has(node.key));
}

/** The rows whose children are those of a list. */
export function rowsListing(environment: string, read: Read, shown: readonly Node[]): Node[] {
  const key = readText(read);
  return shown.filter((node) => {
    const list = listOf(node);
    return node.environment === environment && list !== undefined && readText(list) === key;
  });
}

/** The rows that list events, whose buttons say whether an event is pinned. */
export function showsEvents(node: Node): boolean {
  if (node.type === 'category' || node.type === 'section') return true;
  return node.type === 'folder' && ['pinned', 'featured', 'home', 'cover'].includes(node.folder);
}
