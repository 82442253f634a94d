// Opens only what can be read to its end: a pipe or a device would wait for somebody, perhaps for ever.
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { CodeFileError, type SpecialFile } from './errors.ts';

export interface PlainFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Refuses what is no plain file before it is opened, and again once it is open. `link`: whether the path may be a link. */
export async function openPlain(path: string, link: 'follow' | 'refuse' = 'follow'): Promise<PlainFile> {
  refuseSpecial(await stat(path));
  // Without waiting: it may have become a pipe since.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (link === 'refuse' ? constants.O_NOFOLLOW : 0);
  const handle = await open(path, flags);
  try {
    const stats = await handle.stat();
    refuseSpecial(stats);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function refuseSpecial(stats: Stats): void {
  if (!stats.isFile()) throw new CodeFileError({ kind: 'notAFile', what: specialKind(stats) });
}

function specialKind(stats: Stats): SpecialFile {
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

/** The file that a link leads to in the end; undefined for a path that is no link. */
export async function linkTarget(path: string): Promise<string | undefined> {
  return (await lstat(path)).isSymbolicLink() ? realpath(path) : undefined;
}
