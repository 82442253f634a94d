// A cell of a file, or of the clipboard, that a person opens in a spreadsheet. What is uploaded is never written with this.

/** What spreadsheets split a line at, whatever it was written with: in Brazil it is the semicolon. */
export type Separator = ',' | ';' | '\t' | '|';

/** What a spreadsheet in that language splits a line at: where a comma stands before decimals, it cannot stand between cells. */
export function separatorOf(language: string): Separator {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

export interface CellOptions {
  /** Puts a ' before what a spreadsheet would run as a formula. */
  readonly guard: boolean;
  /** Between the cells of the file; a comma by default. */
  readonly delimiter?: Separator | undefined;
}

/** Where the file is split at `delimiter`, quotes hold a cell together; split at another sign, each such sign and line end begins a cell. */
const formulas: Readonly<Record<Separator, RegExp>> = {
  ',': formulaAfter(';\\t|'),
  ';': formulaAfter(',\\t|'),
  '\t': formulaAfter(',;|'),
  '|': formulaAfter(',;\\t'),
};

/** Blanks and quotes before the sign keep no spreadsheet from running it. It looks back from each sign, so that long texts take no longer. */
function formulaAfter(separators: string): RegExp {
  return new RegExp(`(?<=(?:^|[${separators}\\r\\n])[\\s"]*)[=+\\-@]`, 'g');
}

export function guardFormulas(text: string, delimiter: Separator = ','): string {
  const guarded = text.replace(formulas[delimiter], "'$&");
  return /^[\t\r]/.test(text) ? `'${guarded}` : guarded;
}

export function csvCell(text: string, { guard, delimiter }: CellOptions): string {
  const cell = guard ? guardFormulas(text, delimiter) : text;
  return /[,;\t|"\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
