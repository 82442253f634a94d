// The whole check of a file: any size, streamed, in memory that does not grow with it.
import { blocksOf, FileHash, OpenFile } from './blocks.ts';
import type { CancelSignal } from './cancel.ts';
import { Check } from './check.ts';
import { CodeIndex } from './code-index.ts';
import type { Encoding } from './encoding.ts';
import { shown, type Counts, type LineEnd, type Problem } from './problems.ts';
import type { Delimiter } from './records.ts';
import { Reread } from './reread.ts';
import { planPasses, readFromStart, type Start, type StartChoices } from './start.ts';

export interface PreflightChoices extends StartChoices {
  /** Of each kind, so many problems are kept; all are counted. */
  readonly maxProblems?: number | undefined;
  /** The longest that a code may be. */
  readonly maxLength?: number | undefined;
}

export interface PreflightOptions extends PreflightChoices {
  readonly signal?: CancelSignal | undefined;
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
}

export interface Preflight {
  readonly bytes: number;
  readonly sha256: string;
  /** The file that it is a link to. */
  readonly linkTo: string | undefined;
  readonly encoding: Encoding;
  /** Whether somebody chose it; else it was found out. */
  readonly isEncodingChosen: boolean;
  readonly hasByteOrderMark: boolean;
  readonly delimiter: Delimiter;
  /** Undefined: several kinds, or none. */
  readonly lineEnd: LineEnd | undefined;
  readonly endsWithLineEnd: boolean;
  readonly lines: number;
  /** Without the header and blank lines. */
  readonly rows: number;
  readonly codes: number;
  readonly header: readonly string[] | undefined;
  readonly columns: number;
  /** Where the codes are, counted from 0. Undefined: not clear; ask with the candidates, and check again. */
  readonly column: number | undefined;
  readonly candidates: readonly number[];
  /** The first ten rows, without the header. */
  readonly sample: readonly (readonly string[])[];
  /** The line at which each of them begins. */
  readonly sampleLines: readonly number[];
  /** How many codes have which length; 1024 stands for that and more. */
  readonly lengths: readonly { readonly length: number; readonly codes: number }[];
  readonly problems: readonly Problem[];
  readonly counts: Counts;
  /** The line from which on nothing was checked, since a quote is open. */
  readonly stoppedAt: number | undefined;
}

const defaults = { maxProblems: 100, maxLength: 255 };
export function preflight(path: string, options: PreflightOptions = {}): Promise<Preflight> {
  return checkFile(path, options, false);
}

/** For a thread that may block. */
export async function checkFile(path: string, options: PreflightOptions, blocking: boolean): Promise<Preflight> {
  options.signal?.throwIfAborted();
  const file = await OpenFile.open(path, blocking);
  try {
    // One for all goes over the file: what is thrown away stays in memory for a while.
    let index: CodeIndex | undefined;
    const emptyIndex = (codes: number) => (index ??= new CodeIndex(codes));
    const result = await readFromStart(file, options, (start) => checkOpen(file, start, options, emptyIndex));
    await file.refuseIfChanged();
    return result;
  } finally {
    await file.handle.close();
  }
}

async function checkOpen(
  file: OpenFile,
  start: Start,
  options: PreflightOptions,
  emptyIndex: (codes: number) => CodeIndex,
): Promise<Preflight> {
  const { found } = start;
  const { delimiter, column = -1, header, firstLine, columns } = start.head;
  const { codesEach, parts } = column < 0 ? { codesEach: 0, parts: 1 } : planPasses(file, start, options);
  const common = {
    delimiter,
    column,
    columns,
    hasHeader: header !== undefined,
    firstLine,
    maxProblems: options.maxProblems ?? defaults.maxProblems,
    maxLength: options.maxLength ?? defaults.maxLength,
    index: emptyIndex(codesEach),
    reread: new Reread({ descriptor: file.handle.fd, size: file.size, found, delimiter, column }),
    parts,
  };
  const sum = new FileHash();
  const runPass = async (part: number): Promise<Check> => {
    common.index.reset();
    const check = new Check({ ...common, part });
    const onRaw = (piece: Buffer, offset: number) => {
      if (part === 0) sum.add(piece, offset);
      options.onProgress?.(Math.floor((part * file.size + offset + piece.length) / parts), file.size);
    };
    const { signal, pieceSize } = options;
    for await (const block of blocksOf(file, { found, delimiter, signal, pieceSize, onRaw })) check.add(block);
    check.finish();
    return check;
  };
  const check = await runPass(0);
  for (let part = 1; part < parts; part++) check.log.addRelations((await runPass(part)).log);
  return resultOf(file, start, check, await sum.finish(file));
}

const sampleRows = 10;
const sampleCells = 50;

function resultOf(file: OpenFile, { found, head }: Start, check: Check, sha256: string): Preflight {
  const { lines, rows, codes, endsWithLineEnd, stoppedAt, log } = check;
  const { delimiter, columns, column, candidates } = head;
  const short = (row: readonly string[]) => row.slice(0, sampleCells).map(shown);
  return {
    bytes: file.size,
    sha256,
    linkTo: file.linkTo,
    encoding: found.encoding,
    isEncodingChosen: found.isChosen,
    hasByteOrderMark: found.markLength > 0,
    delimiter,
    lineEnd: check.lineEnds.only,
    endsWithLineEnd,
    lines,
    rows,
    codes,
    header: head.header && short(head.header),
    columns,
    column,
    candidates,
    sample: head.rows.slice(0, sampleRows).map(short),
    sampleLines: head.lines.slice(0, sampleRows),
    lengths: [...check.lengths].flatMap((count, length) => (count > 0 ? [{ length, codes: count }] : [])),
    problems: log.sorted(),
    counts: log.counts,
    stoppedAt,
  };
}

/** How to read a file that was checked as the check has read it. */
export function choicesOf({
  encoding,
  delimiter,
  header,
  column,
}: Pick<Preflight, 'encoding' | 'delimiter' | 'header' | 'column'>) {
  return { encoding, delimiter, header: header !== undefined, column } satisfies StartChoices;
}
