// An edited passkey as operations: its own fields, and the set of items that it opens.
import {
  asPath,
  checkSteps,
  keysOf,
  ownField,
  type Fields,
  type Plan,
  type PlanContext,
  type PlanProblem,
  type Step,
} from './plan.ts';
import { isReadTime, isSame, toWriteDayOrTime, toWriteTime } from './write-format.ts';

/** What the service works out by itself, or takes only when a passkey is made. */
export const readOnlyPasskeyFields: readonly string[] = ['id', 'used', 'status', 'limit'];
const edges = ['start', 'finish'];

export function planPasskey(base: Fields, edited: Fields, context: PlanContext): Plan {
  const problems: PlanProblem[] = [];
  const body = new Map<string, unknown>();
  const changed = keysOf(base, edited).filter((key) => key !== 'itemIds' && !isSame(ownField(base, key), ownField(edited, key)));
  for (const key of changed) {
    const isGone = !Object.hasOwn(edited, key);
    const isCleared = edges.includes(key) && (isGone || edited[key] === null);
    if (readOnlyPasskeyFields.includes(key)) problems.push({ path: [key], at: 'key', rule: 'readOnly' });
    else if (isCleared) problems.push({ path: [key], at: 'key', rule: 'notClearable' });
    else if (isGone) problems.push({ path: [key], at: 'key', rule: 'notRemovable' });
    else body.set(key, writeValue(key, ownField(base, key), edited[key], context, problems));
  }
  const steps: Step[] = [];
  const paths = [...body.keys()].map((key) => [key]);
  if (paths.length > 0)
    steps.push({ operation: 'updatePasskey', body: Object.fromEntries(body), writes: 'data', paths, locate: asPath });
  steps.push(...planItems(base, edited, problems));
  return { steps, problems: problems.length > 0 ? problems : checkSteps(steps, context) };
}

function writeValue(key: string, before: unknown, after: unknown, { timeZone }: PlanContext, problems: PlanProblem[]): unknown {
  const times = { timeZone, shown: typeof before === 'string' ? before : undefined };
  const isEdge = edges.includes(key);
  if (!isEdge && !isReadTime(after)) return after;
  const converted = isEdge ? toWriteDayOrTime(after, times) : toWriteTime(after, times);
  if (converted.rule === undefined) return converted.value;
  problems.push({ path: [key], at: 'value', rule: converted.rule });
  return undefined;
}

/** The whole set is written, and its order means nothing. */
function planItems(base: Fields, edited: Fields, problems: PlanProblem[]): Step[] {
  const [before, after] = [base.itemIds ?? [], edited.itemIds];
  if (!Object.hasOwn(edited, 'itemIds') && !Object.hasOwn(base, 'itemIds')) return [];
  if (!Array.isArray(after)) {
    problems.push({ path: ['itemIds'], at: 'key', rule: 'list' });
    return [];
  }
  const asSet = (list: unknown) => (Array.isArray(list) ? [...new Set(list.map(String))].sort() : []);
  if (isSame(asSet(before), asSet(after))) return [];
  const itemIds = [...new Map((after as unknown[]).map((id) => [String(id), id])).values()];
  return [{ operation: 'setPasskeyItems', body: { itemIds }, writes: 'itemIds', paths: [['itemIds']], locate: asPath }];
}
