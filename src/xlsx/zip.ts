// Reads a zip from an open file. Every claim of it is held against a bound and against what is really there.
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { OpenFile } from '../codes/blocks.ts';
import type { CancelSignal } from '../codes/cancel.ts';
import { CodeFileError, type WorkbookReason } from '../codes/errors.ts';
import { binaryFormat } from '../codes/formats.ts';

export function refusal(reason: WorkbookReason, where?: string): CodeFileError {
  return new CodeFileError({ kind: 'workbook', reason, ...(where !== undefined && { where }) });
}

const mega = 1024 * 1024;

/** What a file may claim. Excel's largest sheet of codes is far below. */
const bounds = {
  file: 256 * mega,
  directory: 8 * mega,
  entries: 10_000,
  name: 1000,
  expandedInTotal: 4096 * mega,
  /** Text of spreadsheets is pressed to a tenth or a thirtieth; bombs to a thousandth. */
  ratio: 100,
  /** Short files may well be blanks. */
  anyRatio: mega,
};

const pieceSize = 128 * 1024;
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };
const lengths = { local: 30, central: 46, end: 22, end64: 56, locator64: 20 };
const longestComment = 0xffff;
const stored = 0;
const deflated = 8;
const encryptedFlag = 1;

export interface ZipEntry {
  readonly name: string;
  /** In bytes. */
  readonly nameLength: number;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly compressed: number;
  readonly expanded: number;
  readonly offset: number;
}

interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly length: number;
}

export interface EntryOptions {
  /** The most that the entry may hold. */
  readonly limit: number;
  readonly signal?: CancelSignal | undefined;
  /** Is told how many bytes of the file were read, a piece at a time. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

export class Zip {
  readonly #file: OpenFile;
  /** By the name in small letters: names of parts do not tell them apart. */
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(file: OpenFile, entries: ReadonlyMap<string, ZipEntry>) {
    this.#file = file;
    this.#entries = entries;
  }

  static async open(file: OpenFile): Promise<Zip> {
    await refuseOther(file);
    const directory = await findDirectory(file);
    if (directory.entries > bounds.entries || directory.length > bounds.directory) throw refusal('tooLarge');
    if (directory.offset + directory.length > file.size) throw refusal('damaged');
    const entries = entriesIn(await readAt(file, directory.offset, directory.length), directory.entries);
    refuseOverlaps(entries, directory.offset);
    if (entries.reduce((sum, { expanded }) => sum + expanded, 0) > bounds.expandedInTotal) throw refusal('tooLarge');
    const byName = new Map<string, ZipEntry>();
    for (const entry of entries) {
      const key = keyOf(entry.name);
      if (byName.has(key)) throw refusal('damaged', entry.name);
      byName.set(key, entry);
    }
    return new Zip(file, byName);
  }

  find(name: string): ZipEntry | undefined {
    return this.#entries.get(keyOf(name));
  }

  /** What the entry holds. An entry that is not what it claims to be is refused, at the latest at its end. */
  async *read(entry: ZipEntry, { limit, signal, onRead }: EntryOptions): AsyncGenerator<Buffer, void, undefined> {
    const { name, method, compressed, expanded } = entry;
    const start = await this.#startOf(entry);
    const isBomb = expanded > bounds.anyRatio && expanded > compressed * bounds.ratio;
    if (isBomb || expanded > limit) throw refusal('tooLarge', name);
    const pieces = this.#pieces(start, compressed, onRead);
    let [length, crc] = [0, 0];
    for await (const piece of method === stored ? pieces : inflated(pieces, compressed, name)) {
      signal?.throwIfAborted();
      length += piece.length;
      if (length > expanded) throw refusal('damaged', name);
      crc = crc32(piece, crc);
      yield piece;
    }
    if (length !== expanded || crc !== entry.crc) throw refusal('damaged', name);
  }

  /** Where the bytes of the entry begin, behind a header of its own that must say the same. */
  async #startOf({ name, method, flags, offset, compressed, expanded }: ZipEntry): Promise<number> {
    if ((flags & encryptedFlag) !== 0) throw refusal('encrypted');
    const head = await readAt(this.#file, offset, lengths.local);
    const nameLength = head.readUInt16LE(26);
    const isSame = head.readUInt32LE(0) === signatures.local && head.readUInt16LE(8) === method;
    if (!isSame || nameLength > bounds.name) throw refusal('damaged', name);
    if ((await readAt(this.#file, offset + lengths.local, nameLength)).toString() !== name) throw refusal('damaged', name);
    if ((method !== stored || compressed !== expanded) && method !== deflated) throw refusal('damaged', name);
    const start = offset + lengths.local + nameLength + head.readUInt16LE(28);
    if (start + compressed > this.#file.size) throw refusal('damaged', name);
    return start;
  }

  async *#pieces(start: number, length: number, onRead: EntryOptions['onRead']): AsyncGenerator<Buffer, void, undefined> {
    for (let done = 0; done < length;) {
      const piece = await readAt(this.#file, start + done, Math.min(pieceSize, length - done));
      done += piece.length;
      onRead?.(piece.length);
      yield piece;
    }
  }
}

function keyOf(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase();
}

async function* inflated(pieces: AsyncIterable<Buffer>, compressed: number, name: string): AsyncGenerator<Buffer, void> {
  const inflate = createInflateRaw({ chunkSize: pieceSize });
  // Its error ends the loop below.
  pipeline(pieces, inflate, () => undefined);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    const isZlib = (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
    throw isZlib ? refusal('damaged', name) : error;
  }
  // What stands behind the end was never looked at.
  if (inflate.bytesWritten !== compressed) throw refusal('damaged', name);
}

/** A file with a password is no zip but holds one. */
async function refuseOther(file: OpenFile): Promise<void> {
  if (file.size === 0) throw new CodeFileError({ kind: 'empty' });
  const head = Buffer.alloc(4096);
  const got = head.subarray(0, await file.read(head, 0, head.length, 0));
  if (got.length >= 4 && got.readUInt32LE(0) === signatures.local) {
    if (file.size > bounds.file) throw new CodeFileError({ kind: 'tooLarge', bytes: file.size, limit: bounds.file });
    return;
  }
  const format = binaryFormat(got);
  if (format === 'xls' && (await holdsEncryptedPackage(file, got))) throw refusal('encrypted');
  throw format === undefined ? refusal('notAWorkbook') : new CodeFileError({ kind: 'binary', format });
}

async function holdsEncryptedPackage(file: OpenFile, head: Buffer): Promise<boolean> {
  if (head.length < 512) return false;
  const sector = 2 ** Math.min(12, head.readUInt16LE(30));
  const names = Buffer.alloc(4096);
  const got = await file.read(names, 0, names.length, (head.readUInt32LE(48) + 1) * sector);
  return names.subarray(0, got).includes(Buffer.from('EncryptedPackage', 'utf16le'));
}

async function findDirectory(file: OpenFile): Promise<Directory> {
  const length = Math.min(file.size, lengths.end + longestComment);
  if (length < lengths.end) throw refusal('damaged');
  const tail = await readAt(file, file.size - length, length);
  for (let at = length - lengths.end; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === signatures.end && at + lengths.end + tail.readUInt16LE(at + 20) === length;
    if (!isEnd) continue;
    const [disk, entries] = [tail.readUInt32LE(at + 4), tail.readUInt16LE(at + 10)];
    const [size, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const isLarge = entries === 0xffff || size === 0xffff_ffff || offset === 0xffff_ffff;
    if (isLarge) return findLargeDirectory(file, file.size - length + at);
    if (disk !== 0 || tail.readUInt16LE(at + 8) !== entries) throw refusal('damaged');
    return { entries, offset, length: size };
  }
  throw refusal('damaged');
}

/** Some writers use the long form for short files too. */
async function findLargeDirectory(file: OpenFile, end: number): Promise<Directory> {
  if (end < lengths.locator64) throw refusal('damaged');
  const locator = await readAt(file, end - lengths.locator64, lengths.locator64);
  if (locator.readUInt32LE(0) !== signatures.locator64) throw refusal('damaged');
  const record = await readAt(file, long(locator, 8), lengths.end64);
  if (record.readUInt32LE(0) !== signatures.end64) throw refusal('damaged');
  return { entries: long(record, 32), length: long(record, 40), offset: long(record, 48) };
}

/** A number of eight bytes; one that no file can have stays too large. */
function long(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw refusal('damaged');
  return Number(bytes.readBigUInt64LE(at));
}

function entriesIn(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + lengths.central > directory.length || directory.readUInt32LE(at) !== signatures.central) throw refusal('damaged');
    const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
    const nameEnd = at + lengths.central + nameLength;
    const next = nameEnd + extraLength + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw refusal('damaged');
    if (nameLength > bounds.name) throw refusal('tooLarge');
    const fields = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)] as const;
    const [expanded, compressed, offset] = longFields(fields, directory.subarray(nameEnd, nameEnd + extraLength));
    entries.push({
      name: directory.toString('utf8', at + lengths.central, nameEnd),
      nameLength,
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      compressed,
      expanded,
      offset,
    });
    at = next;
  }
  if (at !== directory.length) throw refusal('damaged');
  return entries;
}

type Sizes = readonly [expanded: number, compressed: number, offset: number];

/** Those that are too long for four bytes stand in an extra field, in this order. */
function longFields(fields: Sizes, extra: Buffer): Sizes {
  if (!fields.includes(0xffff_ffff)) return fields;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const value = (field: number) => (field === 0xffff_ffff ? long(extra, (next += 8) - 8) : field);
    return [value(fields[0]), value(fields[1]), value(fields[2])];
  }
  return fields;
}

/** Entries that share bytes would let a short file expand without end. */
function refuseOverlaps(entries: readonly ZipEntry[], directoryOffset: number): void {
  let free = 0;
  for (const { name, nameLength, offset, compressed } of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (offset < free) throw refusal('damaged', name);
    free = offset + lengths.local + nameLength + compressed;
  }
  if (free > directoryOffset) throw refusal('damaged');
}

async function readAt(file: OpenFile, offset: number, length: number): Promise<Buffer> {
  if (offset + length > file.size) throw refusal('damaged');
  const bytes = Buffer.allocUnsafe(length);
  if ((await file.read(bytes, 0, length, offset)) < length) throw refusal('damaged');
  return bytes;
}
