// Carries out a plan as a run of steps: what each of them sends now, and what the service shows of it.
import {
  ApiError,
  checkInput,
  contentOf,
  judgingZone,
  operations,
  parseJson,
  recordId,
  stringifyJson,
  type CallOptions,
  type Client,
  type Dialect,
  type OperationId,
  type ServiceUrls,
} from '../client/index.ts';
import { idText } from '../client/fields.ts';
import { t } from '../client/l10n.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import {
  idValue,
  isSame,
  isStepRef,
  withDialect,
  withIds,
  withoutCarried,
  writtenFields,
  writtenOf,
  type PlanContext,
  type WrittenField,
} from '../records/index.ts';
import {
  hashText,
  planSteps,
  type MadeIds,
  type PlannedRun,
  type RunInput,
  type StepLook,
  type StepWork,
} from '../runs/index.ts';
import type { FileId } from './event-file.ts';
import { namesThere, type NamesThere } from './names-there.ts';
import { stepsIn, type Plan, type PlanStep } from './plan-types.ts';
import { readEvent, readOwn, type EventRecords, type SeenRecord } from './read-event.ts';
import { amountText } from './read-record.ts';

interface StoreOptions {
  /** Where runs are kept. */
  readonly folder: string;
  readonly environment: string;
  readonly at: ServiceUrls;
  readonly now?: () => number;
  readonly input?: RunInput;
}

/** Writes a plan down as a run; nothing is sent. `runPlan` carries it out with `steps: stepsOf(client)`. */
export function storePlan(plan: Plan, options: StoreOptions): Promise<PlannedRun> {
  const { id, name = String(id) } = plan.event;
  const input = options.input ?? { kind: 'plan', sha256: hashText(stringifyJson(plan)) };
  return planSteps({ ...options, eventId: id, eventLabel: name, steps: storedSteps(plan), input });
}

type StoredStep = PlanStep & { readonly eventId: FileId; readonly itemsOf?: readonly FileId[] };

/** Each says its event, and the first which items are the event's because a person says so. */
function storedSteps({ event, itemsOf, steps }: Plan): string[] {
  const first = itemsOf ? { itemsOf } : {};
  return steps.map((step, at) => stringifyJson({ eventId: event.id, ...(at === 0 && first), ...step }));
}

/** What the service shows of each step now, by its place in the plan. */
export type Looks = ReadonlyMap<number, StepLook>;

export function lookAtSteps(plan: Plan, client: Client, dialect: Dialect): Promise<Looks> {
  const work = stepsOf(client, () => ({ dialect, now: Date.now() }))(storedSteps(plan));
  return work.look([...plan.steps.keys()], () => undefined, true);
}

/** What has changed since the plan was made, or is refused by now. */
export function stepStops({ operation, input, record }: PlanStep, look: StepLook | undefined, dialect: Dialect): string[] {
  const seen =
    look?.state === 'other' || look?.state === 'notKnown' ? [t('Changed since the plan was made: {0}', look.reason)] : [];
  const given = withIds(input) as Parameters<typeof checkInput>[1];
  const { problems } = checkInput(operations[operation], given, { timeZone: judgingZone(dialect.clock), now: Date.now() });
  return [
    ...seen,
    ...problems.map(({ field, message }) => t('{0}: {1}', record.path, `${field.replace(/^body\.?/, '')} ${message}`)),
  ];
}

/** What the steps of a stored plan are, for `runPlan` and `resumeRun`. */
export function stepsOf(client: Client, context: () => PlanContext): (texts: readonly string[]) => StepWork {
  return (texts) =>
    stepWork(
      client,
      context,
      texts.map((text) => parseJson(text) as StoredStep),
    );
}

function stepWork(client: Client, context: () => PlanContext, steps: readonly StoredStep[]): StepWork {
  const numbers = new Map(steps.map(({ id }, index) => [id, index]));
  const referred = new Set(steps.flatMap(({ input }) => stepsIn(input)));
  /** The records as they were last seen, by `item 7`. */
  let seen = new Map<string, SeenRecord>();
  /** Items of which nothing shows that they are the event's: a new one may be among them. */
  let leftOut: EventRecords['leftOut'] = new Map();
  return { needs, makesRecord, isReferred, shownBy, recordOf, send, look };

  function stepAt(number: number): StoredStep {
    const step = steps[number];
    // English: it never happens, and is for whoever reads the journal.
    if (!step) throw new Error(`Step ${number} is not there.`);
    return step;
  }

  function needs(number: number): readonly number[] {
    return stepAt(number).needs.flatMap((id) => numbers.get(id) ?? []);
  }

  function makesRecord(number: number): boolean {
    return 'absent' in stepAt(number).expects;
  }

  function isReferred(number: number): boolean {
    return makesRecord(number) && referred.has(stepAt(number).id);
  }

  function shownBy(number: number): string | undefined {
    const step = stepAt(number);
    if (makesRecord(number)) return step.record.kind;
    // A second sale period or attribute would stand beside the first.
    return step.operation.startsWith('create') ? recordOf(number) : undefined;
  }

  function recordOf(number: number): string {
    const { record, id } = stepAt(number);
    if (record.id === undefined) return `new ${id}`;
    return `${record.kind} ${isStepRef(record.id) ? record.id.$step : record.id}`;
  }

  async function send(number: number, made: MadeIds): Promise<string | undefined> {
    const step = stepAt(number);
    const input = filled(step.input, made) as { path?: JsonObject; body?: JsonObject };
    const body = input.body && carrying(step, input.body, made);
    const call = client.call.bind(client) as (id: OperationId, input: object, how: CallOptions) => Promise<unknown>;
    // What is in doubt is looked at before it is sent again: somebody else may have changed it.
    const ask = (sent: JsonObject | undefined) =>
      call(step.operation, { ...input, ...(sent && { body: sent }) }, { isOnce: true });
    const answer = await ask(body).catch((error: unknown) => {
      const isRefused = error instanceof ApiError && error.kind === 'invalid';
      const less = isRefused && body ? withoutCarried(step.operation, body, context().dialect) : undefined;
      if (!less) throw error;
      return ask(less);
    });
    const reply = contentOf(answer);
    return makesRecord(number) && step.operation !== 'createPasskeys' ? recordId(reply, step.record.kind) : undefined;
  }

  /** Whatever an update sends beside its changes is what the service has now: a ticket may have been sold since the plan was made. */
  function carrying(step: StoredStep, body: JsonObject, made: MadeIds): JsonObject {
    const record = seen.get(`${step.record.kind} ${idOf(step.record.id, made)}`);
    if (!record || !('fields' in step.expects)) return body;
    const { fields } = step.expects;
    const moved = written(step, record, body).filter(({ name, isBeforeRaw }) => !Object.hasOwn(fields, name) && !isBeforeRaw);
    return { ...body, ...Object.fromEntries(moved.map(({ name, before }) => [name, before])) };
  }

  /** Undefined for a record that is not made yet. */
  function idOf(id: unknown, made: MadeIds): string | undefined {
    return isStepRef(id) ? made(numbers.get(id.$step) ?? -1) : idText(id);
  }

  function filled(value: unknown, made: MadeIds): unknown {
    if (isStepRef(value)) {
      const id = idOf(value, made);
      // English: it never happens; a step is sent when all that it needs is there.
      if (id === undefined) throw new Error(`The record of ${value.$step} is not known.`);
      return idValue(id);
    }
    if (Array.isArray(value)) return value.map((part) => filled(part, made));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, made)]));
  }

  function written({ operation, expects }: StoredStep, there: SeenRecord, body: JsonObject): WrittenField[] {
    // What a step clears by leaving it out is expected, and not sent.
    const clears = 'fields' in expects ? Object.keys(expects.fields).filter((name) => !Object.hasOwn(body, name)) : [];
    const part = writtenOf(operation, body, clears);
    return part ? writtenFields(withDialect(there.model, context().dialect), part) : [];
  }

  async function look(wanted: readonly number[], made: MadeIds, isFirst: boolean): Promise<ReadonlyMap<number, StepLook>> {
    const [first] = steps;
    if (!first) return new Map();
    const event = await readEvent(client, first.eventId, { unclaimed: 'doubt', claimed: first.itemsOf });
    const { items, passkeys } = event.records;
    leftOut = event.records.leftOut;
    seen = new Map();
    for (const [id, record] of items) seen.set(`item ${id}`, record);
    for (const [id, record] of passkeys) seen.set(`passkey ${id}`, record);
    const names = namesThere(event);
    const looks = new Map<number, StepLook>();
    for (const number of wanted) looks.set(number, await lookAt(stepAt(number), names, made, isFirst));
    return looks;
  }

  async function lookAt(step: StoredStep, names: NamesThere, made: MadeIds, isFirst: boolean): Promise<StepLook> {
    const { kind, path } = step.record;
    const gone = isFirst && names.isWhole('item') ? missingItem(step) : undefined;
    if (gone !== undefined)
      return { state: 'other', reason: t('{0}: the item {1} that it opens is not there any more.', path, gone) };
    if ('absent' in step.expects) return lookForNew(step, names, made, isFirst);
    const id = idOf(step.record.id, made);
    // The record that it belongs to is not made yet.
    if (id === undefined) return { state: 'missing' };
    const record = seen.get(`${kind} ${id}`) ?? (await readRecord(kind, id));
    if ('name' in step.expects) {
      const now = names.nameOf(kind, id);
      if (!record || (kind === 'item' && now === undefined)) return { state: 'done' };
      if (now === undefined || now === step.expects.name) return { state: 'missing' };
      return { state: 'other', reason: t('{0} has another name by now.', path) };
    }
    if (!record) return { state: 'other', reason: t('{0} is not there any more.', path) };
    return lookAtFields(step, step.expects.fields, record, made, isFirst);
  }

  /** The id of an item that a passkey is to open, and that the event does not have. */
  function missingItem({ input }: StoredStep): string | undefined {
    const { itemIds } = input.body ?? {};
    const ids = Array.isArray(itemIds) ? itemIds.flatMap((id: unknown) => idText(id) ?? []) : [];
    return ids.find((id) => !seen.has(`item ${id}`) && !leftOut.has(id));
  }

  function lookAtFields(
    step: StoredStep,
    expected: Readonly<Record<string, unknown>>,
    record: SeenRecord,
    made: MadeIds,
    isFirst: boolean,
  ): StepLook {
    const {
      operation,
      record: { path },
      input,
    } = step;
    const refs = stepsIn(input.body).map(($step) => idOf({ $step }, made));
    // What it opens may be yet to be made.
    if (refs.includes(undefined)) return { state: 'missing' };
    const body = filled(input.body ?? {}, made) as JsonObject;
    // A service may show a day as its midnight.
    const isMidnight = ({ before, after }: WrittenField) =>
      typeof after === 'string' && /^\d{4}-\d\d-\d\d$/.test(after) && before === `${after} 00:00:00`;
    const isOther = (field: WrittenField) => Object.hasOwn(expected, field.name) && !isMidnight(field);
    const differing = written(step, record, body).filter(isOther);
    if (differing.length === 0) return { state: 'done' };
    const notShown = { state: 'notShown', reason: t('{0}: the service does not show what it has.', path) } as const;
    const section = writtenOf(operation, body)?.section ?? 'data';
    if (withDialect(record.model, context().dialect).sections[section] === undefined) return notShown;
    const isAsPlanned = ({ name, before }: WrittenField) => isSame(inOrder(before ?? null), inOrder(expected[name] ?? null));
    const others = differing.filter((field) => !isAsPlanned(field));
    // What it shows is what was sent, and it never shows the rest.
    const isUnshown = differing.length < Object.keys(body).length && differing.every(({ before }) => before === undefined);
    if (isUnshown && !isFirst) return notShown;
    if (others.length === 0) return { state: 'missing' };
    // A time by a clock that nobody knows may be what was sent.
    const moved = others.find(({ isBeforeRaw, before, after }) => !isBeforeRaw || !before || typeof after !== 'string');
    if (!moved) return { ...notShown, state: 'notKnown' };
    return { state: 'other', reason: t('{0}: {1} is {2} by now.', path, moved.name, shownNow(moved)) };
  }

  function lookForNew(step: StoredStep, names: NamesThere, made: MadeIds, isFirst: boolean): StepLook {
    const { kind, path } = step.record;
    const isItem = kind === 'item';
    const own = idOf({ $step: step.id }, made);
    if (own !== undefined && isItem && leftOut.has(own)) return { state: 'done', id: own };
    const notListed: StepLook = names.isWhole(kind)
      ? { state: 'missing' }
      : { state: 'notKnown', reason: t('{0} is not listed, and nothing shows that the list is whole.', path) };
    if (own !== undefined && !seen.has(`${kind} ${own}`)) return notListed;
    const { parent, name } = step.input.body ?? {};
    const group = idOf(parent, made);
    // Nothing stands in a group that is not made yet.
    if (isStepRef(parent) && group === undefined) return { state: 'missing' };
    const found = isItem ? names.items(name, group) : names.passkeys(nameOf(step));
    // Whatever else of the name is there came from elsewhere since the plan was made, unless another step makes it.
    const isMade = (id: string) => steps.some(({ record }, number) => record.kind === kind && made(number) === id);
    const isOther = (id: string) => id !== own && !isMade(id);
    const ids = [...(own === undefined ? [] : [own]), ...found.filter(isOther)];
    if (ids.length > 1 && !isFirst)
      return { state: 'twice', reason: t('{0} is there more than once: {1}.', path, ids.join(', ')) };
    const [only] = ids;
    if (only !== undefined)
      return isFirst ? { state: 'other', reason: t('{0} is there already.', path) } : { state: 'done', id: only };
    if (isFirst || !isItem) return notListed;
    if ([...leftOut.values()].some((one) => one.name === String(name)))
      return { state: 'notKnown', reason: t('{0} may be there: nothing shows whether it belongs to the event.', path) };
    // A service that does not show in which group an item stands shows it in none.
    const mayBeInNone = group !== undefined && names.items(name, undefined).length > 0;
    return mayBeInNone ? { state: 'notKnown', reason: t('{0} may be there, in no group.', path) } : notListed;
  }

  /** A list that is not whole says nothing of a record that is not in it. */
  async function readRecord(kind: PlanStep['record']['kind'], id: string): Promise<SeenRecord | undefined> {
    try {
      const own = await readOwn(client, kind, id);
      if (own) seen.set(`${kind} ${id}`, own);
      return own;
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return undefined;
      throw error;
    }
  }
}

/** What a field has, for a person: amounts as money. */
function shownNow({ section, before, isBeforeRaw }: WrittenField): string {
  if (before === undefined || before === null) return t('none');
  if (section === 'value' && !isBeforeRaw && typeof before === 'number') return amountText(before);
  return typeof before === 'string' ? before : stringifyJson(before);
}

/** The passkey that a step makes, alone or as one of many. */
function nameOf({ input, record }: StoredStep): string {
  const { passkey, codes } = input.body ?? {};
  const [name] = Array.isArray(codes) ? (codes as unknown[]) : [passkey];
  return typeof name === 'string' ? name : record.path;
}

/** The order of a set of ids means nothing. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).sort() : value;
}
