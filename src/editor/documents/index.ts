// Events, items, passkeys, reports and replies as JSON documents; items and passkeys can be edited and saved.
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { lazy } from '../platform/lazy.ts';
import { readOnlyScheme } from './addresses.ts';
import type { DocumentEvents, Documents } from './providers.ts';

export function registerDocuments(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  { shown, changed }: DocumentEvents,
): Documents {
  const readOnly = lazy(async () => {
    const { ReadOnlyDocuments } = await import('./read-only.ts');
    return new ReadOnlyDocuments(connections, shown);
  });
  const editable = lazy(async () => {
    const { EditableRecords } = await import('./editable.ts');
    const records = new EditableRecords({ context, connections, changes, readOnly: await readOnly(), changed });
    context.subscriptions.push(records);
    return records;
  });
  // What is edited has a schema that says the same.
  const hover = lazy(async () => (await import('./hover.ts')).fieldHover);
  context.subscriptions.push(
    vscode.languages.registerHoverProvider(
      { scheme: readOnlyScheme },
      {
        provideHover: async (...asked) => (await hover()).provideHover(...asked),
      },
    ),
  );
  commands.register('boxOffice.openAsJson', async (row?: unknown, selected?: unknown) => {
    const { openAsJson } = await import('./open-as-json.ts');
    return openAsJson(connections, await readOnly(), row, selected);
  });
  return { readOnly, editable };
}
