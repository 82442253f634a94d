// Lists that come in pages.
import { pagingOf, readList } from '../../client/index.ts';

/** Whether there is a page after this one, as far as the reply tells; a full page may have another behind it. */
export function hasNextPage(reply: unknown, page: number, size: number): boolean {
  const paging = pagingOf(reply);
  if (paging?.lastPage !== undefined) return page < paging.lastPage;
  const { rows } = readList(reply);
  if (paging?.total !== undefined) return page * (paging.pageSize ?? size) < paging.total;
  return rows.length >= size;
}
