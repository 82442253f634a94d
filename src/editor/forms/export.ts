// The form that asks for an export: the service makes a file and sends an e-mail with a link to it.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ApiError, checkInput, contentOf, labelOf, operations } from '../../client/index.ts';
import type { ResultOf } from '../../protocol/contract.ts';
import { exportContract, exportFields, type ExportContract, type ExportFields } from '../../protocol/export.ts';
import { exportPayloadOf } from '../../shared/form-checks.ts';
import { localName } from '../account/environments.ts';
import { PageDraft } from '../pages/drafts.ts';
import { ExportHistory } from './export-history.ts';
import { connectionOf, environmentFor, type PageKind, type PageServices } from '../pages/pages.ts';
import { anyPage, keyOf, type SavedState } from '../pages/panel.ts';

/** The document's own defaults of the two operations. */
const exportDefaults: ExportFields = { type: 'transactions', format: 'csv', filters: [], status: 'approved' };
const reportDefaults: ExportFields = { ...exportDefaults, type: 'passkey' };
/** The `id` of a form that asks for the passkeys report. */
const reportId = 'passkeysReport';

export const exportPage: PageKind = (host, state) => {
  const isReport = state.id === reportId;
  const history = new ExportHistory(join(host.storage, 'exports'));
  let event = { id: state.eventId ?? '', label: state.eventId ?? '' };
  const draft = new PageDraft(host.drafts, keyOf(state), exportFields);
  const title = isReport ? vscode.l10n.t('Passkeys Report') : vscode.l10n.t('Request Export');
  return anyPage<ExportContract>({
    state,
    title,
    icon: 'cloud-download',
    page: 'export',
    content: (page) => ({
      contract: exportContract,
      init: async () => {
        const connection = connectionOf(host, state);
        event = { id: event.id, label: labelOf(contentOf(await connection.read('getEvent', { path: { id: event.id } }))) };
        page.setTitle(`${title} · ${event.label}`);
        return {
          environment: environmentFor(connection),
          event,
          isReport,
          isLocal: state.environment === localName,
          defaults: isReport ? reportDefaults : exportDefaults,
          requested: await history.of(state.environment),
          draft: await draft.read(),
        };
      },
      handlers: {
        ...draft.handlers,
        send: async (fields) => {
          const result = await send(host, state, event, fields, history);
          if (result.kind === 'requested') await draft.clear(fields);
          return result;
        },
      },
    }),
  });
};

type Sent = ResultOf<ExportContract, 'send'>;

async function send(
  host: PageServices,
  state: SavedState,
  event: { readonly id: string; readonly label: string },
  fields: ExportFields,
  history: ExportHistory,
): Promise<Sent> {
  const connection = connectionOf(host, state);
  const operation = state.id === reportId ? 'requestPasskeysReport' : 'requestExport';
  const input = { path: { eventId: event.id }, body: exportPayloadOf(fields) };
  const { problems } = checkInput(operations[operation], input, { timeZone: 'UTC', now: Date.now() });
  if (problems.length > 0)
    return {
      kind: 'problems',
      problems: problems.map(({ field, message }) => ({ field: field.replace(/^body\./, ''), message })),
    };
  try {
    await connection.write(operation, input, { target: event.label });
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    return { kind: 'unknown', message: error.message };
  }
  const { type, format } = fields;
  const requested = { at: Date.now(), eventId: event.id, eventLabel: event.label, type, format };
  return { kind: 'requested', requested: await history.add(state.environment, requested) };
}
