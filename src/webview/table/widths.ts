// Widths that do not change while somebody scrolls: they are worked out from the first rows, not from those in sight.
import { cellText } from '../../protocol/table-rows.ts';
import type { TableRow } from '../../protocol/table.ts';
import { h } from '../kit/dom.ts';
import type { ShownColumn } from './rows.ts';

const looked = 200;
const least = 5;
const most = 38;
/** The row number and the buttons at the right, in pixels. */
const ends = [64, 132] as const;

export function columnWidths(
  columns: readonly ShownColumn[],
  rows: readonly TableRow[],
): { readonly columns: HTMLElement[]; readonly whole: string } {
  const sample = rows.slice(0, looked);
  const sizes = columns.map(({ place, label }) => {
    const longest = sample.reduce((size, { cells }) => Math.max(size, cellText(cells[place]).length), label.length + 2);
    return Math.max(least, Math.min(most, longest)) + 2;
  });
  const widths = [`${ends[0]}px`, ...sizes.map((size) => `${size}ch`), `${ends[1]}px`];
  return { columns: widths.map(sized), whole: `calc(${widths.join(' + ')})` };
}

function sized(width: string): HTMLElement {
  const column = h('col');
  column.style.width = width;
  return column;
}
