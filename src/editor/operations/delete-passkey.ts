// Delete Passkey: one or many; a copy is kept first, and they can be made again.
import * as vscode from 'vscode';
import { contentOf, idOf } from '../../client/index.ts';
import { confirmRemoval, confirmWrite } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import type { PasskeyResource } from '../platform/resources.ts';
import { forEach, type BulkResult, type Failed } from './bulk.ts';
import { keepCopy, markRestored, showCopyOf } from './copies.ts';
import { passkeyAgain } from './passkey-copy.ts';
import { pickEvent, pickPasskeys } from './pickers.ts';
import { withPatience } from './progress.ts';
import { countsOf, toneOf, type PreparedRemoval } from './removal-report.ts';
import { fieldOf } from './resources.ts';
import { requireFew, targetsOf, type CommandParts } from './targets.ts';
import { nextStep } from '../platform/next-steps.ts';
import { sayWith } from '../platform/say.ts';

export interface Kept {
  readonly passkey: PasskeyResource;
  /** As it was read just before. */
  readonly record: unknown;
}

export async function deletePasskey(parts: CommandParts, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'passkey', row, selected, async (asked) => {
    const event = await pickEvent(asked);
    return (await pickPasskeys(asked, event.id)).map((passkey) => ({ ...passkey, eventLabel: event.label }));
  });
  requireFew(resources);
  const { kept, copy } = await prepare(parts, connection, resources);
  const result = await withPatience(vscode.l10n.t('Delete Passkey'), (signal, report) =>
    forEach(kept, ({ passkey }) => remove(connection, passkey), {
      signal,
      onDone: (count) => report({ message: `${count}/${kept.length}`, increment: 100 / kept.length }),
    }),
  );
  announce(parts, connection, resources);
  void offerUndo(parts, connection, result, copy);
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to say after. */
export async function prepareDeletePasskey(parts: CommandParts, connection: Connection, id: string): Promise<PreparedRemoval> {
  const passkey: PasskeyResource = {
    kind: 'passkey',
    environment: connection.environment.name,
    id,
    label: id,
    value: undefined,
  };
  const { kept, copy } = await prepare(parts, connection, [passkey]);
  const whole = { done: kept, gone: [], failed: [], unknown: [], left: [] };
  return { copy, tell: () => void offerUndo(parts, connection, whole, copy) };
}

/** Reads them, keeps a copy and asks. */
async function prepare(
  { context }: CommandParts,
  connection: Connection,
  passkeys: readonly PasskeyResource[],
): Promise<{ kept: readonly Kept[]; copy: vscode.Uri }> {
  const { environment } = connection;
  const title = vscode.l10n.t('Delete Passkey');
  const kept = await withPatience(title, (signal) => readRecords(connection, passkeys, signal));
  const copy = await keepCopy(
    context,
    environment.name,
    'passkeys',
    kept.map(({ record }) => record),
  );
  const names = kept.map(({ passkey }) => passkey.label);
  await confirmRemoval({
    environment,
    title,
    target: names.length === 1 ? (names[0] ?? '') : vscode.l10n.t('{0} passkeys', names.length),
    names,
    owners: kept.map(({ passkey }) => passkey),
    detail: vscode.l10n.t('A copy is kept, so that you can undo this, later with Restore Deleted Passkeys.'),
  });
  return { kept, copy };
}

async function readRecords(connection: Connection, passkeys: readonly PasskeyResource[], signal: AbortSignal): Promise<Kept[]> {
  const read = new Map<PasskeyResource, unknown>();
  const { failed, unknown } = await forEach(passkeys, async (passkey) => {
    read.set(passkey, contentOf(await connection.read('getPasskey', { path: { id: passkey.id } }, { signal })));
  });
  const [problem] = [...failed, ...unknown];
  if (problem) throw problem.error;
  signal.throwIfAborted();
  return passkeys.map((passkey) => {
    const record = read.get(passkey) ?? passkey.value;
    // As it is called now: whoever asked may know no more than its id.
    const label = fieldOf(record, 'passkey') ?? passkey.label;
    return { passkey: { ...passkey, label, eventId: passkey.eventId ?? fieldOf(record, 'eventId') }, record };
  });
}

function remove(connection: Connection, { id, label }: PasskeyResource): Promise<unknown> {
  return connection.write('deletePasskey', { path: { id } }, { target: label, confirmed: true });
}

function announce({ changes }: CommandParts, { environment }: Connection, passkeys: readonly PasskeyResource[]): void {
  const [only] = passkeys.length === 1 ? passkeys : [];
  for (const eventId of new Set(passkeys.map((passkey) => passkey.eventId)))
    changes.announce({ environment: environment.name, kind: 'passkey', id: only?.id, eventId });
}

async function offerUndo(parts: CommandParts, connection: Connection, result: BulkResult<Kept>, copy: vscode.Uri): Promise<void> {
  const [undo, showCopy] = [vscode.l10n.t('Undo'), vscode.l10n.t('Show Copy')];
  const [first] = result.done;
  const isOne = first !== undefined && result.done.length === 1 && result.failed.length + result.unknown.length === 0;
  const message = isOne
    ? vscode.l10n.t('Passkey {0} was deleted in {1}.', first.passkey.label, connection.environment.label)
    : vscode.l10n.t('Passkeys in {0}: {1}.', connection.environment.label, countsOf(result));
  const chosen = await toneOf(result)(message, ...(result.done.length > 0 ? [undo] : []), showCopy);
  if (chosen === showCopy) await showCopyOf(copy);
  if (chosen === undo) await undoDelete(parts, connection, result.done, copy).catch(ignoreCancel);
}

/** Nobody waits for an undo, and no command stands around it. */
function ignoreCancel(error: unknown): void {
  if (!(error instanceof vscode.CancellationError)) throw error;
}

/** Makes them again and says what could not be brought back. */
export async function undoDelete(
  parts: CommandParts,
  connection: Connection,
  deleted: readonly Kept[],
  copy: vscode.Uri,
): Promise<void> {
  await confirmUndo(connection, deleted);
  const made: MadeAgain[] = [];
  const title = vscode.l10n.t('Undo');
  const result = await withPatience(title, (signal) =>
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
  if (problems.length > 0) void sayWith('warning', message, nextStep.showLog());
  else void sayWith('info', message, only ? nextStep.showInTree(only) : nextStep.showEvents());
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
