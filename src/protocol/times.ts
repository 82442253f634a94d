// Checks of a period that both sides make: the page while it is typed, the editor before anything is sent.
import { isBeforeToday, isDateTime, momentsOf } from '../client/dates.ts';

/** `skipped`: the clock is set forward over it. */
export type TimeRule = 'noTime' | 'skipped' | 'beforeToday';

/** What is wrong with a time, which may be empty; `today` where it must not lie before the current day. */
export function timeProblem(text: string, timeZone: string, today?: { readonly now: number }): TimeRule | undefined {
  if (text === '') return undefined;
  if (!isDateTime(text)) return 'noTime';
  if (momentsOf(text, timeZone).length === 0) return 'skipped';
  return today && isBeforeToday(text, timeZone, today.now) ? 'beforeToday' : undefined;
}

/** Whether the clock shows this time twice, an hour apart. */
export function isTwice(text: string, timeZone: string): boolean {
  return momentsOf(text, timeZone).length > 1;
}

export function isReversed(start: string, finish: string): boolean {
  return start !== '' && finish !== '' && finish < start;
}
