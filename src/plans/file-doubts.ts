// What fits an event file and is hardly meant: said while somebody writes one, and no reason to refuse it.
import { t } from '../client/l10n.ts';
import type { JsonPath } from '../records/json-tree.ts';
import { placedItems, type EventFile } from './event-file.ts';
import { checkedTree, type FileProblem } from './text.ts';

const plainTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** `text`: what the file was read from. */
export function fileDoubts(file: EventFile, text: string): readonly FileProblem[] {
  const { items, passkeys = [] } = file;
  const placed = placedItems(file);
  const doubts: [path: JsonPath, message: string][] = [];
  const doubt = (path: JsonPath, message: string) => void doubts.push([path, message]);

  // Told apart by their ids, if all of them have one.
  for (const { place, path } of repeated(
    placed,
    (one) => one.path,
    ({ item }) => item.id === undefined,
  ))
    doubt([...place, 'name'], t('Another item is called {0} too: only an id tells them apart.', path));
  const withId = placed.filter(({ item }) => item.id !== undefined);
  for (const { place, item } of repeated(withId, (one) => String(one.item.id)))
    doubt([...place, 'id'], t('Another item has the id {0} too: nobody knows which one is meant.', String(item.id)));
  for (const { place, item } of placed)
    for (const [index, { start = '', finish = '' }] of (item.salePeriods ?? []).entries())
      // Texts of one clock stand in the order of their times.
      if (plainTime.test(start) && plainTime.test(finish) && start >= finish)
        doubt([...place, 'salePeriods', index, 'finish'], t('The sale ends before it begins.'));
  for (const one of repeated(
    passkeys,
    ({ passkey }) => passkey,
    ({ id }) => id === undefined,
  )) {
    const message = t('Another passkey is called {0} too: only an id tells them apart.', one.passkey);
    doubt(['passkeys', passkeys.indexOf(one), 'passkey'], message);
  }
  // A part of an event may name items that only the event has; then all of them may be meant so, and nothing is said.
  const paths = new Set(placed.map(({ path }) => path));
  for (const [index, passkey] of items ? passkeys.entries() : [])
    for (const [at, ref] of (passkey.items ?? []).entries())
      if (typeof ref === 'string' && !paths.has(ref))
        doubt(['passkeys', index, 'items', at], t('No item of this file is called {0}.', ref));

  if (doubts.length === 0) return [];
  return checkedTree(text, (_, add) => {
    for (const [path, message] of doubts) add(path, message, 'value', true);
  }).problems;
}

/** Each after the first that shares its key; `isMeant`: one that has to be among them. */
function repeated<T>(values: readonly T[], keyOf: (value: T) => string, isMeant: (value: T) => boolean = () => true): T[] {
  return [...Map.groupBy(values, keyOf).values()].filter((all) => all.some(isMeant)).flatMap((all) => all.slice(1));
}
