// The providers of documents, registered at the start; what is behind them is loaded a moment later.
import { Disposable, EventEmitter, FileSystemError, l10n, workspace } from 'vscode';
import type { Event, FileChangeEvent, FileSystemProvider, Uri } from 'vscode';
import { editableScheme, readOnlyScheme } from './addresses.ts';
import type { EditableRecords } from './editable.ts';
import type { ReadOnlyDocuments } from './read-only.ts';

export interface Documents {
  /** Documents that only show. */
  readonly readOnly: ReadOnlyDocuments;
  /** Records that can be saved. */
  readonly editable: EditableRecords;
}

export class DocumentEvents implements Disposable {
  readonly shown = new EventEmitter<Uri>();
  readonly changed = new EventEmitter<FileChangeEvent[]>();

  dispose(): void {
    this.shown.dispose();
    this.changed.dispose();
  }
}

export function registerDocumentProviders(documents: () => Promise<Documents>, { shown, changed }: DocumentEvents): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(readOnlyScheme, {
      onDidChange: shown.event,
      provideTextDocumentContent: async (uri) => (await documents()).readOnly.provideTextDocumentContent(uri),
    }),
    workspace.registerFileSystemProvider(
      editableScheme,
      fileSystem(async () => (await documents()).editable, changed.event),
      { isCaseSensitive: true },
    ),
  );
}

function fileSystem(records: () => Promise<EditableRecords>, onDidChangeFile: Event<FileChangeEvent[]>): FileSystemProvider {
  const impossible = (): never => {
    throw FileSystemError.NoPermissions(l10n.t('Records are made and deleted by their own commands.'));
  };
  return {
    onDidChangeFile,
    watch: () => new Disposable(() => undefined),
    stat: async (uri) => (await records()).stat(uri),
    readFile: async (uri) => (await records()).readFile(uri),
    writeFile: async (uri, content) => (await records()).writeFile(uri, content),
    readDirectory: () => [],
    createDirectory: impossible,
    delete: impossible,
    rename: impossible,
  };
}
