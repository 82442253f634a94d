// Which encoding a file has, and how its bytes become UTF-8; where they are no text in it, and where a piece of the text is in the file.
import { isAscii, isUtf8 } from 'node:buffer';
import { CodeFileError } from './errors.ts';

export const encodings = ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

export interface EncodingFound {
  readonly encoding: Encoding;
  /** How many bytes the byte order mark takes: 0 when there is none. */
  readonly markLength: number;
  readonly isChosen: boolean;
  /** The first byte that is no UTF-8, for which the file is read as Windows-1252. */
  readonly notUtf8At?: number | undefined;
}

interface EncodingHints {
  /** These bytes are the whole file. */
  readonly isWhole: boolean;
  /** Somebody knows better. */
  readonly chosen?: Encoding | undefined;
  /** A byte further down that is known to be no UTF-8. */
  readonly notUtf8At?: number | undefined;
}

const looksAt = 4096;

export function encodingOf(head: Buffer, { isWhole, chosen, notUtf8At }: EncodingHints): EncodingFound {
  const marked = marks.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (chosen) return { encoding: chosen, markLength: marked?.encoding === chosen ? marked.bytes.length : 0, isChosen: true };
  if (isUtf32(head)) throw new CodeFileError({ kind: 'encoding', encoding: 'utf-32', offset: 0 });
  if (marked) return { encoding: marked.encoding, markLength: marked.bytes.length, isChosen: false };
  const encoding = encodingByZeros(head);
  const wrong = encoding === 'utf-8' ? firstNonUtf8(isWhole ? head : head.subarray(0, characterStart(head, head.length))) : -1;
  const where = wrong >= 0 ? wrong : notUtf8At;
  if (where === undefined) return { encoding, markLength: 0, isChosen: false };
  return { encoding: 'windows-1252', markLength: 0, isChosen: false, notUtf8At: where };
}

/** The byte at which UTF-8, which nothing but the first bytes spoke for, turned out to be wrong. */
export function guessFailedAt({ isChosen, markLength }: EncodingFound, error: unknown): number | undefined {
  if (isChosen || markLength > 0 || !(error instanceof CodeFileError)) return undefined;
  const { data } = error;
  return data.kind === 'encoding' && data.encoding === 'utf-8' && data.undefinedAt === undefined ? data.offset : undefined;
}

const marks: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

function isUtf32(head: Buffer): boolean {
  return [utf32Mark, utf32Mark.toReversed()].some((mark) => mark.every((byte, index) => head[index] === byte));
}

const utf32Mark = [0, 0, 0xfe, 0xff];

/** In UTF-16, every other byte of plain text is zero. */
function encodingByZeros(head: Buffer): Encoding {
  const length = Math.min(head.length, looksAt) & ~1;
  let [even, odd] = [0, 0];
  for (let index = 0; index < length; index += 2) {
    if (head[index] === 0) even++;
    if (head[index + 1] === 0) odd++;
  }
  const [many, few] = [length * 0.3, length * 0.05];
  if (length === 0) return 'utf-8';
  if (odd > many && even <= few) return 'utf-16le';
  return even > many && odd <= few ? 'utf-16be' : 'utf-8';
}

/** The first byte that is no UTF-8, or -1. A character that the end cuts counts as wrong. */
function firstNonUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  let [low, high] = [0, bytes.length];
  // The longest beginning that is sound, but for a character that its end cuts.
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isUtf8(bytes.subarray(0, characterStart(bytes, middle)))) low = middle;
    else high = middle - 1;
  }
  return characterStart(bytes, low);
}

/** Where the character begins that this position cuts, or the position itself. */
function characterStart(bytes: Buffer, position: number): number {
  for (let back = 1; back <= 3 && back <= position; back++) {
    const byte = bytes[position - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? position - back : position;
  }
  return position;
}

interface Decoded {
  /** In UTF-8. Only until the next call: the same memory may be used again. */
  readonly text: Buffer;
  /** How many bytes were used: a character that the end cuts is left for the next piece. */
  readonly used: number;
}

/** Makes UTF-8 of a file's bytes, piece by piece. */
export interface Decoder {
  /** How many bytes of the file a letter takes, as a rule. */
  readonly letterSize: 1 | 2;
  /** Refuses what is no text. `offset`: where in the file the bytes begin; `final`: the file ends with them. */
  decode(raw: Buffer, offset: number, final: boolean): Decoded;
  /** How many bytes of the file this much of its text takes. */
  sizeInFile(text: Uint8Array, start: number, end: number): number;
}

export function decoderOf(found: EncodingFound): Decoder {
  const { encoding } = found;
  if (encoding === 'utf-8') return utf8Decoder;
  return encoding === 'utf-16le' || encoding === 'utf-16be'
    ? utf16Decoder(encoding)
    : new OneByteDecoder(encoding, found.notUtf8At);
}

/** Less would not hold the longest character. */
export const minPieceSize = 4;

const utf8Decoder: Decoder = {
  letterSize: 1,
  decode(raw, offset, final) {
    const used = final ? raw.length : characterStart(raw, raw.length);
    const text = used === raw.length ? raw : raw.subarray(0, used);
    const wrong = firstNonUtf8(text);
    if (wrong >= 0) throw new CodeFileError({ kind: 'encoding', encoding: 'utf-8', offset: offset + wrong });
    return { text, used };
  },
  sizeInFile: (_, start, end) => end - start,
};

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  return {
    letterSize: 2,
    decode: (raw, offset, final) => fromUtf16(raw, encoding, offset, final),
    sizeInFile: (text, start, end) => 2 * unitsIn(text, start, end),
  };
}

function fromUtf16(raw: Buffer, encoding: 'utf-16le' | 'utf-16be', offset: number, final: boolean): Decoded {
  let used = raw.length & ~1;
  const low = encoding === 'utf-16le' ? 1 : 0;
  const lastUnitHigh = used >= 2 ? (raw[used - 2 + low] ?? 0) : 0;
  if (!final && lastUnitHigh >= 0xd8 && lastUnitHigh <= 0xdb) used -= 2;
  if (final && used < raw.length) throw new CodeFileError({ kind: 'encoding', encoding, offset: offset + used });
  // A copy: swapping turns the bytes where they are.
  const units = encoding === 'utf-16be' ? Buffer.from(raw.subarray(0, used)).swap16() : raw.subarray(0, used);
  const text = units.toString('utf16le');
  if (!text.isWellFormed()) {
    throw new CodeFileError({ kind: 'encoding', encoding, offset: offset + 2 * firstLoneSurrogate(text) });
  }
  return { text: Buffer.from(text), used };
}

function firstLoneSurrogate(text: string): number {
  return text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

type OneByteEncoding = 'windows-1252' | 'iso-8859-1';

/** What Windows-1252 has at 80 to 9F, where ISO-8859-1 has control characters; a space where it has nothing. */
const windowsCharacters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const firstWindowsByte = 0x80;
const windowsByte = /[\x80-\x9f]/;
const windowsBytes = new RegExp(windowsByte, 'g');

/** By way of a string, which is far quicker than a loop over the bytes. */
class OneByteDecoder implements Decoder {
  readonly letterSize = 1;
  readonly #encoding: OneByteEncoding;
  readonly #notUtf8At: number | undefined;
  #text = Buffer.alloc(0);

  constructor(encoding: OneByteEncoding, notUtf8At: number | undefined) {
    this.#encoding = encoding;
    this.#notUtf8At = notUtf8At;
  }

  decode(raw: Buffer, offset: number): Decoded {
    if (isAscii(raw)) return { text: raw, used: raw.length };
    const latin = raw.toString('latin1');
    const text = this.#write(latin, raw.length);
    // In UTF-8 what Latin-1 has at 80 to BF begins with C2: where that is nowhere, nothing has to be looked for.
    const isWindows = this.#encoding === 'windows-1252' && text.includes(0xc2) && windowsByte.test(latin);
    return { text: isWindows ? this.#write(this.#withWindowsCharacters(latin, offset), raw.length) : text, used: raw.length };
  }

  #write(characters: string, length: number): Buffer {
    // No character takes more than three bytes.
    if (this.#text.length < 3 * length) this.#text = Buffer.allocUnsafe(3 * length);
    return this.#text.subarray(0, this.#text.write(characters));
  }

  #withWindowsCharacters(latin: string, offset: number): string {
    return latin.replace(windowsBytes, (byte, index: number) => {
      const character = windowsCharacters[byte.charCodeAt(0) - firstWindowsByte] ?? ' ';
      if (character === ' ') throw this.#refusal(offset + index);
      return character;
    });
  }

  #refusal(offset: number): CodeFileError {
    if (this.#notUtf8At === undefined) return new CodeFileError({ kind: 'encoding', encoding: this.#encoding, offset });
    return new CodeFileError({ kind: 'encoding', encoding: 'utf-8', offset: this.#notUtf8At, undefinedAt: offset });
  }

  /** Every letter takes one byte in the file, whatever follows its first byte in UTF-8. */
  sizeInFile(text: Uint8Array, start: number, end: number): number {
    let size = end - start;
    for (let index = start; index < end; index++) if (((text[index] ?? 0) & 0xc0) === 0x80) size--;
    return size;
  }
}

/** How many UTF-16 units this much UTF-8 makes. */
export function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
