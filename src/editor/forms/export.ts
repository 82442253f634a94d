// The form that asks for an export: the service makes a file and sends an e-mail with a link to it.
import { copyFile, constants } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import { ApiError, checkInput, operations } from '../../client/index.ts';
import type { PayloadOf, ResultOf } from '../../protocol/contract.ts';
import { exportContract, exportFields, type ExportContract, type ExportFields } from '../../protocol/export.ts';
import { exportPayloadOf } from '../../shared/form-checks.ts';
import { safeName } from '../../runs/names.ts';
import { localName } from '../account/environments.ts';
import type { Connection } from '../account/index.ts';
import { PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, keyOf } from '../pages/panel.ts';
import { RequestedExports } from '../pages/requested-exports.ts';
import { openExport, readEventLabel } from '../pages/session.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

const { l10n } = vscode;

/** The document's own defaults of the two operations. */
const exportDefaults: ExportFields = { type: 'transactions', format: 'csv', filters: [], status: 'approved' };
const reportDefaults: ExportFields = { ...exportDefaults, type: 'passkey' };
/** The `id` of a form that asks for the passkeys report. */
const reportId = 'passkeysReport';

export const exportPage: PageKind = (host, state) =>
  anyPage<ExportContract>({
    state,
    title: titleOf(state.id),
    icon: 'cloud-download',
    page: 'export',
    content: (panel) => {
      const connection = () => connectionOf(host, state);
      const isReport = state.id === reportId;
      const history = new RequestedExports(host.storage, state.environment);
      const requested = async () => [...(await history.read())];
      const draft = new PageDraft(host.drafts, keyOf(state), exportFields);
      const event = { id: state.eventId ?? '', label: '' };
      const following = host.changes.onExport(async ({ environment }) => {
        if (environment === state.environment) panel.send('requested', await requested());
      });
      panel.panel.onDidDispose(() => {
        following.dispose();
      });

      async function useFile({ at, action }: PayloadOf<ExportContract, 'useFile'>): Promise<void> {
        const found = (await history.read()).find((one) => one.at === at)?.file;
        if (!found) throw new UserError(l10n.t('The file of this export is not known here.'));
        const uri = vscode.Uri.file(action === 'showMail' ? found.mail : found.path);
        const isThere = await vscode.workspace.fs.stat(uri).then(
          () => true,
          () => false,
        );
        if (!isThere) throw new UserError(l10n.t('The file is no longer there: {0}', uri.fsPath));
        if (action === 'save') return saveCopy(found);
        if (action === 'open') return openExport(found);
        await vscode.commands.executeCommand('vscode.open', uri);
      }

      return {
        contract: exportContract,
        init: async () => {
          event.label = await readEventLabel(connection(), event.id);
          panel.setTitle(`${titleOf(state.id)} · ${event.label}`);
          return {
            environment: environmentFor(connection()),
            event,
            isReport,
            isLocal: state.environment === localName,
            defaults: isReport ? reportDefaults : exportDefaults,
            requested: await requested(),
            draft: await draft.read(),
          };
        },
        handlers: {
          ...draft.handlers,
          send: async (fields) => {
            const refused = await send(connection(), isReport, event, fields);
            if (refused) return refused;
            await history.add(requestOf(event, fields));
            await draft.clear(fields);
            return { kind: 'requested', requested: await requested() };
          },
          useFile,
        },
      };
    },
  });

interface NamedEvent {
  readonly id: string;
  readonly label: string;
}

function titleOf(id: string | undefined): string {
  return id === reportId ? l10n.t('Passkeys Report') : l10n.t('Request Export');
}

async function saveCopy({ path, name }: { readonly path: string; readonly name: string }): Promise<void> {
  const ending = extname(path).slice(1);
  const target = await chooseWhereToSave({
    title: l10n.t('Save to Workspace'),
    name: safeName(basename(name, extname(name)), 'export'),
    ending,
    isFree: true,
    notOnDisk: l10n.t('An export can only be saved to a disk. Choose a folder of this machine.'),
  });
  // The dialog has asked about a file that is there.
  await copyFile(path, target, constants.COPYFILE_FICLONE);
  void notifyWith('info', l10n.t('{0} was saved.', basename(target)), nextStep.openFile(vscode.Uri.file(target)));
}

function requestOf(event: NamedEvent, { type, format, filters, status }: ExportFields) {
  const choices = { filters: filters.filter(({ name, value }) => name !== '' || value !== ''), status };
  return { at: Date.now(), eventId: event.id, eventLabel: event.label, type, format, choices };
}

/** The guest list of an event, without a form: the commonest export in one step. */
export async function exportGuestList(connection: Connection, storage: string, event: NamedEvent): Promise<void> {
  const fields: ExportFields = { ...exportDefaults, type: 'guestlist' };
  const refused = await send(connection, false, event, fields);
  const { name } = connection.environment;
  const row = { kind: 'event', environment: name, id: event.id, label: event.label, value: undefined };
  const show = { title: l10n.t('Show Exports'), command: 'boxOffice.requestExport', args: [row] };
  if (refused) {
    const unknown = l10n.t('If it was carried out, an e-mail will come.');
    const text =
      refused.kind === 'problems' ? refused.problems.map(({ message }) => message).join('\n') : `${refused.message} ${unknown}`;
    return void notifyWith('warning', text, show);
  }
  await new RequestedExports(storage, name).add(requestOf(event, fields));
  const text = l10n.t('The guest list of {0} was requested as CSV. An e-mail with a link to it will come.', event.label);
  void notifyWith('info', text, show);
}

type Refused = Exclude<ResultOf<ExportContract, 'send'>, { kind: 'requested' }>;

/** Undefined when the service has taken the request. */
async function send(
  connection: Connection,
  isReport: boolean,
  event: NamedEvent,
  fields: ExportFields,
): Promise<Refused | undefined> {
  const operation = isReport ? 'requestPasskeysReport' : 'requestExport';
  const input = { path: { eventId: event.id }, body: exportPayloadOf(fields) };
  const { problems } = checkInput(operations[operation], input, { timeZone: 'UTC', now: Date.now() });
  if (problems.length > 0)
    return {
      kind: 'problems',
      problems: problems.map(({ field, message }) => ({ field: field.replace(/^body\./, ''), message })),
    };
  try {
    await connection.write(operation, input, { target: event.label });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    // An export is always done later: a mail tells of its end.
    if (error.accepted) return undefined;
    return { kind: 'unknown', message: error.message };
  }
}
