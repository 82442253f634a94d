// The operations that have a form of their own, with a field for everything.
import * as vscode from 'vscode';
import type { OperationId } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import { pickEvent, pickItem, pickPasskey } from '../ask/pickers.ts';
import type { Resource } from '../platform/resources.ts';

interface OwnForm {
  readonly command: string;
  /** As the command is called. */
  readonly title: () => string;
  readonly pick: (connection: Connection) => Promise<Resource>;
}

const createItem = form('createItem', () => vscode.l10n.t('Create Item…'), pickEvent);
const editItem = form('editItem', () => vscode.l10n.t('Edit Item…'), pickItem);
const editAttributes = form('editAttributes', () => vscode.l10n.t('Edit Attributes…'), pickItem);
const editSalePeriods = form('editSalePeriods', () => vscode.l10n.t('Edit Sale Periods…'), pickItem);
const editValues = form('editValues', () => vscode.l10n.t('Edit Values…'), pickItem);
const createPasskey = form('createPasskey', () => vscode.l10n.t('Create Passkey…'), pickEvent);
const editPasskey = form('editPasskey', () => vscode.l10n.t('Edit Passkey…'), pickPasskeyOfEvent);
const createPasskeys = form('createPasskeys', () => vscode.l10n.t('Create Many Passkeys…'), pickEvent);

const ownForms: Partial<Record<OperationId, OwnForm>> = {
  createItem,
  updateItem: editItem,
  createAttribute: editAttributes,
  updateAttribute: editAttributes,
  createSalePeriod: editSalePeriods,
  updateSalePeriod: editSalePeriods,
  createValues: editValues,
  updateValues: editValues,
  createPasskey,
  updatePasskey: editPasskey,
  setPasskeyItems: editPasskey,
  createPasskeys,
};

export function ownFormTitle(operation: OperationId): string | undefined {
  return ownForms[operation]?.title();
}

/** What it is for is asked for here: the command by itself would ask in the environment that is chosen by now. */
export async function openOwnForm(operation: OperationId, connection: Connection): Promise<void> {
  const own = ownForms[operation];
  if (!own) return;
  await vscode.commands.executeCommand(own.command, await own.pick(connection));
}

function form(command: string, title: () => string, pick: OwnForm['pick']): OwnForm {
  return { command: `boxOffice.${command}`, title, pick };
}

async function pickPasskeyOfEvent(connection: Connection): Promise<Resource> {
  return pickPasskey(connection, (await pickEvent(connection)).id);
}
