// What was read of each list, by environment. A list is asked for once, however many rows of the tree show it.
import { ApiError, Pager, type ApiErrorKind, type ReadPage, type Row } from '../../client/index.ts';
import { getOrInsert } from '../platform/once.ts';
import { messageOf } from '../platform/user-error.ts';
import { isPaged, readText, type Read } from '../reading/reads.ts';

export interface ListProblem {
  readonly kind: ApiErrorKind | 'other';
  readonly message: string;
  /** The group sends no credential, so that no sign-in helps. */
  readonly sendsNothing?: boolean | undefined;
}

export interface ListState {
  readonly read: Read;
  readonly rows: readonly Row[];
  /** The last reply, for a list that is one object. */
  readonly reply: unknown;
  readonly pages: number;
  readonly hasMore: boolean;
  /** Whether it is proved that these are all; without a page after them, there are at least so many. */
  readonly isWhole: boolean;
  readonly total?: number | undefined;
  /** Why the last read failed; the rows are those of the one before. */
  readonly problem?: ListProblem | undefined;
  /** Whether any read has succeeded. */
  readonly known: boolean;
}

/** `looked`: it was read because somebody looked at it, and they wait for its rows; `asked`: somebody asked for more or newer rows. */
export type ReadCause = 'looked' | 'asked';
type Listener = (environment: string, read: Read, cause: ReadCause) => void;

interface Entry {
  readonly read: Read;
  state?: ListState;
  /** Reads what comes after the state. */
  pager?: Pager;
  /** When the last read failed. */
  failedAt?: number | undefined;
  /** Read again when somebody looks at it. */
  expired?: boolean;
  running?: Promise<void> | undefined;
  queued?: Promise<void> | undefined;
}

/** A failure is shown for so long before a look at the list asks again, in milliseconds. */
const failureAge = 10_000;

export class ListStore {
  readonly #pagesOf: (environment: string, read: Read) => ReadPage;
  readonly #pageSize: () => number;
  readonly #now: () => number;
  readonly #entries = new Map<string, Map<string, Entry>>();
  readonly #listeners = new Set<Listener>();

  constructor(
    pagesOfList: (environment: string, read: Read) => ReadPage,
    pageSize: () => number,
    now: () => number = () => performance.now(),
  ) {
    this.#pagesOf = pagesOfList;
    this.#pageSize = pageSize;
    this.#now = now;
  }

  onDidChange(listener: Listener): void {
    this.#listeners.add(listener);
  }

  get(environment: string, read: Read): ListState | undefined {
    return this.#entries.get(environment)?.get(readText(read))?.state;
  }

  /** Every list of an environment that was read, or could not be. */
  all(environment: string): ListState[] {
    return [...(this.#entries.get(environment)?.values() ?? [])].flatMap(({ state }) => state ?? []);
  }

  /** Reads the list unless it is known; never fails, a failure is part of the state. */
  async load(environment: string, read: Read): Promise<void> {
    const entry = this.#entry(environment, read);
    // A read that began before the list was to be read again is not the answer.
    if (entry.running) return entry.expired ? this.refresh(environment, read) : entry.running;
    const failedLongAgo = entry.failedAt !== undefined && this.#now() - entry.failedAt > failureAge;
    if (!entry.state || entry.expired || failedLongAgo) await this.#run(environment, entry, 'look');
  }

  async loadMore(environment: string, read: Read): Promise<void> {
    const entry = this.#entry(environment, read);
    await (entry.running ?? this.#run(environment, entry, entry.state?.known ? 'more' : 'again'));
  }

  /** Reads the list again, as many pages as there were; a read that began before now is not taken for the answer. */
  async refresh(environment: string, read: Read): Promise<void> {
    const entry = this.#entry(environment, read);
    if (!entry.running) return this.#run(environment, entry, 'again');
    entry.queued ??= entry.running.then(() => {
      entry.queued = undefined;
      return this.#run(environment, entry, 'again');
    });
    return entry.queued;
  }

  /** These lists of an environment, or all of them, are read again when somebody looks at them. */
  expire(environment: string, isMeant: (read: Read) => boolean = () => true): void {
    for (const entry of this.#entries.get(environment)?.values() ?? [])
      if ((entry.state ?? entry.running) && isMeant(entry.read)) entry.expired = true;
  }

  /** These lists of an environment are as if they had never been read, and a read that still runs is not taken for them. */
  forget(environment: string, isMeant: (read: Read) => boolean): Read[] {
    const lists = this.#entries.get(environment) ?? new Map<string, Entry>();
    const meant = [...lists].filter(([, { read }]) => isMeant(read));
    for (const [key] of meant) lists.delete(key);
    return meant.map(([, { read }]) => read);
  }

  #entry(environment: string, read: Read): Entry {
    const lists = getOrInsert(this.#entries, environment, () => new Map<string, Entry>());
    return getOrInsert(lists, readText(read), () => ({ read }));
  }

  #run(environment: string, entry: Entry, which: 'look' | 'again' | 'more'): Promise<void> {
    const { read } = entry;
    const work = which === 'more' ? this.#readMore(entry) : this.#readAgain(environment, entry);
    entry.running = work
      .catch((error: unknown) => {
        entry.state = { ...(entry.state ?? nothingOf(read)), problem: problemOf(error) };
        entry.failedAt = this.#now();
      })
      .finally(() => {
        entry.running = undefined;
        for (const listener of this.#listeners) listener(environment, read, which === 'look' ? 'looked' : 'asked');
      });
    return entry.running;
  }

  async #readAgain(environment: string, entry: Entry): Promise<void> {
    const { read } = entry;
    entry.expired = false;
    const pages = Math.max(1, entry.state?.pages ?? 1);
    const pager = new Pager(this.#pagesOf(environment, read), { pageSize: this.#pageSize(), isPaged: isPaged(read) });
    let state = nothingOf(read);
    do state = await withNextPage(state, pager);
    while (state.hasMore && state.pages < pages);
    Object.assign(entry, { state, pager, failedAt: undefined });
  }

  async #readMore(entry: Entry): Promise<void> {
    if (!entry.state?.hasMore || !entry.pager) return;
    entry.state = await withNextPage(entry.state, entry.pager);
    entry.failedAt = undefined;
  }
}

function nothingOf(read: Read): ListState {
  return { read, rows: [], reply: undefined, pages: 0, hasMore: false, isWhole: false, known: false };
}

async function withNextPage({ read, rows, reply, pages }: ListState, pager: Pager): Promise<ListState> {
  const page = await pager.next();
  return {
    read,
    rows: [...rows, ...page.rows],
    reply: page.reply ?? reply,
    pages: pages + 1,
    total: pager.total,
    hasMore: isPaged(read) && pager.hasMore,
    isWhole: pager.isWhole,
    known: true,
  };
}

function problemOf(error: unknown): ListProblem {
  if (!(error instanceof ApiError)) return { kind: 'other', message: messageOf(error) };
  const { kind, message, carriedCredential } = error;
  return kind === 'unauthorized' ? { kind, message, sendsNothing: carriedCredential === false } : { kind, message };
}
