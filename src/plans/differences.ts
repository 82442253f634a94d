// What a file wants and an event has, field by field. What either of them does not show is not compared: absent is not empty.
import { momentsOf, parseDate } from '../client/index.ts';
import {
  amountFields,
  dataFields,
  grouped,
  onlyOne,
  placedItems,
  type EventFile,
  type FileAttribute,
  type FileItem,
  type FileItemRef,
  type FilePasskey,
  type FilePeriod,
  type PlacedItem,
} from './event-file.ts';
import { isSameEvent, matchItems, matchPasskeys, placeText, type MatchedBy, type Matches, type MatchOptions } from './match.ts';
import { typeFor } from './read-record.ts';
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
  /** Whether the file was read from this very event. */
  readonly isSameEvent: boolean;
}

/** `there`: the event as it is; `wanted`: the file that it is held against. */
export function differences(there: EventFile, wanted: EventFile, options: MatchOptions = {}): EventDifferences {
  const { timeZone: zone } = there;
  const file = byClockOf(wanted, zone);
  const matches = matchItems(file, there, options);
  const items = matches.wanted.map((one) => itemDifference(one, matches, zone));
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

  get result(): Pick<Difference, 'fields' | 'notCompared' | 'kept'> {
    return { fields: this.found, notCompared: this.notCompared, kept: this.kept };
  }
}

function itemDifference(wanted: PlacedItem, matches: Matches<PlacedItem>, zone: string | undefined): ItemDifference {
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
  if (!pair) return { ...base, state: 'new', ...fields.result };
  const state = fields.found.length > 0 ? 'changed' : 'same';
  return { ...base, state, there: pair.there, by: pair.by, id: String(pair.there.item.id), ...fields.result };
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
  const base = { kind: 'passkey', path: wanted.passkey, place, wanted, missingItems: [] } as const;
  const ambiguous = matches.ambiguous.get(wanted);
  if (ambiguous) {
    const candidates = ambiguous.map(({ id }) => String(id));
    return { ...base, state: 'ambiguous', candidates, fields: [], notCompared: [], kept: [] };
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
    const before = there?.items && [...new Set(there.items.map((ref) => refs.thereKey(ref)))].sort();
    const after = opened.map(({ key }) => key).sort();
    const isSame = before !== undefined && before.join('\n') === after.join('\n');
    if (!isNew && before === undefined) fields.notCompared.push('items');
    else if (isNew ? after.length > 0 : !isSame)
      fields.add(
        'items',
        there?.items?.map((ref) => refs.thereText(ref)),
        opened.map(({ text }) => text),
      );
  }
  if (!pair) return { ...base, state: 'new', missingItems: missing, ...fields.result };
  const state = fields.found.length > 0 ? 'changed' : 'same';
  return { ...base, state, there: pair.there, by: pair.by, id: String(pair.there.id), missingItems: missing, ...fields.result };
}

/** An item that a passkey opens: one of the event, or one that the file will make. */
interface OpenedItem {
  /** The id at the service. */
  readonly id?: string;
  /** The item of the file that is yet to be made. */
  readonly made?: PlacedItem;
  /** The same for the same item. */
  readonly key: string;
  readonly text: string;
}

/** Finds the items that the passkeys of a file name. */
export class ItemRefs {
  readonly #matches: Matches<PlacedItem>;
  readonly #wantedPaths: Map<string, PlacedItem[]>;
  readonly #wantedIds: Map<string, PlacedItem>;
  readonly #therePaths: Map<string, PlacedItem[]>;
  readonly #thereIds: Map<string, PlacedItem>;
  readonly #mayUseIds: boolean;

  constructor(there: EventFile, wanted: EventFile, matches: Matches<PlacedItem>) {
    this.#matches = matches;
    const byPath = ({ path }: PlacedItem) => path;
    const byId = (items: readonly PlacedItem[]) =>
      new Map(items.flatMap((one) => (one.item.id === undefined ? [] : [[String(one.item.id), one] as const])));
    const [ours, theirs] = [matches.wanted, matches.there.length > 0 ? matches.there : placedItems(there)];
    this.#wantedPaths = grouped(ours, byPath);
    this.#wantedIds = byId(ours);
    this.#therePaths = grouped(theirs, byPath);
    this.#thereIds = byId(theirs);
    this.#mayUseIds = isSameEvent(wanted, there);
  }

  /** Each once; what is found nowhere is named. */
  resolve(refs: readonly FileItemRef[]): { readonly opened: OpenedItem[]; readonly missing: string[] } {
    const opened = new Map<string, OpenedItem>();
    const missing: string[] = [];
    for (const ref of refs) {
      const found = this.#find(ref);
      if (found) opened.set(found.key, found);
      else missing.push(refText(ref));
    }
    return { opened: [...opened.values()], missing };
  }

  thereKey(ref: FileItemRef): string {
    const found = typeof ref === 'string' ? onlyOne(this.#therePaths.get(ref)) : this.#thereIds.get(String(ref.id));
    return found ? String(found.item.id) : refText(ref);
  }

  thereText(ref: FileItemRef): string {
    const found = typeof ref === 'string' ? undefined : this.#thereIds.get(String(ref.id));
    return found?.path ?? refText(ref);
  }

  /** In the file first, whose items become those of the event; then at the event itself. */
  #find(ref: FileItemRef): OpenedItem | undefined {
    const wanted = typeof ref === 'string' ? onlyOne(this.#wantedPaths.get(ref)) : this.#wantedIds.get(String(ref.id));
    const pair = wanted && this.#matches.pairs.get(wanted);
    if (wanted && !pair)
      return this.#matches.ambiguous.has(wanted)
        ? undefined
        : { made: wanted, key: `new ${placeText(wanted.place)}`, text: wanted.path };
    const there = pair?.there ?? this.#there(ref);
    if (there) return { id: String(there.item.id), key: String(there.item.id), text: there.path };
    // An item that the event does not list any more can still be opened by its id.
    return typeof ref !== 'string' && this.#mayUseIds
      ? { id: String(ref.id), key: String(ref.id), text: refText(ref) }
      : undefined;
  }

  #there(ref: FileItemRef): PlacedItem | undefined {
    const path = typeof ref === 'string' ? ref : ref.path;
    if (typeof ref !== 'string' && this.#mayUseIds) return this.#thereIds.get(String(ref.id));
    return path === undefined ? undefined : onlyOne(this.#therePaths.get(path));
  }
}

function refText(ref: FileItemRef): string {
  return typeof ref === 'string' ? ref : (ref.path ?? String(ref.id));
}
