// The codes of a file, for whoever needs them after a check.
import { FileHash, OpenFile } from './blocks.ts';
import type { CancelSignal } from './cancel.ts';
import { trimmed } from './code-text.ts';
import { shown } from './problems.ts';
import { recordsOf } from './record-stream.ts';
import { CellReader, lineEndsIn } from './records.ts';
import { CodeFileError } from './errors.ts';
import { readSettledStart, type StartChoices } from './start.ts';

export interface ReadCodesOptions extends StartChoices {
  readonly signal?: CancelSignal | undefined;
  /** What a check has found: a file that holds something else by now is refused at its end. */
  readonly sha256?: string | undefined;
}

export interface Row {
  /** Where it begins. */
  readonly line: number;
  /** Shortened when they are very long. */
  readonly cells: readonly string[];
}

export interface Code {
  /** As it is in the file. */
  readonly code: string;
  readonly line: number;
}

/** What is not given is found out as in a check. Cells without a code are left out. */
export async function* readCodes(path: string, options: ReadCodesOptions = {}): AsyncGenerator<Code, void, undefined> {
  const { sha256, signal } = options;
  signal?.throwIfAborted();
  const file = await OpenFile.open(path);
  try {
    const sum = new FileHash();
    yield* codesOf(file, options, sha256 === undefined ? undefined : sum);
    await refuseOther(file, sha256, sum);
  } catch (error) {
    // What cannot be read now could be when it was checked.
    if (error instanceof CodeFileError && error.kind !== 'changed') await refuseOther(file, sha256, new FileHash());
    throw error;
  } finally {
    await file.handle.close();
  }
}

async function refuseOther(file: OpenFile, sha256: string | undefined, sum: FileHash): Promise<void> {
  if (sha256 !== undefined && (await sum.finish(file)) !== sha256) throw new CodeFileError({ kind: 'changed' });
}

async function* codesOf(
  file: OpenFile,
  options: ReadCodesOptions,
  sum: FileHash | undefined,
): AsyncGenerator<Code, void, undefined> {
  const { signal, pieceSize } = options;
  const { found, head } = await readSettledStart(file, options, signal);
  const { delimiter, column, candidates, header, firstLine } = head;
  if (column === undefined) throw new CodeFileError({ kind: 'unclearColumn', candidates });
  const reader = new CellReader(delimiter);
  const onRaw = sum && ((piece: Buffer, offset: number) => sum.add(piece, offset));
  for await (const records of recordsOf(file, { found, delimiter, signal, pieceSize, ...(onRaw && { onRaw }) })) {
    for (const { text, line } of records) {
      const { cells, broken } = reader.read(text);
      const code = cells[column] ?? '';
      if (!broken && trimmed(code) !== '' && !(line < firstLine || (line === firstLine && header))) yield { code, line };
    }
  }
}

/** All rows of a file that was written here: UTF-8 with commas, its header first. */
export async function* readAllRows(path: string, signal?: CancelSignal): AsyncGenerator<readonly string[], void, undefined> {
  const file = await OpenFile.open(path);
  try {
    const { found } = await readSettledStart(file, { encoding: 'utf-8', delimiter: ',' }, signal);
    const reader = new CellReader(',');
    for await (const records of recordsOf(file, { found, delimiter: ',', signal }))
      for (const { text } of records) if (text !== '') yield [...reader.read(text).cells];
  } finally {
    await file.handle.close();
  }
}

/** The rows that stand at some lines, in the order of the file; it is read no further than that. */
export async function readRows(path: string, lines: readonly number[], options: ReadCodesOptions = {}): Promise<Row[]> {
  const { signal, pieceSize } = options;
  const wanted = lines.toSorted((one, other) => one - other);
  const rows: Row[] = [];
  if (wanted.length === 0) return rows;
  const file = await OpenFile.open(path);
  try {
    const { found, head } = await readSettledStart(file, options, signal);
    const reader = new CellReader(head.delimiter);
    for await (const records of recordsOf(file, { found, delimiter: head.delimiter, signal, pieceSize })) {
      for (const { text, line } of records) {
        const [next] = wanted;
        if (next === undefined) return rows;
        const last = line + (text.includes('"') ? lineEndsIn(text) : 0);
        if (next > last) continue;
        while ((wanted[0] ?? Infinity) <= last) wanted.shift();
        rows.push({ line, cells: reader.read(text).cells.map(shown) });
      }
    }
    return rows;
  } finally {
    await file.handle.close();
  }
}
