// When an item is on sale, as a picture: one bar a sale period, with overlaps and gaps marked. Both stand below it in words.
import { isDateTime } from '../../client/dates.ts';
import { marksOf, overlapsOf, type Overlap, type Span } from '../../shared/times.ts';
import type { TypedRow } from '../../shared/typed-fields.ts';
import { h, svg } from '../kit/dom.ts';
import { currentLanguage, t } from '../kit/l10n.ts';

interface Bar extends Span {
  readonly name: string;
}

const barHeight = 12;
const rowHeight = 20;
/** Below the bars, where overlaps and gaps are marked. */
const laneHeight = 8;
const width = 1000;

/** Only periods that are whole can be drawn; nothing is drawn without one. */
export function timeLine(periods: readonly TypedRow[], now: number): HTMLElement | undefined {
  const bars = periods.flatMap(barOf);
  if (bars.length === 0) return undefined;
  const from = Math.min(...bars.map((bar) => bar.from));
  const to = Math.max(...bars.map((bar) => bar.to));
  const { overlaps, gaps } = marksOf(bars);
  const overlapNotes = overlapsOf(bars).map(overlapText);
  const gapNotes = gaps.map((span) => t('Gap: {0}', spanText(span)));
  const text = [...bars.map((bar) => `${bar.name}: ${spanText(bar)}`), ...overlapNotes, ...gapNotes].join('; ');
  const labels = bars.map(({ name }) => h('span', {}, name));
  const picture = h(
    'div',
    { className: 'lanes' },
    h('div', { className: 'names', ariaHidden: 'true' }, labels),
    drawing(bars, overlaps, gaps, { from, to }, now, text),
  );
  const ends = h(
    'div',
    { className: 'ends', ariaHidden: 'true' },
    h('span', {}, momentText(from)),
    h('span', {}, momentText(to)),
  );
  const marks = [...overlapNotes.map((note) => mark('overlap', note)), ...gapNotes.map((note) => mark('gap', note))];
  return h('figure', { className: 'time-line' }, picture, ends, marks.length > 0 && h('ul', { ariaHidden: 'true' }, marks));
}

function overlapText({ first, second, ...span }: Overlap<Bar>): string {
  return t('{0} and {1} overlap: {2}', first.name, second.name, spanText(span));
}

function barOf({ key, texts: { start = '', finish = '' } }: TypedRow): Bar[] {
  if (!isDateTime(start) || !isDateTime(finish) || finish < start) return [];
  const name = key.trim() === '' ? t('New') : t('Category {0}', key.trim());
  return [{ name, from: clock(start), to: clock(finish) }];
}

/** All times are of one clock, so they can be compared as if it never changed. */
function clock(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

function drawing(
  bars: readonly Bar[],
  overlaps: readonly Span[],
  gaps: readonly Span[],
  all: Span,
  now: number,
  text: string,
): SVGElement {
  const lane = bars.length * rowHeight;
  const height = lane + laneHeight;
  const x = (moment: number) => ((moment - all.from) / Math.max(1, all.to - all.from)) * width;
  const box = (name: string, { from, to }: Span, y: number, size: number) =>
    svg('rect', { class: name, x: x(from), y, width: Math.max(2, x(to) - x(from)), height: size });
  const isNow = now > all.from && now < all.to;
  return svg(
    'svg',
    { 'viewBox': `0 0 ${width} ${height}`, height, 'preserveAspectRatio': 'none', 'role': 'img', 'aria-label': text },
    ...gaps.map((span) => box('gap', span, lane + 1, laneHeight - 2)),
    ...overlaps.map((span) => box('overlap', span, lane, laneHeight)),
    ...bars.map((bar, index) => box('bar', bar, index * rowHeight + (rowHeight - barHeight) / 2, barHeight)),
    ...(isNow ? [svg('line', { class: 'now', x1: x(now), x2: x(now), y1: 0, y2: height })] : []),
  );
}

function mark(name: string, text: string): HTMLElement {
  const sign = svg(
    'svg',
    { 'class': 'sign', 'viewBox': '0 0 10 10', 'aria-hidden': 'true' },
    svg('rect', { class: name, x: 0.5, y: 0.5, width: 9, height: 9 }),
  );
  return h('li', {}, sign, ` ${text}`);
}

function spanText({ from, to }: Span): string {
  return t('{0} to {1}', momentText(from), momentText(to));
}

function momentText(moment: number): string {
  return new Date(moment).toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}
