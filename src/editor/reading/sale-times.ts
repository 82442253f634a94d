// When something is sold, as moments that can be compared and drawn.
import { momentsOf, parseDate } from '../../client/index.ts';
import type { Period } from './item-facts.ts';

/** In milliseconds; an end that is not given, or cannot be read, is none. */
export interface OpenSpan {
  readonly from?: number;
  readonly to?: number;
}

/** The moments between which a period is sold. */
export function spanOf({ start, finish }: Period, timeZone: string): OpenSpan {
  const from = momentOf(start, '00:00:00', timeZone);
  const to = endMoment(finish, timeZone);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** A day without a time ends with its last second. */
export function endMoment(text: string | undefined, timeZone: string): number | undefined {
  return momentOf(text, '23:59:59', timeZone);
}

function momentOf(text: string | undefined, time: string, timeZone: string): number | undefined {
  const parsed = text === undefined ? undefined : parseDate(text);
  if (!parsed) return undefined;
  const clock = `${parsed.date} ${parsed.time ?? time}`;
  return parsed.instant ?? momentsOf(clock, timeZone)[0] ?? Date.parse(`${clock.replace(' ', 'T')}Z`);
}
