// When each item is sold, as thin bars on one time line.
import type { EventItem } from '../../protocol/event.ts';
import { h, svg } from '../kit/dom.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { cutShare, gapShare, shareOf, type TimeLine } from './time-axis.ts';

const width = 1000;
const height = 10;
/** The same stands beside it in words, so that nobody needs the picture. */
export function saleBar({ periods, states }: EventItem, line: TimeLine): SVGElement {
  const open = states.some(({ tone }) => tone === 'soldOut') ? 'bar sold-out' : 'bar';
  const x = (moment: number) => shareOf(line, moment) * width;
  const bars = periods.map(({ from = line.before ?? line.from, to = line.after ?? line.to }) =>
    svg('rect', {
      class: to < line.now ? 'bar past' : open,
      x: x(from),
      y: 2,
      width: Math.max(4, x(to) - x(from)),
      height: height - 4,
    }),
  );
  const breakAt = (share: number) => svg('rect', { class: 'break', x: share * width, y: 0, width: gapShare * width, height });
  const breaks = [
    ...(line.before === undefined ? [] : [breakAt(cutShare - gapShare)]),
    ...(line.after === undefined ? [] : [breakAt(1 - cutShare)]),
  ];
  const box = { 'class': 'sale-bar', 'viewBox': `0 0 ${width} ${height}`, 'preserveAspectRatio': 'none', 'aria-hidden': 'true' };
  return svg('svg', box, ...bars, ...breaks);
}

function hasNow({ from, to, now }: TimeLine): boolean {
  return now > from && now < to;
}

/** What the two ends of the line are, where it is cut off, and where today is. */
export function lineEnds(line: TimeLine): HTMLElement {
  const { before, after } = line;
  const ends = [line.from, line.to].map((moment) => dayText(moment, line.now));
  const [first, last] = [before, after].map((moment) => (moment === undefined ? undefined : dayText(moment, line.now)));
  const label = [
    t('{0} to {1}', ...ends),
    ...(first === undefined ? [] : [t('shortened before that, back to {0}', first)]),
    ...(last === undefined ? [] : [t('shortened after that, up to {0}', last)]),
  ].join('; ');
  const texts = [
    before === undefined ? ends[0] : `${yearUnlike(before, line.from)}// ${ends[0]}`,
    after === undefined ? ends[1] : `${ends[1]} //${yearUnlike(after, line.to)}`,
  ];
  return h(
    'span',
    { ariaLabel: label, role: 'img', title: before === undefined && after === undefined ? '' : label },
    h(
      'span',
      { className: 'ends' },
      texts.map((end) => h('span', {}, end?.trim())),
    ),
    hasNow(line) && todayMark(shareOf(line, line.now)),
  );
}

const yearOf = (moment: number) => new Date(moment).getFullYear();

function dayText(moment: number, now: number): string {
  return new Date(moment).toLocaleDateString(currentLanguage(), {
    ...{ day: 'numeric', month: 'short' },
    ...(yearOf(moment) === yearOf(now) ? {} : { year: 'numeric' }),
  });
}

/** Of what is years away the year; there is little room for more. */
function yearUnlike(moment: number, other: number): string {
  return yearOf(moment) === yearOf(other) ? '' : ` ${yearOf(moment)} `;
}

/** The word moves back by as much of itself, so that it stays inside at either end; the line below it goes through all rows. */
function todayMark(share: number): HTMLElement {
  const word = h('span', { className: 'today' }, t('Today'));
  const through = h('span', { className: 'now-line' });
  word.style.left = through.style.left = `${share * 100}%`;
  word.style.transform = `translateX(${-share * 100}%)`;
  return h('span', { className: 'now' }, word, through);
}
