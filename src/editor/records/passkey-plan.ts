// An edited passkey as operations: its own fields, and the set of items that it opens.
import { asPath, Planner, type Fields, type SavePlan, type PlanContext } from './plan.ts';
import { isSame, toWriteDayOrTime } from './write-format.ts';

/** What the service works out by itself, or takes only when a passkey is made. */
export const readOnlyPasskeyFields: readonly string[] = ['id', 'used', 'status', 'limit'];
const edges = ['start', 'finish'];
const rules = { readOnly: readOnlyPasskeyFields, notClearable: edges, elsewhere: ['itemIds'] };

export function planPasskey(base: Fields, edited: Fields, context: PlanContext): SavePlan {
  const planner = new Planner(context);
  const keys = planner.editedKeys([], base, edited, rules);
  const written = (key: string) =>
    edges.includes(key)
      ? planner.take([key], toWriteDayOrTime(edited[key], planner.times(base[key])))
      : planner.writtenField(key, base, edited);
  const body = Object.fromEntries(keys.map((key) => [key, written(key)]));
  const paths = keys.map((key) => [key]);
  if (keys.length > 0) planner.steps.push({ operation: 'updatePasskey', body, writes: 'data', paths, locate: asPath });
  planItems(planner, base, edited);
  return planner.plan;
}

/** The whole set is written, and its order means nothing. */
function planItems(planner: Planner, base: Fields, edited: Fields): void {
  const { itemIds: after } = edited;
  if (!Object.hasOwn(edited, 'itemIds') && !Object.hasOwn(base, 'itemIds')) return;
  if (!Array.isArray(after)) return planner.refuse(['itemIds'], 'list');
  const asSet = (list: unknown) => (Array.isArray(list) ? [...new Set(list.map(String))].sort() : []);
  if (isSame(asSet(base.itemIds), asSet(after))) return;
  const itemIds = [...new Map((after as unknown[]).map((id) => [String(id), id])).values()];
  planner.steps.push({
    operation: 'setPasskeyItems',
    body: { itemIds },
    writes: 'itemIds',
    paths: [['itemIds']],
    locate: asPath,
  });
}
