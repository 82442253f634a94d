import { readdirSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';

export interface Disk {
  /** What a power cut at this moment would leave of a file; undefined when not even its name. */
  left(path: string): string | undefined;
}

/** Counts as kept only what was flushed: the content of files and the names in folders. */
export async function withPowerCut<T>(work: (disk: Disk) => Promise<T>): Promise<T> {
  const [open, rename] = [fs.open, fs.rename];
  const contents = new Map<string, string>();
  const names = new Map<string, readonly string[]>();
  const flushing = (path: string, isFolder: boolean, flush: () => Promise<void>) => async () => {
    // What comes while it is flushed may be too late.
    const [text, list] = isFolder ? ['', readdirSync(path)] : [readFileSync(path, 'utf8'), []];
    await flush();
    if (isFolder) names.set(path, list);
    else contents.set(path, text);
  };
  fs.open = async (path, ...rest) => {
    const handle = await open(path, ...rest);
    const isFolder = (await handle.stat()).isDirectory();
    handle.sync = flushing(String(path), isFolder, handle.sync.bind(handle));
    handle.datasync = flushing(String(path), isFolder, handle.datasync.bind(handle));
    return handle;
  };
  fs.rename = async (from, to) => {
    await rename(from, to);
    contents.set(String(to), contents.get(String(from)) ?? '');
    contents.delete(String(from));
  };
  syncBuiltinESMExports();
  try {
    return await work({
      left: (path) => (names.get(dirname(path))?.includes(basename(path)) ? (contents.get(path) ?? '') : undefined),
    });
  } finally {
    Object.assign(fs, { open, rename });
    syncBuiltinESMExports();
  }
}
