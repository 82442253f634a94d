// What the page of a table and the editor both know of cells and columns.
import { guardFormulas } from '../csv/cell.ts';
import type { TableCell, TableColumn } from '../protocol/table.ts';

export function cellText(cell: TableCell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.[0] ?? '');
}

/** What a person reads in the cell: only there has a number its figures in groups, never where it is copied or saved. */
export function shownText(cell: TableCell | undefined, { isCount }: TableColumn, language: string): string {
  const text = cellText(cell);
  if (!isCount || typeof cell !== 'object' || !/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  return text.includes('.')
    ? Number(text).toLocaleString(language, { maximumFractionDigits: 20 })
    : BigInt(text).toLocaleString(language);
}

/** A list of no more rows is read again by itself when one of them was written; in a longer one only that row. */
export const shortList = 1000;

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

/** No column takes the room of more figures. */
export const maxSize = 38;

/** How many figures take as much room as the text: a capital takes more than one, and a character of East Asia two. */
export function figuresIn(text: string): number {
  const shown = text.slice(0, maxSize);
  const capitals = shown.match(/\p{Lu}/gu)?.length ?? 0;
  const wide = shown.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/g)?.length ?? 0;
  return shown.length + capitals / 4 + wide;
}
