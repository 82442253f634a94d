// When an item is sold, as a thin bar on the time line that all items of the page share.
import type { EventItem } from '../../protocol/event.ts';
import { h, svg } from '../kit/dom.ts';
import { currentLanguage, t } from '../kit/l10n.ts';

interface TimeLine {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** From the first sale to the last; nothing where no item says when it is sold. */
export function timeLineOf(items: readonly EventItem[], now: number): TimeLine | undefined {
  const moments = items.flatMap(({ periods }) => periods.flatMap(({ from, to }) => [from ?? to ?? now, to ?? from ?? now]));
  if (moments.length === 0) return undefined;
  const all = { from: Math.min(...moments), to: Math.max(...moments) };
  return all.from === all.to ? { from: all.from - 1, to: all.to + 1, now } : { ...all, now };
}

const width = 1000;
const height = 10;

/** The same stands beside it in words, so that nobody needs the picture. */
export function saleBar({ periods }: EventItem, line: TimeLine): SVGElement {
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
export function lineEnds(line: TimeLine): HTMLElement {
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
