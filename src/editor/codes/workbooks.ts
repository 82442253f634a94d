// Workbooks: a sheet becomes a private CSV, which is checked, shown and uploaded. As a document nobody can change it.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as vscode from 'vscode';
import { localFile, workbookInWorker, type Preflight, type PreflightOptions } from '../../codes/index.ts';
import type { WorkbookChoices, WorkbookFacts } from '../../xlsx/index.ts';
import { sheetScheme as scheme } from '../platform/choose-file.ts';

/** The workbook that a CSV was made of. */
interface SourceWorkbook {
  readonly facts: WorkbookFacts;
  /** The path of the CSV. */
  readonly csv: string;
  /** Of the workbook itself. */
  readonly sha256: string;
  readonly linkTo: string | undefined;
  readonly zeros: NonNullable<WorkbookChoices['zeros']>;
}

/** What was found in a file; of a workbook, in its CSV. */
export interface FileCheck extends Preflight {
  readonly workbook?: SourceWorkbook | undefined;
}

type ReadOptions = PreflightOptions & WorkbookChoices & { readonly signal: AbortSignal };

export function isWorkbook({ path }: vscode.Uri): boolean {
  return /\.xlsx$/i.test(path);
}

/** The file that holds the rows: the CSV of a workbook, or the file itself. */
export function rowsPath({ fsPath }: vscode.Uri, { workbook }: FileCheck): string {
  return workbook?.csv ?? fsPath;
}

/** Where the rows can be looked at. */
export function rowsUri(uri: vscode.Uri, { workbook }: FileCheck): vscode.Uri {
  return workbook ? sheetUri(uri, workbook.facts.sheet) : uri;
}

/** Below the path of the workbook, so that a list of problems shows both. */
function sheetUri(workbook: vscode.Uri, sheet: string): vscode.Uri {
  const name = sheet.replace(/[/\\]|\p{Cc}/gu, ' ').slice(0, 100);
  return vscode.Uri.from({ scheme, authority: workbook.authority, path: `${workbook.path}/${name}.csv` });
}

/** Documents of sheets, for providers. */
export const ofSheets: vscode.DocumentFilter = { scheme };

const folderMode = 0o700;
const longestStem = 50;

export class Workbooks implements vscode.FileSystemProvider {
  readonly #worker: string;
  readonly #storage: string;
  /** Of this process: another window has a CSV of its own. */
  readonly #folder: string;
  /** By the address of the document. */
  readonly #csvs = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #isSwept: Promise<void> | undefined;

  constructor(worker: string, storage: string) {
    this.#worker = worker;
    this.#storage = storage;
    this.#folder = join(storage, String(process.pid));
  }

  /** The CSV is there afterwards, or after an error may be: whoever gives up removes it. */
  async read(uri: vscode.Uri, { zeros = 'shown', ...options }: ReadOptions): Promise<FileCheck> {
    const { fsPath } = uri;
    const { sha256, linkTo } = await hashOf(fsPath, options.signal);
    const csv = await this.#csvFor(fsPath);
    const { result, workbook: facts } = await workbookInWorker(this.#worker, fsPath, { ...options, zeros, target: csv });
    const shown = sheetUri(uri, facts.sheet);
    // The documents of other sheets of it show what is not there any more.
    this.#forgetDocuments((other, path) => path === csv && other !== shown.toString());
    this.#csvs.set(shown.toString(), csv);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri: shown }]);
    return { ...result, workbook: { facts, csv, sha256, linkTo, zeros } };
  }

  async remove({ fsPath }: vscode.Uri): Promise<void> {
    const folder = this.#folderFor(fsPath);
    this.#forgetDocuments((_, csv) => csv.startsWith(folder));
    await rm(folder, { recursive: true, force: true });
  }

  #forgetDocuments(isMeant: (shown: string, csv: string) => boolean): void {
    for (const [shown, csv] of this.#csvs) {
      if (!isMeant(shown, csv)) continue;
      this.#csvs.delete(shown);
      this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri: vscode.Uri.parse(shown) }]);
    }
  }

  #folderFor(path: string): string {
    return join(this.#folder, createHash('sha256').update(path).digest('hex').slice(0, 16));
  }

  /** The CSV is called as the workbook is: this is the name that a service sees. */
  async #csvFor(path: string): Promise<string> {
    await (this.#isSwept ??= this.#sweep());
    const folder = this.#folderFor(path);
    await mkdir(folder, { recursive: true, mode: folderMode });
    const stem = Array.from(basename(path, extname(path)))
      .slice(0, longestStem)
      .join('');
    return join(folder, `${stem}.csv`);
  }

  /** Removes what processes left behind that were killed. */
  async #sweep(): Promise<void> {
    const folders = await readdir(this.#storage).catch(() => []);
    const gone = folders.filter((name) => name === String(process.pid) || !isRunning(Number(name)));
    for (const name of gone) await rm(join(this.#storage, name), { recursive: true, force: true });
  }

  #csvOf(uri: vscode.Uri): string {
    const csv = this.#csvs.get(uri.toString());
    if (csv === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return csv;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { mtimeMs, ctimeMs, size } = await stat(this.#csvOf(uri));
    return { type: vscode.FileType.File, mtime: mtimeMs, ctime: ctimeMs, size };
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return readFile(this.#csvOf(uri));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  register(): vscode.Disposable {
    const provider = vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true, isCaseSensitive: true });
    return new vscode.Disposable(() => {
      provider.dispose();
      this.#changed.dispose();
      // When the editor ends, nothing waits for a promise.
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function hashOf(path: string, signal?: AbortSignal): Promise<Pick<SourceWorkbook, 'sha256' | 'linkTo'>> {
  const file = await localFile(path);
  const hash = createHash('sha256');
  for await (const piece of file.stream()) {
    signal?.throwIfAborted();
    hash.update(piece);
  }
  return { sha256: hash.digest('hex'), linkTo: file.linkTo };
}

/** Whether a workbook still is what the CSV was made of; a file that is none has nothing to compare. */
export async function isSourceUnchanged({ fsPath }: vscode.Uri, { workbook }: FileCheck): Promise<boolean> {
  if (!workbook) return true;
  const now = await hashOf(fsPath).catch(() => undefined);
  return now?.sha256 === workbook.sha256 && now.linkTo === workbook.linkTo;
}
