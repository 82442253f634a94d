// A list of which every row is needed: it is read to its proved end, or not at all.
import { t } from './l10n.ts';
import type { Row } from './lists.ts';
import type { ReadPage } from './page-queries.ts';
import { Pager, type PagerOptions } from './pager.ts';

/** A list of which it is not known whether it has more than what was read. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
  readonly count: number;

  constructor(count: number, total: number | undefined, of?: ListOf) {
    const isShort = total !== undefined && total > count;
    super(isShort ? t('The service says that there are {0}, and gave only {1} of them.', total, count) : unprovedText(count, of));
    this.count = count;
  }
}

/** What the rows of a list are, for who reads how many there were. */
type ListOf = 'items' | 'codes';

function unprovedText(count: number, of: ListOf | undefined): string {
  switch (of) {
    case 'items':
      return t('The service gave {0} items, and nothing shows that these are all.', count);
    case 'codes':
      return t('The service gave {0} codes of an item, and nothing shows that these are all.', count);
    case undefined:
      return t('The service gave {0} rows of a list, and nothing shows that these are all.', count);
  }
}

/** Every row of a list; fails with `IncompleteList` at its end unless it is proved that these are all. */
export async function* wholeList(
  read: ReadPage,
  { of, ...options }: PagerOptions & { readonly of?: ListOf } = {},
): AsyncGenerator<readonly Row[]> {
  const pager = new Pager(read, options);
  yield* pager;
  if (!pager.isWhole) throw new IncompleteList(pager.count, pager.total, of);
}
