// Checks records one after the other. Whatever is rare is done elsewhere or later, so that a usual code costs next to nothing.
import type { Block, Stop } from './blocks.ts';
import { spread, type CodeIndex } from './code-index.ts';
import { findingsIn, folded, trimmed } from './code-text.ts';
import { unitsIn } from './encoding.ts';
import { cellStart, locationAt, positionInCell, type Location } from './locations.ts';
import { ProblemLog, shown } from './problems.ts';
import {
  carriageReturn,
  CellReader,
  finder,
  lineEndsIn,
  lineFeed,
  maxRecord,
  quote,
  type Delimiter,
  type Walk,
} from './records.ts';
import { CodeFileError } from './errors.ts';
import { reportRelations } from './relations.ts';
import type { Reread } from './reread.ts';
import { digit, hashOf, isUnusual, Scanner } from './scan.ts';
import { isInPart } from './start.ts';
import { BlankLines, Digits, LineEnds } from './counters.ts';

interface CheckOptions {
  readonly delimiter: Delimiter;
  /** -1: not known, so that only the rows are checked. */
  readonly column: number;
  readonly hasHeader: boolean;
  /** Where the header or the first row begins. */
  readonly firstLine: number;
  readonly columns: number;
  readonly maxProblems: number;
  readonly maxLength: number;
  /** Empty. */
  readonly index: CodeIndex;
  readonly reread: Reread;
  /** Which of the codes are compared with each other: those of one part. */
  readonly part: number;
  readonly parts: number;
}

const zero = 0x30;
/** Codes of this length and longer are counted together. */
const maxCounted = 1024;

export class Check {
  readonly #options: CheckOptions;
  readonly #scanner: Scanner;
  readonly #cells: CellReader;
  readonly #blanks: BlankLines;
  readonly #digits: Digits;
  readonly #onRecord = () => this.#record();
  readonly log: ProblemLog;
  readonly lineEnds = new LineEnds();
  readonly lengths = new Uint32Array(maxCounted + 1);
  #block!: Block;
  #nextFeed = finder(Buffer.alloc(0), lineFeed);
  #nextReturn = finder(Buffer.alloc(0), carriageReturn);
  #hasNul = false;
  #line = 0;
  #nextLine = 1;
  rows = 0;
  codes = 0;
  /** The line at which the file could not be read any further. */
  stoppedAt: number | undefined;
  endsWithLineEnd = true;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#scanner = new Scanner(options.delimiter, options.column);
    this.#cells = new CellReader(options.delimiter);
    this.log = new ProblemLog(options.maxProblems);
    this.#blanks = new BlankLines(this.log, options.maxProblems);
    this.#digits = new Digits(options.maxProblems);
  }

  get lines(): number {
    return this.#nextLine - 1;
  }

  add(block: Block): void {
    const { bytes, end } = block;
    this.#block = block;
    this.#hasNul = bytes.subarray(0, end).includes(0);
    // The scanner wants a line end behind every record; behind the last one there is room for it.
    if (block.final && !block.stop) bytes[end] = lineFeed;
    this.#nextFeed = finder(bytes, lineFeed);
    this.#nextReturn = finder(bytes, carriageReturn);
    if (block.walk) this.#addWalked(bytes, block.walk);
    else this.#scanner.scan(bytes, 0, end, this.#onRecord);
    if (block.stop) this.#stop(block, block.stop);
  }

  /** Call it once, after the last block. */
  finish(): void {
    reportRelations(this.#options.index, this.#options, this.log);
    this.#blanks.report();
    this.#digits.report(this.log);
    this.lineEnds.report(this.log);
  }

  #addWalked(bytes: Buffer, walk: Walk): void {
    const { ends, nexts, strayQuotes } = walk;
    const rows = this.#cells.readAll(bytes, walk);
    const nextQuote = finder(bytes, quote);
    let [start, stray] = [0, 0];
    for (const [index, end] of ends.entries()) {
      const next = nexts[index] ?? end;
      if (nextQuote(start) >= end) this.#scanner.scan(bytes, start, next, this.#onRecord);
      else this.#quotedRecord(rows?.[index], start, end, next);
      const first = strayQuotes[stray];
      if (first !== undefined && first < next) this.#strayQuote(unitsIn(bytes, start, first));
      while (stray < strayQuotes.length && (strayQuotes[stray] ?? 0) < next) stray++;
      start = next;
    }
  }

  #quotedRecord(known: readonly string[] | undefined, start: number, end: number, next: number): void {
    const { record } = this.#scanner;
    const { bytes } = this.#block;
    const quoted = known ? { cells: known, broken: false } : this.#cells.read(bytes.toString('utf8', start, end));
    const code = quoted.broken ? undefined : quoted.cells[this.#options.column];
    record.bytes = bytes;
    record.start = start;
    record.end = end;
    record.cells = quoted.cells.length;
    record.quoted = quoted;
    record.lineEnd = next === end ? undefined : next - end === 2 ? 'crlf' : bytes[end] === lineFeed ? 'lf' : 'cr';
    record.codeStart = code === undefined ? -1 : 0;
    record.codeEnd = code?.length ?? -1;
    this.#scanner.hashCode(code ?? '');
    this.#record();
  }

  #strayQuote(position: number): void {
    this.log.add('strayQuote', () => ({ kind: 'strayQuote', ...locationAt(this.#text(), this.#line, position) }));
  }

  /** The scanner's record is complete. */
  #record(): void {
    const { record } = this.#scanner;
    this.#line = this.#nextLine++;
    if (record.quoted && this.#hasInnerLineEnd()) this.#nextLine += lineEndsIn(this.#text());
    if (record.lineEnd === undefined) this.endsWithLineEnd = false;
    else if (!this.lineEnds.note(record.lineEnd)) this.lineEnds.location(record.lineEnd, this.#recordEnd());
    if (this.#hasNul) this.#nulOutsideCode();
    const isBlankCode = record.codeEnd === record.codeStart || isUnusual(record.bits) || record.codeStart < 0;
    if (isBlankCode && this.#isBlankRow()) return this.#blanks.add(this.#line);
    this.#blanks.flush();
    if (this.#line < this.#options.firstLine) return this.#aboveHeader();
    if (record.cells !== this.#options.columns && !record.quoted?.broken) this.#uneven();
    if (this.#line === this.#options.firstLine && this.#options.hasHeader) return;
    this.rows++;
    if (record.codeStart >= 0) this.#checkCode();
  }

  #hasInnerLineEnd(): boolean {
    const { start, end } = this.#scanner.record;
    return this.#nextFeed(start) < end || this.#nextReturn(start) < end;
  }

  #isBlankRow(): boolean {
    const { record } = this.#scanner;
    if (record.start === record.end) return true;
    const cells = record.quoted?.cells ?? this.#text().split(this.#options.delimiter);
    return cells.every((cell) => trimmed(cell) === '');
  }

  #checkCode(): void {
    const { record } = this.#scanner;
    let length = record.codeEnd - record.codeStart;
    let foldedHash = record.folded;
    if (length === 0) return this.#blankCode();
    if (isUnusual(record.bits)) {
      const code = this.#code();
      if (trimmed(code) === '') return this.#blankCode();
      this.#closerLook(code);
      length = code.length;
      foldedHash = hashOf(folded(code));
    } else if (record.bits === digit) this.#noteDigits(length);
    this.codes++;
    const counted = length < maxCounted ? length : maxCounted;
    this.lengths[counted] = (this.lengths[counted] ?? 0) + 1;
    if (length > this.#options.maxLength) this.#tooLong(length);
    this.#remember(spread(foldedHash));
  }

  #noteDigits(length: number): void {
    const { record } = this.#scanner;
    const first = record.quoted ? this.#code().charCodeAt(0) : record.bytes[record.codeStart];
    const isPadded = length > 1 && first === zero;
    this.#digits.note(length, isPadded, () => ({ ...this.#location(0), code: this.#code() }));
  }

  #remember(foldedHash: number): void {
    if (!isInPart(foldedHash, this.#options.part, this.#options.parts)) return;
    const { start } = this.#scanner.record;
    const { plainStart } = this.#block;
    // The usual case without a call, which would cost a tenth of the whole check.
    const offset = plainStart < 0 ? this.#block.offsetOf(start) : plainStart + start;
    this.#options.index.add(foldedHash, this.#line, offset);
  }

  #closerLook(code: string): void {
    for (const { index, ...finding } of findingsIn(code)) {
      this.log.add(finding.kind, () => ({ ...this.#ofCode(index), ...finding }));
    }
  }

  #aboveHeader(): void {
    const line = this.#line;
    this.log.add('aboveHeader', () => ({ kind: 'aboveHeader', line, column: 1 }));
  }

  #blankCode(): void {
    this.log.add('blank', () => ({ kind: 'blank', ...this.#location(0), wholeLine: false }));
  }

  #tooLong(length: number): void {
    const limit = this.#options.maxLength;
    this.log.add('tooLong', () => ({ kind: 'tooLong', ...this.#ofCode(limit), length, limit }));
  }

  #uneven(): void {
    const { cells: found } = this.#scanner.record;
    const { columns: expected, delimiter } = this.#options;
    this.log.add('uneven', () => {
      const text = this.#text();
      return { kind: 'uneven', ...locationAt(text, this.#line, cellStart(text, delimiter, expected)), found, expected };
    });
  }

  /** Within a code they are found with the rest. */
  #nulOutsideCode(): void {
    const text = this.#text();
    const code = this.#scanner.record.codeStart < 0 ? undefined : this.#code();
    const position = text.indexOf('\0');
    const { firstLine, hasHeader } = this.#options;
    const isRow = this.#line > firstLine || (this.#line === firstLine && !hasHeader);
    if (position < 0 || (isRow && code?.includes('\0'))) return;
    this.log.add('nul', () => ({ kind: 'nul', ...locationAt(text, this.#line, position), code: '', character: 'U+0000' }));
  }

  #stop({ bytes, end }: Block, stop: Stop): void {
    this.#blanks.flush();
    const line = this.#nextLine;
    if (stop.kind === 'tooLong') throw new CodeFileError({ kind: 'lineTooLong', line, limit: maxRecord });
    const before = bytes.toString('utf8', end, stop.position);
    const location = locationAt(before, line, before.length);
    this.stoppedAt = line;
    this.log.add('openQuote', () => ({ kind: 'openQuote', ...location }));
  }

  #text(): string {
    const { bytes, start, end } = this.#scanner.record;
    return bytes.toString('utf8', start, end);
  }

  #code(): string {
    const { bytes, codeStart, codeEnd, quoted } = this.#scanner.record;
    return quoted?.cells[this.#options.column] ?? bytes.toString('utf8', codeStart, codeEnd);
  }

  #ofCode(index: number): Location & { readonly code: string } {
    return { ...this.#location(index), code: shown(this.#code()) };
  }

  /** Where a character of the code stands. */
  #location(index: number): Location {
    const text = this.#text();
    const start = cellStart(text, this.#options.delimiter, this.#options.column);
    return locationAt(text, this.#line, positionInCell(text, start, index));
  }

  #recordEnd(): Location {
    const text = this.#text();
    return locationAt(text, this.#line, text.length);
  }
}
