// A reply as a model gets it: its records under the document's names, as the one reader gives them to everything else.
import {
  contentOf,
  eventOfRow,
  idIn,
  readCode,
  readList,
  type AmountKind,
  type Dialect,
  type Operation,
} from '../client/index.ts';
import { documented, documentedTicket } from '../records/index.ts';
import { aliases, pick } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';

type Reader = (record: JsonObject, dialect: Dialect) => JsonObject;

const item: Reader = (record, dialect) => documented('item', record, dialect);
const passkey: Reader = (record, dialect) => documented('passkey', record, dialect);
const code: Reader = (record, dialect) => {
  const { code: text, used } = readCode(record, dialect);
  return { ...record, ...(text === undefined ? {} : { code: text }), ...(used === undefined ? {} : { used }) };
};
const readers: Readonly<Record<string, Reader>> = {
  listItems: item,
  getItem: item,
  listPasskeys: passkey,
  getPasskey: passkey,
  listCodes: code,
  getEventTickets: documentedTicket,
  getSessionTickets: documentedTicket,
};

const ticketAliases = aliases('type types tickets items');

/** The tickets of a group, or the ticket itself. */
function ticketsIn(row: unknown): readonly unknown[] {
  const inside = isObject(row) ? pick([row], ticketAliases, (part) => (Array.isArray(part) ? part : undefined)) : undefined;
  return inside ?? [row];
}

type Input = Parameters<typeof idIn>[1];

/** The reply with its records read; what a list has of other events than the one that was asked for is left out. */
export function withReadRecords({ id, paged }: Operation, input: Input, reply: unknown, dialect: Dialect): unknown {
  const read = readers[id];
  if (!read) return reply;
  const isOfTickets = read === documentedTicket;
  const rows = paged === true || isOfTickets ? readList(reply).rows.map(({ value }) => value) : [contentOf(reply)];
  const records = isOfTickets ? rows.flatMap(ticketsIn) : rows;
  const wanted = paged ? idIn(id, input, 'event') : undefined;
  const replaced = new Map<unknown, JsonObject | undefined>();
  for (const record of records) {
    if (!isObject(record)) continue;
    const owner = wanted === undefined ? undefined : eventOfRow(record, dialect);
    replaced.set(record, owner !== undefined && owner !== wanted ? undefined : read(record, dialect));
  }
  return withReplaced(reply, replaced);
}

function withReplaced(value: unknown, replaced: ReadonlyMap<unknown, JsonObject | undefined>): unknown {
  if (replaced.has(value)) return replaced.get(value);
  if (Array.isArray(value))
    return value.filter((part) => !replaced.has(part) || replaced.get(part)).map((part) => withReplaced(part, replaced));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withReplaced(part, replaced)]));
}

const priced: Readonly<Record<string, AmountKind>> = {
  listItems: 'items',
  getItem: 'items',
  getEventTickets: 'tickets',
  getSessionTickets: 'tickets',
  calculateTax: 'tax',
  getBordero: 'reports',
};

/** What must be known to read the reply; a model that is not told takes it for whatever it likes. English: a model reads it. */
export function replyNote(operation: Operation, dialect: Dialect): string | undefined {
  const notes = [amountsNote(operation, dialect), pagingNote(operation, dialect)].filter((note) => note !== undefined);
  return notes.length > 0 ? notes.join('\n') : undefined;
}

function amountsNote({ id }: Operation, { amounts }: Dialect): string | undefined {
  const kind = priced[id];
  if (kind === undefined) return undefined;
  const unit = amounts?.[kind];
  return unit === undefined
    ? 'It is not known in which unit its prices are: give them as they are, never as money.'
    : `Its prices are in this unit: ${unit}.`;
}

function pagingNote({ paged }: Operation, { paging }: Dialect): string | undefined {
  if (!paged) return undefined;
  const { by, page, size, first } = paging ?? {};
  if (by === 'none') return 'This service gives no pages; a list may end earlier than the records do.';
  if (by === undefined || page === undefined)
    return 'It is not known how this service gives pages: this may be a part of the list, never say that it is all.';
  const counted = by === 'page' && first !== undefined ? `, counted from ${first}` : '';
  const length = size === undefined ? '' : ` and ${size}, the length of a page`;
  return `This is one page of the list. The query takes ${page} (a ${by}${counted})${length}: read on until a page is empty, or the service says that there is none, before you say how many there are.`;
}
