// The items, the passkeys and the sessions of an event.
import type { EventItem, EventRecord } from '../../protocol/event.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { lineEnds, saleBar, timeLineOf } from './sale-bars.ts';

export function itemTable(items: readonly EventItem[], now: number, open: (id: string) => void): HTMLElement {
  if (items.length === 0) return h('p', { className: 'hint' }, t('No items yet'));
  const line = timeLineOf(items, now);
  const names = [t('Name'), t('Price'), t('Available'), t('On sale')];
  const head = h(
    'tr',
    {},
    names.map((name, index) => h('th', { scope: 'col', className: index === 1 || index === 2 ? 'number' : '' }, name)),
    line && h('th', { scope: 'col', className: 'line' }, lineEnds(line)),
  );
  const rows = items.map((item) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row', className: `name depth-${Math.min(item.depth, 3)}` }, nameOf(item, open, t('Edit the item'))),
      h('td', { className: 'number' }, item.price),
      h('td', { className: 'number' }, item.available),
      h('td', { className: 'sale', title: item.periodsText }, saleText(item)),
      line && h('td', { className: 'line' }, item.periods.length > 0 && saleBar(item, line)),
    ),
  );
  return h('div', { className: 'wide-table' }, h('table', { className: 'lines' }, h('thead', {}, head), h('tbody', {}, rows)));
}

function saleText({ sale, notes }: EventItem): (Node | string)[] {
  const marks = notes.map((note) => h('span', { className: 'tag' }, note));
  return [sale, ...marks.flatMap((mark) => [' ', mark])];
}

interface Named {
  readonly id?: string | undefined;
  readonly label: string;
}

/** `hint` says what a click does. */
function nameOf({ id, label }: Named, open: (id: string) => void, hint: string): Node {
  if (id === undefined) return h('span', {}, label);
  const link = button(label, () => open(id), 'quiet');
  link.title = hint;
  return link;
}

export function recordTable(
  records: readonly EventRecord[],
  columns: readonly [string, string],
  none: string,
  open: (id: string) => void,
  hint: string,
): HTMLElement {
  if (records.length === 0) return h('p', { className: 'hint' }, none);
  const head = columns.map((name) => h('th', { scope: 'col' }, name));
  const rows = records.map((record) =>
    h('tr', {}, h('th', { scope: 'row', className: 'name' }, nameOf(record, open, hint)), h('td', {}, record.text)),
  );
  return h('table', { className: 'lines records' }, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows));
}
