// A table as the text of a file.
import type { TableColumn } from '../../protocol/table.ts';

/** Without the last line end. A cell is text: nothing in it is taken for markup, a second cell or a second row. */
export function markdownTable(columns: readonly TableColumn[], rows: Iterable<readonly string[]>): string {
  const lines = [
    markdownRow(columns.map(({ label }) => label)),
    `|${columns.map(({ isNumber }) => (isNumber ? ' ---: ' : ' --- ')).join('|')}|`,
  ];
  for (const row of rows) lines.push(markdownRow(row));
  return lines.join('\n');
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |`;
}

export function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_~[\]<>|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .trim()
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>');
}
