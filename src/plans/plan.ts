// A plan: the steps that make an event what a file says, each with what it needs and what it was made on. It is a file too.
import { createHash } from 'node:crypto';
import { checkInput, operations, type Dialect, type OperationId } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import type { JsonObject } from '../client/replies.ts';
import { asIfNew, writtenFields } from '../records/compare.ts';
import type { JsonPath } from '../records/json-tree.ts';
import { recordKinds } from '../records/kinds.ts';
import { problemMessage } from '../records/messages.ts';
import type { PlanChoices, PlanContext, PlanQuestion, SavePlan, Step } from '../records/plan.ts';
import {
  differences,
  ItemRefs,
  type EventDifferences,
  type FieldDifference,
  type ItemDifference,
  type PasskeyDifference,
} from './differences.ts';
import { editedItem, editedPasskey, newItemBody, newItemRecord } from './edit-record.ts';
import type { EventFile, FileId, FilePasskey, PlacedItem } from './event-file.ts';
import type { MatchOptions } from './match.ts';
import { idValue } from './read-record.ts';
import { recordsOf, type EventRecords } from './read-event.ts';
import { stepsIn, withIds, withRefs, type StepRef } from './step-refs.ts';
import { textOf } from './text.ts';
import { warningsOf, type PlanWarning } from './warnings.ts';

export interface StepInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What has to be there when the step is sent. */
export type Expected =
  /** These fields of what it writes have these values, in the format of writes, and all others have what it sends. */
  | { readonly fields: Readonly<Record<string, unknown>> }
  /** No record of this name. */
  | { readonly absent: true }
  /** The record, by its name. */
  | { readonly name: string };

export interface PlanStep {
  readonly id: string;
  readonly operation: OperationId;
  readonly record: { readonly kind: 'item' | 'passkey'; readonly path: string; readonly id?: FileId | StepRef };
  readonly input: StepInput;
  /** Steps that have to be done before. */
  readonly needs: readonly string[];
  readonly expects: Expected;
  /** What a person is shown. */
  readonly changes: readonly FieldDifference[];
}

/** Why nothing may be sent. */
export interface PlanStop {
  /** What a person calls the record; none where the whole plan is meant. */
  readonly record?: string;
  /** Where it stands in the file. */
  readonly place?: string;
  readonly field?: string;
  readonly message: string;
}

export interface Plan {
  readonly version: 1;
  readonly event: { readonly id: FileId; readonly name?: string; readonly environment?: string };
  /** When it was made. */
  readonly made: string;
  /** The hashes of the file and of the event that it was made from. */
  readonly madeFrom: { readonly file: string; readonly event: string };
  readonly steps: readonly PlanStep[];
}

export interface PlannedChanges {
  readonly plan: Plan;
  readonly differences: EventDifferences;
  /** While there is one, the plan is not applied. */
  readonly stops: readonly PlanStop[];
  /** What only a person can tell before anything is written. */
  readonly questions: readonly PlanQuestion[];
  readonly warnings: readonly PlanWarning[];
}

export interface PlanOptions extends MatchOptions {
  readonly now?: number;
  /** The ids of records that are only there and are to go, as `item 7` and `passkey 9`. */
  readonly remove?: ReadonlySet<string>;
  readonly choices?: PlanChoices;
  /** What is known of the service; what the event was read with by default. */
  readonly dialect?: Dialect;
}

/** `there` has to be an event that was read: the steps are made on its records. */
export function planChanges(wanted: EventFile, there: EventFile, options: PlanOptions = {}): PlannedChanges {
  const records = recordsOf(there);
  // English: it never happens.
  if (!records) throw new TypeError('A plan is made on an event that was read.');
  const found = differences(there, wanted, options);
  const planner = new Planner(wanted, there, records, found, options);
  planner.plan();
  const { id = records.eventId, name, environment } = there.event;
  const plan: Plan = {
    version: 1,
    event: { id, ...(name === undefined ? {} : { name }), ...(environment === undefined ? {} : { environment }) },
    made: new Date(options.now ?? Date.now()).toISOString(),
    madeFrom: { file: hashOf(wanted), event: hashOf(there) },
    steps: planner.steps,
  };
  const { stops, questions } = planner;
  return { plan, differences: found, stops, questions, warnings: warningsOf(wanted, there, found, planner.context) };
}

/** Which records have to be read by themselves before they are planned: a row of a list may leave out what an update must carry. */
export function recordsToRead(
  found: EventDifferences,
  there: EventFile,
): { readonly items: string[]; readonly passkeys: string[] } {
  const records = recordsOf(there);
  const changed = (list: readonly (ItemDifference | PasskeyDifference)[], known: EventRecords['items'] | undefined) =>
    list.flatMap(({ state, id }) => (state === 'changed' && id !== undefined && known?.get(id)?.isOwn !== true ? [id] : []));
  return { items: changed(found.items, records?.items), passkeys: changed(found.passkeys, records?.passkeys) };
}

function hashOf(file: EventFile): string {
  return createHash('sha256').update(textOf(file)).digest('hex');
}

class Planner {
  readonly steps: PlanStep[] = [];
  readonly stops: PlanStop[] = [];
  readonly questions: PlanQuestion[] = [];
  readonly context: PlanContext;
  readonly #there: EventFile;
  readonly #records: EventRecords;
  readonly #found: EventDifferences;
  readonly #options: PlanOptions;
  readonly #refs: ItemRefs;
  /** The step that makes an item of the file. */
  readonly #made = new Map<PlacedItem, string>();

  constructor(wanted: EventFile, there: EventFile, records: EventRecords, found: EventDifferences, options: PlanOptions) {
    this.#there = there;
    this.#records = records;
    this.#found = found;
    this.#options = options;
    this.#refs = new ItemRefs(there, wanted, found.matches);
    const { dialect = records.dialect, choices, now = Date.now() } = options;
    this.context = { dialect, now, choices };
  }

  plan(): void {
    const { items, passkeys } = this.#found;
    const mayMiss = (part: string) => this.#there.notKnown?.includes(`${part}.complete`) === true;
    if (mayMiss('items') && items.some(({ state }) => state === 'new'))
      this.stops.push({ message: t('Nothing shows that all items of the event were read: a new one may be there already.') });
    if (mayMiss('passkeys') && passkeys.some(({ state }) => state === 'new'))
      this.stops.push({ message: t('Nothing shows that all passkeys of the event were read: a new one may be there already.') });
    for (const item of items) this.#item(item);
    for (const passkey of passkeys) this.#passkey(passkey);
    for (const record of [...passkeys, ...items.toReversed()]) this.#removal(record);
  }

  #stop(record: ItemDifference | PasskeyDifference, message: string, field?: string): void {
    const { path, place } = record;
    this.stops.push({
      record: path,
      ...(place === undefined ? {} : { place }),
      ...(field === undefined ? {} : { field }),
      message,
    });
  }

  #add(step: Omit<PlanStep, 'id' | 'needs'>, needs: readonly string[] = []): string {
    const id = `s${this.steps.length + 1}`;
    const referred = [...new Set([...needs, ...stepsIn(step.input)])];
    this.steps.push({ id, ...step, needs: referred });
    return id;
  }

  #item(difference: ItemDifference): void {
    if (difference.state === 'ambiguous') return this.#stop(difference, ambiguousText(difference));
    if (difference.state === 'new') this.#newItem(difference);
    else if (difference.state === 'changed') this.#changedItem(difference);
  }

  #newItem(difference: ItemDifference): void {
    const { wanted, path } = difference;
    if (!wanted) return;
    const body = newItemBody(wanted.item, idValue(this.#records.eventId) ?? this.#records.eventId, this.#groupOf(wanted));
    const isData = ({ field }: FieldDifference) => !/^(?:price|fee|salePeriods|attributes)/.test(field);
    const made = this.#add({
      operation: 'createItem',
      record: { kind: 'item', path },
      input: { body },
      expects: { absent: true },
      changes: difference.fields.filter(isData),
    });
    this.#made.set(wanted, made);
    this.#check(difference, 'createItem', body);
    const { base, edited } = newItemRecord(wanted.item);
    const plan = recordKinds.item.plan(base, edited, { ...this.context, choices: { ...this.context.choices, ...asIfNew } });
    this.#sections(difference, plan, { $step: made }, base);
  }

  #changedItem(difference: ItemDifference): void {
    const { wanted, id = '' } = difference;
    const record = this.#records.items.get(id)?.record;
    if (!wanted || !record) return;
    const edited = editedItem(record, difference, this.context.dialect, this.#groupOf(wanted));
    this.#sections(difference, recordKinds.item.plan(record, edited, this.context), idValue(id) ?? id, record);
  }

  /** The id of the group that an item of the file stands in, or the step that makes it; undefined where it stands in none. */
  #groupOf({ parent }: PlacedItem): FileId | StepRef | undefined {
    if (!parent) return undefined;
    const step = this.#made.get(parent);
    const there = this.#found.matches.pairs.get(parent)?.there.item.id;
    return step === undefined ? there : { $step: step };
  }

  #passkey(difference: PasskeyDifference): void {
    for (const missing of difference.missingItems)
      this.#stop(difference, t('It opens "{0}", which neither the file nor the event has.', missing), 'items');
    if (difference.state === 'ambiguous') return this.#stop(difference, ambiguousText(difference));
    if (difference.state === 'new') this.#newPasskey(difference);
    else if (difference.state === 'changed') this.#changedPasskey(difference);
  }

  #itemIds(difference: PasskeyDifference): (FileId | StepRef)[] | undefined {
    if (difference.wanted?.items === undefined) return undefined;
    const { opened } = this.#refs.resolve(difference.wanted.items);
    return opened.flatMap(({ id, made }): (FileId | StepRef)[] => {
      const step = made && this.#made.get(made);
      if (step !== undefined) return [{ $step: step }];
      return id === undefined ? [] : [idValue(id) ?? id];
    });
  }

  /** Only the creation of many takes a limit. */
  #newPasskey(difference: PasskeyDifference): void {
    const { wanted, path } = difference;
    if (!wanted) return;
    const eventId = idValue(this.#records.eventId) ?? this.#records.eventId;
    const times = Object.fromEntries(
      (['start', 'finish'] as const).flatMap((name) => (wanted[name] ? [[name, wanted[name]]] : [])),
    );
    const itemIds = this.#itemIds(difference) ?? [];
    const record = { kind: 'passkey', path } as const;
    const [expects, changes] = [{ absent: true } as const, difference.fields];
    if (typeof wanted.limit === 'number') {
      const body = { codes: [wanted.passkey], ...(itemIds.length > 0 ? { itemIds } : {}), ...times, limit: wanted.limit };
      this.#check(difference, 'createPasskeys', body);
      this.#add({ operation: 'createPasskeys', record, input: { path: { eventId }, body }, expects, changes });
      return;
    }
    const body = { eventId, passkey: wanted.passkey, ...times };
    this.#check(difference, 'createPasskey', body);
    const isItems = ({ field }: FieldDifference) => field === 'items';
    const own = changes.filter((change) => !isItems(change));
    // One that opens nothing, because its items could not be made, is not what was wanted.
    const made = this.#add({ operation: 'createPasskey', record, input: { body }, expects, changes: own }, stepsIn(itemIds));
    if (itemIds.length === 0) return;
    this.#add({
      operation: 'setPasskeyItems',
      record: { ...record, id: { $step: made } },
      input: { path: { id: { $step: made } }, body: { itemIds } },
      expects: { fields: { itemIds: [] } },
      changes: changes.filter(isItems),
    });
  }

  #changedPasskey(difference: PasskeyDifference): void {
    const { id = '' } = difference;
    const record = this.#records.passkeys.get(id)?.record;
    if (!record) return;
    const edited = editedPasskey(record, difference, this.context.dialect, this.#itemIds(difference));
    this.#sections(difference, recordKinds.passkey.plan(record, edited, this.context), idValue(id) ?? id, record);
  }

  #removal(difference: ItemDifference | PasskeyDifference): void {
    const { state, kind, path, id = '', there } = difference;
    if (state !== 'onlyThere' || !there || !this.#options.remove?.has(`${kind} ${id}`)) return;
    if (kind === 'item' && this.context.dialect.removal === undefined)
      this.#stop(difference, t('How this service removes an item is not known.'));
    const name = 'passkey' in there ? there.passkey : there.item.name;
    this.#add({
      operation: kind === 'item' ? 'removeItem' : 'deletePasskey',
      record: { kind, path, id: idValue(id) ?? id },
      input: { path: { id: idValue(id) ?? id } },
      expects: { name },
      changes: 'passkey' in there ? removedFields(there) : [],
    });
  }

  /** The steps of one record, in their order: a service may hold what belongs to a record against what it is by then. */
  #sections(difference: ItemDifference | PasskeyDifference, plan: SavePlan, id: FileId | StepRef, record: JsonObject): void {
    const { kind, path } = difference;
    for (const problem of plan.problems) this.#stop(difference, problemMessage(problem), fieldOf(problem.path));
    this.questions.push(...plan.questions);
    if (plan.problems.length > 0 || plan.questions.length > 0) return;
    for (const step of plan.steps) {
      const before = writtenFields(kind, record, step, { ...this.context, choices: asIfNew });
      this.#add({
        operation: step.operation,
        record: { kind, path, id },
        input: { path: { id }, body: withRefs(step.body) as JsonObject },
        expects: { fields: Object.fromEntries(before.map((field) => [field.name, field.before ?? null])) },
        changes: changesOf(step, difference.fields),
      });
    }
  }

  /** As the client will, with an id in the place of what is yet to be made. */
  #check(difference: ItemDifference | PasskeyDifference, operation: OperationId, body: Readonly<Record<string, unknown>>): void {
    const { dialect, now } = this.context;
    const timeZone = dialect.clock ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const path = operation === 'createPasskeys' ? { eventId: '1' } : {};
    const { problems } = checkInput(operations[operation], { path, body: withIds(body) }, { timeZone, now });
    for (const { field, message } of problems)
      this.#stop(difference, `${field.replace(/^body\.?/, '')} ${message}`, field.replace(/^body\.?/, ''));
  }
}

function ambiguousText({ candidates = [] }: ItemDifference | PasskeyDifference): string {
  return candidates.length === 0
    ? t('The file has it more than once: give each its id, or another name.')
    : t('It may be any of these: {0}. Say which one is meant.', candidates.join(', '));
}

/** What goes away, so that it can be made anew. */
function removedFields(there: FilePasskey): FieldDifference[] {
  const names = ['passkey', 'start', 'finish', 'limit', 'items'] as const;
  return names.flatMap((field) => (there[field] === undefined ? [] : [{ field, before: there[field] }]));
}

function fieldOf(path: JsonPath): string {
  return path.join('.');
}

/** The differences that a step makes good. */
function changesOf({ writes }: Pick<Step, 'writes'>, fields: readonly FieldDifference[]): FieldDifference[] {
  const [section = '', ...rest] = writes.split(' ');
  const name = rest.join(' ');
  const isOfStep = ({ field }: FieldDifference) => {
    if (section === 'value') return ['price', 'feeSale', 'feeProducer'].includes(field);
    if (section === 'period') return field.startsWith(`salePeriods.${name}.`);
    if (section === 'attribute') return field === `attributes.${name}`;
    if (section === 'itemIds') return field === 'items';
    return !/^(?:price$|fee|salePeriods\.|attributes\.|items$)/.test(field);
  };
  return fields.filter(isOfStep);
}
