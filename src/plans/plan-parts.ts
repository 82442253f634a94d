// The steps of a plan by the record that they change, what each of them sends, and what is left when some are left out.
import type { Dialect } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { isPlainFee, isStepRef, writtenOf } from '../records/index.ts';
import type { EventDifferences, FieldDifference } from './differences.ts';
import { isAmountField } from './event-file.ts';
import type { Plan, PlanStep } from './plan-types.ts';
import { amountText, present } from './read-record.ts';

type PlanPart = ReturnType<typeof partsOf>[number];

/** What a plan does to each record, in the order of their first steps; `key`: `item 7`, or `new s3` for one that a step makes. */
export function partsOf(steps: readonly PlanStep[]) {
  return [...Map.groupBy(steps, partKey)].flatMap(([key, own]) =>
    own.slice(0, 1).map(({ record: { kind, path, id }, expects }) => {
      const state: 'new' | 'removed' | 'changed' = 'absent' in expects ? 'new' : 'name' in expects ? 'removed' : 'changed';
      return { key, kind, path, id: isStepRef(id) ? undefined : id, state, steps: own };
    }),
  );
}

function partKey({ id, record }: PlanStep): string {
  if (record.id === undefined) return `new ${id}`;
  return isStepRef(record.id) ? `new ${record.id.$step}` : `${record.kind} ${record.id}`;
}

/** Which part of a plan each difference has become, by its place in the file, or by `item 7` where it stands in none. */
export function partsByPlace(steps: readonly PlanStep[], found: EventDifferences): Map<string, string> {
  const keys = new Map<string, string>();
  const made = Map.groupBy(
    partsOf(steps).filter(({ state }) => state === 'new'),
    ({ kind }) => kind,
  );
  for (const { kind, state, id, place } of [...found.items, ...found.passkeys]) {
    const own = id === undefined ? undefined : `${kind} ${id}`;
    // Each new record begins with the step that makes it, in the order of the file.
    const key = state === 'new' ? made.get(kind)?.shift()?.key : own;
    if (key !== undefined) keys.set(place ?? key, key);
  }
  return keys;
}

/**
 * The plan without some of its parts, and without whatever needs one of their steps: half of a record is not what was wanted. `alsoLeftOut`: the
 * parts that went with others, by what each of them needs.
 */
export function withoutParts(plan: Plan, leftOut: ReadonlySet<string>) {
  const parts = new Map(partsOf(plan.steps).map((part) => [part.key, part]));
  const partOfStep = new Map(plan.steps.map((step) => [step.id, partKey(step)]));
  const alsoLeftOut = new Map<string, PlanPart>();
  const isOut = (key: string) => leftOut.has(key) || alsoLeftOut.has(key);
  for (let before = -1; before < alsoLeftOut.size;) {
    before = alsoLeftOut.size;
    for (const step of plan.steps) {
      const key = partKey(step);
      const needed = step.needs.map((id) => partOfStep.get(id) ?? '').find((one) => one !== key && isOut(one));
      const part = parts.get(needed ?? '');
      if (part && !isOut(key)) alsoLeftOut.set(key, part);
    }
  }
  const left: Plan = { ...plan, steps: plan.steps.filter((step) => !isOut(partKey(step))) };
  return { plan: left, alsoLeftOut };
}

/** What a step changes, by what it sends and expects and by nothing that a file says of it. */
export function sentFields({ operation, input, expects }: PlanStep, dialect: Dialect): FieldDifference[] {
  const { body = {} } = input;
  const before = 'fields' in expects ? expects.fields : {};
  const { section, key } = writtenOf(operation, body) ?? { section: 'data', key: '' };
  const names = Object.keys('fields' in expects && !operation.startsWith('create') ? before : body);
  const isShown = (name: string) => !['eventId', 'appCategoryId', 'key'].includes(name);
  const shown = (name: string, value: unknown) => {
    // A price is sent in cents; a fee too, unless the service has plain numbers.
    const isMoney = isAmountField(name) && (name === 'price' || !isPlainFee(dialect));
    return isMoney && typeof value === 'number' ? amountText(value) : shownIds(value);
  };
  return (section === 'attributes' ? ['value'] : names.filter(isShown)).map((name): FieldDifference => {
    const field = fieldNames.get(name) ?? name;
    const [after] = name === 'codes' && Array.isArray(body.codes) ? (body.codes as unknown[]) : [body[name]];
    return present({
      field: section === 'salePeriods' ? `${section}.${key}.${name}` : section === 'attributes' ? `${section}.${key}` : field,
      before: shown(name, before[name] ?? undefined),
      after: shown(name, after ?? undefined),
    });
  });
}

/** What a file calls what is sent under another name. */
const fieldNames = new Map(Object.entries({ parent: 'group', itemIds: 'items', codes: 'passkey' }));

/** A record that is not there yet has no id. */
function shownIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownIds);
  return isStepRef(value) ? t('what step {0} makes', value.$step.slice(1)) : value;
}
