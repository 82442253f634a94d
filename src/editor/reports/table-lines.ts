// The lines of a file and the rows that stand at them. Pure.
import type { FileSource } from './table-readers.ts';

/** The row that has a line, or stands nearest above it; -1 where there are no rows. */
export function rowOfLine(lines: readonly number[], line: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, high);
}

/** What is said of each row. `isWhole`: no row that is not there has the lines behind the last one. */
export function problemsOfRows(
  { lines, problems, textAt }: Pick<FileSource, 'lines' | 'problems' | 'textAt'>,
  isWhole: boolean,
): Map<number, string> {
  const found = new Map<number, string>();
  const end = isWhole ? Infinity : (lines.at(-1) ?? 0);
  for (const problem of problems) {
    const row = rowOfLine(lines, problem.line);
    if (row < 0 || problem.line > end) continue;
    const text = lines[row] === problem.line ? problem.text : textAt(problem);
    found.set(row, [found.get(row), text].filter(Boolean).join(' '));
  }
  return found;
}
