// What only the whole file tells: its line ends, blank lines at its end, digits that others pad with zeros.
import type { Location } from './locations.ts';
import { shown, type LineEnd, type Problem, type ProblemLog } from './problems.ts';

/** The ends of lines; those within quotes belong to a cell. */
export class LineEnds {
  #crlf = 0;
  #lf = 0;
  #cr = 0;
  #first: LineEnd | undefined;
  #firstPlace: Location | undefined;
  #otherPlace: Location | undefined;

  /** False: where it is matters, see `location`. */
  note(end: LineEnd): boolean {
    if (end === 'lf') this.#lf++;
    else if (end === 'crlf') this.#crlf++;
    else this.#cr++;
    return end === this.#first || this.#otherPlace !== undefined;
  }

  /** Tells where the line end is that was noted last. */
  location(end: LineEnd, location: Location): void {
    if (this.#first === undefined) {
      this.#first = end;
      this.#firstPlace = location;
    } else this.#otherPlace = location;
  }

  /** Undefined: there is none, or there are several kinds. */
  get only(): LineEnd | undefined {
    return this.#otherPlace ? undefined : this.#first;
  }

  report(log: ProblemLog): void {
    const [other, first] = [this.#otherPlace, this.#firstPlace];
    const counts = { crlf: this.#crlf, lf: this.#lf, cr: this.#cr };
    if (other) log.add('mixedLineEnds', () => ({ kind: 'mixedLineEnds', ...other, counts }));
    else if (first && this.#first === 'cr') log.add('crLineEnds', () => ({ kind: 'crLineEnds', ...first }));
  }
}

/** Lines with nothing on them count one by one, but at the end of the file together. */
export class BlankLines {
  readonly #log: ProblemLog;
  readonly #max: number;
  /** The first ones: a blank record may have several lines, in quotes. */
  #first: number[] = [];
  #count = 0;

  constructor(log: ProblemLog, max: number) {
    this.#log = log;
    this.#max = max;
  }

  add(line: number): void {
    if (this.#count++ <= this.#max) this.#first.push(line);
  }

  /** Something follows. */
  flush(): void {
    if (this.#count === 0) return;
    for (let index = 0; index < this.#count; index++) {
      this.#log.add('blank', () => ({ kind: 'blank', line: this.#first[index] ?? 0, column: 1, wholeLine: true }));
    }
    this.#count = 0;
    this.#first = [];
  }

  report(): void {
    const [line] = this.#first;
    const lines = this.#count;
    if (line !== undefined) this.#log.add('finalBlankLine', () => ({ kind: 'finalBlankLine', line, column: 1, lines }));
  }
}

const maxDigits = 64;
type DigitCode = Location & { readonly code: string };

/** Codes of nothing but digits, by their length. */
export class Digits {
  readonly #max: number;
  readonly #padded = new Uint32Array(maxDigits + 1);
  readonly #bare = new Uint32Array(maxDigits + 1);
  readonly #firstBare: DigitCode[][] = Array.from({ length: maxDigits + 1 }, () => []);
  #firstPadded: DigitCode | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  note(length: number, isPadded: boolean, make: () => DigitCode): void {
    if (length > maxDigits) return;
    if (isPadded) {
      this.#padded[length] = this.#paddedOf(length) + 1;
      this.#firstPadded ??= make();
      return;
    }
    this.#bare[length] = (this.#bare[length] ?? 0) + 1;
    const kept = this.#firstBare[length];
    if (kept && kept.length < this.#max) kept.push(make());
  }

  #paddedOf(length: number): number {
    return this.#padded[length] ?? 0;
  }

  report(log: ProblemLog): void {
    const expected = this.#paddedLength();
    if (expected === 0 || !this.#firstPadded) return;
    const shorter = this.#bare.subarray(0, expected).reduce((sum, count) => sum + count, 0);
    const codes = this.#padded.reduce((sum, count) => sum + count, 0);
    const { code, ...location } = this.#firstPadded;
    log.addCounted('leadingZeros', [{ kind: 'leadingZeros', ...location, code: shown(code), codes }], codes);
    // Where most are shorter, shorter is what they are meant to be.
    if (shorter > this.#paddedOf(expected) + (this.#bare[expected] ?? 0)) return;
    const lost = this.#firstBare.slice(0, expected).flat();
    const problems = lost.map<Problem>((one) => ({ kind: 'lostZeros', ...one, length: one.code.length, expected }));
    log.addCounted('lostZeros', problems, shorter);
  }

  /** The length at which most codes begin with a zero; a single 0 pads nothing. */
  #paddedLength(): number {
    let best = 0;
    for (let length = 2; length <= maxDigits; length++) {
      if (this.#paddedOf(length) > 0 && this.#paddedOf(length) >= this.#paddedOf(best)) best = length;
    }
    return best;
  }
}
