// What has to be read or drawn anew after something has changed.
import type { Change } from '../platform/changes.ts';
import { listOf, type Node } from './nodes.ts';
import { listKey, type ListSource } from '../reading/lists.ts';
import type { ListStore } from './store.ts';

/** The lists that a write has touched: of those that were read, and no others. */
export function listsTouchedBy({ environment, kind, eventId, itemId }: Change, store: ListStore): ListSource[] {
  const read = store.all(environment).map(({ source }) => source);
  if (kind === 'code')
    return read.filter(
      (source) =>
        source.list === 'codes' &&
        (itemId === undefined ? mayBeOf(store, environment, source.itemId, eventId) : source.itemId === itemId),
    );
  const list = kind === 'item' ? 'items' : 'passkeys';
  return read.filter((source) => source.list === list && (eventId === undefined || source.eventId === eventId));
}

/** Whether an item is one of an event; it may be where the event's items are not known. */
function mayBeOf(store: ListStore, environment: string, itemId: string, eventId: string | undefined): boolean {
  const items = eventId === undefined ? undefined : store.get(environment, { list: 'items', eventId });
  return !items?.known || items.hasMore || items.rows.some(({ id }) => id === itemId);
}

/** The rows that show a list; for an event those around its own row, which their list gives anew. */
export function rowsTouchedBy(environment: string, source: ListSource, shown: readonly Node[]): Node[] {
  const listing = rowsListing(environment, source, shown);
  if (source.list !== 'event') return listing;
  const isIts = (node: Node) => node.type === 'event' && node.environment === environment && node.resource.id === source.eventId;
  const around = new Set(shown.filter(isIts).map(({ parent }) => parent?.key));
  return shown.filter((node) => listing.includes(node) || around.has(node.key));
}

/** The rows whose children are those of a list. */
export function rowsListing(environment: string, source: ListSource, shown: readonly Node[]): Node[] {
  const key = listKey(source);
  return shown.filter((node) => {
    const list = listOf(node);
    return node.environment === environment && list !== undefined && listKey(list) === key;
  });
}

/** The rows that list events, whose buttons say whether an event is pinned. */
export function showsEvents(node: Node): boolean {
  if (node.type === 'category' || node.type === 'section') return true;
  return node.type === 'folder' && ['pinned', 'featured', 'home', 'cover'].includes(node.folder);
}
