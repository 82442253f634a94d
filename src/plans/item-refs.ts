// The items that the passkeys of a file name: those of the event, and those that the file will make.
import { grouped, onlyOne, placedItems, type EventFile, type FileItemRef, type PlacedItem } from './event-file.ts';
import { isSameEvent, placeText, type Matches } from './match.ts';

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
  /** What was found by a path: many passkeys open the same items. */
  readonly #opened = new Map<string, OpenedItem | undefined>();
  readonly #thereKeys = new Map<string, string>();

  constructor(there: EventFile, wanted: EventFile, matches: Matches<PlacedItem>) {
    this.#matches = matches;
    const byPath = ({ path }: PlacedItem) => path;
    const [ours, theirs] = [matches.wanted, matches.there.length > 0 ? matches.there : placedItems(there)];
    this.#wantedPaths = grouped(ours, byPath);
    this.#wantedIds = identified(ours);
    this.#therePaths = grouped(theirs, byPath);
    this.#thereIds = identified(theirs);
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
    if (typeof ref !== 'string') return this.#thereIds.has(String(ref.id)) ? String(ref.id) : refText(ref);
    let key = this.#thereKeys.get(ref);
    if (key === undefined) {
      const found = onlyOne(this.#therePaths.get(ref));
      this.#thereKeys.set(ref, (key = found ? String(found.item.id) : ref));
    }
    return key;
  }

  /** Whether these are the items that the event names, in whatever order. */
  areThere(opened: readonly OpenedItem[], named: readonly FileItemRef[]): boolean {
    const isInOrder = opened.length === named.length && named.every((ref, at) => this.thereKey(ref) === opened[at]?.key);
    if (isInOrder) return true;
    const keys = new Set(named.map((ref) => this.thereKey(ref)));
    return keys.size === opened.length && opened.every(({ key }) => keys.has(key));
  }

  thereText(ref: FileItemRef): string {
    const found = typeof ref === 'string' ? undefined : this.#thereIds.get(String(ref.id));
    return found?.path ?? refText(ref);
  }

  #find(ref: FileItemRef): OpenedItem | undefined {
    if (typeof ref !== 'string') return this.#look(ref);
    let found = this.#opened.get(ref);
    if (!found && !this.#opened.has(ref)) this.#opened.set(ref, (found = this.#look(ref)));
    return found;
  }

  /** In the file first, whose items become those of the event; then at the event itself. */
  #look(ref: FileItemRef): OpenedItem | undefined {
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

function identified(items: readonly PlacedItem[]): Map<string, PlacedItem> {
  const found = new Map<string, PlacedItem>();
  for (const one of items) if (one.item.id !== undefined) found.set(String(one.item.id), one);
  return found;
}

function refText(ref: FileItemRef): string {
  return typeof ref === 'string' ? ref : (ref.path ?? String(ref.id));
}
