// The items, the passkeys and the sessions of an event; and when each item is sold, as thin bars on one time line.
import type { EventItem, EventRecord } from '../../protocol/event.ts';
import { columnHead, h, numberCell, rowHead, svg, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { currentLanguage, t } from '../kit/l10n.ts';

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

/** `hint` says what a click does. */
function nameOf({ id, label }: Pick<EventRecord, 'id' | 'label'>, open: (id: string) => void, hint: string): Node {
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

interface TimeLine {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** From the first sale to the last; nothing where no item says when it is sold. */
function timeLineOf(items: readonly EventItem[], now: number): TimeLine | undefined {
  const moments = items.flatMap(({ periods }) => periods.flatMap(({ from, to }) => [from ?? to ?? now, to ?? from ?? now]));
  if (moments.length === 0) return undefined;
  const all = { from: Math.min(...moments), to: Math.max(...moments) };
  return all.from === all.to ? { from: all.from - 1, to: all.to + 1, now } : { ...all, now };
}

const width = 1000;
const height = 10;

/** The same stands beside it in words, so that nobody needs the picture. */
function saleBar({ periods }: EventItem, line: TimeLine): SVGElement {
  const x = (moment: number) => shareOf(line, moment) * width;
  const bars = periods.map(({ from = line.from, to = line.to }) =>
    svg('rect', {
      class: to < line.now ? 'bar past' : 'bar',
      x: x(from),
      y: 2,
      width: Math.max(4, x(to) - x(from)),
      height: height - 4,
    }),
  );
  const now = hasNow(line) ? [svg('line', { class: 'now', x1: x(line.now), x2: x(line.now), y1: 0, y2: height })] : [];
  const box = { 'class': 'sale-bar', 'viewBox': `0 0 ${width} ${height}`, 'preserveAspectRatio': 'none', 'aria-hidden': 'true' };
  return svg('svg', box, ...bars, ...now);
}

function shareOf({ from, to }: TimeLine, moment: number): number {
  return (moment - from) / (to - from);
}

function hasNow({ from, to, now }: TimeLine): boolean {
  return now > from && now < to;
}

/** What the two ends of the line are, and where today is. */
function lineEnds(line: TimeLine): HTMLElement {
  const day = (moment: number) => new Date(moment).toLocaleDateString(currentLanguage(), { dateStyle: 'medium' });
  const ends = [line.from, line.to].map(day);
  return h(
    'span',
    { ariaLabel: t('{0} to {1}', ...ends), role: 'img' },
    h(
      'span',
      { className: 'ends' },
      ends.map((end) => h('span', {}, end)),
    ),
    hasNow(line) && todayMark(shareOf(line, line.now)),
  );
}

/** Above the mark in the bars; moved back by as much of itself, so that it stays inside at either end. */
function todayMark(share: number): HTMLElement {
  const mark = h('span', { className: 'today' }, t('Today'));
  mark.style.left = `${share * 100}%`;
  mark.style.transform = `translateX(${-share * 100}%)`;
  return mark;
}
