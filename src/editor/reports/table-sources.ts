// What a table can show: the list that an operation reads, with the rows of its reply as a person would count them.
import * as v from 'valibot';
import {
  contentOf,
  idOf,
  labelOf,
  operations,
  readList,
  stringifyJson,
  parseJson,
  type OperationId,
  type Row,
} from '../../client/index.ts';
import { looseObject, withEveryName } from '../../client/every-name.ts';
import type { Resource } from '../platform/resources.ts';
import { linkOf } from '../reading/event-facts.ts';
import { attributePairs } from '../reading/item-facts.ts';
import { arrayIn, isObject, aliases, type Aliases } from '../reading/fields.ts';
import { toCode, toEvent, toItem, toPasskey } from '../reading/resources.ts';
import type { Connection } from '../account/index.ts';
import { hasDecimals } from './bordero-figures.ts';

const texts = withEveryName(v.objectWithRest({}, v.union([v.string(), v.number(), v.bigint()])));
const tableSource = v.object({
  operation: v.custom<OperationId>((id) => typeof id === 'string' && Object.hasOwn(operations, id)),
  path: v.optional(texts, {}),
  query: v.optional(looseObject({}), {}),
  title: v.string(),
});
/** A read, and what its list is called. */
export type TableSource = v.InferOutput<typeof tableSource>;

const maxTitle = 120;

export function sourceId({ title, ...source }: TableSource): string {
  return stringifyJson({ ...source, title: Array.from(title).slice(0, maxTitle).join('') });
}

/** A page keeps this text and gives it back, so only reads come out of it. */
export function sourceFrom(id: string): TableSource | undefined {
  try {
    const parsed = v.safeParse(tableSource, parseJson(id));
    return parsed.success && operations[parsed.output.operation].effect === 'read' ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

const pagedOperations: ReadonlySet<OperationId> = new Set([
  'getFeatured',
  'searchCategory',
  'listItems',
  'listPasskeys',
  'getSessionTickets',
  'listCodes',
]);

/** Whether the amounts of a reply are cents, as those of reports are unless one has a decimal sign. */
export function isInCents({ operation }: TableSource, reply: unknown): boolean {
  return operation === 'getBordero' && !hasDecimals(reply);
}

/** Whether a page is asked for from the start; of any other list only when its reply speaks of pages. */
export function isPaged({ operation, query }: TableSource): boolean {
  return pagedOperations.has(operation) && query.page === undefined;
}

const ticketAliases = aliases('type types tickets items');
const sectionAliases = aliases('events items banners cards data results rows content elements list');

/** The rows of a reply: a group of tickets is none, its tickets are; names and values are rows of two cells. */
export function rowsIn(operation: OperationId, reply: unknown): readonly Row[] {
  switch (operation) {
    case 'getEventTickets':
    case 'getSessionTickets':
      return opened(readList(reply).rows, 'group', ticketAliases);
    case 'getHomeSections':
    case 'getHome':
      return opened(readList(reply).rows, 'section', sectionAliases);
    case 'getEventAttributes':
      return pairs(reply);
    case 'listTriggers':
      return triggers(reply);
    default:
      return readList(reply).rows;
  }
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
export function resourceIn(connection: Connection, { operation, path, query }: TableSource, row: Row): Resource | undefined {
  const id = row.id ?? linkOf(row.value)?.replace(/^\/+/, '');
  if (id === undefined || row.problem !== undefined) return undefined;
  const known = { ...row, id };
  switch (operation) {
    case 'getFeatured':
    case 'searchCategory':
    case 'getHomeSections':
    case 'getHome':
    case 'getHomeCover':
      return toEvent(connection, known);
    case 'listItems':
      return row.id === undefined ? undefined : withEvent(toItem(connection, row), textOf(query.eventId));
    case 'getEventTickets':
    case 'getSessionTickets':
      return row.id === undefined ? undefined : withEvent(toItem(connection, row), textOf(path.id));
    case 'listPasskeys':
      return row.id === undefined ? undefined : toPasskey(connection, row, textOf(query.eventId));
    case 'listCodes':
      return row.id === undefined ? undefined : toCode(connection, row, textOf(path.itemId) ?? '');
    default:
      return undefined;
  }
}

function withEvent<T extends { readonly eventId?: string | undefined }>(resource: T, eventId: string | undefined): T {
  return resource.eventId === undefined ? { ...resource, eventId } : resource;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
