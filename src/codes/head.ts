// What the first lines of a file tell: the delimiter, whether there is a header, which column holds the codes.
import { CellReader, delimiters, lineEndsIn, walkRecords, type Delimiter } from './records.ts';

export interface Head {
  readonly delimiter: Delimiter;
  readonly header: readonly string[] | undefined;
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
  const delimiter = choices.delimiter ?? guessDelimiter(bytes, final);
  const { rows, records, recordLength } = rowsOf(bytes, final, delimiter);
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columns = mode(filled.map(({ length }) => length)) ?? 1;
  const hasHeader = choices.header ?? looksLikeHeader(rows, columns);
  const header = hasHeader ? rows[0] : undefined;
  const first = hasHeader ? 1 : 0;
  const data = rows.slice(first);
  const lines = linesOf(records).slice(first);
  const { column, candidates } = chooseColumn(header, data, columns, choices.column);
  return { delimiter, header, columns, column, candidates, rows: data, lines, recordLength };
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
  for (const delimiter of delimiters) {
    const counts = rowsOf(bytes, final, delimiter)
      .rows.filter((row) => row.some((cell) => cell.trim() !== ''))
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

function plainWord(cell: string): string {
  const letters = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[\s_.:-]+/g, ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .trim();
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
  const named = all.filter((column) => codeWord.test(plainWord(header?.[column] ?? '')));
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
