// The query parameters by which a page is asked for, as far as it is known how the service pages, and what it says of a page that is not there.
import { hasCode, type PagingDialect } from './dialect.ts';
import { ApiError } from './errors.ts';
import type { Learned } from './extra-parameters.ts';
import type { Row } from './lists.ts';
import { offsetNames, pageNames, sizeNames } from './page-names.ts';

/** The query parameters that name a page. */
export type PageQuery = Readonly<Record<string, string | number>>;
/** Reads a page. It may know how the service pages, and which rows belong to the list. */
export interface ReadPage {
  (query: PageQuery, signal?: AbortSignal): Promise<unknown>;
  readonly paging?: PagingDialect | undefined;
  readonly rowOf?: ((row: Row) => Row | undefined) | undefined;
  /** What reads of this list have shown. */
  readonly learned?: Learned | undefined;
  /** Of a list of one event's items. */
  readonly owners?: Unclaimed | undefined;
}

/** The rows that are left out of a list, because nothing shows that they belong to it. */
export interface Unclaimed {
  readonly open: readonly Row[];
  /** Whether there are none, or something shows that they do not belong to it. */
  readonly isProved: boolean;
  /** The same, or a person said that they are to be left out. */
  readonly isSettled: boolean;
}

/** How a page is asked for. */
export interface PageRequest {
  readonly query: PageQuery;
  readonly page: number;
  /** Whether it is asked for by that number. */
  readonly isNumbered: boolean;
}

export class PageQueries {
  readonly #paging: PagingDialect;
  readonly pageSize: number;
  readonly #isPaged: boolean;

  /** `isPaged`: false for what may be no list of pages, which is asked for without a number. */
  constructor(paging: PagingDialect, pageSize: number, isPaged: boolean) {
    this.#paging = paging;
    this.pageSize = Math.min(pageSize, paging.largest ?? Infinity);
    this.#isPaged = isPaged;
  }

  /** Whether pages go by a number, as far as it is known. */
  get isByNumber(): boolean {
    const { by } = this.#paging;
    return by === undefined || by === 'page';
  }

  /** The first page has number 1, as long as it is not known otherwise. */
  get first(): PageRequest {
    const { by, size = 'limit', first = 1 } = this.#paging;
    const request = this.byNumber(first);
    if (by === 'none' || !this.#isPaged) return { ...request, query: {} };
    if (by === 'offset') return { ...request, query: this.byOffset(0, first).query };
    return by === 'cursor' ? { ...request, query: { [size]: this.pageSize } } : request;
  }

  byNumber(page: number): PageRequest {
    const { page: name = 'page', size = 'pageSize' } = this.isByNumber ? this.#paging : {};
    return { query: { [name]: page, [size]: this.pageSize }, page, isNumbered: true };
  }

  byOffset(offset: number, page: number): PageRequest {
    const { page: name = 'offset', size = 'limit' } = this.#paging.by === 'offset' ? this.#paging : {};
    return { query: { [name]: offset, [size]: this.pageSize }, page, isNumbered: false };
  }

  /** The second row alone, whatever a service calls that: where it gives the whole list again, it has no pages. */
  get byAnyName(): PageRequest {
    const each = (names: readonly string[], value: number) => names.map((name) => [name, value] as const);
    const query = Object.fromEntries([...each(pageNames, 2), ...each(sizeNames, 1), ...each(offsetNames, 1)]);
    return { query, page: 2, isNumbered: false };
  }

  /** What the service calls its next page; a token goes by the name that the dialect gives it. */
  byName(next: PageQuery, page: number): PageRequest {
    const { by, page: name } = this.#paging;
    const [only, ...more] = Object.values(next);
    const isToken = by === 'cursor' && name !== undefined && only !== undefined && more.length === 0;
    return { query: isToken ? { [name]: only } : next, page, isNumbered: false };
  }
}

/**
 * - `none`: there is no such page.
 * - `refused`: there may be none.
 * - `cut`: the way to it has ended, wherever the list does.
 */
export type Refusal = 'none' | 'refused' | 'cut';

/** Many services refuse a page beyond the last, and fail at the one before the first. */
export function refusalOf(page: number | undefined, { first = 1, beyond }: PagingDialect, error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || page === first) return undefined;
  const { kind, status, code } = error;
  if (page !== undefined && hasCode(beyond, code)) return 'none';
  // It may say that there is no such page, and anything else.
  if (kind === 'reported') return 'cut';
  if (page === 0 && kind === 'server' && status !== undefined) return status === 500 ? 'none' : 'cut';
  if (kind !== 'notFound' && kind !== 'invalid') return undefined;
  if (page === undefined) return 'cut';
  return kind === 'notFound' || page === 0 ? 'none' : 'refused';
}

/** Where the next page goes by a number, an empty one is behind the last, although it names a next one. */
export function isByToken(next: PageQuery): boolean {
  return !Object.keys(next).some((name) => /^(?:page|offset|skip|start|from)$/i.test(name));
}
