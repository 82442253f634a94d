// Fixes one record: its code's cell and its line end; the other cells stay as they are.
import { trimmed, unseen } from './code-text.ts';
import type { Head } from './head.ts';
import { cellStart, cellTextEnd } from './locations.ts';
import type { TextRecord } from './record-stream.ts';
import { CellReader, type Delimiter } from './records.ts';

export interface Fixes {
  /** The first of each stays. */
  readonly removeDuplicates?: boolean | undefined;
  readonly trim?: boolean | undefined;
  /** Zero-width and control characters in codes. */
  readonly removeInvisible?: boolean | undefined;
  readonly dropBlankLines?: boolean | undefined;
  /** Titles, and hints for a spreadsheet. */
  readonly dropAboveHeader?: boolean | undefined;
  readonly unifyLineEnds?: '\r\n' | '\n' | undefined;
  /** Of UTF-8 only. */
  readonly dropByteOrderMark?: boolean | undefined;
  /** What is in an encoding of one byte a character always becomes UTF-8. */
  readonly toUtf8?: boolean | undefined;
}

export class RecordFixer {
  readonly fixes: Fixes;
  readonly #delimiter: Delimiter;
  readonly #column: number;
  readonly #hasHeader: boolean;
  readonly #firstLine: number;
  readonly #reader: CellReader;
  readonly counts = { rows: 0, trimmed: 0, invisible: 0, blankLines: 0, aboveHeader: 0, lineEnds: 0 };

  constructor(fixes: Fixes, { delimiter, header, firstLine }: Head, column: number) {
    this.fixes = fixes;
    this.#delimiter = delimiter;
    this.#column = column;
    this.#hasHeader = header !== undefined;
    this.#firstLine = firstLine;
    this.#reader = new CellReader(delimiter);
  }

  fixedCode(code: string): string {
    const seen = this.fixes.removeInvisible ? code.replace(unseen, '') : code;
    return this.fixes.trim ? trimmed(seen) : seen;
  }

  /** The fixed code; undefined when there is none. */
  codeOf({ text, line }: TextRecord): string | undefined {
    const { cells, broken } = this.#reader.read(text);
    const code = this.fixedCode(cells[this.#column] ?? '');
    return broken || this.isHead(line) || trimmed(code) === '' ? undefined : code;
  }

  /** The header, or what stands above it. */
  isHead(line: number): boolean {
    return line < this.#firstLine || (line === this.#firstLine && this.#hasHeader);
  }

  /** The record as it is to be written, with its line end; nothing when it is dropped. */
  fix({ text, lineEnd, line }: TextRecord): string {
    const { cells, broken } = this.#reader.read(text);
    const isData = !broken && !this.isHead(line);
    const code = isData ? cells[this.#column] : undefined;
    const fixed = code === undefined ? undefined : this.fixedCode(code);
    const isBlank = !broken && cells.every((cell, index) => trimmed(index === this.#column ? (fixed ?? cell) : cell) === '');
    if (isBlank && this.fixes.dropBlankLines) {
      this.counts.blankLines++;
      return '';
    }
    if (!isBlank && line < this.#firstLine && this.fixes.dropAboveHeader) {
      this.counts.aboveHeader++;
      return '';
    }
    if (!isBlank && !this.isHead(line)) this.counts.rows++;
    const changed = code === undefined || fixed === undefined || fixed === code ? text : this.#replaced(text, code, fixed);
    return changed + this.#lineEnd(lineEnd);
  }

  #lineEnd(lineEnd: TextRecord['lineEnd']): string {
    const { unifyLineEnds } = this.fixes;
    if (unifyLineEnds === undefined || lineEnd === '' || lineEnd === unifyLineEnds) return lineEnd;
    this.counts.lineEnds++;
    return unifyLineEnds;
  }

  #replaced(text: string, code: string, fixed: string): string {
    const seen = this.fixes.removeInvisible ? code.replace(unseen, '') : code;
    if (seen !== code) this.counts.invisible++;
    if (fixed !== seen) this.counts.trimmed++;
    const start = cellStart(text, this.#delimiter, this.#column);
    const isQuoted = text[start] === '"';
    const end = isQuoted ? cellTextEnd(text, start) : this.#plainEnd(text, start);
    const cell = isQuoted ? `"${fixed.replaceAll('"', '""')}"` : fixed;
    return text.slice(0, start) + cell + text.slice(end);
  }

  #plainEnd(text: string, start: number): number {
    const end = text.indexOf(this.#delimiter, start);
    return end < 0 ? text.length : end;
  }
}
