// What is known before a file is read as a whole, and what need not be read to be refused.
import { pieceSize, type OpenFile } from './blocks.ts';
import { encodingOf, fromUtf16, type Encoding, type EncodingFound } from './encoding.ts';
import { binaryFormat } from './formats.ts';
import { readHead, type Head, type HeadChoices } from './head.ts';
import { mostColumns } from './records.ts';
import { CodeFileRefusal } from './refusal.ts';

export interface StartChoices extends HeadChoices {
  /** A larger file is refused; never more than 4 GB. */
  readonly maxBytes?: number | undefined;
  readonly encoding?: Encoding | undefined;
  /** How much is read at a time; tests make it small. */
  readonly pieceSize?: number | undefined;
  /** How many codes are compared in one go over the file, so that memory stays flat; tests make it small. */
  readonly codesInOneGo?: number | undefined;
}

const usualLimit = 512 * 1024 * 1024;
const hardLimit = 0xffff_ffff;

export interface Start {
  readonly found: EncodingFound;
  readonly head: Head;
}

export async function readStart(file: OpenFile, choices: StartChoices): Promise<Start> {
  const limit = Math.min(choices.maxBytes ?? usualLimit, hardLimit);
  if (file.size === 0) throw new CodeFileRefusal({ kind: 'empty' });
  const raw = Buffer.alloc(Math.min(pieceSize, file.size));
  const got = raw.subarray(0, await file.read(raw, 0, raw.length, 0));
  const format = binaryFormat(got);
  if (format !== undefined) throw new CodeFileRefusal({ kind: 'binary', format });
  if (file.size > limit) throw new CodeFileRefusal({ kind: 'tooLarge', bytes: file.size, limit });
  const found = encodingOf(got, choices.encoding);
  if (got.length <= found.markLength) throw new CodeFileRefusal({ kind: 'empty' });
  const isWhole = got.length === file.size;
  const head = readHead(decodedHead(got, found, isWhole), isWhole, choices);
  refuseColumns(head);
  return { found, head };
}

function decodedHead(raw: Buffer, { encoding, markLength }: EncodingFound, isWhole: boolean): Buffer {
  const text = raw.subarray(markLength);
  return encoding === 'utf-8' ? text : fromUtf16(text, encoding, markLength, isWhole).text;
}

function refuseColumns({ columns, column }: Head): void {
  if (columns > mostColumns) throw new CodeFileRefusal({ kind: 'tooManyColumns', line: 1, columns, limit: mostColumns });
  const isThere = column === undefined || (Number.isInteger(column) && column >= 0 && column < columns);
  if (!isThere) throw new CodeFileRefusal({ kind: 'noSuchColumn', column, columns });
}

const usualCodesInOneGo = 4_000_000;

export interface Goes {
  /** A guess, from the first lines. */
  readonly codesEach: number;
  /** How many goes over the file it takes to compare all codes. */
  readonly parts: number;
}

export function planGoes({ size }: OpenFile, { found, head }: Start, { codesInOneGo = usualCodesInOneGo }: StartChoices): Goes {
  const expected = (1.05 * size) / (head.recordLength * (found.encoding === 'utf-8' ? 1 : 2));
  const parts = Math.max(1, Math.ceil(expected / codesInOneGo));
  return { codesEach: Math.ceil(expected / parts), parts };
}

/** Whether a code of this hash is compared in this go; by bits that the index does not sort by. */
export function isInPart(hash: number, part: number, parts: number): boolean {
  return parts === 1 || (hash & 0xffff) % parts === part;
}
