// Rows of the input as short text: `0-499,501`.

export type RowNumbers = readonly number[];

/** Takes rows in ascending order. */
export function formatRows(rows: RowNumbers): string {
  const parts: string[] = [];
  for (let index = 0; index < rows.length;) {
    const first = rows[index] as number;
    let last = first;
    while (rows[++index] === last + 1) last++;
    parts.push(first === last ? String(first) : `${first}-${last}`);
  }
  return parts.join(',');
}

export function parseRows(text: string): number[] {
  if (text === '') return [];
  return text.split(',').flatMap((part) => {
    const [first = NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export function inOrder(rows: Iterable<number>): number[] {
  return [...rows].sort((a, b) => a - b);
}
