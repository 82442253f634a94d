// What the records of an event are called: how a record is found that was made, or that must not be there yet.
import { grouped, placedItems, type EventFile, type PlacedItem } from './event-file.ts';

/** A service may keep a name in another form than it was sent: it is the same name. */
function plain(name: unknown): string {
  return String(name).normalize().trim().replace(/\s+/g, ' ');
}

export class NamesThere {
  readonly #event: EventFile;
  readonly #items: Map<string, PlacedItem[]>;
  readonly #byId: ReadonlyMap<string, PlacedItem>;
  readonly #passkeys: ReadonlyMap<string, readonly string[]>;
  readonly #passkeyNames: ReadonlyMap<string, string>;

  constructor(event: EventFile) {
    this.#event = event;
    const placed = placedItems(event);
    this.#items = grouped(placed, ({ item, parent }) => `${String(parent?.item.id ?? '')}\n${plain(item.name)}`);
    this.#byId = new Map(placed.map((one) => [String(one.item.id), one]));
    const passkeys = grouped(event.passkeys ?? [], ({ passkey }) => plain(passkey));
    this.#passkeys = new Map([...passkeys].map(([name, list]) => [name, list.map(({ id }) => String(id))]));
    this.#passkeyNames = new Map((event.passkeys ?? []).map(({ id, passkey }) => [String(id), passkey]));
  }

  /** Whether all of them were read. */
  isWhole(kind: 'item' | 'passkey'): boolean {
    const part = kind === 'item' ? 'items' : 'passkeys';
    return this.#event.notKnown?.some((name) => name === part || name === `${part}.complete`) !== true;
  }

  /** The ids of those that stand in a group, or in none. */
  items(name: unknown, parent: string | undefined): string[] {
    return (this.#items.get(`${parent ?? ''}\n${plain(name)}`) ?? []).map(({ item }) => String(item.id));
  }

  passkeys(name: string): readonly string[] {
    return this.#passkeys.get(plain(name)) ?? [];
  }

  hasItem(id: string): boolean {
    return this.#byId.has(id);
  }

  nameOfItem(id: string): string | undefined {
    return this.#byId.get(id)?.item.name;
  }

  nameOfPasskey(id: string): string | undefined {
    return this.#passkeyNames.get(id);
  }
}
