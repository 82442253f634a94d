// What a page is known by when it comes again: the ids of its rows, or the page as it came.
import { stringifyJson } from './json.ts';
import type { PageRows } from './page-rows.ts';

/** Ids that are numbers lie between two of them, so that most pages need not be compared. */
export class PageMarks {
  readonly #marks: readonly string[] | Float64Array;
  #low = Infinity;
  #high = -Infinity;
  /** Made when it is first asked for: of a long list it hardly ever is. */
  #known: ReadonlySet<string> | undefined;

  constructor(marks: readonly string[] | Float64Array) {
    this.#marks = marks;
    for (const mark of marks) {
      const number = Number(mark);
      if (!Number.isFinite(number)) [this.#low, this.#high] = [-Infinity, Infinity];
      if (number < this.#low) this.#low = number;
      if (number > this.#high) this.#high = number;
    }
  }

  get #texts(): readonly string[] {
    return Array.from<string | number, string>(this.#marks, String);
  }

  get size(): number {
    return this.#marks.length;
  }

  mayShare(other: PageMarks): boolean {
    return this.#low <= other.#high && other.#low <= this.#high;
  }

  has(mark: string): boolean {
    this.#known ??= new Set(this.#texts);
    return this.#known.has(mark);
  }

  every(isSo: (mark: string) => boolean): boolean {
    return this.#texts.every(isSo);
  }
}

export function marksOf(rows: PageRows): PageMarks {
  if (rows.alike) return new PageMarks(rows.alike.ids);
  const ids = rows.all.map(({ id }) => id).filter((id) => id !== undefined);
  return new PageMarks(ids.length > 0 || rows.length === 0 ? ids : [stringifyJson(rows.all.map(({ value }) => value))]);
}
