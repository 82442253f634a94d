// Run Operation: any operation of the interface, asked for field by field; its reply opens as a document.
import * as vscode from 'vscode';
import { operations, pagingOf, readList, titleOf, type Operation, type OperationId } from '../../client/index.ts';
import { requireConnection, type Connection } from '../account/index.ts';
import { showDocument, type ReadOnlyDocuments } from '../documents/read-only.ts';
import type { Change, Changes } from '../platform/changes.ts';
import { UserError } from '../platform/user-error.ts';
import { linkText } from '../ask/file-messages.ts';
import { askInput, checkContext } from '../ask/operation-input.ts';
import type { AnyInput } from '../account/connection.ts';
import { problemsOf } from '../ask/input-fields.ts';
import { pickOperation } from '../ask/pick-operation.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { prepareRemoval } from './removals.ts';
import { askForFile, fileOnDisk } from '../ask/file-on-disk.ts';
import { notify } from '../platform/notify.ts';
import type { CommandServices } from './copies.ts';

interface RunParts extends CommandServices {
  readonly documents: ReadOnlyDocuments;
}

/** Gives the address of the reply's document. With an operation and its input it asks for nothing but what is missing. */
export async function runOperation(parts: RunParts, id?: unknown, given?: unknown): Promise<vscode.Uri> {
  const connection = requireConnection(parts.connections);
  const operation = isOperation(id) ? operations[id] : await pickOperation(connection, vscode.l10n.t('Run Operation'));
  const input = await completeInput(connection, operation, given);
  const reply = await call(parts, connection, operation, input);
  if (operation.effect !== 'read') announce(parts.changes, connection, operation, input);
  const name = { environment: connection.environment.name, kind: operation.id, id: nameOf(input), label: titleOf(operation) };
  const source = operation.effect === 'read' ? { operation: operation.id, input } : undefined;
  const uri = parts.documents.keep(name, reply, source);
  await showDocument(uri);
  if (source && isList(reply)) offerTable(titleOf(operation), uri);
  return uri;
}

/** Several rows, or a page of some. */
export function isList(reply: unknown): boolean {
  return readList(reply).rows.length > 1 || pagingOf(reply) !== undefined;
}

/** Nobody waits for the answer: the reply is there already. */
function offerTable(title: string, uri: vscode.Uri): void {
  const open = vscode.l10n.t('Open as Table');
  void notify.info(vscode.l10n.t('{0}: the reply is a list.', title), open).then(async (chosen) => {
    if (chosen === open) await vscode.commands.executeCommand('boxOffice.openAsTable', uri);
  });
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

export async function call(
  parts: CommandServices,
  connection: Connection,
  operation: Operation,
  input: AnyInput,
): Promise<unknown> {
  const { id, effect } = operation;
  const title = titleOf(operation);
  const target = targetOf(operation, input);
  if (effect === 'read') return withDelayedProgress(title, (signal) => connection.readAny(id, input, { signal }));
  const removal = effect === 'destroy' ? await prepareRemoval(parts, connection, operation, input) : undefined;
  const options = { target, confirmed: removal !== undefined };
  const reply = await withDelayedProgress(title, (signal) => connection.writeAny(id, input, { ...options, signal })).catch(
    async (error: unknown) => {
      await removal?.failed(error);
      throw error;
    },
  );
  await removal?.done(reply);
  return reply;
}

/** What it is done to, by its path: "/items/300002"; a file that is a link is named with it. */
function targetOf({ path }: Operation, input: AnyInput): string {
  const target = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(input.path?.[name] ?? ''));
  const { file } = input;
  return file?.linkTo === undefined ? target : `${target} · ${linkText(file.name, file.linkTo)}`;
}

function nameOf({ path = {} }: AnyInput): string {
  const ids = Object.values(path).map(String);
  return ids.length > 0 ? ids.join('-') : new Date().toISOString().slice(11, 19).replaceAll(':', '');
}

/** Tells the views what may have changed. */
export function announce(changes: Changes, { environment }: Connection, { path }: Operation, input: AnyInput): void {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
  const kind = kindOf(path);
  if (kind === undefined) return;
  changes.announce({
    environment: environment.name,
    kind,
    id: text(input.path?.codeId ?? input.path?.id),
    eventId: text(input.path?.eventId ?? input.body?.eventId),
    itemId: text(input.path?.itemId),
  });
}

function kindOf(path: string): Change['kind'] | undefined {
  if (path.includes('/codes')) return 'code';
  if (path.includes('/passkeys')) return 'passkey';
  return path.startsWith('/items') ? 'item' : undefined;
}
