// Delete Code: one or many codes of an item.
import * as vscode from 'vscode';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { UserError } from '../platform/user-error.ts';
import type { CodeResource } from '../platform/resources.ts';
import { forEach } from './bulk.ts';
import {
  prepare,
  preparedRemoval,
  resultOf,
  confirmGone,
  type PreparedRemoval,
  type Removal,
  type Confirmed,
} from './checked-removal.ts';
import { findCodes } from './codes-of-item.ts';
import { copiesFolder, keepCopy, type CommandServices } from './copies.ts';
import { pickCodes, pickItem } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { copyDetail, report } from './removal-report.ts';
import { countsOf, isGood } from './removal-messages.ts';
import { requireFew, targetsOf } from '../ask/targets.ts';

export async function deleteCode(parts: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'code', row, selected, async (asked) => {
    const { id, label: itemLabel, eventId } = await pickItem(asked);
    return (await pickCodes(asked, id)).map((code) => ({ ...code, itemLabel, eventId: code.eventId ?? eventId }));
  });
  requireFew(resources);
  const { environment } = connection;
  const removal = removalOf(parts, connection, resources);
  const prepared = await prepare(removal);
  const { entries } = prepared;
  const result = await withDelayedProgress(vscode.l10n.t('Delete Code'), (signal, tell) =>
    forEach(
      entries,
      ({ record: { id, itemId, label } }) =>
        connection.write('deleteCode', { path: { itemId, codeId: id } }, { target: label, confirmed: true }),
      { signal, onDone: (count) => tell({ message: `${count}/${entries.length}`, increment: 100 / entries.length }) },
    ),
  );
  const [only] = resources.length === 1 ? resources : [];
  for (const itemId of new Set(resources.map((code) => code.itemId)))
    parts.changes.announce({ environment: environment.name, kind: 'code', id: only?.id, itemId, eventId: resources[0]?.eventId });
  tellResult(connection, await confirmGone(removal, prepared, result));
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to do after. */
export async function prepareDeleteCode(
  parts: CommandServices,
  connection: Connection,
  itemId: string,
  codeId: string,
): Promise<PreparedRemoval> {
  const { name } = connection.environment;
  const code: CodeResource = { kind: 'code', environment: name, id: codeId, label: codeId, value: undefined, itemId };
  const removal = {
    ...removalOf(parts, connection, [code]),
    whenEmpty: () => new UserError(vscode.l10n.t('The item {0} has no code {1}. Nothing was deleted.', itemId, codeId)),
  };
  const prepared = await prepare(removal);
  return preparedRemoval(removal, prepared, async (outcome) =>
    tellResult(connection, await confirmGone(removal, prepared, resultOf(prepared, outcome))),
  );
}

function removalOf({ context }: CommandServices, connection: Connection, wanted: readonly CodeResource[]): Removal<CodeResource> {
  const { environment } = connection;
  const title = vscode.l10n.t('Delete Code');
  return {
    read: () =>
      withDelayedProgress(title, (signal) =>
        findCodes(wanted, (itemId, query) => connection.read('listCodes', { path: { itemId }, query }, { signal })),
      ),
    ask: async (codes, isAgain) => {
      const names = codes.map(({ name }) => name);
      await confirmRemoval({
        environment,
        title,
        target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} codes', names.length),
        names,
        owners: codes.map(({ record }) => record),
        detail: copyDetail(context, isAgain),
      });
    },
    keep: (codes) =>
      keepCopy(
        copiesFolder(context),
        environment.name,
        'codes',
        codes.map(({ record }) => record.value),
      ),
    whenEmpty: () => new UserError(vscode.l10n.t('None of it is there any more. Nothing was deleted.')),
  };
}

function tellResult({ environment }: Connection, confirmed: Confirmed<CodeResource>): void {
  report(isGood(confirmed), vscode.l10n.t('Codes in {0}: {1}.', environment.label, countsOf(confirmed)), confirmed.copy);
}
