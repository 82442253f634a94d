// Lists that come in pages.
import { pagingOf, readList, type Row } from '../../client/index.ts';

/** Whether there is a page after this one, as far as the reply tells; a full page may have another behind it. */
export function hasNextPage(reply: unknown, page: number, size: number): boolean {
  const paging = pagingOf(reply);
  if (paging?.lastPage !== undefined) return page < paging.lastPage;
  const { rows } = readList(reply);
  if (paging?.total !== undefined) return page * (paging.pageSize ?? size) < paging.total;
  return rows.length >= size;
}

/** Every row of a list, page by page; a service that gives the same page again is not asked for ever. */
export async function* allRows(read: (page: number) => Promise<unknown>, size: number): AsyncGenerator<readonly Row[]> {
  let before: string | undefined;
  for (let page = 1; ; page++) {
    const reply = await read(page);
    const { rows } = readList(reply);
    const ids = rows.map(({ id }) => id).join('\n');
    if (rows.length === 0 || ids === before) return;
    yield rows;
    if (!hasNextPage(reply, page, size)) return;
    before = ids;
  }
}
