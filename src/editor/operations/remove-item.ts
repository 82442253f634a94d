// Remove Item: the interface has no way back, so a copy is kept and shown on request.
import * as vscode from 'vscode';
import { contentOf } from '../../client/index.ts';
import { confirmRemoval } from '../account/confirm.ts';
import { forEach } from './bulk.ts';
import { keepCopy, showCopyOf } from './copies.ts';
import { pickItem } from './pickers.ts';
import { withPatience } from './progress.ts';
import { countsOf, sayResult } from './removal-report.ts';
import { targetsOf, type CommandParts } from './targets.ts';

export async function removeItem(parts: CommandParts, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'item', row, selected, async (asked) => [
    await pickItem(asked),
  ]);
  const { environment } = connection;
  const title = vscode.l10n.t('Remove Item');
  const records = await withPatience(title, (signal) =>
    Promise.all(resources.map(async ({ id }) => contentOf(await connection.read('getItem', { path: { id } }, { signal })))),
  );
  const copy = await keepCopy(parts.context, environment.name, 'items', records);
  const names = resources.map(({ label }) => label);
  await confirmRemoval({
    environment,
    title,
    target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} items', names.length),
    names,
    detail: vscode.l10n.t('This cannot be undone. A copy is kept at {0}.', copy.fsPath),
  });
  const result = await withPatience(title, (signal) =>
    forEach(resources, ({ id, label }) => connection.write('removeItem', { path: { id } }, { target: label, confirmed: true }), {
      signal,
    }),
  );
  for (const { id, eventId } of resources) parts.changes.announce({ environment: environment.name, kind: 'item', id, eventId });
  const showCopy = vscode.l10n.t('Show Copy');
  const isOne = result.done.length === 1 && resources.length === 1;
  const message = isOne
    ? vscode.l10n.t('Item {0} was removed in {1}.', names[0] ?? '', environment.label)
    : vscode.l10n.t('Items in {0}: {1}.', environment.label, countsOf(result));
  void sayResult(message, result, showCopy).then((chosen) => (chosen === showCopy ? showCopyOf(copy) : undefined));
}
