// The head of a record's form: its states in the words of the tree, and what can be done with it by commands.
import * as vscode from 'vscode';
import { ApiError } from '../../client/index.ts';
import type { PasskeyHead } from '../../protocol/passkey.ts';
import type { RecordAction, RecordHead } from '../../protocol/record-head.ts';
import type { Connection } from '../account/index.ts';
import { withoutIcons } from '../platform/notify.ts';
import type { ItemResource, PasskeyResource } from '../platform/resources.ts';
import { formatsFor } from '../reading/formats.ts';
import { limitText, passkeyCells, usageText } from '../reading/passkey-facts.ts';
import { itemStates, stateOf } from '../reading/item-facts.ts';

const toolsFor = ({ environment }: Connection) => ({
  t: vscode.l10n.t,
  formats: formatsFor(environment, vscode.env.language),
});

export function passkeyHead(record: unknown, connection: Connection): PasskeyHead {
  const tools = toolsFor(connection);
  const { state } = stateOf(passkeyCells(record, tools).status);
  const usage = usageText(record, tools);
  return {
    states: state ? [state] : [],
    facts: usage === undefined ? [] : [usage],
    limit: limitText(record, tools),
    actions: ['copy', 'showInTree', 'openAsJson', 'remove'],
  };
}

export function itemHead(record: unknown, isGroup: boolean, connection: Connection): RecordHead {
  // Nothing is removed on a guess of how.
  const mayRemove = connection.environment.dialect.removal !== undefined;
  return {
    states: itemStates(record, isGroup, toolsFor(connection)),
    facts: [],
    actions: ['listCodes', 'showInTree', 'openAsJson', ...(mayRemove ? ['remove' as const] : [])],
  };
}

/** `read`: reads the record; true when it is gone by now. */
export async function runAction(
  action: RecordAction,
  record: ItemResource | PasskeyResource,
  read: () => Promise<unknown>,
): Promise<boolean> {
  if (action === 'copy') {
    await vscode.env.clipboard.writeText(record.label);
    vscode.window.setStatusBarMessage(withoutIcons(vscode.l10n.t('Copied {0}.', record.label)), 4000);
    return false;
  }
  const removal = record.kind === 'item' ? 'removeItem' : 'deletePasskey';
  await vscode.commands.executeCommand(`boxOffice.${action === 'remove' ? removal : action}`, record);
  if (action !== 'remove') return false;
  return read().then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.kind === 'notFound',
  );
}
