// The steps of a plan by the record that they change, what each of them sends, and what is left when some are left out.
import type { Dialect } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { isStepRef } from '../records/index.ts';
import type { EventDifferences, FieldDifference } from './differences.ts';
import type { FileId } from './event-file.ts';
import type { Plan, PlanStep } from './plan.ts';
import { amountText } from './read-record.ts';

/** What a plan does to one record. */
interface PlanPart {
  /** `item 7`, or `new s3` for one that a step makes. */
  readonly key: string;
  readonly kind: 'item' | 'passkey';
  readonly path: string;
  readonly id?: FileId | undefined;
  readonly state: 'new' | 'changed' | 'removed';
  readonly steps: readonly PlanStep[];
}

/** In the order of their first steps. */
export function partsOf(steps: readonly PlanStep[]): PlanPart[] {
  const parts = new Map<string, PlanPart & { readonly steps: PlanStep[] }>();
  for (const step of steps) {
    const { kind, path, id } = step.record;
    const key = partKey(step);
    const known = parts.get(key);
    if (known) known.steps.push(step);
    else {
      const own = id === undefined || isStepRef(id) ? undefined : id;
      parts.set(key, { key, kind, path, id: own, state: stateOf(step), steps: [step] });
    }
  }
  return [...parts.values()];
}

function partKey({ id, record }: PlanStep): string {
  if (record.id === undefined) return `new ${id}`;
  return isStepRef(record.id) ? `new ${record.id.$step}` : `${record.kind} ${record.id}`;
}

function stateOf({ expects }: PlanStep): PlanPart['state'] {
  if ('absent' in expects) return 'new';
  return 'name' in expects ? 'removed' : 'changed';
}

/** Which part of a plan each difference has become, by its place in the file, or by `item 7` where it stands in none. */
export function partsByPlace(steps: readonly PlanStep[], found: EventDifferences): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [kind, list] of [['item', found.items] as const, ['passkey', found.passkeys] as const]) {
    const made = partsOf(steps).filter((part) => part.kind === kind && part.state === 'new');
    const fresh = list.filter(({ state }) => state === 'new');
    // Each new record begins with the step that makes it, in the order of the file.
    for (const [index, { place = '' }] of fresh.entries()) {
      const part = made[index];
      if (part) keys.set(place, part.key);
    }
    for (const { state, id, place } of list)
      if (state !== 'new' && id !== undefined) keys.set(place ?? `${kind} ${id}`, `${kind} ${id}`);
  }
  return keys;
}

interface PartialPlan {
  readonly plan: Plan;
  /** The parts that went with others, by what each of them needs. */
  readonly alsoLeftOut: ReadonlyMap<string, PlanPart>;
}

/** The plan without some of its parts, and without whatever needs one of their steps: half of a record is not what was wanted. */
export function withoutParts(plan: Plan, leftOut: ReadonlySet<string>): PartialPlan {
  const parts = new Map(partsOf(plan.steps).map((part) => [part.key, part]));
  const partOfStep = new Map(plan.steps.map((step) => [step.id, partKey(step)]));
  const alsoLeftOut = new Map<string, PlanPart>();
  const isOut = (key: string) => leftOut.has(key) || alsoLeftOut.has(key);
  for (let before = -1; before < alsoLeftOut.size;) {
    before = alsoLeftOut.size;
    for (const step of plan.steps) {
      const key = partKey(step);
      const needed = step.needs.map((id) => partOfStep.get(id) ?? '').find((one) => one !== key && isOut(one));
      const part = needed === undefined ? undefined : parts.get(needed);
      if (part && !isOut(key)) alsoLeftOut.set(key, part);
    }
  }
  return { plan: { ...plan, steps: plan.steps.filter((step) => !isOut(partKey(step))) }, alsoLeftOut };
}

const amounts = ['price', 'feeSale', 'feeProducer'];

/** What a step changes, by what it sends and expects and by nothing that a file says of it. */
export function sentFields(step: PlanStep, dialect: Dialect): FieldDifference[] {
  const { operation, input, expects } = step;
  const body = input.body ?? {};
  const before = 'fields' in expects ? expects.fields : {};
  const names = 'fields' in expects && !operation.startsWith('create') ? Object.keys(before) : Object.keys(body);
  const isShown = (name: string) => !['eventId', 'appCategoryId', 'key', 'codes'].includes(name);
  const field = (name: string, label: string, show: (value: unknown) => unknown = shownIds): FieldDifference => {
    const [former, after] = [before[name], body[name]];
    const given = (value: unknown) => value !== undefined && value !== null;
    return { field: label, ...(given(former) ? { before: show(former) } : {}), ...(given(after) ? { after: show(after) } : {}) };
  };
  if (operation === 'createPasskeys' && Array.isArray(body.codes))
    return [
      { field: 'passkey', after: body.codes[0] as unknown },
      ...names.filter(isShown).map((name) => field(name, dataName(name))),
    ];
  if (operation === 'createValues' || operation === 'updateValues')
    return names.map((name) => field(name, name, (value) => amountShown(name, value, dialect)));
  if (operation === 'createSalePeriod' || operation === 'updateSalePeriod')
    return names.filter(isShown).map((name) => field(name, `salePeriods.${String(body.appCategoryId)}.${name}`));
  if (operation === 'createAttribute' || operation === 'updateAttribute')
    return [field('value', `attributes.${String(body.key)}`)];
  return names.filter(isShown).map((name) => field(name, dataName(name)));
}

/** A record that is not there yet has no id. */
function shownIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownIds);
  return isStepRef(value) ? t('what step {0} makes', value.$step.slice(1)) : value;
}

function dataName(name: string): string {
  return name === 'parent' ? 'group' : name === 'itemIds' ? 'items' : name;
}

/** A price is sent in cents; a fee too, unless the service has plain numbers. */
function amountShown(name: string, value: unknown, { amounts: units = {} }: Dialect): unknown {
  const isPlain = name !== 'price' && (units.fees === 'number' || (units.fees === undefined && units.items === 'cents'));
  return typeof value === 'number' && amounts.includes(name) && !isPlain ? amountText(value) : value;
}
