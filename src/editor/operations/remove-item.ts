// Remove Item: the interface has no way back, so a copy is kept and shown on request.
import * as vscode from 'vscode';
import { labelOf, stringifyJson } from '../../client/index.ts';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { UserError } from '../platform/user-error.ts';
import type { ItemResource } from '../platform/resources.ts';
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
import { copiesFolder, keepCopy, type CommandServices } from './copies.ts';
import { pickItem } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { readEach } from './read-each.ts';
import { againDetail, copyDetail, report } from './removal-report.ts';
import { countsOf, isGood, onlyOne } from './removal-messages.ts';
import { toItem } from '../reading/resources.ts';
import { requireFew, targetsOf } from '../ask/targets.ts';

export async function removeItem(parts: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'item', row, selected, async (asked) => [
    await pickItem(asked),
  ]);
  requireFew(resources);
  const { environment } = connection;
  const removal = removalOf(parts, connection, resources);
  const prepared = await prepare(removal);
  const result = await withDelayedProgress(vscode.l10n.t('Remove Item'), (signal) =>
    forEach(
      prepared.entries,
      ({ key: id, name }) => connection.write('removeItem', { path: { id } }, { target: name, confirmed: true }),
      { signal },
    ),
  );
  for (const { id, eventId } of resources) parts.changes.announce({ environment: environment.name, kind: 'item', id, eventId });
  tellResult(connection, await confirmGone(removal, prepared, result));
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to do after. */
export async function prepareRemoveItem(parts: CommandServices, connection: Connection, id: string): Promise<PreparedRemoval> {
  const removal = removalOf(parts, connection, [toItem(connection, { id, label: '', value: undefined })]);
  const prepared = await prepare(removal);
  return preparedRemoval(removal, prepared, async (outcome) =>
    tellResult(connection, await confirmGone(removal, prepared, resultOf(prepared, outcome))),
  );
}

function removalOf({ context }: CommandServices, connection: Connection, items: readonly ItemResource[]): Removal<ItemResource> {
  const { environment } = connection;
  const title = vscode.l10n.t('Remove Item');
  return {
    read: async () => {
      const read = await withDelayedProgress(title, (signal) =>
        readEach(items, ({ id }) => connection.read('getItem', { path: { id } }, { signal }), signal),
      );
      return read.map(([item, value]) => {
        const name = labelOf(value) || item.label;
        return { key: item.id, name, record: { ...toItem(connection, { id: item.id, label: name, value }), ...ownersOf(item) } };
      });
    },
    ask: async (found, isAgain) => {
      const names = found.map(({ name }) => name);
      await confirmRemoval({
        environment,
        title,
        target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} items', names.length),
        names,
        owners: found.map(({ record }) => record),
        detail: againDetail(`${vscode.l10n.t('This cannot be undone.')} ${copyDetail(context, false)}`, isAgain),
      });
    },
    keep: (found) =>
      keepCopy(
        copiesFolder(context),
        environment.name,
        'items',
        found.map(({ record }) => record.value),
      ),
    whenEmpty: () => new UserError(vscode.l10n.t('None of it is there any more. Nothing was deleted.')),
    // A service may archive what is removed: then it can still be read, and is not what it was.
    isLeft: (before, after) => stringifyJson(before.record.value) === stringifyJson(after.record.value),
  };
}

/** What is known of its event, where the record itself does not say it. */
function ownersOf({ eventId, eventLabel }: ItemResource): Partial<ItemResource> {
  return { ...(eventId === undefined ? {} : { eventId }), ...(eventLabel === undefined ? {} : { eventLabel }) };
}

function tellResult({ environment }: Connection, confirmed: Confirmed<ItemResource>): void {
  const one = onlyOne(confirmed);
  const message = one
    ? vscode.l10n.t('Item {0} was removed in {1}.', one.name, environment.label)
    : vscode.l10n.t('Items in {0}: {1}.', environment.label, countsOf(confirmed));
  report(isGood(confirmed), message, confirmed.copy);
}
