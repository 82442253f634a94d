// The editor "Codes": a file of codes of any size to look at, with its problems beside the rows. It writes nothing.
import { dirname } from 'node:path';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { choicesOf, CodeFileError, csvRow, RowFile, type Encoding } from '../../codes/index.ts';
import { codeFileContract, type CheckState, type CodeFileContract, type FileState } from '../../protocol/code-file.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { codeFileType, type PageKind } from '../pages/pages.ts';
import { anyPage, type Handlers, type PagePanel } from '../pages/panel.ts';
import { Latest } from '../pages/session.ts';
import { messageOf, UserError } from '../platform/user-error.ts';
import { checkedState, isSameSheet, openedState } from './file-editor-state.ts';
import { fileName, filesFor, goneText, isWorkbook } from './files.ts';
import { errorText } from './messages.ts';
import type { CodeServices } from './services.ts';
import { rowsPath, type FileCheck } from './workbooks.ts';

/** Lines that somebody wants to see: VS Code hands none to an editor that it opens. */
const wantedLines = new Map<string, number>();
const lineWanted = new vscode.EventEmitter<vscode.Uri>();

/** A last argument may name a line. */
export async function openCodeFiles(args: readonly unknown[]): Promise<void> {
  const uris = await filesFor(args, { label: vscode.l10n.t('Open'), active: true });
  const { line } = (args.at(-1) ?? {}) as { readonly line?: unknown };
  for (const uri of uris) {
    if (typeof line === 'number') {
      wantedLines.set(uri.toString(), line);
      lineWanted.fire(uri);
    }
    await vscode.commands.executeCommand('vscode.openWith', uri, codeFileType);
  }
}

export const codeFilePage =
  (services: CodeServices): PageKind =>
  (_host, state) => {
    const uri = vscode.Uri.file(state.id ?? '');
    return anyPage<CodeFileContract>({
      state,
      title: fileName(uri),
      icon: 'list-ordered',
      page: 'code-file',
      content: (panel) => {
        const page = new CodeFilePage(services, uri, panel);
        return { contract: codeFileContract, init: () => page.init(), handlers: page.handlers };
      },
    });
  };

/** How often the page hears of what is under way, in milliseconds. */
const toldEvery = 100;

class CodeFilePage {
  readonly #services: CodeServices;
  readonly #uri: vscode.Uri;
  readonly #panel: PagePanel<CodeFileContract>;
  readonly #closed = new AbortController();
  readonly #finding = new Latest();
  readonly #counting = new Latest();
  #file: RowFile | undefined;
  /** Of a workbook: the check whose CSV is shown. */
  #source: FileCheck | undefined;
  #version = 0;
  /** How often the file was read: only the last one counts. */
  #reads = 0;
  /** Instead of the file, while there is none. */
  #without: FileState = { kind: 'opening', bytes: 0, total: 0 };
  /** Why the rows end where they do. */
  #failure: string | undefined;
  /** What the file was when it was read. */
  #stamp: string | undefined;
  #encoding: Encoding | undefined;
  #told = 0;
  #quiet: NodeJS.Timeout | undefined;
  #place: InitOf<CodeFileContract>['place'] = { row: 0, text: '' };

  constructor(services: CodeServices, uri: vscode.Uri, panel: PagePanel<CodeFileContract>) {
    this.#services = services;
    this.#uri = uri;
    this.#panel = panel;
    const { checks } = services;
    const mine = (other: vscode.Uri) => other.toString() === uri.toString();
    // A file may be saved by any program; a pattern of its name would be wrong for a name with brackets.
    const folder = new vscode.RelativePattern(vscode.Uri.file(dirname(uri.fsPath)), '*');
    const watcher = vscode.workspace.createFileSystemWatcher(folder);
    const onDisk = (other: vscode.Uri) => mine(other) && this.#look();
    const listeners = [
      watcher,
      watcher.onDidChange(onDisk),
      watcher.onDidCreate(onDisk),
      watcher.onDidDelete(onDisk),
      checks.onDidChange((other) => mine(other) && this.#onCheck()),
      lineWanted.event((other) => mine(other) && this.#goToWanted()),
    ];
    panel.panel.onDidDispose(() => {
      this.#closed.abort(new vscode.CancellationError());
      clearTimeout(this.#quiet);
      for (const listener of listeners) listener.dispose();
      this.#inBackground(this.#file?.close());
    });
    this.#goToWanted();
  }

  /** A page that is hidden, or not there yet, goes there when it is shown. */
  #goToWanted(): void {
    const line = wantedLines.get(this.#uri.toString());
    wantedLines.delete(this.#uri.toString());
    if (line === undefined) return;
    this.#place = { ...this.#place, line };
    if (this.#reads > 0) this.#panel.send('goTo', line);
  }

  init(): Promise<InitOf<CodeFileContract>> {
    if (this.#reads === 0) this.#begin();
    const [file, check] = [this.#fileState, this.#checkState];
    return Promise.resolve({
      name: fileName(this.#uri),
      isWorkbook: isWorkbook(this.#uri),
      file,
      check,
      place: this.#place,
    });
  }

  readonly handlers: Handlers<CodeFileContract> = {
    rows: async ({ version, from, count }) => {
      const rows = await this.#ask(version, (file) => file.rows(from, count, this.#closed.signal));
      return rows.map(({ line, lines, cells }) => ({ line, lines, cells: [...cells] }));
    },
    find: ({ version, text, from, direction }) =>
      this.#ask(version, async (file) => {
        const found = await this.#finding.ask((signal) => file.find(text, from, direction, signal));
        return found ?? null;
      }),
    findAll: ({ version, text }) =>
      this.#ask(version, async (file) => {
        const { rows, isMore } = await this.#counting.ask((signal) => file.findAll(text, signal));
        return { rows: [...rows], isMore };
      }),
    rowOfLine: ({ version, line }) =>
      this.#ask(version, async (file) => (await file.rowOfLine(line, this.#closed.signal)) ?? null),
    copyCode: ({ version, row }) =>
      this.#ask(version, async (file) => {
        const column = this.#column;
        if (column === undefined) throw new UserError(errorText(fileName(this.#uri), { kind: 'unclearColumn', candidates: [] }));
        await vscode.env.clipboard.writeText((await file.cells(row, this.#closed.signal))[column] ?? '');
      }),
    copyRow: ({ version, row }) =>
      this.#ask(version, async (file) => {
        const cells = await file.cells(row, this.#closed.signal);
        // Between tabs, as a spreadsheet takes it.
        await vscode.env.clipboard.writeText(csvRow(cells, { guard: true, delimiter: '\t' }));
      }),
    keepPlace: (place) => Promise.resolve((this.#place = place)),
    readAgain: async () => (isWorkbook(this.#uri) ? this.#check() : this.#read()),
    openText: ({ line }) => this.#openText(line),
    check: async () => vscode.commands.executeCommand('boxOffice.checkCodes', this.#uri),
  };

  async #openText(line = 1): Promise<void> {
    const state = this.#fileState;
    if (state.kind !== 'open' || !state.isText)
      throw new UserError(vscode.l10n.t('{0} cannot be opened as text here.', fileName(this.#uri)));
    const start = new vscode.Position(Math.max(0, line - 1), 0);
    const options = { selection: new vscode.Range(start, start) };
    await vscode.commands.executeCommand('vscode.openWith', this.#uri, 'default', options);
  }

  /** What was asked of a file that is another one by now is asked again, of that. */
  async #ask<T>(version: number, read: (file: RowFile) => Promise<T>): Promise<T> {
    const file = this.#file;
    if (!file || version !== this.#version) throw new vscode.CancellationError();
    try {
      return await read(file);
    } catch (error) {
      const isOld = file !== this.#file || this.#closed.signal.aborted;
      if (!isOld && error instanceof CodeFileError && error.kind === 'changed') this.#look();
      else if (!isOld) throw this.#explained(error);
      throw new vscode.CancellationError();
    }
  }

  /** Reads the file once nothing has happened to it for a while, if it is another one. */
  #look(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#inBackground(this.#readIfOther()), this.#services.pauses.fileQuiet);
  }

  async #readIfOther(): Promise<void> {
    const stamp = await stampOf(this.#uri.fsPath);
    if (!isWorkbook(this.#uri)) return stamp === this.#stamp ? undefined : this.#read();
    const state = this.#services.checks.stateOf(this.#uri);
    // A workbook that was saved is checked again anyway.
    const isGone = !state || stamp === undefined || (this.#source && !(await stampOf(rowsPath(this.#uri, this.#source))));
    if (isGone && !this.#closed.signal.aborted) this.#check();
  }

  /** Of a workbook, the CSV that its check has made. */
  async #read(): Promise<void> {
    const own = ++this.#reads;
    const isOld = () => own !== this.#reads || this.#closed.signal.aborted;
    const source = isWorkbook(this.#uri) ? this.#checked : undefined;
    try {
      this.#stamp = await stampOf(this.#uri.fsPath);
      const encoding = (this.#encoding = this.#services.checks.memory.encodingOf(this.#uri.fsPath));
      const choices = source ? choicesOf(source) : { encoding };
      const path = source ? rowsPath(this.#uri, source) : this.#uri.fsPath;
      const file = await RowFile.open(path, { ...choices, onProgress: () => this.#tell() });
      if (isOld()) await file.close();
      else await this.#replace(file, source);
    } catch (error) {
      if (!isOld()) await this.#refuse(messageOf(this.#explained(error)));
    }
  }

  /** Shows another file in place of the one that was shown. */
  async #replace(file: RowFile, source: FileCheck | undefined): Promise<void> {
    if (!source || !isSameSheet(source, this.#source)) this.#version++;
    this.#source = source;
    await this.#putAway(file);
    this.#send();
    this.#sendCheck();
    const isShown = () => file === this.#file && !this.#closed.signal.aborted;
    file.whole.then(
      () => isShown() && this.#send(),
      (error: unknown) => {
        if (!isShown()) return;
        if (error instanceof CodeFileError && error.kind === 'changed') return this.#look();
        this.#failure = messageOf(this.#explained(error));
        this.#send();
      },
    );
  }

  async #refuse(message: string): Promise<void> {
    this.#version++;
    this.#source = undefined;
    this.#without = { kind: 'refused', message };
    await this.#putAway();
    this.#send();
  }

  async #putAway(next?: RowFile): Promise<void> {
    const before = this.#file;
    [this.#file, this.#failure] = [next, undefined];
    await before?.close();
  }

  #explained(error: unknown): Error {
    const name = fileName(this.#uri);
    if (error instanceof UserError) return error;
    if (error instanceof CodeFileError) return new UserError(errorText(name, error.data));
    return new UserError(vscode.l10n.t('{0} could not be read: {1}', name, messageOf(error)));
  }

  #begin(): void {
    if (this.#checked || !isWorkbook(this.#uri)) this.#inBackground(this.#read());
    if (!this.#checked) this.#check();
  }

  /** The page shows what comes of the check. */
  #check(): void {
    void this.#services.checks.check(this.#uri, { isAsked: false }).catch(() => undefined);
  }

  #onCheck(): void {
    if (isWorkbook(this.#uri)) this.#followCheck();
    // Somebody chose another encoding, or another column.
    else if (this.#services.checks.memory.encodingOf(this.#uri.fsPath) !== this.#encoding) this.#inBackground(this.#read());
    else if (this.#checked) this.#send();
    this.#sendCheck();
  }

  /** The CSV of a workbook is another one after each check, perhaps of another sheet: rows that were read before stay until then. */
  #followCheck(): void {
    const state = this.#services.checks.stateOf(this.#uri);
    if (state?.kind === 'checked') return this.#inBackground(this.#read());
    this.#reads++;
    if (state?.kind !== 'checking') return this.#inBackground(this.#refuse(state?.message ?? goneText(this.#uri)));
    this.#without = this.#fileState;
    this.#inBackground(this.#putAway());
    if (this.#without.kind === 'open') return;
    this.#without = { kind: 'opening', bytes: state.bytes, total: state.total };
    this.#tell();
  }

  /** English: for the log. */
  #inBackground(work: Promise<unknown> | undefined): void {
    const { log } = this.#services;
    work?.catch((error: unknown) => log.error(`the editor of ${fileName(this.#uri)}: ${messageOf(error)}`));
  }

  get #checked(): FileCheck | undefined {
    const state = this.#services.checks.stateOf(this.#uri);
    return state?.kind === 'checked' ? state.result : undefined;
  }

  /** What was found in the rows that are shown. */
  get #result(): FileCheck | undefined {
    return isWorkbook(this.#uri) && this.#checked !== this.#source ? undefined : this.#checked;
  }

  get #column(): number | undefined {
    const head = this.#file?.start.head;
    const known = this.#result?.column ?? this.#services.checks.memory.columnOf(this.#uri.fsPath);
    return known !== undefined && known < (head?.columns ?? 0) ? known : head?.column;
  }

  get #fileState(): FileState {
    const file = this.#file;
    if (!file) return this.#without;
    const [version, column, source, failure] = [this.#version, this.#column, this.#source, this.#failure];
    return openedState(file, { version, column, source, failure });
  }

  get #checkState(): CheckState {
    if (this.#result) return checkedState(this.#result);
    const state = this.#services.checks.stateOf(this.#uri);
    if (!state) return { kind: 'stopped', message: goneText(this.#uri) };
    if (state.kind === 'stopped') return { kind: 'stopped', message: state.message };
    return state.kind === 'checking' ? state : { kind: 'checking', bytes: 0, total: 0 };
  }

  /** A word on the way; the last one is said by whoever knows that it is. */
  #tell(): void {
    if (Date.now() - this.#told < toldEvery) return;
    this.#told = Date.now();
    this.#send();
  }

  #send(): void {
    if (!this.#closed.signal.aborted) this.#panel.send('file', this.#fileState);
  }

  #sendCheck(): void {
    if (!this.#closed.signal.aborted) this.#panel.send('check', this.#checkState);
  }
}

/** Another one when the file was written to; undefined when it is gone. */
async function stampOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && [found.ino, found.size, found.mtimeMs].join(' ');
}
