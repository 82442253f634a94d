/** The cells of a text as a spreadsheet reads them that splits at one sign: quotes count only where a cell begins. */
export function cellsIn(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let at = 0; at <= text.length; at++) {
    if (cell === '' && text[at] === '"') [cell, at] = quotedFrom(text, at);
    const sign = text[at];
    if (sign === undefined || sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return cells;
}

/** What stands between the quotes, and where the text goes on. */
function quotedFrom(text: string, start: number): [string, number] {
  let cell = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text.charAt(at);
    else if (text[at + 1] === '"') cell += text.charAt(at++);
    else return [cell, at + 1];
  }
  return [cell, text.length];
}

/** The cells that a spreadsheet would run; a number is none. */
export function formulasIn(text: string, separator: string): string[] {
  return cellsIn(text, separator).filter((cell) => /^\s*[=+\-@]/.test(cell) && !/^-[\d.]+$/.test(cell));
}
