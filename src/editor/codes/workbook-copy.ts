// The CSV of a workbook that is open to be looked at: a private file, which goes when the editor is closed.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { workbookInWorker, type Preflight } from '../../codes/index.ts';

export interface WorkbookCopy {
  readonly path: string;
  /** The name of the sheet that was read. */
  readonly sheet: string;
  /** What the check of it has found; line N is row N of the sheet. */
  readonly result: Preflight;
  readonly remove: () => Promise<void>;
}

interface ConvertOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, total: number) => void;
}

const open = new Set<string>();

export async function workbookAsCsv(
  worker: string,
  path: string,
  storage: string,
  options: ConvertOptions,
): Promise<WorkbookCopy> {
  const folder = join(storage, 'open-workbooks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  const target = join(folder, `${randomUUID()}.csv`);
  open.add(target);
  const remove = async () => {
    open.delete(target);
    await rm(target, { force: true, maxRetries: 5 });
  };
  try {
    const { result, workbook } = await workbookInWorker(worker, path, { ...options, target });
    return { path: target, sheet: workbook.sheet, result, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** When the window closes, nobody closes its editors. */
export function removeOpenCopies(): void {
  for (const path of open) rmSync(path, { force: true });
}

const oldAge = 7 * 24 * 60 * 60 * 1000;

/** What a window that ended at once has left behind; another window may have younger ones open. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > oldAge) await rm(path, { force: true });
  }
}
