// Carries out a plan as a run of steps: what each of them sends now, and what the service shows of it.
import {
  ApiError,
  contentOf,
  idOf,
  parseJson,
  recordId,
  stringifyJson,
  type CallOptions,
  type Client,
  type Dialect,
  type OperationId,
  type Row,
  type ServiceUrls,
} from '../client/index.ts';
import { idText } from '../client/fields.ts';
import { t } from '../client/l10n.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import {
  idValue,
  isSame,
  isStepRef,
  readRecord,
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
import { NamesThere } from './names-there.ts';
import type { Plan, PlanStep } from './plan-types.ts';
import { readEvent } from './read-event.ts';
import { amountText } from './read-record.ts';
import { stepsIn } from './step-refs.ts';

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
  const text = stringifyJson(plan);
  const eventLabel = plan.event.name ?? String(plan.event.id);
  const steps = storedSteps(plan);
  const input = options.input ?? { kind: 'plan', sha256: hashText(text) };
  return planSteps({ ...options, eventId: plan.event.id, eventLabel, steps, input });
}

type StoredStep = PlanStep & { readonly eventId: FileId; readonly itemsOf?: readonly FileId[] };

/** Each says its event, and the first which items are the event's because a person says so. */
export function storedSteps({ event, itemsOf, steps }: Plan): string[] {
  const first = itemsOf ? { itemsOf } : {};
  return steps.map((step, at) => stringifyJson({ eventId: event.id, ...(at === 0 && first), ...step }));
}

/** What the steps of a stored plan are, for `runPlan` and `resumeRun`. */
export function stepsOf(client: Client, context: () => PlanContext): (texts: readonly string[]) => StepWork {
  return (texts) =>
    new PlanSteps(
      client,
      context,
      texts.map((text) => parseJson(text) as StoredStep),
    );
}

class PlanSteps implements StepWork {
  readonly #client: Client;
  readonly #context: () => PlanContext;
  readonly #steps: readonly StoredStep[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #referred: ReadonlySet<string>;
  /** The records as they were last seen, by `item 7`. */
  #seen = new Map<string, JsonObject>();
  /** Items of which nothing shows that they are the event's: a new one may be among them. */
  #leftOut = new Map<string, string>();

  constructor(client: Client, context: () => PlanContext, steps: readonly StoredStep[]) {
    this.#client = client;
    this.#context = context;
    this.#steps = steps;
    this.#numbers = new Map(steps.map(({ id }, index) => [id, index]));
    this.#referred = new Set(steps.flatMap(({ input }) => stepsIn(input)));
  }

  #step(number: number): StoredStep {
    const step = this.#steps[number];
    // English: it never happens, and is for whoever reads the journal.
    if (!step) throw new Error(`Step ${number} is not there.`);
    return step;
  }

  needs(number: number): readonly number[] {
    return this.#step(number).needs.flatMap((id) => this.#numbers.get(id) ?? []);
  }

  makesRecord(number: number): boolean {
    return 'absent' in this.#step(number).expects;
  }

  isReferred(number: number): boolean {
    return this.makesRecord(number) && this.#referred.has(this.#step(number).id);
  }

  shownBy(number: number): string | undefined {
    const step = this.#step(number);
    if (this.makesRecord(number)) return step.record.kind;
    // A second sale period or attribute would stand beside the first.
    return step.operation.startsWith('create') ? this.recordOf(number) : undefined;
  }

  recordOf(number: number): string {
    const { record, id } = this.#step(number);
    if (record.id === undefined) return `new ${id}`;
    return `${record.kind} ${isStepRef(record.id) ? record.id.$step : record.id}`;
  }

  async send(number: number, made: MadeIds): Promise<string | undefined> {
    const step = this.#step(number);
    const input = this.#filled(step.input, made) as { path?: JsonObject; body?: JsonObject };
    const body = 'fields' in step.expects && input.body ? this.#carrying(step, input.body, made) : input.body;
    const call = this.#client.call.bind(this.#client) as (id: OperationId, input: object, how: CallOptions) => Promise<unknown>;
    // What is in doubt is looked at before it is sent again: somebody else may have changed it.
    const send = (sent: JsonObject | undefined) =>
      call(step.operation, { ...input, ...(sent ? { body: sent } : {}) }, { isOnce: true });
    const answer = await send(body).catch((error: unknown) => {
      const isRefused = error instanceof ApiError && error.kind === 'invalid';
      const less = isRefused && body ? withoutCarried(step.operation, body, this.#context().dialect) : undefined;
      if (!less) throw error;
      return send(less);
    });
    const reply = contentOf(answer);
    return 'absent' in step.expects && step.operation !== 'createPasskeys' ? recordId(reply, step.record.kind) : undefined;
  }

  /** Whatever an update sends beside its changes is what the service has now: a ticket may have been sold since the plan was made. */
  #carrying(step: StoredStep, body: JsonObject, made: MadeIds): JsonObject {
    const record = this.#seen.get(this.#keyOf(step, made) ?? '');
    if (!record || !('fields' in step.expects)) return body;
    const expected = step.expects.fields;
    const moved = this.#written(step, record, body).filter(
      ({ name, isBeforeRaw }) => !Object.hasOwn(expected, name) && !isBeforeRaw,
    );
    return { ...body, ...Object.fromEntries(moved.map(({ name, before }) => [name, before])) };
  }

  #keyOf({ record }: StoredStep, made: MadeIds): string | undefined {
    const id = isStepRef(record.id) ? made(this.#numbers.get(record.id.$step) ?? -1) : idText(record.id);
    return id === undefined ? undefined : `${record.kind} ${id}`;
  }

  #filled(value: unknown, made: MadeIds): unknown {
    if (isStepRef(value)) {
      const id = made(this.#numbers.get(value.$step) ?? -1);
      // English: it never happens; a step is sent when all that it needs is there.
      if (id === undefined) throw new Error(`The record of ${value.$step} is not known.`);
      return idValue(id);
    }
    if (Array.isArray(value)) return value.map((part) => this.#filled(part, made));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.#filled(part, made)]));
  }

  #written({ operation, record, expects }: StoredStep, there: JsonObject, body: JsonObject): WrittenField[] {
    // What a step clears by leaving it out is expected, and not sent.
    const clears = 'fields' in expects ? Object.keys(expects.fields).filter((name) => !Object.hasOwn(body, name)) : [];
    const written = writtenOf(operation, body, clears);
    return written ? writtenFields(readRecord(record.kind, there, this.#context().dialect), written) : [];
  }

  async look(numbers: readonly number[], made: MadeIds, isFirst: boolean): Promise<ReadonlyMap<number, StepLook>> {
    const [first] = this.#steps;
    if (!first) return new Map();
    this.#leftOut = new Map();
    const onLeftOut = (rows: readonly Row[]) => {
      for (const { id, label } of rows) if (id !== undefined) this.#leftOut.set(id, label);
    };
    const event = await readEvent(this.#client, first.eventId, { unclaimed: 'doubt', claimed: first.itemsOf, onLeftOut });
    this.#seen = new Map();
    for (const [id, { record }] of event.records.items) this.#seen.set(`item ${id}`, record);
    for (const [id, { record }] of event.records.passkeys) this.#seen.set(`passkey ${id}`, record);
    const names = new NamesThere(event);
    const looks = new Map<number, StepLook>();
    for (const number of numbers) looks.set(number, await this.#lookAt(this.#step(number), names, made, isFirst));
    return looks;
  }

  async #lookAt(step: StoredStep, names: NamesThere, made: MadeIds, isFirst: boolean): Promise<StepLook> {
    const gone = isFirst && names.isWhole('item') ? this.#missingItem(step) : undefined;
    if (gone !== undefined)
      return { state: 'other', reason: t('{0}: the item {1} that it opens is not there any more.', step.record.path, gone) };
    if ('absent' in step.expects) return this.#lookForNew(step, names, made, isFirst);
    const key = this.#keyOf(step, made);
    // The record that it belongs to is not made yet.
    if (key === undefined) return { state: 'missing' };
    const record = this.#seen.get(key) ?? (await this.#readOwn(step, key));
    if ('name' in step.expects) return this.#lookForRemoved(step, step.expects.name, record, names);
    if (!record) return { state: 'other', reason: t('{0} is not there any more.', step.record.path) };
    return this.#lookAtFields(step, step.expects.fields, record, made, isFirst);
  }

  /** The id of an item that a passkey is to open, and that the event does not have. */
  #missingItem({ input }: StoredStep): string | undefined {
    const { itemIds } = input.body ?? {};
    if (!Array.isArray(itemIds)) return undefined;
    const ids = itemIds.flatMap((id: unknown) => idText(id) ?? []);
    return ids.find((id) => !this.#seen.has(`item ${id}`) && !this.#leftOut.has(id));
  }

  #lookAtFields(
    step: StoredStep,
    expected: Readonly<Record<string, unknown>>,
    record: JsonObject,
    made: MadeIds,
    isFirst: boolean,
  ): StepLook {
    const body = this.#wanted(step, made);
    // What it opens may be yet to be made.
    if (!body) return { state: 'missing' };
    const differing = this.#written(step, record, body).filter(({ name }) => Object.hasOwn(expected, name));
    if (differing.length === 0) return { state: 'done' };
    const notShown = { state: 'notShown', reason: t('{0}: the service does not show what it has.', step.record.path) } as const;
    if (!showsSection(step, record, this.#context().dialect)) return notShown;
    const isAsPlanned = ({ name, before }: WrittenField) => isSame(inOrder(before ?? null), inOrder(expected[name] ?? null));
    const others = differing.filter((field) => !isAsPlanned(field));
    // What it shows is what was sent, and it never shows the rest.
    const isUnshown = differing.length < Object.keys(body).length && differing.every(({ before }) => before === undefined);
    if (isUnshown && !isFirst) return notShown;
    if (others.length === 0) return { state: 'missing' };
    // A time by a clock that nobody knows may be what was sent.
    const moved = others.find(({ isBeforeRaw, before, after }) => !isBeforeRaw || !before || typeof after !== 'string');
    if (!moved) return { ...notShown, state: 'notKnown' };
    return { state: 'other', reason: t('{0}: {1} is {2} by now.', step.record.path, moved.name, shownNow(moved)) };
  }

  #wanted(step: StoredStep, made: MadeIds): JsonObject | undefined {
    const refs = stepsIn(step.input.body).map((id) => made(this.#numbers.get(id) ?? -1));
    if (refs.includes(undefined)) return undefined;
    return this.#filled(step.input.body ?? {}, made) as JsonObject;
  }

  #lookForNew(step: StoredStep, names: NamesThere, made: MadeIds, isFirst: boolean): StepLook {
    const own = made(this.#numbers.get(step.id) ?? -1);
    const isItem = step.record.kind === 'item';
    if (own !== undefined && isItem && this.#leftOut.has(own)) return { state: 'done', id: own };
    if (own !== undefined && !this.#seen.has(`${step.record.kind} ${own}`)) return notListed(names, step);
    const group = isObject(step.input.body) ? step.input.body.parent : undefined;
    const parent = isStepRef(group) ? made(this.#numbers.get(group.$step) ?? -1) : idText(group);
    // Nothing stands in a group that is not made yet.
    if (isStepRef(group) && parent === undefined) return { state: 'missing' };
    const found = step.record.kind === 'item' ? names.items(step.input.body?.name, parent) : names.passkeys(nameOf(step));
    // Whatever else of the name is there came from elsewhere since the plan was made, unless another step makes it.
    const isOther = (id: string) => id !== own && !this.#steps.some((_, number) => made(number) === id);
    const more = found.filter(isOther);
    const ids = [...(own === undefined ? [] : [own]), ...more];
    if (ids.length > 1 && !isFirst)
      return { state: 'twice', reason: t('{0} is there more than once: {1}.', step.record.path, ids.join(', ')) };
    const [only] = ids;
    const isLeftOut = isItem && [...this.#leftOut.values()].includes(String(step.input.body?.name));
    if (only === undefined && isLeftOut && !isFirst)
      return {
        state: 'notKnown',
        reason: t('{0} may be there: nothing shows whether it belongs to the event.', step.record.path),
      };
    if (only === undefined) {
      // A service that does not show in which group an item stands shows it in none.
      const mayBeThere =
        step.record.kind === 'item' && parent !== undefined && names.items(step.input.body?.name, undefined).length > 0;
      if (!mayBeThere || isFirst) return notListed(names, step);
      return { state: 'notKnown', reason: t('{0} may be there, in no group.', step.record.path) };
    }
    return isFirst ? { state: 'other', reason: t('{0} is there already.', step.record.path) } : { state: 'done', id: only };
  }

  #lookForRemoved(step: StoredStep, name: string, record: JsonObject | undefined, names: NamesThere): StepLook {
    const id = idText(step.record.id) ?? '';
    if (!record || (step.record.kind === 'item' && !names.hasItem(id))) return { state: 'done' };
    const now = step.record.kind === 'item' ? names.nameOfItem(id) : names.nameOfPasskey(id);
    return now === undefined || now === name
      ? { state: 'missing' }
      : { state: 'other', reason: t('{0} has another name by now.', step.record.path) };
  }

  /** A list that is not whole says nothing of a record that is not in it. */
  async #readOwn({ record: { kind } }: StoredStep, key: string): Promise<JsonObject | undefined> {
    const id = key.slice(kind.length + 1);
    try {
      const own = contentOf(await this.#client.call(kind === 'item' ? 'getItem' : 'getPasskey', { path: { id } }));
      if (!isObject(own) || idOf(own) !== id) return undefined;
      this.#seen.set(key, own);
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

function notListed(names: NamesThere, { record: { kind, path } }: StoredStep): StepLook {
  return names.isWhole(kind)
    ? { state: 'missing' }
    : { state: 'notKnown', reason: t('{0} is not listed, and nothing shows that the list is whole.', path) };
}

/** The passkey that a step makes, alone or as one of many. */
function nameOf({ input, record }: StoredStep): string {
  const { passkey, codes } = input.body ?? {};
  if (typeof passkey === 'string') return passkey;
  return Array.isArray(codes) && typeof codes[0] === 'string' ? codes[0] : record.path;
}

/** Whether a record shows the part of it that a step writes. */
function showsSection({ operation, record: { kind }, input }: StoredStep, record: JsonObject, dialect: Dialect): boolean {
  const section = writtenOf(operation, input.body ?? {})?.section ?? 'data';
  return readRecord(kind, record, dialect).sections[section] !== undefined;
}

/** The order of a set of ids means nothing. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).sort() : value;
}
