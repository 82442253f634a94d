// Writes a file anew with what was asked for fixed, and everything else byte for byte as it was.
import { stat } from 'node:fs/promises';
import { FileHash, OpenFile } from './blocks.ts';
import type { CancelSignal } from './cancel.ts';
import { CodeIndex, spread } from './code-index.ts';
import type { CodePlaces } from './code-set.ts';
import type { Encoding } from './encoding.ts';
import { writeNewFile, type Write } from '../files/new-file.ts';
import { recordsOf, type TextRecord } from './record-stream.ts';
import { RecordFixer, type Fixes } from './record-fixer.ts';
import { CodeFileError } from './errors.ts';
import { Reread } from './reread.ts';
import { hashOf } from './scan.ts';
import { isInPart, planPasses, readFromStart, type Start, type StartChoices } from './start.ts';

export interface FixOptions extends StartChoices {
  readonly signal?: CancelSignal | undefined;
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
  /** What a check has found: a file that holds something else by now is refused. */
  readonly sha256?: string | undefined;
  /** Rows with these codes, each by its place among them, and rows without a code are left out. */
  readonly without?: CodePlaces | undefined;
}

/** How often each thing was fixed. */
export interface Fixed {
  /** Without the header. */
  readonly rows: number;
  readonly duplicates: number;
  readonly trimmed: number;
  readonly invisible: number;
  readonly blankLines: number;
  readonly aboveHeader: number;
  readonly lineEnds: number;
  readonly byteOrderMark: boolean;
  /** From another encoding to UTF-8. */
  readonly converted: boolean;
}

/** Nothing is ever written over: a target that is there by then fails with `EEXIST`. */
export async function fixCodes(path: string, target: string, fixes: Fixes, options: FixOptions = {}): Promise<Fixed> {
  options.signal?.throwIfAborted();
  const file = await OpenFile.open(path);
  try {
    const source = await file.handle.stat();
    const there = await stat(target).catch(() => undefined);
    if (there?.ino === source.ino && there.dev === source.dev) throw new CodeFileError({ kind: 'sameFile' });
    return await readFromStart(file, options, (start) => fixOpen(file, start, target, source.mode & 0o777, fixes, options));
  } finally {
    await file.handle.close();
  }
}

async function fixOpen(
  file: OpenFile,
  start: Start,
  target: string,
  mode: number,
  fixes: Fixes,
  options: FixOptions,
): Promise<Fixed> {
  const { column, candidates } = start.head;
  if (column === undefined) throw new CodeFileError({ kind: 'unclearColumn', candidates });
  const fixer = new RecordFixer(fixes, start.head, column);
  const repeated = fixes.removeDuplicates ? await repeatedLines(file, start, fixer, column, options) : new LineSet();
  const work = async (write: Write) => {
    const sum = new FileHash();
    const fixed = await rewrite(file, start, fixer, repeated, write, sum, options);
    await file.refuseIfChanged();
    const { sha256 } = options;
    if (sha256 !== undefined && (await sum.finish(file)) !== sha256) throw new CodeFileError({ kind: 'changed' });
    return fixed;
  };
  return writeNewFile(target, mode, work, { existing: 'refuse' });
}

/** The lines of codes that are there before; those are compared as they will be once they are fixed. */
async function repeatedLines(
  file: OpenFile,
  start: Start,
  fixer: RecordFixer,
  column: number,
  options: FixOptions,
): Promise<LineSet> {
  const { found } = start;
  const { delimiter } = start.head;
  const { signal, pieceSize } = options;
  const reread = new Reread({ descriptor: file.handle.fd, size: file.size, found, delimiter, column });
  const comparer = { codeAt: (offset: number) => fixer.fixedCode(reread.codeAt(offset)), areAlike: () => false };
  const { codesEach, parts } = planPasses(file, start, options);
  const lines = new LineSet();
  const index = new CodeIndex(codesEach);
  for (let part = 0; part < parts; part++) {
    index.reset();
    for await (const records of recordsOf(file, { found, delimiter, signal, pieceSize })) {
      for (const record of records) {
        const code = fixer.codeOf(record);
        const hash = code === undefined ? 0 : spread(hashOf(code));
        if (code !== undefined && isInPart(hash, part, parts)) index.add(hash, record.line, record.offset);
      }
    }
    for (const { line } of index.relations(comparer)) lines.add(line);
  }
  return lines;
}

async function rewrite(
  file: OpenFile,
  { found, head }: Start,
  fixer: RecordFixer,
  repeated: LineSet,
  write: Write,
  sum: FileHash,
  { signal, pieceSize, onProgress, without }: FixOptions,
): Promise<Fixed> {
  const { markLength } = found;
  const encoding = encodingOfCopy(found.encoding, fixer.fixes);
  // In UTF-16 nobody could tell the encoding without it.
  const dropsMark = fixer.fixes.dropByteOrderMark === true && encoding === 'utf-8' && markLength > 0;
  if (markLength > 0 && !dropsMark) await write(encoded('\ufeff', encoding));
  const onRaw = (piece: Buffer, offset: number) => {
    sum.add(piece, offset);
    onProgress?.(offset + piece.length, file.size);
  };
  let duplicates = 0;
  let place = 0;
  const isLeftOut = (record: TextRecord) => {
    if (!without || fixer.isHead(record.line)) return false;
    return fixer.codeOf(record) === undefined || without.has(place++);
  };
  for await (const records of recordsOf(file, { found, delimiter: head.delimiter, signal, pieceSize, onRaw })) {
    let text = '';
    for (const record of records) {
      if (isLeftOut(record)) continue;
      if (repeated.has(record.line)) duplicates++;
      else text += fixer.fix(record);
    }
    await write(encoded(text, encoding));
  }
  return { ...fixer.counts, duplicates, byteOrderMark: dropsMark, converted: encoding !== found.encoding };
}

type WrittenEncoding = Exclude<Encoding, 'windows-1252' | 'iso-8859-1'>;

function encodingOfCopy(encoding: Encoding, { toUtf8 }: Fixes): WrittenEncoding {
  return toUtf8 === true || encoding === 'windows-1252' || encoding === 'iso-8859-1' ? 'utf-8' : encoding;
}

function encoded(text: string, encoding: WrittenEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const units = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? units.swap16() : units;
}

/** One bit for each line. */
class LineSet {
  #bits = new Uint8Array(1024);

  add(line: number): void {
    const at = line >>> 3;
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (line & 7));
  }

  has(line: number): boolean {
    return ((this.#bits[line >>> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }
}
