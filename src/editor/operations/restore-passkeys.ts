// Makes deleted passkeys again from the copy that was kept before they were deleted, at once or whenever later.
import * as vscode from 'vscode';
import { ApiError, contentOf, recordId } from '../../client/index.ts';
import { confirmWrite } from '../account/confirm.ts';
import { connectionTo, type Connection, type Connections } from '../account/index.ts';
import { nextStep } from '../platform/user-error.ts';
import { notifyWith } from '../platform/notify.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import type { PasskeyResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { findPasskey } from '../reading/reads.ts';
import { fieldOf, toPasskey } from '../reading/resources.ts';
import { forEach, type Failed } from './bulk.ts';
import { keptCopies, markRestored, passkeyAgain, type CommandServices, type KeptCopy } from './copies.ts';

const { l10n } = vscode;

export async function restorePasskeys(services: CommandServices): Promise<void> {
  const copies = await keptCopies(services.context, 'passkeys');
  if (copies.length === 0)
    throw new UserError(l10n.t('There are no deleted passkeys to restore. Only those deleted from here have a copy.'));
  const { path, environment, records } = await pickCopy(services.connections, copies);
  const connection = connectionTo(services.connections, environment);
  const kept = records.map((record) =>
    toPasskey(connection, { id: fieldOf(record, 'id'), label: passkeyName(record), value: record }),
  );
  const title = l10n.t('Restore Deleted Passkeys');
  const missing = await withDelayedProgress(title, (signal) => missingOf(connection, kept, signal));
  if (missing.length === 0) throw new UserError(l10n.t('These passkeys are still there. Nothing was created.'));
  await undoDelete(services, connection, missing, path);
}

async function pickCopy(connections: Connections, copies: readonly KeptCopy[]): Promise<KeptCopy> {
  const items = copies.map((copy) => ({
    label: withoutIcons(copy.records.map(passkeyName).join(', ')),
    description: [passkeyCount(copy), connections.of(copy.environment)?.environment.label ?? copy.environment].join(' · '),
    detail: new Date(copy.at).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }),
    copy,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t('Restore Deleted Passkeys'),
    placeHolder: l10n.t('What was deleted, the last first. They are created again, with new ids.'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen.copy;
}

function passkeyCount({ records }: KeptCopy): string {
  return records.length === 1 ? l10n.t('1 passkey') : l10n.t('{0} passkeys', records.length);
}

function passkeyName(record: unknown): string {
  return fieldOf(record, 'passkey') ?? fieldOf(record, 'id') ?? '';
}

/** A delete whose end is not known may have left them. The service may give the id of one that went to another. */
async function missingOf(
  connection: Connection,
  kept: readonly PasskeyResource[],
  signal: AbortSignal,
): Promise<readonly PasskeyResource[]> {
  const others: PasskeyResource[] = [];
  const { gone, failed, unknown } = await forEach(kept, async (one) => {
    const found = contentOf(await connection.read('getPasskey', { path: { id: one.id } }, { signal }));
    if (fieldOf(found, 'passkey') !== one.label) others.push(one);
  });
  const [problem] = [...failed, ...unknown];
  if (problem) throw problem.error;
  signal.throwIfAborted();
  return [...gone, ...others];
}

/** Makes them again and says what could not be brought back. */
export async function undoDelete(
  services: CommandServices,
  connection: Connection,
  deleted: readonly PasskeyResource[],
  copy: string,
): Promise<void> {
  await confirmUndo(connection, deleted);
  const made: MadeAgain[] = [];
  const title = l10n.t('Undo');
  const result = await withDelayedProgress(title, (signal) =>
    forEach(deleted, async (passkey) => made.push(await makeAgain(connection, passkey)), { signal }),
  );
  await markRestored(
    copy,
    result.done.map(({ id }) => id),
  );
  for (const eventId of new Set(deleted.map((passkey) => passkey.eventId)))
    services.changes.announce({ environment: connection.environment.name, kind: 'passkey', eventId });
  reportUndone(deleted, made, [...result.failed, ...result.unknown]);
}

function reportUndone(
  deleted: readonly PasskeyResource[],
  made: readonly MadeAgain[],
  failed: readonly Failed<PasskeyResource>[],
): void {
  const only = deleted.length === 1 ? made[0]?.passkey : undefined;
  const lost = new Set(made.flatMap((again) => again.lost));
  const problems = failed.map(
    ({ target, error }) => `${target.label}: ${error instanceof Error ? error.message : String(error)}`,
  );
  const sentences = [
    only
      ? l10n.t('Passkey {0} is there again, with a new id.', only.label)
      : l10n.t('{0} of {1} passkeys are there again, with new ids.', made.length, deleted.length),
    ...(lost.size > 0 ? [l10n.t('Not restored: {0}.', [...lost].join(', '))] : []),
    ...problems,
  ];
  const message = sentences.join(' ');
  if (problems.length > 0) void notifyWith('warning', message, nextStep.showLog());
  else void notifyWith('info', message, only ? nextStep.showInTree(only) : nextStep.showEvents());
}

/** The yes to the removal was none to new passkeys; one question is enough for all of them. */
async function confirmUndo({ environment }: Connection, deleted: readonly PasskeyResource[]): Promise<void> {
  if (!environment.protected) return;
  const names = deleted.map(({ label }) => label);
  await confirmWrite({
    environment,
    title: l10n.t('Create Passkey Again'),
    target: names.length === 1 ? (names[0] ?? '') : l10n.t('{0} passkeys', names.length),
  });
}

interface MadeAgain {
  readonly passkey: PasskeyResource;
  /** The fields that could not be brought back. */
  readonly lost: readonly string[];
}

async function makeAgain(connection: Connection, passkey: PasskeyResource): Promise<MadeAgain> {
  const wanted = passkeyAgain(passkey.value, connection.environment.dialect);
  if (!wanted) throw new Error(l10n.t('The copy does not say enough to make it again.'));
  const { body, itemIds, lost } = wanted;
  const options = { target: passkey.label, confirmed: true };
  const id = await createAgain(connection, body, options);
  const again = { ...passkey, id };
  if (itemIds.length === 0) return { passkey: again, lost };
  try {
    await connection.write('setPasskeyItems', { path: { id }, body: { itemIds: [...itemIds] } }, options);
    return { passkey: again, lost };
  } catch {
    return { passkey: again, lost: [...lost, 'itemIds'] };
  }
}

type PasskeyBody = NonNullable<ReturnType<typeof passkeyAgain>>['body'];

/** Its id. What the service answered without one, or not at all, was made when it is there now. */
async function createAgain(
  connection: Connection,
  body: PasskeyBody,
  options: { target: string; confirmed: boolean },
): Promise<string> {
  const made = await connection.write('createPasskey', { body }, options).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'unknownOutcome') return error;
    throw error;
  });
  const id = made instanceof ApiError ? undefined : recordId(contentOf(made), 'passkey');
  if (id !== undefined) return id;
  const { record } = await findPasskey(connection, String(body.eventId), body.passkey);
  const found = record && recordId(record, 'passkey');
  if (found !== undefined) return found;
  throw made instanceof ApiError ? made : new Error(l10n.t('The service does not show it at this moment.'));
}
