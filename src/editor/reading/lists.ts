// The lists that the tree shows: what each is called in the cache, and which operation reads it.
import { operations, type CallInput, type Group, type OperationId } from '../../client/index.ts';

export type ListSource =
  | { readonly list: 'featured' | 'home' | 'cover' }
  | { readonly list: 'category'; readonly category: string }
  | { readonly list: 'event' | 'items' | 'passkeys' | 'crew' | 'attributes'; readonly eventId: string }
  | { readonly list: 'tickets'; readonly eventId: string; readonly sessionId: string }
  | { readonly list: 'codes'; readonly itemId: string };

export interface PageWanted {
  readonly page: number;
  readonly pageSize: number;
}

export function listKey(source: ListSource): string {
  return JSON.stringify(Object.values(source));
}

type Call = { [Id in OperationId]: { readonly operation: Id; readonly input: CallInput<Id> } }[OperationId];

/** The call that reads a list, or one page of it. */
export function callFor(source: ListSource, { page, pageSize }: PageWanted): Call {
  const paging = { page, pageSize };
  switch (source.list) {
    case 'featured':
      return { operation: 'getFeatured', input: { query: paging } };
    case 'home':
      return { operation: 'getHomeSections', input: {} };
    case 'cover':
      return { operation: 'getHomeCover', input: {} };
    case 'category':
      return { operation: 'searchCategory', input: { path: { category: source.category }, query: paging } };
    case 'event':
      return { operation: 'getEvent', input: { path: { id: source.eventId } } };
    case 'crew':
      return { operation: 'getEventCrew', input: { path: { id: source.eventId } } };
    case 'attributes':
      return { operation: 'getEventAttributes', input: { path: { id: source.eventId } } };
    case 'items':
      return { operation: 'listItems', input: { query: { eventId: source.eventId, ...paging } } };
    case 'passkeys':
      return { operation: 'listPasskeys', input: { query: { eventId: source.eventId, ...paging } } };
    case 'tickets': {
      const { eventId: id, sessionId } = source;
      return { operation: 'getSessionTickets', input: { path: { id, sessionId }, query: paging } };
    }
    case 'codes':
      return { operation: 'listCodes', input: { path: { itemId: source.itemId }, query: paging } };
  }
}

/** The group whose credential a list is read with. */
export function groupOf(source: ListSource): Group {
  return operations[callFor(source, { page: 1, pageSize: 1 }).operation].group;
}

const pagedLists: ReadonlySet<ListSource['list']> = new Set(['featured', 'category', 'items', 'passkeys', 'tickets', 'codes']);

export function isPaged({ list }: ListSource): boolean {
  return pagedLists.has(list);
}
