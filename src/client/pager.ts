// Reads a list page by page, or to its end whatever the service's way of paging, and says whether the end was proved.
import { ApiError } from './errors.ts';
import { stringifyJson } from './json.ts';
import { readPage, type Page, type Row } from './lists.ts';
import { t } from './l10n.ts';

/** The query parameters that name a page. */
export type PageQuery = Readonly<Record<string, string | number>>;
export type ReadPage = (query: PageQuery, signal?: AbortSignal) => Promise<unknown>;

export interface PagerOptions {
  readonly pageSize?: number | undefined;
  /** False: the first page is asked for without a number, as what may be no list of pages. */
  readonly isPaged?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How many rows were read so far, of how many as far as the service tells. */
  readonly onProgress?: ((read: number, total: number | undefined) => void) | undefined;
}

/** A list of which it is not known whether it has more than what was read. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
  readonly count: number;

  constructor(count: number, total: number | undefined) {
    const isShort = total !== undefined && total > count;
    super(
      isShort
        ? t('The service says that there are {0}, and gave only {1} of them.', total, count)
        : t('The service gave {0}, and nothing shows that these are all.', count),
    );
    this.count = count;
  }
}

/** One page of a list. */
export interface PageRead {
  /** Its rows that were on no page before. */
  readonly rows: readonly Row[];
  readonly reply: unknown;
}

/** Every row of a list; fails with `IncompleteList` at its end unless it is proved that these are all. */
export async function* wholeList(read: ReadPage, options: PagerOptions = {}): AsyncGenerator<readonly Row[]> {
  const pager = new Pager(read, options);
  yield* pager;
  if (!pager.isWhole) throw new IncompleteList(pager.count, pager.total);
}

/** The service's code for a page beyond the last. */
const beyondLastPage = '2004';
const defaultPageSize = 1000;
/** A service that never comes to an end is left there. */
const maxPages = 10_000;
const pagesAtOnce = 4;
/** So many pages in a row may be empty and name a next one. */
const maxEmpty = 5;
/** A million ids would be a hundred megabytes. */
const pagesKept = 20;

/**
 * `next` reads one page more, as somebody asks for it. Iterate over it for all rows, each once. After an iteration `isWhole` says whether these are all: they are as many as the service says there
 * are, the page after the last was empty or not there, or the service said that there is none. A page that comes again proves nothing:
 * the service may have another name for the next one. Nor does a number that changes while it is counted.
 */
export class Pager implements AsyncIterable<readonly Row[]> {
  readonly #read: ReadPage;
  readonly #options: PagerOptions;
  readonly #pageSize: number;
  /** What the first page and the latest ones had, by id or as they came. */
  #recent: ReadonlySet<string>[] = [];
  #count = 0;
  #total: number | undefined;
  /** What the service says of its length does not fit what it gave, or itself. */
  #isDoubtful = false;
  /** The number of the last page, as the service says. */
  #lastPage = 0;
  /** How many rows the first page had, and the latest one that had any. */
  #rowsOfFirst = 0;
  #rowsOfLatest = 0;
  #requests = 0;
  #isWhole = false;
  /** How many pages `next` has read. */
  #pages = 0;
  #hasMore = true;

  constructor(read: ReadPage, options: PagerOptions = {}) {
    this.#read = read;
    this.#options = options;
    this.#pageSize = options.pageSize ?? defaultPageSize;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** How many rows were read. */
  get count(): number {
    return this.#count;
  }

  /** How many the service says there are. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Whether there seems to be a page after those that `next` has read. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The next page; one that could not be read is asked for again by the next call. */
  async next(signal?: AbortSignal): Promise<PageRead> {
    const page = this.#pages + 1;
    const isNumbered = page > 1 || this.#options.isPaged !== false;
    const asked = await this.#ask(isNumbered ? { page, pageSize: this.#pageSize } : {}, signal);
    signal?.throwIfAborted();
    if (asked.error && (page === 1 || this.#shouldBeThere(page, asked.error))) throw asked.error;
    this.#pages = page;
    const { rows, fresh, next } = this.#take(asked);
    const isFull = isNumbered && rows >= this.#pageSize;
    const isTold = this.#total === undefined ? isFull && next !== 'none' : this.#count < this.#total;
    const saysMore = this.#lastPage > 0 ? page < this.#lastPage : isTold;
    this.#hasMore = fresh.length > 0 && saysMore && this.#requests < maxPages;
    return { rows: fresh, reply: asked.reply };
  }

  /** Whether the service refuses a page that it has told of. */
  #shouldBeThere(page: number, { code }: ApiError): boolean {
    const isTold = page <= this.#lastPage || this.#count < (this.#total ?? 0);
    return isTold && code !== beyondLastPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    yield* this.#forward();
    if (this.#total !== undefined) return;
    // Where pages are counted from zero, page 1 is the second.
    const { isWhole } = this;
    const { fresh, tellsNothing } = await this.#page({ page: 0, pageSize: this.#pageSize });
    if (fresh.length > 0) yield fresh;
    this.#isWhole = isWhole && !tellsNothing;
  }

  async *#forward(): AsyncGenerator<readonly Row[]> {
    const { fresh, next, hasEnded } = await this.#page({ page: 1, pageSize: this.#pageSize });
    if (fresh.length > 0) yield fresh;
    if (hasEnded && next === undefined && this.#mayBeCut) yield* this.#beyond(fresh.length);
    if (hasEnded) return;
    if (typeof next === 'object') yield* this.#byName(next);
    else yield* this.#byNumber(Math.max(1, fresh.length), 2);
  }

  /** Whether there is a second page after all; one that cannot be had leaves what the first has proved. */
  async *#beyond(rowsOfFirst: number): AsyncGenerator<readonly Row[]> {
    const second = await this.#ask({ page: 2, pageSize: this.#pageSize }).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (!second || second.refusal) return;
    const { fresh } = this.#take(second);
    if (fresh.length === 0) return;
    yield fresh;
    yield* this.#byNumber(rowsOfFirst, 3);
  }

  /** A total of just one page may be the number of its rows: what cuts pages is a round number. */
  get #mayBeCut(): boolean {
    return this.#total === this.#count && this.#count > 0 && this.#count % 5 === 0;
  }

  /** Page after page, a few at once where the service says how much there is. */
  async *#byNumber(rowsOfFirst: number, from: number): AsyncGenerator<readonly Row[]> {
    for (let page = from; this.#requests < maxPages;) {
      const { total = this.#lastPage * rowsOfFirst } = this;
      const count = Math.max(1, Math.min(pagesAtOnce, Math.ceil((total - this.#count) / rowsOfFirst)));
      const reads = Array.from({ length: count }, (_, index) => this.#ask({ page: page + index, pageSize: this.#pageSize }));
      for (const list of await Promise.all(reads)) {
        const { fresh, hasEnded, tellsNothing } = this.#take(list);
        if (fresh.length > 0) yield fresh;
        if (tellsNothing) return;
        if (fresh.length === 0 && this.#total === undefined && this.#lastPage > 0) {
          // There is nothing new on it, and the service says whether there should be.
          this.#isWhole = page > this.#lastPage && !this.#isDoubtful;
          return;
        }
        if (hasEnded) return;
        if (fresh.length === 0) yield* this.#byOffset();
        if (fresh.length === 0) return;
        page++;
      }
    }
  }

  /** For a service that gives the first page whichever is asked for. */
  async *#byOffset(): AsyncGenerator<readonly Row[]> {
    while (this.#requests < maxPages) {
      const { fresh, hasEnded } = await this.#page({ offset: this.#count, limit: this.#pageSize });
      if (fresh.length > 0) yield fresh;
      if (hasEnded || fresh.length === 0) return;
    }
  }

  /** As the service itself names the next page; one without a row may name another. */
  async *#byName(first: PageQuery): AsyncGenerator<readonly Row[]> {
    let empty = 0;
    for (let query: PageQuery = first; this.#requests < maxPages && empty < maxEmpty;) {
      const { rows, fresh, next, hasEnded } = await this.#page(query);
      if (fresh.length > 0) yield fresh;
      empty = rows === 0 ? empty + 1 : 0;
      const isKnown = rows > 0 && fresh.length === 0;
      if (hasEnded || isKnown || typeof next !== 'object') return;
      query = next;
    }
  }

  async #page(query: PageQuery): Promise<Taken> {
    return this.#take(await this.#ask(query));
  }

  async #ask(query: PageQuery, signal = this.#options.signal): Promise<Asked> {
    signal?.throwIfAborted();
    this.#requests++;
    try {
      const reply = await this.#read(query, signal);
      return { ...readPage(reply), reply };
    } catch (error) {
      const refusal = refusalOf(query, error);
      if (refusal) return { rows: [], isList: true, refusal, error: error as ApiError };
      throw error;
    }
  }

  #take({ rows, paging, next, isList, refusal }: Asked): Taken {
    const fresh = this.#freshOf(rows);
    this.#count += fresh.length;
    this.#rowsOfFirst ||= rows.length;
    const rowsBefore = this.#rowsOfLatest;
    this.#rowsOfLatest = rows.length || rowsBefore;
    const { total, isCount } = paging ?? {};
    // A `count` of what is on this page is no total.
    if (total !== undefined && !(isCount && total === rows.length)) this.#hear(total);
    this.#lastPage = paging?.lastPage ?? this.#lastPage;
    this.#options.onProgress?.(this.#count, this.#total);
    const isEmpty = rows.length === 0 && !(typeof next === 'object' && isByToken(next));
    const isNothing = !isList && this.#count === 0 && total === undefined;
    // A page is refused behind the last, which is a short one; and behind whatever limit the service has, which is a round number.
    const isLimit = refusal === 'refused' && rowsBefore >= this.#rowsOfFirst && rowsBefore % 5 === 0;
    const tellsNothing = isEmpty && (isNothing || isLimit || refusal === 'cut');
    const isEnd = this.#total === undefined ? isEmpty || next === 'none' : this.#count >= this.#total;
    this.#isWhole = isEnd && !tellsNothing && !this.#isDoubtful;
    return { rows: rows.length, fresh, next, hasEnded: isEnd || isEmpty, tellsNothing };
  }

  #hear(total: number): void {
    this.#isDoubtful ||= (this.#total !== undefined && this.#total !== total) || total < this.#count;
    this.#total = total < this.#count ? undefined : total;
  }

  /** The rows that were not there yet; a row may move to the next page while this one is read. Without ids, a whole page is compared. */
  #freshOf(rows: readonly Row[]): readonly Row[] {
    const marks = new Set(rows.map(({ id }) => id).filter((id) => id !== undefined));
    const hasIds = marks.size > 0 || rows.length === 0;
    if (!hasIds) marks.add(stringifyJson(rows.map(({ value }) => value)));
    const isKnown = (mark: string) => this.#recent.some((page) => page.has(mark));
    const fresh = hasIds ? rows.filter(({ id }) => id === undefined || !isKnown(id)) : [...marks].some(isKnown) ? [] : rows;
    // Every page is kept of a list of usual length; of a long one, enough to know a page that comes again.
    if (rows.length > 0) this.#recent.push(marks);
    if (this.#recent.length > pagesKept) this.#recent.splice(1, 1);
    return fresh;
  }
}

/**
 * - `none`: there is no such page.
 * - `refused`: there may be none.
 * - `cut`: the way to it has ended, wherever the list does.
 */
type Refusal = 'none' | 'refused' | 'cut';

interface Asked extends Page {
  readonly reply?: unknown;
  readonly refusal?: Refusal;
  /** What the refusal was told with. */
  readonly error?: ApiError;
}

/** Many services refuse a page beyond the last, and fail at the one before the first. */
function refusalOf({ page }: PageQuery, error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || page === 1) return undefined;
  const { kind, status } = error;
  if (page === 0 && kind === 'server') return status === 500 ? 'none' : 'cut';
  if (kind !== 'notFound' && kind !== 'invalid') return undefined;
  if (page === undefined) return 'cut';
  return kind === 'notFound' || page === 0 ? 'none' : 'refused';
}

/** Where the next page goes by a number, an empty one is behind the last, although it names a next one. */
function isByToken(next: PageQuery): boolean {
  return !Object.keys(next).some((name) => /^(?:page|offset|skip|start|from)$/i.test(name));
}

interface Taken {
  /** How many there were, known or not. */
  readonly rows: number;
  readonly fresh: readonly Row[];
  readonly next: Page['next'];
  /** There is nothing more to ask for. */
  readonly hasEnded: boolean;
  /** It ended without a word of whether there is more. */
  readonly tellsNothing: boolean;
}
