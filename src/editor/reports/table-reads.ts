// What a table can show: a read, with the rows of its reply as a person would count them.
import * as v from 'valibot';
import {
  contentOf,
  idIn,
  idOf,
  labelOf,
  operations,
  readList,
  stringifyJson,
  parseJson,
  type AmountKind,
  type OperationId,
  type PageRead,
  type Row,
} from '../../client/index.ts';
import { looseObject, withEveryName } from '../../client/every-name.ts';
import type { Resource } from '../platform/resources.ts';
import { linkOf } from '../reading/event-facts.ts';
import { attributePairs } from '../reading/item-facts.ts';
import { arrayIn, isObject, aliases, type Aliases } from '../reading/fields.ts';
import type { Read } from '../reading/reads.ts';
import { toCode, toEvent, toItem, toPasskey } from '../reading/resources.ts';
import type { Connection } from '../account/index.ts';
import type { TableFile } from './table-file.ts';

const texts = withEveryName(v.objectWithRest({}, v.union([v.string(), v.number(), v.bigint()])));
/** As a page keeps it, in this version and those before it. */
const savedTable = v.object({
  operation: v.custom<OperationId>((id) => typeof id === 'string' && Object.hasOwn(operations, id)),
  path: v.optional(texts, {}),
  query: v.optional(looseObject({}), {}),
  title: v.string(),
  filter: v.optional(v.string()),
});

/** As a page keeps a table of a file. */
const savedFile = v.strictObject({ file: v.string(), title: v.string(), hasHeader: v.optional(v.boolean()) });

/** A file of rows, and what its table is called. */
export interface FileTable {
  readonly title: string;
  readonly file: TableFile;
  /** Where somebody wants to be. */
  readonly line?: number | undefined;
}

export function fileTableId({ title, file: { path, hasHeader } }: FileTable): string {
  return JSON.stringify({ file: path, title: shortTitle(title), ...(hasHeader && { hasHeader }) });
}

export function fileTableIn(id: string): FileTable | undefined {
  try {
    const { file, title, hasHeader } = v.parse(savedFile, JSON.parse(id));
    return { title, file: { path: file, hasHeader } };
  } catch {
    return undefined;
  }
}

/** A read, and what its list is called. */
export interface Table {
  readonly title: string;
  readonly read: Read;
  /** What it is opened at: the rows that have this text. */
  readonly filter?: string | undefined;
}

const maxTitle = 120;

function shortTitle(title: string): string {
  return Array.from(title).slice(0, maxTitle).join('');
}

export function tableId({ title, read: { operation, input }, filter }: Table): string {
  const { path = {}, query = {} } = input;
  const at = filter === undefined ? {} : { filter };
  return stringifyJson({ operation, path, query, title: shortTitle(title), ...at });
}

/** A page keeps this text and gives it back, so only reads come out of it. */
export function tableIn(id: string): Table | undefined {
  try {
    const { operation, path, query, title, filter } = v.parse(savedTable, parseJson(id));
    if (operations[operation].effect !== 'read') return undefined;
    return { title, read: { operation, input: { path, query } }, ...(filter !== undefined && { filter }) };
  } catch {
    return undefined;
  }
}

const amountKinds: Partial<Record<OperationId, AmountKind>> = {
  getEventTickets: 'tickets',
  getSessionTickets: 'tickets',
  getBordero: 'reports',
  getEntryReport: 'reports',
  calculateTax: 'tax',
};

/** Which unit the amounts of a reply have. */
export function amountsIn({ operation }: Read): AmountKind {
  return amountKinds[operation] ?? 'items';
}

const ticketAliases = aliases('type types tickets items');
const sectionAliases = aliases('events items banners cards data results rows content elements list');

const ownRows: Partial<Record<OperationId, (page: PageRead) => readonly Row[]>> = {
  getEventTickets: ({ rows }) => opened(rows, 'group', ticketAliases),
  getSessionTickets: ({ rows }) => opened(rows, 'group', ticketAliases),
  getHomeSections: ({ rows }) => opened(rows, 'section', sectionAliases),
  getHome: ({ rows }) => opened(rows, 'section', sectionAliases),
  getEventAttributes: ({ reply }) => pairs(reply),
  listTriggers: ({ reply }) => triggers(reply),
};

/** Whether the rows of a page are those of the table. */
export function isPlainList(operation: OperationId): boolean {
  return ownRows[operation] === undefined;
}

/** The rows of a page: a group of tickets is none, its tickets are; names and values are rows of two cells. */
export function rowsIn(operation: OperationId, page: PageRead): readonly Row[] {
  return ownRows[operation]?.(page) ?? page.rows;
}

/** The rows inside the rows, each with the name of the one that it stands in. */
function opened(rows: readonly Row[], name: string, inside: Aliases): readonly Row[] {
  return rows.flatMap((row) => {
    const parts = arrayIn(row.value, inside);
    return parts ? readList(parts).rows.map((part) => ({ ...part, value: named(name, row.label, part.value) })) : [row];
  });
}

function named(name: string, text: string, value: unknown): unknown {
  return isObject(value) ? { [name]: text, ...value } : { [name]: text, value };
}

function pairs(reply: unknown): readonly Row[] {
  const content = contentOf(reply);
  if (!isObject(content) || Object.keys(content).length === 0) return readList(reply).rows;
  return attributePairs(reply).map(([name, value]) => ({ label: name, value: { name, value } }));
}

/** `{ soldout: […], start: […] }`: what happens, by when it does. */
function triggers(reply: unknown): readonly Row[] {
  const content = contentOf(reply);
  const lists = isObject(content) ? Object.entries(content) : [];
  if (lists.length === 0 || !lists.every(([, list]) => Array.isArray(list))) return readList(reply).rows;
  return lists.flatMap(([when, list]) =>
    (list as unknown[]).map((value) => ({ id: idOf(value), label: labelOf(value), value: named('when', when, value) })),
  );
}

/** The resource that a row is, where the editor knows what to do with one. */
export function resourceIn(connection: Connection, { operation, input }: Read, row: Row): Resource | undefined {
  const id = row.id ?? linkOf(row.value)?.replace(/^\/+/, '');
  if (id === undefined || row.problem !== undefined) return undefined;
  switch (operation) {
    case 'getFeatured':
    case 'searchCategory':
    case 'getHomeSections':
    case 'getHome':
    case 'getHomeCover':
      return toEvent(connection, { ...row, id });
  }
  if (row.id === undefined) return undefined;
  const eventId = idIn(operation, input, 'event');
  switch (operation) {
    case 'listItems':
    case 'getEventTickets':
    case 'getSessionTickets': {
      const item = toItem(connection, row);
      return { ...item, eventId: item.eventId ?? eventId };
    }
    case 'listPasskeys':
      return toPasskey(connection, row, eventId);
    case 'listCodes':
      return toCode(connection, row, idIn(operation, input, 'item') ?? '');
    default:
      return undefined;
  }
}
