// Items and passkeys as files that can be edited: to save one is to check it, to look whether it changed, and to write what differs.
import * as vscode from 'vscode';
import { eventOfRow, stringifyJson } from '../../client/index.ts';
import type { Connection, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { getOrInsert } from '../platform/once.ts';
import { editableScheme, nameIn, type DocumentName } from './addresses.ts';
import { Bases } from './bases.ts';
import { parseTree } from '../../records/json-tree.ts';
import { asBase, isFields, readRecord, type Fields, type PlanProblem, type RecordKind } from '../../records/index.ts';
import { Problems } from './problems.ts';
import type { ReadOnlyDocuments } from './read-only.ts';
import { offerChoice, reportSave } from './report.ts';
import { RecordSession, type Edited, type RecordStore, type SaveResult, type Versions } from '../records/session.ts';
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

export class EditableRecords implements vscode.Disposable {
  readonly #services: RecordServices;
  readonly #bases: Bases;
  readonly #problems = new Problems((document) => this.#check(document));
  readonly #states = new Map<string, FileState>();
  readonly #disposables: vscode.Disposable[];

  constructor(services: RecordServices) {
    this.#services = services;
    this.#bases = new Bases(services.context.workspaceState);
    this.#disposables = [
      this.#problems,
      services.changes.onDidChange((change) => this.#refresh(change.environment, change.kind, change.id)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#noteClean(document)),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        if (document.uri.scheme === editableScheme) this.#stateOf(document.uri).reason = reason;
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#noteClean(document)),
    ];
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    requireName(uri);
    // The size is always the same: whether somebody else wrote is found out here, from the record itself.
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#stateOf(uri).time, size: 0 };
  }

  #stateOf(uri: vscode.Uri): FileState {
    return getOrInsert(this.#states, uri.toString(), () => ({ time: 1 }));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const record = await this.#read(uri);
    const text = jsonText(record);
    this.#bases.serve(uri, text, record);
    // While there are edits, they stay edits of the record that they were made on.
    if (!openDocument(uri)?.isDirty) this.#bases.adopt(uri, text);
    return new TextEncoder().encode(text);
  }

  /** The same save asked for twice is one save. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = new TextDecoder().decode(content);
    const state = this.#stateOf(uri);
    requireManual(state);
    if (state.saving?.text === text) return state.saving.done;
    if (state.saving) throw refused(vscode.l10n.t('A save of this record is under way.'));
    const done = this.#save(uri, text).finally(() => (state.saving = undefined));
    state.saving = { text, done };
    return done;
  }

  async #save(uri: vscode.Uri, text: string): Promise<void> {
    const name = requireName(uri);
    const edited = this.#parse(uri, text);
    const session = this.#sessionOf(name, await this.#versionsOf(uri, name, edited));
    const result = await session.save(asJson(edited));
    if (result.kind !== 'problems' && result.kind !== 'busy') this.#stateOf(uri).overwrite = undefined;
    this.#finish(uri, name, text, edited, result, session.versions);
  }

  #finish(uri: vscode.Uri, name: RecordName, text: string, edited: Fields, result: SaveResult, versions: Versions): void {
    if (result.kind === 'problems') throw refused(this.#problems.refuse(uri, text, result.problems));
    if (result.kind === 'busy') throw refused(vscode.l10n.t('{0} is being saved in another window.', name.label));
    if (result.kind === 'conflict') throw this.#refuseConflict(uri, name, result.remote);
    if (result.kind === 'unchanged') return;
    this.#bases.set(uri, versions);
    if (result.outcomes.some(({ state }) => state === 'saved' || state === 'unknown')) this.#announce(name, edited);
    const problem = reportSave(name.label, result);
    if (problem !== undefined) throw refused(problem);
    if (result.isReadBack) this.#reload(uri);
  }

  /** Nobody's work is lost: the save is refused, both versions are shown, and the person chooses. */
  #refuseConflict(uri: vscode.Uri, name: RecordName, remote: Fields): vscode.FileSystemError {
    const shown = this.#services.readOnly.keep(name, remote);
    void offerChoice(uri, shown, name.label, () => (this.#stateOf(uri).overwrite = remote));
    const { t } = vscode.l10n;
    return refused(
      t('{0} has changed on the service since it was opened. Nothing was overwritten: compare and choose.', name.label),
    );
  }

  /** With a choice to overwrite, the edits are against their version; a document whose origin is lost has no other. */
  async #versionsOf(uri: vscode.Uri, name: RecordName, edited: Fields): Promise<Versions> {
    const { overwrite: remote } = this.#stateOf(uri);
    if (remote) return { base: this.#asBase(name, remote, edited), remote };
    const known = this.#bases.of(uri);
    if (known) return known;
    throw this.#refuseConflict(uri, name, await this.#read(uri));
  }

  #asBase(name: RecordName, remote: Fields, edited: Fields): Fields {
    const { dialect } = this.#connectionOf(name).environment;
    return asBase(readRecord(name.kind, remote, dialect), readRecord(name.kind, edited, dialect));
  }

  #parse(uri: vscode.Uri, text: string): Fields {
    const tree = parseTree(text);
    if (tree.problem) throw refused(this.#problems.refuseSyntax(uri, text, tree.problem));
    if (isFields(tree.root.value)) return tree.root.value;
    throw refused(this.#problems.refuse(uri, text, [{ path: [], at: 'value', rule: 'object' }]));
  }

  /** What would be refused if the document were saved now. */
  #check(document: vscode.TextDocument): readonly PlanProblem[] {
    const name = recordName(document.uri);
    const versions = this.#bases.of(document.uri);
    const tree = parseTree(document.getText());
    if (!name || !this.#services.connections.of(name.environment) || !versions || tree.problem || !isFields(tree.root.value))
      return [];
    return this.#sessionOf(name, versions).plan(asJson(tree.root.value)).problems;
  }

  #sessionOf(name: RecordName, versions?: Versions): RecordSession {
    const context = () => ({ dialect: dialectOf(this.#connectionOf(name)), now: Date.now() });
    return new RecordSession(name.kind, this.#storeOf(name), context, name.id, versions);
  }

  #storeOf(name: RecordName): RecordStore {
    const { fsPath } = this.#services.context.globalStorageUri;
    const connection = () => this.#connectionOf(name);
    return serviceStore(connection, fsPath, name.kind, () => name.label);
  }

  #read(uri: vscode.Uri): Promise<Fields> {
    const name = requireName(uri);
    return this.#storeOf(name).read(name.id);
  }

  /** The environment that the document was opened in, whatever is chosen now. */
  #connectionOf({ environment }: RecordName): Connection {
    const connection = this.#services.connections.of(environment);
    if (connection) return connection;
    throw refused(vscode.l10n.t('The environment {0} is not configured or does not run.', environment));
  }

  #announce({ environment, kind, id }: RecordName, edited: Fields): void {
    this.#services.changes.announce({ environment, kind, id, eventId: eventOfRow(edited) });
  }

  /** Shows what the service has now. VS Code leaves a document with edits as it is, and a saved one until it has noted the save. */
  #reload(uri: vscode.Uri): void {
    const state = this.#stateOf(uri);
    state.isOutdated = openDocument(uri)?.isDirty ?? false;
    if (state.isOutdated) return;
    state.time = Date.now();
    this.#services.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  #refresh(environment: string, kind: string, id: string | undefined): void {
    for (const { uri, isDirty } of vscode.workspace.textDocuments) {
      const name = recordName(uri);
      const isMeant = name?.environment === environment && name.kind === kind && (id === undefined || name.id === id);
      if (isMeant && !isDirty && !this.#stateOf(uri).saving) this.#reload(uri);
    }
  }

  #noteClean(document: vscode.TextDocument): void {
    if (document.isDirty || !recordName(document.uri)) return;
    this.#bases.adopt(document.uri, document.getText());
    if (this.#stateOf(document.uri).isOutdated) this.#reload(document.uri);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** A document has the record itself. */
function asJson(edited: Fields): Edited {
  return ({ kind, dialect }) => readRecord(kind, edited, dialect);
}

function jsonText(record: Fields): string {
  return `${stringifyJson(record, 2)}\n`;
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
