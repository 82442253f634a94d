// A request as a file: an operation and what was typed into its form. No address and no credential is in it.
import { basename } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { operations, parseJson, stringifyJson, type Operation, type OperationId } from '../../client/index.ts';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';
import { operationTexts, type OperationTexts } from '../../protocol/operation.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import { ask } from '../platform/questions.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

const ending = 'request.json';

const requestFile = v.object({
  operation: v.custom<OperationId>((id) => typeof id === 'string' && Object.hasOwn(operations, id)),
  fields: operationTexts,
});

export function textsIn(given: unknown): OperationTexts | undefined {
  const read = v.safeParse(operationTexts, given);
  return read.success ? read.output : undefined;
}

export async function saveRequest({ id }: Operation, texts: OperationTexts): Promise<void> {
  const path = await chooseWhereToSave({
    title: vscode.l10n.t('Save Request'),
    name: id,
    ending,
    kind: vscode.l10n.t('Request'),
    notOnDisk: vscode.l10n.t('A request can only be saved to a disk. Choose a folder of this machine.'),
  });
  const fields = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const text = `${stringifyJson({ operation: id, fields }, 2)}\n`;
  await writeNewFile(path, newFileMode, (write) => write(Buffer.from(text)));
  void notifyWith('info', vscode.l10n.t('{0} was saved.', basename(path)), nextStep.openFile(vscode.Uri.file(path)));
}

/** The request in a file; without one, somebody chooses it. */
export async function readRequest(given: unknown): Promise<{ readonly operation: OperationId; readonly fields: OperationTexts }> {
  const uri = given instanceof vscode.Uri ? given : await chooseRequest();
  const name = basename(uri.path);
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const read = v.safeParse(requestFile, parsed(text));
  if (read.success) return read.output;
  const problem = vscode.l10n.t(
    '{0} is no request: it must have an "operation" of the interface and its "fields", as texts.',
    name,
  );
  throw new UserError(problem, nextStep.openFile(uri));
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function chooseRequest(): Promise<vscode.Uri> {
  const filters = { [vscode.l10n.t('Request')]: ['json'] };
  const [uri] = (await ask(() => vscode.window.showOpenDialog({ filters, openLabel: vscode.l10n.t('Open') }))) ?? [];
  if (!uri) throw new vscode.CancellationError();
  return uri;
}
