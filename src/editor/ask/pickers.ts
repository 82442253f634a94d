// Asks which event, item, passkey, session or code is meant, searching the service while somebody types.
import * as vscode from 'vscode';
import { ApiError, sessionsOf, type Pager, type Row } from '../../client/index.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { withoutIcons } from '../platform/notify.ts';
import {
  canBeId,
  type CodeResource,
  type EventResource,
  type ItemResource,
  type PasskeyResource,
  type SessionResource,
} from '../platform/resources.ts';
import { pageSize } from '../platform/settings.ts';
import { nextStep } from '../platform/user-error.ts';
import { eventFacts, present, sessionFacts, sessionLabel, sessionsOfItem } from '../reading/event-facts.ts';
import { formatsFor } from '../reading/formats.ts';
import { itemFacts } from '../reading/item-facts.ts';
import { codeFacts, passkeyFacts } from '../reading/passkey-facts.ts';
import { pagerOf, readReply, reads, type Read } from '../reading/reads.ts';
import { eventNameOf, rowsWithId, toCode, toItem, toPasskey } from '../reading/resources.ts';
import { eventIn, findEvent, typedId } from './event-names.ts';
import { likelyEvents } from './likely-events.ts';
import { matcher } from './matcher.ts';
import { pickMany, pickOne, type Choice, type Found, type Note, type SearchOptions } from './search-pick.ts';

const { l10n } = vscode;

/** `remembered` comes first. */
export async function pickEvent(
  connection: Connection,
  title = l10n.t('Which event?'),
  remembered?: EventResource,
): Promise<EventResource> {
  await signInFirst(connection);
  const choices = choiceMaker(connection);
  return findEvent(connection, {
    title,
    remembered,
    placeholder: l10n.t('The link, slug or id of an event, or a part of the name of one below'),
    rowOf: (event, notes) => choices.of(event, ...notes),
    // The lookup by a link need not know ids.
    readOne: async (id, signal) => {
      const reply = await connection.read('getEvent', { path: { id } }, { signal, interactive: false });
      return eventIn(connection, reply).map((event) => choices.of(event));
    },
  });
}

/** Before the list is there: a question that is asked while it is open would close it. */
async function signInFirst(connection: Connection): Promise<void> {
  if ((await connection.access()) !== 'nothing') return;
  await connection.read('listTypes', {}).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
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

function itemSearch(connection: Connection, { eventId, title = l10n.t('Which item?') }: ItemQuestion) {
  return pagedSearch(connection, {
    title,
    placeholder: l10n.t('A part of the name of an item, or its id'),
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
    title: l10n.t('Which passkey?'),
    placeholder: l10n.t('A part of a passkey, or its id'),
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

export function codeSearch(connection: Connection, itemId: string, title = l10n.t('Which code?')) {
  return pagedSearch(connection, {
    title,
    placeholder: l10n.t('A part of a code'),
    list: reads.codes(itemId),
    toResource: (row) => toCode(connection, row, itemId),
  });
}

/** Those that the event shows, narrowed by what is typed; an event need not show its sessions, so that a typed id is taken as well. */
export async function pickSession(connection: Connection, eventId: string): Promise<SessionResource> {
  // Read before the list is there: a question for a sign-in would close it.
  const { sessions, note } = await readSessions(connection, eventId);
  return pickOne({
    title: titleIn(connection, l10n.t('Which session?')),
    placeholder: l10n.t('A day or a time of a session, or its id'),
    search: (term) => {
      const isWanted = matcher(term);
      const found = sessions.filter(({ label, description = '' }) => isWanted(`${label} ${description}`));
      if (!canBeId(term) || sessions.some(({ value }) => value.id === term)) return Promise.resolve({ choices: found, note });
      const typed = sessionOf(connection, eventId, { id: term, label: term, value: undefined });
      return Promise.resolve({ choices: [...found, typedId(typed, note?.detail)] });
    },
  });
}

type OwnFields = Pick<SessionResource, 'id' | 'label' | 'value'>;

function sessionOf({ environment }: Connection, eventId: string, fields: OwnFields): SessionResource {
  return { kind: 'session', environment: environment.name, eventId, ...fields };
}

/** `note`: why there are none. */
async function readSessions(
  connection: Connection,
  eventId: string,
): Promise<{ readonly sessions: readonly Choice<SessionResource>[]; readonly note?: Note }> {
  const { environment } = connection;
  const tools = { t: l10n.t, formats: formatsFor(environment, vscode.env.language) };
  try {
    const reply = await connection.read('getEvent', { path: { id: eventId } });
    const sessions = sessionsOf(reply, environment.dialect.clock).flatMap((session) => {
      const { id, value } = session;
      if (id === undefined) return [];
      const label = sessionLabel(session, tools);
      const description = [id, ...sessionFacts(session, tools).parts].join(' · ');
      const resource = sessionOf(connection, eventId, { id, label, value });
      return { label: withoutIcons(label), description: withoutIcons(description), value: resource };
    });
    if (sessions.length > 0) return { sessions };
    return { sessions, note: { label: l10n.t('$(info) The event shows no sessions. Type the id of one.') } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const label = l10n.t('$(error) The sessions could not be read. Type the id of one.');
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
function pagedSearch<T extends Listed>(connection: Connection, searched: PagedList<T>): SearchOptions<T> {
  const { title, placeholder, list, readOne, toResource } = searched;
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
    const asked = { ...list, input: { ...list.input, query } };
    const [found, own] = await Promise.all([
      nextPage(pagerOf(connection, asked, { pageSize: pageSize(), keepsUnclaimed: true }), signal),
      /^\d+$/.test(term) ? byId(term, signal).catch(() => []) : [],
    ]);
    const others = found.choices.filter(({ value }) => !own.some((choice) => choice.value.id === value.id));
    return { ...found, choices: [...own, ...others], isWhole: term === '' && !found.more };
  };
  return { title: titleIn(connection, title), placeholder, search, readOne: readOne && byId };
}

/** `canType`: one that is not shown can be named by its id. */
function unprovedNote({ environment }: Connection, count: number, canType: boolean): Note {
  const label = l10n.t('$(info) At least {0}: nothing shows that these are all', count.toLocaleString());
  const typed = canType ? [l10n.t('One that is not shown can be typed by its id.')] : [];
  const described = l10n.t('Describe Service… can tell how the service pages: choose this row.');
  return { label, detail: [...typed, described].join(' '), step: nextStep.describeService(environment.name) };
}

type Listed = EventResource | ItemResource | PasskeyResource | CodeResource;

const factsOf = { event: eventFacts, item: itemFacts, passkey: passkeyFacts, code: codeFacts };

/** Makes resources rows of a quick pick: each with what tells it from the others, as the tree does. */
function choiceMaker(connection: Connection, isAcrossEvents = false) {
  const { environment } = connection;
  const { recent, pinned } = likelyEvents(connection);
  const tools = { t: l10n.t, formats: formatsFor(environment, vscode.env.language) };
  const labels = new Map<string, string>();
  const parents = new Map<string, string>();
  const eventText = (id: string) => {
    const name = eventNameOf(environment.name, id) ?? [...recent, ...pinned].find((event) => event.id === id)?.label;
    return name === undefined ? l10n.t('Event {0}', id) : l10n.t('{0}, event {1}', name, id);
  };
  /** Its event and its group, and for which sessions it is. */
  const placeOf = ({ id, eventId, value }: ItemResource) => {
    const sessions = sessionsOfItem(value, tools) ?? [];
    return present([
      isAcrossEvents && eventId !== undefined ? eventText(eventId) : undefined,
      labels.get(parents.get(id) ?? ''),
      ...(sessions.length > 2 ? [l10n.t('{0} sessions', sessions.length)] : sessions),
    ]);
  };
  return {
    /** Of ten items that are called `1º lote` each says which group it is in, also when a search finds only what is in one. */
    seen(rows: readonly Row[]): void {
      for (const { id, label } of rows) if (id !== undefined) labels.set(id, label);
      for (const [id, parent] of parentsOf(rows)) parents.set(id, parent);
    },
    /** Icons are written `$(name)`: a text of the service must not become one. */
    of<T extends Listed>(resource: T, ...notes: readonly string[]): Choice<T> {
      const { id, label, value } = resource;
      const isItem = resource.kind === 'item';
      const place = resource.kind === 'item' ? placeOf(resource) : [];
      const description = [id, ...notes, ...place, ...factsOf[resource.kind](value, tools).parts].join(' · ');
      const group = isItem ? { group: parents.get(id), isGroup: isCalledGroup(value) } : {};
      return { label: withoutIcons(label), description: withoutIcons(description), value: resource, ...group };
    },
  };
}
