// Finds an event by its link, slug or id, or by its name: the interface has no search over all of them, so whatever lists events is asked, and what
// belongs to some.
import * as vscode from 'vscode';
import { ApiError, contentOf, eventOfRow, labelOf, readList, recordId, type Row } from '../../client/index.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { withoutIcons } from '../platform/notify.ts';
import { once } from '../platform/once.ts';
import { canBeId, slugIn, type EventResource } from '../platform/resources.ts';
import { categories } from '../platform/settings.ts';
import { linkOf } from '../reading/event-facts.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { keepEventName, sectionRows, toEvent } from '../reading/resources.ts';
import { likelyEvents, rememberEvent } from './likely-events.ts';
import { matcher } from './matcher.ts';
import { lastRow, pickOne, type Choice, type Found, type SearchOptions } from './search-pick.ts';

interface EventQuestion extends Pick<SearchOptions<EventResource>, 'title' | 'placeholder' | 'readOne' | 'rowActions'> {
  /** Comes first of all. */
  readonly remembered?: EventResource | undefined;
  /** What else is known before the service is asked. */
  readonly known?: readonly EventResource[];
  readonly rowOf: (event: EventResource, notes: readonly string[]) => Choice<EventResource>;
  /** That nothing has the name, and why it could not be looked for, or not everywhere. */
  readonly missing?: (problem?: Error, partly?: Error) => string;
}

const maxShown = 200;

const none: EventsRead = { events: [] };

/** Those used lately and those that are pinned come at once. */
export async function findEvent(connection: Connection, question: EventQuestion): Promise<EventResource> {
  const { remembered, known = [], rowOf, missing, title, ...options } = question;
  const seen = new Map<string, EventResource>();
  // What is read later is newer than what was kept.
  const add = (events: readonly EventResource[]) => events.forEach((event) => seen.set(event.id, event));
  const { recent, pinned } = likelyEvents(connection);
  add([...(remembered ? [remembered] : []), ...recent, ...pinned, ...known]);
  const looking = new AbortController();
  const suggestions = once(() => suggestEvents(connection, looking.signal));
  const unlisted = once(() => eventsOfItems(connection, new Set(seen.keys()), looking.signal));
  /** `named`: by what was typed, whatever they are called. */
  const rowsFor = (term: string, named: readonly EventResource[] = []): Choice<EventResource>[] => {
    // Read anew: one may have been pinned by now.
    const likely = likelyEvents(connection);
    const isIn = (events: readonly EventResource[], id: string) => events.some((event) => event.id === id);
    const row = (event: EventResource) => {
      const isUsed = isIn(likely.recent, event.id);
      const used = event.id === remembered?.id ? vscode.l10n.t('the last one') : isUsed && vscode.l10n.t('used lately');
      const notes = [used, isIn(likely.pinned, event.id) && vscode.l10n.t('pinned')];
      return rowOf(
        event,
        notes.filter((note) => note !== false),
      );
    };
    const isWanted = matcher(term);
    const isListed = ({ label, description, detail, value }: Choice<EventResource>) =>
      !isIn(named, value.id) && isWanted([label, description, detail, linkOf(value.value)].join(' '));
    return [...named.map(row), ...Array.from(seen.values(), row).filter(isListed)].slice(0, maxShown);
  };
  const search = async (term: string, signal: AbortSignal): Promise<Found<EventResource>> => {
    const searching = isName(term) ? searchCategories(connection, term, signal) : none;
    const { events: named, problem } = await identify(connection, term, signal);
    add(named);
    const later = async (): Promise<Found<EventResource>> => {
      const [suggested, searched] = await Promise.all([suggestions(), searching]);
      add([...suggested.events, ...searched.events]);
      const others = isName(term) && rowsFor(term, named).length === 0 ? await unlisted() : none;
      add(others.events);
      const choices = rowsFor(term, named);
      const unproved = others.bound === undefined ? undefined : { label: `$(info) ${others.bound}` };
      if (missing && term !== '' && choices.length === 0 && !problem) {
        const partly = suggested.partly ?? searched.problem ?? searched.partly ?? others.problem;
        return { choices, unproved, note: { label: `$(circle-slash) ${missing(suggested.problem, partly)}` } };
      }
      const reason = problem ?? (named.length === 0 ? suggested.problem : undefined);
      return reason ? withTypedId(connection, choices, term, reason) : { choices, unproved };
    };
    return { choices: rowsFor(term, named), later };
  };
  const chosen = await pickOne({ ...options, title: titleIn(connection, title), known: rowsFor, search })
    // What comes next must not wait for suggestions that nobody needs any more.
    .finally(() => looking.abort(new vscode.CancellationError()));
  await rememberEvent(chosen);
  return chosen;
}

/** Where the event group cannot be read, an event is known by its id alone, which is all that the other group needs. */
function withTypedId(
  connection: Connection,
  found: readonly Choice<EventResource>[],
  term: string,
  problem: Error,
): Found<EventResource> {
  const detail = withoutIcons(problem.message);
  if (canBeId(term))
    return { choices: [...found, typedId(toEvent(connection, { id: term, label: term, value: undefined }), detail)] };
  const note = { label: vscode.l10n.t('$(error) The event group could not be read. Type the id of the event.'), detail };
  return { choices: found, note };
}

/** A choice that is taken for what it names without asking the service. */
export function typedId<T extends { readonly id: string }>(value: T, detail?: string): Choice<T> {
  const row = lastRow(vscode.l10n.t('Use the id {0} as it is', withoutIcons(value.id)));
  return { ...row, ...(detail !== undefined && { detail }), value };
}

/** The event that the text names. That it names none is no failure: it may be the beginning of something. */
async function identify(connection: Connection, term: string, signal: AbortSignal): Promise<EventsRead> {
  if (term === '') return none;
  const link = slugIn(term);
  const options = { signal, interactive: false };
  const replies = await Promise.allSettled([
    connection.read('identifyEvent', { query: { link } }, options),
    ...(/^\d+$/.test(link) ? [connection.read('getEvent', { path: { id: link } }, options)] : []),
  ]);
  const found = replies.flatMap((reply) => (reply.status === 'fulfilled' ? eventIn(connection, reply.value) : []));
  const events = uniqueById(found);
  const reason = replies.find((reply) => reply.status === 'rejected')?.reason as Error | undefined;
  const isMissing = reason instanceof ApiError && (reason.kind === 'notFound' || reason.kind === 'invalid');
  return events.length > 0 || isMissing ? { events } : { events, problem: reason };
}

const uniqueById = (events: readonly EventResource[]) => [...new Map(events.map((event) => [event.id, event])).values()];

/** What could be read, and why nothing could. */
interface EventsRead {
  readonly events: readonly EventResource[];
  readonly problem?: Error | undefined;
  /** Why something could not, while the rest could. */
  readonly partly?: Error | undefined;
  /** Says that no more was looked at. */
  readonly bound?: string | undefined;
}

/** What the featured events, the sections of the home page and the categories show; a problem where none of them could be read. */
function suggestEvents(connection: Connection, signal: AbortSignal): Promise<EventsRead> {
  const quiet = { interactive: false, signal };
  const { dialect } = connection.environment;
  return eventsOf(connection, [
    connection.read('getFeatured', { query: dialect.featured ?? {} }, quiet),
    connection.read('getHomeSections', {}, quiet),
    ...categories(dialect).map((category) => connection.read('searchCategory', { path: { category } }, quiet)),
  ]);
}

/** What the categories have of this name; a service that does not search by a term gives what it gives without one. */
function searchCategories(connection: Connection, term: string, signal: AbortSignal): Promise<EventsRead> {
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
  const events = uniqueById(rows.map((row) => toEvent(connection, row)));
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
function isName(term: string): boolean {
  return term.length >= 3 && !/^\d+$/.test(term) && slugIn(term) === term;
}

const [maxItems, maxEvents, atOnce] = [2000, 60, 6];

/**
 * The events of the items that the service lists: private ones and drafts are on no other list. Those that are `known` are not read again.
 * @internal a test counts what is looked at
 */
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
