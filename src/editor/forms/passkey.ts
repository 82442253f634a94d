// The form of a passkey: a new one, or one that exists.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { contentOf, labelOf } from '../../client/index.ts';
import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { passkeyContract, passkeyFields, type PasskeyContract, type PasskeyFields } from '../../protocol/passkey.ts';
import { noFields } from '../../shared/record-fields.ts';
import type { Connection } from '../account/index.ts';
import { saveAlone } from '../records/locks.ts';
import { problemMessage } from '../records/messages.ts';
import { isFields, type Fields, type PlanProblem } from '../records/plan.ts';
import type { Basis } from '../records/save.ts';
import { fieldOf } from '../reading/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind, type PageServices } from '../pages/pages.ts';
import { anyPage, keyOf, type Handlers, type SavedState } from '../pages/panel.ts';
import { ItemChoices, passkeyStore, readPasskey } from './passkey-store.ts';
import { differencesOf, fieldsOf } from './passkey-record.ts';
import { machineZone, saveEdited, saveNew, type PasskeySave } from './passkey-save.ts';

export const passkeyPage: PageKind = (host, state) => {
  const title = state.id === undefined ? vscode.l10n.t('Create Passkey') : vscode.l10n.t('Passkey {0}', state.id);
  return anyPage<PasskeyContract>({
    state,
    title,
    icon: 'key',
    page: 'passkey',
    content: (page) => {
      const session = new PasskeySession(host, state, (label) => page.setTitle(label));
      return { contract: passkeyContract, init: () => session.init(), handlers: session.handlers };
    },
  });
};

/** What is kept of a form that was not saved: what was typed, and the record that it was typed on. */
const keptDraft = v.object({
  fields: passkeyFields,
  id: v.optional(v.string()),
  opened: v.optional(v.custom<Fields>(isFields)),
});

/** One open form: what it was opened with, and what is known of the service since. */
class PasskeySession {
  readonly #host: PageServices;
  readonly #state: SavedState;
  readonly #setTitle: (title: string) => void;
  readonly #draft: PageDraft<typeof keptDraft>;
  readonly #items = new ItemChoices(() => this.#connection);
  /** Of a passkey that was made here as well. */
  #id: string | undefined;
  #eventId: string | undefined;
  /** How a person calls the event. */
  #event = '';
  #basis: Basis | undefined;
  /** The record that the draft was typed on. */
  #kept: Fields | undefined;
  /** Their version, which the person was shown. */
  #theirs: Fields | undefined;
  #created: string | undefined;

  constructor(host: PageServices, state: SavedState, setTitle: (title: string) => void) {
    this.#host = host;
    this.#state = state;
    this.#setTitle = setTitle;
    this.#id = state.id;
    this.#eventId = state.eventId;
    this.#draft = new PageDraft(host.drafts, keyOf(state), keptDraft);
  }

  async init(): Promise<InitOf<PasskeyContract>> {
    const draft = await this.#draft.read();
    this.#id = this.#state.id ?? draft?.fields.id;
    this.#kept = draft?.fields.opened;
    await this.#open();
    const event = await this.#connection.read('getEvent', { path: { id: this.#requireEvent() } });
    this.#event = labelOf(contentOf(event));
    this.#nameIt();
    const { opened } = this.#basis ?? {};
    return {
      environment: environmentFor(this.#connection),
      event: { id: this.#requireEvent(), label: this.#event },
      id: this.#state.id,
      exists: this.#basis !== undefined,
      saved: this.#saved,
      itemsKnown: opened === undefined || Array.isArray(opened.itemIds),
      timeZone: this.#zone ?? machineZone(),
      draft: draft && { at: draft.at, fields: draft.fields.fields, saved: this.#fieldsFor(draft.fields.opened) },
    };
  }

  readonly handlers: Handlers<PasskeyContract> = {
    items: ({ isAsked }) => this.#items.read(this.#requireEvent(), isAsked),
    keepDraft: async (fields) => {
      await this.#draft.keep({ fields, id: this.#id, opened: this.#basis?.opened });
      return null;
    },
    dropDraft: () => this.#draft.handlers.dropDraft(),
    restoreDraft: () => {
      // So that what others did since is found out.
      if (this.#kept) this.#rebase(this.#kept);
      return Promise.resolve(null);
    },
    save: async ({ fields, isResolved }) => {
      if (isResolved && this.#theirs) this.#rebase(this.#theirs);
      return this.#finish(fields, await this.#save(fields));
    },
    takeTheirs: async () => {
      const theirs = this.#theirs ?? (await readPasskey(this.#connection, this.#requireId()));
      this.#rebase(theirs);
      await this.#draft.drop();
      return this.#saved;
    },
    openCreated: async () => {
      const { environment } = this.#state;
      const passkey = { kind: 'passkey', environment, id: this.#created, label: '', value: undefined, eventId: this.#eventId };
      if (this.#created !== undefined) await vscode.commands.executeCommand('boxOffice.editPasskey', passkey);
      return null;
    },
  };

  get #connection(): Connection {
    return connectionOf(this.#host, this.#state);
  }

  get #zone(): string | undefined {
    return this.#connection.environment.timeZone;
  }

  get #saved(): PasskeyFields {
    return this.#fieldsFor(this.#basis?.opened);
  }

  #fieldsFor(record: Fields | undefined): PasskeyFields {
    return record ? fieldsOf(record, this.#zone) : noFields;
  }

  /** With a draft the form can be shown even where the service cannot be asked: from the record that it was typed on. */
  async #open(): Promise<void> {
    if (this.#id === undefined) return;
    const kept = this.#kept;
    const reading = readPasskey(this.#connection, this.#id, { interactive: kept === undefined });
    const now = kept === undefined ? await reading : await reading.catch(() => kept);
    this.#rebase(now);
    this.#eventId ??= fieldOf(now, 'eventId');
  }

  #nameIt(): void {
    const { id } = this.#state;
    const name = id === undefined ? vscode.l10n.t('Create Passkey') : vscode.l10n.t('Passkey {0}', this.#saved.passkey || id);
    this.#setTitle(`${name} · ${this.#event}`);
  }

  #rebase(record: Fields): void {
    this.#basis = { opened: record, seen: record };
    this.#theirs = undefined;
  }

  /** One save in flight for each record, in every window. */
  async #save(fields: PasskeyFields): Promise<PasskeySave> {
    const { environment } = this.#connection;
    const eventId = this.#requireEvent();
    const context = { timeZone: environment.timeZone, now: Date.now(), eventId };
    await this.#items.require(eventId, fields.itemIds, this.#saved.itemIds);
    const store = passkeyStore(this.#connection, eventId, fields.passkey);
    const [id, basis] = [this.#id, this.#basis];
    const name = id ?? `new ${eventId} ${fields.passkey}`;
    const record = { ticketUrl: environment.ticketUrl, kind: 'passkey' as const, id: name };
    const locked = await saveAlone(this.#host.storage, record, () =>
      id === undefined || !basis ? saveNew(fields, store, context) : saveEdited(id, basis, fields, store, context),
    );
    if (!locked)
      throw new UserError(vscode.l10n.t('{0} is being saved in another window. Wait a moment and save again.', fields.passkey));
    return locked.value;
  }

  async #finish(fields: PasskeyFields, save: PasskeySave): Promise<ResultOf<PasskeyContract, 'save'>> {
    if (save.kind === 'problems') return { kind: 'problems', problems: problemsOf(save.problems, save.exists === true) };
    if (save.kind === 'conflict') {
      this.#theirs = save.theirs;
      const opened = this.#basis?.opened ?? {};
      const theirs = this.#fieldsFor(save.theirs);
      return { kind: 'conflict', differences: differencesOf(opened, save.theirs, fields, this.#zone), theirs };
    }
    const { parts, id, basis, isReadBack } = save;
    const isComplete = parts.every(({ state }) => state === 'saved');
    if (basis) this.#basis = isComplete ? { opened: basis.seen, seen: basis.seen } : basis;
    this.#announce(id, parts);
    const result = { kind: 'done' as const, parts: [...parts], saved: this.#saved, isComplete, isReadBack, id };
    this.#nameIt();
    if (isComplete) await this.#draft.drop();
    if (isComplete && this.#state.id === undefined) this.#beginAnew(id);
    else this.#id = id ?? this.#id;
    return result;
  }

  /** A form for new passkeys is ready for the next one. */
  #beginAnew(created: string | undefined): void {
    this.#created = created;
    this.#id = undefined;
    this.#basis = undefined;
  }

  #announce(id: string | undefined, parts: Extract<PasskeySave, { kind: 'done' }>['parts']): void {
    if (!parts.some(({ state }) => state === 'saved' || state === 'unknown')) return;
    this.#host.changes.announce({ environment: this.#state.environment, kind: 'passkey', id, eventId: this.#eventId });
  }

  #requireId(): string {
    if (this.#id !== undefined) return this.#id;
    throw new UserError(vscode.l10n.t('This passkey does not exist yet. Save it first.'));
  }

  #requireEvent(): string {
    if (this.#eventId !== undefined) return this.#eventId;
    throw new UserError(vscode.l10n.t('The service does not say to which event this passkey belongs.'));
  }
}

function problemsOf(problems: readonly PlanProblem[], exists: boolean): { field: string; message: string }[] {
  const found = problems.map((problem) => ({ field: String(problem.path[0] ?? ''), message: problemMessage(problem) }));
  return exists ? [{ field: 'passkey', message: vscode.l10n.t('This event has this passkey already.') }, ...found] : found;
}
