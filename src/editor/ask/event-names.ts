// Events by their names: the interface has no search over all of them, so whatever lists events is asked, and what belongs to some.
import * as vscode from 'vscode';
import { contentOf, eventOfRow, labelOf, readList, recordId, type Row } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import { slugIn, type EventResource } from '../platform/resources.ts';
import { categories } from '../platform/settings.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { keepEventName, sectionRows, toEvent } from '../reading/resources.ts';

/** What could be read, and why nothing could. */
export interface EventsRead {
  readonly events: readonly EventResource[];
  readonly problem?: Error | undefined;
  /** Why something could not, while the rest could. */
  readonly partly?: Error | undefined;
  /** Says that no more was looked at. */
  readonly bound?: string | undefined;
}

/** What the featured events, the sections of the home page and the categories show; a problem where none of them could be read. */
export function suggestEvents(connection: Connection, signal?: AbortSignal): Promise<EventsRead> {
  const quiet = { interactive: false, ...(signal ? { signal } : {}) };
  const { dialect } = connection.environment;
  return eventsOf(connection, [
    connection.read('getFeatured', { query: dialect.featured ?? {} }, quiet),
    connection.read('getHomeSections', {}, quiet),
    ...categories(dialect).map((category) => connection.read('searchCategory', { path: { category } }, quiet)),
  ]);
}

/** What the categories have of this name; a service that does not search by a term gives what it gives without one. */
export function searchCategories(connection: Connection, term: string, signal: AbortSignal): Promise<EventsRead> {
  const quiet = { interactive: false, signal };
  const names = categories(connection.environment.dialect);
  return eventsOf(
    connection,
    names.map((category) => connection.read('searchCategory', { path: { category }, query: { term } }, quiet)),
  );
}

async function eventsOf(connection: Connection, reads: readonly Promise<unknown>[]): Promise<EventsRead> {
  const replies = await Promise.allSettled(reads.map((reply) => reply.then(eventRows)));
  const rows = replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : []));
  const events = [...new Map(rows.map((row) => [row.id, toEvent(connection, row)])).values()];
  events.forEach(keepEventName);
  const failures = replies.filter((reply) => reply.status === 'rejected').map((reply) => reply.reason as Error);
  const isNothing = failures.length > 0 && failures.length === replies.length;
  return isNothing ? { events, problem: failures[0] } : { events, partly: failures[0] };
}

/** Those of its sections too. A reply that is one thing without an id has no events to search, which is not the same as having none. */
function eventRows(reply: unknown): readonly Row[] {
  const { rows } = readList(reply);
  const found = rows.flatMap((row) => sectionRows(row) ?? [row]).filter(({ id }) => id !== undefined);
  const [only, ...others] = rows;
  if (only && others.length === 0 && only.id === undefined && !sectionRows(only))
    throw new Error(vscode.l10n.t('The reply has no events: {0}', only.label));
  return found;
}

/** A name of which so much is typed is searched for beyond what was read; digits and addresses are no names. */
export function isName(term: string): boolean {
  return term.length >= 3 && !/^\d+$/.test(term) && slugIn(term) === term;
}

const [maxItems, maxEvents, atOnce] = [2000, 60, 6];

/** The events of the items that the service lists: private ones and drafts are on no other list. Those that are `known` are not read again. */
export async function eventsOfItems(
  connection: Connection,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<EventsRead> {
  const ids = new Set<string>();
  const quiet = { interactive: false, signal };
  let isCut = false;
  try {
    const pager = pagerOf(connection, reads.items(), quiet);
    for await (const rows of pager) {
      for (const { value } of rows) ids.add(eventOfRow(value, connection.environment.dialect) ?? '');
      isCut = pager.count >= maxItems && pager.hasMore;
      if (isCut) break;
    }
  } catch (error) {
    return { events: [], problem: error as Error };
  }
  const unknown = [...ids].filter((id) => id !== '' && !known.has(id));
  const wanted = unknown.slice(0, maxEvents);
  const events: EventResource[] = [];
  for (let at = 0; at < wanted.length && !signal.aborted; at += atOnce) {
    const replies = wanted.slice(at, at + atOnce).map((id) => connection.read('getEvent', { path: { id } }, quiet));
    for (const reply of await Promise.allSettled(replies))
      if (reply.status === 'fulfilled') events.push(...eventIn(connection, reply.value));
  }
  return isCut || unknown.length > maxEvents ? { events, bound: boundText() } : { events };
}

function boundText(): string {
  return vscode.l10n.t(
    'More may exist: no more than {0} items and {1} of their events are looked at for a name. Type the link or id of another one.',
    maxItems.toLocaleString(),
    maxEvents.toLocaleString(),
  );
}

/** The event that a reply is. */
export function eventIn(connection: Connection, reply: unknown): EventResource[] {
  const value = contentOf(reply);
  const id = recordId(value, 'event');
  return id === undefined ? [] : [toEvent(connection, { id, label: labelOf(value), value })];
}
