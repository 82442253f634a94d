// A list of which every row is needed: it is read to its proved end, or not at all.
import { namesOfRows } from './item-owners.ts';
import { l10nKey, t } from './l10n.ts';
import type { ReadPage } from './page-queries.ts';
import type { Row } from './page-rows.ts';
import { Pager, type PagerOptions } from './pager.ts';

/** By what its rows are, for who reads how many there were. */
const unproved = {
  items: l10nKey('The service gave {0} items, and nothing shows that these are all.'),
  codes: l10nKey('The service gave {0} codes of an item, and nothing shows that these are all.'),
  rows: l10nKey('The service gave {0} rows of a list, and nothing shows that these are all.'),
};
type ListOf = keyof typeof unproved;

/** A list of which it is not known whether it has more than what was read. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
  readonly count: number;

  constructor(count: number, total: number | undefined, of: ListOf = 'rows', reason?: string) {
    const isShort = total !== undefined && total > count;
    const text = isShort
      ? t('The service says that there are {0}, and gave only {1} of them.', total, count)
      : t(unproved[of], count);
    super(reason ?? text);
    this.count = count;
  }
}

/** Items of which nothing shows whether they belong to the event: what is about all of its items cannot go on. */
export class UnclaimedItems extends IncompleteList {
  readonly rows: readonly Row[];

  constructor(rows: readonly Row[], count: number) {
    super(count, undefined, 'items', t('Nothing shows whether these items belong to the event: {0}.', namesOfRows(rows)));
    this.rows = rows;
  }
}

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
