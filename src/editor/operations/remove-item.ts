// Remove Item: the interface has no way back, so a copy is kept and shown on request.
import * as vscode from 'vscode';
import { contentOf, labelOf } from '../../client/index.ts';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import type { ItemResource } from '../platform/resources.ts';
import { forEach, type BulkResult } from './bulk.ts';
import { keepCopy } from './copies.ts';
import { pickItem } from './pickers.ts';
import { withPatience } from './progress.ts';
import { countsOf, offerCopy, toneOf, wholeResult, type PreparedRemoval } from './removal-report.ts';
import { toItem } from './resources.ts';
import { requireFew, targetsOf, type CommandParts } from './targets.ts';

export async function removeItem(parts: CommandParts, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'item', row, selected, async (asked) => [
    await pickItem(asked),
  ]);
  requireFew(resources);
  const { environment } = connection;
  const title = vscode.l10n.t('Remove Item');
  const records = await withPatience(title, (signal) => readRecords(connection, resources, signal));
  const copy = await prepare(parts, connection, resources, records);
  const result = await withPatience(title, (signal) =>
    forEach(resources, ({ id, label }) => connection.write('removeItem', { path: { id } }, { target: label, confirmed: true }), {
      signal,
    }),
  );
  for (const { id, eventId } of resources) parts.changes.announce({ environment: environment.name, kind: 'item', id, eventId });
  tell(connection, result, copy);
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to say after. */
export async function prepareRemoveItem(parts: CommandParts, connection: Connection, id: string): Promise<PreparedRemoval> {
  const [record] = await withPatience(vscode.l10n.t('Remove Item'), (signal) => readRecords(connection, [{ id }], signal));
  const item = toItem(connection, { id, label: labelOf(record), value: record });
  const copy = await prepare(parts, connection, [item], [record]);
  return { copy, tell: () => tell(connection, wholeResult(item), copy) };
}

function readRecords(connection: Connection, items: readonly { id: string }[], signal: AbortSignal): Promise<unknown[]> {
  return Promise.all(items.map(async ({ id }) => contentOf(await connection.read('getItem', { path: { id } }, { signal }))));
}

/** Keeps a copy and asks. */
async function prepare(
  { context }: CommandParts,
  { environment }: Connection,
  items: readonly ItemResource[],
  records: readonly unknown[],
): Promise<vscode.Uri> {
  const copy = await keepCopy(context, environment.name, 'items', records);
  const names = items.map(({ label }) => label);
  await confirmRemoval({
    environment,
    title: vscode.l10n.t('Remove Item'),
    target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} items', names.length),
    names,
    owners: items,
    detail: vscode.l10n.t('This cannot be undone. A copy is kept at {0}.', copy.fsPath),
  });
  return copy;
}

/** Nobody waits for the answer. */
function tell({ environment }: Connection, result: BulkResult<ItemResource>, copy: vscode.Uri): void {
  const { done, gone, failed, unknown, left } = result;
  const isOne = done.length === 1 && gone.length + failed.length + unknown.length + left.length === 0;
  const message = isOne
    ? vscode.l10n.t('Item {0} was removed in {1}.', done[0]?.label ?? '', environment.label)
    : vscode.l10n.t('Items in {0}: {1}.', environment.label, countsOf(result));
  offerCopy(toneOf(result), message, copy);
}
