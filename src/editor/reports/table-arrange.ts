// Rows in order, and those that somebody looks for: in slices, so that a long list keeps nobody else waiting.
import type { TableView } from '../../protocol/table.ts';
import { columnFilter } from './table-filters.ts';
import { eachInSlices, Slices } from './table-slices.ts';
import type { ArrangedList } from './table-readers.ts';
import { sortPositions, upTo } from './table-sort.ts';
import { wordTests } from './table-words.ts';

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
  const [fits, ...others] = tests;
  if (!fits) return undefined;
  let positions = known?.positions ?? new Uint32Array(64);
  let at = known?.count ?? 0;
  await eachInSlices(known?.looked ?? 0, count, slices, (index) => {
    if (!fits(index) || (others.length > 0 && !others.every((test) => test(index)))) return;
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

/** Undefined: in the order in which they were read. */
async function sortRows(
  list: ArrangedList,
  sort: TableView['sort'],
  found: Found | undefined,
  count: number,
  slices: Slices,
): Promise<Uint32Array | undefined> {
  if (!sort || !list.columns.some(({ key }) => key === sort.key)) return undefined;
  const { field, order, text, stretch, orderAsIs } = list.reader(sort.key);
  const positions = found?.positions.subarray(0, found.count) ?? upTo(count);
  const values = {
    orderOf: (position: number) => order(field(position)),
    textOf: (position: number) => text(field(position)),
    stretch,
    orderAsIs,
  };
  return sortPositions(positions, values, { ...sort, language: list.language, slices });
}
