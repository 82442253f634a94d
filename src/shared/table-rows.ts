// Rows in order, and those that somebody looks for. Pure: the page arranges what it shows with it, and the editor what it saves.
import { guardFormulas } from '../csv/cell.ts';
import type { TableCell, TableColumn, TableRow, TableView } from '../protocol/table.ts';
import { foldText } from './text.ts';

export function cellText(cell: TableCell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.[0] ?? '');
}

/** The positions of the rows that fit the view, in its order. */
export function arrange(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  { sort, filter, mark }: Pick<TableView, 'sort' | 'filter' | 'mark'>,
  language: string,
): number[] {
  const hasWords = rowFilter(filter);
  const isWanted = (row: TableRow) => (mark === undefined || row.marks?.[mark] === true) && hasWords(row);
  const positions = rows.flatMap((row, index) => (isWanted(row) ? [index] : []));
  const column = sort ? columns.findIndex(({ key }) => key === sort.key) : -1;
  if (!sort || column < 0) return positions;
  const cellAt = (position: number) => rows[position]?.cells[column];
  const compare = cellOrder(language, sort.isDescending);
  return nearlyInOrder(positions, cellAt, sort.isDescending).sort(
    (one, other) => compare(cellAt(one), cellAt(other)) || one - other,
  );
}

/** The rules of a language take long to ask, and of what is nearly in order they are asked far less often. */
function nearlyInOrder(
  positions: readonly number[],
  cellAt: (position: number) => TableCell | undefined,
  isDescending: boolean,
): number[] {
  const keyed = positions.map((position) => ({ position, key: roughKey(cellAt(position)) }));
  const turn = isDescending ? -1 : 1;
  keyed.sort((one, other) => (one.key === other.key ? one.position - other.position : one.key < other.key ? -turn : turn));
  return keyed.map(({ position }) => position);
}

/** Small letters without accents, with numbers of one length; numbers themselves need no rules. */
function roughKey(cell: TableCell | undefined): string {
  return typeof cell === 'string' ? foldText(cell).replace(/\d+/g, (digits) => digits.padStart(12, '0')) : '';
}

/** What is empty stands last in either direction; numbers and times come before texts. */
export function cellOrder(
  language: string,
  isDescending: boolean,
): (one: TableCell | undefined, other: TableCell | undefined) => number {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const turn = isDescending ? -1 : 1;
  return (one, other) => {
    const [a, b] = [cellText(one), cellText(other)];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const [x, y] = [numberOf(one), numberOf(other)];
    if (x !== undefined && y !== undefined && x !== y) return (x - y) * turn;
    if ((x === undefined) !== (y === undefined)) return x === undefined ? turn : -turn;
    return collator.compare(a, b) * turn;
  };
}

function numberOf(cell: TableCell | undefined): number | undefined {
  return typeof cell === 'object' ? cell[1] : undefined;
}

/** Every word must stand somewhere in the row, whatever its case and accents. */
function rowFilter(filter: string): (row: TableRow) => boolean {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (row) => {
    const text = searchText(row);
    return words.every((word) => text.includes(word));
  };
}

const searchTexts = new WeakMap<TableRow, string>();

function searchText(row: TableRow): string {
  const known = searchTexts.get(row);
  if (known !== undefined) return known;
  const text = foldText(row.cells.map(cellText).join('\n'));
  searchTexts.set(row, text);
  return text;
}

/** As spreadsheets take it from the clipboard: a tab between cells, a line for each row. */
export function clipboardText(rows: readonly (readonly (TableCell | undefined)[])[]): string {
  return rows.map((cells) => cells.map(clipboardCell).join('\t')).join('\n');
}

/** What has a number was written here, so that only the service's own texts may be formulas. */
function clipboardCell(cell: TableCell | undefined): string {
  const text = typeof cell === 'string' ? guardFormulas(cell, '\t') : cellText(cell);
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** More columns than this are offered, and shown when somebody asks for them. */
export const defaultColumns = 12;

export function shownColumns(columns: readonly TableColumn[], shown: readonly string[] | undefined): TableColumn[] {
  if (shown) return columns.filter(({ key }) => shown.includes(key));
  return columns.filter(({ isAside }) => !isAside).slice(0, defaultColumns);
}
