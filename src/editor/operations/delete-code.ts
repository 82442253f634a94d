// Delete Code: one or many codes of an item.
import * as vscode from 'vscode';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { Refusal } from '../platform/refusal.ts';
import type { CodeResource } from '../platform/resources.ts';
import { forEach, type BulkResult } from './bulk.ts';
import { keepCopy } from './copies.ts';
import { allRows } from './pages.ts';
import { pickCodes, pickItem } from './pickers.ts';
import { withPatience } from './progress.ts';
import { countsOf, offerCopy, toneOf, wholeResult, type PreparedRemoval } from './removal-report.ts';
import { toCode } from './resources.ts';
import { requireFew, targetsOf, type CommandParts } from './targets.ts';

export async function deleteCode(parts: CommandParts, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'code', row, selected, async (asked) => {
    const { id, label: itemLabel, eventId } = await pickItem(asked);
    return (await pickCodes(asked, id)).map((code) => ({ ...code, itemLabel, eventId: code.eventId ?? eventId }));
  });
  requireFew(resources);
  const { environment } = connection;
  const copy = await prepare(parts, connection, resources);
  const result = await withPatience(vscode.l10n.t('Delete Code'), (signal, report) =>
    forEach(
      resources,
      ({ id, itemId, label }) =>
        connection.write('deleteCode', { path: { itemId, codeId: id } }, { target: label, confirmed: true }),
      { signal, onDone: (count) => report({ message: `${count}/${resources.length}`, increment: 100 / resources.length }) },
    ),
  );
  const [only] = resources.length === 1 ? resources : [];
  for (const itemId of new Set(resources.map((code) => code.itemId)))
    parts.changes.announce({ environment: environment.name, kind: 'code', id: only?.id, itemId, eventId: resources[0]?.eventId });
  tell(connection, result, copy);
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to say after. */
export async function prepareDeleteCode(
  parts: CommandParts,
  connection: Connection,
  itemId: string,
  codeId: string,
): Promise<PreparedRemoval> {
  const title = vscode.l10n.t('Delete Code');
  const code = await withPatience(title, (signal) => findCode(connection, itemId, codeId, signal));
  if (!code) throw new Refusal(vscode.l10n.t('The item {0} has no code {1}. Nothing was deleted.', itemId, codeId));
  const copy = await prepare(parts, connection, [code]);
  return { copy, tell: () => tell(connection, wholeResult(code), copy) };
}

const pageRows = 1000;

/** The interface reads codes only as a list, and a question must name what goes. */
async function findCode(
  connection: Connection,
  itemId: string,
  codeId: string,
  signal: AbortSignal,
): Promise<CodeResource | undefined> {
  const read = (page: number) =>
    connection.read('listCodes', { path: { itemId }, query: { page, pageSize: pageRows } }, { signal });
  for await (const rows of allRows(read, pageRows)) {
    const found = rows.find(({ id }) => id === codeId);
    if (found) return toCode(connection, found, itemId);
    signal.throwIfAborted();
  }
  return undefined;
}

/** Keeps a copy and asks. */
async function prepare(
  { context }: CommandParts,
  { environment }: Connection,
  codes: readonly CodeResource[],
): Promise<vscode.Uri> {
  const names = codes.map(({ label }) => label);
  const copy = await keepCopy(
    context,
    environment.name,
    'codes',
    codes.map(({ id, itemId, value }) => value ?? { id, itemId }),
  );
  await confirmRemoval({
    environment,
    title: vscode.l10n.t('Delete Code'),
    target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} codes', names.length),
    names,
    owners: codes,
    detail: vscode.l10n.t('A copy is kept at {0}.', copy.fsPath),
  });
  return copy;
}

/** Nobody waits for the answer. */
function tell({ environment }: Connection, result: BulkResult<CodeResource>, copy: vscode.Uri): void {
  const message = vscode.l10n.t('Codes in {0}: {1}.', environment.label, countsOf(result));
  offerCopy(toneOf(result), message, copy);
}
