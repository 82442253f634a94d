// Reads the codes of an uploaded CSV file: one column, the ticket's name and the code, or what the header says.
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { isCodeHeading, plainWord } from '../codes/head.ts';
import { invalidField } from './problems.ts';

const nameWord = /^(?:names?|nomes?)$/;
const ticketWord =
  /^(?:(?:nomes?|tipos?|names?|types?) (?:d[eo] |of )?)?(?:tickets?|ingressos?|items?|itens|setor(?:es)?|sectors?)(?: (?:names?|types?))?$/;
const quotedCells = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"/g;
/** Of so many rejected lines it is said what is wrong with them. */
const shownProblems = 100;
/** An unfinished row is read again with each piece; without an end to it, a quote that is never closed would take forever. */
const maxQuotedRow = 16_384;

/** So much of a file is looked at to find out how it is split. */
const headLength = 10_000;

/** Some codes in the order of the file, as they are stored: a million texts kept one by one cost more than to read them. */
export interface CodePack {
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly json: string;
}

/** More would make it slow to delete one of them, fewer to store a million. */
export const codesInPack = 1000;

export function packOf(codes: readonly string[]): CodePack {
  return { first: codes[0] ?? '', last: codes.at(-1) ?? '', count: codes.length, json: JSON.stringify(codes) };
}

export function codesIn({ json }: CodePack): string[] {
  return JSON.parse(json) as string[];
}

/** The codes that share a ticket's name. */
class TicketCodes {
  readonly packs: CodePack[] = [];
  #waiting: string[] = [];

  add(code: string): void {
    if (this.#waiting.push(code) === codesInPack) this.close();
  }

  /** Packs what still waits. */
  close(): void {
    if (this.#waiting.length > 0) this.packs.push(packOf(this.#waiting));
    this.#waiting = [];
  }
}

/** A line that cannot be stored, and why. */
interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** Where a row has what. Without a ticket's name, the codes belong to the event's first ticket. */
interface Columns {
  readonly code: number;
  readonly ticket?: number;
}

/** A row is looked at so far: a line may be of any length. */
const maxCells = 1000;
const codeAlone: Columns = { code: 0 };
/** Unless a header says otherwise; a row with one cell has the code alone. */
const ticketAndCode: Columns = { code: 1, ticket: 0 };

/** What a header says: undefined unless it names one column of codes. */
function columnsIn(header: readonly string[]): Columns | undefined {
  const words = header.map(headingOf);
  const [code, another] = words.flatMap((word, column) => (isCodeHeading(word) ? [column] : []));
  if (code === undefined || another !== undefined || header.length === 1) return undefined;
  const ticket = words.findIndex((word) => ticketWord.test(word));
  if (code === 1 && ticket <= 0) return ticketAndCode;
  return ticket < 0 ? { code } : { code, ticket };
}

function isHeading(cell: string): boolean {
  const word = headingOf(cell);
  return isCodeHeading(word) || ticketWord.test(word) || nameWord.test(word);
}

/** A cell of the first row may be of any length. */
function headingOf(cell: string): string {
  return plainWord(cell.slice(0, 100));
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** What a file holds. */
export class CodeFile {
  /** Under no name at all in a file with one column. */
  readonly byTicket = new Map<string | undefined, TicketCodes>();
  lines = 0;
  received = 0;
  rejected = 0;
  /** The first of the rejected lines. */
  readonly problems: Rejection[] = [];
  /** Whether each code comes after the one before, so that none is there twice. */
  ascending = true;
  readonly #isTicket: (name: string) => boolean;
  #columns = ticketAndCode;
  /** Whether the header or the first code was seen. */
  #isBegun = false;
  #lastCode = '';
  #latest: { readonly ticket: string | undefined; readonly group: TicketCodes } | undefined;

  constructor(isTicket: (name: string) => boolean) {
    this.#isTicket = isTicket;
  }

  /** The cells of a row; to trim them takes away a byte order mark too. */
  addRow(cells: readonly string[]): void {
    this.lines++;
    if (!this.#isBegun && this.#isAboveCodes(cells)) return;
    const isAlone = cells.length === 1 && this.#columns === ticketAndCode;
    const { code: column, ticket: ticketColumn } = isAlone ? codeAlone : this.#columns;
    const ticket = ticketColumn === undefined ? undefined : (cells[ticketColumn] ?? '').trim();
    const code = (cells[column] ?? '').trim();
    if (code === '' && isBlank(cells)) return;
    this.received++;
    if (code === '') this.#reject(code, 'the code is empty');
    else this.#addCode(ticket, code);
  }

  /** Whether it is a blank row, what tells Excel the delimiter, or the header, which may say what the columns hold. */
  #isAboveCodes(cells: readonly string[]): boolean {
    if (isBlank(cells) || /^\s*sep=.?\s*$/i.test(cells[0] ?? '')) return true;
    this.#isBegun = true;
    const found = columnsIn(cells);
    if (found) this.#columns = found;
    const usual = cells[1] ?? cells[0] ?? '';
    return found !== undefined || usual.trim() === '' || isHeading(usual);
  }

  close(): void {
    for (const group of this.byTicket.values()) group.close();
  }

  #reject(code: string, message: string): void {
    if (++this.rejected <= shownProblems) this.problems.push({ line: this.lines, code, message });
  }

  #addCode(ticket: string | undefined, code: string): void {
    // A ticket's lines mostly stand together, and a million lookups take a while.
    if (!this.#latest || this.#latest.ticket !== ticket) {
      if (ticket !== undefined && !this.#isTicket(ticket)) return this.#reject(code, `the event has no ticket named ${ticket}`);
      this.#latest = { ticket, group: this.#groupOf(ticket) };
    }
    if (code <= this.#lastCode) this.ascending = false;
    this.#lastCode = code;
    this.#latest.group.add(code);
  }

  #groupOf(ticket: string | undefined): TicketCodes {
    const group = this.byTicket.get(ticket) ?? new TicketCodes();
    this.byTicket.set(ticket, group);
    return group;
  }
}

/** The codes of a CSV whose tickets, if it names any, are known; a header is skipped. */
export async function readCodeFile(upload: Readable, isTicket: (name: string) => boolean): Promise<CodeFile> {
  const file = new CodeFile(isTicket);
  const pieces = soundPieces(upload);
  const unread = await readPlainLines(pieces, file);
  if (unread) await readQuoted(unread, pieces, file);
  if (file.lines === 0) throw invalidField('file', 'is empty');
  file.close();
  return file;
}

type Pieces = AsyncGenerator<string, void, undefined>;

async function* soundPieces(upload: Readable): Pieces {
  let head: string | undefined = '';
  for await (const piece of upload.setEncoding('utf8') as AsyncIterable<string>) {
    // What stands for bytes that are no UTF-8 would be stored instead of them, and NUL ends a text.
    if (piece.includes('\uFFFD') || piece.includes('\0')) throw invalidField('file', 'is not UTF-8 text');
    if (head === undefined) {
      yield piece;
      continue;
    }
    head += piece;
    // The first line is needed whole: it tells the delimiter.
    if (head.length < headLength && !/[\r\n]/.test(head)) continue;
    yield withoutMark(head);
    head = undefined;
  }
  if (head !== undefined) yield withoutMark(head);
}

/** Before a quote, a byte order mark would be a part of the cell, and the quote too. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** What is left to a reader that knows more than lines. */
interface Unread {
  readonly text: string;
  readonly delimiter: string;
}

/** Cuts lines by itself as long as none has a quote, which takes a third of the time that Papa Parse takes for them. */
async function readPlainLines(pieces: Pieces, file: CodeFile): Promise<Unread | undefined> {
  let begun = '';
  let lastSign = '';
  let delimiter: string | undefined;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    const piece = next.value;
    delimiter ??= delimiterIn(piece);
    const ends = piece.includes('\n');
    // Some programs end a line with a carriage return and nothing else.
    const endsOtherwise = file.lines === 0 && !ends && /\r./s.test(lastSign + piece);
    lastSign = piece.slice(-1);
    if (piece.includes('"') && begun.length > maxQuotedRow)
      throw invalidField('file', `has a quote on line ${file.lines + 1}, which has more than ${maxQuotedRow} characters`);
    if (piece.includes('"') || endsOtherwise) return { text: begun + piece, delimiter };
    // Looked through again with every piece, a line without an end would take forever.
    const lines = ends ? (begun + piece).split('\n') : [begun + piece];
    begun = lines.pop() ?? '';
    for (const line of lines) addLine(file, line, delimiter);
  }
  if (begun !== '') addLine(file, begun, delimiter ?? ',');
  return undefined;
}

function addLine(file: CodeFile, line: string, delimiter: string): void {
  file.addRow(line.includes(delimiter) ? line.split(delimiter, maxCells) : [line]);
}

/** Leaves the rest of the file to Papa Parse. */
function readQuoted({ text, delimiter }: Unread, pieces: Pieces, file: CodeFile): Promise<void> {
  return new Promise((resolve, reject) => {
    let given = 0;
    const counted = followedBy(text, pieces, (piece) => (given += piece.length));
    Papa.parse<string[]>(Readable.from(counted) as NodeJS.ReadableStream, {
      delimiter,
      newline: lineEndIn(text),
      chunk: ({ data, errors, meta }, parser) => {
        const open = errors.find(({ code }) => code === 'MissingQuotes');
        if (!open) for (const cells of data) file.addRow(cells);
        if (!open && given - meta.cursor <= maxQuotedRow) return;
        const quote = `has a quote on line ${file.lines + (open?.row ?? 0) + 1} that is not closed`;
        reject(invalidField('file', open ? quote : `${quote}, or more than ${maxQuotedRow} characters there`));
        parser.abort();
      },
      error: reject,
      complete: () => resolve(),
    });
  });
}

async function* followedBy(text: string, pieces: Pieces, count: (piece: string) => void): Pieces {
  for (let next: IteratorResult<string, void> = { value: text }; !next.done; next = await pieces.next())
    // In small pieces: Papa Parse looks for the end of the line from each cell of it.
    for (let start = 0; start < next.value.length; start += maxQuotedRow) {
      const piece = next.value.slice(start, start + maxQuotedRow);
      count(piece);
      yield piece;
    }
}

/** The first one outside of quotes; Papa Parse guesses wrong when there is a quote in the middle of a cell. */
function lineEndIn(text: string): '\r\n' | '\n' | '\r' {
  const [found] = /\r?\n|\r(?!$)/.exec(text.replace(quotedCells, '')) ?? [];
  return (found as '\r\n' | '\n' | '\r' | undefined) ?? (text.includes('\r') ? '\r\n' : '\n');
}

/** What stands once on each of the first lines, or else on the first; Papa Parse guesses wrong when a short file ends with a line end. */
function delimiterIn(text: string): string {
  const unquoted = text.slice(0, headLength).replace(quotedCells, '');
  const lines = unquoted.split(/[\r\n]+/, 20).filter((line) => /[^ ]/.test(line));
  const delimiters = [',', ';', '\t', '|'];
  return (
    delimiters.find((delimiter) => lines.every((line) => line.split(delimiter).length === 2)) ??
    delimiters.find((delimiter) => lines[0]?.includes(delimiter)) ??
    ','
  );
}
