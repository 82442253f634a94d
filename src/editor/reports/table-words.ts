// Finds the rows that have some words, whatever their case and accents: many rows at a time, for there may be very many.
import { foldText } from '../../shared/text.ts';
import type { ArrangedList, ColumnReader } from './table-readers.ts';
import { FewValues, Numbers, Texts, type Stretch } from './table-values.ts';

/** A number has room for so many of them, a bit for each. */
const wordsAtOnce = 30;

/** Every word must stand somewhere in the row. */
export function wordTests(list: ArrangedList, filter: string): ((index: number) => boolean)[] {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  const groups = Array.from({ length: Math.ceil(words.length / wordsAtOnce) }, (_, group) =>
    words.slice(group * wordsAtOnce, (group + 1) * wordsAtOnce),
  );
  return groups.map((group) => wordTest(list, group));
}

const unusual = /[^ -~]/;
/** So many rows are looked at together. */
const rowsAtOnce = 256;

function wordTest(list: ArrangedList, words: readonly string[]): (index: number) => boolean {
  const all = 2 ** words.length - 1;
  const columns = list.columns.map(({ key }) => new WordsInColumn(list.reader(key), words));
  /** A bit for each word that stands in the row. */
  const found = new Uint32Array(rowsAtOnce);
  let start = -1;
  return (index) => {
    const isKnown = index >= start && index < start + rowsAtOnce && start >= 0;
    if (!isKnown) {
      start = index;
      found.fill(0);
      const count = Math.min(rowsAtOnce, list.length - start);
      for (const column of columns) column.mark(start, found.subarray(0, count));
    }
    return found[index - start] === all;
  };
}

class WordsInColumn {
  readonly #column: ColumnReader;
  readonly #words: readonly string[];
  readonly #mayBeFigures: boolean;
  readonly #wordsIn: (value: unknown) => number;

  constructor(column: ColumnReader, words: readonly string[]) {
    this.#column = column;
    this.#words = words;
    this.#mayBeFigures = words.some((word) => /^[-+.\de]+$/.test(word));
    this.#wordsIn = remembering((value) => {
      const text = foldText(column.text(value));
      return words.reduce((bits, word, at) => (text.includes(word) ? bits | (1 << at) : bits), 0);
    });
  }

  /** Marks the words that stand in this column, for the rows from `start` on. */
  mark(start: number, found: Uint32Array): void {
    for (let at = 0; at < found.length;) {
      const stretch = this.#column.stretch?.(start + at);
      const end = stretch ? Math.min(found.length, at + stretch.length) : found.length;
      const part = found.subarray(at, end);
      if (!stretch || !this.#markTogether(stretch, part)) this.#markEach(start + at, part);
      at = end;
    }
  }

  #markEach(start: number, found: Uint32Array): void {
    const { field } = this.#column;
    for (let at = 0; at < found.length; at++) {
      const value = field(start + at);
      if (!this.#isOnlyFigures(value)) found[at] = (found[at] ?? 0) | this.#wordsIn(value);
    }
  }

  /** A number, while no word is made of figures. */
  #isOnlyFigures(value: unknown): boolean {
    return typeof value === 'number' && this.#column.hasFigures && !this.#mayBeFigures;
  }

  /** False where they must be looked at one by one. */
  #markTogether({ block, from }: Stretch, found: Uint32Array): boolean {
    if (block instanceof Numbers) return this.#isOnlyFigures(0);
    if (block instanceof Texts) return this.#markTexts(block, from, found);
    return block instanceof FewValues && this.#markFew(block, from, found);
  }

  #markFew(block: FewValues, from: number, found: Uint32Array): boolean {
    const bits = block.different.map((value) => (this.#isOnlyFigures(value) ? 0 : this.#wordsIn(value)));
    if (bits.every((each) => each === 0)) return true;
    for (let at = 0; at < found.length; at++) found[at] = (found[at] ?? 0) | (bits[block.which(from + at)] ?? 0);
    return true;
  }

  #markTexts(block: Texts, from: number, found: Uint32Array): boolean {
    const { text } = block;
    if (!this.#column.showAsIs?.(block, from, found.length)) return false;
    const start = block.startOf(from);
    const part = text.slice(start, block.startOf(from + found.length));
    // Without its accents a text may be shorter.
    if (unusual.test(part)) return false;
    const folded = part.toLowerCase();
    for (const [number, word] of this.#words.entries()) {
      let at = 0;
      for (let place = folded.indexOf(word); place >= 0;) {
        while (block.startOf(from + at + 1) - start <= place) at++;
        const end = block.startOf(from + at + 1) - start;
        const isInside = place + word.length <= end;
        if (isInside) found[at] = (found[at] ?? 0) | (1 << number);
        place = folded.indexOf(word, isInside ? end : place + 1);
      }
    }
    return true;
  }
}

const maxKnown = 300;

/** In many columns few values come again and again; in others none does. */
function remembering(find: (value: unknown) => number): (value: unknown) => number {
  let known: Map<unknown, number> | undefined = new Map();
  return (value) => {
    if (!known || (typeof value === 'object' && value !== null)) return find(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const found = find(value);
    if (known.size < maxKnown) known.set(value, found);
    else known = undefined;
    return found;
  };
}
