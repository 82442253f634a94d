// Checks of a period that both sides make: the page while it is typed, the editor before anything is sent.
import { isBeforeToday, isDate, isDateTime, momentsOf } from '../client/dates.ts';

/** `skipped`: the clock is set forward over it. */
export type TimeRule = 'noTime' | 'skipped' | 'beforeToday';

/** What is wrong with a time, which may be empty; `today` where it must not lie before the current day. */
export function timeProblem(text: string, timeZone: string, today?: { readonly now: number }): TimeRule | undefined {
  if (text === '') return undefined;
  if (!isDateTime(text) && !isDate(text)) return 'noTime';
  if (isDateTime(text) && momentsOf(text, timeZone).length === 0) return 'skipped';
  return today && isBeforeToday(text, timeZone, today.now) ? 'beforeToday' : undefined;
}

/** Whether the clock shows this time twice, an hour apart. */
export function isTwice(text: string, timeZone: string): boolean {
  return isDateTime(text) && momentsOf(text, timeZone).length > 1;
}

/** A day without a time is the whole of it. */
export function isReversed(start: string, finish: string): boolean {
  if (start === '' || finish === '') return false;
  const areDays = start.length === 10 || finish.length === 10;
  return areDays ? finish.slice(0, 10) < start.slice(0, 10) : finish < start;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where more than one period is on sale, and where, between the first and the last, none is. */
export function marksOf(spans: readonly Span[]): { overlaps: Span[]; gaps: Span[] } {
  const edges = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const pieces = edges.slice(0, -1).map((from, index) => ({ from, to: edges[index + 1] ?? from }));
  const count = (piece: Span) => spans.filter(({ from, to }) => from <= piece.from && to >= piece.to).length;
  return {
    overlaps: joined(pieces.filter((piece) => count(piece) > 1)),
    gaps: joined(pieces.filter((piece) => count(piece) === 0)),
  };
}

export interface Overlap<T extends Span> extends Span {
  readonly first: T;
  readonly second: T;
}

/** Each two that are on sale at once, and when. */
export function overlapsOf<T extends Span>(spans: readonly T[]): Overlap<T>[] {
  return spans.flatMap((first, index) =>
    spans
      .slice(index + 1)
      .map((second) => ({ first, second, from: Math.max(first.from, second.from), to: Math.min(first.to, second.to) }))
      .filter(({ from, to }) => from < to),
  );
}

function joined(pieces: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last?.to === piece.from) whole[whole.length - 1] = { from: last.from, to: piece.to };
    else whole.push(piece);
  }
  return whole;
}
