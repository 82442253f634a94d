// Rows in order, and those that somebody looks for. Pure: the page arranges what it shows with it, and the editor what it saves.
import { foldText } from './fold-text.ts';
import type { TableCell, TableColumn, TableRow, TableView } from './table.ts';

export function cellText(cell: TableCell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.[0] ?? '');
}

/** The places of the rows that fit the view, in its order. */
export function arrange(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  { sort, filter }: Pick<TableView, 'sort' | 'filter'>,
  language: string,
): number[] {
  const isWanted = rowFilter(filter);
  const places = rows.flatMap((row, index) => (isWanted(row) ? [index] : []));
  const column = sort ? columns.findIndex(({ key }) => key === sort.key) : -1;
  if (!sort || column < 0) return places;
  const compare = cellOrder(language, sort.isDescending);
  return places.sort((one, other) => compare(rows[one]?.cells[column], rows[other]?.cells[column]) || one - other);
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
export function clipboardText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(clipboardCell).join('\t')).join('\n');
}

function clipboardCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** More columns than this are offered, and shown when somebody asks for them. */
const usualColumns = 12;

export function shownColumns(columns: readonly TableColumn[], shown: readonly string[] | undefined): TableColumn[] {
  return shown ? columns.filter(({ key }) => shown.includes(key)) : columns.slice(0, usualColumns);
}
