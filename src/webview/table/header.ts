import type { TableView } from '../../protocol/table.ts';
import { h } from '../kit/dom.ts';
import { t } from '../kit/l10n.ts';
import type { ShownColumn } from './rows.ts';

/** The names of the columns; each is a button that sorts by it. */
export function headerRow(columns: readonly ShownColumn[], sort: TableView['sort'], choose: (key: string) => void): HTMLElement {
  return h(
    'tr',
    { attributes: { 'aria-rowindex': '1' } },
    h('th', { scope: 'col', className: 'number' }, h('span', { className: 'unseen' }, t('Row'))),
    columns.map((column) => headerCell(column, sort?.key === column.key ? sort : undefined, choose)),
    h('th', { scope: 'col', className: 'acts' }, h('span', { className: 'unseen' }, t('Actions'))),
  );
}

function headerCell(
  { key, label, title = label, isNumber }: ShownColumn,
  sort: TableView['sort'],
  choose: (key: string) => void,
): HTMLElement {
  const direction = sort === undefined ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  const arrow = sort && h('span', { ariaHidden: 'true' }, sort.isDescending ? ' ▼' : ' ▲');
  const button = h('button', { type: 'button', title, on: { click: () => choose(key) } }, label, arrow);
  button.dataset.key = key;
  return h('th', { scope: 'col', className: isNumber ? 'number' : '', attributes: { 'aria-sort': direction } }, button);
}
