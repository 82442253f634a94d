// The records of a file as text, one after the other, for whoever reads or rewrites all of them.
import { blocksOf, type Block, type BlockOptions, type OpenFile } from './blocks.ts';
import { locationAt } from './locations.ts';
import { lineEndsIn, maxRecord, walkRecords } from './records.ts';
import { CodeFileError } from './errors.ts';

export interface TextRecord {
  /** Without its line end. */
  readonly text: string;
  readonly lineEnd: '\r\n' | '\n' | '\r' | '';
  readonly line: number;
  /** Where it begins in the file. */
  readonly offset: number;
}

/** A block's worth at a time: to wait for each record would take longer than to read it. */
export async function* recordsOf(file: OpenFile, options: BlockOptions): AsyncGenerator<TextRecord[], void, undefined> {
  let line = 1;
  for await (const block of blocksOf(file, options)) {
    // A block ends where a record does, whatever follows.
    const { ends, nexts } = block.walk ?? walkRecords(block.bytes, block.end, options.delimiter, true);
    const records: TextRecord[] = [];
    let start = 0;
    for (const [index, end] of ends.entries()) {
      const next = nexts[index] ?? end;
      const text = block.bytes.toString('utf8', start, end);
      const lineEnd = block.bytes.toString('latin1', end, next) as TextRecord['lineEnd'];
      records.push({ text, lineEnd, line, offset: block.offsetOf(start) });
      line += 1 + (text.includes('"') ? lineEndsIn(text) : 0);
      start = next;
    }
    yield records;
    refuseStop(block, line);
  }
}

function refuseStop({ bytes, end, stop }: Block, line: number): void {
  if (!stop) return;
  if (stop.kind === 'tooLong') throw new CodeFileError({ kind: 'lineTooLong', line, limit: maxRecord });
  const before = bytes.toString('utf8', end, stop.position);
  throw new CodeFileError({ kind: 'openQuote', ...locationAt(before, line, before.length) });
}
