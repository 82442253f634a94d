// Which record of a file is which record of an event: by id where ids mean the same, by path where it is the only one, else a person says it.
import { onlyOne, placedItems, placeText, type EventFile, type FileId, type FilePasskey, type PlacedItem } from './event-file.ts';

export interface MatchOptions {
  /** What a person said: the place of a record in the file, as `items[0].items[2]`, and the id of the one at the service; null for a new one. */
  readonly byHand?: ReadonlyMap<string, string | null> | undefined;
}

export type MatchedBy = 'id' | 'path' | 'hand';

export interface Matches<T> {
  readonly wanted: readonly T[];
  readonly there: readonly T[];
  /** By the record of the file. */
  readonly pairs: ReadonlyMap<T, { readonly there: T; readonly by: MatchedBy }>;
  /** Records of the file that may be several, or of which the file has several: nobody knows which is meant. */
  readonly ambiguous: ReadonlyMap<T, readonly T[]>;
  /** Records of the event that the file does not have. */
  readonly onlyThere: readonly T[];
  readonly records: Records<T>;
}

interface Records<T> {
  readonly idOf: (record: T) => FileId | undefined;
  readonly nameOf: (record: T) => string;
  readonly pathOf: (record: T) => string;
  readonly placeOf: (record: T, index: number) => string;
  readonly parentOf: (record: T) => T | undefined;
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

export function matchItems(wanted: EventFile, there: EventFile, hasSameIds: boolean, byHand: ByHand): Matches<PlacedItem> {
  return matched(placedItems(wanted), placedItems(there), hasSameIds, byHand, {
    idOf: ({ item }) => item.id,
    nameOf: ({ item }) => item.name,
    pathOf: ({ path }) => path,
    placeOf: ({ place }) => placeText(place),
    parentOf: ({ parent }) => parent,
  });
}

export function matchPasskeys(wanted: EventFile, there: EventFile, hasSameIds: boolean, byHand: ByHand): Matches<FilePasskey> {
  return matched(wanted.passkeys ?? [], there.passkeys ?? [], hasSameIds, byHand, {
    idOf: ({ id }) => id,
    nameOf: ({ passkey }) => passkey,
    pathOf: ({ passkey }) => passkey,
    placeOf: (_, index) => placeText(['passkeys', index]),
    parentOf: () => undefined,
  });
}

type ByHand = MatchOptions['byHand'];

function matched<T>(
  wanted: readonly T[],
  there: readonly T[],
  hasSameIds: boolean,
  byHand: ByHand,
  records: Records<T>,
): Matches<T> {
  const { idOf, nameOf, parentOf, placeOf } = records;
  const pairs = new Map<T, { readonly there: T; readonly by: MatchedBy }>();
  const taken = new Set<T>();
  const ambiguous = new Map<T, readonly T[]>();
  const made = new Set<T>();
  const pair = (record: T, found: T, by: MatchedBy) => {
    pairs.set(record, { there: found, by });
    taken.add(found);
  };
  const isOpen = (record: T) => !pairs.has(record) && !made.has(record) && !ambiguous.has(record);
  const idText = (record: T) => String(idOf(record));
  // The first of each id.
  const byId = new Map(there.toReversed().map((record) => [idText(record), record]));

  for (const [index, record] of wanted.entries()) {
    const id = byHand?.get(placeOf(record, index));
    const found = byId.get(id ?? '');
    if (id === null) made.add(record);
    else if (found) pair(record, found, 'hand');
  }

  const sameId = Map.groupBy(wanted, idText);
  for (const record of wanted) {
    if (!hasSameIds || idOf(record) === undefined || !isOpen(record)) continue;
    const found = byId.get(idText(record));
    // An id that the file has twice names none of them.
    if (!onlyOne(sameId.get(idText(record)))) ambiguous.set(record, found ? [found] : []);
    else if (found && !taken.has(found)) pair(record, found, 'id');
  }

  const isFree = (record: T) => !taken.has(record);
  // The forms of one letter are the same name.
  const nameIn = (parent: T | undefined, record: T) => `${parent ? placeOf(parent, 0) : ''}\n${nameOf(record).normalize()}`;
  const ownName = (record: T) => nameIn(parentOf(record), record);
  const free = Map.groupBy(there.filter(isFree), ownName);
  const open = wanted.filter(isOpen);
  const sameName = Map.groupBy(open, ownName);
  // A group stands before what is in it, so that it is matched by then.
  for (const record of open) {
    const parent = parentOf(record);
    const group = parent && pairs.get(parent)?.there;
    const candidates = parent && !group ? [] : (free.get(nameIn(group, record)) ?? []).filter(isFree);
    const [only] = candidates;
    if (!onlyOne(sameName.get(ownName(record))) || candidates.length > 1) ambiguous.set(record, candidates);
    else if (only) pair(record, only, 'path');
  }
  return { wanted, there, pairs, ambiguous, onlyThere: there.filter(isFree), records };
}
