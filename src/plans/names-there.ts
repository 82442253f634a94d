// What the records of an event are called: how a record is found that was made, or that must not be there yet.
import { grouped, placedItems, type EventFile, type FilePasskey, type PlacedItem } from './event-file.ts';

/** A service may keep a name in another form than it was sent: it is the same name. */
function plain(name: unknown): string {
  return String(name).normalize().trim().replace(/\s+/g, ' ');
}

export function isSameName(one: unknown, other: unknown): boolean {
  return plain(one) === plain(other);
}

export class NamesThere {
  readonly #event: EventFile;
  // Made when they are first asked: most plans make no record.
  #items: Map<string, PlacedItem[]> | undefined;
  #itemsById: ReadonlyMap<string, PlacedItem> | undefined;
  #passkeys: Map<string, FilePasskey[]> | undefined;
  #passkeysById: ReadonlyMap<string, FilePasskey> | undefined;

  constructor(event: EventFile) {
    this.#event = event;
  }

  /** Whether all of them were read. */
  isWhole(kind: 'item' | 'passkey'): boolean {
    const part = kind === 'item' ? 'items' : 'passkeys';
    return this.#event.notKnown?.some((name) => name === part || name === `${part}.complete`) !== true;
  }

  /** The ids of those that stand in a group, or in none. */
  items(name: unknown, parent: string | undefined): string[] {
    this.#items ??= grouped(placedItems(this.#event), (one) => `${String(one.parent?.item.id ?? '')}\n${plain(one.item.name)}`);
    return (this.#items.get(`${parent ?? ''}\n${plain(name)}`) ?? []).map(({ item }) => String(item.id));
  }

  passkeys(name: string): readonly string[] {
    this.#passkeys ??= grouped(this.#event.passkeys ?? [], ({ passkey }) => plain(passkey));
    return (this.#passkeys.get(plain(name)) ?? []).map(({ id }) => String(id));
  }

  hasItem(id: string): boolean {
    return this.#itemOf(id) !== undefined;
  }

  nameOfItem(id: string): string | undefined {
    return this.#itemOf(id)?.item.name;
  }

  nameOfPasskey(id: string): string | undefined {
    this.#passkeysById ??= new Map((this.#event.passkeys ?? []).map((one) => [String(one.id), one]));
    return this.#passkeysById.get(id)?.passkey;
  }

  #itemOf(id: string): PlacedItem | undefined {
    this.#itemsById ??= new Map(placedItems(this.#event).map((one) => [String(one.item.id), one]));
    return this.#itemsById.get(id);
  }
}
