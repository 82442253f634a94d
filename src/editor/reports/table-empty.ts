// A list without rows: what is said of it, and the command that gives it its first ones.
import * as vscode from 'vscode';
import { ApiError, contentOf, idIn, labelOf, type OperationId } from '../../client/index.ts';
import type { TableEmpty } from '../../protocol/table.ts';
import type { Connection } from '../account/index.ts';
import type { Read } from '../reading/reads.ts';
import { toEvent, toItem } from '../reading/resources.ts';

const { l10n } = vscode;

const commands: Partial<Record<OperationId, string>> = {
  listItems: 'boxOffice.createItem',
  listPasskeys: 'boxOffice.createPasskey',
  listCodes: 'boxOffice.uploadCodes',
};

/** `read`: none of a file. */
export function emptyIn(read: Read | undefined): TableEmpty {
  const texts: Partial<Record<OperationId, readonly [text: string, step: string]>> = {
    listItems: [l10n.t('No items yet'), l10n.t('Create Item…')],
    listPasskeys: [l10n.t('No passkeys yet'), l10n.t('Create Passkey…')],
    listCodes: [l10n.t('No codes yet'), l10n.t('Upload Codes…')],
  };
  const [text, step] = (read && texts[read.operation]) ?? [l10n.t('There are no rows.')];
  return { text, step: vscode.workspace.isTrusted ? step : undefined };
}

/** The command asks for an event that is not known. */
export async function fillList(connection: Connection, read: Read): Promise<void> {
  const command = commands[read.operation];
  if (command === undefined) return;
  const event = await eventOf(connection, read).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  await vscode.commands.executeCommand(command, ...(event ? [event] : []));
}

async function eventOf(connection: Connection, { operation, input }: Read) {
  const itemId = idIn(operation, input, 'item');
  const id = idIn(operation, input, 'event') ?? (itemId === undefined ? undefined : await eventOfItem(connection, itemId));
  if (id === undefined) return undefined;
  const value = contentOf(await connection.read('getEvent', { path: { id } }));
  return toEvent(connection, { id, label: labelOf(value), value });
}

async function eventOfItem(connection: Connection, id: string): Promise<string | undefined> {
  const value = contentOf(await connection.read('getItem', { path: { id } }));
  return toItem(connection, { id, label: id, value }).eventId;
}
