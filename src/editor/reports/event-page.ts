// The page of an event: what it is, when and where, its sessions, items and passkeys, and what can be done with it.
import { namesOfRows } from '../../client/item-owners.ts';
import * as vscode from 'vscode';
import { ApiError, contentOf, labelOf, sessionsOf, type Row, type Session } from '../../client/index.ts';
import { eventActions, eventContract, rowActions, type EventContract, type RowKind } from '../../protocol/event.ts';
import type { ResultOf } from '../../protocol/contract.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { anyPage, type Handlers, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';
import { causeOf } from '../pages/receiver.ts';
import { PageSession } from '../pages/session.ts';
import { itemEdits } from '../forms/item-cells.ts';
import { formatsFor } from '../reading/formats.ts';
import { listTitle, pagerOf, reads } from '../reading/reads.ts';
import { toItem, toPasskey } from '../reading/resources.ts';
import { messageOf, UserError } from '../platform/user-error.ts';
import type { EventResource, Resource, SessionResource } from '../platform/resources.ts';
import { likelyEvents } from '../ask/likely-events.ts';
import { attentionBounds, lookAtEvents, type Concern, type RowsRead } from './event-attention.ts';
import { entriesShown, salesShown } from './event-figures.ts';
import { eventItems, eventPasskeys, eventSessions, eventShown, isYetToCome, leftFigure } from './event-shown.ts';

const { l10n } = vscode;

/** A page of an event shows no more of a list: all of it opens as a table. */
const shownRows = { items: 200, passkeys: 10 };
/** Of the passkeys more are read than shown, to look at what needs attention without another read. */
const readRows = { items: shownRows.items, passkeys: attentionBounds.rows };

export const eventPage: PageKind = (host, state) =>
  anyPage<EventContract>({
    state,
    title: l10n.t('Event {0}', state.eventId ?? ''),
    icon: 'calendar',
    page: 'event',
    content: (panel) => new EventSession(host, state, panel),
  });

class EventSession extends PageSession<EventContract> implements PageContent<EventContract> {
  readonly contract = eventContract;
  readonly #eventId: string;
  #value: unknown;
  #items: RowsRead | undefined;
  /** Under way or done. */
  #itemsRead: Promise<RowsRead> | undefined;
  #passkeysRead: Promise<RowsRead> | undefined;
  #passkeys: readonly Row[] = [];
  readonly #concerns = new Map<string, Concern>();
  readonly #edits = itemEdits(this.host, this.state);

  constructor(host: PageServices, state: SavedState, panel: PagePanel<EventContract>) {
    super(host, state, panel);
    if (state.eventId === undefined) throw new UserError(l10n.t('There is no event to show.'));
    this.#eventId = state.eventId;
    const following = [
      host.changes.onDidChange(({ environment, eventId, kind }) => {
        if (environment !== state.environment || kind === 'code') return;
        if (eventId === undefined || eventId === state.eventId) panel.send('changed', kind === 'item' ? 'items' : 'passkeys');
        // Another event may be pinned.
        if (eventId !== state.eventId) panel.send('changed', 'attention');
      }),
      host.changes.onPins(({ environment }) => {
        if (environment === state.environment) panel.send('changed', 'attention');
      }),
    ];
    panel.panel.onDidDispose(() => {
      for (const each of following) each.dispose();
    });
  }

  get #tools() {
    return { t: l10n.t, formats: formatsFor(this.connection.environment, vscode.env.language) };
  }

  get #event(): EventResource {
    const label = this.#value === undefined ? this.#eventId : labelOf(this.#value);
    return { kind: 'event', environment: this.state.environment, id: this.#eventId, label, value: this.#value };
  }

  async init() {
    const known = new Set(await vscode.commands.getCommands(true));
    const isKnown = (action: string) => known.has(`boxOffice.${action}`);
    const mayRemove = this.connection.environment.dialect.removal !== undefined;
    const shown = await this.#tryEvent();
    return {
      environment: this.environment,
      id: this.#eventId,
      isTrusted: vscode.workspace.isTrusted,
      actions: eventActions.filter(isKnown),
      rowActions: {
        item: rowActions.item.filter((action) => isKnown(action) && (action !== 'removeItem' || mayRemove)),
        passkey: rowActions.passkey.filter(isKnown),
        session: rowActions.session.filter(isKnown),
      },
      edits: this.#edits.open,
      timeZone: this.connection.environment.dialect.clock,
      ...shown,
    };
  }

  /** Items and passkeys are of the other group, and need the id alone: they are shown where the event cannot be. */
  async #tryEvent() {
    try {
      return { event: await this.#readEvent(false) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.panel.setTitle(this.#event.label);
      const shown = await this.#unlessItHasItems(error);
      return { problem: { text: messageOf(shown), ...causeOf(shown) } };
    }
  }

  /** What one group does not find, the other may have all the same: then it is not missing. */
  async #unlessItHasItems(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError) || error.kind !== 'notFound') return error;
    const hasItems = await this.#firstRows(this.#eventId, 'items', 1, false).then(
      ({ rows }) => rows.length > 0,
      () => false,
    );
    return hasItems ? new UserError(error.message) : error;
  }

  async #readEvent(isAsked: boolean) {
    this.#value = contentOf(await this.connection.read('getEvent', { path: { id: this.#eventId } }, manner(isAsked)));
    this.panel.setTitle(this.#event.label);
    return eventShown(this.#value, this.#eventId, this.#tools);
  }

  readonly handlers: Handlers<EventContract> = {
    ...this.#edits.handlers(
      ({ id }) => rowWith(this.#items?.rows ?? [], id),
      () => this.panel.pin(),
    ),
    event: async (isAsked) => {
      try {
        return await this.#readEvent(isAsked);
      } catch (error) {
        throw await this.#unlessItHasItems(error);
      }
    },
    items: (isAsked) => this.#readItems(isAsked),
    passkeys: (isAsked) => this.#readPasskeys(isAsked),
    run: (action) => this.#run(action, this.#event),
    runOnRow: ({ kind, id, action }) => this.#run(action, this.#rowOf(kind, id)),
    sales: async (isAsked) => {
      const reply = await this.connection.read('getBordero', { path: { eventId: this.#eventId } }, manner(isAsked));
      return salesShown(reply, this.connection.environment.dialect.amounts?.reports, this.#figureTools);
    },
    entries: async (isAsked) => {
      const input = { path: { eventId: this.#eventId }, query: { method: 'report' as const } };
      return entriesShown(await this.connection.read('getEntryReport', input, manner(isAsked)), this.#figureTools);
    },
    attention: ({ of, isAsked }) => this.#lookAtEvents(of, isAsked),
    openAttention: (key) => this.#openConcern(key),
    runOnAttention: ({ key, action }) => this.#run(action, this.#concernWith(key)),
    openTable: (name) => this.#openTable(name, this.#event),
    openItem: (id) => this.#edit('editItem', this.#rowOf('item', id)),
    openPasskey: (id) => this.#edit('editPasskey', this.#rowOf('passkey', id)),
    openSession: (id) => this.#run('showTickets', this.#rowOf('session', id)),
  };

  #rowOf(kind: RowKind, id: string): Resource {
    if (kind === 'session') return this.#sessionWith(id);
    if (kind === 'item') return toItem(this.connection, rowWith(this.#items?.rows ?? [], id), this.#eventId);
    return toPasskey(this.connection, rowWith(this.#passkeys, id), this.#eventId);
  }

  get #figureTools() {
    const { currency, dialect } = this.connection.environment;
    const sessions = sessionsOf(this.#value, dialect.clock);
    const isAhead = (session: Session) => isYetToCome(session, this.#tools);
    return { t: l10n.t, writing: { currency, language: vscode.env.language }, sessions, isAhead };
  }

  #openTable(name: 'items' | 'passkeys', { environment, id, label }: EventResource): Promise<void> {
    const read = reads[name](id);
    return this.#run('openAsTable', { environment, title: listTitle(read, label), read });
  }

  #edit(command: 'editItem' | 'editPasskey', resource: Resource): Promise<void> {
    return this.#run(vscode.workspace.isTrusted ? command : 'openAsJson', resource);
  }

  async #run(command: string, on: unknown): Promise<void> {
    this.panel.pin();
    await vscode.commands.executeCommand(`boxOffice.${command}`, on);
  }

  async #readItems(isAsked: boolean): Promise<ResultOf<EventContract, 'items'>> {
    const reading = this.#firstRows(this.#eventId, 'items', readRows.items, isAsked);
    this.#itemsRead = reading;
    const { rows, isWhole, hasMore, leftOut } = (this.#items = await reading);
    this.#edits.rowsRead();
    const left = leftFigure(rows, isWhole && !hasMore, this.#tools);
    const items = eventItems(rows, this.#tools, (row) => this.#edits.textsOf(row));
    return { items, left, hasMore, isWhole, ...(leftOut === undefined ? {} : { leftOut }), now: Date.now() };
  }

  async #readPasskeys(isAsked: boolean): Promise<ResultOf<EventContract, 'passkeys'>> {
    const reading = this.#firstRows(this.#eventId, 'passkeys', readRows.passkeys, isAsked);
    this.#passkeysRead = reading;
    const { rows, hasMore, leftOut: _none, ...state } = await reading;
    this.#passkeys = rows.slice(0, shownRows.passkeys);
    return {
      passkeys: eventPasskeys(this.#passkeys, this.#tools),
      hasMore: hasMore || rows.length > this.#passkeys.length,
      ...state,
    };
  }

  async #firstRows(eventId: string, name: 'items' | 'passkeys', pageSize: number, isAsked: boolean) {
    const pager = pagerOf(this.connection, reads[name](eventId), { pageSize, ...manner(isAsked) });
    const { rows } = await pager.next();
    const { hasMore, isWhole } = pager;
    const total = isWhole ? pager.count : pager.total;
    const leftOut = pager.unclaimed.length > 0 ? { leftOut: namesOfRows(pager.unclaimed) } : {};
    return { rows, hasMore, isWhole, ...(total === undefined ? {} : { total }), ...leftOut };
  }

  /** What the page has read of its own event is not read again. */
  async #lookAtEvents(of: 'event' | 'others', isAsked: boolean): Promise<ResultOf<EventContract, 'attention'>> {
    const isOwn = of === 'event';
    const readHere = { items: () => this.#itemsRead, passkeys: () => this.#passkeysRead };
    const read = async ({ id }: EventResource, list: 'items' | 'passkeys') =>
      (isOwn ? await readHere[list]() : undefined) ?? this.#firstRows(id, list, attentionBounds.rows, isAsked);
    const others = likelyEvents(this.connection).pinned.filter(({ id }) => id !== this.#eventId);
    const looked = isOwn ? [this.#event] : others;
    const { concerns, notes, unread } = await lookAtEvents(this.connection, looked, isOwn, read, this.#tools, Date.now());
    for (const concern of concerns) this.#concerns.set(concern.key, concern);
    const rows = concerns.map(({ key, kind, what, detail, label, event }) => ({ key, kind, what, detail, label, event }));
    return { rows, notes: [...notes], unread: [...unread], hasOthers: others.length > 0 };
  }

  #concernWith(key: string): Resource {
    const resource = this.#concerns.get(key)?.resource;
    if (!resource) throw rowIsGone();
    return resource;
  }

  #openConcern(key: string): Promise<void> {
    const resource = this.#concernWith(key);
    if (resource.kind === 'event') return this.#openTable('passkeys', resource);
    return this.#edit(resource.kind === 'passkey' ? 'editPasskey' : 'editItem', resource);
  }

  #sessionWith(id: string): SessionResource {
    const session = sessionsOf(this.#value).find((each) => each.id === id);
    if (!session) throw rowIsGone();
    const [shown] = eventSessions([session], this.#tools);
    const { environment } = this.state;
    const label = `${this.#event.label} · ${shown?.label ?? id}`;
    return { kind: 'session', environment, id, label, value: session.value, eventId: this.#eventId };
  }
}

/** What nobody asked for says in its own place that a sign-in is missing: the page asks once, for all of them. */
function manner(isAsked: boolean) {
  return { interactive: isAsked, quiet: !isAsked };
}

/** Only what the page was given can be opened from it. */
function rowWith(rows: readonly Row[], id: string): Row {
  const row = rows.find((each) => each.id === id);
  if (!row) throw rowIsGone();
  return row;
}

function rowIsGone(): UserError {
  return new UserError(l10n.t('This row is no longer there. Refresh the page.'));
}
