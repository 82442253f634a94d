// Lists of which nothing may be missing: what is deleted is copied from them.
import { pagingOf, type Paging, type Row } from '../../client/index.ts';
import { t } from '../../client/words.ts';
import { allRows } from './pages.ts';

/** A list that says it is longer than what it gave. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
}

/** Every row, page by page; ends with an error if the list says that it has more than came. */
export async function* wholeList(read: (page: number) => Promise<unknown>, size: number): AsyncGenerator<readonly Row[]> {
  let paging: Paging = {};
  const watched = async (page: number) => {
    const reply = await read(page);
    paging = pagingOf(reply) ?? paging;
    return reply;
  };
  const ids = new Set<string>();
  let withoutId = 0;
  let pages = 0;
  for await (const rows of allRows(watched, size)) {
    for (const { id } of rows) {
      if (id === undefined) withoutId++;
      else ids.add(id);
    }
    pages++;
    yield rows;
  }
  const came = ids.size + withoutId;
  const { total, lastPage } = paging;
  const isWhole = total === undefined ? Math.max(1, pages) >= (lastPage ?? 1) : came >= total;
  if (!isWhole) throw new IncompleteList(t('The service gave only {0} rows of a list that is longer.', came));
}
