// Append-only lines, each with a checksum and on the disk before anything follows from it.
import { writeSync } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { RunError, systemCodeOf } from './errors.ts';
import { syncFolder } from '../files/move.ts';
import { requireLock } from './lock.ts';
import type { JournalRecord, StoredRecord } from './records.ts';

export const journalName = 'journal';

/** Sees every record before it is written and once it is on the disk. */
export type JournalObserver = (when: 'before' | 'after', record: JournalRecord) => void;

interface JournalOptions {
  readonly now?: () => number;
  readonly observe?: JournalObserver | undefined;
}

interface Content {
  readonly records: StoredRecord[];
  /** Where the next record goes: what stands behind it was torn off by a crash. */
  readonly end: number;
  /** Something was written, and may have been torn. */
  readonly wasBegun: boolean;
}

/** What the journal of a run says; nothing when the run was never started. */
export async function readJournal(folder: string): Promise<StoredRecord[]> {
  return (await readContent(folder)).records;
}

async function readContent(folder: string): Promise<Content> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(folder, journalName));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return { records: [], end: 0, wasBegun: false };
    throw new RunError('journal', 'The journal cannot be read.', { cause: error });
  }
  return parseContent(bytes);
}

/** Records up to the first line that is not whole; a whole one behind that line means that the middle is corrupt. */
function parseContent(bytes: Buffer): Content {
  const records: StoredRecord[] = [];
  let end = 0;
  let torn = false;
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(10, start);
    const record = newline < 0 ? undefined : parseLine(bytes.toString('utf8', start, newline));
    start = newline < 0 ? bytes.length : newline + 1;
    if (!record) torn = true;
    else if (torn || record.number !== records.length) throw new RunError('corrupt', 'The journal is damaged in its middle.');
    else {
      records.push(record);
      end = start;
    }
  }
  return { records, end, wasBegun: bytes.length > 0 };
}

function parseLine(line: string): StoredRecord | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksum(json)} `) return undefined;
  try {
    return JSON.parse(json) as StoredRecord;
  } catch {
    return undefined;
  }
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** Some bytes into the system's memory: to have another thread do it takes the processor longer. Only the flush is waited for. */
function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

export class Journal {
  readonly #folder: string;
  readonly #handle: FileHandle;
  readonly #now: () => number;
  readonly #observe: JournalObserver | undefined;
  #number: number;
  #waiting: JournalRecord[] = [];
  #lines: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: RunError | undefined;

  private constructor(folder: string, handle: FileHandle, number: number, { now = () => Date.now(), observe }: JournalOptions) {
    this.#folder = folder;
    this.#handle = handle;
    this.#number = number;
    this.#now = now;
    this.#observe = observe;
  }

  /** Opens the journal of a run for writing, without what a crash tore; whoever opens it must have the run's lock. */
  static async open(
    folder: string,
    options: JournalOptions = {},
  ): Promise<{ journal: Journal; records: StoredRecord[]; wasBegun: boolean }> {
    const { records, end, wasBegun } = await readContent(folder);
    try {
      const handle = await open(join(folder, journalName), 'a', 0o600);
      await handle.truncate(end);
      await handle.sync();
      await syncFolder(dirname(join(folder, journalName)));
      return { journal: new Journal(folder, handle, records.length, options), records, wasBegun };
    } catch (error) {
      throw new RunError('journal', 'The journal cannot be written.', { cause: error });
    }
  }

  /** Resolves when the record is on the disk. Records that come together are flushed together, in their order. */
  append(record: JournalRecord): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#observe?.('before', record);
    const json = JSON.stringify({ number: this.#number++, time: this.#now(), ...record });
    this.#lines.push(`${checksum(json)} ${json}\n`);
    this.#waiting.push(record);
    this.#next ??= this.#write(this.#writing);
    return this.#next;
  }

  /** Fails when another process has the run by now. */
  requireLock(): void {
    requireLock(this.#folder);
  }

  /** Resolves when all records so far are on the disk. */
  flush(): Promise<void> {
    return this.#failure ? Promise.reject(this.#failure) : (this.#next ?? this.#writing);
  }

  async close(): Promise<void> {
    await this.flush().catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
  }

  #write(previous: Promise<void>): Promise<void> {
    const write = previous.then(async () => {
      // A result and the next intent of the same worker, which come in one turn, then share one flush.
      await new Promise((resolve) => setImmediate(resolve));
      this.#next = undefined;
      const text = this.#lines.join('');
      const records = this.#waiting;
      this.#lines = [];
      this.#waiting = [];
      try {
        requireLock(this.#folder);
        writeAll(this.#handle.fd, Buffer.from(text));
        await this.#handle.datasync();
      } catch (error) {
        // A line may be torn now: another one behind it would make it look like damage.
        throw (this.#failure ??=
          error instanceof RunError ? error : new RunError('journal', 'The journal cannot be written.', { cause: error }));
      }
      for (const record of records) this.#observe?.('after', record);
    });
    this.#writing = write;
    // Whoever waits sees it; whoever does not sees it at the next record.
    write.catch(() => undefined);
    return write;
  }
}
