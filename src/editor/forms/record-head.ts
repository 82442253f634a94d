// The head of a record's form: its states in the words of the tree, and what can be done with it by commands.
import * as vscode from 'vscode';
import type { PasskeyHead } from '../../protocol/passkey.ts';
import type { RecordHead } from '../../protocol/record-head.ts';
import type { Connection } from '../account/index.ts';
import { formatsFor } from '../reading/formats.ts';
import { limitText, passkeyState, usageText } from '../reading/passkey-facts.ts';
import { itemStates, stateOf } from '../reading/item-facts.ts';

/** With which facts are read as people read them. */
export function toolsFor({ environment }: Connection) {
  return { t: vscode.l10n.t, formats: formatsFor(environment, vscode.env.language) };
}

export function passkeyHead(record: unknown, connection: Connection): PasskeyHead {
  const tools = toolsFor(connection);
  const { state } = stateOf(passkeyState(record, tools));
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
