// Asks which event, item, passkey, session or code is meant, searching the service while somebody types.
import * as vscode from 'vscode';
import { ApiError, sessionsOf, type Pager, type Row } from '../../client/index.ts';
import { foldText } from '../../shared/text.ts';
import { valueText } from '../../shared/report-values.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { eventFacts, present, sessionFacts, sessionsOfItem } from '../reading/event-facts.ts';
import { formatsFor } from '../reading/formats.ts';
import { itemFacts } from '../reading/item-facts.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { codeFacts, passkeyFacts } from '../reading/passkey-facts.ts';
import {
  canBeId,
  slugIn,
  type CodeResource,
  type EventResource,
  type ItemResource,
  type PasskeyResource,
  type Resource,
  type SessionResource,
} from '../platform/resources.ts';
import { getOrInsert, once } from '../platform/once.ts';
import { withoutIcons } from '../platform/notify.ts';
import { nextStep } from '../platform/user-error.ts';
import { pageSize } from '../platform/settings.ts';
import { pagerOf, readReply, reads, type Read } from '../reading/reads.ts';
import { eventNameOf, rowsWithId, toCode, toEvent, toItem, toPasskey } from '../reading/resources.ts';
import { eventIn, eventsOfItems, isName, searchCategories, suggestEvents, type EventsRead } from './event-names.ts';
import { likelyEvents, rememberEvent } from './likely-events.ts';
import { lastRow, pickMany, pickOne, type Choice, type Found, type Note, type SearchOptions } from './search-pick.ts';

/** `remembered` comes first, then those used lately and those that are pinned, at once and until something else is typed. */
export async function pickEvent(
  connection: Connection,
  title = vscode.l10n.t('Which event?'),
  remembered?: EventResource,
): Promise<EventResource> {
  await signInFirst(connection);
  const looking = new AbortController();
  const suggestions = once(() => suggestEvents(connection, looking.signal));
  const choices = choiceMaker(connection);
  const { recent, pinned } = likelyEvents(connection);
  const likely = firstById([...(remembered ? [remembered] : []), ...recent, ...pinned]);
  const unlisted = once(async () => {
    const listed = [...likely, ...(await suggestions()).events];
    return eventsOfItems(connection, new Set(listed.map(({ id }) => id)), looking.signal);
  });
  const isIn = (events: readonly EventResource[], id: string) => events.some((event) => event.id === id);
  const choiceOf = (event: EventResource) => {
    const { id } = event;
    const used = isIn(recent, id) ? [vscode.l10n.t('used lately')] : [];
    const notes = id === remembered?.id ? [vscode.l10n.t('the last one')] : used;
    return choices.of(event, ...notes, ...(isIn(pinned, id) ? [vscode.l10n.t('pinned')] : []));
  };
  const chosen = await pickOne({
    title: titleIn(connection, title),
    placeholder: vscode.l10n.t('The link, slug or id of an event, or a part of the name of one below'),
    search: async (term, signal) => {
      const names = isName(term) ? searchCategories(connection, term, signal) : { events: [] };
      const [named, suggested, searched] = await Promise.all([identify(connection, term, signal), suggestions(), names]);
      const listed = [...likely, ...suggested.events, ...searched.events];
      const ofName = (events: readonly EventResource[]) => events.filter(({ label }) => foldText(label).includes(foldText(term)));
      const isFound = named.events.length > 0 || ofName(listed).length > 0 || !isName(term);
      const others = isFound ? undefined : await unlisted();
      const shown = ofName(others?.events ?? listed);
      // What was read now is newer than what was kept.
      const newest = new Map([...shown, ...named.events].map((event) => [event.id, event]));
      const found = firstById([...named.events, ...shown]).map((event) => choiceOf(newest.get(event.id) ?? event));
      const problem = named.problem ?? (named.events.length === 0 ? suggested.problem : undefined);
      if (problem !== undefined) return withTypedId(connection, found, term, problem);
      return others?.bound === undefined ? { choices: found } : { choices: found, note: { label: `$(info) ${others.bound}` } };
    },
    known: likely.map(choiceOf),
    // The lookup by a link need not know ids.
    readOne: async (id, signal) => {
      const reply = await connection.read('getEvent', { path: { id } }, { signal, interactive: false });
      return eventIn(connection, reply).map((event) => choices.of(event));
    },
    // What comes next must not wait for suggestions that nobody needs any more.
  }).finally(() => looking.abort(new vscode.CancellationError()));
  await rememberEvent(chosen);
  return chosen;
}

function firstById(events: readonly EventResource[]): EventResource[] {
  const first = new Map<string, EventResource>();
  for (const event of events) getOrInsert(first, event.id, () => event);
  return [...first.values()];
}

/** Before the list is there: a question that is asked while it is open would close it. */
async function signInFirst(connection: Connection): Promise<void> {
  if ((await connection.access()) !== 'nothing') return;
  await connection.read('listTypes', {}).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
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
function typedId<T extends Resource>(value: T, detail?: string): Choice<T> {
  const row = lastRow(vscode.l10n.t('Use the id {0} as it is', withoutIcons(value.id)));
  return { ...row, ...(detail === undefined ? {} : { detail }), value };
}

/** The event that the text names. That it names none is no failure: it may be the beginning of something. */
async function identify(connection: Connection, term: string, signal: AbortSignal): Promise<EventsRead> {
  if (term === '') return { events: [] };
  const link = slugIn(term);
  const options = { signal, interactive: false };
  const reads = [
    connection.read('identifyEvent', { query: { link } }, options),
    ...(/^\d+$/.test(link) ? [connection.read('getEvent', { path: { id: link } }, options)] : []),
  ];
  const replies = await Promise.allSettled(reads);
  const found = replies.filter((reply) => reply.status === 'fulfilled').flatMap(({ value }) => eventIn(connection, value));
  const [reason] = replies.filter((reply) => reply.status === 'rejected').map((reply) => reply.reason as Error);
  const isMissing = reason instanceof ApiError && (reason.kind === 'notFound' || reason.kind === 'invalid');
  const events = [...new Map(found.map((event) => [event.id, event])).values()];
  return events.length > 0 || isMissing ? { events } : { events, problem: reason };
}

interface ItemQuestion {
  readonly eventId?: string | undefined;
  readonly title?: string | undefined;
}

export function pickItem(connection: Connection, question: ItemQuestion = {}): Promise<ItemResource> {
  return pickOne(itemSearch(connection, question));
}

export function pickItems(
  connection: Connection,
  question: ItemQuestion,
  picked: readonly ItemResource[] = [],
): Promise<readonly ItemResource[]> {
  return pickMany(itemSearch(connection, question), picked);
}

function itemSearch(connection: Connection, { eventId, title = vscode.l10n.t('Which item?') }: ItemQuestion) {
  return pagedSearch(connection, {
    title,
    placeholder: vscode.l10n.t('A part of the name of an item, or its id'),
    list: reads.items(eventId),
    readOne: reads.item,
    toResource: (row) => toItem(connection, row, eventId),
  });
}

export function pickPasskey(connection: Connection, eventId: string): Promise<PasskeyResource> {
  return pickOne(passkeySearch(connection, eventId));
}

export function pickPasskeys(connection: Connection, eventId: string): Promise<readonly PasskeyResource[]> {
  return pickMany({ ...passkeySearch(connection, eventId), needsOne: true });
}

function passkeySearch(connection: Connection, eventId: string) {
  return pagedSearch(connection, {
    title: vscode.l10n.t('Which passkey?'),
    placeholder: vscode.l10n.t('A part of a passkey, or its id'),
    list: reads.passkeys(eventId),
    readOne: reads.passkey,
    toResource: (row) => toPasskey(connection, row, eventId),
  });
}

export function pickCode(connection: Connection, itemId: string): Promise<CodeResource> {
  return pickOne(codeSearch(connection, itemId));
}

export function pickCodes(connection: Connection, itemId: string): Promise<readonly CodeResource[]> {
  return pickMany({ ...codeSearch(connection, itemId), needsOne: true });
}

export function codeSearch(connection: Connection, itemId: string, title = vscode.l10n.t('Which code?')) {
  return pagedSearch(connection, {
    title,
    placeholder: vscode.l10n.t('A part of a code'),
    list: reads.codes(itemId),
    toResource: (row) => toCode(connection, row, itemId),
  });
}

/** Those that the event shows, narrowed by what is typed; an event need not show its sessions, so that a typed id is taken as well. */
export async function pickSession(connection: Connection, eventId: string): Promise<SessionResource> {
  // Read before the list is there: a question for a sign-in would close it.
  const { sessions, note } = await readSessions(connection, eventId);
  return pickOne({
    title: titleIn(connection, vscode.l10n.t('Which session?')),
    placeholder: vscode.l10n.t('A day or a time of a session, or its id'),
    search: (term) => {
      const wanted = foldText(term);
      const found = sessions.filter(({ label, description = '' }) => foldText(`${label} ${description}`).includes(wanted));
      const isNew = canBeId(term) && !sessions.some(({ value }) => value.id === term);
      const typed = isNew ? [typedId(sessionOf(connection, eventId, term), note?.detail)] : [];
      return Promise.resolve({ choices: [...found, ...typed], note: typed.length > 0 ? undefined : note });
    },
  });
}

function sessionOf({ environment }: Connection, eventId: string, id: string, label = id, value?: unknown): SessionResource {
  return { kind: 'session', environment: environment.name, id, label, value, eventId };
}

/** `note`: why there are none. */
async function readSessions(
  connection: Connection,
  eventId: string,
): Promise<{ readonly sessions: readonly Choice<SessionResource>[]; readonly note?: vscode.QuickPickItem }> {
  const writing = { currency: connection.environment.currency, language: vscode.env.language };
  const tools = { t: vscode.l10n.t, formats: formatsFor(connection.environment, vscode.env.language) };
  try {
    const reply = await connection.read('getEvent', { path: { id: eventId } });
    const sessions = sessionsOf(reply, connection.environment.dialect.clock).flatMap((session) => {
      const { id, date, time, name, value } = session;
      if (id === undefined) return [];
      const start = [date, time].filter(Boolean).join(' ');
      const label = start === '' ? id : valueText(start, 'time', writing);
      const description = present([name, id, ...sessionFacts(session, tools).parts]).join(' · ');
      const resource = sessionOf(connection, eventId, id, label, value);
      return [{ label: withoutIcons(label), description: withoutIcons(description), value: resource }];
    });
    if (sessions.length > 0) return { sessions };
    return { sessions, note: { label: vscode.l10n.t('$(info) The event shows no sessions. Type the id of one.') } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const label = vscode.l10n.t('$(error) The sessions could not be read. Type the id of one.');
    return { sessions: [], note: { label, detail: withoutIcons(error.message) } };
  }
}

interface PagedList<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly list: Read;
  /** Reads what a text names that could be an id. */
  readonly readOne?: (id: string) => Read;
  readonly toResource: (row: Row) => T;
}

/** Searches a list of the service by term, page by page, and by id: at once for digits, and for any other text when its row is chosen. */
function pagedSearch<T extends Resource>(connection: Connection, searched: PagedList<T>): SearchOptions<T> {
  const { placeholder, list, readOne, toResource } = searched;
  const made = choiceMaker(connection, list.input.query?.eventId === undefined);
  const choicesOf = (rows: readonly Row[]) => {
    made.seen(rows);
    return rows.map((row) => made.of(toResource(row)));
  };
  const nextPage = async (pager: Pager, signal: AbortSignal): Promise<Found<T>> => {
    const { rows } = await pager.next(signal);
    const choices = choicesOf(rows.filter(({ id }) => id !== undefined));
    if (pager.hasMore) return { choices, more: (next) => nextPage(pager, next) };
    return { choices, unproved: pager.isWhole ? undefined : unprovedNote(connection, pager.count, readOne !== undefined) };
  };
  const byId = async (id: string, signal: AbortSignal) =>
    readOne ? choicesOf(rowsWithId(await readReply(connection, readOne(id), { signal }))) : [];
  const search: SearchOptions<T>['search'] = async (term, signal) => {
    const query = term === '' ? list.input.query : { ...list.input.query, term };
    const pager = pagerOf(
      connection,
      { ...list, input: { ...list.input, query } },
      { pageSize: pageSize(), keepsUnclaimed: true },
    );
    const [found, own] = await Promise.all([
      nextPage(pager, signal),
      /^\d+$/.test(term) ? byId(term, signal).catch(() => []) : [],
    ]);
    const others = found.choices.filter(({ value }) => !own.some((choice) => choice.value.id === value.id));
    return { ...found, choices: [...own, ...others], isWhole: term === '' && !found.more };
  };
  return { title: titleIn(connection, searched.title), placeholder, search, readOne: readOne && byId };
}

/** `canType`: one that is not shown can be named by its id. */
function unprovedNote({ environment }: Connection, count: number, canType: boolean): Note {
  const label = vscode.l10n.t('$(info) At least {0}: nothing shows that these are all', count.toLocaleString());
  const typed = canType ? [vscode.l10n.t('One that is not shown can be typed by its id.')] : [];
  const described = vscode.l10n.t('Describe Service… can tell how the service pages: choose this row.');
  return { label, detail: [...typed, described].join(' '), step: nextStep.describeService(environment.name) };
}

const factsOf = { event: eventFacts, item: itemFacts, passkey: passkeyFacts, code: codeFacts };

/** Makes resources rows of a quick pick: each with what tells it from the others, as the tree does. */
function choiceMaker(connection: Connection, isAcrossEvents = false) {
  const { environment } = connection;
  const { recent, pinned } = likelyEvents(connection);
  const kept = [...recent, ...pinned];
  const eventText = (id: string) => {
    const name = eventNameOf(environment.name, id) ?? kept.find((event) => event.id === id)?.label;
    return name === undefined ? vscode.l10n.t('Event {0}', id) : vscode.l10n.t('{0}, event {1}', name, id);
  };
  const tools = { t: vscode.l10n.t, formats: formatsFor(environment, vscode.env.language) };
  const labels = new Map<string, string>();
  const parents = new Map<string, string>();
  const ownersOf = ({ id, eventId }: ItemResource) => [
    isAcrossEvents && eventId !== undefined ? eventText(eventId) : undefined,
    labels.get(parents.get(id) ?? ''),
  ];
  return {
    /** Of ten items that are called `1º lote` each says which group it is in, also when a search finds only what is in one. */
    seen(rows: readonly Row[]): void {
      for (const { id, label } of rows) if (id !== undefined) labels.set(id, label);
      for (const [id, parent] of parentsOf(rows)) parents.set(id, parent);
    },
    /** Icons are written `$(name)`: a text of the service must not become one. */
    of<T extends Resource>(resource: T, ...notes: string[]): Choice<T> {
      const owners = resource.kind === 'item' ? ownersOf(resource).filter((part) => part !== undefined) : [];
      const facts = resource.kind === 'session' ? [] : factsOf[resource.kind](resource.value, tools).parts;
      const isItem = resource.kind === 'item';
      const sessions = isItem ? sessionsOfItem(resource.value, tools) : undefined;
      const when = sessions && sessions.length > 2 ? [vscode.l10n.t('{0} sessions', sessions.length)] : sessions;
      const description = [resource.id, ...notes, ...owners, ...(when ?? []), ...facts].join(' · ');
      const place = isItem ? { group: parents.get(resource.id), isGroup: isCalledGroup(resource.value) } : {};
      return { label: withoutIcons(resource.label), description: withoutIcons(description), value: resource, ...place };
    },
  };
}
