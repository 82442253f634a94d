// Reads a file in pieces and gives it as blocks of whole records in UTF-8.
import { readSync } from 'node:fs';
import { stat, type FileHandle } from 'node:fs/promises';
import type { CancelSignal } from './cancel.ts';
import { firstNonUtf8, fromUtf16, unitsIn, type Encoding, type EncodingFound } from './encoding.ts';
import { linkTarget, openPlain, type PlainFile } from './plain-file.ts';
import { lastLineEnd, maxRecord, quote, walkRecords, type Delimiter, type Walk } from './records.ts';
import { CodeFileError } from './errors.ts';

export const pieceSize = 64 * 1024;

/** A file that is open, and what it was when it was opened. */
export class OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** The file that it is a link to. */
  readonly linkTo: string | undefined;
  readonly #path: string;
  readonly #changed: number;
  readonly #blocking: boolean;

  private constructor({ handle, stats }: PlainFile, path: string, linkTo: string | undefined, blocking: boolean) {
    this.handle = handle;
    this.size = stats.size;
    this.linkTo = linkTo;
    this.#path = path;
    this.#changed = stats.mtimeMs;
    this.#blocking = blocking;
  }

  /** In a thread of its own, blocking reads are quicker. */
  static async open(path: string, blocking = false): Promise<OpenFile> {
    const linkTo = await linkTarget(path);
    return new OpenFile(await openPlain(path), path, linkTo, blocking);
  }

  /** Fewer bytes than asked for: the file ends there. */
  async read(buffer: Buffer, start: number, length: number, offset: number): Promise<number> {
    let done = 0;
    while (done < length) {
      const got = this.#blocking
        ? readSync(this.handle.fd, buffer, start + done, length - done, offset + done)
        : (await this.handle.read(buffer, start + done, length - done, offset + done)).bytesRead;
      if (got === 0) break;
      done += got;
    }
    return done;
  }

  async refuseIfChanged(): Promise<void> {
    const now = await this.handle.stat();
    const there = await stat(this.#path).catch(() => undefined);
    const linkTo = await linkTarget(this.#path).catch(() => undefined);
    const same = now.size === this.size && now.mtimeMs === this.#changed && there?.ino === now.ino && linkTo === this.linkTo;
    if (!same) throw new CodeFileError({ kind: 'changed' });
  }
}

export interface Block {
  /** Only up to `end`; used again for the next block. */
  readonly bytes: Buffer;
  readonly end: number;
  /** Where the records are, when there is a quote among them. */
  readonly walk?: Walk;
  readonly final: boolean;
  /** Why the record that begins at `end` cannot be read, nor what follows it. */
  readonly stop?: Stop;
  /** Where a position of the block is in the file. */
  offsetOf(position: number): number;
}

/** A quote at this position never closes, or the record has no end for too long. */
export type Stop = { readonly kind: 'openQuote'; readonly position: number } | { readonly kind: 'tooLong' };

export interface BlockOptions {
  readonly found: EncodingFound;
  readonly delimiter: Delimiter;
  readonly signal?: CancelSignal | undefined;
  /** How much is read at a time; tests make it small. */
  readonly pieceSize?: number | undefined;
  /** Every byte of the file as it is, in order. */
  readonly onRaw?: (piece: Buffer, offset: number) => void;
}

/** All records of a file, some dozens of kilobytes at a time. */
export async function* blocksOf(file: OpenFile, options: BlockOptions): AsyncGenerator<Block, void, undefined> {
  const filler = new Filler(file, options);
  for (;;) {
    options.signal?.throwIfAborted();
    await filler.fill();
    const block = filler.block();
    if (block.end > 0 || block.stop) yield block;
    if (filler.final || block.stop) return;
    filler.drop(block.end);
  }
}

class Filler {
  readonly #file: OpenFile;
  readonly #options: BlockOptions;
  readonly #encoding: Encoding;
  readonly #pieceSize: number;
  #bytes = Buffer.allocUnsafe(4 * pieceSize);
  #end = 0;
  readonly #raw: Buffer;
  /** How much of the file was read, and where in it the first byte of the buffer is. */
  #offset = 0;
  #start: number;
  #counted = { position: 0, units: 0 };
  final = false;

  constructor(file: OpenFile, options: BlockOptions) {
    this.#file = file;
    this.#options = options;
    this.#encoding = options.found.encoding;
    this.#start = options.found.markLength;
    this.#pieceSize = options.pieceSize ?? pieceSize;
    this.#raw = Buffer.allocUnsafe(this.#pieceSize);
  }

  async fill(): Promise<void> {
    const { markLength } = this.#options.found;
    const into = this.#encoding === 'utf-8' ? this.#room(this.#pieceSize) : this.#raw;
    const at = this.#encoding === 'utf-8' ? this.#end : 0;
    const got = await this.#file.read(into, at, this.#pieceSize, this.#offset);
    this.final = got < this.#pieceSize || this.#offset + got >= this.#file.size;
    const mark = this.#offset === 0 ? Math.min(markLength, got) : 0;
    this.#options.onRaw?.(into.subarray(at, at + got), this.#offset);
    if (this.#encoding === 'utf-8') {
      if (mark > 0) into.copyWithin(at, at + mark, at + got);
      this.#end += got - mark;
      this.#offset += got;
    } else this.#addUtf16(got, mark);
  }

  #addUtf16(got: number, mark: number): void {
    const { text, used } = fromUtf16(this.#raw.subarray(mark, got), this.#encoding, this.#offset + mark, this.final);
    text.copy(this.#room(text.length), this.#end);
    this.#end += text.length;
    this.#offset += mark + used;
  }

  #room(length: number): Buffer {
    // One byte more, for a scanner that wants every record to have an end.
    if (this.#end + length + 1 > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (this.#end + length + 1));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  block(): Block {
    const { delimiter } = this.#options;
    const bytes = this.#bytes;
    const filled = bytes.subarray(0, this.#end);
    const hasQuote = filled.includes(quote);
    const walk = hasQuote ? walkRecords(filled, this.#end, delimiter, this.final) : undefined;
    const end = walk ? (walk.nexts.at(-1) ?? 0) : this.final ? this.#end : lastLineEnd(filled, this.#end);
    this.#refuseBroken(end);
    const stop = this.#stop(end, walk);
    const shared = { bytes, end, final: this.final, offsetOf: (position: number) => this.#offsetOf(position) };
    return { ...shared, ...(walk && { walk }), ...(stop && { stop }) };
  }

  #stop(end: number, walk: Walk | undefined): Stop | undefined {
    const isTooLong = this.#end - end > maxRecord;
    if (walk && walk.openQuote >= 0 && (isTooLong || this.final)) return { kind: 'openQuote', position: walk.openQuote };
    return isTooLong ? { kind: 'tooLong' } : undefined;
  }

  #refuseBroken(end: number): void {
    if (this.#encoding !== 'utf-8') return;
    // A record ends behind a character, so that none is cut.
    const wrong = firstNonUtf8(this.#bytes.subarray(0, this.final ? this.#end : end));
    if (wrong >= 0) throw new CodeFileError({ kind: 'encoding', encoding: 'utf-8', offset: this.#start + wrong });
  }

  #offsetOf(position: number): number {
    if (this.#encoding === 'utf-8') return this.#start + position;
    // Positions are asked for in order, so that counting goes on from the one before.
    const from = position >= this.#counted.position ? this.#counted : { position: 0, units: 0 };
    this.#counted = { position, units: from.units + unitsIn(this.#bytes, from.position, position) };
    return this.#start + 2 * this.#counted.units;
  }

  drop(end: number): void {
    this.#start = this.#offsetOf(end);
    this.#counted = { position: 0, units: 0 };
    this.#bytes.copyWithin(0, end, this.#end);
    this.#end -= end;
  }
}
