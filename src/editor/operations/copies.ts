// Before something goes away, a copy of it is kept on disk: readable by its owner only, and for a month.
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { parseJson, stringifyJson, type Dialect } from '../../client/index.ts';
import { isObject } from '../../client/replies.ts';
import { syncFolder } from '../../files/move.ts';
import { newFileMode, writeNewFile, type Write } from '../../files/new-file.ts';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { fieldOf } from '../reading/resources.ts';
import { readRecord, valueOf } from '../../records/index.ts';

/** The extension's own folder, which is all that a copy needs of its context. */
type Storage = Pick<vscode.ExtensionContext, 'globalStorageUri'>;

/** What a command that changes records needs. */
export interface CommandServices {
  /** Where copies are kept. */
  readonly context: Storage;
  readonly connections: Connections;
  readonly changes: Changes;
}

export function copiesFolder({ globalStorageUri }: Storage): string {
  return join(globalStorageUri.fsPath, 'copies');
}

/** How long a copy is kept. */
export const copyDays = 30;
const day = 24 * 60 * 60 * 1000;

/** Keeps records as they were read; whoever cannot keep them may not delete them. Gives the path of the copy. */
export function keepCopy(folder: string, environment: string, what: string, records: readonly unknown[]): Promise<string> {
  const content = { environment, what, at: new Date().toISOString(), records };
  return writeCopy(folder, environment, `${what}.json`, (write) => write(Buffer.from(`${stringifyJson(content, 2)}\n`)));
}

/** A copy of many rows. */
export function keepRows(folder: string, environment: string, what: string, rows: Iterable<readonly string[]>): Promise<string> {
  return writeCopy(folder, environment, `${what}.csv`, async (write) => {
    let waiting = '';
    for (const cells of rows) {
      waiting += `${cells.map(cell).join(',')}\r\n`;
      if (waiting.length < 64 * 1024) continue;
      await write(Buffer.from(waiting));
      waiting = '';
    }
    await write(Buffer.from(waiting));
  });
}

function cell(text: string): string {
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Once this is done, the copy is on the disk as a whole, whatever happens next. It is named after when, where and what. */
async function writeCopy(
  folder: string,
  environment: string,
  what: string,
  work: (write: Write) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await removeOldCopies(folder, Date.now()).catch(() => undefined);
  const time = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(2).toString('hex')}`;
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}_.-]+/gu, '-').slice(-60);
  const path = join(folder, `${time} ${plain(environment)} ${plain(what)}`);
  await writeNewFile(path, newFileMode, work);
  // The name of a new file is on the disk only with its folder.
  await syncFolder(folder);
  return path;
}

/** For what was not deleted after all. */
export async function dropCopy(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Removes the copies that are older than a month, and what a crash has left of one.
 * @internal a test says what time it is
 */
export async function removeOldCopies(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const time = timeOf(name);
    const days = name.endsWith('.tmp') ? 1 : copyDays;
    if (time !== undefined && now - time > days * day) await rm(join(folder, name), { force: true });
  }
}

/** When a copy was made, by its name; undefined for a file that is none. */
function timeOf(name: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)/.exec(name);
  return parts ? Date.parse(`${parts[1]}:${parts[2]}:${parts[3]}`) : undefined;
}

export interface KeptCopy {
  readonly path: string;
  readonly environment: string;
  /** When, as an ISO time. */
  readonly at: string;
  /** Those that were not restored from it. */
  readonly records: readonly unknown[];
}

/** More are nobody's slip of the hand any more. */
const maxCopies = 100;

/** The copies of these things, the last first; one that cannot be read is left out, as is one from which all was restored. */
export async function keptCopies(context: Storage, what: string): Promise<KeptCopy[]> {
  const folder = copiesFolder(context);
  const names = await readdir(folder).catch(() => []);
  // Their names begin with the time.
  const last = names
    .filter((name) => name.endsWith(` ${what}.json`))
    .sort()
    .reverse();
  const read = await Promise.allSettled(last.slice(0, maxCopies).map((name) => readCopy(join(folder, name))));
  return read.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
}

async function readCopy(path: string): Promise<KeptCopy | undefined> {
  const { environment, at, records } = parseJson(await readFile(path, 'utf8')) as Partial<KeptCopy>;
  if (typeof environment !== 'string' || typeof at !== 'string' || !Array.isArray(records)) return undefined;
  const restored = await restoredFrom(path);
  const left = records.filter((record) => !restored.has(fieldOf(record, 'id') ?? ''));
  return left.length > 0 ? { path, environment, at, records: left } : undefined;
}

/** Stands beside the copy, which is never written again once it is whole. */
function restoredPath(path: string): string {
  return `${path}.restored`;
}

async function restoredFrom(path: string): Promise<Set<string>> {
  const ids = await readFile(restoredPath(path), 'utf8').catch(() => '');
  return new Set(ids.split('\n').filter((id) => id !== ''));
}

/** Remembers what a copy need not be offered for any more. */
export async function markRestored(copy: string, ids: readonly string[]): Promise<void> {
  const lines = ids.map((id) => `${id}\n`).join('');
  // What cannot be remembered is only offered once more.
  await appendFile(restoredPath(copy), lines, { mode: newFileMode }).catch(() => undefined);
}

interface PasskeyAgain {
  readonly body: {
    readonly eventId: number | bigint | string;
    readonly passkey: string;
    readonly start?: string;
    readonly finish?: string;
  };
  readonly itemIds: readonly (number | bigint | string)[];
  /** The fields that a new passkey cannot be given. */
  readonly lost: readonly string[];
}

/** What to send to make a deleted passkey again; undefined when the copy does not say enough. */
export function passkeyAgain(record: unknown, dialect: Dialect): PasskeyAgain | undefined {
  if (!isObject(record)) return undefined;
  const copy = readRecord('passkey', record, dialect);
  const field = (name: 'eventId' | 'passkey' | 'start' | 'finish' | 'limit' | 'used') => valueOf(copy, 'data', name);
  const [eventId, passkey] = [field('eventId')?.raw, field('passkey')?.raw];
  const isId = typeof eventId === 'number' || typeof eventId === 'bigint' || typeof eventId === 'string';
  if (!isId || typeof passkey !== 'string') return undefined;
  const lost: string[] = [];
  const edge = (name: 'start' | 'finish'): Record<string, string> => {
    const value = field(name);
    if (value === undefined || value.raw === null || value.raw === '') return {};
    if (typeof value.known === 'string') return { [name]: value.known };
    lost.push(name);
    return {};
  };
  const body = { eventId, passkey, ...edge('start'), ...edge('finish') };
  const { known: used } = field('used') ?? {};
  if ((field('limit')?.raw ?? null) !== null) lost.push('limit');
  if (typeof used === 'number' && used > 0) lost.push('used');
  // A copy that does not say which items it opened is no word that it opened none.
  const itemIds = valueOf(copy, 'itemIds', 'itemIds')?.known;
  if (!itemIds) lost.push('itemIds');
  return { body, itemIds: (itemIds ?? []) as PasskeyAgain['itemIds'], lost };
}
