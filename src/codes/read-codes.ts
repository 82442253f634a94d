// The codes of a file, for whoever needs them after a check.
import { OpenFile } from './blocks.ts';
import type { CancelSignal } from './cancel.ts';
import { trimmed } from './code-text.ts';
import { recordsOf } from './record-stream.ts';
import { CellReader } from './records.ts';
import { CodeFileError } from './errors.ts';
import { readSettledStart, type StartChoices } from './start.ts';

export interface ReadCodesOptions extends StartChoices {
  readonly signal?: CancelSignal | undefined;
}

export interface Code {
  /** As it is in the file. */
  readonly code: string;
  readonly line: number;
}

/** What is not given is found out as in a check. Cells without a code are left out. */
export async function* readCodes(path: string, options: ReadCodesOptions = {}): AsyncGenerator<Code, void, undefined> {
  const { signal, pieceSize } = options;
  signal?.throwIfAborted();
  const file = await OpenFile.open(path);
  try {
    const { found, head } = await readSettledStart(file, options, signal);
    const { delimiter, column, candidates, header, firstLine } = head;
    if (column === undefined) throw new CodeFileError({ kind: 'unclearColumn', candidates });
    const reader = new CellReader(delimiter);
    for await (const records of recordsOf(file, { found, delimiter, signal, pieceSize })) {
      for (const { text, line } of records) {
        const { cells, broken } = reader.read(text);
        const code = cells[column] ?? '';
        if (!broken && trimmed(code) !== '' && !(line < firstLine || (line === firstLine && header))) yield { code, line };
      }
    }
  } finally {
    await file.handle.close();
  }
}

/** All rows of a file that was written here: UTF-8 with commas, its header first. */
export async function* readRows(path: string, signal?: CancelSignal): AsyncGenerator<readonly string[], void, undefined> {
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
