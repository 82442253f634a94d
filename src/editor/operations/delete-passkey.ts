// Delete Passkey: one or many; a copy is kept first, and they can be made again.
import * as vscode from 'vscode';
import { contentOf, idOf } from '../../client/index.ts';
import { confirmRemoval, confirmWrite } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import type { PasskeyResource } from '../platform/resources.ts';
import { forEach, type Failed } from './bulk.ts';
import {
  prepare,
  preparedRemoval,
  resultOf,
  confirmGone,
  type Entry,
  type PreparedRemoval,
  type Removal,
  type Confirmed,
} from './checked-removal.ts';
import { copiesFolder, copyDays, keepCopy, markRestored, type CommandServices } from './copies.ts';
import { passkeyAgain } from './passkey-copy.ts';
import { pickEvent, pickPasskeys } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { readEach } from './read-each.ts';
import { againDetail, showCopyOf } from './removal-report.ts';
import { countsOf, isGood, onlyOne, withCopy } from './removal-messages.ts';
import { fieldOf } from '../reading/resources.ts';
import { requireFew, targetsOf } from '../ask/targets.ts';
import { notify, notifyWith } from '../platform/notify.ts';

export interface Kept {
  readonly passkey: PasskeyResource;
  /** As it was read just before. */
  readonly record: unknown;
}

export async function deletePasskey(parts: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'passkey', row, selected, async (asked) => {
    const event = await pickEvent(asked);
    return (await pickPasskeys(asked, event.id)).map((passkey) => ({ ...passkey, eventLabel: event.label }));
  });
  requireFew(resources);
  const removal = removalOf(parts, connection, resources);
  const prepared = await prepare(removal);
  const { entries } = prepared;
  const result = await withDelayedProgress(vscode.l10n.t('Delete Passkey'), (signal, report) =>
    forEach(entries, ({ record: { passkey } }) => remove(connection, passkey), {
      signal,
      onDone: (count) => report({ message: `${count}/${entries.length}`, increment: 100 / entries.length }),
    }),
  );
  announce(parts, connection, resources);
  void offerUndo(parts, connection, await confirmGone(removal, prepared, result));
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to do after. */
export async function prepareDeletePasskey(parts: CommandServices, connection: Connection, id: string): Promise<PreparedRemoval> {
  const passkey: PasskeyResource = {
    kind: 'passkey',
    environment: connection.environment.name,
    id,
    label: id,
    value: undefined,
  };
  const removal = removalOf(parts, connection, [passkey]);
  const prepared = await prepare(removal);
  return preparedRemoval(removal, prepared, async (outcome) => {
    void offerUndo(parts, connection, await confirmGone(removal, prepared, resultOf(prepared, outcome)));
  });
}

function removalOf({ context }: CommandServices, connection: Connection, passkeys: readonly PasskeyResource[]): Removal<Kept> {
  const { environment } = connection;
  const title = vscode.l10n.t('Delete Passkey');
  return {
    read: () => withDelayedProgress(title, (signal) => readRecords(connection, passkeys, signal)),
    ask: async (kept, isAgain) => {
      const names = kept.map(({ name }) => name);
      const detail = vscode.l10n.t(
        'A copy is kept, so that you can undo this, for {0} days with Restore Deleted Passkeys.',
        copyDays,
      );
      await confirmRemoval({
        environment,
        title,
        target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} passkeys', names.length),
        names,
        owners: kept.map(({ record }) => record.passkey),
        detail: againDetail(detail, isAgain),
      });
    },
    keep: (kept) =>
      keepCopy(
        copiesFolder(context),
        environment.name,
        'passkeys',
        kept.map(({ record }) => record.record),
      ),
    whenEmpty: () => new UserError(vscode.l10n.t('None of it is there any more. Nothing was deleted.')),
  };
}

async function readRecords(
  connection: Connection,
  passkeys: readonly PasskeyResource[],
  signal: AbortSignal,
): Promise<Entry<Kept>[]> {
  const read = await readEach(passkeys, ({ id }) => connection.read('getPasskey', { path: { id } }, { signal }), signal);
  return read.map(([passkey, record]) => {
    // As it is called now: whoever asked may know no more than its id.
    const label = fieldOf(record, 'passkey') ?? passkey.label;
    const eventId = passkey.eventId ?? fieldOf(record, 'eventId');
    return { key: passkey.id, name: label, record: { passkey: { ...passkey, label, eventId }, record } };
  });
}

function remove(connection: Connection, { id, label }: PasskeyResource): Promise<unknown> {
  return connection.write('deletePasskey', { path: { id } }, { target: label, confirmed: true });
}

function announce({ changes }: CommandServices, { environment }: Connection, passkeys: readonly PasskeyResource[]): void {
  const [only] = passkeys.length === 1 ? passkeys : [];
  for (const eventId of new Set(passkeys.map((passkey) => passkey.eventId)))
    changes.announce({ environment: environment.name, kind: 'passkey', id: only?.id, eventId });
}

async function offerUndo(parts: CommandServices, connection: Connection, confirmed: Confirmed<Kept>): Promise<void> {
  const { copy, result, problem } = confirmed;
  const [undo, showCopy] = [vscode.l10n.t('Undo'), vscode.l10n.t('Show Copy')];
  const one = onlyOne(confirmed);
  const message = one
    ? vscode.l10n.t('Passkey {0} was deleted in {1}.', one.name, connection.environment.label)
    : vscode.l10n.t('Passkeys in {0}: {1}.', connection.environment.label, countsOf(confirmed));
  const show = isGood(confirmed) ? notify.info : notify.warning;
  // What may still be there is not made again.
  const mayUndo = problem === undefined && result.done.length > 0;
  const chosen = await show(withCopy(message, copy), ...(mayUndo ? [undo] : []), ...(copy === undefined ? [] : [showCopy]));
  if (copy === undefined) return;
  if (chosen === showCopy) await showCopyOf(copy);
  if (chosen !== undo) return;
  const deleted = result.done.map(({ record }) => record);
  await undoDelete(parts, connection, deleted, copy).catch(ignoreCancel);
}

/** Nobody waits for an undo, and no command stands around it. */
function ignoreCancel(error: unknown): void {
  if (!(error instanceof vscode.CancellationError)) throw error;
}

/** Makes them again and says what could not be brought back. */
export async function undoDelete(
  parts: CommandServices,
  connection: Connection,
  deleted: readonly Kept[],
  copy: string,
): Promise<void> {
  await confirmUndo(connection, deleted);
  const made: MadeAgain[] = [];
  const title = vscode.l10n.t('Undo');
  const result = await withDelayedProgress(title, (signal) =>
    forEach(deleted, async ({ passkey, record }) => made.push(await makeAgain(connection, passkey, record)), { signal }),
  );
  await markRestored(
    copy,
    result.done.map(({ passkey }) => passkey.id),
  );
  announce(
    parts,
    connection,
    deleted.map(({ passkey }) => ({ ...passkey, id: '' })),
  );
  tellUndone(deleted, made, [...result.failed, ...result.unknown]);
}

function tellUndone(deleted: readonly Kept[], made: readonly MadeAgain[], failed: readonly Failed<Kept>[]): void {
  const only = deleted.length === 1 ? made[0]?.passkey : undefined;
  const lost = new Set(made.flatMap((again) => again.lost));
  const problems = failed.map(
    ({ target, error }) => `${target.passkey.label}: ${error instanceof Error ? error.message : String(error)}`,
  );
  const sentences = [
    only
      ? vscode.l10n.t('Passkey {0} is there again, with a new id.', only.label)
      : vscode.l10n.t('{0} of {1} passkeys are there again, with new ids.', made.length, deleted.length),
    ...(lost.size > 0 ? [vscode.l10n.t('Not restored: {0}.', [...lost].join(', '))] : []),
    ...problems,
  ];
  const message = sentences.join(' ');
  if (problems.length > 0) void notifyWith('warning', message, nextStep.showLog());
  else void notifyWith('info', message, only ? nextStep.showInTree(only) : nextStep.showEvents());
}

/** The yes to the removal was none to new passkeys; one question is enough for all of them. */
async function confirmUndo({ environment }: Connection, deleted: readonly Kept[]): Promise<void> {
  if (!environment.protected) return;
  const names = deleted.map(({ passkey }) => passkey.label);
  await confirmWrite({
    environment,
    title: vscode.l10n.t('Create Passkey Again'),
    target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} passkeys', names.length),
  });
}

interface MadeAgain {
  readonly passkey: PasskeyResource;
  /** The fields that could not be brought back. */
  readonly lost: readonly string[];
}

async function makeAgain(connection: Connection, passkey: PasskeyResource, record: unknown): Promise<MadeAgain> {
  const wanted = passkeyAgain(record, connection.environment.timeZone);
  if (!wanted) throw new Error(vscode.l10n.t('The copy does not say enough to make it again.'));
  const { body, itemIds, lost } = wanted;
  const options = { target: passkey.label, confirmed: true };
  const id = idOf(contentOf(await connection.write('createPasskey', { body }, options)));
  const again = { ...passkey, id: id ?? '' };
  const withoutItems = { passkey: again, lost: [...lost, 'itemIds'] };
  if (itemIds.length === 0) return { passkey: again, lost };
  if (id === undefined) return withoutItems;
  try {
    await connection.write('setPasskeyItems', { path: { id }, body: { itemIds: [...itemIds] } }, options);
    return { passkey: again, lost };
  } catch {
    return withoutItems;
  }
}
