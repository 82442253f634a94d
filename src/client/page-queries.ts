// The query parameters by which a page is asked for, as far as it is known how the service pages.
import type { PagingDialect } from './dialect.ts';
import type { Row } from './lists.ts';

/** The query parameters that name a page. */
export type PageQuery = Readonly<Record<string, string | number>>;
/** Reads a page. It may know how the service pages, and which rows belong to the list. */
export interface ReadPage {
  (query: PageQuery, signal?: AbortSignal): Promise<unknown>;
  readonly paging?: PagingDialect | undefined;
  readonly rowOf?: ((row: Row) => Row | undefined) | undefined;
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

  /** The number of the first page, as long as it is not known otherwise. */
  get firstPage(): number {
    return this.#paging.first ?? 1;
  }

  /** Whether pages go by a number, as far as it is known. */
  get isByNumber(): boolean {
    const { by } = this.#paging;
    return by === undefined || by === 'page';
  }

  get first(): PageQuery {
    const { by, size } = this.#paging;
    if (by === 'none' || !this.#isPaged) return {};
    if (by === 'offset') return this.ofOffset(0);
    if (by === 'cursor') return { [size ?? 'limit']: this.pageSize };
    return this.ofPage(this.firstPage);
  }

  ofPage(page: number): PageQuery {
    const { page: name, size } = this.isByNumber ? this.#paging : {};
    return { [name ?? 'page']: page, [size ?? 'pageSize']: this.pageSize };
  }

  ofOffset(offset: number): PageQuery {
    const { page: name, size } = this.#paging.by === 'offset' ? this.#paging : {};
    return { [name ?? 'offset']: offset, [size ?? 'limit']: this.pageSize };
  }

  /** What the service calls its next page; a token goes by the name that the dialect gives it. */
  named(next: PageQuery): PageQuery {
    const { by, page } = this.#paging;
    const [only, ...more] = Object.values(next);
    return by === 'cursor' && page !== undefined && only !== undefined && more.length === 0 ? { [page]: only } : next;
  }
}
