// From when to when a time line of sales goes: what lies far from all else is cut off, so that it does not flatten the rest. Pure.
import type { EventItem } from '../../protocol/event.ts';

export interface TimeLine {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** The first and the last moment of all, where these are cut off. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** From the first sale to the last; nothing where no item says when it is sold. */
export function timeLineOf(items: readonly Pick<EventItem, 'periods'>[], now: number): TimeLine | undefined {
  const moments = items.flatMap(({ periods }) => periods.flatMap(({ from, to }) => [from ?? to ?? now, to ?? from ?? now]));
  if (moments.length === 0) return undefined;
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  if (first === last) return { from: first - 1, to: last + 1, now };
  const { from, to } = coreOf(moments, now);
  return { from, to, now, ...(from > first ? { before: first } : {}), ...(to < last ? { after: last } : {}) };
}

/** A moment is far from the others that is so many times as far away as they are apart. */
const far = 3;
/** So many of the moments are never cut off. */
const most = 2 / 3;

/** The shortest time with most of the moments in it, and all that is not far from there. */
function coreOf(moments: readonly number[], now: number): { readonly from: number; readonly to: number } {
  const sorted = moments.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const count = Math.ceil(sorted.length * most);
  const spans = sorted.slice(count - 1).map((end, index) => ({ from: at(index), to: end }));
  let { from, to } = spans.reduce((best, each) => (each.to - each.from < best.to - best.from ? each : best));
  const all = [...sorted, now].filter((moment) => moment >= at(0) && moment <= at(sorted.length - 1));
  for (;;) {
    const later = Math.min(...all.filter((moment) => moment > to));
    const earlier = Math.max(...all.filter((moment) => moment < from));
    // All of them may be at one moment: then the next is not far, however far it is.
    const mayBeAway = to > from ? far * (to - from) : Number.MAX_VALUE;
    if (later - to <= mayBeAway) to = later;
    else if (from - earlier <= mayBeAway) from = earlier;
    else return { from, to };
  }
}

/** How much of the line an end takes that is cut off, and how much of that is a gap. */
export const cutShare = 0.08;
export const gapShare = 0.012;

/** Where on the line a moment is. An end that is cut off has a scale of its own, on which only the order is right. */
export function shareOf({ from, to, before, after }: TimeLine, moment: number): number {
  const start = before === undefined ? 0 : cutShare;
  const end = after === undefined ? 1 : 1 - cutShare;
  const share = (first: number, last: number) => (moment - first) / (last - first);
  if (before !== undefined && moment < from) return share(before, from) * (start - gapShare);
  if (after !== undefined && moment > to) return end + gapShare + share(to, after) * (1 - end - gapShare);
  return start + share(from, to) * (end - start);
}
