// Rows in order, and those that somebody looks for: in slices, so that a long list keeps nobody else waiting.
import type { TableCell, TableColumn, TableView } from '../../protocol/table.ts';
import { foldText } from '../../shared/text.ts';
import { columnFilter } from './table-filters.ts';
import { eachInSlices, Slices } from './table-slices.ts';
import { sortPositions } from './table-sort.ts';

/** One column, as an arrangement needs it. */
export interface ColumnReader {
  /** The field of a row. */
  readonly field: (index: number) => unknown;
  readonly cell: (value: unknown) => TableCell;
  /** What the cell shows. */
  readonly text: (value: unknown) => string;
  /** A number is shown as it is, in nothing but figures. */
  readonly hasFigures: boolean;
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
  const { field, text: textOf, number } = list.reader(key);
  const fits = columnFilter(text);
  if (!fits) return undefined;
  return (index) => {
    const value = field(index);
    return fits(
      () => number(value),
      () => textOf(value),
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

const unusual = /[^ -~]/;

function wordTest(list: ArrangedList, words: readonly string[]): (index: number) => boolean {
  const all = 2 ** words.length - 1;
  // Most words and texts are plain: no other text has to be made of them.
  const isPlain = words.every((word) => !unusual.test(word));
  const mayBeFigures = words.some((word) => /^[-+.\de]+$/.test(word));
  const plain = words.map((word) => new RegExp(word.replace(/\W/g, '\\$&'), 'i'));
  const columns = list.columns.map(({ key }) => {
    const { field, text: textOf, hasFigures } = list.reader(key);
    const has = remembering((value) => {
      if (hasFigures && !mayBeFigures && typeof value === 'number') return 0;
      const text = textOf(value);
      const folded = isPlain && !unusual.test(text) ? undefined : foldText(text);
      let found = 0;
      for (let at = 0; at < words.length; at++) if (folded?.includes(words[at] ?? '') ?? plain[at]?.test(text)) found |= 1 << at;
      return found;
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
  const { field, order, text } = list.reader(sort.key);
  const positions = found?.positions.subarray(0, found.count) ?? upTo(count);
  const values = { orderOf: (position: number) => order(field(position)), textOf: (position: number) => text(field(position)) };
  return sortPositions(positions, values, { ...sort, language: list.language, slices });
}

function upTo(count: number): Uint32Array {
  const positions = new Uint32Array(count);
  for (let index = 0; index < count; index++) positions[index] = index;
  return positions;
}
