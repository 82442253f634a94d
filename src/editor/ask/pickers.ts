// Asks which event, item, passkey, session or code is meant, searching the service while somebody types.
import * as vscode from 'vscode';
import { ApiError, labelOf, idOf, contentOf, sessionsOf, type Pager, type Row } from '../../client/index.ts';
import { foldText } from '../../shared/text.ts';
import { valueText } from '../../shared/report-values.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { sessionFacts } from '../reading/event-facts.ts';
import { formatsFor } from '../reading/formats.ts';
import {
  slugIn,
  type CodeResource,
  type EventResource,
  type ItemResource,
  type PasskeyResource,
  type Resource,
  type SessionResource,
} from '../platform/resources.ts';
import { lazy } from '../platform/lazy.ts';
import { categories, pageSize } from '../platform/settings.ts';
import { Choices } from './choices.ts';
import { pagerOf, readReply, reads, type Read } from '../reading/reads.ts';
import { rowsWithId, toCode, toEvent, toItem, toPasskey } from '../reading/resources.ts';
import { pickMany, pickOne, type Found, type SearchOptions } from './search-pick.ts';

const resourceId = (resource: Resource) => resource.id;

/** `remembered` comes first, until something else is typed. */
export async function pickEvent(
  connection: Connection,
  title = vscode.l10n.t('Which event?'),
  remembered?: EventResource,
): Promise<EventResource> {
  const suggestions = lazy(() => suggestEvents(connection));
  const choices = new Choices(connection);
  return pickOne({
    title: titleIn(connection, title),
    placeholder: vscode.l10n.t('The link, slug or id of an event, or a part of the name of one below'),
    idOf: resourceId,
    search: async (term, signal) => {
      const [named, suggested] = await Promise.all([identify(connection, term, signal), suggestions()]);
      const likely = [...(remembered ? [remembered] : []), ...suggested].filter(({ label }) => matches(label, term));
      const events = new Map([...named, ...likely].map((event) => [event.id, event]));
      const notes = ({ id }: EventResource) => (id === remembered?.id ? [vscode.l10n.t('the last one')] : []);
      return { choices: [...events.values()].map((event) => choices.of(event, ...notes(event))) };
    },
  });
}

/** The event that the text names. That it names none is no failure: it may be the beginning of something. */
async function identify(connection: Connection, term: string, signal: AbortSignal): Promise<EventResource[]> {
  if (term === '') return [];
  const link = slugIn(term);
  const reads = [
    connection.read('identifyEvent', { query: { link } }, { signal }),
    ...(/^\d+$/.test(link) ? [connection.read('getEvent', { path: { id: link } }, { signal })] : []),
  ];
  const replies = await Promise.allSettled(reads);
  const events = replies.filter((reply) => reply.status === 'fulfilled').map(({ value }) => eventIn(connection, value));
  const found = events.filter((event) => event !== undefined);
  const [reason] = replies.filter((reply) => reply.status === 'rejected').map((reply) => reply.reason as Error);
  const isMissing = reason instanceof ApiError && (reason.kind === 'notFound' || reason.kind === 'invalid');
  if (found.length === 0 && reason !== undefined && !isMissing) throw reason;
  return [...new Map(found.map((event) => [event.id, event])).values()];
}

function eventIn(connection: Connection, reply: unknown): EventResource | undefined {
  const value = contentOf(reply);
  const id = idOf(value);
  return id === undefined ? undefined : toEvent(connection, { id, label: labelOf(value), value });
}

/** What the home page and the categories show; whatever fails is simply not suggested. */
export async function suggestEvents(connection: Connection): Promise<readonly EventResource[]> {
  const quiet = { interactive: false };
  const reads = [
    connection.read('getFeatured', {}, quiet),
    ...categories().map((category) => connection.read('searchCategory', { path: { category } }, quiet)),
  ];
  const replies = await Promise.allSettled(reads);
  const rows = replies.flatMap((reply) => (reply.status === 'fulfilled' ? rowsWithId(reply.value) : []));
  return [...new Map(rows.map((row) => [row.id, toEvent(connection, row)])).values()];
}

function matches(label: string, term: string): boolean {
  return foldText(label).includes(foldText(term));
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
  question: ItemQuestion = {},
  picked: readonly ItemResource[] = [],
): Promise<readonly ItemResource[]> {
  return pickMany(itemSearch(connection, question), picked);
}

function itemSearch(connection: Connection, { eventId, title }: ItemQuestion): SearchOptions<ItemResource> {
  return {
    title: titleIn(connection, title ?? vscode.l10n.t('Which item?')),
    placeholder: vscode.l10n.t('A part of the name of an item, or its id'),
    idOf: resourceId,
    search: pagedSearch(
      connection,
      new Choices(connection, { acrossEvents: eventId === undefined }),
      reads.items(eventId),
      (row) => toItem(connection, row),
      reads.item,
    ),
  };
}

export async function pickPasskey(connection: Connection, eventId: string): Promise<PasskeyResource> {
  return pickOne(passkeySearch(connection, eventId));
}

export async function pickPasskeys(connection: Connection, eventId: string): Promise<readonly PasskeyResource[]> {
  return pickMany(passkeySearch(connection, eventId));
}

function passkeySearch(connection: Connection, eventId: string): SearchOptions<PasskeyResource> {
  return {
    title: titleIn(connection, vscode.l10n.t('Which passkey?')),
    placeholder: vscode.l10n.t('A part of a passkey, or its id'),
    idOf: resourceId,
    search: pagedSearch(
      connection,
      new Choices(connection),
      reads.passkeys(eventId),
      (row) => toPasskey(connection, row, eventId),
      reads.passkey,
    ),
  };
}

export async function pickCode(connection: Connection, itemId: string): Promise<CodeResource> {
  return pickOne(codeSearch(connection, itemId));
}

export async function pickCodes(connection: Connection, itemId: string): Promise<readonly CodeResource[]> {
  return pickMany(codeSearch(connection, itemId));
}

export function codeSearch(
  connection: Connection,
  itemId: string,
  title = vscode.l10n.t('Which code?'),
): SearchOptions<CodeResource> {
  return {
    title: titleIn(connection, title),
    placeholder: vscode.l10n.t('A part of a code'),
    idOf: resourceId,
    search: pagedSearch(connection, new Choices(connection), reads.codes(itemId), (row) => toCode(connection, row, itemId)),
  };
}

export async function pickSession(connection: Connection, eventId: string): Promise<SessionResource> {
  const reply = await connection.read('getEvent', { path: { id: eventId } });
  const writing = { currency: connection.environment.currency, language: vscode.env.language };
  const tools = { t: vscode.l10n.t, formats: formatsFor(connection.environment, vscode.env.language) };
  const sessions = sessionsOf(reply).flatMap((session) => {
    const { id, date, time, value } = session;
    if (id === undefined) return [];
    const start = [date, time].filter(Boolean).join(' ');
    const label = start === '' ? id : valueText(start, 'time', writing);
    const resource: SessionResource = { kind: 'session', environment: connection.environment.name, id, label, value, eventId };
    return [{ label, description: [id, ...sessionFacts(session, tools).parts].join(' · '), resource }];
  });
  const chosen = await vscode.window.showQuickPick(sessions, {
    title: titleIn(connection, vscode.l10n.t('Which session?')),
    placeHolder: vscode.l10n.t('A day or a time of a session, or its id'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen.resource;
}

/** Searches a list of the service by term, page by page, and by id where the text could be one. */
function pagedSearch<T extends Resource>(
  connection: Connection,
  made: Choices,
  { operation, input }: Read,
  toResource: (row: Row) => T,
  readOne?: (id: string) => Read,
): (term: string, signal: AbortSignal) => Promise<Found<T>> {
  const choicesOf = (rows: readonly Row[]) => {
    made.seen(rows);
    return rows.map((row) => made.of(toResource(row)));
  };
  const nextPage = async (pager: Pager, signal: AbortSignal): Promise<Found<T>> => {
    const { rows } = await pager.next(signal);
    const choices = choicesOf(rows.filter(({ id }) => id !== undefined));
    return { choices, more: pager.hasMore ? (next) => nextPage(pager, next) : undefined };
  };
  return async (term, signal) => {
    const query = term === '' ? input.query : { ...input.query, term };
    const pager = pagerOf(connection, { operation, input: { ...input, query } }, { pageSize: pageSize() });
    const [found, byId] = await Promise.all([
      nextPage(pager, signal),
      readOne && /^\d+$/.test(term) ? readReply(connection, readOne(term), { signal }).catch(() => undefined) : undefined,
    ]);
    const own = byId === undefined ? [] : choicesOf(rowsWithId(byId));
    const others = found.choices.filter(({ value }) => !own.some((choice) => choice.value.id === value.id));
    return { ...found, choices: [...own, ...others], isWhole: term === '' && !found.more };
  };
}
