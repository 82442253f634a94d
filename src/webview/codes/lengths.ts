// How long the codes are, as a small picture: an odd one out is seen at once.
import type { CheckedFile } from '../../protocol/codes-check.ts';
import { h, svg } from '../kit/dom.ts';
import { countText, t } from '../kit/l10n.ts';

const width = 320;
const height = 64;
/** So that a few among a million are still seen. */
const minBar = 2;
const maxBars = 64;

interface Bar {
  readonly from: number;
  readonly to: number;
  readonly codes: number;
}

/** One bar for each length, or for several when there are too many. */
function barsOf(lengths: CheckedFile['lengths']): Bar[] {
  const [first, last] = [lengths[0]?.length ?? 0, lengths.at(-1)?.length ?? 0];
  const each = Math.max(1, Math.ceil((last - first + 1) / maxBars));
  const bars = Array.from({ length: Math.ceil((last - first + 1) / each) }, (_, index) => first + index * each);
  return bars.map((from) => {
    const to = Math.min(last, from + each - 1);
    const inside = lengths.filter(({ length }) => length >= from && length <= to);
    return { from, to, codes: inside.reduce((sum, { codes }) => sum + codes, 0) };
  });
}

export function lengthPicture({ lengths }: CheckedFile): HTMLElement | undefined {
  const [first, last] = [lengths[0], lengths.at(-1)];
  if (!first || !last) return undefined;
  if (lengths.length === 1) return h('p', {}, t('All codes have {0} characters.', first.length));
  const bars = barsOf(lengths);
  const most = Math.max(...bars.map(({ codes }) => codes));
  const step = width / bars.length;
  const drawn = bars.flatMap(({ from, to, codes }, index) => {
    if (codes === 0) return [];
    const high = Math.max(minBar, (codes / most) * height);
    const name =
      from === to
        ? t('{0} characters: {1} codes', from, countText(codes))
        : t('{0} to {1} characters: {2} codes', from, to, countText(codes));
    const box = { x: index * step + step * 0.1, y: height - high, width: step * 0.8, height: high };
    return [svg('rect', { ...box, class: 'bar' }, svg('title', {}, name))];
  });
  const text = t('From {0} to {1} characters', first.length, last.length);
  const picture = { 'viewBox': `0 0 ${width} ${height}`, 'preserveAspectRatio': 'none', 'role': 'img', 'aria-label': text };
  return h(
    'figure',
    { className: 'lengths' },
    svg('svg', picture, ...drawn),
    h(
      'div',
      { className: 'ends', attributes: { 'aria-hidden': 'true' } },
      h('span', {}, String(first.length)),
      h('span', {}, String(last.length)),
    ),
    h('figcaption', { className: 'hint' }, `${text}. ${mostText(lengths)}`),
  );
}

function mostText(lengths: CheckedFile['lengths']): string {
  const [commonest] = lengths.toSorted((one, other) => other.codes - one.codes);
  return commonest ? t('Most have {0}: {1} codes.', commonest.length, countText(commonest.codes)) : '';
}
