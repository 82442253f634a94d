// The sessions of an event, under whatever name and in whatever date format they stand.
import { clockIn, isDate, parseDate } from './dates.ts';
import { aliases, idText, labelOf, ownField, pick } from './fields.ts';
import { contentOf, readList } from './lists.ts';
import { isObject, type JsonObject } from './replies.ts';

export interface Session {
  readonly id?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly date?: string | undefined;
  /** `HH:MM` */
  readonly time?: string | undefined;
  readonly status?: string | undefined;
  /** What it is called, where that says more than the rest of it and the event's own name. */
  readonly name?: string;
  readonly value: unknown;
}

const listAliases = aliases(
  'sessions date dates eventdates sessiondates schedule schedules showtimes performances occurrences sessoes',
);
// `eventId` is not among them: the event's id would open the wrong session.
const idAliases = aliases(
  'id _id uuid sessionid eventdateid dateid performanceid showtimeid showid occurrenceid scheduleid key code',
);
const dateAliases = aliases('datetime date startdatetime startdate startsat startat starttime start begin day when data dia');
/** What makes a session of an object in a list whose name says nothing; a `start` alone may be that of a sale. */
const sureDateAliases = aliases('datetime date startdatetime startdate startsat startat starttime day data dia');
const timeAliases = aliases('time starttime hour hora horario');
const statusAliases = aliases('status sessionstatus state situation availability');
const nameAliases = aliases('name title label displayname sessionname performancename nome titulo');

/** `zone`: that of the service's clock. A time in UTC is put on it; any other is shown where the event is, as it is written. */
export function sessionsOf(event: unknown, zone?: string): readonly Session[] {
  const content = contentOf(event);
  const ofEvent = eventName(content);
  return sessionItems(content, 2).map((value) => readSession(value, ofEvent, zone));
}

/** Of a time in UTC. */
function stampOnClock(value: unknown, zone: string): Stamp | undefined {
  const instant = typeof value === 'string' && value.endsWith('Z') ? parseDate(value)?.instant : undefined;
  if (instant === undefined) return undefined;
  const shown = clockIn(zone, instant);
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** The items of the first list that has any: here, or in the objects inside, such as `{ event }`. */
function sessionItems(content: unknown, depth: number): readonly unknown[] {
  if (Array.isArray(content)) return itemsOfList(content, depth);
  if (!isObject(content)) return [];
  const own = pick([content], listAliases, namedItems) ?? unnamedItems(content);
  if (own || depth === 0) return own ?? [];
  for (const inner of Object.values(content).filter(isObject)) {
    const items = sessionItems(inner, depth - 1);
    if (items.length > 0) return items;
  }
  return [];
}

/** A list is one of sessions, or holds the one event that was asked for. */
function itemsOfList(list: readonly unknown[], depth: number): readonly unknown[] {
  const [only] = list;
  const inside = list.length === 1 && depth > 0 && isObject(only) ? sessionItems(only, depth - 1) : [];
  if (inside.length > 0) return inside;
  return list.some(looksDated) ? list : [];
}

/** A list under a session's name, or the one session or the box of sessions that stands there instead. */
function namedItems(value: unknown): readonly unknown[] | undefined {
  if (!isObject(value)) return sessionList(value);
  if (looksDated(value)) return [value];
  const rows = readList(value).rows.map((row) => row.value);
  return pick([value], listAliases, sessionList) ?? sessionList(rows.filter((row) => row !== value));
}

/** Under a session's name even an item without a date is a session, but `[2026, 10, 12]` is one date in three parts. */
function sessionList(value: unknown): readonly unknown[] | undefined {
  const isList = Array.isArray(value) && value.some((item) => isObject(item) || looksDated(item));
  return isList ? (value as unknown[]) : undefined;
}

function unnamedItems(event: JsonObject): readonly unknown[] | undefined {
  for (const [key, value] of Object.entries(event)) {
    if (!Array.isArray(value) || key.toLowerCase().includes('sale')) continue;
    if (value.some((item) => isObject(item) && looksDated(item))) return value as unknown[];
  }
  return undefined;
}

function looksDated(item: unknown): boolean {
  return (isObject(item) ? pick(placesIn(item), sureDateAliases, readStamp) : readStamp(item)) !== undefined;
}

function readSession(value: unknown, ofEvent: string | undefined, zone: string | undefined): Session {
  const places = placesIn(value);
  const id = pick(places, idAliases, idText);
  const stampBy = (read: (field: unknown) => Stamp | undefined) =>
    isObject(value) ? pick(places, dateAliases, read) : read(value);
  const { date, time } = stampBy(readStamp) ?? {};
  const shown = { date, time: pick(places, timeAliases, readClock) ?? time };
  const onClock = zone === undefined ? undefined : stampBy((field) => stampOnClock(field, zone));
  const status = pick(places, statusAliases, readStatus);
  const name = pick(places, nameAliases, readName);
  const isSaid = name === undefined || name === id || name === status || name === ofEvent;
  return { id, ...shown, ...onClock, status, value, ...(isSaid ? {} : { name }) };
}

function eventName(content: unknown): string | undefined {
  if (!isObject(content)) return undefined;
  return pick(isObject(content.event) ? [content, content.event] : [content], nameAliases, readName);
}

/** A date or a time is no name. */
function readName(value: unknown): string | undefined {
  const isName = typeof value === 'string' && value.trim() !== '' && !readStamp(value) && readClock(value) === undefined;
  return isName ? labelOf(value) : undefined;
}

const boxes = ['attributes', 'node'];

/** Where the fields of a session stand: in itself, or in the box that some services put them in. */
function placesIn(item: unknown): readonly JsonObject[] {
  if (!isObject(item)) return [];
  return [item, ...boxes.map((key) => ownField(item, key)).filter(isObject)];
}

function readStatus(value: unknown): string | undefined {
  const isText = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return isText ? labelOf(value) : undefined;
}

interface Stamp {
  /** Nothing when the text names a day that does not exist. */
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

const maxStamp = 40;
const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ,]+)/;
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:$|[T ,]+)/;
const clock = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:[.,]\d+)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** The date and the time as they are written: an offset moves neither. */
function readStamp(value: unknown): Stamp | undefined {
  if (isObject(value)) return readStampObject(value);
  if (typeof value !== 'string' || value.length > maxStamp) return undefined;
  const text = value.trim();
  const [head, year, month, day] = yearFirst.exec(text) ?? swapDayAndYear(dayFirst.exec(text)) ?? [];
  if (head === undefined) return undefined;
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return { date: isDate(date) ? date : undefined, time: readClock(text.slice(head.length)) };
}

/** `{ date, time }`, one level deep. */
function readStampObject(box: JsonObject): Stamp | undefined {
  const stamp = pick([box], dateAliases, (part) => (typeof part === 'string' ? readStamp(part) : undefined));
  const time = pick([box], timeAliases, readClock);
  return stamp || time !== undefined ? { date: stamp?.date, time: time ?? stamp?.time } : undefined;
}

function swapDayAndYear(match: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  return match ? [match[0], match[3], match[2], match[1]] : undefined;
}

function readClock(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxStamp) return undefined;
  const [, hours, minutes] = clock.exec(value.trim()) ?? [];
  return hours && `${hours.padStart(2, '0')}:${minutes}`;
}
