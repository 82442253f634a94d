// What a file wants and an event has, field by field. What either of them does not show is not compared: absent is not empty.
import { momentsOf, parseDate } from '../client/index.ts';
import { typeFor } from '../records/index.ts';
import {
  amountFields,
  dataFields,
  grouped,
  onlyOne,
  type EventFile,
  type FileAttribute,
  type FileItem,
  type FilePasskey,
  type FilePeriod,
  type PlacedItem,
} from './event-file.ts';
import { ItemRefs } from './item-refs.ts';
import { isSameEvent, matchItems, matchPasskeys, placeText, type MatchedBy, type Matches, type MatchOptions } from './match.ts';
import { byClockOf } from './times.ts';

export interface FieldDifference {
  /** `price`, `salePeriods.1.start`, `attributes.maximum`, `group`, `items`. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** `ambiguous`: it is not known which record is meant. */
type DifferenceState = 'new' | 'changed' | 'same' | 'onlyThere' | 'ambiguous';

interface Difference {
  readonly state: DifferenceState;
  /** What a person calls it. */
  readonly path: string;
  /** Where it stands in the file; the record that is only there stands in none. */
  readonly place?: string;
  readonly by?: MatchedBy;
  /** Its id at the service. */
  readonly id?: string;
  readonly fields: readonly FieldDifference[];
  /** Fields of the file that the service does not show. */
  readonly notCompared: readonly string[];
  /** Those of them that it shows, in a unit of which nobody has said what it is. */
  readonly openUnits?: readonly string[];
  /** Parts that the service has and the file does not: the interface cannot remove them. */
  readonly kept: readonly string[];
  /** The ids of those that it may be. */
  readonly candidates?: readonly string[];
}

export interface ItemDifference extends Difference {
  readonly kind: 'item';
  readonly wanted?: PlacedItem;
  readonly there?: PlacedItem;
}

export interface PasskeyDifference extends Difference {
  readonly kind: 'passkey';
  readonly wanted?: FilePasskey;
  readonly there?: FilePasskey;
  /** Items that it should open and that neither the file nor the event has. */
  readonly missingItems: readonly string[];
}

export type RecordDifference = ItemDifference | PasskeyDifference;

export interface EventDifferences {
  readonly items: readonly ItemDifference[];
  readonly passkeys: readonly PasskeyDifference[];
  /** The file by the event's clock. */
  readonly wanted: EventFile;
  /** Which item of the event each item of the file is. */
  readonly matches: Matches<PlacedItem>;
  /** The items that its passkeys name. */
  readonly refs: ItemRefs;
  /** Whether the file was read from this very event. */
  readonly isSameEvent: boolean;
}

/** What each event was last held against: it is compared, then planned, and planned again after each answer of a person. */
const latest = new WeakMap<EventFile, { readonly wanted: EventFile; readonly found: EventDifferences }>();

/** `there`: the event as it is; `wanted`: the file that it is held against. */
export function differences(there: EventFile, wanted: EventFile, options: MatchOptions = {}): EventDifferences {
  if (options.byHand && options.byHand.size > 0) return compared(there, wanted, options);
  const known = latest.get(there);
  if (known?.wanted === wanted) return known.found;
  const found = compared(there, wanted, {});
  latest.set(there, { wanted, found });
  return found;
}

function compared(there: EventFile, wanted: EventFile, options: MatchOptions): EventDifferences {
  const file = byClockOf(wanted, there.timeZone);
  // A service whose clock is not known may still show moments, and the file says by which clock its own times are.
  const zone = there.timeZone ?? wanted.timeZone;
  const matches = matchItems(file, there, options);
  const items = matches.wanted.map((one) => itemDifference(one, matches, zone, there.notKnown));
  const goneItems = file.items ? matches.onlyThere.map(onlyThereItem) : [];
  const refs = new ItemRefs(there, file, matches);
  const passkeys = matchPasskeys(file, there, options);
  const wantedPasskeys = passkeys.wanted.map((one, index) => passkeyDifference(one, index, passkeys, refs, zone));
  const gonePasskeys = file.passkeys ? passkeys.onlyThere.map(onlyTherePasskey) : [];
  return {
    items: [...items, ...goneItems],
    passkeys: [...wantedPasskeys, ...gonePasskeys],
    wanted: file,
    matches,
    refs,
    isSameEvent: isSameEvent(wanted, there),
  };
}

/** Collects the differences of one record. */
class Fields {
  readonly found: FieldDifference[] = [];
  readonly notCompared: string[] = [];
  readonly kept: string[] = [];

  /** `isNew`: the record is not there, so that whatever is wanted is a difference. */
  compare(field: string, before: unknown, after: unknown, isNew: boolean, isSame = Object.is): void {
    if (after === undefined) return;
    if (before === undefined && !isNew) this.notCompared.push(field);
    else if (isNew || !isSame(before, after)) this.add(field, before, after);
  }

  add(field: string, before: unknown, after: unknown): void {
    this.found.push({ field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
  }
}

function itemDifference(
  wanted: PlacedItem,
  matches: Matches<PlacedItem>,
  zone: string | undefined,
  notKnown: EventFile['notKnown'] = [],
): ItemDifference {
  const base = { kind: 'item', path: wanted.path, place: placeText(wanted.place), wanted } as const;
  const ambiguous = matches.ambiguous.get(wanted);
  if (ambiguous) {
    const candidates = ambiguous.map(({ item }) => String(item.id));
    return { ...base, state: 'ambiguous', candidates, fields: [], notCompared: [], kept: [] };
  }
  const pair = matches.pairs.get(wanted);
  const there = pair?.there.item;
  const isNew = there === undefined;
  const fields = new Fields();
  const { item } = wanted;
  for (const name of dataFields) fields.compare(name, there?.[name], item[name], isNew, isSameText);
  if (pair) compareGroup(fields, wanted, pair.there, matches);
  compareAmounts(fields, there, item, isNew);
  if (item.salePeriods) comparePeriods(fields, there, item.salePeriods, isNew, zone);
  if (item.attributes) compareAttributes(fields, there, item.attributes, isNew);
  const { found, notCompared, kept } = fields;
  if (!pair) return { ...base, state: 'new', fields: found, notCompared, kept };
  const state = found.length > 0 ? 'changed' : 'same';
  const { there: held, by } = pair;
  const hasOpenUnit = (name: string) =>
    notKnown.includes(`items.${name}.unit`) || there?.notKnown?.includes(`${name}.unit`) === true;
  const openUnits = notCompared.filter(hasOpenUnit);
  const unread = openUnits.length > 0 ? { openUnits } : {};
  return { ...base, state, there: held, by, id: String(held.item.id), fields: found, notCompared, ...unread, kept };
}

/** An empty description and none are two ways to write it, and so are the forms of one letter. */
function isSameText(one: unknown, other: unknown): boolean {
  const plain = (text: unknown) => (typeof text === 'string' ? text.normalize() : (text ?? ''));
  return one === other || plain(one) === plain(other);
}

/** A record that stands in another group than the one that its group is matched with. */
function compareGroup(fields: Fields, wanted: PlacedItem, there: PlacedItem, matches: Matches<PlacedItem>): void {
  const group = wanted.parent && matches.pairs.get(wanted.parent)?.there;
  const isSame = wanted.parent ? group !== undefined && group === there.parent : there.parent === undefined;
  // A part of an event may be written down without its groups.
  const isPart = !wanted.parent && there.parent !== undefined && !matches.taken.has(there.parent);
  if (isSame || isPart) return;
  fields.add('group', there.parent?.path ?? null, wanted.parent?.path ?? null);
}

function compareAmounts(fields: Fields, there: FileItem | undefined, wanted: FileItem, isNew: boolean): void {
  // Values that are not there yet are all made at once.
  const isFirst = isNew || there?.price === null;
  for (const name of amountFields) {
    const [before, after] = [there?.[name], wanted[name]];
    const isOtherUnit = before !== undefined && before !== null && after !== null && typeof before !== typeof after;
    if (after !== undefined && isOtherUnit) fields.notCompared.push(name);
    else if (after === null) {
      if (before !== null && before !== undefined) fields.kept.push(name);
    } else fields.compare(name, before === null ? undefined : before, after, isFirst);
  }
}

function comparePeriods(
  fields: Fields,
  there: FileItem | undefined,
  wanted: readonly FilePeriod[],
  isNew: boolean,
  zone: string | undefined,
): void {
  if (!isNew && !there?.salePeriods) return void fields.notCompared.push('salePeriods');
  if (there?.salePeriods && areWrittenAlike(there.salePeriods, wanted)) return;
  const known = grouped(there?.salePeriods ?? [], categoryOf);
  const isSameTime = (one: unknown, other: unknown) => one === other || instantOf(one, zone) === instantOf(other, zone);
  for (const [category, periods] of grouped(wanted, categoryOf)) {
    const before = known.get(category) ?? [];
    known.delete(category);
    const [former, period] = [onlyOne(before), onlyOne(periods)];
    const isNewPeriod = before.length === 0;
    const name = (field: string) => `salePeriods.${category}.${field}`;
    // The interface tells them apart by their category alone.
    if (!period || (!former && !isNewPeriod)) {
      if (!areAmong(before, periods)) fields.add(`salePeriods.${category}`, before, periods);
      else if (before.length > periods.length) fields.kept.push(`salePeriods.${category}`);
    } else {
      fields.compare(name('start'), former?.start, period.start, isNewPeriod, isSameTime);
      fields.compare(name('finish'), former?.finish, period.finish, isNewPeriod, isSameTime);
      fields.compare(name('available'), former?.available, period.available, isNewPeriod);
    }
  }
  fields.kept.push(...[...known.keys()].map((category) => `salePeriods.${category}`));
}

function categoryOf({ appCategoryId }: FilePeriod): string {
  return String(appCategoryId);
}

/** As nearly all are, which need no closer look. */
function areWrittenAlike(before: readonly FilePeriod[], after: readonly FilePeriod[]): boolean {
  const isAlike = (one: FilePeriod, other: FilePeriod | undefined) =>
    other !== undefined &&
    one.appCategoryId === other.appCategoryId &&
    one.start === other.start &&
    one.finish === other.finish &&
    one.available === other.available;
  return before.length === after.length && before.every((one, at) => isAlike(one, after[at]));
}

function areAmong(before: readonly FilePeriod[], after: readonly FilePeriod[]): boolean {
  const textOf = ({ start, finish, available }: FilePeriod) => `${start} ${finish} ${available}`;
  const left = before.map(textOf);
  return after.every((period) => {
    const index = left.indexOf(textOf(period));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

/** The moment of a time; the text itself where its clock is not known. */
function instantOf(time: unknown, zone: string | undefined): unknown {
  if (typeof time !== 'string') return time;
  const { instant, date, time: clock } = parseDate(time) ?? {};
  if (instant !== undefined || clock === undefined || zone === undefined) return instant ?? time;
  return momentsOf(`${date} ${clock}`, zone)[0] ?? time;
}

function compareAttributes(
  fields: Fields,
  there: FileItem | undefined,
  wanted: Readonly<Record<string, FileAttribute>>,
  isNew: boolean,
): void {
  if (!isNew && !there?.attributes) return void fields.notCompared.push('attributes');
  const known = there?.attributes ?? {};
  for (const [key, attribute] of Object.entries(wanted)) {
    const before = Object.hasOwn(known, key) ? known[key] : undefined;
    fields.compare(`attributes.${key}`, before, attribute, before === undefined, isSameAttribute);
  }
  fields.kept.push(...Object.keys(known).flatMap((key) => (Object.hasOwn(wanted, key) ? [] : [`attributes.${key}`])));
}

function isSameAttribute(one: unknown, other: unknown): boolean {
  const typed = (attribute: FileAttribute) =>
    typeof attribute === 'object' && attribute !== null ? attribute : { value: attribute, type: typeFor(attribute) };
  const [first, second] = [typed(one as FileAttribute), typed(other as FileAttribute)];
  return first.value === second.value && first.type === second.type;
}

function onlyThereItem(there: PlacedItem): ItemDifference {
  const { path, item } = there;
  return { kind: 'item', state: 'onlyThere', path, there, id: String(item.id), fields: [], notCompared: [], kept: [] };
}

function onlyTherePasskey(there: FilePasskey): PasskeyDifference {
  const { passkey: path, id } = there;
  return {
    kind: 'passkey',
    state: 'onlyThere',
    path,
    there,
    id: String(id),
    fields: [],
    notCompared: [],
    kept: [],
    missingItems: [],
  };
}

function passkeyDifference(
  wanted: FilePasskey,
  index: number,
  matches: Matches<FilePasskey>,
  refs: ItemRefs,
  zone: string | undefined,
): PasskeyDifference {
  const place = placeText(['passkeys', index]);
  const base = { kind: 'passkey', path: wanted.passkey, place, wanted } as const;
  const ambiguous = matches.ambiguous.get(wanted);
  if (ambiguous) {
    const candidates = ambiguous.map(({ id }) => String(id));
    return { ...base, state: 'ambiguous', candidates, fields: [], notCompared: [], kept: [], missingItems: [] };
  }
  const pair = matches.pairs.get(wanted);
  const there = pair?.there;
  const isNew = there === undefined;
  const fields = new Fields();
  const isSameTime = (one: unknown, other: unknown) => one === other || instantOf(one, zone) === instantOf(other, zone);
  fields.compare('passkey', there?.passkey, wanted.passkey, isNew);
  fields.compare('start', there?.start, wanted.start, isNew, isSameTime);
  fields.compare('finish', there?.finish, wanted.finish, isNew, isSameTime);
  fields.compare('limit', there?.limit, wanted.limit, isNew);
  const { opened, missing } = refs.resolve(wanted.items ?? []);
  if (wanted.items && missing.length === 0) {
    const isSame = there?.items !== undefined && refs.areThere(opened, there.items);
    if (!isNew && there.items === undefined) fields.notCompared.push('items');
    else if (isNew ? opened.length > 0 : !isSame)
      fields.add(
        'items',
        there?.items?.map((ref) => refs.thereText(ref)),
        opened.map(({ text }) => text),
      );
  }
  const { found, notCompared, kept } = fields;
  if (!pair) return { ...base, state: 'new', missingItems: missing, fields: found, notCompared, kept };
  const state = found.length > 0 ? 'changed' : 'same';
  const { there: held, by } = pair;
  return { ...base, state, there: held, by, id: String(held.id), missingItems: missing, fields: found, notCompared, kept };
}
