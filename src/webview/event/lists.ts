// The items, the passkeys and the sessions of an event.
import type { EventItem, EventRecord } from '../../protocol/event.ts';
import { columnHead, h, numberCell, rowHead, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { lineEnds, saleBar, timeLineOf } from './sale-bars.ts';

export function itemTable(items: readonly EventItem[], now: number, open: (id: string) => void): HTMLElement {
  if (items.length === 0) return h('p', { className: 'hint' }, t('No items yet'));
  const line = timeLineOf(items, now);
  const head = [
    t('Name'),
    columnHead(t('Price'), 'number'),
    columnHead(t('Available'), 'number'),
    t('On sale'),
    line && h('th', { scope: 'col', className: 'line' }, lineEnds(line)),
  ];
  const rows = items.map((item) => [
    rowHead(nameOf(item, open, t('Edit the item')), `name depth-${Math.min(item.depth, 3)}`),
    numberCell(item.price),
    numberCell(item.available),
    h('td', { className: 'sale', title: item.periodsText }, saleText(item)),
    line && h('td', { className: 'line' }, item.periods.length > 0 && saleBar(item, line)),
  ]);
  return h('div', { className: 'wide-table' }, table({ className: 'lines', head }, rows));
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

interface RecordOptions {
  readonly head: readonly [string, string];
  /** What is said when there are none. */
  readonly none: string;
  readonly open: (id: string) => void;
  readonly hint: string;
}

export function recordTable(records: readonly EventRecord[], { head, none, open, hint }: RecordOptions): HTMLElement {
  if (records.length === 0) return h('p', { className: 'hint' }, none);
  const rows = records.map((record) => [rowHead(nameOf(record, open, hint), 'name'), record.text]);
  return table({ className: 'lines records', head }, rows);
}
