// Rows in order, and those that somebody looks for: in slices, so that a long list keeps nobody else waiting.
import type { TableCell, TableColumn, TableView } from '../../protocol/table.ts';
import { cellText } from '../../shared/table-rows.ts';
import { foldText } from '../../shared/text.ts';
import { columnFilter } from './table-filters.ts';
import { eachInSlices, Slices, sortInSlices } from './table-slices.ts';

/** One column, as an arrangement needs it. */
export interface ColumnReader {
  /** The field of a row. */
  readonly field: (index: number) => unknown;
  readonly cell: (value: unknown) => TableCell;
  /** A number where that tells the order, otherwise the text. */
  readonly order: (value: unknown) => number | string;
  /** What a person compares it with: an amount as it is shown, a time in milliseconds. */
  readonly number: (value: unknown) => number | undefined;
}

export interface ArrangedList {
  readonly length: number;
  readonly columns: readonly TableColumn[];
  readonly language: string;
  /** Whether rows that come later change what cells before them say. */
  readonly mayChange: boolean;
  reader(key: string): ColumnReader;
  hasMark(name: string, index: number): boolean;
}

interface Running {
  readonly key: string;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

let versions = 0;

/** The rows of a list that are in a view, in its order. */
export class Arrangement {
  readonly #list: ArrangedList;
  #key = '';
  /** How many rows of the list it knows. */
  #count = 0;
  #found: Found | undefined;
  /** Undefined: as they were read. */
  #order: Uint32Array | undefined;
  #running: Running | undefined;
  version = ++versions;

  constructor(list: ArrangedList) {
    this.#list = list;
  }

  get length(): number {
    return this.#order?.length ?? this.#found?.count ?? this.#count;
  }

  /** The place in the list of the row that stands at a place of the view. */
  positionAt(index: number): number | undefined {
    if (index >= this.length) return undefined;
    return this.#order?.[index] ?? this.#found?.positions[index] ?? index;
  }

  /** Arranges the rows that are there now. Who asks for another view meanwhile ends it. */
  async arrange(view: TableView): Promise<void> {
    const key = JSON.stringify([view.sort, view.filter, view.filters, view.mark]);
    const wanted = this.#list.length;
    while (this.#key !== key || this.#count < wanted) {
      if (this.#running?.key !== key) this.#start(key, view);
      await this.#running?.done;
    }
    // What was asked for before is there again, and nobody waits for what came between.
    if (this.#running && this.#running.key !== key) this.#running.stop.abort();
  }

  #start(key: string, view: TableView): void {
    this.#running?.stop.abort();
    const stop = new AbortController();
    const running: Running = { key, stop, done: this.#run(key, view, new Slices(stop.signal)) };
    this.#running = running;
    const end = () => {
      if (this.#running === running) this.#running = undefined;
    };
    running.done.then(end, end);
  }

  async #run(key: string, view: TableView, slices: Slices): Promise<void> {
    const count = this.#list.length;
    // Rows that were looked at are not looked at again.
    const known = this.#key === key && !this.#list.mayChange ? this.#found : undefined;
    const found = await findRows(this.#list, view, known, count, slices);
    const order = await sortRows(this.#list, view.sort, found, count, slices);
    const isMoved = this.#key !== key || order !== undefined || this.#list.mayChange;
    [this.#key, this.#count, this.#found, this.#order] = [key, count, found, order];
    if (isMoved) this.version = ++versions;
  }
}

/** The rows that fit, in the order in which they were read. */
interface Found {
  readonly positions: Uint32Array;
  readonly count: number;
  /** How many rows were looked at. */
  readonly looked: number;
}

/** Undefined: all of them do. */
async function findRows(
  list: ArrangedList,
  { filter, filters = [], mark }: TableView,
  known: Found | undefined,
  count: number,
  slices: Slices,
): Promise<Found | undefined> {
  const tests = [
    ...(mark === undefined ? [] : [(index: number) => list.hasMark(mark, index)]),
    ...filters.flatMap(({ key, text }) => columnTest(list, key, text) ?? []),
    ...wordTests(list, filter),
  ];
  if (tests.length === 0) return undefined;
  let positions = known?.positions ?? new Uint32Array(64);
  let at = known?.count ?? 0;
  await eachInSlices(known?.looked ?? 0, count, slices, (index) => {
    if (!tests.every((test) => test(index))) return;
    if (at === positions.length) positions = grown(positions);
    positions[at++] = index;
  });
  return { positions, count: at, looked: count };
}

function grown(positions: Uint32Array): Uint32Array {
  const more = new Uint32Array(positions.length * 2);
  more.set(positions);
  return more;
}

function columnTest(list: ArrangedList, key: string, text: string): ((index: number) => boolean) | undefined {
  const { field, cell, number } = list.reader(key);
  const fits = columnFilter(text);
  if (!fits) return undefined;
  return (index) => {
    const value = field(index);
    return fits(
      () => number(value),
      () => cellText(cell(value)),
    );
  };
}

/** A number has room for so many of them, a bit for each. */
const wordsAtOnce = 30;

/** Every word must stand somewhere in the row, whatever its case and accents. */
function wordTests(list: ArrangedList, filter: string): ((index: number) => boolean)[] {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  const groups = Array.from({ length: Math.ceil(words.length / wordsAtOnce) }, (_, group) =>
    words.slice(group * wordsAtOnce, (group + 1) * wordsAtOnce),
  );
  return groups.map((group) => wordTest(list, group));
}

function wordTest(list: ArrangedList, words: readonly string[]): (index: number) => boolean {
  const all = 2 ** words.length - 1;
  const columns = list.columns.map(({ key }) => {
    const { field, cell } = list.reader(key);
    const has = remembering((value) => {
      const text = foldText(cellText(cell(value)));
      return words.reduce((found, word, index) => found | (text.includes(word) ? 1 << index : 0), 0);
    });
    return (index: number) => has(field(index));
  });
  return (index) => {
    let found = 0;
    for (const has of columns) {
      found |= has(index);
      if (found === all) return true;
    }
    return false;
  };
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

/** Undefined: in the order in which they were read. */
async function sortRows(
  list: ArrangedList,
  sort: TableView['sort'],
  found: Found | undefined,
  count: number,
  slices: Slices,
): Promise<Uint32Array | undefined> {
  if (!sort || !list.columns.some(({ key }) => key === sort.key)) return undefined;
  const { field, order, cell } = list.reader(sort.key);
  const positions = found ? found.positions.slice(0, found.count) : Uint32Array.from({ length: count }, (_, index) => index);
  return sortPositions(
    positions,
    (position) => order(field(position)),
    (position) => cellText(cell(field(position))),
    {
      ...sort,
      language: list.language,
      slices,
    },
  );
}

interface SortOptions {
  readonly isDescending: boolean;
  readonly language: string;
  readonly slices: Slices;
}

/** What is empty stands last in either direction; numbers and times come before texts. What is equal stays as it came. */
async function sortPositions(
  positions: Uint32Array,
  orderOf: (position: number) => number | string,
  textOf: (position: number) => string,
  { isDescending, language, slices }: SortOptions,
): Promise<Uint32Array> {
  const [numbered, texts, empty]: [number[], number[], number[]] = [[], [], []];
  /** By the place among the positions. */
  const numbers = new Float64Array(positions.length);
  const written: (string | undefined)[] = [];
  await eachInSlices(0, positions.length, slices, (index) => {
    const order = orderOf(positions[index] ?? 0);
    written.push(typeof order === 'string' ? order : undefined);
    if (typeof order === 'number') numbers[index] = order;
    (typeof order === 'number' ? numbered : order === '' ? empty : texts).push(index);
  });
  const turn = isDescending ? -1 : 1;
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  /** No number can tell such ids apart. */
  const byDigits = (one: number, other: number) =>
    Number.isSafeInteger(numbers[one]) ? 0 : collator.compare(textOf(positions[one] ?? 0), textOf(positions[other] ?? 0)) * turn;
  const byNumber = (one: number, other: number) => {
    const a = numbers[one] ?? 0;
    const b = numbers[other] ?? 0;
    return a === b ? byDigits(one, other) || one - other : a < b ? -turn : turn;
  };
  const inNumbers = Uint32Array.from(numbered);
  await sortInSlices(inNumbers, byNumber, slices);
  const inTexts = Uint32Array.from(texts);
  await sortTexts(inTexts, written as string[], collator, turn, slices);
  const sorted = isDescending ? [inTexts, inNumbers] : [inNumbers, inTexts];
  const places = [...sorted, Uint32Array.from(empty)];
  const result = new Uint32Array(positions.length);
  let at = 0;
  for (const part of places) for (const index of part) result[at++] = positions[index] ?? 0;
  return result;
}

/** The rules of a language take long to ask, and of what is nearly in order they are asked far less often. */
async function sortTexts(
  items: Uint32Array,
  texts: readonly string[],
  collator: Intl.Collator,
  turn: number,
  slices: Slices,
): Promise<void> {
  const rough: string[] = [];
  await eachInSlices(0, items.length, slices, (index) => {
    const item = items[index] ?? 0;
    rough[item] = roughKey(texts[item] ?? '');
  });
  const byRough = (one: number, other: number) => {
    const a = rough[one] ?? '';
    const b = rough[other] ?? '';
    return a === b ? one - other : a < b ? -turn : turn;
  };
  await sortInSlices(items, byRough, slices);
  const byRules = (one: number, other: number) => collator.compare(texts[one] ?? '', texts[other] ?? '') * turn || one - other;
  await sortInSlices(items, byRules, slices);
}

/** Small letters without accents, with numbers of one length. */
function roughKey(text: string): string {
  const folded = foldText(text);
  return /\d/.test(folded) ? folded.replace(/\d+/g, (digits) => digits.padStart(12, '0')) : folded;
}
