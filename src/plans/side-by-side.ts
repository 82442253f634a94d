// Two events as two texts that people look at side by side: a line differs where the meaning does. Ids of two services have nothing to do with
// each other, nobody promises an order, and one moment has many texts; what only one side shows is compared with nothing.
import { differences, type EventDifferences, type ItemDifference } from './differences.ts';
import {
  amountFields,
  dataFields,
  type EventFile,
  type FileItem,
  type FileItemRef,
  type FilePasskey,
  type FilePeriod,
} from './event-file.ts';
import { present } from './read-record.ts';
import { textOf } from './text.ts';

interface SideBySide {
  readonly left: string;
  readonly right: string;
  /** What the right one has otherwise. */
  readonly found: EventDifferences;
}

export function sideBySide(left: EventFile, right: EventFile): SideBySide {
  const found = differences(left, right);
  const other = found.wanted;
  const sides = new Sides(found);
  return { left: textOf(sides.leftFile(left, other)), right: textOf(sides.rightFile(left, other)), found };
}

class Sides {
  readonly #found: EventDifferences;
  readonly #byRight = new Map<FileItem, ItemDifference>();
  readonly #byLeft = new Map<FileItem, ItemDifference>();
  readonly #passkeysOfLeft = new Map<FilePasskey, FilePasskey>();
  readonly #passkeysOfRight = new Map<FilePasskey, { readonly there: FilePasskey; readonly hasSameItems: boolean }>();

  constructor(found: EventDifferences) {
    this.#found = found;
    for (const difference of found.items) {
      if (difference.wanted) this.#byRight.set(difference.wanted.item, difference);
      if (difference.there) this.#byLeft.set(difference.there.item, difference);
    }
    for (const { wanted, there, fields } of found.passkeys) {
      if (!wanted || !there) continue;
      this.#passkeysOfLeft.set(there, wanted);
      this.#passkeysOfRight.set(wanted, { there, hasSameItems: !fields.some(({ field }) => field === 'items') });
    }
  }

  leftFile(left: EventFile, right: EventFile): EventFile {
    const items = right.items && left.items?.map((item) => this.#leftItem(item));
    const passkeys = right.passkeys && left.passkeys?.map((one) => this.#passkey(one, this.#passkeysOfLeft.get(one), one.items));
    return present({ event: this.#event(left), timeZone: right.timeZone && left.timeZone, items, passkeys });
  }

  rightFile(left: EventFile, right: EventFile): EventFile {
    const items = left.items && right.items && this.#inOrder(right.items, left.items).map((item) => this.#rightItem(item));
    const passkeys =
      left.passkeys &&
      right.passkeys &&
      this.#passkeysInOrder(right.passkeys, left.passkeys).map((one) => {
        const { there, hasSameItems } = this.#passkeysOfRight.get(one) ?? {};
        return this.#passkey(one, there, hasSameItems && there?.items ? there.items : one.items);
      });
    return present({ event: this.#event(right), timeZone: left.timeZone && right.timeZone, items, passkeys });
  }

  #event({ event: { id, name, environment } }: EventFile): EventFile['event'] {
    return this.#found.isSameEvent ? present({ id, name, environment }) : present({ name });
  }

  #id(id: FileItem['id']): Pick<FileItem, 'id'> {
    return this.#found.isSameEvent ? { id } : {};
  }

  #leftItem(item: FileItem): FileItem {
    const other = this.#byLeft.get(item)?.wanted?.item;
    const items = item.items?.map((inner) => this.#leftItem(inner));
    return present({ ...(other ? shownByBoth(item, other) : own(item)), ...this.#id(item.id), items });
  }

  #rightItem(item: FileItem): FileItem {
    const difference = this.#byRight.get(item);
    const other = difference?.there?.item;
    const items = item.items && this.#inOrder(item.items, other?.items ?? []).map((inner) => this.#rightItem(inner));
    const isChanged = (field: string) => difference?.fields.some((one) => one.field === field) === true;
    const shown = other ? sameAs(shownByBoth(item, other), other, isChanged) : own(item);
    return present({ ...shown, ...this.#id(item.id), items });
  }

  #passkey(passkey: FilePasskey, other: FilePasskey | undefined, refs: readonly FileItemRef[] | undefined): FilePasskey {
    const shows = (field: 'start' | 'finish' | 'limit') => !other || other[field] !== undefined;
    return present({
      passkey: passkey.passkey,
      ...this.#id(passkey.id),
      start: shows('start') ? passkey.start : undefined,
      finish: shows('finish') ? passkey.finish : undefined,
      limit: shows('limit') ? passkey.limit : undefined,
      items: !other || other.items ? refs?.map((ref) => this.#ref(ref)) : undefined,
    });
  }

  #ref(ref: FileItemRef): FileItemRef {
    return typeof ref === 'string' || this.#found.isSameEvent ? ref : (ref.path ?? ref);
  }

  /** Those that the other side has stand as they stand there, each followed by the new ones that it is followed by here. */
  #inOrder(items: readonly FileItem[], others: readonly FileItem[]): FileItem[] {
    const places = new Map(others.map((item, index) => [item, index]));
    return ordered(items, (item) => places.get(this.#byRight.get(item)?.there?.item as FileItem));
  }

  #passkeysInOrder(passkeys: readonly FilePasskey[], others: readonly FilePasskey[]): FilePasskey[] {
    const places = new Map(others.map((one, index) => [one, index]));
    return ordered(passkeys, (one) => places.get(this.#passkeysOfRight.get(one)?.there as FilePasskey));
  }
}

function ordered<T>(records: readonly T[], placeOf: (record: T) => number | undefined): T[] {
  let last = -1;
  const placed = records.map((record) => {
    const place = placeOf(record);
    if (place !== undefined) last = place;
    return { record, place: last };
  });
  return placed.toSorted((one, other) => one.place - other.place).map(({ record }) => record);
}

function own({ id: _id, items: _items, notKnown: _notKnown, ...item }: FileItem): FileItem {
  return item;
}

/** The fields that both sides show. */
function shownByBoth(item: FileItem, other: FileItem): FileItem {
  const shown = own(item);
  const both = Object.entries(shown).filter(([name]) => other[name as keyof FileItem] !== undefined);
  return { ...(Object.fromEntries(both) as unknown as FileItem), name: item.name };
}

/** Written as the other side writes it wherever it means the same. */
function sameAs(item: FileItem, other: FileItem, isChanged: (field: string) => boolean): FileItem {
  const same = [...dataFields, ...amountFields].filter((name) => item[name] !== undefined && !isChanged(name));
  const periods = item.salePeriods?.map((period): FilePeriod => {
    const { appCategoryId } = period;
    const twin = other.salePeriods?.filter((one) => String(one.appCategoryId) === String(appCategoryId));
    const [former, ...more] = twin ?? [];
    if (!former || more.length > 0) return period;
    const written = (['start', 'finish', 'available'] as const).filter(
      (name) => former[name] !== undefined && !isChanged(`salePeriods.${String(appCategoryId)}.${name}`),
    );
    return { ...period, ...Object.fromEntries(written.map((name) => [name, former[name]])) };
  });
  const attributes =
    item.attributes &&
    Object.fromEntries(
      Object.entries(item.attributes).map(([key, value]) => {
        const former = other.attributes && Object.hasOwn(other.attributes, key) ? other.attributes[key] : undefined;
        return [key, former === undefined || isChanged(`attributes.${key}`) ? value : former];
      }),
    );
  const fields = Object.fromEntries(same.map((name) => [name, other[name]]));
  return { ...item, ...fields, ...(periods && { salePeriods: periods }), ...(attributes && { attributes }) };
}
