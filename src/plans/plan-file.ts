// A plan as a file: one text for one plan, which somebody else can look at and apply, and which says when it was changed.
import * as v from 'valibot';
import {
  addressesOf,
  addressText,
  isSameService,
  operations,
  stringifyJson,
  type Addresses,
  type Operation,
  type ServiceUrls,
} from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { hashText } from '../runs/index.ts';
import { stepsIn, type Plan, type PlanStep } from './plan-types.ts';
import { checkedTree, type AddProblem, type FileProblem } from './text.ts';

export interface PlanFile extends Plan {
  /** What somebody called it when it was made. */
  readonly title?: string | undefined;
  /** Where the service is that it was made for. */
  readonly addresses: Addresses;
}

/** The operations that a plan may have; a file must not be able to do anything else. */
const allowed = [
  ...(['createItem', 'updateItem', 'removeItem', 'createValues', 'updateValues', 'createSalePeriod'] as const),
  ...(['updateSalePeriod', 'createAttribute', 'updateAttribute', 'createPasskey', 'createPasskeys'] as const),
  ...(['updatePasskey', 'setPasskeyItems', 'deletePasskey'] as const),
];

const id = v.union([v.number(), v.bigint(), v.pipe(v.string(), v.nonEmpty())]);
const object = v.record(v.string(), v.unknown());
/** The fields of a step, in the order in which they are written. */
const stepFields = {
  id: v.pipe(v.string(), v.regex(/^s\d+$/)),
  operation: v.picklist(allowed),
  record: v.looseObject({ kind: v.picklist(['item', 'passkey']), id: v.optional(v.unknown()), path: v.string() }),
  input: object,
  needs: v.array(v.string()),
  expects: object,
  changes: v.array(v.unknown()),
};
const fileFields = {
  version: v.literal(2),
  title: v.optional(v.string()),
  event: v.strictObject({ id, name: v.optional(v.string()), environment: v.string() }),
  addresses: v.strictObject({ event: v.string(), ticket: v.string() }),
  made: v.string(),
  madeFrom: v.looseObject({ event: v.string() }),
  itemsOf: v.optional(v.array(id)),
  steps: v.array(v.unknown()),
};

/** What a file and a step of it may have. */
export const planParts = { file: fileFields, step: stepFields };

/** One line for each value, in a fixed order; its last line says what it should be. */
export function planText(plan: PlanFile): string {
  const content = inOrder({ ...plan });
  return `${stringifyJson({ ...content, sha256: hashText(stringifyJson(content)) }, 2)}\n`;
}

function inOrder(plan: JsonObject): JsonObject {
  const { event, steps } = plan;
  const ordered = Array.isArray(steps) ? steps.map((step) => picked(step, stepFields)) : steps;
  return picked({ ...plan, event: picked(event, fileFields.event.entries), steps: ordered }, fileFields) as JsonObject;
}

function picked(value: unknown, fields: object): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.keys(fields).flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
}

/** A plan, or all that is wrong with its file, where it stands. */
export function checkPlanText(text: string): { readonly plan?: PlanFile; readonly problems: readonly FileProblem[] } {
  const { value, problems } = checkedTree(text, checkFile);
  if (!isObject(value) || problems.length > 0) return { problems };
  const content = inOrder(value);
  if (value.sha256 === hashText(stringifyJson(content))) return { plan: content as unknown as PlanFile, problems };
  return checkedTree(text, (_, add) => {
    add(['sha256'], t('does not fit the rest: the file was changed after the plan was saved. Make a new plan.'));
  });
}

function versionText(version: unknown): string {
  return typeof version === 'number' && version > fileFields.version.literal
    ? t('is of a newer Box Office: update the extension, or make a new plan')
    : t('is not the version of a plan that this Box Office knows: make a new plan');
}

function checkFile(file: unknown, add: AddProblem): void {
  if (!isObject(file)) return add([], t('must be an object'));
  if (file.version !== fileFields.version.literal) return add(['version'], versionText(file.version));
  const { event, addresses, made, madeFrom, itemsOf, steps, title } = file;
  for (const key of Object.keys(file))
    if (!Object.hasOwn(fileFields, key) && key !== '$schema' && key !== 'sha256') add([key], t('is no field of a plan'));
  if (!isObject(event) || !v.is(id, event.id)) add(['event'], t('must name the event by its id'));
  else if (typeof event.environment !== 'string') add(['event'], t('must name the environment'));
  for (const group of ['event', 'ticket'] as const)
    if (!isObject(addresses) || !isAddress(addresses[group]))
      add(['addresses', group], t('must be the address of a service, such as https://example.com/api'));
  if (typeof made !== 'string' || Number.isNaN(Date.parse(made))) add(['made'], t('must be a time'));
  if (!v.is(fileFields.madeFrom, madeFrom)) add(['madeFrom'], t('must be an object'));
  if (!v.is(fileFields.itemsOf, itemsOf)) add(['itemsOf'], t('must be a list'));
  if (!v.is(fileFields.title, title)) add(['title'], t('must be text'));
  if (!Array.isArray(steps)) return add(['steps'], t('must be a list'));
  const before = new Set<string>();
  for (const [index, step] of (steps as unknown[]).entries()) {
    checkStep(step, before, (path, message) => add(['steps', index, ...path], message));
    if (isObject(step) && typeof step.id === 'string') before.add(step.id);
  }
}

function checkStep(step: unknown, before: ReadonlySet<string>, add: AddProblem): void {
  if (!isObject(step)) return add([], t('must be an object'));
  const { id, operation, record, input, needs, expects, changes } = step as Partial<Record<keyof PlanStep, unknown>>;
  for (const key of Object.keys(step)) if (!Object.hasOwn(stepFields, key)) add([key], t('is no field of a step'));
  if (!v.is(stepFields.id, id) || before.has(id)) add(['id'], t('must be the name of this step alone, such as "s1"'));
  if (!v.is(stepFields.operation, operation)) add(['operation'], t('is no operation of a plan'));
  else if (!v.is(stepFields.record, record) || record.kind !== (operations[operation] as Operation).changes)
    add(['record'], t('must name the item or passkey that the operation changes'));
  if (!isObject(input)) add(['input'], t('must be an object'));
  if (!isExpectation(expects)) add(['expects'], t('must say what was there when the plan was made'));
  if (!Array.isArray(changes)) add(['changes'], t('must be a list'));
  if (!v.is(stepFields.needs, needs) || !needs.every((one) => before.has(one)))
    add(['needs'], t('must be a list of steps that stand before this one'));
  else if (!stepsIn([input, record]).every((one) => needs.includes(one) || one === id))
    add(['needs'], t('must have every step whose record this one uses'));
}

function isExpectation(expects: unknown): boolean {
  return isObject(expects) && (isObject(expects.fields) || expects.absent === true || typeof expects.name === 'string');
}

function isAddress(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text) && addressesOf({ eventUrl: text, ticketUrl: text }).event === text;
}

/** Why a plan cannot be applied where somebody wants to apply it. */
export function wrongTarget(
  { event, addresses }: PlanFile,
  target: { readonly environment: string; readonly at: ServiceUrls },
): string | undefined {
  if (event.environment !== target.environment)
    return t('The plan is for the environment {0}, and not for {1}.', event.environment ?? '', target.environment);
  const now = addressesOf(target.at);
  return isSameService(now, addresses)
    ? undefined
    : t('The plan was made for {0}, and not for {1}. Make a new plan.', addressText(addresses), addressText(now));
}
