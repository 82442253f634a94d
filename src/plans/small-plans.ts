// Everyday changes of many records, each as the file that an event should become: the same difference, question and journal as any plan.
import { centsOf } from '../shared/text.ts';
import {
  mappedItems,
  onlyOne,
  placedItems,
  type EventFile,
  type FileItem,
  type FileItemRef,
  type PlacedItem,
} from './event-file.ts';
import { isSameEvent } from './match.ts';
import { amountText, present } from './read-record.ts';
import { byClockOf, shiftedTime, withItemTimes, withTimes, type Shift } from './times.ts';

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
  const copied = (item: FileItem) => (String(item.id) === id ? [item, { ...withoutId(item), name }] : item);
  return { ...event, items: mappedItems(event.items ?? [], copied) };
}

/** The target with items of another event, in groups of the same name; one that the target has is held against the copy. */
export function withItemsOf(target: EventFile, source: EventFile, ids: ReadonlySet<string>): EventFile {
  const isInside = (placed: PlacedItem) => groupsAbove(placed).some((group) => isChosen(group, ids));
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
  const { name } = group ?? item;
  const there = onlyOne(items.filter((one) => one.name === name));
  const home = group && (there ?? { ...withoutId(group), items: [] });
  const made = home ? { ...home, items: withItem(home.items ?? [], deeper, item) } : merged(there, item);
  return there ? items.map((one) => (one === there ? made : one)) : [...items, made];
}

/** The copy where the target has the item, which keeps its own id and whatever stands in it. */
function merged(there: FileItem | undefined, copy: FileItem): FileItem {
  if (!there) return copy;
  const items = copy.items?.reduce((list, item) => withItem(list, [], item), there.items ?? []) ?? there.items;
  return present({ ...copy, id: there.id, items });
}

/** The target with passkeys of another event; the items that they open are found by their path. */
export function withPasskeysOf(target: EventFile, source: EventFile, names: ReadonlySet<string>): EventFile {
  const { passkeys: there = [] } = target;
  const mayUseIds = isSameEvent(source, target);
  // An id means nothing in another event: an item that has no other name there is named as missing.
  const pathOf = (ref: FileItemRef): FileItemRef =>
    typeof ref === 'string' ? ref : (ref.path ?? (mayUseIds ? ref : `id ${ref.id}`));
  const chosen = (byClockOf(source, target.timeZone).passkeys ?? []).filter(({ passkey }) => names.has(passkey));
  const copies = new Map(chosen.map(({ id: _id, ...one }) => [one.passkey, present({ ...one, items: one.items?.map(pathOf) })]));
  const kept = there.map((passkey) => {
    const copy = copies.get(passkey.passkey);
    // How often it may be used is set when it is made, and never again.
    return copy ? present({ ...copy, id: passkey.id, limit: passkey.limit }) : passkey;
  });
  for (const { passkey } of there) copies.delete(passkey);
  return { ...target, passkeys: [...kept, ...copies.values()] };
}

/** The event with changes of some of its items. */
export function withChanges(event: EventFile, ids: ReadonlySet<string>, changes: ManyChanges): EventFile {
  const changed = (item: FileItem) => (isChosen(item, ids) ? changedItem(item, changes, event.timeZone) : item);
  return { ...event, items: event.items && mappedItems(event.items, changed) };
}

/** The event with all its dates moved: sales and passkeys. */
export function shifted(event: EventFile, shift: Shift): EventFile {
  return withTimes(event, (time) => shiftedTime(time, shift, event.timeZone));
}

function changedItem(item: FileItem, { price, shift, available }: ManyChanges, zone: string | undefined): FileItem {
  const cents = price && typeof item.price === 'string' ? centsOf(item.price) : undefined;
  const moved = shift ? withItemTimes(item, (text) => shiftedTime(text, shift, zone)) : item;
  const { salePeriods } = moved;
  return {
    ...moved,
    ...(price && cents !== undefined && { price: amountText(changedPrice(cents, price)) }),
    ...(salePeriods && available !== undefined && { salePeriods: salePeriods.map((period) => ({ ...period, available })) }),
  };
}

/**
 * Never below nothing. Rounded once, from the exact amount: 12.4951 to whole units is 12, not first 12.50 and then 13.
 * @internal each rounding of a price is tried by itself
 */
export function changedPrice(cents: number, { by, round }: PriceChange): number {
  // One hundred percent, in hundredths of a percent.
  const whole = 10_000n;
  const parts = 'cents' in by ? BigInt(cents + by.cents) * whole : BigInt(cents) * (whole + BigInt(by.basisPoints));
  const { to, mode } = round && round.to > 0 ? round : { to: 1, mode: 'nearest' as const };
  const step = BigInt(to) * whole;
  // A half goes up.
  const extra = { nearest: step / 2n, up: step - 1n, down: 0n }[mode];
  return parts <= 0n ? 0 : Number((parts + extra) / step) * to;
}

function withoutId(item: FileItem): FileItem {
  const { id: _id, items, ...own } = item;
  return items ? { ...own, items: items.map(withoutId) } : own;
}
