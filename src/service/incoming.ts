// What a request means under the manners: ids as the database has them, and only the query that they let through.
import { documentedQuery, type Operation } from '../client/index.ts';
import type { ServiceManners } from './manners.ts';
import { eventNotFound, invalidField, notFound } from './problems.ts';
import { numberOf, type IdKind } from './wire-ids.ts';

interface Incoming {
  readonly values: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function understand(manners: ServiceManners, operation: Operation, { values, query, body }: Incoming): Incoming {
  const asked = queryFor(manners, operation, query);
  if (!manners.uuid) return { values, query: asked, body };
  return { values: numbersInPath(operation, values), query: numbersInQuery(operation, asked), body: numbersInBody(body) };
}

function queryFor(manners: ServiceManners, { id }: Operation, all: Incoming['query']): Incoming['query'] {
  const { deleteIgnoresQuery, itemsIgnoreEvent, codesOfTicket } = manners;
  const query = manners.documentedQuery ? onlyKnown(manners, id, all) : all;
  if (id === 'listItems' && itemsIgnoreEvent) return without(query, 'eventId');
  if (id !== 'deleteEventCodes') return query;
  if (deleteIgnoresQuery) return {};
  if (codesOfTicket === undefined) return query;
  const name = query[codesOfTicket];
  return { ...without(query, 'name'), ...(name === undefined ? {} : { name }) };
}

/** Whoever identifies an event may send a query of their own. */
function onlyKnown({ paging, codesOfTicket }: ServiceManners, id: Operation['id'], query: Incoming['query']): Incoming['query'] {
  if (id === 'identifyEvent') return query;
  const { by = 'page', page = by, size = by === 'page' ? 'pageSize' : 'limit' } = paging ?? {};
  const known = new Set([...(documentedQuery[id] ?? []), ...(by === 'none' ? [] : [page, size])]);
  if (id === 'deleteEventCodes' && codesOfTicket !== undefined) known.add(codesOfTicket);
  return Object.fromEntries(Object.entries(query).filter(([name]) => known.has(name)));
}

function without(query: Incoming['query'], name: string): Incoming['query'] {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key !== name));
}

const isNumber = (text: string) => /^\d+$/.test(text);

function numbersInPath({ subjects }: Operation, values: Incoming['values']): Incoming['values'] {
  const entries = Object.entries(values).map(([name, text]) => {
    const kind = subjects?.path?.[name];
    if (kind === undefined || kind === 'category' || kind === 'items') return [name, text];
    // A number names nothing where ids are UUIDs.
    if (isNumber(text)) throw kind === 'event' ? eventNotFound() : notFound(`The ${kind} ${text}`);
    return [name, asNumber(kind, text)];
  });
  return Object.fromEntries(entries) as Incoming['values'];
}

const queryKinds: Readonly<Record<string, IdKind>> = {
  ...{ eventId: 'event', producerId: 'producer', sessionId: 'session' },
  ...{ link: 'event', id: 'event', slug: 'event' },
};

function numbersInQuery({ id }: Operation, query: Incoming['query']): Incoming['query'] {
  const entries = Object.entries(query).map(([name, text]) => {
    const kind = Object.hasOwn(queryKinds, name) ? queryKinds[name] : undefined;
    if (kind === undefined) return [name, text];
    // Only of the tax the document says that its ids are integers.
    if (isNumber(text) && id !== 'calculateTax') throw invalidField(name, 'must be a UUID');
    return [name, asNumber(kind, text)];
  });
  return Object.fromEntries(entries) as Incoming['query'];
}

function asNumber(kind: IdKind, text: string): string {
  return String(numberOf(kind, text) ?? text);
}

const bodyKinds: Readonly<Record<string, IdKind>> = { eventId: 'event', parent: 'item', itemIds: 'item' };

/** The document calls the ids of payloads integers: they are taken as numbers too. */
function numbersInBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const entries = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const kind = Object.hasOwn(bodyKinds, name) ? bodyKinds[name] : undefined;
    if (kind === undefined) return [name, value];
    const read = (id: unknown) => (typeof id === 'string' ? (numberOf(kind, id) ?? id) : id);
    return [name, Array.isArray(value) ? value.map(read) : read(value)];
  });
  return Object.fromEntries(entries);
}
