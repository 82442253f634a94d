// Lists in pages, for the tests of what reads them.
import { ApiError, type PageQuery, type ReadPage } from '../../../src/client/index.ts';

export const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id: id + 1, passkey: `P${id + 1}` }));
export const asPromise =
  (read: (query: PageQuery) => unknown): ReadPage =>
  (query) =>
    Promise.resolve().then(() => read(query));
export const failure = (kind: 'notFound' | 'invalid' | 'server' | 'reported', status?: number, code?: string) =>
  new ApiError(kind, { kind, operation: 'listPasskeys', status, code });

/** A list in pages of at most so many rows, whatever size is asked for. */
export function paged(rows: readonly unknown[], cap: number, first = 1): (query: PageQuery) => unknown[] {
  return ({ page = first, pageSize = cap }) => {
    const [start, size] = [Number(page) - first, Math.min(cap, Number(pageSize))];
    return start < 0 ? [] : rows.slice(start * size, (start + 1) * size);
  };
}
