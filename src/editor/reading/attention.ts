// What somebody should notice of what is sold. What is not known raises nothing, and silences nothing that it does not decide.
import { marksOf, type Span } from '../../shared/times.ts';
import type { OpenSpan } from './sale-times.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const attentionLimits = {
  /** Almost sold out: no more than this share of all of them is left; where it is not known how many there were, no more than so many. */
  shareLeft: 0.1,
  countLeft: 10,
  /** A sale that ends within this time ends soon, in milliseconds. */
  endsWithin: 3 * day,
  /** One lot ends at 23:59:59 and the next begins at 00:00:00: that is no gap. */
  smallestGap: 5 * minute,
};

/** How an item is sold. */
export interface Sale {
  readonly left: number | undefined;
  /** How many there were in all. */
  readonly quantity: number | undefined;
  /** Undefined where the service does not show when it is sold. */
  readonly spans: readonly OpenSpan[] | undefined;
  readonly isHidden: boolean;
  readonly isArchived: boolean;
}

/** Whether it is certain that it can be bought now. */
function isOnSale({ spans = [], left, isArchived }: Sale, now: number): boolean {
  const isOpen = ({ from, to }: OpenSpan) => from !== undefined && to !== undefined && from <= now && now < to;
  return !isArchived && left !== 0 && spans.some(isOpen);
}

/** Whether it is certain that it cannot be bought now. */
function isOffSale({ spans, left, isArchived }: Sale, now: number): boolean {
  const isShut = ({ from = now, to = now + 1 }: OpenSpan) => from > now || to <= now;
  return isArchived || left === 0 || (spans?.every(isShut) ?? false);
}

/** That few are left is known by itself: a sale of which it is not known when it ends may still run. */
export function isAlmostSoldOut(sale: Sale, now: number): boolean {
  const { left, quantity } = sale;
  if (left === undefined || left <= 0 || isOffSale(sale, now)) return false;
  const { shareLeft, countLeft } = attentionLimits;
  return quantity !== undefined && quantity > 0 ? left <= quantity * shareLeft : left <= countLeft;
}

/** When a sale that runs now ends for good, if that is soon. */
export function endsSoonAt(sale: Sale, now: number): number | undefined {
  if (!isOnSale(sale, now)) return undefined;
  const ends = sale.spans?.map(({ to }) => to) ?? [];
  const end = ends.includes(undefined) ? Infinity : Math.max(...(ends as number[]));
  return end - now <= attentionLimits.endsWithin ? end : undefined;
}

export function isHiddenOnSale(sale: Sale, now: number): boolean {
  return sale.isHidden && isOnSale(sale, now);
}

/** The next time in which nothing of these lots is sold, between two of them; none where one may be sold then for all that is known. */
export function nextGap(lots: readonly Sale[], now: number): Span | undefined {
  const unknown: OpenSpan = {};
  const spans = lots.filter(({ isHidden, isArchived }) => !isHidden && !isArchived).flatMap((lot) => lot.spans ?? [unknown]);
  const whole = spans.filter((span): span is Span => span.from !== undefined && span.to !== undefined);
  if (whole.length < spans.length) return undefined;
  return marksOf(whole).gaps.find(({ from, to }) => to > now && to - from > attentionLimits.smallestGap);
}

/** `end`: undefined where it is not known, or there is none. */
export function isExpired(end: number | undefined, now: number): boolean {
  return end !== undefined && end < now;
}
