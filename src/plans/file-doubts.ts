// What fits an event file and is hardly meant: said while somebody writes one, and no reason to refuse it.
import { t } from '../client/l10n.ts';
import { parseTree, spanOf, type JsonPath } from '../records/json-tree.ts';
import { grouped, placedItems, type EventFile, type PlacedItem } from './event-file.ts';
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
  return repeated(items, ({ path }) => path)
    .filter(({ all }) => all.some(({ item }) => item.id === undefined))
    .map(({ one }) => ({
      path: [...one.place, 'name'],
      message: t('Another item is called {0} too: only an id tells them apart.', one.path),
    }));
}

function sameIds(items: readonly PlacedItem[]): Doubt[] {
  const withId = items.filter(({ item }) => item.id !== undefined);
  return repeated(withId, ({ item }) => String(item.id)).map(({ one }) => ({
    path: [...one.place, 'id'],
    message: t('Another item has the id {0} too: nobody knows which one is meant.', String(one.item.id)),
  }));
}

function samePasskeys({ passkeys = [] }: EventFile): Doubt[] {
  const placed = passkeys.map((passkey, index) => ({ passkey, index }));
  return repeated(placed, ({ passkey }) => passkey.passkey)
    .filter(({ all }) => all.some(({ passkey }) => passkey.id === undefined))
    .map(({ one }) => ({
      path: ['passkeys', one.index, 'passkey'],
      message: t('Another passkey is called {0} too: only an id tells them apart.', one.passkey.passkey),
    }));
}

/** Each after the first that shares its key. */
function repeated<T>(values: readonly T[], keyOf: (value: T) => string): { readonly one: T; readonly all: readonly T[] }[] {
  return [...grouped(values, keyOf).values()].flatMap((all) => all.slice(1).map((one) => ({ one, all })));
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
  if (!items) return [];
  const paths = new Set(placed.map(({ path }) => path));
  return passkeys.flatMap((passkey, index) =>
    (passkey.items ?? []).flatMap((ref, at): Doubt[] =>
      typeof ref !== 'string' || paths.has(ref)
        ? []
        : [{ path: ['passkeys', index, 'items', at], message: t('No item of this file is called {0}.', ref) }],
    ),
  );
}
