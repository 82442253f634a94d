// Reads a list page by page, or to its end whatever the service's way of paging, and says whether the end was proved.
import type { PagingDialect } from './dialect.ts';
import { ApiError } from './errors.ts';
import { stringifyJson } from './json.ts';
import { readPage, type Page, type Row } from './lists.ts';
import { t } from './l10n.ts';

/** The query parameters that name a page. */
export type PageQuery = Readonly<Record<string, string | number>>;
export type ReadPage = (query: PageQuery, signal?: AbortSignal) => Promise<unknown>;

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
  readonly #paging: PagingDialect;
  readonly #pageSize: number;
  /** What the first page and the latest ones had, by id or as they came. */
  #recent: ReadonlySet<string>[] = [];
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
  /** What `next` asks for when it is called again. */
  #following: Following | undefined;

  constructor(read: ReadPage, options: PagerOptions = {}) {
    this.#read = read;
    this.#options = options;
    this.#paging = options.paging ?? {};
    this.#pageSize = Math.min(options.pageSize ?? defaultPageSize, this.#paging.largest ?? Infinity);
    this.#following = { query: this.#queryOfFirst(), page: this.#firstPage };
  }

  get isWhole(): boolean {
    return this.#isWhole;
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

  get #firstPage(): number {
    return this.#paging.first ?? 1;
  }

  #queryOfFirst(): PageQuery {
    const { by } = this.#paging;
    if (by === 'none' || this.#options.isPaged === false) return {};
    if (by === 'offset') return this.#queryOfOffset(0);
    if (by === 'cursor') return { [this.#paging.size ?? 'limit']: this.#pageSize };
    return this.#queryOfPage(this.#firstPage);
  }

  #queryOfPage(page: number): PageQuery {
    const { by, page: name, size } = this.#paging;
    const isNamed = by === undefined || by === 'page';
    return { [(isNamed && name) || 'page']: page, [(isNamed && size) || 'pageSize']: this.#pageSize };
  }

  #queryOfOffset(offset: number): PageQuery {
    const { by, page: name, size } = this.#paging;
    const isNamed = by === 'offset';
    return { [(isNamed && name) || 'offset']: offset, [(isNamed && size) || 'limit']: this.#pageSize };
  }

  /** The next page; one that could not be read is asked for again by the next call. */
  async next(signal?: AbortSignal): Promise<PageRead> {
    const { query, page } = this.#following ?? { query: this.#queryOfFirst(), page: this.#firstPage };
    const isFirst = this.#requests === 0 || this.#count === 0;
    const asked = await this.#ask(query, page, signal);
    signal?.throwIfAborted();
    if (asked.error && (isFirst || this.#shouldBeThere(page, asked.error))) throw asked.error;
    const taken = this.#take(asked);
    this.#following = this.#after(taken, page);
    const isPaged = this.#options.isPaged !== false;
    const mustLook = isPaged && isFirst && this.#mustLook(taken);
    const others = mustLook ? await this.#lookAround(page, taken.rows, signal) : { before: [], after: [] };
    return { rows: [...others.before, ...taken.kept, ...others.after], reply: asked.reply };
  }

  /** Where the page after this one is; undefined when there is none. */
  #after({ rows, fresh, next, hasEnded }: Taken, page: number): Following | undefined {
    const { by } = this.#paging;
    const isPaged = this.#options.isPaged !== false && by !== 'none';
    if (hasEnded || !isPaged || (rows > 0 && fresh === 0)) return undefined;
    if (typeof next === 'object') return { query: this.#named(next), page: page + 1 };
    if (by === 'cursor') return undefined;
    if (by === 'offset') return { query: this.#queryOfOffset(this.#count), page: page + 1 };
    const isLast = this.#total === undefined && this.#lastPage > 0 && page >= this.#lastPage;
    return isLast ? undefined : { query: this.#queryOfPage(page + 1), page: page + 1 };
  }

  /** A token goes by the name that the dialect gives it. */
  #named(next: PageQuery): PageQuery {
    const { by, page } = this.#paging;
    const [only, ...more] = Object.values(next);
    return by === 'cursor' && page !== undefined && only !== undefined && more.length === 0 ? { [page]: only } : next;
  }

  /** Whether a first page that is not all leaves it open if it is the first, or the last. */
  #mustLook({ next }: Taken): boolean {
    const { by } = this.#paging;
    return !this.#isWhole && next === undefined && (by === undefined || by === 'page');
  }

  /** Looks at the pages on both sides of the first: pages may be counted from zero, or be shorter than they were asked to be. */
  async #lookAround(
    page: number,
    rows: number,
    signal?: AbortSignal,
  ): Promise<{ before: readonly Row[]; after: readonly Row[] }> {
    const before = this.#paging.first === undefined ? await this.#lookAt(0, signal) : undefined;
    const isAll = this.#total !== undefined && this.#count >= this.#total;
    const isShort = rows < this.#pageSize && this.#following !== undefined && !isAll;
    const after = isShort ? await this.#lookAt(page + 1, signal) : undefined;
    if (isAll) this.#following = undefined;
    else if (after) this.#following = after.fresh > 0 ? this.#after(after, page + 1) : undefined;
    // A page before the first that tells nothing leaves open whether the first was one.
    this.#isWhole &&= (isAll || after !== undefined) && !before?.tellsNothing;
    return { before: before?.kept ?? [], after: after?.kept ?? [] };
  }

  async #lookAt(page: number, signal?: AbortSignal): Promise<Taken | undefined> {
    const asked = await this.#ask(this.#queryOfPage(page), page, signal).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    return asked && this.#take(asked);
  }

  /** Whether the service refuses a page that it has told of. */
  #shouldBeThere(page: number, { code }: ApiError): boolean {
    const isTold = page <= this.#lastPage || this.#count < (this.#total ?? 0);
    return isTold && code !== beyondLastPage;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[]> {
    yield* this.#forward();
    const { by, first } = this.#paging;
    const isNumbered = first !== undefined || (by !== undefined && by !== 'page');
    if (isNumbered || (this.#total !== undefined && this.#count >= this.#total)) return;
    // Where pages are counted from zero, page 1 is the second.
    const { isWhole } = this;
    const { kept, tellsNothing } = await this.#page(this.#queryOfPage(0), 0);
    if (kept.length > 0) yield kept;
    this.#isWhole = this.#total === undefined ? isWhole && !tellsNothing : this.#isWhole;
  }

  async *#forward(): AsyncGenerator<readonly Row[]> {
    const { by } = this.#paging;
    const { kept, fresh, next, hasEnded } = await this.#page(this.#queryOfFirst(), this.#firstPage);
    if (kept.length > 0) yield kept;
    if (hasEnded && next === undefined && by === undefined && this.#mayBeCut) yield* this.#beyond(fresh);
    if (hasEnded) return;
    if (typeof next === 'object') yield* this.#byName(this.#named(next));
    else if (by === 'offset') yield* this.#byOffset();
    else if (by !== 'cursor') yield* this.#byNumber(Math.max(1, fresh), this.#firstPage + 1);
  }

  /** Whether there is a second page after all; one that cannot be had leaves what the first has proved. */
  async *#beyond(rowsOfFirst: number): AsyncGenerator<readonly Row[]> {
    const second = await this.#ask(this.#queryOfPage(2), 2).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (!second || second.refusal) return;
    const { fresh, kept } = this.#take(second);
    if (fresh === 0) return;
    yield kept;
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
      const reads = Array.from({ length: count }, (_, index) => this.#ask(this.#queryOfPage(page + index), page + index));
      for (const list of await Promise.all(reads)) {
        const { fresh, kept, hasEnded, tellsNothing } = this.#take(list);
        if (kept.length > 0) yield kept;
        if (tellsNothing) return;
        if (fresh === 0 && this.#total === undefined && this.#lastPage > 0) {
          // There is nothing new on it, and the service says whether there should be.
          this.#isWhole = page > this.#lastPage && !this.#isDoubtful;
          return;
        }
        if (hasEnded) return;
        if (fresh === 0 && this.#paging.by === undefined) yield* this.#byOffset();
        if (fresh === 0) return;
        page++;
      }
    }
  }

  /** For a service that gives the first page whichever is asked for. */
  async *#byOffset(): AsyncGenerator<readonly Row[]> {
    while (this.#requests < maxPages) {
      const { fresh, kept, hasEnded } = await this.#page(this.#queryOfOffset(this.#count));
      if (kept.length > 0) yield kept;
      if (hasEnded || fresh === 0) return;
    }
  }

  /** As the service itself names the next page; one without a row may name another. */
  async *#byName(first: PageQuery): AsyncGenerator<readonly Row[]> {
    let empty = 0;
    for (let query: PageQuery = first; this.#requests < maxPages && empty < maxEmpty;) {
      const { rows, fresh, kept, next, hasEnded } = await this.#page(query);
      if (kept.length > 0) yield kept;
      empty = rows === 0 ? empty + 1 : 0;
      const isKnown = rows > 0 && fresh === 0;
      if (hasEnded || isKnown || typeof next !== 'object') return;
      query = this.#named(next);
    }
  }

  async #page(query: PageQuery, page?: number): Promise<Taken> {
    return this.#take(await this.#ask(query, page));
  }

  /** `page`: its number, where it goes by one. */
  async #ask(query: PageQuery, page: number | undefined, signal = this.#options.signal): Promise<Asked> {
    signal?.throwIfAborted();
    this.#requests++;
    try {
      const reply = await this.#read(query, signal);
      return { ...readPage(reply), reply };
    } catch (error) {
      const refusal = refusalOf(page, this.#paging.first, error);
      if (refusal) return { rows: [], isList: true, refusal, error: error as ApiError };
      throw error;
    }
  }

  #take({ rows, paging, next, isList, refusal }: Asked): Taken {
    const fresh = this.#freshOf(rows);
    const { rowOf } = this.#options;
    const kept = rowOf ? fresh.flatMap((row) => rowOf(row) ?? []) : fresh;
    this.#strangers += fresh.length - kept.length;
    this.#count += fresh.length;
    this.#rowsOfFirst ||= rows.length;
    const rowsBefore = this.#rowsOfLatest;
    this.#rowsOfLatest = rows.length || rowsBefore;
    const { total, isCount } = paging ?? {};
    // A `count` of what is on this page is no total.
    if (total !== undefined && !(isCount && total === rows.length)) this.#hear(total);
    this.#lastPage = paging?.lastPage ?? this.#lastPage;
    this.#options.onProgress?.(this.count, this.total);
    const isEmpty = rows.length === 0 && !(typeof next === 'object' && isByToken(next));
    const isNothing = !isList && this.#count === 0 && total === undefined;
    // A page is refused behind the last, which is a short one; and behind whatever limit the service has, which is a round number.
    const isLimit = refusal === 'refused' && rowsBefore >= this.#rowsOfFirst && rowsBefore % 5 === 0;
    const tellsNothing = isEmpty && (isNothing || isLimit || refusal === 'cut');
    const { by, largest } = this.#paging;
    // A page that is shorter than any page but the last, or a list that comes whole.
    const isLast =
      isList && ((largest !== undefined && typeof next !== 'object' && rows.length < this.#pageSize) || by === 'none');
    const isEnd = this.#total === undefined ? isEmpty || isLast || next === 'none' : this.#count >= this.#total;
    this.#isWhole = isEnd && !tellsNothing && !this.#isDoubtful;
    return { rows: rows.length, fresh: fresh.length, kept, next, hasEnded: isEnd || isEmpty, tellsNothing };
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

/** Many services refuse a page beyond the last, and fail at the one before the first. `first`: the number of the first page, where it is known. */
function refusalOf(page: number | undefined, first: number | undefined, error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || page === (first ?? 1)) return undefined;
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

interface Following {
  readonly query: PageQuery;
  readonly page: number;
}

interface Taken {
  /** How many there were, known or not, and how many of them were not there before. */
  readonly rows: number;
  readonly fresh: number;
  /** The new ones that belong to the list. */
  readonly kept: readonly Row[];
  readonly next: Page['next'];
  /** There is nothing more to ask for. */
  readonly hasEnded: boolean;
  /** It ended without a word of whether there is more. */
  readonly tellsNothing: boolean;
}
