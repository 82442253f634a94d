// The form of an item: a new one, or one that exists.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { contentOf, labelOf, type CallInput } from '../../client/index.ts';
import type { InitOf } from '../../protocol/contract.ts';
import {
  itemContract,
  itemForm,
  sections,
  type ItemContract,
  type ItemForm,
  type SaveReply,
  type SectionName,
  type TaxPreview,
} from '../../protocol/item.ts';
import { confirmWrite } from '../account/confirm.ts';
import type { ReadOptions } from '../account/connection.ts';
import type { Connection } from '../account/index.ts';
import { saveAlone } from '../records/locks.ts';
import { stepName } from '../records/messages.ts';
import { isFields, type Fields } from '../records/plan.ts';
import { writeAny } from '../account/calls.ts';
import { fieldOf } from '../reading/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { connectionOf, environmentFor, type PageKind, type PageServices } from '../pages/pages.ts';
import { ItemSession, type ItemStore } from './item-session.ts';
import { findByName, readAround, readTax, readTriggers, type Related } from './item-reads.ts';
import { Latest } from '../pages/latest.ts';
import { anyPage, keyOf, type PagePanel, type Handlers, type SavedState } from '../pages/panel.ts';

export const itemPage: PageKind = (host, state, opening) =>
  anyPage<ItemContract>({
    state,
    title: state.id === undefined ? vscode.l10n.t('New Item') : vscode.l10n.t('Item {0}', state.id),
    icon: 'tag',
    page: 'item',
    content: (panel) => {
      const page = new ItemPage(host, state, panel, opening?.section);
      return { contract: itemContract, init: () => page.init(), handlers: page.handlers };
    },
  });

/** What is kept of a form that was not saved: what was typed, and the record that it was typed on. */
const keptDraft = v.object({ form: itemForm, opened: v.custom<Fields>(isFields) });
type Kept = v.InferOutput<typeof keptDraft>;

class ItemPage {
  readonly #host: PageServices;
  readonly #panel: PagePanel<ItemContract>;
  readonly #session: ItemSession;
  #state: SavedState;
  #section: SectionName | undefined;
  #draft: Kept | undefined;
  /** Whether the draft was typed into this very page. */
  #isOwn = false;
  #found: readonly string[] = [];
  /** Nothing until the page has asked for it. */
  #related: Related = { groups: [] };
  readonly #tax = new Latest();

  constructor(host: PageServices, state: SavedState, panel: PagePanel<ItemContract>, section: string | undefined) {
    this.#host = host;
    this.#state = state;
    this.#panel = panel;
    this.#section = sections.find((name) => name === section);
    const format = {
      language: vscode.env.language,
      timeZone: this.#host.connections.of(state.environment)?.environment.timeZone,
    };
    this.#session = new ItemSession(this.#store(), format, state.id, state.eventId);
    panel.onReopen = ({ section: again }) => this.#showSection(again);
    panel.panel.onDidDispose(() => this.#tax.stop());
  }

  /** The page shows the item as soon as it is there; it asks for all else by itself. */
  async init(): Promise<InitOf<ItemContract>> {
    const connection = this.#connection;
    const draft = await this.#host.drafts.read(this.#key);
    const kept = v.safeParse(keptDraft, draft?.value);
    this.#draft = kept.success ? kept.output : undefined;
    await this.#session.open(this.#draft?.opened);
    this.#setTitle();
    return {
      environment: environmentFor(connection),
      timeZone: connection.environment.timeZone,
      id: this.#session.id,
      eventId: this.#eventId,
      section: this.#section,
      shown: this.#session.shown,
      opened: this.#session.openedForm,
      draft: draft &&
        this.#draft && {
          at: draft.at,
          isOwn: this.#isOwn,
          opened: this.#session.formFor(this.#draft.opened),
          form: this.#draft.form,
        },
    };
  }

  readonly handlers: Handlers<ItemContract> = {
    keepDraft: async ({ form }) => {
      await this.#keep(form);
      return {};
    },
    dropDraft: async () => {
      await this.#drop();
      return {};
    },
    restoreDraft: () => {
      if (this.#draft && Object.keys(this.#draft.opened).length > 0) this.#session.startFrom(this.#draft.opened);
      return Promise.resolve({});
    },
    previewTax: ({ price }) => this.#tax.ask((signal) => this.#previewTax(price, signal)),
    readTriggers: async () => ({
      rows: this.#session.id === undefined ? [] : await readTriggers(this.#connection, this.#session.id),
    }),
    readAround: async () => {
      if (this.#eventId !== undefined) this.#related = await readAround(this.#connection, this.#eventId);
      this.#setTitle();
      return this.#related;
    },
    save: async ({ form, ...options }) => {
      const before = this.#session.id;
      const reply = await this.#session.save(form, options);
      await this.#afterSave(reply, before);
      return reply;
    },
    openFound: async ({ id }) => {
      if (!this.#found.includes(id)) return {};
      const item = { kind: 'item', environment: this.#state.environment, id, label: id, value: undefined };
      await vscode.commands.executeCommand('boxOffice.editItem', item);
      return {};
    },
  };

  async #previewTax(price: number, signal: AbortSignal): Promise<TaxPreview> {
    const eventId = this.#eventId;
    return eventId === undefined ? {} : readTax(this.#connection, eventId, price, this.#session.opened, signal);
  }

  async #afterSave(reply: SaveReply, before: string | undefined): Promise<void> {
    if (reply.kind === 'unknownCreation') this.#found = (reply.found ?? []).map(({ value }) => value);
    if (reply.kind === 'unchanged') await this.#drop();
    if (reply.kind !== 'written') return;
    const { environment } = this.#state;
    if (before === undefined) await this.#becomeExisting(reply.id);
    const isDone = reply.parts.every(({ state }) => state === 'saved');
    await (isDone ? this.#drop() : this.#keep(reply.form));
    this.#setTitle();
    const wasTouched = reply.parts.some(({ state }) => state === 'saved' || state === 'unknown');
    if (wasTouched) this.#host.changes.announce({ environment, kind: 'item', id: reply.id, eventId: this.#eventId });
  }

  /** What was new has an id: the page, and what is typed into it from now on, belong to the item. */
  async #becomeExisting(id: string): Promise<void> {
    await this.#host.drafts.drop(this.#key);
    const { environment, kind } = this.#state;
    this.#state = { environment, kind, id };
    this.#panel.rekey(this.#state);
  }

  async #keep(form: ItemForm): Promise<void> {
    this.#isOwn = true;
    this.#draft = { form, opened: this.#session.opened };
    this.#setTitle();
    await this.#host.drafts.keep(this.#key, this.#draft);
  }

  async #drop(): Promise<void> {
    this.#draft = undefined;
    this.#isOwn = true;
    this.#setTitle();
    await this.#host.drafts.drop(this.#key);
  }

  #showSection(part: string | undefined): void {
    this.#section = sections.find((name) => name === part);
    // A page that was hidden is made anew and gets it with its content.
    if (this.#section) this.#panel.send('section', { section: this.#section });
  }

  #setTitle(): void {
    const { id } = this.#session;
    const label = id === undefined ? vscode.l10n.t('New Item') : labelOf(this.#session.opened) || vscode.l10n.t('Item {0}', id);
    const title = [label, this.#owner].filter(Boolean).join(' · ');
    this.#panel.setTitle(title, this.#draft !== undefined);
  }

  /** Many items of an event have the same name; its group tells more of one than the event. */
  get #owner(): string | undefined {
    const { event, groups } = this.#related;
    return groups.find(({ value }) => value === this.#session.openedForm.parent)?.label ?? event;
  }

  get #connection(): Connection {
    return connectionOf(this.#host, this.#state);
  }

  /** One that the page was given; what a draft brings back was given to an earlier page, and is looked up once more. */
  async #isGroup(id: string): Promise<boolean> {
    const isGiven = () => this.#related.groups.some(({ value }) => value === id);
    if (!isGiven() && this.#eventId !== undefined) this.#related = await readAround(this.#connection, this.#eventId);
    return isGiven();
  }

  get #key(): string {
    return keyOf(this.#state);
  }

  get #eventId(): string | undefined {
    return fieldOf(this.#session.opened, 'eventId') ?? this.#state.eventId;
  }

  #store(): ItemStore {
    const target = () => labelOf(this.#session.opened) || vscode.l10n.t('New Item');
    return {
      read: (id, isPatient = true, onEtag) => readItem(this.#connection, id, { interactive: isPatient, onEtag }),
      create: (body) =>
        this.#connection.write('createItem', { body } as unknown as CallInput<'createItem'>, {
          target: target(),
          confirmed: true,
        }),
      write: (id, { operation, body }, ifMatch) =>
        writeAny(this.#connection, operation, { path: { id }, body }, { target: target(), confirmed: true, ifMatch }),
      isGroup: (id) => this.#isGroup(id),
      find: (eventId, name) => findByName(this.#connection, eventId, name),
      confirm: async (lines) => {
        const { environment } = this.#connection;
        const title = this.#session.id === undefined ? vscode.l10n.t('Create item') : vscode.l10n.t('Save item');
        if (environment.protected) await confirmWrite({ environment, title, target: target(), detail: lines.join('\n') });
      },
      lock: (id, work) =>
        saveAlone(this.#host.storage, { ticketUrl: this.#connection.environment.ticketUrl, kind: 'item', id }, work),
      stepName,
    };
  }
}

async function readItem(connection: Connection, id: string, options: ReadOptions): Promise<Fields> {
  const record = contentOf(await connection.read('getItem', { path: { id } }, options));
  if (isFields(record)) return record;
  throw new UserError(
    vscode.l10n.t('The service gave no record for {0}. Refresh the tree to see whether it is still there.', id),
  );
}
