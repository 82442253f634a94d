// One row of a table in the page, and what stands in the place of those that are not in sight.
import { editedColumns, type CellTexts } from '../../protocol/item-edit.ts';
import type { TableCell, TableColumn, TableRow } from '../../protocol/table.ts';
import { shownText } from '../../shared/table-rows.ts';
import { editHint } from '../kit/cell-field.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, currentLanguage, t } from '../kit/l10n.ts';

export const rowHeight = 26;
const maxText = 300;

/** `row`: undefined while it is on its way. `openMenu`: shows what the row offers, below its button. */
export function rowElement(
  row: TableRow | undefined,
  columns: readonly TableColumn[],
  openMenu: (button: HTMLElement) => void,
): HTMLTableRowElement {
  const cells = columns.map((column, at) => {
    const cell = dataCell(row?.cells[at], column);
    if (row?.id !== undefined) markEditable(cell, row.id, column.key, row.texts);
    return cell;
  });
  if (!row)
    return h(
      'tr',
      { ariaBusy: 'true' },
      h('th', { scope: 'row', className: 'number frozen', tabIndex: -1 }),
      cells,
      h('td', { className: 'acts' }),
    );
  const [name] = cells;
  // By the style sheet: the word is no part of the name.
  if (row.isGroup && name) name.dataset.group = t('group');
  return h('tr', {}, rowHead(row), cells, h('td', { className: 'acts' }, menuButton(row, openMenu)));
}

/** In a file, the number of its line. */
export function numberOf({ position, line = position + 1 }: TableRow): string {
  return countText(line);
}

function menuButton(row: TableRow, openMenu: (button: HTMLElement) => void): HTMLElement {
  const name = t('Actions of row {0}', numberOf(row));
  const element = button('⋯', () => openMenu(element), 'quiet');
  return Object.assign(element, { tabIndex: -1, ariaLabel: name, title: name, ariaHasPopup: 'menu' });
}

function rowHead(row: TableRow): HTMLElement {
  const { problem } = row;
  const head = h('th', { scope: 'row', className: 'number frozen', tabIndex: -1 }, numberOf(row));
  if (problem === undefined) return head;
  head.title = problem;
  head.append(h('span', { className: 'mark', ariaHidden: 'true' }, ' ⚠'), h('span', { className: 'unseen' }, ` ${problem}`));
  return head;
}

function dataCell(cell: TableCell | undefined, column: TableColumn): HTMLElement {
  const { isNumber, unknown } = column;
  const text = shownText(cell, column, currentLanguage());
  if (unknown !== undefined && text === t('not known')) return h('td', { tabIndex: -1, className: 'hint', title: unknown }, text);
  const shown = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  const element = h('td', { tabIndex: -1, className: isNumber ? 'number' : '' }, shown);
  if (text.length > 20) element.title = text;
  return element;
}

/** What the service does not show is not written over. */
function markEditable(cell: HTMLElement, item: string, key: string, texts: CellTexts | undefined): void {
  const field = editedColumns[key];
  if (field === undefined) return;
  const isShown = cell.textContent !== '';
  if (!isShown) cell.title = t('The service shows nothing here that could be edited. Enter opens the form.');
  else if (cell.title === '') cell.title = editHint(texts, field);
  if (!isShown) return;
  cell.classList.add('editable');
  Object.assign(cell.dataset, { item, field });
}

const mostWidth = 600;

/** How wide a column must be for what the rows in the page show in it, in pixels. */
export function widestIn(rows: readonly (HTMLTableRowElement | null)[], column: number): number {
  const widths = rows.map((row) => {
    const cell = row?.children[column];
    if (!cell) return 0;
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector('button') ?? cell);
    return range.getBoundingClientRect().width;
  });
  return Math.min(mostWidth, Math.ceil(Math.max(24, ...widths)) + 20);
}

export function spacer(): HTMLTableRowElement {
  return h('tr', { className: 'space', ariaHidden: 'true' });
}

export function setHeight(row: HTMLTableRowElement, rows: number): void {
  row.style.height = `${Math.max(0, rows) * rowHeight}px`;
  row.hidden = rows <= 0;
}

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** The cell that the pointer is on. */
export function cellUnder(event: MouseEvent): CellPosition | undefined {
  const target = event.target as Element;
  // The input over a cell has a menu of its own.
  const cell = target.closest('.cell-editor') ? undefined : target.closest('td, th');
  const row = cell?.closest('tr');
  const index = Number(row?.dataset.index ?? NaN);
  return cell && row && !Number.isNaN(index) ? { row: index, column: [...row.children].indexOf(cell) } : undefined;
}
