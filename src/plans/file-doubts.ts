// What fits an event file and is hardly meant: said while somebody writes one, and no reason to refuse it.
import { t } from '../client/l10n.ts';
import { parseTree, spanOf, type JsonPath } from '../records/json-tree.ts';
import { placedItems, type EventFile, type FileItemRef, type FilePasskey, type PlacedItem } from './event-file.ts';
import type { FileProblem } from './text.ts';

interface Doubt {
  readonly path: JsonPath;
  readonly message: string;
}

/** `text`: what the file was read from. */
export function fileDoubts(file: EventFile, text: string): FileProblem[] {
  const items = placedItems(file);
  const doubts = [
    ...sameNames(items),
    ...sameIds(items),
    ...turnedPeriods(items),
    ...samePasskeys(file),
    ...lostItems(file, items),
  ];
  const tree = doubts.length > 0 ? parseTree(text) : undefined;
  if (!tree || tree.problem) return [];
  return doubts.map((doubt) => ({ ...doubt, ...spanOf(tree.root, doubt.path), beyondSchema: true }));
}

/** Told apart by their ids, if all of them have one. */
function sameNames(items: readonly PlacedItem[]): Doubt[] {
  const isOpen = (all: readonly PlacedItem[]) => all.some(({ item }) => item.id === undefined);
  return repeated(items, ({ path }) => path, isOpen).map(({ place, path }) => ({
    path: [...place, 'name'],
    message: t('Another item is called {0} too: only an id tells them apart.', path),
  }));
}

function sameIds(items: readonly PlacedItem[]): Doubt[] {
  const withId = items.filter(({ item }) => item.id !== undefined);
  return repeated(withId, ({ item }) => String(item.id)).map(({ place, item }) => ({
    path: [...place, 'id'],
    message: t('Another item has the id {0} too: nobody knows which one is meant.', String(item.id)),
  }));
}

function samePasskeys({ passkeys = [] }: EventFile): Doubt[] {
  const isOpen = (all: readonly FilePasskey[]) => all.some(({ id }) => id === undefined);
  return repeated(passkeys, ({ passkey }) => passkey, isOpen).map((one) => ({
    path: ['passkeys', passkeys.indexOf(one), 'passkey'],
    message: t('Another passkey is called {0} too: only an id tells them apart.', one.passkey),
  }));
}

/** Each after the first that shares its key. */
function repeated<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
  isMeant: (all: readonly T[]) => boolean = () => true,
): T[] {
  return [...Map.groupBy(values, keyOf).values()].filter(isMeant).flatMap((all) => all.slice(1));
}

function turnedPeriods(items: readonly PlacedItem[]): Doubt[] {
  return items.flatMap(({ item, place }) =>
    (item.salePeriods ?? []).flatMap(({ start, finish }, index): Doubt[] => {
      // Texts of one clock stand in the order of their times.
      const isPlain = (time: string | undefined): time is string => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time ?? '');
      if (!isPlain(start) || !isPlain(finish) || start < finish) return [];
      return [{ path: [...place, 'salePeriods', index, 'finish'], message: t('The sale ends before it begins.') }];
    }),
  );
}

/** A part of an event may name items that only the event has; then all of them may be meant so, and nothing is said. */
function lostItems({ items, passkeys = [] }: EventFile, placed: readonly PlacedItem[]): Doubt[] {
  const paths = new Set(placed.map(({ path }) => path));
  const isLost = (ref: FileItemRef): ref is string => items !== undefined && typeof ref === 'string' && !paths.has(ref);
  return passkeys.flatMap((passkey, index) =>
    (passkey.items ?? []).flatMap((ref, at): Doubt[] =>
      isLost(ref) ? [{ path: ['passkeys', index, 'items', at], message: t('No item of this file is called {0}.', ref) }] : [],
    ),
  );
}
