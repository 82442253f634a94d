// What the first lines of a file tell: the delimiter, whether there is a header, which column holds the codes.
import { CellReader, delimiters, lineEndsIn, walkRecords, type Delimiter } from './records.ts';

export interface Head {
  readonly delimiter: Delimiter;
  readonly header: readonly string[] | undefined;
  /** Where the header begins, or without one the first row: what stands above it is a title or a hint, and no code. */
  readonly firstLine: number;
  /** How many cells a row has, as a rule. */
  readonly columns: number;
  /** Undefined: not clear, see the candidates. Counts from 0. */
  readonly column: number | undefined;
  /** The columns that may hold the codes, when it is not clear which does. */
  readonly candidates: readonly number[];
  /** Rows without the header. */
  readonly rows: readonly (readonly string[])[];
  /** The line at which each of these rows begins. */
  readonly lines: readonly number[];
  /** How many bytes of UTF-8 a record takes, as a rule. */
  readonly recordLength: number;
}

export interface HeadChoices {
  readonly delimiter?: Delimiter | undefined;
  readonly header?: boolean | undefined;
  readonly column?: number | undefined;
}

const maxRows = 200;

/** `final`: these bytes are the whole file. */
export function readHead(bytes: Buffer, final: boolean, choices: HeadChoices): Head {
  const hint = delimiterHint(bytes);
  const delimiter = choices.delimiter ?? delimiters.find((one) => one === hint) ?? guessDelimiter(bytes, final);
  const { rows, records, recordLength } = rowsOf(bytes, final, delimiter);
  const top = hint === undefined ? 0 : 1;
  const columns =
    mode(
      rows
        .slice(top)
        .filter(isFilled)
        .map(({ length }) => length),
    ) ?? 1;
  const found = choices.header === false ? undefined : findHeader(rows, top, columns);
  const first = found ?? top;
  const hasHeader = choices.header ?? found !== undefined;
  const header = hasHeader ? rows[first] : undefined;
  const start = hasHeader ? first + 1 : first;
  const data = rows.slice(start);
  const allLines = linesOf(records);
  // A hint may be all there is.
  const firstLine = allLines[first] ?? first + 1;
  const { column, candidates } = chooseColumn(header, data, columns, choices.column);
  return { delimiter, header, firstLine, columns, column, candidates, rows: data, lines: allLines.slice(start), recordLength };
}

/** What a first line such as `sep=;` names: it tells Excel the delimiter, and is no row. */
function delimiterHint(bytes: Buffer): string | undefined {
  return /^"?sep=([^\r\n])"?(?:[\r\n]|$)/i.exec(bytes.toString('latin1', 0, 16))?.[1];
}

/** A record takes more than one line where its quotes hold a line end. */
function linesOf(records: readonly string[]): number[] {
  let next = 1;
  return records.map((record) => {
    const line = next;
    next += 1 + lineEndsIn(record);
    return line;
  });
}

interface HeadRows {
  readonly rows: string[][];
  /** The text of each row. */
  readonly records: string[];
  readonly recordLength: number;
}

function rowsOf(bytes: Buffer, final: boolean, delimiter: Delimiter): HeadRows {
  const walk = walkRecords(bytes, bytes.length, delimiter, final, maxRows);
  // The first record may be longer than these bytes.
  const ends = walk.ends.length > 0 ? walk.ends : [bytes.length];
  const reader = new CellReader(delimiter);
  const records = ends.map((end, index) => bytes.toString('utf8', walk.nexts[index - 1] ?? 0, end));
  const rows = records.map((record) => [...reader.read(record).cells]);
  return { rows, records, recordLength: (walk.nexts[ends.length - 1] ?? bytes.length) / ends.length };
}

/** The one that parts most rows alike; of several, the one that makes most cells. */
function guessDelimiter(bytes: Buffer, final: boolean): Delimiter {
  let best: { delimiter: Delimiter; alike: number; columns: number } | undefined;
  for (const delimiter of delimiters.filter((one) => bytes.includes(one))) {
    const counts = rowsOf(bytes, final, delimiter)
      .rows.filter(isFilled)
      .map(({ length }) => length);
    const columns = mode(counts) ?? 1;
    const alike = counts.filter((count) => count === columns).length / counts.length;
    const isBetter = !best || alike > best.alike + 0.1 || (alike > best.alike - 0.1 && columns > best.columns);
    if (columns > 1 && isBetter) best = { delimiter, alike, columns };
  }
  return best?.delimiter ?? ',';
}

function mode(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

const codeWord =
  /^(?:(?:ticket |ingresso |external |access |promo |coupon )?(?:codes?|codigos?)|(?:codigos? (?:de |do )?(?:barras|acesso|ingresso|cupom|convite|externo))|barcodes?|bar codes?|qr ?codes?|vouchers?|coupons?|cupo[mn]s?|cupons|passkeys?|senhas?|chaves?|keys?|tokens?|pins?|serials?|serial numbers?)$/;
const otherWord =
  /^(?:#|id|ids|names?|nomes?|tickets?|tipos?|types?|ingressos?|items?|itens|eventos?|events?|sessions?|sessoes|sessao|setor(?:es)?|sectors?|e-?mails?|dates?|datas?|precos?|prices?|valor(?:es)?|values?|status|lotes?|batch(?:es)?|quantidade|quantity|limite?|descricao|description|cpf|telefone|phone|first name|last name|sobrenome)$/;

/** Whether a column with this heading holds codes. */
export function isCodeHeading(cell: string): boolean {
  return codeWord.test(plainWord(cell));
}

/** A heading without accents, capitals and marks between its words. */
export function plainWord(cell: string): string {
  const letters = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[\s_.:-]+/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .trim();
}

const maxAbove = 10;

/** Which row is the header. Above it there may be blank rows, a title, or a few words about the event. */
function findHeader(rows: readonly (readonly string[])[], top: number, columns: number): number | undefined {
  const looked = rows.slice(top, top + maxAbove + 1);
  const named = looked.findIndex((row) => row.some(isCodeHeading));
  const cells = filledIn(looked[named] ?? []);
  const mayStandAbove = (row: readonly string[]) => isTitle(row) || (columns > 1 && filledIn(row) < cells);
  if (named >= 0 && looked.slice(0, named).every(mayStandAbove)) return top + named;
  if (looksLikeHeader(rows.slice(top), columns)) return top;
  // Without the word for a code, what has spaces in a single column may well be one.
  const first = looked.findIndex((row) => (columns > 1 ? !isTitle(row) : isFilled(row)));
  return first > 0 && looksLikeHeader(rows.slice(top + first), columns) ? top + first : undefined;
}

/** Nothing, or several words in a single cell. */
function isTitle(row: readonly string[]): boolean {
  return filledIn(row) === 0 || (filledIn(row) === 1 && /\S\s+\S/.test(row.join('')));
}

function filledIn(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

function isFilled(row: readonly string[]): boolean {
  return filledIn(row) > 0;
}

function looksLikeHeader(rows: readonly (readonly string[])[], columns: number): boolean {
  const [first, ...rest] = rows;
  if (!first) return false;
  const words = first.map(plainWord);
  if (words.some((word) => codeWord.test(word) || otherWord.test(word))) return true;
  const isFull = first.length === columns && words.every((word) => word !== '' && !/\d/.test(word));
  return isFull && rest.length >= 2 && first.some((cell, column) => isUnlike(cell, valuesOf(rest, column)));
}

/** Words above cells that have digits and other lengths. */
function isUnlike(cell: string, values: readonly string[]): boolean {
  const withDigits = values.filter((value) => /\d/.test(value)).length;
  const hasOtherLength = values.every((value) => value.length !== cell.length);
  return values.length >= 2 && withDigits >= values.length * 0.9 && hasOtherLength;
}

function valuesOf(rows: readonly (readonly string[])[], column: number): string[] {
  return rows.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '');
}

function chooseColumn(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  columns: number,
  chosen: number | undefined,
): Pick<Head, 'column' | 'candidates'> {
  if (chosen !== undefined) return { column: chosen, candidates: [] };
  if (columns === 1) return { column: 0, candidates: [] };
  const all = Array.from({ length: columns }, (_, column) => column);
  const named = all.filter((column) => isCodeHeading(header?.[column] ?? ''));
  if (named.length === 1) return { column: named[0], candidates: [] };
  const likely = (named.length > 0 ? named : all).filter((column) => looksLikeCodes(valuesOf(rows, column), rows.length));
  if (likely.length === 1 && named.length === 0) return { column: likely[0], candidates: [] };
  return { column: undefined, candidates: named.length > 0 ? named : likely.length > 0 ? likely : all };
}

const unlikely = /\s|@|:\/\/|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{1,2}:\d{2}|^[+-]?\d{1,3}(?:[.,]\d{3})*[.,]\d{1,2}$/;

/** All different, no spaces, none of the things that stand beside codes. */
function looksLikeCodes(values: readonly string[], rows: number): boolean {
  if (values.length === 0 || values.length < rows * 0.9) return false;
  const different = new Set(values).size;
  const fits = values.filter((value) => value.length <= 100 && !unlikely.test(value)).length;
  return different >= values.length * 0.9 && fits >= values.length * 0.9 && !countsRows(values);
}

function countsRows(values: readonly string[]): boolean {
  const first = Number(values[0]);
  return values.length >= 2 && values.every((value, index) => /^\d+$/.test(value) && Number(value) === first + index);
}
