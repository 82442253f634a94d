// Reads single records of a file again, to see whether two codes are really the same.
import { readSync } from 'node:fs';
import { folded } from './code-text.ts';
import type { Comparer } from './code-index.ts';
import { CodeFileError } from './errors.ts';
import { decoderOf, type Decoder, type EncodingFound } from './encoding.ts';
import { carriageReturn, CellReader, lineFeed, maxRecord, quote, walkRecords, type Delimiter } from './records.ts';

const pageSize = 16 * 1024;
const maxPages = 1024;
const firstLook = 512;

interface RecordPlace {
  readonly descriptor: number;
  readonly size: number;
  readonly found: EncodingFound;
  readonly delimiter: Delimiter;
  readonly column: number;
}

export class Reread implements Comparer {
  readonly #location: RecordPlace;
  readonly #reader: CellReader;
  readonly #decoder: Decoder;
  readonly #pages = new Map<number, Buffer>();

  constructor(location: RecordPlace) {
    this.#location = location;
    this.#reader = new CellReader(location.delimiter);
    this.#decoder = decoderOf(location.found);
  }

  areAlike(code: string, other: string): boolean {
    return folded(code) === folded(other);
  }

  /** The code of the record that begins there. */
  codeAt(offset: number): string {
    return this.#reader.read(this.recordAt(offset)).cells[this.#location.column] ?? '';
  }

  recordAt(offset: number): string {
    for (let length = firstLook; ; length *= 8) {
      const final = offset + length >= this.#location.size;
      const bytes = this.#decoded(offset, Math.min(length, this.#location.size - offset), final);
      const end = plainEnd(bytes) ?? walkRecords(bytes, bytes.length, this.#location.delimiter, final, 1).ends[0];
      if (end !== undefined || final || length > 4 * maxRecord) return bytes.toString('utf8', 0, end ?? bytes.length);
    }
  }

  #decoded(offset: number, length: number, final: boolean): Buffer {
    return this.#decoder.decode(this.#bytes(offset, length), offset, final).text;
  }

  #bytes(offset: number, length: number): Buffer {
    const first = Math.floor(offset / pageSize);
    const start = offset - first * pageSize;
    if (start + length <= pageSize) return this.#page(first).subarray(start, start + length);
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const page = Math.floor((offset + done) / pageSize);
      const from = offset + done - page * pageSize;
      const source = this.#page(page);
      // The file became shorter.
      if (from >= source.length) throw new CodeFileError({ kind: 'changed' });
      done += source.copy(bytes, done, from, Math.min(pageSize, from + length - done));
    }
    return bytes;
  }

  #page(number: number): Buffer {
    const known = this.#pages.get(number);
    if (known) return known;
    const page = Buffer.alloc(pageSize);
    const length = readSync(this.#location.descriptor, page, 0, pageSize, number * pageSize);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= maxPages && oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(number, page.subarray(0, length));
    return page.subarray(0, length);
  }
}

/** Where the first record ends, when there is no quote before that. */
function plainEnd(bytes: Buffer): number | undefined {
  const end = bytes.findIndex((byte) => byte === lineFeed || byte === carriageReturn || byte === quote);
  return end < 0 || bytes[end] === quote ? undefined : end;
}
