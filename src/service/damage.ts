// A file of data that cannot be used: what is wrong with it, and how it is kept aside.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { moveOverSync } from '../files/move.ts';
import { isLocked, isSqliteError, sqliteCodes } from './sqlite-errors.ts';

/** The file is no database, or a broken one: only a reset helps. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** How a process of the service ends, for the one that started it, when it finds such a file. */
export const damagedExit = 65;

/** What SQLite keeps beside a database. */
const companions = ['-wal', '-shm', '-journal'];
const signature = 'SQLite format 3\0';

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedFileError || isSqliteError(error, sqliteCodes.corrupt, sqliteCodes.notADatabase);
}

/** Refuses what is clearly no database, before SQLite opens it: it would delete the log beside it. */
export function requireDatabase(file: string): void {
  const { size } = statSync(file);
  if (size === 0 && sizeOf(`${file}-wal`) > 0) throw new DamagedFileError('it is empty, but its log is not');
  if (size > 0 && beginningOf(file, signature.length) !== signature) throw new DamagedFileError('it is not a database');
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function beginningOf(file: string, length: number): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString('latin1', 0, readSync(handle, bytes, 0, length, 0));
  } finally {
    closeSync(handle);
  }
}

/** Renames the file and what belongs to it, and gives its new name. */
export function setAside(file: string): string {
  const kept = freeName(`${file}.damaged`);
  // The file itself comes last: without its log it could be taken for a whole one.
  for (const ending of [...companions, '']) if (existsSync(file + ending)) moveOverSync(file + ending, kept + ending);
  return kept;
}

function freeName(name: string): string {
  const isTaken = (path: string) => ['', ...companions].some((ending) => existsSync(path + ending));
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(path)) return path;
  }
}

/** Says what is wrong with a file that cannot be opened, and what to do. */
export function openingError(file: string, error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (isDamage(error))
    return new DamagedFileError(
      `${file} is damaged: ${message}. Start with --reset, which keeps it under another name, or name another file.`,
    );
  if (isLocked(error)) return new Error(`${file} is locked by another program.`);
  const reason = reasons[(error as { code?: string }).code ?? ''];
  if (reason !== undefined) return new Error(`${file} cannot be opened: ${reason(file)} (${message}).`);
  if (
    isSqliteError(error, sqliteCodes.cannotOpen, sqliteCodes.permission, sqliteCodes.readOnly, sqliteCodes.io, sqliteCodes.full)
  )
    return new Error(
      `${file} cannot be opened: this user must be able to write it and its folder ${dirname(file)} (${message}).`,
    );
  return error;
}

const noAccess = (file: string) => `this user may not write it or its folder ${dirname(file)}`;

const reasons: Readonly<Record<string, ((file: string) => string) | undefined>> = {
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  EISDIR: () => 'it is a folder',
  ENOTDIR: (file) => `${dirname(file)} is not a folder`,
  EEXIST: (file) => `${dirname(file)} is not a folder`,
  EBUSY: () => 'another program has it open',
};
