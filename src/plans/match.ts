// Which record of a file is which record of an event: by id where ids mean the same, by path where it is the only one, else a person says it.
import { grouped, placedItems, type EventFile, type FileId, type FilePasskey, type PlacedItem } from './event-file.ts';

export interface MatchOptions {
  /** What a person said: the place of a record in the file, as `items[0].items[2]`, and the id of the one at the service; null for a new one. */
  readonly byHand?: ReadonlyMap<string, string | null> | undefined;
}

export type MatchedBy = 'id' | 'path' | 'hand';

interface Pair<T> {
  readonly there: T;
  readonly by: MatchedBy;
}

export interface Matches<T> {
  readonly wanted: readonly T[];
  readonly there: readonly T[];
  /** By the record of the file. */
  readonly pairs: ReadonlyMap<T, Pair<T>>;
  /** Records of the file that may be several, or of which the file has several: nobody knows which is meant. */
  readonly ambiguous: ReadonlyMap<T, readonly T[]>;
  /** Records of the event that the file has. */
  readonly taken: ReadonlySet<T>;
  /** Records of the event that the file does not have. */
  readonly onlyThere: readonly T[];
}

/** Ids of two environments have nothing to do with each other. */
export function isSameEvent(wanted: EventFile, there: EventFile): boolean {
  const { id, environment } = wanted.event;
  return (
    id !== undefined &&
    environment !== undefined &&
    String(id) === String(there.event.id) &&
    environment === there.event.environment
  );
}

export function matchItems(wanted: EventFile, there: EventFile, { byHand }: MatchOptions = {}): Matches<PlacedItem> {
  const [ours, theirs] = [placedItems(wanted), placedItems(there)];
  const matcher = new Matcher(ours, theirs, ({ item }) => item.id);
  if (byHand) matcher.byHand(byHand, ({ place }) => placeText(place));
  if (isSameEvent(wanted, there)) matcher.byId();
  const parents = new Map(theirs.map((placed) => [placed.parent, placed.parent]));
  // The forms of one letter are the same name.
  const nameIn = (parent: PlacedItem | undefined, name: string, numbers: Map<unknown, number>) =>
    `${numbers.get(parent) ?? -1}\n${name.normalize()}`;
  const numbers = new Map<unknown, number>([...parents.keys()].map((parent, index) => [parent, index]));
  const free = grouped(matcher.free(), ({ parent, item }) => nameIn(parent, item.name, numbers));
  // A group stands before what is in it, so that it is matched by then.
  const ownName = ({ parent, item }: PlacedItem) => `${placeText(parent?.place ?? [])}\n${item.name.normalize()}`;
  const sameName = grouped(
    ours.filter((one) => matcher.isOpen(one)),
    ownName,
  );
  for (const one of ours) {
    if (!matcher.isOpen(one)) continue;
    const { parent, item } = one;
    const group = parent && matcher.pairOf(parent)?.there;
    const candidates = parent && !group ? [] : (free.get(nameIn(group, item.name, numbers)) ?? []);
    matcher.byName(one, candidates, sameName.get(ownName(one)) ?? [one]);
  }
  return matcher.matches;
}

export function matchPasskeys(wanted: EventFile, there: EventFile, { byHand }: MatchOptions = {}): Matches<FilePasskey> {
  const [ours, theirs] = [wanted.passkeys ?? [], there.passkeys ?? []];
  const matcher = new Matcher(ours, theirs, ({ id }) => id);
  if (byHand) {
    const places = new Map(ours.map((passkey, index) => [passkey, placeText(['passkeys', index])]));
    matcher.byHand(byHand, (passkey) => places.get(passkey) ?? '');
  }
  if (isSameEvent(wanted, there)) matcher.byId();
  const free = grouped(matcher.free(), ({ passkey }) => passkey);
  const sameName = grouped(
    ours.filter((one) => matcher.isOpen(one)),
    ({ passkey }) => passkey,
  );
  for (const one of ours)
    if (matcher.isOpen(one)) matcher.byName(one, free.get(one.passkey) ?? [], sameName.get(one.passkey) ?? [one]);
  return matcher.matches;
}

export function placeText(place: readonly (string | number)[]): string {
  let text = '';
  for (const part of place) text += typeof part === 'number' ? `[${part}]` : text === '' ? part : `.${part}`;
  return text;
}

class Matcher<T> {
  readonly #wanted: readonly T[];
  readonly #there: readonly T[];
  readonly #idOf: (record: T) => FileId | undefined;
  readonly #pairs = new Map<T, Pair<T>>();
  readonly #taken = new Set<T>();
  readonly #new = new Set<T>();
  readonly #ambiguous = new Map<T, readonly T[]>();

  constructor(wanted: readonly T[], there: readonly T[], idOf: (record: T) => FileId | undefined) {
    this.#wanted = wanted;
    this.#there = there;
    this.#idOf = idOf;
  }

  get matches(): Matches<T> {
    const [wanted, there, pairs, ambiguous, taken] = [this.#wanted, this.#there, this.#pairs, this.#ambiguous, this.#taken];
    return { wanted, there, pairs, ambiguous, taken, onlyThere: this.free() };
  }

  pairOf(record: T): Pair<T> | undefined {
    return this.#pairs.get(record);
  }

  isOpen(record: T): boolean {
    return !this.#pairs.has(record) && !this.#new.has(record) && !this.#ambiguous.has(record);
  }

  /** Records of the event that nothing was matched with yet. */
  free(): T[] {
    return this.#there.filter((record) => !this.#taken.has(record));
  }

  byHand(said: ReadonlyMap<string, string | null>, placeOf: (record: T) => string): void {
    const { byId } = this.#identified(this.#there);
    for (const record of this.#wanted) {
      const id = said.get(placeOf(record));
      const found = id === undefined || id === null ? undefined : byId.get(id);
      if (id === null) this.#new.add(record);
      else if (found) this.#pair(record, found, 'hand');
    }
  }

  /** An id that the file has twice names none of them. */
  byId(): void {
    const { byId } = this.#identified(this.#there);
    const { twice } = this.#identified(this.#wanted);
    for (const record of this.#wanted) {
      const id = this.#idOf(record);
      if (id === undefined || !this.isOpen(record)) continue;
      const text = String(id);
      const found = byId.get(text);
      if (twice.has(text)) this.#ambiguous.set(record, found ? [found] : []);
      else if (found && !this.#taken.has(found)) this.#pair(record, found, 'id');
    }
  }

  /** `same`: the records of the file that are called like it. */
  byName(record: T, candidates: readonly T[], same: readonly T[]): void {
    const free = candidates.filter((candidate) => !this.#taken.has(candidate));
    const [only] = free;
    if (same.length > 1 || free.length > 1) this.#ambiguous.set(record, free);
    else if (only) this.#pair(record, only, 'path');
    else this.#new.add(record);
  }

  #pair(record: T, there: T, by: MatchedBy): void {
    this.#pairs.set(record, { there, by });
    this.#taken.add(there);
  }

  /** The first record of each id, and the ids that several have. */
  #identified(records: readonly T[]): { readonly byId: ReadonlyMap<string, T>; readonly twice: ReadonlySet<string> } {
    const byId = new Map<string, T>();
    const twice = new Set<string>();
    for (const record of records) {
      const id = this.#idOf(record);
      if (id === undefined) continue;
      const text = String(id);
      if (byId.has(text)) twice.add(text);
      else byId.set(text, record);
    }
    return { byId, twice };
  }
}
