// What the records of an event are called: how a record is found that was made, or that must not be there yet.
import type { RecordKind } from '../records/index.ts';
import { itemsById, placedItems, type EventFile, type FileId } from './event-file.ts';

/** A service may keep a name in another form than it was sent: it is the same name. */
function plain(name: unknown): string {
  return String(name).normalize().trim().replace(/\s+/g, ' ');
}

export function isSameName(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other);
}

export type NamesThere = ReturnType<typeof namesThere>;

export function namesThere({ items, passkeys = [], notKnown = [] }: EventFile) {
  const placed = placedItems({ items });
  const inGroup = (name: unknown, group: FileId | undefined) => `${group ?? ''}\n${plain(name)}`;
  const itemsByName = Map.groupBy(placed, ({ item, parent }) => inGroup(item.name, parent?.item.id));
  const passkeysByName = Map.groupBy(passkeys, ({ passkey }) => plain(passkey));
  const itemsOf = itemsById(placed);
  const passkeysOf = new Map(passkeys.map(({ id, passkey }) => [String(id), passkey]));
  return {
    /** Whether all of them were read. */
    isWhole: (kind: RecordKind) => !notKnown.some((name) => name === `${kind}s` || name === `${kind}s.complete`),
    /** The ids of those that stand in a group, or in none. */
    items: (name: unknown, group: string | undefined) =>
      (itemsByName.get(inGroup(name, group)) ?? []).map(({ item }) => String(item.id)),
    passkeys: (name: string) => (passkeysByName.get(plain(name)) ?? []).map(({ id }) => String(id)),
    nameOf: (kind: RecordKind, id: string) => (kind === 'item' ? itemsOf.get(id)?.item.name : passkeysOf.get(id)),
  };
}
