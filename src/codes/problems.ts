// What can be wrong with a file of codes. The editor words it.

/** Lines and columns count from 1; a column counts UTF-16 units, as an editor does. */
interface InFile {
  readonly line: number;
  readonly column: number;
}

interface OfCode extends InFile {
  /** The code, shortened when it is very long. */
  readonly code: string;
}

export type Problem =
  /** A line or a cell without a code. */
  | (InFile & { readonly kind: 'blank'; readonly wholeLine: boolean })
  /** A title, or a hint for a spreadsheet: no code, though a service would take it for one. */
  | (InFile & { readonly kind: 'aboveHeader' })
  | (InFile & { readonly kind: 'finalBlankLine'; readonly lines: number })
  | (OfCode & { readonly kind: 'duplicate'; readonly firstLine: number })
  | (OfCode & { readonly kind: 'lookAlike'; readonly firstLine: number; readonly differsIn: CodeDifference })
  | (OfCode & { readonly kind: 'whitespace'; readonly where: 'start' | 'end' | 'inside'; readonly length: number })
  /** `character` is written U+200B. */
  | (OfCode & { readonly kind: 'invisible' | 'control' | 'nul' | 'replaced'; readonly character: string })
  /** Not in the composed form (NFC) in which text is usually typed. */
  | (OfCode & { readonly kind: 'decomposed' })
  | (OfCode & { readonly kind: 'tooLong'; readonly length: number; readonly limit: number })
  /** 1.23E+10 (damaged), or 1E5, which a spreadsheet would change. */
  | (OfCode & { readonly kind: 'exponent'; readonly damaged: boolean })
  | (OfCode & { readonly kind: 'spreadsheetError' })
  /** Shorter than the digits that others pad with zeros. */
  | (OfCode & { readonly kind: 'lostZeros'; readonly length: number; readonly expected: number })
  /** One for the file: a spreadsheet would take the zeros away. */
  | (OfCode & { readonly kind: 'leadingZeros'; readonly codes: number })
  /** `place`: the cell of the workbook, B7. A date and a number are not what the code was; a formula has no result. */
  | (OfCode & { readonly kind: 'date' | 'lostDigits' | 'noResult'; readonly place: string })
  | (InFile & { readonly kind: 'uneven'; readonly found: number; readonly expected: number })
  | (InFile & { readonly kind: 'openQuote' })
  /** A quote within a cell that does not begin with one, or text behind the closing quote. */
  | (InFile & { readonly kind: 'strayQuote' })
  | (InFile & { readonly kind: 'mixedLineEnds'; readonly counts: Readonly<Record<LineEnd, number>> })
  | (InFile & { readonly kind: 'crLineEnds' });

export type ProblemKind = Problem['kind'];
export type LineEnd = 'crlf' | 'lf' | 'cr';
export type CodeDifference = 'case' | 'normalisation' | 'spaces' | 'invisible';
export type Counts = Partial<Record<ProblemKind, number>>;

/** Worth knowing, but nothing is wrong with the codes. */
const notes = new Set<ProblemKind>(['leadingZeros', 'finalBlankLine']);

export function isNote(kind: ProblemKind): boolean {
  return notes.has(kind);
}

/** How many problems a file has, without the notes. */
export function problemCount({ counts }: { readonly counts: Counts }): number {
  return countOf(counts, (kind) => !isNote(kind));
}

export function countOf(counts: Counts, isMeant: (kind: ProblemKind) => boolean): number {
  const kinds = Object.entries(counts) as [ProblemKind, number][];
  return kinds.reduce((sum, [kind, count]) => (isMeant(kind) ? sum + count : sum), 0);
}

const maxShownCode = 120;

export function shown(code: string): string {
  return code.length <= maxShownCode ? code : `${code.slice(0, maxShownCode)}…`;
}

/** Counts every problem, and keeps the first ones of each kind. */
export class ProblemLog {
  readonly #max: number;
  readonly #counts = new Map<ProblemKind, number>();
  readonly #kept = new Map<ProblemKind, Problem[]>();

  constructor(max: number) {
    this.#max = max;
  }

  /** The problem is made only when it is kept: to find its column takes longer than to find it. */
  add(kind: ProblemKind, make: () => Problem): void {
    const kept = this.#count(kind, 1);
    if (kept.length < this.#max) kept.push(make());
  }

  /** For problems that do not come in the order of the file. */
  addUnordered(kind: ProblemKind, line: number, make: () => Problem): void {
    const kept = this.#count(kind, 1);
    if (kept.length >= this.#max && line >= (kept.at(-1)?.line ?? 0)) return;
    kept.push(make());
    this.#keepFirst(kept);
  }

  /** Adds some of one kind that were counted elsewhere. */
  addCounted(kind: ProblemKind, problems: readonly Problem[], count: number): void {
    if (count === 0) return;
    const kept = this.#count(kind, count);
    kept.push(...problems);
    this.#keepFirst(kept);
  }

  /** Takes over what another go over the same file found about codes that resemble each other. */
  addRelations(other: ProblemLog): void {
    for (const kind of ['duplicate', 'lookAlike'] as const) {
      this.addCounted(kind, other.#kept.get(kind) ?? [], other.#counts.get(kind) ?? 0);
    }
  }

  #count(kind: ProblemKind, more: number): Problem[] {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + more);
    const kept = this.#kept.get(kind) ?? [];
    this.#kept.set(kind, kept);
    return kept;
  }

  #keepFirst(problems: Problem[]): void {
    problems.sort(byPlace);
    problems.length = Math.min(problems.length, this.#max);
  }

  get counts(): Counts {
    return Object.fromEntries(this.#counts);
  }

  /** In the order of the file. */
  sorted(): Problem[] {
    return [...this.#kept.values()].flat().sort(byPlace);
  }
}

function byPlace(one: InFile, other: InFile): number {
  return one.line - other.line || one.column - other.column;
}
