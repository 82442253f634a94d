// What is known before a file is read as a whole, and what need not be read to be refused.
import { pieceSize, type OpenFile } from './blocks.ts';
import { refuseBrokenUtf8 } from './broken-utf8.ts';
import type { CancelSignal } from './cancel.ts';
import { decoderOf, encodingOf, guessFailedAt, type Encoding, type EncodingFound } from './encoding.ts';
import { binaryFormat } from './formats.ts';
import { readHead, type Head, type HeadChoices } from './head.ts';
import { maxColumns } from './records.ts';
import { CodeFileError } from './errors.ts';

export interface StartChoices extends HeadChoices {
  /** A larger file is refused; never more than 4 GB. */
  readonly maxBytes?: number | undefined;
  /** Without it the encoding is found out, which may take a look at the whole file. */
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

/** Gives the start of a file to the work; once more, as Windows-1252, where bytes further down turn out to be no UTF-8. */
export async function readFromStart<T>(file: OpenFile, choices: StartChoices, work: (start: Start) => Promise<T>): Promise<T> {
  const start = await readStart(file, choices);
  try {
    return await work(start);
  } catch (error) {
    const notUtf8At = guessFailedAt(start.found, error);
    if (notUtf8At === undefined) throw error;
    return work(await readStart(file, choices, notUtf8At));
  }
}

/** For whoever cannot begin anew: the encoding, unless it is given, holds for the whole file. */
export function readSettledStart(file: OpenFile, choices: StartChoices, signal?: CancelSignal): Promise<Start> {
  return readFromStart(file, choices, async (start) => {
    if (choices.encoding === undefined) await refuseBroken(file, start.found, signal);
    return start;
  });
}

async function refuseBroken(file: OpenFile, found: EncodingFound, signal: CancelSignal | undefined): Promise<void> {
  const decoder = decoderOf(found);
  const raw = Buffer.allocUnsafe(pieceSize);
  for (let offset = found.markLength; offset < file.size;) {
    signal?.throwIfAborted();
    const got = await file.read(raw, 0, pieceSize, offset);
    const { used } = decoder.decode(raw.subarray(0, got), offset, offset + got >= file.size || got < pieceSize);
    if (used === 0) return;
    offset += used;
  }
}

async function readStart(file: OpenFile, choices: StartChoices, notUtf8At?: number): Promise<Start> {
  const limit = Math.min(choices.maxBytes ?? defaultLimit, hardLimit);
  if (file.size === 0) throw new CodeFileError({ kind: 'empty' });
  const raw = Buffer.alloc(Math.min(pieceSize, file.size));
  const got = raw.subarray(0, await file.read(raw, 0, raw.length, 0));
  const format = binaryFormat(got);
  if (format !== undefined) throw new CodeFileError({ kind: 'binary', format });
  if (file.size > limit) throw new CodeFileError({ kind: 'tooLarge', bytes: file.size, limit });
  const isWhole = got.length === file.size;
  const found = encodingOf(got, { isWhole, chosen: choices.encoding, notUtf8At });
  if (found.notUtf8At !== undefined) await refuseBrokenUtf8(file, found.notUtf8At);
  if (got.length <= found.markLength) throw new CodeFileError({ kind: 'empty' });
  const { text } = decoderOf(found).decode(got.subarray(found.markLength), found.markLength, isWhole);
  const head = readHead(text, isWhole, choices);
  refuseColumns(head);
  return { found, head };
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
  const expected = (1.05 * size) / (head.recordLength * decoderOf(found).letterSize);
  const parts = Math.max(1, Math.ceil(expected / codesInOnePass));
  return { codesEach: Math.ceil(expected / parts), parts };
}

/** Whether a code of this hash is compared in this go; by bits that the index does not sort by. */
export function isInPart(hash: number, part: number, parts: number): boolean {
  return parts === 1 || (hash & 0xffff) % parts === part;
}
