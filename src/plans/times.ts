// The times of an event: by which clock they are written, and moved.
import { clockIn, momentsOf, parseDate } from '../client/index.ts';
import { mappedItems, type EventFile, type FileItem, type FilePasskey, type FilePeriod } from './event-file.ts';

export interface Shift {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
}

/** The event as a clock elsewhere shows its times; as it is where either clock is not known. */
export function byClockOf(event: EventFile, zone: string | undefined): EventFile {
  if (zone === undefined) return event;
  const from = event.timeZone ?? zone;
  const moved = withTimes(event, (text) => {
    if (from === zone && !text.includes('T')) return text;
    const moment = momentIn(text, from);
    return moment === undefined ? text : clockIn(zone, moment);
  });
  return { ...moved, timeZone: zone };
}

/** The moment of a time, where its clock is known; a day is none. */
export function momentIn(text: unknown, zone: string | undefined): number | undefined {
  const { instant, date, time } = (typeof text === 'string' ? parseDate(text) : undefined) ?? {};
  return instant ?? (time === undefined || zone === undefined ? undefined : momentsOf(`${date} ${time}`, zone)[0]);
}

/** The event with something else in the place of each time. */
export function withTimes(event: EventFile, timeOf: (text: string) => string): EventFile {
  const { items, passkeys } = event;
  const changed = (item: FileItem): FileItem => withItemTimes(item, timeOf);
  return {
    ...event,
    ...(items && { items: mappedItems(items, changed) }),
    ...(passkeys && { passkeys: passkeys.map((passkey) => moved(passkey, timeOf)) }),
  };
}

export function withItemTimes(item: FileItem, timeOf: (text: string) => string): FileItem {
  const { salePeriods } = item;
  return salePeriods ? { ...item, salePeriods: salePeriods.map((period) => moved(period, timeOf)) } : item;
}

/** A part of which nothing moves, as most, is not copied. */
function moved<T extends FilePeriod | FilePasskey>(part: T, timeOf: (text: string) => string): T {
  const [start, finish] = [part.start && timeOf(part.start), part.finish && timeOf(part.finish)];
  return start === part.start && finish === part.finish ? part : { ...part, ...(start && { start }), ...(finish && { finish }) };
}

const hour = 3_600_000;

/** What the clock shows moves by days and hours, also over a change of daylight saving; a day moves by whole days. */
export function shiftedTime(text: string, { days = 0, hours = 0 }: Shift, zone: string | undefined): string {
  const parsed = parseDate(text);
  if (!parsed) return text;
  const { date, time, instant } = parsed;
  const by = days * 24 + hours;
  if (time === undefined) return clockIn('UTC', Date.parse(`${date}T00:00:00Z`) + Math.trunc(by / 24) * 24 * hour).slice(0, 10);
  if (instant !== undefined && zone !== undefined) return shiftedTime(clockIn(zone, instant), { days, hours }, zone);
  const moved = clockIn('UTC', Date.parse(`${date}T${time}Z`) + by * hour);
  if (instant === undefined) return zone === undefined ? moved : existing(moved, zone);
  const offset = /(?:Z|[+-]\d\d:?\d\d)$/.exec(text)?.[0] ?? '';
  return `${moved.replace(' ', 'T')}${offset}`;
}

/** A time that the clock jumps over is as much later as the clock jumps. */
function existing(text: string, zone: string): string {
  if (momentsOf(text, zone).length > 0) return text;
  const dayBefore = clockIn('UTC', Date.parse(`${text.replace(' ', 'T')}Z`) - 24 * hour);
  const [moment] = momentsOf(dayBefore, zone);
  return moment === undefined ? text : clockIn(zone, moment + 24 * hour);
}
