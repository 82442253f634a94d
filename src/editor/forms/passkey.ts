// The form of a passkey: a new one, or one that exists.
import * as vscode from 'vscode';
import { eventOfRow, idOf, judgingZone, type Dialect } from '../../client/index.ts';
import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { passkeyContract, type PasskeyContract } from '../../protocol/passkey.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { textIn, withTexts } from '../../shared/typed-fields.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { anyPage, keyOf, type Handlers, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';
import { PageSession, readEventLabel } from '../pages/session.ts';
import { UserError } from '../platform/user-error.ts';
import { RecordDraft } from '../records/draft.ts';
import { problemMessage } from '../../records/messages.ts';
import type { Fields } from '../../records/index.ts';
import { dialectOf, serviceStore } from '../records/store.ts';
import { findPasskey } from '../reading/reads.ts';
import { ItemChoices } from './passkey-reads.ts';
import { changedElsewhere, newBody, typedFieldsOf } from './record-texts.ts';
import { passkeyHead, runAction } from './record-head.ts';
import { PasskeySession, type PasskeySave } from './passkey-session.ts';

export const passkeyPage: PageKind = (services, state) =>
  anyPage<PasskeyContract>({
    state,
    title: state.id === undefined ? vscode.l10n.t('New Passkey') : vscode.l10n.t('Passkey {0}', state.id),
    icon: 'key',
    page: 'passkey',
    content: (panel) => new PasskeyPage(services, state, panel),
  });

type Done = Extract<PasskeySave, { kind: 'done' }>;
type Kept = Awaited<ReturnType<RecordDraft['read']>>;

class PasskeyPage extends PageSession<PasskeyContract> implements PageContent<PasskeyContract> {
  readonly contract = passkeyContract;
  readonly #session: PasskeySession;
  readonly #draft = new RecordDraft(this.host.drafts, () => keyOf(this.state));
  readonly #items = new ItemChoices(() => this.connection);
  #eventId = this.state.eventId;
  /** How a person calls the event. */
  #event = '';
  /** What is being saved. */
  #target = '';
  /** The record that the draft was typed on. */
  #draftBase: Fields | undefined;
  /** What it was made with, as long as it could not be read since. */
  #made: Fields | undefined;
  /** Whether something is typed that is not saved. */
  #isTouched = false;

  constructor(services: PageServices, state: SavedState, panel: PagePanel<PasskeyContract>) {
    super(services, state, panel);
    const store = serviceStore(
      () => this.connection,
      services.storage,
      'passkey',
      () => this.#target,
    );
    const find = (passkey: string) => findPasskey(this.connection, this.#requireEvent(), passkey);
    const context = () => ({ dialect: dialectOf(services.connections.of(state.environment)), now: Date.now() });
    this.#session = new PasskeySession({ ...store, find }, context, state.id);
  }

  async init(): Promise<InitOf<PasskeyContract>> {
    const draft = await this.#draft.read();
    this.#draftBase = draft?.base;
    this.#isTouched = draft !== undefined;
    await this.#session.record.open(this.state.id ?? draft?.id, this.#draftBase);
    const { base } = this.#session.record;
    // What it was made with stands for it only as long as it cannot be read.
    if (idOf(base) !== undefined && idOf(this.#draftBase) === undefined) this.#draftBase = undefined;
    this.#eventId ??= eventOfRow(base, this.#dialect);
    const id = this.#requireEvent();
    this.#event = await readEventLabel(this.connection, id);
    this.#setTitle();
    const { isKnown } = this.#session;
    return {
      environment: this.environment,
      event: { id, label: this.#event },
      id: this.state.id,
      exists: isKnown,
      base: this.#session.base,
      ...(isKnown ? { head: passkeyHead(base, this.connection) } : {}),
      itemsKnown: !isKnown || this.#session.record.baseModel.sections.itemIds !== undefined,
      timeZone: judgingZone(this.#dialect.clock),
      isZoneKnown: this.#dialect.clock !== undefined,
      draft: draft && this.#shown(draft),
    };
  }

  readonly handlers: Handlers<PasskeyContract> = {
    items: ({ isAsked }) => this.#items.read(this.#requireEvent(), isAsked),
    keepDraft: (edits) => this.#keep(edits),
    dropDraft: () => this.#drop(),
    restoreDraft: () => {
      // So that what others did since is found out.
      if (this.#draftBase) this.#session.record.rebase(this.#draftBase);
      return Promise.resolve();
    },
    save: async ({ edits, isResolved }) => {
      this.panel.pin();
      const { record } = this.#session;
      if (isResolved && record.conflict) record.rebase(record.conflict);
      const { base } = this.#session;
      const typed = withTexts(base, edits);
      await this.#items.require(this.#requireEvent(), itemsIn(typed), itemsIn(base));
      this.#target = textIn(typed, 'passkey') || this.#target;
      return this.#replyTo(edits, await this.#session.save(edits, this.#requireEvent()));
    },
    createAnother: () => this.#create('createPasskey'),
    createMany: () => this.#create('createPasskeys'),
    run: async (action) => {
      const { id } = this.#session.record;
      if (id === undefined) return;
      this.panel.pin();
      const owner = { environment: this.state.environment, eventId: this.#eventId, eventLabel: this.#event };
      const passkey = { kind: 'passkey' as const, ...owner, id, label: this.#passkey, value: undefined };
      const read = () => this.connection.read('getPasskey', { path: { id } }, { interactive: false });
      if (!(await runAction(action, passkey, read))) return;
      await this.#drop();
      this.panel.panel.dispose();
    },
  };

  async #create(command: 'createPasskey' | 'createPasskeys'): Promise<void> {
    const { environment } = this.state;
    const event = { kind: 'event', environment, id: this.#requireEvent(), label: this.#event, value: undefined };
    await vscode.commands.executeCommand(`boxOffice.${command}`, event);
  }

  get #dialect(): Dialect {
    return this.connection.environment.dialect;
  }

  get #passkey(): string {
    return textIn(this.#session.base, 'passkey');
  }

  #shown({ at, editsOn }: NonNullable<Kept>): InitOf<PasskeyContract>['draft'] {
    const { base: read, format, record } = this.#session;
    const base = this.#draftBase ? typedFieldsOf(record.modelOf(this.#draftBase), format) : read;
    return { at, base, edits: [...editsOn(base)] };
  }

  #setTitle(): void {
    const { id } = this.state;
    const name = id === undefined ? vscode.l10n.t('New Passkey') : vscode.l10n.t('Passkey {0}', this.#passkey || id);
    this.panel.setTitle(`${name} · ${this.#event}`, this.#isTouched);
  }

  async #keep(edits: readonly TypedEdit[]): Promise<void> {
    this.panel.pin();
    this.#isTouched = true;
    this.#setTitle();
    const { id, base } = this.#session.record;
    await this.#draft.keep({ edits, id, base: this.#session.isKnown ? base : this.#made });
  }

  async #drop(): Promise<void> {
    this.#isTouched = false;
    this.#setTitle();
    await this.#draft.drop();
  }

  async #replyTo(edits: readonly TypedEdit[], save: PasskeySave): Promise<ResultOf<PasskeyContract, 'save'>> {
    switch (save.kind) {
      case 'busy':
        throw new UserError(vscode.l10n.t('{0} is being saved in another window. Wait a moment and save again.', this.#target));
      case 'exists': {
        const message = vscode.l10n.t('This event has this passkey already.');
        return { kind: 'problems', problems: [{ field: 'passkey', message }] };
      }
      case 'problems': {
        const problems = save.problems.map((each) => ({
          field: each.name ?? String(each.path[0] ?? ''),
          message: problemMessage(each),
        }));
        return { kind: 'problems', problems };
      }
      case 'conflict': {
        const { record, format } = this.#session;
        return changedElsewhere(record, save.remote, format);
      }
      case 'unchanged':
        await this.#drop();
        return save;
      case 'done':
        return this.#finish(edits, save);
    }
  }

  async #finish(
    edits: readonly TypedEdit[],
    { sections, id, isReadBack, beyond = [] }: Done,
  ): Promise<ResultOf<PasskeyContract, 'save'>> {
    if (this.state.id === undefined && id !== undefined) {
      // What was new has an id: the page, and what is typed into it from now on, belong to the passkey.
      await this.#draft.drop();
      this.state = { environment: this.state.environment, kind: this.state.kind, id };
      this.panel.rekey(this.state);
    }
    const isComplete = sections.every(({ state }) => state === 'saved');
    if (id !== undefined && !this.#session.isKnown) this.#made ??= newBody('passkey', edits, this.#dialect);
    if (sections.some(({ state }) => state === 'saved' || state === 'unknown'))
      this.host.changes.announce({ environment: this.state.environment, kind: 'passkey', id, eventId: this.#eventId });
    await (isComplete ? this.#drop() : this.#keep(edits));
    if (this.#session.isKnown) this.panel.send('head', passkeyHead(this.#session.record.base, this.connection));
    // One that was made and could not be read has what was sent; its items are sent after it.
    const isSent = ({ section }: TypedEdit) => isComplete || section !== 'itemIds';
    const { base: read } = this.#session;
    const base = this.#session.isKnown || id === undefined ? read : withTexts(read, edits.filter(isSent));
    return { kind: 'done', sections: [...sections], base, isComplete, isReadBack, beyond: [...beyond], id };
  }

  #requireEvent(): string {
    if (this.#eventId !== undefined) return this.#eventId;
    throw new UserError(vscode.l10n.t('The service does not say to which event this passkey belongs.'));
  }
}

function itemsIn(fields: readonly TypedField[]): string[] {
  return textIn(fields, 'itemIds').split('\n').filter(Boolean);
}
