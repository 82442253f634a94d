// The form of an item: a new one, or one that exists.
import * as vscode from 'vscode';
import { eventOfRow, labelOf } from '../../client/index.ts';
import type { EventOf, InitOf, ResultOf } from '../../protocol/contract.ts';
import { itemContract, sections, type ItemContract, type SaveReply, type SectionName } from '../../protocol/item.ts';
import type { TypedEdit } from '../../protocol/record-form.ts';
import { textIn } from '../../shared/typed-fields.ts';
import type { RecordHead } from '../../protocol/record-head.ts';
import { Latest, PageSession } from '../pages/session.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import {
  anyPage,
  keyOf,
  type Handlers,
  type Opening,
  type PageContent,
  type PagePanel,
  type SavedState,
} from '../pages/panel.ts';
import { RecordDraft } from '../records/draft.ts';
import type { Fields } from '../../records/index.ts';
import { dialectOf, serviceStore } from '../records/store.ts';
import { announceSave } from './item-cells.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { itemHead, runAction } from './record-head.ts';
import type { FormatContext } from './record-texts.ts';
import { findByName, readRelated, readTax, readTriggers, type Related } from './item-reads.ts';
import { ItemSession, type ItemStore } from './item-session.ts';
import { groupsAround, suggestionFor, type StartedAt } from './item-suggestions.ts';

export const itemPage: PageKind = (services, state, opening) =>
  anyPage<ItemContract>({
    state,
    title: state.id === undefined ? vscode.l10n.t('New Item') : vscode.l10n.t('Item {0}', state.id),
    icon: 'tag',
    page: 'item',
    content: (panel) => new ItemPage(services, state, panel, opening ?? {}),
  });

/** As amounts were typed when nothing else was possible. */
const asMoney = 'money/money';

type Kept = Awaited<ReturnType<RecordDraft['read']>>;

class ItemPage extends PageSession<ItemContract> implements PageContent<ItemContract> {
  readonly contract = itemContract;
  readonly #session: ItemSession;
  readonly #draft = new RecordDraft(this.host.drafts, () => keyOf(this.state));
  #section: SectionName | undefined;
  #draftBase: Fields | undefined;
  /** Whether something is typed that is not saved, and whether that was done while this very page was open. */
  #isTouched = false;
  #isOwn = false;
  #found: readonly string[] = [];
  /** Nothing until the page has asked for it. */
  #related: Related = { groups: [], types: [], valueTypes: [], rows: [] };
  #startedAt: StartedAt;
  readonly #tax = new Latest();
  /** Of the list that it was opened from: many services do not say it in the item. */
  readonly #rowEventId: string | undefined;

  constructor(services: PageServices, state: SavedState, panel: PagePanel<ItemContract>, { section, data, row }: Opening) {
    super(services, state, panel);
    this.#startedAt = data ?? {};
    this.#rowEventId = row?.eventId;
    this.#section = sections.find((name) => name === section);
    const store: ItemStore = {
      ...serviceStore(
        () => this.connection,
        services.storage,
        'item',
        () => labelOf(this.#base) || vscode.l10n.t('New Item'),
      ),
      isGroup: (id) => this.#isGroup(id),
      find: (eventId, name) => findByName(this.connection, eventId, name),
    };
    this.#session = new ItemSession(store, () => this.#format(), state.id, state.eventId);
    panel.onReopen = ({ section: again, data: started, isPreview = false }) => {
      this.#showSection(again, isPreview);
      void this.#takeFromCell();
      if (state.id === undefined && started !== undefined) this.#startAt(started as StartedAt);
    };
    panel.panel.onDidDispose(() => this.#tax.stop());
  }

  /** The page shows the item as soon as it is there; it asks for all else by itself. */
  async init(): Promise<InitOf<ItemContract>> {
    const { record } = this.#session;
    const draft = await this.#draft.read();
    if (!draft) this.#session.takeFormat();
    await record.open(record.id, draft && (draft.base ?? {}));
    const shown = this.#take(draft);
    return {
      environment: this.environment,
      timeZone: dialectOf(this.connection).clock,
      id: record.id,
      eventId: this.#eventId,
      section: this.#section,
      known: this.#session.known,
      base: this.#session.base,
      head: this.#head,
      draft: shown,
    };
  }

  #take(draft: Kept): EventOf<ItemContract, 'draft'> | undefined {
    this.#isTouched = draft !== undefined;
    this.#draftBase = draft?.base;
    this.#setTitle();
    if (!draft) return void (this.#isOwn = true);
    const base = this.#session.fieldsOf(this.#session.record.modelOf(draft.base ?? {}));
    // A number that was typed before its unit was known would be another amount now.
    const isTypedAlike = this.#session.isTypedAs(draft.typedAs ?? asMoney);
    const edits = draft.editsOn(base).filter(({ section }) => isTypedAlike || section !== 'value');
    const isOwn = this.#isOwn;
    // Whatever comes later was not typed before the window was reloaded.
    this.#isOwn = true;
    return { at: draft.at, isOwn, base, edits };
  }

  /** The form is open, and somebody goes on in it with what was typed into a cell of another page. */
  async #takeFromCell(): Promise<void> {
    const draft = this.#isTouched ? undefined : await this.#draft.read();
    const shown = draft && this.#take(draft);
    if (shown) this.panel.send('draft', shown);
  }

  readonly handlers: Handlers<ItemContract> = {
    keepDraft: (edits) => this.#keep(edits),
    dropDraft: () => this.#drop(),
    restoreDraft: () => {
      if (this.#draftBase && Object.keys(this.#draftBase).length > 0) this.#session.record.rebase(this.#draftBase);
      return Promise.resolve();
    },
    previewTax: async ({ price }) => {
      const eventId = this.#eventId;
      if (eventId === undefined) return { rows: [], unshown: 0, isUnitKnown: true };
      return this.#tax.ask((signal) => readTax(this.connection, eventId, price, this.#base, signal));
    },
    readTriggers: async () => {
      const { id } = this.#session.record;
      return { rows: id === undefined ? [] : await readTriggers(this.connection, id) };
    },
    readAround: async () => {
      if (this.#eventId !== undefined) this.#related = await readRelated(this.connection, this.#eventId);
      this.#setTitle();
      if (this.#head) this.panel.send('head', this.#head);
      return this.#around();
    },
    save: async ({ edits, ...options }) => {
      this.panel.pin();
      const before = this.#session.record.id;
      const reply = await this.#session.save(edits, options);
      await this.#afterSave(reply, before);
      return reply;
    },
    createAnother: async () => {
      const { id } = this.#session.record;
      const owner = { environment: this.state.environment, eventId: this.#eventId, eventLabel: this.#related.event };
      const item = { kind: 'item', ...owner, id, label: labelOf(this.#base), value: undefined };
      if (id !== undefined) await vscode.commands.executeCommand('boxOffice.createItem', item);
    },
    openFound: async ({ id }) => {
      if (!this.#found.includes(id)) return;
      const item = { kind: 'item', environment: this.state.environment, id, label: id, value: undefined };
      await vscode.commands.executeCommand('boxOffice.editItem', item);
    },
    run: async (action) => {
      const { id } = this.#session.record;
      if (id === undefined) return;
      this.panel.pin();
      const owner = { environment: this.state.environment, eventId: this.#eventId, eventLabel: this.#related.event };
      const item = { kind: 'item' as const, ...owner, id, label: labelOf(this.#base), value: undefined };
      const read = () => this.connection.read('getItem', { path: { id } }, { interactive: false });
      if (!(await runAction(action, item, read))) return;
      await this.#drop();
      this.panel.panel.dispose();
    },
  };

  async #afterSave(reply: SaveReply, before: string | undefined): Promise<void> {
    if (reply.kind === 'unknownCreation') this.#found = (reply.found ?? []).map(({ value }) => value);
    if (reply.kind === 'unchanged') await this.#drop();
    if (reply.kind !== 'written') return;
    const { environment } = this.state;
    if (before === undefined) {
      // What was new has an id: the page, and what is typed into it from now on, belong to the item.
      await this.#draft.drop();
      this.state = { environment, kind: this.state.kind, id: reply.id };
      this.panel.rekey(this.state);
    }
    const isDone = reply.sections.every(({ state }) => state === 'saved') && reply.edits.length === 0;
    await (isDone ? this.#drop() : this.#keep(reply.edits));
    this.#setTitle();
    announceSave(this.host.changes, reply, environment, this.#eventId);
  }

  async #keep(edits: readonly TypedEdit[]): Promise<void> {
    this.panel.pin();
    this.#isOwn = this.#isTouched = true;
    this.#draftBase = this.#base;
    this.#setTitle();
    await this.#draft.keep({ edits, base: this.#base, typedAs: this.#session.typedAs });
  }

  async #drop(): Promise<void> {
    this.#isOwn = true;
    this.#isTouched = false;
    this.#draftBase = undefined;
    this.#setTitle();
    await this.#draft.drop();
  }

  #around(): ResultOf<ItemContract, 'readAround'> {
    const { rows, lastSession, ...related } = this.#related;
    const { id } = this.#session.record;
    const suggested =
      id === undefined ? suggestionFor(rows, this.#startedAt, this.#format(), Date.now(), lastSession) : undefined;
    const parent = textIn(id === undefined ? (suggested?.fields ?? []) : this.#session.base, 'parent');
    return { ...related, path: groupsAround(rows, id, parent), ...(suggested ? { suggested } : {}) };
  }

  /** The form is open: it takes up where it was asked for now, unless somebody has begun to fill it in. */
  #startAt(started: StartedAt): void {
    if (this.#isTouched) return;
    this.#startedAt = started;
    this.panel.send('around', this.#around());
  }

  #showSection(wanted: string | undefined, isPreview: boolean): void {
    this.#section = sections.find((name) => name === wanted);
    // A page that was hidden is made anew and gets it with its content.
    if (this.#section) this.panel.send('section', { section: this.#section, isPreview });
  }

  #setTitle(): void {
    const { id } = this.#session.record;
    const label = id === undefined ? vscode.l10n.t('New Item') : labelOf(this.#base) || vscode.l10n.t('Item {0}', id);
    // Many items of an event have the same name; its group tells more of one than the event.
    const { event, groups } = this.#related;
    const parent = textIn(this.#session.base, 'parent');
    const owner = groups.find(({ value }) => value === parent)?.label ?? event;
    this.panel.setTitle([label, owner].filter(Boolean).join(' · '), this.#isTouched);
  }

  #format(): FormatContext {
    return {
      language: vscode.env.language,
      dialect: dialectOf(this.host.connections.of(this.state.environment)),
      currency: this.host.connections.of(this.state.environment)?.environment.currency,
    };
  }

  get #head(): RecordHead | undefined {
    const { id, base } = this.#session.record;
    if (id === undefined) return undefined;
    const hasItems = [...parentsOf(this.#related.rows).values()].includes(id);
    return itemHead(base, hasItems || isCalledGroup(base), this.connection);
  }

  get #base(): Fields {
    return this.#session.record.base;
  }

  get #eventId(): string | undefined {
    return eventOfRow(this.#base, dialectOf(this.connection)) ?? this.state.eventId ?? this.#rowEventId;
  }

  /** One that the page was given; what a draft brings back was given to an earlier page, and is looked up once more. */
  async #isGroup(id: string): Promise<boolean> {
    const isGiven = () => this.#related.groups.some(({ value }) => value === id);
    if (!isGiven() && this.#eventId !== undefined) this.#related = await readRelated(this.connection, this.#eventId);
    return isGiven();
  }
}
