// Times as the manners write them. The database has what a clock on the wall shows.
import { momentsOf, parseDate } from '../client/index.ts';
import type { ServiceManners } from './manners.ts';

type TimeForm = NonNullable<ServiceManners['times']>;

/** A time of the database or of a payload in another form. A day without a time stays a day, but as seconds it must have one. */
export function wireTime(value: unknown, form: TimeForm, zone: string, timeOfDay = '00:00:00'): unknown {
  const parsed = typeof value === 'string' ? parseDate(value) : undefined;
  if (!parsed) return value === '' ? null : value;
  if (parsed.time === undefined && form !== 'epoch') return value;
  const moment = parsed.instant ?? momentOf(`${parsed.date} ${parsed.time ?? timeOfDay}`, zone);
  switch (form) {
    case 'utc':
      return new Date(moment).toISOString().replace('.000Z', 'Z');
    case 'plain':
      return clockAt(moment, zone);
    case 'epoch':
      return Math.floor(moment / 1000);
    case 'iso':
      return `${clockAt(moment, zone).replace(' ', 'T')}${offsetAt(moment, zone)}`;
  }
}

const hour = 60 * 60 * 1000;

/** Of an hour that comes twice the first; of one that clocks jump over the moment that would have been. */
function momentOf(text: string, zone: string): number {
  const [moment] = momentsOf(text, zone);
  if (moment !== undefined) return moment;
  const before = new Date(Date.parse(`${text.replace(' ', 'T')}Z`) - hour).toISOString().slice(0, 19).replace('T', ' ');
  return (momentsOf(before, zone)[0] ?? Date.parse(`${before.replace(' ', 'T')}Z`)) + hour;
}

/** Swedish writes YYYY-MM-DD HH:MM:SS. */
function clockAt(moment: number, timeZone: string): string {
  return new Date(moment).toLocaleString('sv-SE', { timeZone });
}

function offsetAt(moment: number, zone: string): string {
  const wall = Date.parse(`${clockAt(moment, zone).replace(' ', 'T')}Z`);
  const minutes = Math.round((wall - Math.floor(moment / 1000) * 1000) / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}
