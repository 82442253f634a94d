// What a file wants and an event has, field by field. What either of them does not show is not compared: absent is not empty.
import { stringifyJson } from '../client/index.ts';
import { isSame, typeFor } from '../records/index.ts';
import {
  addressOf,
  amountFields,
  dataFields,
  onlyOne,
  passkeyFields,
  type EventFile,
  type FileAttribute,
  type FileItem,
  type FilePasskey,
  type FilePeriod,
  type PlacedItem,
} from './event-file.ts';
import { itemRefs, type ItemRefs } from './item-refs.ts';
import { isSameEvent, matchItems, matchPasskeys, type MatchedBy, type Matches, type MatchOptions } from './match.ts';
import { present } from './read-record.ts';
import { byClockOf, momentIn } from './times.ts';

export interface FieldDifference {
  /** `price`, `salePeriods.1.start`, `attributes.maximum`, `group`, `items`. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Difference<T> {
  /** `ambiguous`: it is not known which record is meant. */
  readonly state: 'new' | 'changed' | 'same' | 'onlyThere' | 'ambiguous';
  /** What a person calls it. */
  readonly path: string;
  /** Where it stands in the file; the record that is only there stands in none. */
  readonly place?: string | undefined;
  readonly wanted?: T | undefined;
  readonly there?: T | undefined;
  readonly by?: MatchedBy | undefined;
  /** Its id at the service. */
  readonly id?: string | undefined;
  readonly fields: readonly FieldDifference[];
  /** Fields of the file that the service does not show. */
  readonly notCompared: readonly string[];
  /** Those of them that it shows, in a unit of which nobody has said what it is. */
  readonly openUnits?: readonly string[] | undefined;
  /** Parts that the service has and the file does not: the interface cannot remove them. */
  readonly kept: readonly string[];
  /** Items that a passkey should open and that neither the file nor the event has. */
  readonly missingItems: readonly string[];
  /** The ids of those that it may be. */
  readonly candidates?: readonly string[] | undefined;
}

export interface ItemDifference extends Difference<PlacedItem> {
  readonly kind: 'item';
}

export interface PasskeyDifference extends Difference<FilePasskey> {
  readonly kind: 'passkey';
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

function compared(there: EventFile, wanted: EventFile, { byHand }: MatchOptions): EventDifferences {
  const file = byClockOf(wanted, there.timeZone);
  // A service whose clock is not known may still show moments, and the file says by which clock its own times are.
  const zone = there.timeZone ?? wanted.timeZone;
  const hasSameIds = isSameEvent(wanted, there);
  const matches = matchItems(file, there, hasSameIds, byHand);
  const refs = itemRefs(matches, hasSameIds);
  const items = differencesOf(matches, file.items, zone, (fields, one, held) => compareItem(fields, one, held, matches));
  const openUnits = ({ notCompared, there: held }: Difference<PlacedItem>) =>
    notCompared.filter((name) => there.notKnown?.includes(`items.${name}.unit`) || held?.item.notKnown?.includes(`${name}.unit`));
  const keys = matchPasskeys(file, there, hasSameIds, byHand);
  const passkeys = differencesOf(keys, file.passkeys, zone, (fields, one, held) => comparePasskey(fields, one, held, refs));
  return {
    items: items.map((one) => ({ kind: 'item', ...one, openUnits: openUnits(one) })),
    passkeys: passkeys.map((one) => ({ kind: 'passkey', ...one })),
    wanted: file,
    matches,
    refs,
    isSameEvent: hasSameIds,
  };
}

function differencesOf<T>(
  { wanted, onlyThere, pairs, ambiguous, records: { idOf, pathOf, placeOf } }: Matches<T>,
  list: unknown,
  zone: string | undefined,
  compare: (fields: Fields, wanted: T, there: T | undefined) => void,
): Difference<T>[] {
  const nothing = { fields: [], notCompared: [], kept: [], missingItems: [] };
  const idText = (one: T) => String(idOf(one));
  const found = wanted.map((one, index): Difference<T> => {
    const base = { path: pathOf(one), place: placeOf(one, index), wanted: one };
    const candidates = ambiguous.get(one)?.map(idText);
    if (candidates) return { ...base, state: 'ambiguous', candidates, ...nothing };
    const pair = pairs.get(one);
    const collected = collector(pair === undefined, zone);
    compare(collected, one, pair?.there);
    const { fields, notCompared, kept, missingItems } = collected;
    const state = !pair ? 'new' : fields.length > 0 ? 'changed' : 'same';
    return { ...base, state, ...pair, id: pair && idText(pair.there), fields, notCompared, kept, missingItems };
  });
  const gone = onlyThere.map((there): Difference<T> => ({
    path: pathOf(there),
    state: 'onlyThere',
    there,
    id: idText(there),
    ...nothing,
  }));
  // Of a list that the file does not have nothing is said.
  return list === undefined ? found : [...found, ...gone];
}

type Fields = ReturnType<typeof collector>;

/** Collects the differences of one record. `isNew`: it is not there, so that whatever is wanted is a difference. */
function collector(isNew: boolean, zone: string | undefined) {
  const fields: FieldDifference[] = [];
  const notCompared: string[] = [];
  const kept: string[] = [];
  const missingItems: string[] = [];
  return { isNew, fields, notCompared, kept, missingItems, add, compare };

  function add(field: string, before: unknown, after: unknown): void {
    fields.push(present({ field, before, after }));
  }

  function compare(field: string, before: unknown, after: unknown, isNewPart = isNew): void {
    if (after === undefined) return;
    if (before === undefined && !isNewPart) notCompared.push(field);
    else if (isNewPart || !isAlike(field, before, after)) add(field, before, after);
  }

  /** An empty description and none are two ways to write it, and so are the forms of one letter, and the texts of one moment. */
  function isAlike(field: string, one: unknown, other: unknown): boolean {
    if (one === other) return true;
    const { section, name } = addressOf(field);
    if (section === 'attributes') return isSame(typedAttribute(one as FileAttribute), typedAttribute(other as FileAttribute));
    const isTime = name === 'start' || name === 'finish';
    const meaningOf = (value: unknown) => (typeof value === 'string' ? value.normalize() : (value ?? ''));
    const momentOf = (value: unknown) => momentIn(value, zone) ?? value;
    return isTime ? momentOf(one) === momentOf(other) : meaningOf(one) === meaningOf(other);
  }
}

function compareItem(fields: Fields, wanted: PlacedItem, there: PlacedItem | undefined, matches: Matches<PlacedItem>): void {
  const { item } = wanted;
  for (const name of dataFields) fields.compare(name, there?.item[name], item[name]);
  if (there) compareGroup(fields, wanted, there, matches);
  compareAmounts(fields, there?.item, item);
  comparePeriods(fields, there?.item.salePeriods, item.salePeriods);
  compareAttributes(fields, there?.item.attributes, item.attributes);
}

/** A record that stands in another group than the one that its group is matched with. */
function compareGroup(
  fields: Fields,
  { parent }: PlacedItem,
  there: PlacedItem,
  { pairs, onlyThere }: Matches<PlacedItem>,
): void {
  const home = parent && (pairs.get(parent)?.there ?? null);
  // A part of an event may be written down without its groups.
  const isPart = !parent && there.parent !== undefined && onlyThere.includes(there.parent);
  if (home !== there.parent && !isPart) fields.add('group', there.parent?.path ?? null, parent?.path ?? null);
}

function compareAmounts(fields: Fields, there: FileItem | undefined, wanted: FileItem): void {
  for (const name of amountFields) {
    const [before, after] = [there?.[name] ?? undefined, wanted[name]];
    if (before !== undefined && after === null) fields.kept.push(name);
    else if (before !== undefined && after !== undefined && typeof before !== typeof after) fields.notCompared.push(name);
    // Values that are not there yet are all made at once.
    else fields.compare(name, before, after ?? undefined, fields.isNew || there?.price === null);
  }
}

function comparePeriods(fields: Fields, there: FileItem['salePeriods'], wanted: FileItem['salePeriods']): void {
  if (!wanted) return;
  if (!fields.isNew && !there) return void fields.notCompared.push('salePeriods');
  // Nearly all are the same, and need no closer look.
  if (stringifyJson(there) === stringifyJson(wanted)) return;
  const known = Map.groupBy(there ?? [], categoryOf);
  for (const [category, periods] of Map.groupBy(wanted, categoryOf)) {
    const before = known.get(category) ?? [];
    known.delete(category);
    const [former, period] = [onlyOne(before), onlyOne(periods)];
    const isNew = before.length === 0;
    const name = `salePeriods.${category}`;
    // The interface tells them apart by their category alone.
    if (!period || (!former && !isNew)) {
      if (!areAmong(before, periods)) fields.add(name, before, periods);
      else if (before.length > periods.length) fields.kept.push(name);
    } else {
      fields.compare(`${name}.start`, former?.start, period.start, isNew);
      fields.compare(`${name}.finish`, former?.finish, period.finish, isNew);
      fields.compare(`${name}.available`, former?.available, period.available, isNew);
    }
  }
  for (const category of known.keys()) fields.kept.push(`salePeriods.${category}`);
}

function categoryOf({ appCategoryId }: FilePeriod): string {
  return String(appCategoryId);
}

function areAmong(before: readonly FilePeriod[], after: readonly FilePeriod[]): boolean {
  const textOf = ({ start, finish, available }: FilePeriod) => `${start} ${finish} ${available}`;
  const left = before.map(textOf);
  return after.every((period) => {
    const index = left.indexOf(textOf(period));
    return index >= 0 && left.splice(index, 1).length > 0;
  });
}

function compareAttributes(fields: Fields, there: FileItem['attributes'], wanted: FileItem['attributes']): void {
  if (!wanted) return;
  if (!fields.isNew && !there) return void fields.notCompared.push('attributes');
  const known = new Map(Object.entries(there ?? {}));
  for (const [key, attribute] of Object.entries(wanted)) {
    const before = known.get(key);
    fields.compare(`attributes.${key}`, before, attribute, before === undefined);
    known.delete(key);
  }
  for (const key of known.keys()) fields.kept.push(`attributes.${key}`);
}

export function typedAttribute(attribute: FileAttribute) {
  return typeof attribute === 'object' && attribute !== null ? attribute : { value: attribute, type: typeFor(attribute) };
}

function comparePasskey(fields: Fields, wanted: FilePasskey, there: FilePasskey | undefined, refs: ItemRefs): void {
  for (const name of passkeyFields) fields.compare(name, there?.[name], wanted[name]);
  const { opened, missing } = refs.resolve(wanted.items ?? []);
  fields.missingItems.push(...missing);
  if (!wanted.items || missing.length > 0) return;
  const isAlike = fields.isNew ? opened.length === 0 : refs.areThere(opened, there?.items ?? []);
  if (!fields.isNew && !there?.items) fields.notCompared.push('items');
  else if (!isAlike)
    fields.add(
      'items',
      there?.items?.map(refs.thereText),
      opened.map(({ text }) => text),
    );
}
