// A list of which every row is needed: it is read to its proved end, or not at all.
import { IncompleteList, type ListOf } from './incomplete-list.ts';
import { UnclaimedItems } from './item-owners.ts';
import type { Row } from './lists.ts';
import type { ReadPage } from './page-queries.ts';
import { Pager, type PagerOptions } from './pager.ts';

/** Every row of a list; fails with `IncompleteList` at its end unless it is proved that these are all. */
export async function* wholeList(
  read: ReadPage,
  { of, ...options }: PagerOptions & { readonly of?: ListOf } = {},
): AsyncGenerator<readonly Row[]> {
  const pager = new Pager(read, options);
  yield* pager;
  if (pager.isWhole) return;
  const { unclaimed, count, total } = pager;
  throw unclaimed.length > 0 ? new UnclaimedItems(unclaimed, count) : new IncompleteList(count, total, of);
}
