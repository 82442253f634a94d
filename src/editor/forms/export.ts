// The form that asks for an export: the service makes a file and sends an e-mail with a link to it.
import { join } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { ApiError, checkInput, operations } from '../../client/index.ts';
import type { ResultOf } from '../../protocol/contract.ts';
import { exportContract, exportFields, requestedExport, type ExportContract, type ExportFields } from '../../protocol/export.ts';
import { exportPayloadOf } from '../../shared/form-checks.ts';
import { localName } from '../account/environments.ts';
import type { Connection } from '../account/index.ts';
import { Drafts, PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, keyOf } from '../pages/panel.ts';
import { readEventLabel } from '../pages/session.ts';

/** The document's own defaults of the two operations. */
const exportDefaults: ExportFields = { type: 'transactions', format: 'csv', filters: [], status: 'approved' };
const reportDefaults: ExportFields = { ...exportDefaults, type: 'passkey' };
/** The `id` of a form that asks for the passkeys report. */
const reportId = 'passkeysReport';
/** The service has no operation that tells which exports were asked for, so the newest of an environment are kept here. */
const maxRequested = 50;

export const exportPage: PageKind = (host, state) => {
  const isReport = state.id === reportId;
  const history = new PageDraft(new Drafts(join(host.storage, 'exports')), state.environment, v.array(requestedExport));
  const requestedBefore = async () => (await history.read())?.fields ?? [];
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
        event = { id: event.id, label: await readEventLabel(connection, event.id) };
        page.setTitle(`${title} · ${event.label}`);
        return {
          environment: environmentFor(connection),
          event,
          isReport,
          isLocal: state.environment === localName,
          defaults: isReport ? reportDefaults : exportDefaults,
          requested: await requestedBefore(),
          draft: await draft.read(),
        };
      },
      handlers: {
        ...draft.handlers,
        send: async (fields) => {
          const refused = await send(connectionOf(host, state), isReport, event, fields);
          if (refused) return refused;
          const { type, format } = fields;
          const newest = { at: Date.now(), eventId: event.id, eventLabel: event.label, type, format };
          const requested = [newest, ...(await requestedBefore())].slice(0, maxRequested);
          await history.keep(requested);
          await draft.clear(fields);
          return { kind: 'requested', requested };
        },
      },
    }),
  });
};

/** Undefined when the service has taken the request. */
async function send(
  connection: Connection,
  isReport: boolean,
  event: { readonly id: string; readonly label: string },
  fields: ExportFields,
): Promise<ResultOf<ExportContract, 'send'> | undefined> {
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
