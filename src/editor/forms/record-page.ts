// What the forms of items and passkeys have in common: the draft, the title, and the commands of the head.
import * as vscode from 'vscode';
import { ApiError } from '../../client/index.ts';
import type { Contract } from '../../protocol/contract.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import type { RecordAction } from '../../protocol/record-head.ts';
import { tableOf, type Fields, type RecordModel } from '../../records/index.ts';
import { connectionOf, type PageServices } from '../pages/pages.ts';
import { keyOf, type PagePanel, type SavedState } from '../pages/panel.ts';
import { withoutIcons } from '../platform/notify.ts';
import type { ItemResource } from '../platform/resources.ts';
import { RecordDraft } from '../records/draft.ts';
import type { RecordSession } from '../records/session.ts';

export type Kept = Awaited<ReturnType<RecordDraft['read']>>;

interface RecordForm {
  readonly session: { readonly record: RecordSession; fieldsOf(record: RecordModel): TypedField[] };
  /** `id`: that of the page. */
  readonly title: (id: string | undefined) => string;
  /** What commands get beside the id. */
  readonly about: () => Pick<ItemResource, 'label' | 'eventId' | 'eventLabel'>;
  /** What is kept with the edits. */
  readonly beside: () => Omit<Parameters<RecordDraft['keep']>[0], 'edits'>;
}

export function recordPage(
  services: PageServices,
  opened: SavedState,
  panel: Pick<PagePanel<Contract>, 'panel' | 'pin' | 'rekey' | 'setTitle'>,
  { session, title, about, beside }: RecordForm,
) {
  const { record } = session;
  const { kind } = record.baseModel;
  let state = opened;
  let isTouched = false;
  /** The record that the draft was typed on. */
  let draftBase: Fields | undefined;
  const draft = new RecordDraft(services.drafts, () => keyOf(state));
  const setTitle = () => panel.setTitle(title(state.id), isTouched);
  const resource = (id: string) => ({ kind, environment: state.environment, id, value: undefined, ...about() });

  async function keep(edits: readonly TypedEdit[]): Promise<void> {
    panel.pin();
    isTouched = true;
    setTitle();
    await draft.keep({ edits, ...beside() });
  }

  async function drop(): Promise<void> {
    isTouched = false;
    draftBase = undefined;
    setTitle();
    await draft.drop();
  }

  async function isGone(id: string): Promise<boolean> {
    const reading = connectionOf(services, state).readAny(tableOf(kind).read, { path: { id } }, { interactive: false });
    return reading.then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.kind === 'notFound',
    );
  }

  async function run(action: RecordAction): Promise<void> {
    const { id } = record;
    if (id === undefined) return;
    panel.pin();
    const row = resource(id);
    if (action === 'copy') {
      await vscode.env.clipboard.writeText(row.label);
      vscode.window.setStatusBarMessage(withoutIcons(vscode.l10n.t('Copied {0}.', row.label)), 4000);
      return;
    }
    const removal = kind === 'item' ? 'removeItem' : 'deletePasskey';
    await vscode.commands.executeCommand(`boxOffice.${action === 'remove' ? removal : action}`, row);
    if (action !== 'remove' || !(await isGone(id))) return;
    await drop();
    panel.panel.dispose();
  }

  return {
    resource,
    setTitle,
    drop,
    /** What the page is of. */
    get id() {
      return state.id;
    },
    /** Whether something is typed that is not saved. */
    get isTouched() {
      return isTouched;
    },
    readDraft: () => draft.read(),
    /** What was kept is typed from now on. `base`: the record that it was typed on, where that is not the one that was read. */
    take(kept: Kept, base: Fields | undefined) {
      isTouched = kept !== undefined;
      draftBase = base;
      setTitle();
      if (!kept) return undefined;
      const fields = session.fieldsOf(base ? record.modelOf(base) : record.baseModel);
      return { at: kept.at, base: fields, edits: [...kept.editsOn(fields)] };
    },
    /** `edits`: what is not saved. What was new has an id: the page, and what is typed into it from now on, belong to the record. */
    async saved(id: string | undefined, isDone: boolean, edits: readonly TypedEdit[]): Promise<void> {
      if (id !== undefined && state.id === undefined) {
        await draft.drop();
        state = { environment: state.environment, kind, id };
        panel.rekey(state);
      }
      await (isDone ? drop() : keep(edits));
    },
    handlers: {
      keepDraft: keep,
      dropDraft: drop,
      /** So that what others did since is found out. */
      restoreDraft: () => {
        if (draftBase && Object.keys(draftBase).length > 0) record.rebase(draftBase);
        return Promise.resolve();
      },
      run,
    },
  };
}
