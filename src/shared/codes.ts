// Codes as they are pasted, and codes as they are made up. Pure: the page counts with it while somebody types.

interface ReadCodes {
  /** Each once, in the order in which they stand. */
  readonly codes: readonly string[];
  /** Lines with nothing on them. */
  readonly blank: number;
  /** Lines that repeat an earlier one. */
  readonly duplicates: number;
  /** Lines with white space around their code. */
  readonly padded: number;
}

/** One code a line; white space around it is not a part of it. */
export function parseCodes(text: string): ReadCodes {
  const lines = text === '' ? [] : text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/);
  const codes = lines.map((line) => line.trim()).filter((line) => line !== '');
  const different = new Set(codes);
  const padded = lines.filter((line) => line.trim() !== '' && line.trim() !== line).length;
  return { codes: [...different], blank: lines.length - codes.length, duplicates: codes.length - different.size, padded };
}

/** No two of these letters and digits can be taken for each other: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
export const clearAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';

export interface CodePattern {
  readonly prefix: string;
  /** Of the part after the prefix. */
  readonly length: number;
  readonly alphabet: string;
  readonly count: number;
}

/** Why no codes can be made. `crowded`: there are too few different ones to draw that many at random. */
export type PatternRule = 'length' | 'alphabet' | 'count' | 'prefix' | 'crowded';

export const maxCode = 50;
export const maxCodes = 100_000;

export function patternProblem({ prefix, length, alphabet, count }: CodePattern, taken = 0): PatternRule | undefined {
  if (prefix.trim() !== prefix || /[\r\n]/.test(prefix)) return 'prefix';
  if (!Number.isInteger(length) || length < 1 || prefix.length + length > maxCode) return 'length';
  const letters = Array.from(alphabet);
  if (new Set(letters).size !== letters.length || letters.length < 2 || /\s/.test(alphabet)) return 'alphabet';
  if (!Number.isInteger(count) || count < 1 || count > maxCodes) return 'count';
  return letters.length ** length < 2 * (count + taken) ? 'crowded' : undefined;
}

/** Fills the array with random numbers: the `crypto` of the browser or of Node. */
export type Randomness = (into: Uint32Array<ArrayBuffer>) => void;

/** Codes that differ from each other and from those that are taken; `random` decides, every code is as likely as another. */
export function generateCodes(pattern: CodePattern, taken: ReadonlySet<string>, random: Randomness): string[] {
  const problem = patternProblem(pattern, taken.size);
  if (problem !== undefined) throw new RangeError(problem);
  const draw = drawer(Array.from(pattern.alphabet), random);
  const codes = new Set<string>();
  while (codes.size < pattern.count) {
    const code = pattern.prefix + Array.from({ length: pattern.length }, draw).join('');
    if (!taken.has(code)) codes.add(code);
  }
  return [...codes];
}

function drawer(letters: readonly string[], random: Randomness): () => string {
  const pool = new Uint32Array(1024);
  let next = pool.length;
  // Numbers above the last whole multiple would make the first letters likelier.
  const limit = 2 ** 32 - (2 ** 32 % letters.length);
  return () => {
    for (;;) {
      if (next === pool.length) {
        random(pool);
        next = 0;
      }
      const number = pool[next++] ?? 0;
      if (number < limit) return letters[number % letters.length] ?? '';
    }
  };
}
