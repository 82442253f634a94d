// Events, items, passkeys, reports and replies as JSON documents; items and passkeys can be edited and saved.
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { editableScheme, readOnlyScheme } from './addresses.ts';
import type { EditableRecords } from './editable.ts';
import type { ReadOnlyDocuments } from './read-only.ts';

export interface Documents {
  /** Documents that only show. */
  readOnly(): Promise<ReadOnlyDocuments>;
}

export function registerDocuments(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
): Documents {
  const shown = new vscode.EventEmitter<vscode.Uri>();
  const readOnly = once(async () => {
    const { ReadOnlyDocuments } = await import('./read-only.ts');
    return new ReadOnlyDocuments(connections, shown);
  });
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const editable = once(async () => {
    const { EditableRecords } = await import('./editable.ts');
    const records = new EditableRecords(context, connections, changes, await readOnly(), changed);
    context.subscriptions.push(records);
    return records;
  });
  context.subscriptions.push(
    shown,
    changed,
    vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
      onDidChange: shown.event,
      provideTextDocumentContent: async (uri) => (await readOnly()).provideTextDocumentContent(uri),
    }),
    vscode.workspace.registerFileSystemProvider(editableScheme, fileSystem(editable, changed.event), { isCaseSensitive: true }),
  );
  commands.register('boxOffice.openAsJson', async (row?: unknown, selected?: unknown) => {
    const { openAsJson } = await import('./open-as-json.ts');
    return openAsJson(connections, await readOnly(), row, selected);
  });
  return { readOnly };
}

/** A file system whose code is loaded with the first file. */
function fileSystem(
  records: () => Promise<EditableRecords>,
  onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>,
): vscode.FileSystemProvider {
  const impossible = (): never => {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('Records are made and deleted by their own commands.'));
  };
  return {
    onDidChangeFile,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await records()).stat(uri),
    readFile: async (uri) => (await records()).readFile(uri),
    writeFile: async (uri, content) => (await records()).writeFile(uri, content),
    readDirectory: () => [],
    createDirectory: impossible,
    delete: impossible,
    rename: impossible,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
