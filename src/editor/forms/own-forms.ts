// The operations that have a form of their own, with a field for everything.
import * as vscode from 'vscode';
import type { OperationId } from '../../client/index.ts';
import { l10nKey } from '../../client/l10n.ts';
import type { Connection } from '../account/index.ts';
import { pickEvent, pickItem, pickPasskey } from '../ask/pickers.ts';

const pickPasskeyOfEvent = async (connection: Connection) => pickPasskey(connection, (await pickEvent(connection)).id);

/** By the command that opens each. */
const forms = {
  createItem: { title: l10nKey('Create Item…'), pick: pickEvent },
  editItem: { title: l10nKey('Edit Item…'), pick: pickItem },
  editAttributes: { title: l10nKey('Edit Attributes…'), pick: pickItem },
  editSalePeriods: { title: l10nKey('Edit Sale Periods…'), pick: pickItem },
  editValues: { title: l10nKey('Edit Values…'), pick: pickItem },
  createPasskey: { title: l10nKey('Create Passkey…'), pick: pickEvent },
  editPasskey: { title: l10nKey('Edit Passkey…'), pick: pickPasskeyOfEvent },
  createPasskeys: { title: l10nKey('Create Many Passkeys…'), pick: pickEvent },
};

const ownForms: Partial<Record<OperationId, keyof typeof forms>> = {
  createItem: 'createItem',
  updateItem: 'editItem',
  createAttribute: 'editAttributes',
  updateAttribute: 'editAttributes',
  createSalePeriod: 'editSalePeriods',
  updateSalePeriod: 'editSalePeriods',
  createValues: 'editValues',
  updateValues: 'editValues',
  createPasskey: 'createPasskey',
  updatePasskey: 'editPasskey',
  setPasskeyItems: 'editPasskey',
  createPasskeys: 'createPasskeys',
};

export function ownFormTitle(operation: OperationId): string | undefined {
  const command = ownForms[operation];
  const title = command && forms[command].title;
  return title && vscode.l10n.t(title);
}

/** What it is for is asked for here: the command by itself would ask in the environment that is chosen by now. */
export async function openOwnForm(operation: OperationId, connection: Connection): Promise<void> {
  const command = ownForms[operation];
  if (command) await vscode.commands.executeCommand(`boxOffice.${command}`, await forms[command].pick(connection));
}
