// Reads a list page by page, or to its end whatever the service's way of paging, and says whether the end was proved.
import { hasCode, type PagingDialect } from './dialect.ts';
import { ApiError } from './errors.ts';
import { newLearned, type Learned } from './extra-parameters.ts';
import { readPage, type Page, type Row } from './lists.ts';
import { stringifyJson } from './json.ts';
import { PageRows, type AlikeRows } from './page-rows.ts';
import { pageLimits, usualLimits } from './page-names.ts';
import { isByToken, PageQueries, refusalOf, type PageRequest, type ReadPage, type Refusal } from './page-queries.ts';

export interface PagerOptions {
  readonly pageSize?: number | undefined;
  /** How the service pages, as far as it is known; what is not known is found out, and proved. */
  readonly paging?: PagingDialect | undefined;
  /** False: the first page is asked for without a number, as what may be no list of pages. */
  readonly isPaged?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A row as it is given to whoever reads the list; undefined for one that does not belong to it. */
  readonly rowOf?: ((row: Row) => Row | undefined) | undefined;
  /** How many rows were read so far, of how many as far as the service tells. */
  readonly onProgress?: ((read: number, total: number | undefined) => void) | undefined;
}

/** One page of a list. */
export interface PageRead {
  /** Its rows that were on no page before. */
  readonly rows: readonly Row[];
  /** The same rows, where nothing has to be made of them. */
  readonly alike?: AlikeRows | undefined;
  readonly reply: unknown;
}

const defaultPageSize = 1000;
/** A service that never comes to an end is left there. */
const maxPages = 10_000;
const pagesAtOnce = 4;
/** So many pages in a row may be empty and name a next one. */
const maxEmpty = 5;
/** A million ids would be a hundred megabytes. */
const pagesKept = 20;

/**
 * `next` reads one page more, as somebody asks for it; whoever iterates gets all rows, each once. `isWhole` says whether these are all: they
 * are as many as the service says there are, the page after the last was empty or not there, or the service said that there is none. A page
 * that comes again proves nothing: the service may have another name for the next one. Nor does a number that changes while it is counted.
 */
export class Pager implements AsyncIterable<readonly Row[]> {
  readonly #read: ReadPage;
  readonly #learned: Learned;
  readonly #options: PagerOptions;
  #paging: PagingDialect;
  readonly #queries: PageQueries;
  /** The ids of the first page and of the latest ones; of a page without ids, the page itself. */
  #first: readonly string[] | undefined;
  #recent = new Set<string>();
  #before: ReadonlySet<string> = new Set();
  #pages = 0;
  #count = 0;
  /** How many of them are no rows of this list. */
  #strangers = 0;
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
  /** It was shown that the service gives whole lists. */
  #hasNoPages = false;
  /** It could not be seen whether there is a page before the first. */
  #isStartOpen = false;
  /** Rows that were read by a call of `next` which failed at a page beside them. */
  readonly #held: PageRows[] = [];
  /** How many pages in a row had no rows. */
  #empty = 0;
  /** Who may stop the step that is under way. */
  #signal: AbortSignal | undefined;
  /** What is asked for next. */
  #following: PageRequest | undefined;
  /** Pages that were asked for before their turn, and who may stop them. */
  #ahead: { readonly pages: Map<number, Promise<Asked>>; readonly signal: AbortSignal | undefined } | undefined;

  constructor(read: ReadPage, options: PagerOptions = {}) {
    this.#read = read;
    this.#learned = read.learned ?? newLearned();
    this.#options = options;
    const paging = options.paging ?? read.paging ?? {};
    this.#hasNoPages = paging.by === undefined && this.#learned.isWhole === true;
    this.#paging = this.#hasNoPages ? { ...paging, by: 'none' } : paging;
    this.#queries = new PageQueries(this.#paging, options.pageSize ?? defaultPageSize, options.isPaged !== false);
    this.#following = this.#queries.first;
  }

  get isWhole(): boolean {
    if (this.#read.owners?.isSettled === false) return false;
    return this.#isWhole && (!this.#isStartOpen || this.#hasNoPages || this.#hasAll());
  }

  /** There are as many as the service says that there are. */
  #hasAll(): boolean {
    return this.#total !== undefined && this.#count >= this.#total;
  }

  /** Items that are left out, because nothing shows whose they are. */
  get unclaimed(): readonly Row[] {
    return this.#read.owners?.open ?? [];
  }

  /** How many rows of the list were read. */
  get count(): number {
    return this.#count - this.#strangers;
  }

  /** How many the service says there are; a service that lists others as well says nothing of how many are meant. */
  get total(): number | undefined {
    return this.#strangers > 0 ? undefined : this.#total;
  }

  /** Whether there seems to be a page after those that `next` has read. */
  get hasMore(): boolean {
    return this.#following !== undefined && this.#requests < maxPages;
  }

  /** The next page; one that could not be read is asked for again by the next call. `readsOn`: those behind it are asked for meanwhile. */
  next(signal?: AbortSignal, readsOn = false): Promise<PageRead> {
    return this.#step(signal, readsOn, false);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    while (this.hasMore) {
      const { rows } = await this.#step(undefined, true, true);
      if (rows.length > 0) yield rows;
    }
  }

  /** `isForAll`: a page that is refused is the end, which nothing has proved, and the page before the first comes last. */
  async #step(signal: AbortSignal | undefined, readsOn: boolean, isForAll: boolean): Promise<PageRead> {
    this.#signal = signal;
    const request = this.#following ?? this.#queries.first;
    const { page, isNumbered } = request;
    const isFirst = this.#requests === 0 || this.#count === 0;
    if (readsOn && isNumbered && !isFirst) this.#askAhead(page);
    const early = isNumbered && this.#ahead?.signal === signal ? this.#ahead?.pages.get(page) : undefined;
    this.#ahead?.pages.delete(page);
    const asked = await (early ?? this.#ask(request));
    signal?.throwIfAborted();
    if (asked.error && !isForAll && (isFirst || this.#shouldBeThere(page, asked.error))) throw asked.error;
    const taken = this.#take(asked);
    this.#following = await this.#after(taken, page, isNumbered);
    // Where pages are counted from zero, page 1 is the second.
    const mayStartAtZero = this.#options.isPaged !== false && this.#queries.isByNumber && this.#paging.first === undefined;
    this.#isStartOpen ||= isFirst && mayStartAtZero;
    await this.#lookBehind(taken, page, isFirst);
    if (this.#isStartOpen && (!isForAll || !this.#following)) await this.#lookBefore();
    const read = PageRows.join(this.#held.splice(0));
    return {
      get rows() {
        return read.all;
      },
      alike: read.alike,
      reply: asked.reply,
    };
  }

  /** A few pages at once, where the service says that they are there. */
  #askAhead(page: number): void {
    const signal = this.#signal;
    const { total = this.#lastPage * this.#rowsOfFirst } = this;
    const count = Math.min(pagesAtOnce, Math.ceil((total - this.#count) / this.#rowsOfFirst));
    if (this.#ahead?.signal !== signal) this.#ahead = undefined;
    const { pages } = (this.#ahead ??= { pages: new Map(), signal });
    for (let each = page; each < page + count; each++) {
      if (pages.has(each)) continue;
      const asked = this.#ask(this.#queries.byNumber(each));
      // Whoever takes it is told.
      asked.catch(() => pages.delete(each));
      pages.set(each, asked);
    }
  }

  /** Where the page after this one is; undefined when there is none. */
  async #after(taken: Taken, page: number, isNumbered: boolean): Promise<PageRequest | undefined> {
    const { rows, fresh, next, hasEnded } = taken;
    const { by } = this.#paging;
    if (rows > 0 && fresh === 0) return this.#afterRepeat(hasEnded, page, isNumbered);
    this.#empty = rows === 0 ? this.#empty + 1 : 0;
    if (hasEnded || by === 'none' || this.#empty >= maxEmpty) return undefined;
    if (typeof next === 'object') return this.#queries.byName(next, page + 1);
    if (by === 'cursor') return undefined;
    // What may have no pages has some when its reply speaks of more.
    if (this.#options.isPaged === false && !this.#isToldMore(page)) return undefined;
    if (by === 'offset') return this.#queries.byOffset(this.#count, page + 1);
    return this.#queries.byNumber(page + 1);
  }

  /** Where there was nothing new, it is the end; or the service has no pages, or goes by an offset. */
  async #afterRepeat(hasEnded: boolean, page: number, isNumbered: boolean): Promise<PageRequest | undefined> {
    const isTold = this.#total === undefined && this.#lastPage > 0;
    if (hasEnded || isTold || (await this.#lookForPages())) return undefined;
    this.#ahead = undefined;
    if (!isNumbered || this.#paging.by !== undefined) return undefined;
    // It gives the first page whatever number is asked for.
    this.#paging = { ...this.#paging, by: 'offset' };
    return this.#queries.byOffset(this.#count, page + 1);
  }

  /** What seems to be the last page is proved to be it; pages may be shorter than they were asked to be. */
  async #lookBehind({ rows, next }: Taken, page: number, isFirst: boolean): Promise<void> {
    const isCut = isFirst && this.#mayBeCut && next === undefined;
    // More rows than were asked for: nobody has looked at how many that were.
    const isShort = isFirst ? rows !== this.#queries.pageSize : rows < this.#rowsOfFirst;
    const seemsLast = this.#following?.isNumbered && !this.#isToldMore(page) && (isShort || this.#lastPage > 0);
    if (!isCut && !seemsLast) return;
    const asked = await this.#look(this.#queries.byNumber(page + 1));
    // A number of rows of a page would be another one now.
    if (isCut && asked?.rows.length === 0 && asked.paging?.total === this.#total) this.#learned.isTotalOfAll = true;
    // One that cannot be had, or is empty, leaves what the first has proved.
    if (!asked || (isCut && (asked.refusal || asked.rows.length === 0))) return;
    this.#following = await this.#after(this.#take(asked), page + 1, true);
  }

  /** Proves that the service has no pages, once for all reads of this list. */
  async #lookForPages(): Promise<boolean> {
    // Where nothing speaks of pages, the list may come whole, whatever page is asked for.
    const isSilent = this.#total === undefined && this.#lastPage === 0 && !this.#isDoubtful && this.#paging.by === undefined;
    const count = this.#count;
    if (!isSilent || count === 0 || count !== this.#rowsOfFirst) return false;
    const asked = await this.#look(this.#queries.byAnyName);
    if (!asked || asked.refusal || asked.next !== undefined || asked.rows.length !== count) return false;
    if (asked.paging?.total !== undefined || !marksOf(asked.rows).every((mark) => this.#recent.has(mark))) return false;
    this.#learned.isWhole = true;
    this.#hasNoPages = true;
    this.#isWhole = !this.#mayBeLimit(count);
    return true;
  }

  /** A list without pages may end at a limit of its service, unless a longer one was seen. */
  #mayBeLimit(count: number): boolean {
    return usualLimits.has(count) && (this.#learned.longest ?? 0) <= count;
  }

  async #lookBefore(): Promise<void> {
    if (this.#hasAll() || this.#hasNoPages) return;
    const isWhole = this.#isWhole;
    const asked = await this.#look(this.#queries.byNumber(0));
    const taken = asked && this.#take(asked);
    this.#isStartOpen = !taken || taken.tellsNothing;
    if (this.#hasAll()) this.#following = undefined;
    else this.#isWhole = isWhole && this.#total === undefined && !this.#isDoubtful;
  }

  /** A page that nobody asked for; undefined where it cannot be had now. */
  async #look(request: PageRequest): Promise<Asked | undefined> {
    try {
      return await this.#ask(request);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /** Whether the service says that there is more behind a page. */
  #isToldMore(page: number): boolean {
    return this.#total === undefined ? page < this.#lastPage : this.#count < this.#total;
  }

  /** Whether the service refuses a page that it has told of. */
  #shouldBeThere(page: number, { code }: ApiError): boolean {
    const isTold = page <= this.#lastPage || this.#count < (this.#total ?? 0);
    return isTold && !hasCode(this.#paging.beyond, code);
  }

  /** A total of just one page may be the number of its rows, where pages are cut to that, and no read of the list has shown otherwise. */
  get #mayBeCut(): boolean {
    const isOpen = this.#queries.isByNumber && this.#paging.largest === undefined;
    return isOpen && this.#total === this.#count && this.#isCutTo(this.#count) && !this.#learned.isTotalOfAll;
  }

  /** Whether so many rows may be all that a page has. */
  #isCutTo(count: number): boolean {
    return pageLimits.has(count) || (count > 0 && count === this.#queries.pageSize);
  }

  async #ask({ query, page: number, isNumbered }: PageRequest): Promise<Asked> {
    const page = isNumbered ? number : undefined;
    const signal = this.#signal ?? this.#options.signal;
    signal?.throwIfAborted();
    this.#requests++;
    try {
      const reply = await this.#read(query, signal);
      return { ...readPage(reply), reply, page };
    } catch (error) {
      const refusal = refusalOf(page, this.#paging, error);
      if (refusal) return { rows: noRows, isList: true, page, refusal, error: error as ApiError };
      throw error;
    }
  }

  #take({ rows, paging, next, isList, refusal, page }: Asked): Taken {
    const fresh = this.#freshOf(rows);
    const { rowOf = this.#read.rowOf } = this.#options;
    const kept = rowOf ? PageRows.of(fresh.all.flatMap((row) => rowOf(row) ?? [])) : fresh;
    if (page === 0) this.#held.unshift(kept);
    else this.#held.push(kept);
    this.#strangers += fresh.length - kept.length;
    this.#count += fresh.length;
    this.#rowsOfFirst ||= rows.length;
    this.#learned.longest = Math.max(this.#learned.longest ?? 0, rows.length);
    const rowsBefore = this.#rowsOfLatest;
    this.#rowsOfLatest = rows.length || rowsBefore;
    const { total, isCount } = paging ?? {};
    // A `count` of what is on this page is no total.
    if (total !== undefined && !(isCount && total === rows.length)) this.#hear(total);
    // It is that of the list, and not of a page.
    if (total !== undefined && total > rows.length && rows.length > 0) this.#learned.isTotalOfAll = true;
    this.#lastPage = paging?.lastPage ?? this.#lastPage;
    this.#options.onProgress?.(this.count, this.total);
    const isEmpty = rows.length === 0 && !(typeof next === 'object' && isByToken(next));
    const isNothing = !isList && this.#count === 0 && total === undefined;
    // A page is refused behind the last, which is a short one; and behind whatever limit the service has.
    const isFull = rowsBefore >= this.#rowsOfFirst && (this.#count > rowsBefore || this.#isCutTo(rowsBefore));
    const isBehindLast = this.#lastPage > 0 && page !== undefined && page > this.#lastPage;
    const isLimit = refusal === 'refused' && isFull && !isBehindLast;
    const tellsNothing = isEmpty && (isNothing || isLimit || refusal === 'cut');
    const { by, largest } = this.#paging;
    // A page that is shorter than any page but the last, or a list that comes whole.
    const isLast =
      isList &&
      ((largest !== undefined && typeof next !== 'object' && rows.length < this.#queries.pageSize) ||
        (by === 'none' && !(this.#hasNoPages && this.#mayBeLimit(rows.length))));
    const isEnd = this.#total === undefined ? isEmpty || isLast || next === 'none' : this.#count >= this.#total;
    // There is nothing new on a page by its number, and the service says whether there should be.
    const isTold = fresh.length === 0 && this.#total === undefined && this.#lastPage > 0 && page !== undefined && page > 0;
    const isBehindAll = page !== undefined && (rows.length === 0 ? page >= this.#lastPage : page > this.#lastPage);
    this.#isWhole = (isTold ? isBehindAll : isEnd) && !tellsNothing && !this.#isDoubtful;
    const hasEnded = isEnd || isEmpty || (by === 'none' && typeof next !== 'object');
    return { rows: rows.length, fresh: fresh.length, next, hasEnded, tellsNothing };
  }

  #hear(total: number): void {
    this.#isDoubtful ||= (this.#total !== undefined && this.#total !== total) || total < this.#count;
    this.#total = total < this.#count ? undefined : total;
  }

  /** The rows that were not there yet; a row may move to the next page while this one is read. Without ids, a whole page is compared. */
  #freshOf(rows: PageRows): PageRows {
    if (rows.length === 0) return rows;
    const marks = marksOf(rows);
    const known = new Set(marks.filter((mark) => this.#recent.has(mark) || this.#before.has(mark)));
    // Every page is kept of a list of usual length; of a long one, enough to know a page that comes again.
    this.#first ??= marks;
    if (++this.#pages % pagesKept === 0) [this.#before, this.#recent] = [this.#recent, new Set(this.#first)];
    for (const mark of marks) this.#recent.add(mark);
    if (known.size === 0) return rows;
    // Where every id is known the page came again, and so did what has none on it.
    if (marks.every((mark) => known.has(mark))) return noRows;
    return PageRows.of(rows.all.filter(({ id }) => id === undefined || !known.has(id)));
  }
}

const noRows = PageRows.of([]);

/** What a page is known by when it comes again. */
function marksOf(rows: PageRows): readonly string[] {
  const ids = rows.alike?.ids ?? rows.all.flatMap(({ id }) => id ?? []);
  return ids.length > 0 ? ids : [stringifyJson(rows.all.map(({ value }) => value))];
}

interface Asked extends Page {
  /** Its number, where it was asked for by one. */
  readonly page?: number | undefined;
  readonly reply?: unknown;
  readonly refusal?: Refusal;
  /** What the refusal was told with. */
  readonly error?: ApiError;
}

interface Taken {
  /** How many there were, known or not, and how many of them were not there before. */
  readonly rows: number;
  readonly fresh: number;
  readonly next: Page['next'];
  /** There is nothing more to ask for. */
  readonly hasEnded: boolean;
  /** It ended without a word of whether there is more. */
  readonly tellsNothing: boolean;
}
