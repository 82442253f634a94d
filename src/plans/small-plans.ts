// Everyday changes of many records, each as the file that an event should become: the same difference, question and journal as any plan.
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
import { isSameEvent } from './match.ts';
import { amountText, present } from './read-record.ts';
import { byClockOf, shiftedTime, withTimes, type Shift } from './times.ts';

export type RoundingMode = 'nearest' | 'up' | 'down';

export interface PriceChange {
  /** In cents, or in hundredths of a percent. */
  readonly by: { readonly cents: number } | { readonly basisPoints: number };
  /** To a multiple of so many cents. */
  readonly round?: { readonly to: number; readonly mode: RoundingMode } | undefined;
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
  const isInside = ({ parent }: PlacedItem): boolean => parent !== undefined && (isChosen(parent.item, ids) || isInside(parent));
  const chosen = placedItems(byClockOf(source, target.timeZone)).filter((one) => isChosen(one.item, ids) && !isInside(one));
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
  const mayUseIds = isSameEvent(source, target);
  const chosen = (byClockOf(source, target.timeZone).passkeys ?? []).filter(({ passkey }) => names.has(passkey));
  const copies = new Map(chosen.map((passkey) => [passkey.passkey, passkeyCopy(passkey, mayUseIds)]));
  const there = new Set(target.passkeys?.map(({ passkey }) => passkey));
  const kept = (target.passkeys ?? []).map((passkey) => {
    const copy = copies.get(passkey.passkey);
    // How often it may be used is set when it is made, and never again.
    return copy ? present({ ...copy, id: passkey.id, limit: passkey.limit }) : passkey;
  });
  return { ...target, passkeys: [...kept, ...[...copies.values()].filter(({ passkey }) => !there.has(passkey))] };
}

/** An id means nothing in another event: an item that has no other name there is named as missing. */
function passkeyCopy({ id: _id, items, ...passkey }: FilePasskey, mayUseIds: boolean): FilePasskey {
  const pathOf = (ref: FileItemRef): FileItemRef => {
    if (typeof ref === 'string') return ref;
    return ref.path ?? (mayUseIds ? ref : `id ${ref.id}`);
  };
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
  return withTimes(event, (time) => shiftedTime(time, shift, event.timeZone));
}

function changedItem(item: FileItem, { price, shift, available }: ManyChanges, zone: string | undefined): FileItem {
  const cents = price && typeof item.price === 'string' ? centsOf(item.price) : undefined;
  const timeOf = (text: string) => (shift ? shiftedTime(text, shift, zone) : text);
  const periods = item.salePeriods?.map((period): FilePeriod => {
    const { start, finish } = period;
    const moved = { ...period, ...(start && { start: timeOf(start) }), ...(finish && { finish: timeOf(finish) }) };
    return available === undefined ? moved : { ...moved, available };
  });
  return {
    ...item,
    ...(price && cents !== undefined ? { price: amountText(changedPrice(cents, price)) } : {}),
    ...(periods ? { salePeriods: periods } : {}),
  };
}

/**
 * Never below nothing. Rounded once, from the exact amount: 12.4951 to whole units is 12, not first 12.50 and then 13.
 * @internal each rounding of a price is tried by itself
 */
export function changedPrice(cents: number, { by, round }: PriceChange): number {
  const parts = 'cents' in by ? BigInt(cents + by.cents) * whole : BigInt(cents) * (whole + BigInt(by.basisPoints));
  const { to, mode } = round && round.to > 0 ? round : { to: 1, mode: 'nearest' as const };
  return parts <= 0n ? 0 : Number(rounded(parts, BigInt(to) * whole, mode)) * to;
}

/** One hundred percent, in hundredths of a percent. */
const whole = 10_000n;

/** How many times `step` an amount is; a half goes up. */
function rounded(amount: bigint, step: bigint, mode: RoundingMode): bigint {
  const extra = { nearest: step / 2n, up: step - 1n, down: 0n }[mode];
  return (amount + extra) / step;
}

function withoutId({ id: _id, items, ...item }: FileItem): FileItem {
  return items ? { ...item, items: items.map(withoutId) } : item;
}
