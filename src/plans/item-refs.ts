// The items that the passkeys of a file name: those of the event, and those that the file will make.
import { itemsById, onlyOne, placeText, type FileItemRef, type PlacedItem } from './event-file.ts';
import type { Matches } from './match.ts';

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

export type ItemRefs = ReturnType<typeof itemRefs>;

export function itemRefs(matches: Matches<PlacedItem>, mayUseIds: boolean) {
  const wantedAt = lookupOf(matches.wanted);
  const thereAt = lookupOf(matches.there);

  /** In the file first, whose items become those of the event; then at the event itself. */
  function find(ref: FileItemRef): OpenedItem | undefined {
    const wanted = wantedAt(ref);
    const pair = wanted && matches.pairs.get(wanted);
    if (wanted && !pair)
      return matches.ambiguous.has(wanted)
        ? undefined
        : { made: wanted, key: `new ${placeText(wanted.place)}`, text: wanted.path };
    const named = typeof ref === 'string' || mayUseIds ? ref : ref.path;
    const there = pair?.there ?? (named === undefined ? undefined : thereAt(named));
    if (there) return { id: String(there.item.id), key: String(there.item.id), text: there.path };
    // An item that the event does not list any more can still be opened by its id.
    return typeof named === 'object' ? { id: String(named.id), key: String(named.id), text: refText(named) } : undefined;
  }

  return {
    /** Each once; what is found nowhere is named. */
    resolve(refs: readonly FileItemRef[]) {
      const opened = new Map<string, OpenedItem>();
      const missing: string[] = [];
      for (const ref of refs) {
        const found = find(ref);
        if (found) opened.set(found.key, found);
        else missing.push(refText(ref));
      }
      return { opened: [...opened.values()], missing };
    },

    /** Whether these are the items that the event names, in whatever order. */
    areThere(opened: readonly OpenedItem[], named: readonly FileItemRef[]): boolean {
      const keyOf = (ref: FileItemRef) => {
        const found = thereAt(ref);
        return found ? String(found.item.id) : refText(ref);
      };
      const keys = new Set(named.map(keyOf));
      return keys.size === opened.length && opened.every(({ key }) => keys.has(key));
    },

    thereText: (ref: FileItemRef) => thereAt(ref)?.path ?? refText(ref),
  };
}

/** By its path, or by its id. */
function lookupOf(items: readonly PlacedItem[]) {
  const byPath = Map.groupBy(items, ({ path }) => path);
  const byId = itemsById(items);
  return (ref: FileItemRef) => (typeof ref === 'string' ? onlyOne(byPath.get(ref)) : byId.get(String(ref.id)));
}

function refText(ref: FileItemRef): string {
  return typeof ref === 'string' ? ref : (ref.path ?? String(ref.id));
}
