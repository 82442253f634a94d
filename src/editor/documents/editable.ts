// Items and passkeys as files that can be edited: to save one is to check it, to look whether it changed, and to write what differs.
import * as vscode from 'vscode';
import { eventOfRow, stringifyJson } from '../../client/index.ts';
import type { Connection, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { getOrInsert } from '../platform/once.ts';
import { editableScheme, nameIn, type DocumentName } from './addresses.ts';
import { keptBases } from './bases.ts';
import { parseTree } from '../../records/json-tree.ts';
import { asBase, isFields, readRecord, type Fields, type PlanProblem, type RecordKind } from '../../records/index.ts';
import { problemMarks } from './problems.ts';
import type { ReadOnlyDocuments } from './read-only.ts';
import { offerChoice, reportSave } from './report.ts';
import { RecordSession, type Edited, type RecordStore, type Versions } from '../records/session.ts';
import { dialectOf, serviceStore } from '../records/store.ts';

interface RecordName extends DocumentName {
  readonly kind: RecordKind;
}

interface FileState {
  /** VS Code reads a file again when its time has moved, and suspects another writer when it moves behind its back. */
  time: number;
  /** It shows what the service no longer has, until its edits are saved or taken back. */
  isOutdated?: boolean;
  saving?: { readonly text: string; readonly done: Promise<void> } | undefined;
  /** The version of the record that the person chose to overwrite. */
  overwrite?: Fields | undefined;
  /** Why the save that is about to write was begun. */
  reason?: vscode.TextDocumentSaveReason | undefined;
}

interface RecordServices {
  readonly context: vscode.ExtensionContext;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly readOnly: ReadOnlyDocuments;
  readonly changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
}

export type EditableRecords = ReturnType<typeof editableRecords>;

export function editableRecords({ context, connections, changes, readOnly, changed }: RecordServices) {
  const bases = keptBases(context.workspaceState);
  const states = new Map<string, FileState>();
  const problems = problemMarks(check);
  const listening = vscode.Disposable.from(
    problems,
    changes.onDidChange(({ environment, kind, id }) => refresh(environment, kind, id)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => noteClean(document)),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === editableScheme) stateOf(document.uri).reason = reason;
    }),
    vscode.workspace.onDidOpenTextDocument(noteClean),
  );

  function stateOf(uri: vscode.Uri): FileState {
    return getOrInsert(states, uri.toString(), () => ({ time: 1 }));
  }

  async function save(uri: vscode.Uri, text: string): Promise<void> {
    const name = requireName(uri);
    const edited = parse(uri, text);
    const session = sessionOf(name, await versionsOf(uri, name, edited));
    const result = await session.save(asJson(edited));
    if (result.kind === 'problems') throw refused(problems.refuse(uri, text, result.problems));
    if (result.kind === 'busy') throw refused(vscode.l10n.t('{0} is being saved in another window.', name.label));
    stateOf(uri).overwrite = undefined;
    if (result.kind === 'conflict') throw refuseConflict(uri, name, result.remote);
    if (result.kind === 'unchanged') return;
    bases.set(uri, session.versions);
    if (result.outcomes.some(({ state }) => state === 'saved' || state === 'unknown'))
      changes.announce({ environment: name.environment, kind: name.kind, id: name.id, eventId: eventOfRow(edited) });
    const problem = reportSave(name.label, result);
    if (problem !== undefined) throw refused(problem);
    if (result.isReadBack) reload(uri);
  }

  /** Nobody's work is lost: the save is refused, both versions are shown, and the person chooses. */
  function refuseConflict(uri: vscode.Uri, name: RecordName, remote: Fields): vscode.FileSystemError {
    const shown = readOnly.keep(name, remote);
    void offerChoice(uri, shown, name.label, () => (stateOf(uri).overwrite = remote));
    const { t } = vscode.l10n;
    return refused(
      t('{0} has changed on the service since it was opened. Nothing was overwritten: compare and choose.', name.label),
    );
  }

  /** With a choice to overwrite, the edits are against their version; a document whose origin is lost has no other. */
  async function versionsOf(uri: vscode.Uri, name: RecordName, edited: Fields): Promise<Versions> {
    const { overwrite: remote } = stateOf(uri);
    if (remote) {
      const { dialect } = connectionOf(name).environment;
      return { base: asBase(readRecord(name.kind, remote, dialect), readRecord(name.kind, edited, dialect)), remote };
    }
    const known = bases.of(uri);
    if (known) return known;
    throw refuseConflict(uri, name, await read(name));
  }

  function parse(uri: vscode.Uri, text: string): Fields {
    const tree = parseTree(text);
    if (tree.problem) throw refused(problems.refuseSyntax(uri, text, tree.problem));
    if (isFields(tree.root.value)) return tree.root.value;
    throw refused(problems.refuse(uri, text, [{ path: [], at: 'value', rule: 'object' }]));
  }

  /** What would be refused if the document were saved now. */
  function check(document: vscode.TextDocument): readonly PlanProblem[] {
    const name = recordName(document.uri);
    const versions = bases.of(document.uri);
    const tree = parseTree(document.getText());
    if (!name || !connections.of(name.environment) || !versions || tree.problem || !isFields(tree.root.value)) return [];
    return sessionOf(name, versions).plan(asJson(tree.root.value)).problems;
  }

  function sessionOf(name: RecordName, versions: Versions): RecordSession {
    const context = () => ({ dialect: dialectOf(connectionOf(name)), now: Date.now() });
    return new RecordSession(name.kind, storeOf(name), context, name.id, versions);
  }

  function storeOf(name: RecordName): RecordStore {
    return serviceStore(
      () => connectionOf(name),
      context.globalStorageUri.fsPath,
      name.kind,
      () => name.label,
    );
  }

  function read(name: RecordName): Promise<Fields> {
    return storeOf(name).read(name.id);
  }

  /** The environment that the document was opened in, whatever is chosen now. */
  function connectionOf({ environment }: RecordName): Connection {
    const connection = connections.of(environment);
    if (connection) return connection;
    throw refused(vscode.l10n.t('The environment {0} is not configured or does not run.', environment));
  }

  /** Shows what the service has now. VS Code leaves a document with edits as it is, and a saved one until it has noted the save. */
  function reload(uri: vscode.Uri): void {
    const state = stateOf(uri);
    state.isOutdated = openDocument(uri)?.isDirty ?? false;
    if (state.isOutdated) return;
    state.time = Date.now();
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  function refresh(environment: string, kind: string, id: string | undefined): void {
    for (const { uri, isDirty } of vscode.workspace.textDocuments) {
      const name = recordName(uri);
      const isMeant = name?.environment === environment && name.kind === kind && (id === undefined || name.id === id);
      if (isMeant && !isDirty && !stateOf(uri).saving) reload(uri);
    }
  }

  function noteClean(document: vscode.TextDocument): void {
    if (document.isDirty || !recordName(document.uri)) return;
    bases.adopt(document.uri, document.getText());
    if (stateOf(document.uri).isOutdated) reload(document.uri);
  }

  return {
    dispose: () => {
      listening.dispose();
    },
    stat(uri: vscode.Uri): vscode.FileStat {
      if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      requireName(uri);
      // The size is always the same: whether somebody else wrote is found out here, from the record itself.
      return { type: vscode.FileType.File, ctime: 0, mtime: stateOf(uri).time, size: 0 };
    },
    async readFile(uri: vscode.Uri): Promise<Uint8Array> {
      const record = await read(requireName(uri));
      const text = `${stringifyJson(record, 2)}\n`;
      bases.serve(uri, text, record);
      // While there are edits, they stay edits of the record that they were made on.
      if (!openDocument(uri)?.isDirty) bases.adopt(uri, text);
      return new TextEncoder().encode(text);
    },
    /** The same save asked for twice is one save. */
    async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
      const text = new TextDecoder().decode(content);
      const state = stateOf(uri);
      requireManual(state);
      if (state.saving?.text === text) return state.saving.done;
      if (state.saving) throw refused(vscode.l10n.t('A save of this record is under way.'));
      const done = save(uri, text).finally(() => (state.saving = undefined));
      state.saving = { text, done };
      return done;
    },
  };
}

/** A document has the record itself. */
function asJson(edited: Fields): Edited {
  return ({ kind, dialect }) => readRecord(kind, edited, dialect);
}

/** What is half typed must not reach the service, so a save that VS Code makes by itself is refused. */
function requireManual(state: FileState): void {
  const { reason = vscode.TextDocumentSaveReason.Manual } = state;
  state.reason = undefined;
  if (reason === vscode.TextDocumentSaveReason.Manual) return;
  throw refused(vscode.l10n.t('Auto save does not write to the service. Save it yourself when it is ready.'));
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

function recordName(uri: vscode.Uri): RecordName | undefined {
  const name = nameIn(uri.path);
  return name?.kind === 'item' || name?.kind === 'passkey' ? (name as RecordName) : undefined;
}

/** The folders above a record: its environment, its kind and its id. */
function isFolder({ path }: vscode.Uri): boolean {
  return path.split('/').filter((part) => part !== '').length < 4;
}

function requireName(uri: vscode.Uri): RecordName {
  const name = recordName(uri);
  if (!name) throw vscode.FileSystemError.FileNotFound(uri);
  return name;
}

function refused(message: string): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(message);
}
