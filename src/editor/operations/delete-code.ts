// Delete Code: one or many codes of an item.
import * as vscode from 'vscode';
import { confirmRemoval } from '../account/confirm.ts';
import { forEach } from './bulk.ts';
import { keepCopy, showCopyOf } from './copies.ts';
import { pickCodes, pickItem } from './pickers.ts';
import { withPatience } from './progress.ts';
import { countsOf, sayResult } from './removal-report.ts';
import { targetsOf, type CommandParts } from './targets.ts';

export async function deleteCode(parts: CommandParts, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'code', row, selected, async (asked) =>
    pickCodes(asked, (await pickItem(asked)).id),
  );
  const { environment } = connection;
  const title = vscode.l10n.t('Delete Code');
  const names = resources.map(({ label }) => label);
  const copy = await keepCopy(
    parts.context,
    environment.name,
    'codes',
    resources.map(({ id, itemId, value }) => value ?? { id, itemId }),
  );
  await confirmRemoval({
    environment,
    title,
    target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} codes', names.length),
    names,
    detail: vscode.l10n.t('A copy is kept at {0}.', copy.fsPath),
  });
  const result = await withPatience(title, (signal, report) =>
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
  const showCopy = vscode.l10n.t('Show Copy');
  const message = vscode.l10n.t('Codes in {0}: {1}.', environment.label, countsOf(result));
  void sayResult(message, result, showCopy).then((chosen) => (chosen === showCopy ? showCopyOf(copy) : undefined));
}
