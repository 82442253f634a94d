// What is known before a file is read as a whole, and what need not be read to be refused.
import { pieceSize, type OpenFile } from './blocks.ts';
import { encodingOf, fromUtf16, type Encoding, type EncodingFound } from './encoding.ts';
import { binaryFormat } from './formats.ts';
import { readHead, type Head, type HeadChoices } from './head.ts';
import { maxColumns } from './records.ts';
import { CodeFileError } from './errors.ts';

export interface StartChoices extends HeadChoices {
  /** A larger file is refused; never more than 4 GB. */
  readonly maxBytes?: number | undefined;
  readonly encoding?: Encoding | undefined;
  /** How much is read at a time; tests make it small. */
  readonly pieceSize?: number | undefined;
  /** How many codes are compared in one go over the file, so that memory stays flat; tests make it small. */
  readonly codesInOnePass?: number | undefined;
}

const defaultLimit = 512 * 1024 * 1024;
const hardLimit = 0xffff_ffff;

export interface Start {
  readonly found: EncodingFound;
  readonly head: Head;
}

export async function readStart(file: OpenFile, choices: StartChoices): Promise<Start> {
  const limit = Math.min(choices.maxBytes ?? defaultLimit, hardLimit);
  if (file.size === 0) throw new CodeFileError({ kind: 'empty' });
  const raw = Buffer.alloc(Math.min(pieceSize, file.size));
  const got = raw.subarray(0, await file.read(raw, 0, raw.length, 0));
  const format = binaryFormat(got);
  if (format !== undefined) throw new CodeFileError({ kind: 'binary', format });
  if (file.size > limit) throw new CodeFileError({ kind: 'tooLarge', bytes: file.size, limit });
  const found = encodingOf(got, choices.encoding);
  if (got.length <= found.markLength) throw new CodeFileError({ kind: 'empty' });
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
  if (columns > maxColumns) throw new CodeFileError({ kind: 'tooManyColumns', line: 1, columns, limit: maxColumns });
  const isThere = column === undefined || (Number.isInteger(column) && column >= 0 && column < columns);
  if (!isThere) throw new CodeFileError({ kind: 'noSuchColumn', column, columns });
}

const defaultCodesInOnePass = 4_000_000;

interface Passes {
  /** A guess, from the first lines. */
  readonly codesEach: number;
  /** How many goes over the file it takes to compare all codes. */
  readonly parts: number;
}

export function planPasses(
  { size }: OpenFile,
  { found, head }: Start,
  { codesInOnePass = defaultCodesInOnePass }: StartChoices,
): Passes {
  const expected = (1.05 * size) / (head.recordLength * (found.encoding === 'utf-8' ? 1 : 2));
  const parts = Math.max(1, Math.ceil(expected / codesInOnePass));
  return { codesEach: Math.ceil(expected / parts), parts };
}

/** Whether a code of this hash is compared in this go; by bits that the index does not sort by. */
export function isInPart(hash: number, part: number, parts: number): boolean {
  return parts === 1 || (hash & 0xffff) % parts === part;
}
