// The columns: their names, which sort, and widths that do not change while somebody scrolls, for they come from the first rows.
import type { TableRow, TableView } from '../../protocol/table.ts';
import { cellText } from '../../shared/table-rows.ts';
import { h } from '../kit/dom.ts';
import { t } from '../kit/l10n.ts';
import type { ShownColumn } from './rows.ts';

/** The names of the columns; each is a button that sorts by it. */
export function headerRow(columns: readonly ShownColumn[], sort: TableView['sort'], choose: (key: string) => void): HTMLElement {
  return h(
    'tr',
    { attributes: { 'aria-rowindex': '1' } },
    h('th', { scope: 'col', className: 'number' }, h('span', { className: 'unseen' }, t('Row'))),
    columns.map((column) => headerCell(column, sort?.key === column.key ? sort : undefined, choose)),
    h('th', { scope: 'col', className: 'acts' }, h('span', { className: 'unseen' }, t('Actions'))),
  );
}

function headerCell(
  { key, label, title = label, isNumber }: ShownColumn,
  sort: TableView['sort'],
  choose: (key: string) => void,
): HTMLElement {
  const direction = sort === undefined ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  const arrow = sort && h('span', { ariaHidden: 'true' }, sort.isDescending ? ' ▼' : ' ▲');
  const button = h('button', { type: 'button', title, on: { click: () => choose(key) } }, label, arrow);
  button.dataset.key = key;
  return h('th', { scope: 'col', className: isNumber ? 'number' : '', attributes: { 'aria-sort': direction } }, button);
}

const sampledRows = 200;
const minSize = 5;
const maxSize = 38;
/** The row number and the buttons at the right, in pixels. */
const ends = [64, 132] as const;

export function columnWidths(
  columns: readonly ShownColumn[],
  rows: readonly TableRow[],
): { readonly columns: HTMLElement[]; readonly whole: string } {
  const sample = rows.slice(0, sampledRows);
  const sizes = columns.map(({ position, label }) => {
    const longest = sample.reduce(
      (size, { cells }) => Math.max(size, figuresIn(cellText(cells[position]))),
      figuresIn(label) + 2,
    );
    return Math.max(minSize, Math.min(maxSize, Math.ceil(longest))) + 2;
  });
  const widths = [`${ends[0]}px`, ...sizes.map((size) => `${size}ch`), `${ends[1]}px`];
  return { columns: widths.map(sized), whole: `calc(${widths.join(' + ')})` };
}

/** How many figures take as much room as the text: a capital takes more than one, and a character of East Asia two. */
function figuresIn(text: string): number {
  const shown = text.slice(0, maxSize);
  const capitals = shown.match(/\p{Lu}/gu)?.length ?? 0;
  const wide = shown.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/g)?.length ?? 0;
  return shown.length + capitals / 4 + wide;
}

function sized(width: string): HTMLElement {
  const column = h('col');
  column.style.width = width;
  return column;
}
