// What stands in the place of rows where there are none: why, and what helps.
import type { TableEmpty } from '../../protocol/table.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import type { TableRows } from './rows.ts';

interface EmptyActions {
  /** Leaves no row out any more. */
  readonly clear: () => void;
  /** Begins what gives the list its first rows. */
  readonly fill: () => void;
}

export function emptyState(data: TableRows, empty: TableEmpty, actions: EmptyActions) {
  const text = h('p', { attributes: { role: 'status' } });
  const clear = button(t('Clear Filters'), actions.clear);
  const fill = button(empty.step ?? '', actions.fill, 'primary');
  const element = h('div', { className: 'empty', hidden: true }, text, clear, fill);
  // The keys of the rows are not for what stands in their place.
  element.addEventListener('keydown', (event) => event.stopPropagation());
  const textNow = () => {
    if (data.list.count === 0) return data.list.ends ?? empty.text;
    return data.list.hasMore ? t('None of the rows that are loaded has this.') : t('No row has this.');
  };
  /** `isLoading`: more may come by itself. */
  const update = (isLoading: boolean) => {
    const { found, list } = data;
    element.hidden = found > 0 || isLoading;
    text.textContent = element.hidden ? '' : textNow();
    clear.hidden = list.count === 0;
    fill.hidden = list.count > 0 || empty.step === undefined;
  };
  return { element, update, fill };
}
