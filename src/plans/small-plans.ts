// Everyday changes of many records, each as the file that an event should become: the same difference, question and journal as any plan.
import { clockIn, momentsOf, parseDate } from '../client/index.ts';
import { centsOf } from '../shared/text.ts';
import {
  onlyOne,
  placedItems,
  type EventFile,
  type FileItem,
  type FileItemRef,
  type FilePasskey,
  type FilePeriod,
  type PlacedItem,
} from './event-file.ts';
import { amountText } from './read-record.ts';

export type RoundingMode = 'nearest' | 'up' | 'down';

export interface PriceChange {
  /** In cents, or in hundredths of a percent. */
  readonly by: { readonly cents: number } | { readonly basisPoints: number };
  /** To a multiple of so many cents. */
  readonly round?: { readonly to: number; readonly mode: RoundingMode } | undefined;
}

export interface Shift {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
}

export interface ManyChanges {
  readonly price?: PriceChange | undefined;
  readonly shift?: Shift | undefined;
  readonly available?: number | undefined;
}

/** The event with a copy of an item beside it, under another name. */
export function withDuplicate(event: EventFile, id: string, name: string): EventFile {
  const copied = (items: readonly FileItem[]): FileItem[] =>
    items.flatMap((item) => {
      const inside = item.items ? { ...item, items: copied(item.items) } : item;
      return String(item.id) === id ? [inside, { ...withoutId(item), name }] : [inside];
    });
  return { ...event, items: copied(event.items ?? []) };
}

/** The target with items of another event, in groups of the same name; one that the target has is held against the copy. */
export function withItemsOf(target: EventFile, source: EventFile, ids: ReadonlySet<string>): EventFile {
  const chosen = placedItems(source).filter(({ item, parent }) => isChosen(item, ids) && !(parent && isChosen(parent.item, ids)));
  let items = [...(target.items ?? [])];
  for (const placed of chosen) items = withItem(items, groupsAbove(placed), withoutId(placed.item));
  return { ...target, items };
}

function isChosen({ id }: FileItem, ids: ReadonlySet<string>): boolean {
  return id !== undefined && ids.has(String(id));
}

function groupsAbove({ parent }: PlacedItem): FileItem[] {
  return parent ? [...groupsAbove(parent), parent.item] : [];
}

function withItem(items: readonly FileItem[], [group, ...deeper]: readonly FileItem[], item: FileItem): FileItem[] {
  const name = group?.name ?? item.name;
  const there = onlyOne(items.filter((one) => one.name === name));
  if (!group) return there ? items.map((one) => (one === there ? merged(there, item) : one)) : [...items, item];
  const { items: _inside, ...own } = withoutId(group);
  const home: FileItem = there ?? own;
  const filled = { ...home, items: withItem(home.items ?? [], deeper, item) };
  return there ? items.map((one) => (one === there ? filled : one)) : [...items, filled];
}

/** The copy where the target has the item, which keeps its own id and whatever stands in it. */
function merged(there: FileItem, copy: FileItem): FileItem {
  const items = copy.items?.reduce<FileItem[]>((list, item) => withItem(list, [], item), [...(there.items ?? [])]) ?? there.items;
  return { ...copy, ...(there.id === undefined ? {} : { id: there.id }), ...(items ? { items } : {}) };
}

/** The target with passkeys of another event; the items that they open are found by their path. */
export function withPasskeysOf(target: EventFile, source: EventFile, names: ReadonlySet<string>): EventFile {
  const copies = (source.passkeys ?? []).filter(({ passkey }) => names.has(passkey)).map(passkeyCopy);
  const there = new Map((target.passkeys ?? []).map((passkey) => [passkey.passkey, passkey]));
  const isThere = ({ passkey }: FilePasskey) => there.has(passkey);
  const kept = [...there.values()].map((passkey) => {
    const copy = copies.find((one) => one.passkey === passkey.passkey);
    // How often it may be used is set when it is made, and never again.
    return copy ? { ...copy, id: passkey.id, limit: passkey.limit } : passkey;
  });
  return { ...target, passkeys: [...kept, ...copies.filter((copy) => !isThere(copy))] };
}

function passkeyCopy({ id: _id, items, ...passkey }: FilePasskey): FilePasskey {
  const pathOf = (ref: FileItemRef): FileItemRef => (typeof ref === 'string' ? ref : (ref.path ?? ref));
  return items ? { ...passkey, items: items.map(pathOf) } : passkey;
}

/** The event with changes of some of its items. */
export function withChanges(event: EventFile, ids: ReadonlySet<string>, changes: ManyChanges): EventFile {
  const changed = (item: FileItem): FileItem => {
    const own = isChosen(item, ids) ? changedItem(item, changes, event.timeZone) : item;
    return own.items ? { ...own, items: own.items.map(changed) } : own;
  };
  return { ...event, items: event.items?.map(changed) };
}

/** The event with all its dates moved: sales and passkeys. */
export function shifted(event: EventFile, shift: Shift): EventFile {
  const item = (one: FileItem): FileItem => ({
    ...changedItem(one, { shift }, event.timeZone),
    ...(one.items ? { items: one.items.map(item) } : {}),
  });
  const time = (text: string | null | undefined) => (typeof text === 'string' ? shiftedTime(text, shift, event.timeZone) : text);
  const passkeys = event.passkeys?.map((passkey) => ({ ...passkey, start: time(passkey.start), finish: time(passkey.finish) }));
  return { ...event, items: event.items?.map(item), ...(passkeys ? { passkeys } : {}) };
}

function changedItem(item: FileItem, { price, shift, available }: ManyChanges, zone: string | undefined): FileItem {
  const cents = price && typeof item.price === 'string' ? centsOf(item.price) : undefined;
  const periods = item.salePeriods?.map((period): FilePeriod => {
    const moved = shift
      ? {
          ...period,
          ...(period.start && { start: shiftedTime(period.start, shift, zone) }),
          ...(period.finish && { finish: shiftedTime(period.finish, shift, zone) }),
        }
      : period;
    return available === undefined ? moved : { ...moved, available };
  });
  return {
    ...item,
    ...(price && cents !== undefined ? { price: amountText(changedPrice(cents, price)) } : {}),
    ...(periods ? { salePeriods: periods } : {}),
  };
}

/** Never below nothing. */
export function changedPrice(cents: number, { by, round }: PriceChange): number {
  const changed = 'cents' in by ? cents + by.cents : Math.round((cents * (10_000 + by.basisPoints)) / 10_000);
  return Math.max(0, round ? rounded(changed, round.to, round.mode) : changed);
}

function rounded(cents: number, to: number, mode: RoundingMode): number {
  const way = { nearest: Math.round, up: Math.ceil, down: Math.floor }[mode];
  return way(cents / to) * to;
}

const hour = 3_600_000;

/** What the clock shows moves by days and hours, also over a change of daylight saving. */
export function shiftedTime(text: string, { days = 0, hours = 0 }: Shift, zone: string | undefined): string {
  const parsed = parseDate(text);
  if (!parsed) return text;
  const { date, time, instant } = parsed;
  if (time === undefined) return clockIn('UTC', Date.parse(`${date}T00:00:00Z`) + days * 24 * hour).slice(0, 10);
  const moved = clockIn('UTC', Date.parse(`${date}T${time}Z`) + (days * 24 + hours) * hour);
  if (instant === undefined) return zone === undefined ? moved : existing(moved, zone);
  const offset = /(?:Z|[+-]\d\d:?\d\d)$/.exec(text)?.[0] ?? '';
  return `${moved.replace(' ', 'T')}${offset}`;
}

/** A time that the clock jumps over becomes the first one after it. */
function existing(text: string, zone: string): string {
  if (momentsOf(text, zone).length > 0) return text;
  const later = clockIn('UTC', Date.parse(`${text.replace(' ', 'T')}Z`) + hour);
  return momentsOf(later, zone).length > 0 ? later : text;
}

function withoutId({ id: _id, items, ...item }: FileItem): FileItem {
  return items ? { ...item, items: items.map(withoutId) } : item;
}
