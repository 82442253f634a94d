// The times of an event: by which clock they are written, and moved.
import { clockIn, momentsOf, parseDate } from '../client/index.ts';
import type { EventFile, FileItem, FilePasskey, FilePeriod } from './event-file.ts';

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
    const { date, time, instant } = parseDate(text) ?? {};
    if (time === undefined) return text;
    const moment = instant ?? momentsOf(`${date} ${time}`, from)[0];
    return moment === undefined ? text : clockIn(zone, moment);
  });
  return { ...moved, timeZone: zone };
}

/** The event with something else in the place of each time. */
export function withTimes(event: EventFile, timeOf: (text: string) => string): EventFile {
  const moved = <T extends FilePeriod | FilePasskey>(part: T): T => {
    const start = part.start && timeOf(part.start);
    const finish = part.finish && timeOf(part.finish);
    const isSame = start === part.start && finish === part.finish;
    return isSame ? part : { ...part, ...(start && { start }), ...(finish && { finish }) };
  };
  const item = (one: FileItem): FileItem => {
    const [salePeriods, items] = [eachOf(one.salePeriods, moved), eachOf(one.items, item)];
    const isSame = salePeriods === one.salePeriods && items === one.items;
    return isSame ? one : { ...one, ...(salePeriods && { salePeriods }), ...(items && { items }) };
  };
  const [items, passkeys] = [eachOf(event.items, item), eachOf(event.passkeys, moved)];
  return { ...event, ...(items && { items }), ...(passkeys && { passkeys }) };
}

/** A list of which nothing changes, as most are, stays as it is. */
function eachOf<T>(list: readonly T[] | undefined, change: (one: T) => T): readonly T[] | undefined {
  const at = list?.findIndex((one) => change(one) !== one) ?? -1;
  return at < 0 ? list : list?.map(change);
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
