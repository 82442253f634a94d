// Reads a file in pieces and gives it as blocks of whole records in UTF-8.
import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { stat, type FileHandle } from 'node:fs/promises';
import type { CancelSignal } from './cancel.ts';
import { decoderOf, minPieceSize, type Decoder, type EncodingFound } from './encoding.ts';
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
  /** Where the block begins in the file, when every byte of it is one byte there; else -1. */
  readonly plainStart: number;
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
  readonly #decoder: Decoder;
  readonly #raw: Buffer;
  #bytes = Buffer.allocUnsafe(4 * pieceSize);
  #end = 0;
  /** How much of the file was read, and where in it the first byte of the buffer is. */
  #offset = 0;
  #start: number;
  /** Whether every byte of the buffer is a letter. */
  #isPlain = false;
  #countedTo = 0;
  #countedSize = 0;
  final = false;

  constructor(file: OpenFile, options: BlockOptions) {
    this.#file = file;
    this.#options = options;
    this.#decoder = decoderOf(options.found);
    this.#start = options.found.markLength;
    this.#raw = Buffer.allocUnsafe(Math.max(minPieceSize, options.pieceSize ?? pieceSize));
  }

  async fill(): Promise<void> {
    const { found, onRaw } = this.#options;
    const size = this.#raw.length;
    const got = await this.#file.read(this.#raw, 0, size, this.#offset);
    this.final = got < size || this.#offset + got >= this.#file.size;
    const mark = this.#offset === 0 ? Math.min(found.markLength, got) : 0;
    onRaw?.(this.#raw.subarray(0, got), this.#offset);
    const { text, used } = this.#decoder.decode(this.#raw.subarray(mark, got), this.#offset + mark, this.final);
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
    this.#isPlain = isAscii(filled);
    const hasQuote = filled.includes(quote);
    const walk = hasQuote ? walkRecords(filled, this.#end, delimiter, this.final) : undefined;
    const end = walk ? (walk.nexts.at(-1) ?? 0) : this.final ? this.#end : lastLineEnd(filled, this.#end);
    const stop = this.#stop(end, walk);
    const plainStart = this.#isPlain && this.#decoder.letterSize === 1 ? this.#start : -1;
    const shared = { bytes, end, final: this.final, plainStart, offsetOf: (position: number) => this.#offsetOf(position) };
    return { ...shared, ...(walk && { walk }), ...(stop && { stop }) };
  }

  #stop(end: number, walk: Walk | undefined): Stop | undefined {
    const isTooLong = this.#end - end > maxRecord;
    if (walk && walk.openQuote >= 0 && (isTooLong || this.final)) return { kind: 'openQuote', position: walk.openQuote };
    return isTooLong ? { kind: 'tooLong' } : undefined;
  }

  #offsetOf(position: number): number {
    if (this.#isPlain) return this.#start + this.#decoder.letterSize * position;
    // Positions are asked for in order, so that counting goes on from the one before.
    if (position < this.#countedTo) this.#countedTo = this.#countedSize = 0;
    this.#countedSize += this.#decoder.sizeInFile(this.#bytes, this.#countedTo, position);
    this.#countedTo = position;
    return this.#start + this.#countedSize;
  }

  drop(end: number): void {
    this.#start = this.#offsetOf(end);
    this.#countedTo = this.#countedSize = 0;
    this.#bytes.copyWithin(0, end, this.#end);
    this.#end -= end;
  }
}

/** The hash of a file as it is, from its pieces. These may overlap: a character that a piece's end cuts is read again. */
export class FileHash {
  readonly #hash = createHash('sha256');
  #done = 0;

  add(piece: Buffer, offset: number): void {
    this.#hash.update(piece.subarray(this.#done - offset));
    this.#done = offset + piece.length;
  }

  /** Reads what was not read, since a quote is open. */
  async finish(file: OpenFile): Promise<string> {
    const piece = Buffer.allocUnsafe(pieceSize);
    while (this.#done < file.size) {
      const got = await file.read(piece, 0, pieceSize, this.#done);
      if (got === 0) break;
      this.add(piece.subarray(0, got), this.#done);
    }
    return this.#hash.digest('hex');
  }
}
