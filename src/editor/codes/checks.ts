// The checks of files: run in a worker thread, shown in the Problems panel, announced to whoever shows a file.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import {
  CodeFileError,
  preflightInWorker,
  type CodeFileErrorData,
  type Encoding,
  type PreflightOptions,
} from '../../codes/index.ts';
import { messageOf, UserError } from '../platform/user-error.ts';
import { diagnosticsOf, missingDiagnostics, refusalDiagnostic, type MissingLine } from './diagnostics.ts';
import { askForColumnOrSheet, fileName } from './files.ts';
import type { FileMemory } from './memory.ts';
import { errorText, wrongChoiceText, wrongSheetText } from './messages.ts';
import { isWorkbook, rowsUri, type FileCheck, type Workbooks } from './workbooks.ts';

export type FileState =
  | { readonly kind: 'checking'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'checked'; readonly result: FileCheck }
  /** Refused, failed or cancelled: there is no result. */
  | { readonly kind: 'stopped'; readonly message: string; readonly mayChooseEncoding: boolean };

interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
  /** Whether somebody can be asked which column is meant. */
  readonly isAsked?: boolean | undefined;
}

/** The lines that the service did not take, of the file with this hash. */
interface Rejected {
  readonly sha256: string;
  readonly lines: readonly MissingLine[];
}

type RunOptions = PreflightOptions & { readonly signal: AbortSignal };

/** The file is gone, or is called otherwise: what comes of its check concerns nobody. */
class ForgottenFile extends vscode.CancellationError {}

interface Running {
  readonly controller: AbortController;
  readonly listeners: Set<NonNullable<CheckOptions['onProgress']>>;
  readonly result: Promise<FileCheck>;
}

/** What a file may be refused for when it is read in an encoding that is not its own. */
const unreadable = new Set<CodeFileErrorData['kind']>(['encoding', 'lineTooLong', 'tooManyColumns', 'empty']);

export class CodeChecks implements vscode.Disposable {
  readonly memory: FileMemory;
  readonly #workbooks: Workbooks;
  readonly #worker: string;
  readonly #quietTime: number;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('boxOffice.codes');
  readonly #states = new Map<string, FileState>();
  readonly #running = new Map<string, Running>();
  readonly #rejected = new Map<string, Rejected>();
  /** Where the problems of a file hang: those of a workbook at the document of its sheet, which can be opened. */
  readonly #problemsAt = new Map<string, vscode.Uri>();
  /** By folder. */
  readonly #watchers = new Map<string, vscode.FileSystemWatcher>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** What each file was on the disk when its last check began. */
  readonly #marks = new Map<string, string | undefined>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor(worker: string, memory: FileMemory, workbooks: Workbooks, quietTime: number) {
    this.#worker = worker;
    this.#workbooks = workbooks;
    this.#quietTime = quietTime;
    this.memory = memory;
    this.#disposables = [
      this.#diagnostics,
      this.#changed,
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#checkAgain(uri)),
      vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach((uri) => this.#forget(uri))),
      vscode.workspace.onDidRenameFiles(({ files }) => files.forEach(({ oldUri }) => this.#forget(oldUri))),
    ];
  }

  stateOf(uri: vscode.Uri): FileState | undefined {
    return this.#states.get(uri.toString());
  }

  /** Checks a file, or waits for the check that runs. Whoever cancels it cancels it for all. */
  async check(uri: vscode.Uri, { signal, onProgress, isAsked = true }: CheckOptions = {}): Promise<FileCheck> {
    const joined = this.#running.get(uri.toString());
    if (joined && isForgotten(joined)) return this.checkAnew(uri, { signal, onProgress, isAsked });
    const running = joined ?? this.#start(uri, isAsked);
    const cancel = () => running.controller.abort(new vscode.CancellationError());
    if (onProgress) running.listeners.add(onProgress);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    try {
      const result = await running.result;
      // The check that ran was one after a save, which asks nothing.
      return result.column === undefined && isAsked ? await this.check(uri, { signal, onProgress }) : result;
    } catch (error) {
      // It began before the file was saved, perhaps on half of it: what is meant is the file as it is now.
      const mayBeOutdated = joined && error instanceof UserError && error.cause instanceof CodeFileError;
      if (!mayBeOutdated) throw error;
      return await this.check(uri, { signal, onProgress, isAsked });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** The check that runs may have begun with what the file held, or somebody had chosen, before. */
  async checkAnew(uri: vscode.Uri, options?: CheckOptions): Promise<FileCheck> {
    await this.#running.get(uri.toString())?.result.catch(() => undefined);
    return this.check(uri, options);
  }

  cancel(uri: vscode.Uri): void {
    this.#running.get(uri.toString())?.controller.abort(new vscode.CancellationError());
  }

  /** Lines that the service did not take stand beside what the check found, as long as the file is what was sent. */
  addRejected(uri: vscode.Uri, rejected: Rejected): void {
    this.#rejected.set(uri.toString(), rejected);
    const state = this.stateOf(uri);
    if (state?.kind === 'checked') this.#showProblems(uri, state.result);
  }

  #showProblems(uri: vscode.Uri, result: FileCheck): void {
    const rejected = this.#rejected.get(uri.toString());
    const lines = rejected?.sha256 === result.sha256 ? rejected.lines : [];
    const at = rowsUri(uri, result);
    this.#setProblems(uri, at, [...diagnosticsOf(at, result), ...missingDiagnostics(lines)]);
  }

  #setProblems(uri: vscode.Uri, at: vscode.Uri, problems: vscode.Diagnostic[]): void {
    this.#clearProblems(uri);
    this.#problemsAt.set(uri.toString(), at);
    this.#diagnostics.set(at, problems);
  }

  #clearProblems(uri: vscode.Uri): void {
    this.#diagnostics.delete(this.#problemsAt.get(uri.toString()) ?? uri);
    this.#problemsAt.delete(uri.toString());
  }

  #start(uri: vscode.Uri, isAsked: boolean): Running {
    const key = uri.toString();
    const controller = new AbortController();
    const listeners: Running['listeners'] = new Set();
    const onProgress = (bytes: number, total: number) => {
      if (isForgotten({ controller })) return;
      this.#set(uri, { kind: 'checking', bytes, total });
      for (const listener of listeners) listener(bytes, total);
    };
    this.#set(uri, { kind: 'checking', bytes: 0, total: 0 });
    this.#watch(uri);
    const result = this.#run(uri, isAsked, { signal: controller.signal, onProgress }).finally(() => this.#running.delete(key));
    const running = { controller, listeners, result };
    this.#running.set(key, running);
    return running;
  }

  async #run(uri: vscode.Uri, isAsked: boolean, options: RunOptions): Promise<FileCheck> {
    const encoding = isWorkbook(uri) ? undefined : this.memory.encodingOf(uri.fsPath);
    this.#marks.set(uri.toString(), await fileMark(uri));
    try {
      const result = await this.#withColumn(uri, isAsked, { ...options, encoding });
      // It may have ended before it heard of that.
      options.signal.throwIfAborted();
      this.#showProblems(uri, result);
      this.#set(uri, { kind: 'checked', result });
      return result;
    } catch (error) {
      if (isWorkbook(uri)) await this.#workbooks.remove(uri);
      if (options.signal.reason instanceof ForgottenFile) throw options.signal.reason;
      const isUnreadable = error instanceof CodeFileError && unreadable.has(error.kind) && !isWorkbook(uri);
      // A check that nobody asked for may have met a file that is half written: what somebody chose stays.
      const isChoiceWrong = isUnreadable && isAsked;
      if (isChoiceWrong) await this.memory.keepEncoding(uri.fsPath, undefined);
      // The others cannot be chosen on a page that shows no sheet.
      const isSheetWrong = isAsked && error instanceof CodeFileError && error.kind !== 'changed';
      const sheet = isSheetWrong ? this.memory.sheetChoicesOf(uri.fsPath).sheet : undefined;
      if (sheet !== undefined) await this.memory.keepSheet(uri.fsPath, undefined);
      const failure = this.#failure(uri, error, { encoding: isChoiceWrong ? encoding : undefined, sheet });
      const isCancel = failure instanceof vscode.CancellationError;
      const message = isCancel ? vscode.l10n.t('The check was cancelled.') : failure.message;
      this.#set(uri, { kind: 'stopped', message, mayChooseEncoding: isUnreadable });
      throw failure;
    }
  }

  #read(uri: vscode.Uri, options: RunOptions): Promise<FileCheck> {
    const { fsPath } = uri;
    if (isWorkbook(uri)) return this.#workbooks.read(uri, { ...options, ...this.memory.sheetChoicesOf(fsPath) });
    return preflightInWorker(this.#worker, fsPath, options);
  }

  async #withColumn(uri: vscode.Uri, isAsked: boolean, options: RunOptions): Promise<FileCheck> {
    const { fsPath } = uri;
    const known = this.memory.columnOf(fsPath);
    const result = await this.#read(uri, { ...options, column: known }).catch(async (error: unknown) => {
      const data = error instanceof CodeFileError ? error.data : undefined;
      if (data?.kind === 'workbook' && data.reason === 'noSuchSheet') await this.memory.keepSheet(fsPath, undefined);
      else if (known === undefined || data?.kind !== 'noSuchColumn') throw error;
      // The file has other columns by now, or only in the encoding that somebody tries.
      else if (options.encoding === undefined) await this.memory.keepColumn(fsPath, undefined);
      return this.#read(uri, options);
    });
    if (result.column !== undefined || !isAsked) return result;
    const answer = await askForColumnOrSheet(uri, result, options.signal);
    if ('sheet' in answer) {
      await this.memory.keepSheet(fsPath, answer.sheet);
      return this.#withColumn(uri, isAsked, options);
    }
    await this.memory.keepColumn(fsPath, answer.column);
    return this.#read(uri, { ...options, column: answer.column });
  }

  /** `chosen`: the encoding and the sheet that somebody chose, which do not fit. */
  #failure(uri: vscode.Uri, error: unknown, chosen: { encoding: Encoding | undefined; sheet: string | undefined }): Error {
    if (error instanceof vscode.CancellationError) return error;
    const name = fileName(uri);
    if (error instanceof CodeFileError) {
      this.#setProblems(uri, uri, [refusalDiagnostic(name, error.data)]);
      if (chosen.encoding) return new UserError(wrongChoiceText(name, error.data, chosen.encoding));
      if (chosen.sheet !== undefined) return new UserError(wrongSheetText(name, error.data, chosen.sheet));
      return Object.assign(new UserError(errorText(name, error.data)), { cause: error });
    }
    this.#clearProblems(uri);
    return new Error(vscode.l10n.t('{0} could not be read: {1}', name, messageOf(error)), { cause: error });
  }

  #set(uri: vscode.Uri, state: FileState): void {
    this.#states.set(uri.toString(), state);
    this.#changed.fire(uri);
  }

  /** A file may be saved by any program. */
  #watch(uri: vscode.Uri): void {
    const folder = dirname(uri.fsPath);
    if (this.#watchers.has(folder)) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), '*'));
    watcher.onDidChange((changed) => this.#checkAgain(changed));
    watcher.onDidCreate((changed) => this.#checkAgain(changed));
    this.#watchers.set(folder, watcher);
  }

  /** A checked file is checked again when it is saved, without questions and notifications since nobody asked for it. */
  #checkAgain(uri: vscode.Uri): void {
    const key = uri.toString();
    if (!this.#states.has(key)) return;
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => void this.#checkQuietly(uri), this.#quietTime);
    this.#timers.set(key, timer);
  }

  async #checkQuietly(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    this.#timers.delete(key);
    // News of a write may come after the check that read it: a page that is in use is not taken away for the same file.
    const isSame = this.stateOf(uri)?.kind === 'checked' && (await fileMark(uri)) === this.#marks.get(key);
    if (isSame) return;
    await this.checkAnew(uri, { isAsked: false }).catch(() => undefined);
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#states.delete(key);
    this.#marks.delete(key);
    this.#rejected.delete(key);
    this.#clearProblems(uri);
    this.#running.get(key)?.controller.abort(new ForgottenFile());
    if (isWorkbook(uri)) void this.#workbooks.remove(uri).catch(() => undefined);
    this.#changed.fire(uri);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const watcher of this.#watchers.values()) watcher.dispose();
    for (const { controller } of this.#running.values()) controller.abort(new vscode.CancellationError());
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** Another one after each write; nothing of a file that is not there. */
async function fileMark({ fsPath }: vscode.Uri): Promise<string | undefined> {
  const found = await stat(fsPath, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

function isForgotten({ controller }: Pick<Running, 'controller'>): boolean {
  return controller.signal.reason instanceof ForgottenFile;
}
