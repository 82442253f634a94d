// A read of the interface as a value: what is asked for, what is shown of the reply, and how its pages are read.
import {
  contentOf,
  idIn,
  idOf,
  operations,
  Pager,
  parseJson,
  readList,
  sessionsOf,
  stringifyJson,
  titleOf,
  eventOfRow,
  type CallInput,
  type Dialect,
  type Operation,
  type OperationId,
  type PageQuery,
  type ReadPage,
  type Row,
  ItemOwners,
  itemsOfEvent,
} from '../../client/index.ts';
import { readRecord, valueOf, type RecordKind } from '../../records/index.ts';
import { isObject, type JsonObject } from '../../client/replies.ts';
import { l10nKey, t } from '../../client/l10n.ts';
import type { PagerOptions } from '../../client/pager.ts';
import type { AnyInput, Connection, ReadOptions } from '../account/connection.ts';
import type { Resource } from '../platform/resources.ts';
import { noteAmounts } from './amount-signs.ts';
import { recordRow } from './resources.ts';

export interface Read {
  readonly operation: OperationId;
  readonly input: Pick<AnyInput, 'path' | 'query'>;
  /** The id of the one row that is meant; the whole reply without it. */
  readonly row?: string | undefined;
  /** Whether the envelope is left out. */
  readonly content?: boolean | undefined;
  /** Whose rows are meant where the address does not say it: those that name another event are none of them. */
  readonly eventId?: string | undefined;
}

function read<Id extends OperationId>(operation: Id, input: CallInput<Id>): Read {
  return { operation, input };
}

/** Every read that the editor shows by itself. */
export const reads = {
  featured: (dialect?: Dialect) => read('getFeatured', dialect?.featured ? { query: dialect.featured } : {}),
  home: () => read('getHomeSections', {}),
  cover: () => read('getHomeCover', {}),
  category: (category: string) => read('searchCategory', { path: { category } }),
  event: (id: string) => read('getEvent', { path: { id } }),
  ticketsOfEvent: (id: string) => read('getEventTickets', { path: { id } }),
  ticketsOfSession: (id: string, sessionId: string) => read('getSessionTickets', { path: { id, sessionId } }),
  crew: (id: string) => read('getEventCrew', { path: { id } }),
  attributes: (id: string) => read('getEventAttributes', { path: { id } }),
  entryReport: (eventId: string) => read('getEntryReport', { path: { eventId } }),
  bordero: (eventId: string) => read('getBordero', { path: { eventId } }),
  types: () => read('listTypes', {}),
  items: (eventId?: string) => read('listItems', eventId === undefined ? {} : { query: { eventId } }),
  item: (id: string) => read('getItem', { path: { id } }),
  triggers: (id: string) => read('listTriggers', { path: { id } }),
  passkeys: (eventId: string) => read('listPasskeys', { query: { eventId } }),
  passkey: (id: string) => read('getPasskey', { path: { id } }),
  codes: (itemId: string, eventId?: string, query: Record<string, string> = {}): Read => ({
    ...read('listCodes', { path: { itemId }, query }),
    ...(eventId !== undefined && { eventId }),
  }),
};

/** The read that gives a resource. */
export function readOf(resource: Resource): Read {
  const { id } = resource;
  switch (resource.kind) {
    case 'event':
      return { ...reads.event(id), content: true };
    case 'session':
      return { ...reads.event(resource.eventId), row: id };
    case 'item':
      return { ...reads.item(id), content: true };
    case 'passkey':
      return { ...reads.passkey(id), content: true };
    case 'code':
      return { ...reads.codes(resource.itemId, undefined, { term: resource.label }), row: id };
  }
}

const listTitles: Partial<Record<OperationId, string>> = {
  getFeatured: l10nKey('Featured events'),
  getHomeSections: l10nKey('Home sections'),
  getHomeCover: l10nKey('Home cover'),
  searchCategory: l10nKey('Events in {0}'),
  getEvent: l10nKey('Sessions of {0}'),
  listItems: l10nKey('Items of {0}'),
  listPasskeys: l10nKey('Passkeys of {0}'),
  getEventCrew: l10nKey('Crew of {0}'),
  getEventAttributes: l10nKey('Attributes of {0}'),
  getEventTickets: l10nKey('Tickets of {0}'),
  getSessionTickets: l10nKey('Tickets of {0}'),
  listCodes: l10nKey('Codes of {0}'),
  listTriggers: l10nKey('Triggers of {0}'),
  listTypes: l10nKey('Ticket types'),
};

/** What the list of a read is called; `owner`: what a person calls the event, session or item that it is of. */
export function listTitle({ operation, input }: Read, owner = ''): string {
  const title = listTitles[operation];
  return title === undefined ? titleOf(operations[operation]) : t(title, idIn(operation, input, 'category') ?? owner);
}

/** The same text for the same read; with `readIn` it is a read again. */
export const readText: (wanted: Read) => string = stringifyJson;

/** Anybody may make such a text, so only reads come out of one. */
export function readIn(text: string): Read | undefined {
  try {
    const found = parseJson(text) as Partial<Read> | null;
    const id = found?.operation;
    if (id === undefined || !Object.hasOwn(operations, id) || operations[id].effect !== 'read') return undefined;
    return { operation: id, input: found?.input ?? {}, row: found?.row, content: found?.content, eventId: found?.eventId };
  } catch {
    return undefined;
  }
}

/** Whether it is asked for page by page; one that names its page is that page. */
export function isPaged({ operation, input }: Read): boolean {
  const { paged }: Operation = operations[operation];
  return paged === true && input.query?.page === undefined;
}

export function readReply(connection: Connection, { operation, input }: Read, options?: ReadOptions): Promise<unknown> {
  return connection.readAny(operation, input, options);
}

/** What is shown of a reply. */
export function valueIn(reply: unknown, { row, content }: Read): unknown {
  if (row === undefined) return content ? contentOf(reply) : reply;
  const session = sessionsOf(reply).find(({ id }) => id === row)?.value;
  return session ?? readList(reply).rows.find(({ id, value }) => (id ?? idOf(value)) === row)?.value ?? reply;
}

interface ListOptions extends ReadOptions {
  /** Whether items stay in the list of which nothing shows that they belong to its event. */
  readonly keepsUnclaimed?: boolean;
  /** Whether they may be left out where a person says so. */
  readonly mayGoWithout?: boolean;
}

/** Reads single pages. What is asked for stays, whatever a service names as its next page. */
export function pagesOf(connection: Connection, wanted: Read, options: ListOptions = {}): ReadPage {
  const { operation, input } = wanted;
  const { dialect } = connection.environment;
  const lenient = { ...options, mayAskLess: true };
  const read = (page: PageQuery, signal?: AbortSignal) =>
    connection.readAny(
      operation,
      { path: input.path, query: { ...page, ...input.query } },
      signal ? { ...lenient, signal: options.signal ? AbortSignal.any([options.signal, signal]) : signal } : lenient,
    );
  const learned = connection.learned(operation);
  const pages: ReadPage = Object.assign(read, { paging: dialect.paging, rowOf: rowReader(dialect, wanted), learned });
  const eventId = operation === 'listItems' ? idIn(operation, input, 'event') : undefined;
  if (eventId === undefined) return pages;
  const readOther = (other: OperationId, asked: Pick<AnyInput, 'path' | 'query'>) => connection.readAny(other, asked, lenient);
  const owners = new ItemOwners(eventId, dialect, learned, readOther, options.mayGoWithout);
  return itemsOfEvent(pages, owners, options.keepsUnclaimed);
}

/** `interactive`: whether somebody waits for it, who can be asked to sign in. */
export function pagerOf(
  connection: Connection,
  wanted: Read,
  {
    interactive = true,
    quiet = false,
    keepsUnclaimed = false,
    ...options
  }: PagerOptions & Pick<ListOptions, 'interactive' | 'quiet' | 'keepsUnclaimed'> = {},
): Pager {
  return new Pager(pagesOf(connection, wanted, { interactive, quiet, keepsUnclaimed }), { isPaged: isPaged(wanted), ...options });
}

/** The items of an event and the codes of each, page by page. */
export function codeLists(connection: Connection, eventId: string, options: ListOptions) {
  return {
    items: pagesOf(connection, reads.items(eventId), options),
    codes: (itemId: string) => pagesOf(connection, reads.codes(itemId, eventId), options),
  };
}

export type CodeLists = ReturnType<typeof codeLists>;

/**
 * Rows as the one reader of records gives them; a service may list records of other events as well.
 * @internal tests make lists of their own.
 */
export function rowReader(
  dialect: Dialect,
  { operation, input, eventId: meant }: Read,
): ((row: Row) => Row | undefined) | undefined {
  const kind = recordKinds[operation];
  if (!kind && meant === undefined) return undefined;
  const eventId = meant ?? idIn(operation, input, 'event');
  return (row) => {
    const owner = eventOfRow(row.value, dialect);
    if (eventId !== undefined && owner !== undefined && owner !== eventId) return undefined;
    if (!kind) return row;
    const shown = recordRow(kind, row, dialect);
    if (kind === 'item' && isObject(shown.value)) noteAmounts(dialect, shown.value);
    return shown;
  };
}

const recordKinds: Partial<Record<OperationId, RecordKind>> = { listItems: 'item', listPasskeys: 'passkey' };

/** Whether an event has a passkey: it may be there where not all could be read. */
export interface FoundPasskey {
  readonly record?: JsonObject | undefined;
  /** How many were looked at, where it is not known that these are all. */
  readonly unproved?: number | undefined;
}

/** Without the query `term`: a service may not know it, or find less by it than there is, so that nothing follows from an empty answer. */
export async function findPasskey(connection: Connection, eventId: string, passkey: string): Promise<FoundPasskey> {
  const { dialect } = connection.environment;
  const pager = pagerOf(connection, reads.passkeys(eventId));
  let isReadable = true;
  for await (const rows of pager)
    for (const { value } of rows) {
      const text = isObject(value) ? valueOf(readRecord('passkey', value, dialect), 'data', 'passkey')?.raw : undefined;
      if (text === passkey) return { record: value as JsonObject };
      isReadable &&= text !== undefined;
    }
  return pager.isWhole && isReadable ? {} : { unproved: pager.count };
}
