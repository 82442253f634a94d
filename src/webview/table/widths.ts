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
    const longest = sample.reduce((size, { cells }) => Math.max(size, figuresIn(cellText(cells[place]))), figuresIn(label) + 2);
    return Math.max(least, Math.min(most, Math.ceil(longest))) + 2;
  });
  const widths = [`${ends[0]}px`, ...sizes.map((size) => `${size}ch`), `${ends[1]}px`];
  return { columns: widths.map(sized), whole: `calc(${widths.join(' + ')})` };
}

/** How many figures take as much room as the text: a capital takes more than one, and a character of East Asia two. */
function figuresIn(text: string): number {
  const shown = text.slice(0, most);
  const capitals = shown.match(/\p{Lu}/gu)?.length ?? 0;
  const wide = shown.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/g)?.length ?? 0;
  return shown.length + capitals / 4 + wide;
}

function sized(width: string): HTMLElement {
  const column = h('col');
  column.style.width = width;
  return column;
}
