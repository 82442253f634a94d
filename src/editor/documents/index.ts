// Events, items, passkeys, reports and replies as JSON documents; items and passkeys can be edited and saved.
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { readOnlyScheme } from './addresses.ts';
import { editableRecords } from './editable.ts';
import { fieldHover } from './hover.ts';
import { openAsJson } from './open-as-json.ts';
import type { DocumentEvents, Documents } from './providers.ts';
import { ReadOnlyDocuments } from './read-only.ts';

export function registerDocuments(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  { shown, changed }: DocumentEvents,
): Documents {
  const readOnly = new ReadOnlyDocuments(connections, shown);
  const editable = editableRecords({ context, connections, changes, readOnly, changed });
  // What is edited has a schema that says the same.
  context.subscriptions.push(editable, vscode.languages.registerHoverProvider({ scheme: readOnlyScheme }, fieldHover));
  commands.register('boxOffice.openAsJson', (row?: unknown, selected?: unknown) =>
    openAsJson(connections, readOnly, row, selected),
  );
  return { readOnly, editable };
}
