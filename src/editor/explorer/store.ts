// What was read of each list, by environment. A list is asked for once, however many rows of the tree show it.
import { ApiError, readList, type ApiErrorKind, type Row } from '../../client/index.ts';
import { getOrInsert } from '../reading/formats.ts';
import { isPaged, listKey, type ListSource, type PageWanted } from '../reading/lists.ts';

export interface ListProblem {
  readonly kind: ApiErrorKind | 'other';
  readonly message: string;
}

export interface ListState {
  readonly source: ListSource;
  readonly rows: readonly Row[];
  /** The last reply, for a list that is one object. */
  readonly reply: unknown;
  readonly pages: number;
  readonly hasMore: boolean;
  readonly total?: number | undefined;
  /** Why the last read failed; the rows are those of the one before. */
  readonly problem?: ListProblem | undefined;
  /** Whether any read has succeeded. */
  readonly known: boolean;
}

export type ReadPage = (environment: string, source: ListSource, page: PageWanted) => Promise<unknown>;
/** `looked`: it was read because somebody looked at it, and they wait for its rows; `asked`: somebody asked for more or newer rows. */
export type ReadCause = 'looked' | 'asked';
type Listener = (environment: string, source: ListSource, cause: ReadCause) => void;

interface Entry {
  readonly source: ListSource;
  state: ListState | undefined;
  /** When the last read failed. */
  failedAt: number | undefined;
  /** Read again when somebody looks at it. */
  expired: boolean;
  running: Promise<void> | undefined;
  queued: Promise<void> | undefined;
}

/** A failure is shown for so long before a look at the list asks again, in milliseconds. */
const failureAge = 10_000;
/** The service's code for a page beyond the last. */
const beyondLastPage = '2004';

export class ListStore {
  readonly #read: ReadPage;
  readonly #pageSize: () => number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Map<string, Entry>>();
  readonly #listeners = new Set<Listener>();

  constructor(read: ReadPage, pageSize: () => number, now: () => number = () => performance.now()) {
    this.#read = read;
    this.#pageSize = pageSize;
    this.#now = now;
  }

  onDidChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  get(environment: string, source: ListSource): ListState | undefined {
    return this.#entries.get(environment)?.get(listKey(source))?.state;
  }

  /** Every list of an environment that was read, or could not be. */
  all(environment: string): ListState[] {
    return [...(this.#entries.get(environment)?.values() ?? [])].flatMap(({ state }) => state ?? []);
  }

  /** Reads the list unless it is known; never fails, a failure is part of the state. */
  async load(environment: string, source: ListSource): Promise<void> {
    const entry = this.#entry(environment, source);
    if (entry.running) return entry.running;
    const failedLongAgo = entry.failedAt !== undefined && this.#now() - entry.failedAt > failureAge;
    if (!entry.state || entry.expired || failedLongAgo) await this.#run(environment, source, entry, 'look');
  }

  async loadMore(environment: string, source: ListSource): Promise<void> {
    const entry = this.#entry(environment, source);
    await (entry.running ?? this.#run(environment, source, entry, entry.state?.known ? 'more' : 'again'));
  }

  /** Reads the list again, as many pages as there were; a read that began before now is not taken for the answer. */
  async refresh(environment: string, source: ListSource): Promise<void> {
    const entry = this.#entry(environment, source);
    if (!entry.running) return this.#run(environment, source, entry, 'again');
    entry.queued ??= entry.running.then(() => {
      entry.queued = undefined;
      return this.#run(environment, source, entry, 'again');
    });
    return entry.queued;
  }

  /** These lists of an environment, or all of them, are read again when somebody looks at them. */
  expire(environment: string, isMeant: (source: ListSource) => boolean = () => true): void {
    for (const entry of this.#entries.get(environment)?.values() ?? [])
      if (entry.state && isMeant(entry.state.source)) entry.expired = true;
  }

  /** These lists of an environment are as if they had never been read, and a read that still runs is not taken for them. */
  forget(environment: string, isMeant: (source: ListSource) => boolean): ListSource[] {
    const lists = this.#entries.get(environment) ?? new Map<string, Entry>();
    const meant = [...lists].filter(([, { source }]) => isMeant(source));
    for (const [key] of meant) lists.delete(key);
    return meant.map(([, { source }]) => source);
  }

  #entry(environment: string, source: ListSource): Entry {
    const lists = getOrInsert(this.#entries, environment, () => new Map<string, Entry>());
    return getOrInsert(lists, listKey(source), () => ({
      source,
      state: undefined,
      failedAt: undefined,
      expired: false,
      running: undefined,
      queued: undefined,
    }));
  }

  #run(environment: string, source: ListSource, entry: Entry, which: 'look' | 'again' | 'more'): Promise<void> {
    const work = which === 'more' ? this.#readMore(environment, source, entry) : this.#readAgain(environment, source, entry);
    entry.running = work
      .catch((error: unknown) => {
        entry.state = { ...(entry.state ?? nothingOf(source)), problem: problemOf(error) };
        entry.failedAt = this.#now();
      })
      .finally(() => {
        entry.running = undefined;
        for (const listener of this.#listeners) listener(environment, source, which === 'look' ? 'looked' : 'asked');
      });
    return entry.running;
  }

  async #readAgain(environment: string, source: ListSource, entry: Entry): Promise<void> {
    entry.expired = false;
    const pages = Math.max(1, entry.state?.pages ?? 1);
    let state = nothingOf(source);
    do state = await this.#addPage(environment, state);
    while (state.hasMore && state.pages < pages);
    entry.failedAt = undefined;
    entry.state = state;
  }

  async #readMore(environment: string, source: ListSource, entry: Entry): Promise<void> {
    const state = entry.state ?? nothingOf(source);
    if (!state.hasMore) return;
    entry.state = await this.#addPage(environment, state);
    entry.failedAt = undefined;
  }

  async #addPage(environment: string, state: ListState): Promise<ListState> {
    const wanted = { page: state.pages + 1, pageSize: this.#pageSize() };
    try {
      return withPage(state, await this.#read(environment, state.source, wanted), wanted);
    } catch (error) {
      // Where nothing tells how many pages there are, the one after the last says so.
      if (wanted.page > 1 && error instanceof ApiError && error.code === beyondLastPage)
        return { ...state, hasMore: false, problem: undefined };
      throw error;
    }
  }
}

function nothingOf(source: ListSource): ListState {
  return { source, rows: [], reply: undefined, pages: 0, hasMore: false, known: false };
}

/** The list with one more page. */
export function withPage(state: ListState, reply: unknown, { page, pageSize }: PageWanted): ListState {
  const { rows: read, paging } = readList(reply);
  const known = new Set(state.rows.map(({ id }) => id).filter((id) => id !== undefined));
  // A row that has moved to the next page meanwhile is there already.
  const added = page === 1 ? read : read.filter(({ id }) => id === undefined || !known.has(id));
  const rows = page === 1 ? read : [...state.rows, ...added];
  const total = paging?.total;
  const next = { source: state.source, rows, reply, pages: page, total, known: true };
  if (!isPaged(state.source) || added.length === 0) return { ...next, hasMore: false };
  if (paging?.lastPage !== undefined) return { ...next, hasMore: page < paging.lastPage };
  return { ...next, hasMore: total === undefined ? read.length >= pageSize : rows.length < total };
}

function problemOf(error: unknown): ListProblem {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof ApiError ? error.kind : 'other', message };
}
