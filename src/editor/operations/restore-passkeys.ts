// Restore Deleted Passkeys: makes passkeys again from a copy that was kept before they were deleted, whenever that was.
import * as vscode from 'vscode';
import { contentOf } from '../../client/index.ts';
import { connectionTo, type Connection, type Connections } from '../account/index.ts';
import { withoutIcons } from '../platform/notify.ts';
import { UserError } from '../platform/user-error.ts';
import { forEach } from './bulk.ts';
import { keptCopies, type CommandServices, type KeptCopy } from './copies.ts';
import { undoDelete, type Kept } from './delete-passkey.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { fieldOf, toPasskey } from '../reading/resources.ts';

const { l10n } = vscode;

export async function restorePasskeys(parts: CommandServices): Promise<void> {
  const copies = await keptCopies(parts.context, 'passkeys');
  if (copies.length === 0)
    throw new UserError(l10n.t('There are no deleted passkeys to restore. Only those deleted from here have a copy.'));
  const { path, environment, records } = await pickCopy(parts.connections, copies);
  const connection = connectionTo(parts.connections, environment);
  const kept = records.map((record) => keptOf(connection, record));
  const title = l10n.t('Restore Deleted Passkeys');
  const missing = await withDelayedProgress(title, (signal) => missingOf(connection, kept, signal));
  if (missing.length === 0) throw new UserError(l10n.t('These passkeys are still there. Nothing was created.'));
  await undoDelete(parts, connection, missing, path);
}

async function pickCopy(connections: Connections, copies: readonly KeptCopy[]): Promise<KeptCopy> {
  const items = copies.map((copy) => ({
    label: withoutIcons(copy.records.map(nameOf).join(', ')),
    description: [countText(copy), connections.of(copy.environment)?.environment.label ?? copy.environment].join(' · '),
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

function countText({ records }: KeptCopy): string {
  return records.length === 1 ? l10n.t('1 passkey') : l10n.t('{0} passkeys', records.length);
}

function nameOf(record: unknown): string {
  return fieldOf(record, 'passkey') ?? fieldOf(record, 'id') ?? '';
}

function keptOf(connection: Connection, record: unknown): Kept {
  return { passkey: toPasskey(connection, { id: fieldOf(record, 'id'), label: nameOf(record), value: record }), record };
}

/** A delete whose end is not known may have left them. The service may give the id of one that went to another. */
async function missingOf(connection: Connection, kept: readonly Kept[], signal: AbortSignal): Promise<readonly Kept[]> {
  const others: Kept[] = [];
  const { gone, failed, unknown } = await forEach(kept, async (one) => {
    const found = contentOf(await connection.read('getPasskey', { path: { id: one.passkey.id } }, { signal }));
    if (fieldOf(found, 'passkey') !== one.passkey.label) others.push(one);
  });
  const [problem] = [...failed, ...unknown];
  if (problem) throw problem.error;
  signal.throwIfAborted();
  return [...gone, ...others];
}
