import { t } from './l10n.ts';

/** A list of which it is not known whether it has more than what was read. */
export class IncompleteList extends Error {
  override readonly name = 'IncompleteList';
  readonly count: number;

  constructor(count: number, total: number | undefined, of?: ListOf, reason?: string) {
    const isShort = total !== undefined && total > count;
    const text = isShort
      ? t('The service says that there are {0}, and gave only {1} of them.', total, count)
      : unprovedText(count, of);
    super(reason ?? text);
    this.count = count;
  }
}

/** What the rows of a list are, for who reads how many there were. */
export type ListOf = 'items' | 'codes';

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
