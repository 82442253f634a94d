// Run Operation: any operation of the interface, asked for field by field; its reply opens as a document.
import * as vscode from 'vscode';
import { operations, pagingOf, readList, titleOf, type Operation, type OperationId } from '../../client/index.ts';
import { requireConnection, type Connection } from '../account/index.ts';
import { showDocument, type ReadOnlyDocuments } from '../documents/read-only.ts';
import { operationText } from '../records/change-lines.ts';
import { changeBy } from '../platform/changes.ts';
import { UserError } from '../platform/user-error.ts';
import { linkText } from '../ask/file-messages.ts';
import { askForFile, askInput, checkContext, fileOnDisk, pickOperation } from '../ask/operation-input.ts';
import type { AnyInput } from '../account/connection.ts';
import { problemsOf } from '../ask/input-fields.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { notifyWith } from '../platform/notify.ts';
import type { CommandServices } from './copies.ts';
import { mayBeDone, type CallOutcome } from './removal.ts';
import { removeBy } from './remove.ts';

interface RunServices extends CommandServices {
  readonly documents: ReadOnlyDocuments;
}

/** Gives the address of the reply's document. With an operation and its input it asks for nothing but what is missing. */
export async function runOperation(services: RunServices, id?: unknown, given?: unknown): Promise<vscode.Uri> {
  const connection = requireConnection(services.connections);
  const operation = isOperation(id) ? operations[id] : await pickOperation(connection, vscode.l10n.t('Run Operation'));
  const input = await completeInput(connection, operation, given);
  const reply = await call(services, connection, operation, input);
  const name = {
    environment: connection.environment.name,
    kind: operation.id,
    id: documentName(input),
    label: titleOf(operation),
  };
  const read = operation.effect === 'read' ? { operation: operation.id, input } : undefined;
  const uri = services.documents.keep(name, reply, read);
  await showDocument(uri);
  if (read && isList(reply)) {
    const asTable = { title: vscode.l10n.t('Open as Table'), command: 'boxOffice.openAsTable', args: [uri] };
    void notifyWith('info', vscode.l10n.t('{0}: the reply is a list.', titleOf(operation)), asTable);
  }
  return uri;
}

/** Several rows, or a page of some. */
export function isList(reply: unknown): boolean {
  return readList(reply).rows.length > 1 || pagingOf(reply) !== undefined;
}

function isOperation(id: unknown): id is OperationId {
  return typeof id === 'string' && Object.hasOwn(operations, id);
}

async function completeInput(connection: Connection, operation: Operation, given: unknown): Promise<AnyInput> {
  const isGiven = typeof given === 'object' && given !== null;
  const input = isGiven ? (given as AnyInput) : await askInput(connection, operation);
  const [problem] = problemsOf(operation, input, checkContext(connection));
  if (problem)
    throw new UserError(vscode.l10n.t('{0} was not sent: {1} {2}.', titleOf(operation), problem.field, problem.message), {
      title: vscode.l10n.t('Open Operation Form'),
      command: 'boxOffice.openOperationForm',
      args: [operation.id],
    });
  if (!operation.file || input.file) return input;
  return { ...input, file: await fileOnDisk(await askForFile()) };
}

type OnStatus = ((status: number) => void) | undefined;

/** The reply. Whoever shows what it writes hears of it, also where nobody knows whether it was done. */
export async function call(
  services: CommandServices,
  connection: Connection,
  operation: Operation,
  input: AnyInput,
  onStatus?: OnStatus,
): Promise<unknown> {
  const { id, effect } = operation;
  const title = titleOf(operation);
  if (effect === 'read') return withDelayedProgress(title, (signal) => connection.readAny(id, input, { signal, onStatus }));
  const outcome = await write(services, connection, operation, input, onStatus);
  const change = changeBy(connection.environment.name, operation, input);
  if (change && ('reply' in outcome || mayBeDone(outcome.error))) services.changes.announce(change);
  if ('error' in outcome) throw outcome.error;
  return outcome.reply;
}

async function write(
  services: CommandServices,
  connection: Connection,
  operation: Operation,
  input: AnyInput,
  onStatus: OnStatus,
): Promise<CallOutcome> {
  const target = targetOf(operation, input);
  if (operation.effect === 'destroy') return removeBy(services, connection, operation, input, target);
  const text = connection.environment.protected ? await operationText(connection, operation.id, input) : undefined;
  const asked = { target: text?.path ? `${text.path} (${target})` : target, detail: text?.lines.join('\n') };
  const send = (signal: AbortSignal) => connection.writeAny(operation.id, input, { ...asked, signal, onStatus });
  return withDelayedProgress(titleOf(operation), send).then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error }),
  );
}

/** What it is done to, by its path: "/items/300002"; a file that is a link is named with it. */
function targetOf({ path }: Operation, input: AnyInput): string {
  const target = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(input.path?.[name] ?? ''));
  const { file } = input;
  return file?.linkTo === undefined ? target : `${target} · ${linkText(file.name, file.linkTo)}`;
}

function documentName({ path = {} }: AnyInput): string {
  const ids = Object.values(path).map(String);
  return ids.length > 0 ? ids.join('-') : new Date().toISOString().slice(11, 19).replaceAll(':', '');
}
