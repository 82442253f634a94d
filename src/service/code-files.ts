// Reads the codes of an uploaded CSV file: one column, or the ticket's name and the code.
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { invalidField } from './problems.ts';

const headerWords = /^(?:codes?|c[óo]digos?|tickets?|items?|names?|nomes?|ingressos?)$/iu;
const quotedCells = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"/g;
/** Of how many lines the numbers are kept, to say what is wrong with them. */
export const namedLines = 100;

/** Some codes in the order of the file, as SQLite takes them: a million texts kept one by one cost more than to read them. */
export interface CodePack {
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly json: string;
}

const codesInPack = 5000;

export function packOf(codes: readonly string[]): CodePack {
  return { first: codes[0] ?? '', last: codes.at(-1) ?? '', count: codes.length, json: JSON.stringify(codes) };
}

export function codesIn({ json }: CodePack): string[] {
  return JSON.parse(json) as string[];
}

/** The codes that share a ticket's name. */
export class TicketCodes {
  readonly packs: CodePack[] = [];
  /** The first of them, with their lines. */
  readonly firstRows: { readonly line: number; readonly code: string }[] = [];
  count = 0;
  #waiting: string[] = [];

  add(line: number, code: string): void {
    if (++this.count <= namedLines) this.firstRows.push({ line, code });
    if (this.#waiting.push(code) === codesInPack) this.close();
  }

  /** Packs what still waits. */
  close(): void {
    if (this.#waiting.length > 0) this.packs.push(packOf(this.#waiting));
    this.#waiting = [];
  }
}

/** What a file holds. An object for each of its rows would cost more than the reading. */
export class CodeFile {
  /** Under no name at all in a file with one column. */
  readonly byTicket = new Map<string | undefined, TicketCodes>();
  /** Rows with a ticket's name and nothing else. */
  withoutCode = 0;
  readonly linesWithoutCode: number[] = [];
  received = 0;
  lines = 0;
  /** Whether each code comes after the one before, so that none is there twice. */
  ascending = true;
  #lastCode = '';
  #latest: { readonly ticket: string | undefined; readonly group: TicketCodes } | undefined;

  /** The cells of a row; to trim them takes away a byte order mark too. */
  addRow(first: string, second?: string): void {
    const isFirst = ++this.lines === 1;
    const ticket = second === undefined ? undefined : first.trim();
    const code = (second ?? first).trim();
    if (code === '' ? isFirst || ticket === undefined : isFirst && headerWords.test(code)) return;
    this.received++;
    if (code === '') this.#addWithoutCode();
    else this.#addCode(ticket, code);
  }

  close(): void {
    for (const group of this.byTicket.values()) group.close();
  }

  #addWithoutCode(): void {
    this.withoutCode++;
    if (this.linesWithoutCode.length < namedLines) this.linesWithoutCode.push(this.lines);
  }

  #addCode(ticket: string | undefined, code: string): void {
    if (code <= this.#lastCode) this.ascending = false;
    this.#lastCode = code;
    // A ticket's lines mostly stand together, and a million lookups take a while.
    if (!this.#latest || this.#latest.ticket !== ticket) this.#latest = { ticket, group: this.#groupOf(ticket) };
    this.#latest.group.add(this.lines, code);
  }

  #groupOf(ticket: string | undefined): TicketCodes {
    const group = this.byTicket.get(ticket) ?? new TicketCodes();
    this.byTicket.set(ticket, group);
    return group;
  }
}

/** The codes of a CSV; a header is skipped. */
export async function readCodes(upload: Readable): Promise<CodeFile> {
  const file = new CodeFile();
  const pieces = soundPieces(upload);
  const unread = await readPlainLines(pieces, file);
  if (unread) await readQuoted(unread, pieces, file);
  if (file.lines === 0) throw invalidField('file', 'is empty');
  file.close();
  return file;
}

type Pieces = AsyncGenerator<string, void, undefined>;

async function* soundPieces(upload: Readable): Pieces {
  for await (const piece of upload.setEncoding('utf8') as AsyncIterable<string>) {
    // What stands for bytes that are no UTF-8 would be stored instead of them, and NUL ends a text.
    if (piece.includes('\uFFFD') || piece.includes('\0')) throw invalidField('file', 'is not UTF-8 text');
    yield piece;
  }
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
  const end = line.indexOf(delimiter);
  if (end < 0) file.addRow(line);
  else file.addRow(line.slice(0, end), line.slice(end + 1).split(delimiter, 1)[0]);
}

/** Leaves the rest of the file to Papa Parse. */
function readQuoted({ text, delimiter }: Unread, pieces: Pieces, file: CodeFile): Promise<void> {
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(Readable.from(followedBy(text, pieces)) as NodeJS.ReadableStream, {
      delimiter,
      newline: lineEndIn(text),
      chunk: ({ data, errors }, parser) => {
        const open = errors.find(({ code }) => code === 'MissingQuotes');
        if (open) {
          reject(invalidField('file', `has a quote on line ${file.lines + (open.row ?? 0) + 1} that is not closed`));
          return parser.abort();
        }
        for (const [first = '', second] of data) file.addRow(first, second);
      },
      error: reject,
      complete: () => resolve(),
    });
  });
}

async function* followedBy(text: string, pieces: Pieces): Pieces {
  yield text;
  yield* pieces;
}

/** The first one outside of quotes; Papa Parse guesses wrong when there is a quote in the middle of a cell. */
function lineEndIn(text: string): '\r\n' | '\n' | '\r' {
  const [found] = /\r?\n|\r(?!$)/.exec(text.replace(quotedCells, '')) ?? [];
  return (found as '\r\n' | '\n' | '\r' | undefined) ?? (text.includes('\r') ? '\r\n' : '\n');
}

/** What stands once on each of the first lines, or else on the first; Papa Parse guesses wrong when a short file ends with a line end. */
function delimiterIn(text: string): string {
  const unquoted = text.slice(0, 10_000).replace(quotedCells, '');
  const lines = unquoted.split(/[\r\n]+/, 20).filter((line) => line.trim() !== '');
  const delimiters = [',', ';', '\t', '|'];
  return (
    delimiters.find((delimiter) => lines.every((line) => line.split(delimiter).length === 2)) ??
    delimiters.find((delimiter) => lines[0]?.includes(delimiter)) ??
    ','
  );
}
