// Upload Codes: says what goes where, streams the file from disk, and reports what the service did with it.
import * as vscode from 'vscode';
import { ApiError, contentOf, type UploadFile } from '../../client/index.ts';
import { placeOf } from '../account/confirm.ts';
import { requireTrust } from '../account/connection.ts';
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import { pickEvent } from '../operations/pickers.ts';
import { fieldOf } from '../operations/resources.ts';
import { connectionOf } from '../operations/targets.ts';
import type { Changes } from '../platform/changes.ts';
import { Refusal } from '../platform/refusal.ts';
import { resourcesFrom, type EventResource } from '../platform/resources.ts';
import { askForFile, fileOnDisk } from '../operations/file-on-disk.ts';

/** Takes files and an event in any order; asks for what is missing. */
export async function uploadCodes(connections: Connections, changes: Changes, args: readonly unknown[]): Promise<void> {
  requireTrust();
  const given = args.flatMap((arg) => (Array.isArray(arg) ? (arg as unknown[]) : [arg]));
  const uris = given.filter((arg) => arg instanceof vscode.Uri);
  const [known] = resourcesFrom(['event'], undefined, given);
  const connection = known ? connectionOf(connections, known.environment) : requireConnection(connections);
  const chosen = uris.length > 0 ? uris : [await askForFile()];
  const different = new Map(chosen.map((uri) => [uri.toString(), uri]));
  const files = await Promise.all([...different.values()].map(fileOnDisk));
  if (files.some(({ size }) => size === 0)) throw new Refusal(vscode.l10n.t('The file is empty.'));
  const event = known ?? (await pickEvent(connection, vscode.l10n.t('Upload to which event?')));
  await confirmUpload(connection, event, files);
  for (const file of files) await uploadFile(connection, changes, event, file);
}

async function confirmUpload({ environment }: Connection, event: EventResource, files: readonly UploadFile[]): Promise<void> {
  const upload = vscode.l10n.t('Upload');
  const question = vscode.l10n.t('Upload codes to {0}?', event.label);
  const detail = [placeOf(environment), ...files.map(({ name, size }) => `${name} (${sizeText(size)})`)].join('\n');
  if ((await vscode.window.showInformationMessage(question, { modal: true, detail }, upload)) !== upload)
    throw new vscode.CancellationError();
}

function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${units[power]}`;
}

/** Gives the reply. A cancel under way leaves the outcome unknown, and so it is said. */
export async function uploadFile(
  connection: Connection,
  changes: Changes,
  event: EventResource,
  file: UploadFile,
): Promise<unknown> {
  const place = { environment: connection.environment.name, kind: 'code', eventId: event.id } as const;
  try {
    const reply = await sendWithProgress(connection, event, file);
    void vscode.window.showInformationMessage(resultMessage(connection, event, file, contentOf(reply)));
    return reply;
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    const message = vscode.l10n.t(
      'It is not known whether {0} was stored in {1}. Look at its codes before you upload again.',
      file.name,
      event.label,
    );
    void vscode.window.showWarningMessage(message);
    return undefined;
  } finally {
    changes.announce(place);
  }
}

function sendWithProgress(connection: Connection, event: EventResource, file: UploadFile): Thenable<unknown> {
  const title = vscode.l10n.t('Uploading {0} to {1}', file.name, event.label);
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
    let shown = 0;
    const onProgress = ({ sent, total }: { sent: number; total: number }) => {
      const percent = Math.floor((100 * sent) / total);
      if (percent > shown) progress.report({ increment: percent - shown, message: `${sizeText(sent)} / ${sizeText(total)}` });
      shown = Math.max(shown, percent);
    };
    const options = { target: event.label, confirmed: true, signal: controller.signal, onProgress };
    return connection.write('uploadCodes', { path: { eventId: event.id }, file }, options);
  });
}

function resultMessage({ environment }: Connection, event: EventResource, file: UploadFile, result: unknown): string {
  const [stored, existing, rejected] = ['stored', 'existing', 'rejected'].map((name) => fieldOf(result, name));
  if (stored === undefined) return vscode.l10n.t('{0} was uploaded to {1} ({2}).', file.name, event.label, environment.label);
  const sentences = [
    vscode.l10n.t('{0} codes uploaded to {1} ({2}).', stored, event.label, environment.label),
    ...(existing !== undefined && existing !== '0' ? [vscode.l10n.t('{0} were there already.', existing)] : []),
    ...(rejected !== undefined && rejected !== '0' ? [vscode.l10n.t('{0} were rejected.', rejected)] : []),
  ];
  return sentences.join(' ');
}
