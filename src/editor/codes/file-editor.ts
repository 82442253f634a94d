// The editor "Codes": a file of codes of any size to look at, with its problems beside the rows. It writes nothing.
import { dirname } from 'node:path';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { CodeFileError, mostCells, RowFile, type Encoding, type Preflight } from '../../codes/index.ts';
import { codeFileContract, type CheckState, type CodeFileContract, type FileState } from '../../protocol/code-file.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { codeFileType, type PageKind } from '../pages/pages.ts';
import { anyPage, type Handlers, type PagePanel } from '../pages/panel.ts';
import { Latest } from '../pages/session.ts';
import { explained, isMissingPart } from '../platform/lazy.ts';
import { messageOf, UserError } from '../platform/user-error.ts';
import { columnName, fileName, filesFor } from './files.ts';
import { isNote, problemCount } from './fixes.ts';
import { encodingText, errorText, number, problemText, sizeText } from './messages.ts';
import type { CodeServices } from './services.ts';
import { workbookAsCsv, type WorkbookCopy } from './workbook-copy.ts';

interface FileEditorServices extends CodeServices {
  /** The built thread that checks a file. */
  readonly worker: string;
  /** Where the CSV of an open workbook stands. */
  readonly storage: string;
}

export async function openCodeFiles(args: readonly unknown[]): Promise<void> {
  const uris = await filesFor(args, { label: vscode.l10n.t('Open'), active: true });
  for (const uri of uris) await vscode.commands.executeCommand('vscode.openWith', uri, codeFileType);
}

export const codeFilePage =
  (services: FileEditorServices): PageKind =>
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
  readonly #services: FileEditorServices;
  readonly #uri: vscode.Uri;
  readonly #panel: PagePanel<CodeFileContract>;
  readonly #closed = new AbortController();
  readonly #finding = new Latest();
  readonly #counting = new Latest();
  #file: RowFile | undefined;
  #workbook: WorkbookCopy | undefined;
  #version = 0;
  /** How often the file was read: only the last one counts. */
  #reads = 0;
  /** Instead of the file, while there is none. */
  #without: Exclude<FileState, { kind: 'open' }> = { kind: 'opening', bytes: 0, total: 0 };
  /** Why the rows end where they do. */
  #failure: string | undefined;
  /** What the file was when it was read. */
  #stamp: string | undefined;
  #encoding: Encoding | undefined;
  #told = 0;
  #quiet: NodeJS.Timeout | undefined;
  #place: InitOf<CodeFileContract>['place'] = { row: 0, text: '' };

  constructor(services: FileEditorServices, uri: vscode.Uri, panel: PagePanel<CodeFileContract>) {
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
    ];
    panel.panel.onDidDispose(() => {
      this.#closed.abort(new vscode.CancellationError());
      clearTimeout(this.#quiet);
      for (const listener of listeners) listener.dispose();
      void this.#file?.close();
      void this.#workbook?.remove();
    });
  }

  init(): Promise<InitOf<CodeFileContract>> {
    if (this.#reads === 0) this.#begin();
    const [file, check] = [this.#fileState, this.#checkState];
    return Promise.resolve({ name: fileName(this.#uri), file, check, place: this.#place });
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
        await vscode.env.clipboard.writeText((await file.cell(row, column, this.#closed.signal)) ?? '');
      }),
    keepPlace: (place) => Promise.resolve((this.#place = place)),
    readAgain: () => this.#read(),
    check: async () => vscode.commands.executeCommand('boxOffice.checkCodes', this.#uri),
  };

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
    this.#quiet = setTimeout(() => {
      void stampOf(this.#uri).then((stamp) => (stamp === this.#stamp ? undefined : this.#read()));
    }, this.#services.pauses.fileQuiet);
  }

  async #read(): Promise<void> {
    const own = ++this.#reads;
    const isOld = () => own !== this.#reads || this.#closed.signal.aborted;
    let workbook: WorkbookCopy | undefined;
    try {
      this.#stamp = await stampOf(this.#uri);
      workbook = isWorkbook(this.#uri) ? await this.#convert() : undefined;
      const encoding = (this.#encoding = this.#services.checks.memory.encodingOf(this.#uri.fsPath));
      const choices = workbook ? ({ encoding: 'utf-8', delimiter: ',' } as const) : { encoding };
      const file = await RowFile.open(workbook?.path ?? this.#uri.fsPath, { ...choices, onProgress: () => this.#tell() });
      if (!isOld()) return await this.#replace(file, workbook);
      await file.close();
      await workbook?.remove();
    } catch (error) {
      await workbook?.remove();
      if (isOld()) return;
      await this.#replace(undefined, undefined);
      this.#without = { kind: 'refused', message: messageOf(this.#explained(error)) };
      this.#send();
    }
  }

  #convert(): Promise<WorkbookCopy> {
    const { worker, storage } = this.#services;
    const onProgress = (bytes: number, total: number) => {
      this.#without = { kind: 'opening', bytes, total };
      this.#tell();
    };
    return workbookAsCsv(worker, this.#uri.fsPath, storage, { signal: this.#closed.signal, onProgress });
  }

  /** Shows another file, or none, in place of the one that was shown. */
  async #replace(file: RowFile | undefined, workbook: WorkbookCopy | undefined): Promise<void> {
    const before = [this.#file, this.#workbook] as const;
    [this.#file, this.#workbook, this.#failure] = [file, workbook, undefined];
    this.#version++;
    await before[0]?.close();
    await before[1]?.remove();
    if (!file) return;
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

  #explained(error: unknown): Error {
    const name = fileName(this.#uri);
    if (error instanceof UserError || isMissingPart(error)) return explained(error) as Error;
    if (error instanceof CodeFileError) return new UserError(errorText(name, error.data));
    return new UserError(vscode.l10n.t('{0} could not be read: {1}', name, messageOf(error)));
  }

  /** The page shows what comes of the check. */
  #begin(): void {
    const { checks } = this.#services;
    void this.#read();
    if (isWorkbook(this.#uri) || checks.stateOf(this.#uri)?.kind === 'checked') return;
    void checks.check(this.#uri, { isAsked: false }).catch(() => undefined);
  }

  #onCheck(): void {
    this.#sendCheck();
    // Somebody chose another encoding, or another column.
    if (this.#services.checks.memory.encodingOf(this.#uri.fsPath) !== this.#encoding) void this.#read();
    else if (this.#result) this.#send();
  }

  get #result(): Preflight | undefined {
    if (this.#workbook) return this.#workbook.result;
    const state = this.#services.checks.stateOf(this.#uri);
    return state?.kind === 'checked' ? state.result : undefined;
  }

  get #column(): number | undefined {
    const head = this.#file?.start.head;
    const known = this.#result?.column ?? this.#services.checks.memory.columnOf(this.#uri.fsPath);
    return known !== undefined && known < (head?.columns ?? 0) ? known : head?.column;
  }

  get #fileState(): FileState {
    const file = this.#file;
    if (!file) return this.#without;
    const { header, columns, firstLine } = file.start.head;
    const shown = Math.min(columns, mostCells);
    const column = this.#column;
    const stopped = this.#failure ?? stoppedText(file.stoppedAt);
    return {
      kind: 'open',
      version: this.#version,
      facts: this.#facts(file),
      columns: Array.from({ length: shown }, (_, index) => columnName({ header }, index).slice(0, 300)),
      moreColumns: columns - shown,
      ...(column !== undefined && column < shown && { column }),
      ...(header && { headerLine: firstLine }),
      rows: file.count,
      isCounted: file.isCounted,
      ...(stopped !== undefined && { stopped }),
    };
  }

  #facts({ size, linkTo, start: { found } }: RowFile): string[] {
    const { encoding, isChosen, markLength } = found;
    const read = { encoding, isEncodingChosen: isChosen, hasByteOrderMark: markLength > 0 };
    if (this.#workbook) return [vscode.l10n.t('sheet {0}', this.#workbook.sheet)];
    return [...(linkTo === undefined ? [] : [vscode.l10n.t('a link to {0}', linkTo)]), sizeText(size), encodingText(read)];
  }

  get #checkState(): CheckState {
    const result = this.#result;
    if (result) {
      const list = result.problems.map((problem) => ({
        line: problem.line,
        text: problemText(problem),
        isNote: isNote(problem.kind),
      }));
      const total = problemCount(result);
      return { kind: 'checked', total, list, isShort: total > list.filter((problem) => !problem.isNote).length };
    }
    const state = this.#services.checks.stateOf(this.#uri);
    if (state?.kind === 'stopped') return { kind: 'stopped', message: state.message };
    return state?.kind === 'checking' ? state : { kind: 'checking', bytes: 0, total: 0 };
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

function isWorkbook({ path }: vscode.Uri): boolean {
  return /\.xlsx$/i.test(path);
}

function stoppedText(line: number | undefined): string | undefined {
  if (line === undefined) return undefined;
  return vscode.l10n.t('From line {0} on there are no rows: a quote is never closed, or a line has no end.', number(line));
}

/** Another one when the file was written to; undefined when it is gone. */
async function stampOf({ fsPath }: vscode.Uri): Promise<string | undefined> {
  const found = await stat(fsPath).catch(() => undefined);
  return found && [found.ino, found.size, found.mtimeMs].join(' ');
}
