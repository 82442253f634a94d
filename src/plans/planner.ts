// Finds the steps of a plan, why it cannot be carried out, and what has to be asked first.
import { checkInput, judgingZone, operations, type OperationId } from '../client/index.ts';
import { idText } from '../client/fields.ts';
import { t } from '../client/l10n.ts';
import {
  asIfNew,
  idValue,
  partIn,
  readRecord,
  stepsFor,
  withEdits,
  withIds,
  writtenBy,
  writtenFields,
  type Edit,
  type PlanContext,
  type PlanQuestion,
  type RecordModel,
  type SavePlan,
  type Step,
  type StepRef,
  type Value,
} from '../records/index.ts';
import { problemMessage } from '../records/messages.ts';
import type { EventDifferences, FieldDifference, ItemDifference, PasskeyDifference, RecordDifference } from './differences.ts';
import { itemEdits, madeItem, newItemBody, newItemEdits, passkeyEdits } from './edit-record.ts';
import { amountFields, type FileId, type FilePasskey, type PlacedItem } from './event-file.ts';
import { isSameName, NamesThere } from './names-there.ts';
import { namesOfNotCompared } from './plan-notes.ts';
import type { PlannedChanges, PlanOptions, PlanStep, PlanStop } from './plan-types.ts';
import type { EventRecords, ReadEvent } from './read-event.ts';
import { stepsIn } from './step-refs.ts';

export class Planner {
  readonly steps: PlanStep[] = [];
  readonly stops: PlanStop[] = [];
  readonly questions: PlanQuestion[] = [];
  readonly asked: PlannedChanges['asked'][number][] = [];
  readonly context: PlanContext;
  readonly #records: EventRecords;
  readonly #found: EventDifferences;
  readonly #options: PlanOptions;
  /** The step that makes an item of the file. */
  readonly #made = new Map<PlacedItem, string>();
  /** The step that gives an item of the file another group. */
  readonly #moved = new Map<PlacedItem, string>();
  /** The step that removes an item of the event. */
  readonly #removed = new Map<PlacedItem, string>();
  readonly #names: NamesThere;

  constructor(there: ReadEvent, found: EventDifferences, options: PlanOptions) {
    const { records } = there;
    this.#names = new NamesThere(there);
    this.#records = records;
    this.#found = found;
    this.#options = options;
    const { dialect = records.dialect, choices, now = Date.now() } = options;
    this.context = { dialect, now, choices };
  }

  plan(): void {
    const { items, passkeys } = this.#found;
    if (!this.#names.isWhole('item') && items.some(({ state }) => state === 'new'))
      this.stops.push({
        ifNew: 'item',
        answer: 'lists',
        message: t('Nothing shows that all items of the event were read: a new one may be there already.'),
      });
    if (!this.#names.isWhole('passkey') && passkeys.some(({ state }) => state === 'new'))
      this.stops.push({
        ifNew: 'passkey',
        answer: 'lists',
        message: t('Nothing shows that all passkeys of the event were read: a new one may be there already.'),
      });
    for (const item of items) this.#item(item);
    for (const passkey of passkeys) this.#passkey(passkey);
    for (const record of [...passkeys, ...items.toReversed()]) this.#removal(record);
    this.#askWhatWasNotCompared();
  }

  /** What the file wants and nobody could compare may differ: it is no reason to say that nothing does. */
  #askWhatWasNotCompared(): void {
    const { items, passkeys } = this.#found;
    const { amounts } = this.context.dialect;
    const isPart = ({ notCompared }: RecordDifference) => notCompared.length > 0;
    const open = [...items, ...passkeys].filter(isPart).flatMap((one): RecordDifference[] => {
      const value = one.kind === 'item' ? this.#valuesOf(one) : undefined;
      const [unit] = one.openUnits ?? [];
      if (value && unit !== undefined) this.#ask({ kind: 'amounts', value: value[unit]?.raw }, one.place);
      const fee = amounts?.fees === undefined ? one.notCompared.find((name) => name.startsWith('fee')) : undefined;
      const isFee = (name: string) => name.startsWith('fee') && value && value[name] !== undefined;
      if (value && fee !== undefined && isFee(fee) && unit === undefined)
        this.#ask({ kind: 'fees', name: fee, value: value[fee]?.raw, price: value.price?.raw }, one.place);
      const others = one.notCompared.filter((name) => !one.openUnits?.includes(name) && !(fee !== undefined && isFee(name)));
      return others.length > 0 ? [{ ...one, notCompared: others }] : [];
    });
    if (open.length === 0 || this.context.choices?.leavesOutUnshown) return;
    this.#ask({ kind: 'notCompared', fields: namesOfNotCompared(open) }, open[0]?.place);
  }

  /** What an item is sold for, as the service shows it. */
  #valuesOf({ id = '' }: ItemDifference): Readonly<Record<string, Value>> | undefined {
    const record = this.#records.items.get(id)?.by(this.context.dialect);
    return record && partIn(record, 'value')?.fields;
  }

  /** What the service gives no id of cannot be written. */
  #recordOf(difference: ItemDifference | PasskeyDifference): RecordModel | undefined {
    const { kind, id = '' } = difference;
    const found = (kind === 'item' ? this.#records.items : this.#records.passkeys).get(id);
    if (!found) this.#stop(difference, t('The service does not show its id.'));
    return found?.by(this.context.dialect);
  }

  /** The steps of a save of those edits; a file has no language. */
  #saved(record: RecordModel, edits: readonly Edit[], context: PlanContext = this.context): SavePlan {
    return stepsFor(record, withEdits(record, edits, { dialect: context.dialect, language: 'en' }), context);
  }

  #stop(record: ItemDifference | PasskeyDifference, message: string, field?: string, answer?: PlanStop['answer']): void {
    const { path, place } = record;
    this.stops.push({
      record: path,
      ...(place === undefined ? {} : { place }),
      ...(field === undefined ? {} : { field }),
      message,
      ...(answer === undefined ? {} : { answer }),
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
    const { leftOut } = this.#records;
    // Ids of another event say nothing here.
    if (this.#found.isSameEvent && leftOut.has(idText(wanted.item.id) ?? ''))
      return this.#stop(difference, t('Nothing shows whether the item with this id belongs to the event.'));
    const [namesake] = [...leftOut].find(([, { name, isSaid }]) => !isSaid && isSameName(name, wanted.item.name)) ?? [];
    if (namesake !== undefined)
      this.#stop(
        difference,
        t('There is an item of this name ({0}), and nothing shows whether it belongs to the event.', namesake),
      );
    const group = this.#found.matches.pairs.get(wanted.parent as PlacedItem)?.there.item.id;
    const isNamesake =
      !this.#made.has(wanted.parent as PlacedItem) && this.#names.items(wanted.item.name, idText(group)).length > 0;
    if (isNamesake) this.#stop(difference, t('The event has another one of this name there: give it its id, or another name.'));
    this.#checkFees(difference, true);
    this.#checkSigns(difference);
    const body = newItemBody(wanted.item, idValue(this.#records.eventId), this.#groupOf(wanted));
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
    const nothing = readRecord('item', madeItem, this.context.dialect);
    const context = { ...this.context, choices: { ...this.context.choices, ...asIfNew } };
    this.#sections(difference, this.#saved(nothing, newItemEdits(wanted.item), context), { $step: made }, nothing);
  }

  #changedItem(difference: ItemDifference): void {
    const { wanted, id = '', there } = difference;
    const record = this.#recordOf(difference);
    if (!wanted || !record) return;
    this.#checkFees(difference, there?.item.price === null);
    this.#checkSigns(difference);
    const plan = this.#saved(record, itemEdits(wanted.item, difference.fields, this.#groupOf(wanted)));
    // A group that changes its place itself comes first: nothing may stand in itself, not even for a while.
    const home = wanted.parent && this.#moved.get(wanted.parent);
    const isMoved = difference.fields.some(({ field }) => field === 'group');
    const steps = this.#sections(difference, plan, idValue(id), record, isMoved && home !== undefined ? [home] : []);
    if (isMoved && steps[0] !== undefined) this.#moved.set(wanted, steps[0]);
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
    const { opened } = this.#found.refs.resolve(difference.wanted.items);
    return opened.flatMap(({ id, made }): (FileId | StepRef)[] => {
      const step = made && this.#made.get(made);
      if (step !== undefined) return [{ $step: step }];
      return id === undefined ? [] : [idValue(id)];
    });
  }

  /** Only the creation of many takes a limit. */
  #newPasskey(difference: PasskeyDifference): void {
    const { wanted, path } = difference;
    if (!wanted) return;
    if (this.#names.passkeys(wanted.passkey).length > 0)
      this.#stop(difference, t('The event has another one of this name there: give it its id, or another name.'));
    const eventId = idValue(this.#records.eventId);
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
    const record = this.#recordOf(difference);
    if (!record) return;
    const edits = passkeyEdits(difference.wanted, difference.fields, this.#itemIds(difference));
    this.#sections(difference, this.#saved(record, edits), idValue(id), record);
  }

  #removal(difference: ItemDifference | PasskeyDifference): void {
    const { state, kind, path, id = '', there } = difference;
    if (state !== 'onlyThere' || !there || !this.#options.remove?.has(`${kind} ${id}`)) return;
    if (kind === 'item' && this.context.dialect.removal === undefined)
      this.#stop(difference, t('How this service removes an item is not known.'), undefined, 'removal');
    const name = 'passkey' in there ? there.passkey : there.item.name;
    const needs = 'item' in there ? this.#emptied(difference, there) : [];
    const step = this.#add(
      {
        operation: kind === 'item' ? 'removeItem' : 'deletePasskey',
        record: { kind, path, id: idValue(id) },
        input: { path: { id: idValue(id) } },
        expects: { name },
        changes: 'passkey' in there ? removedFields(there) : [],
      },
      needs,
    );
    if ('item' in there) this.#removed.set(there, step);
  }

  /** The steps after which nothing stands in a group any more. */
  #emptied(difference: ItemDifference | PasskeyDifference, group: PlacedItem): string[] {
    const { matches } = this.#found;
    const inside = matches.there.filter(({ parent }) => parent === group);
    const movedOf = new Map([...this.#moved].map(([wanted, step]) => [matches.pairs.get(wanted)?.there, step]));
    const steps = inside.map((one) => this.#removed.get(one) ?? movedOf.get(one));
    if (steps.includes(undefined)) this.#stop(difference, t('It holds items that are not to be removed.'));
    return steps.filter((step) => step !== undefined);
  }

  /** The steps of one record, in their order: a service may hold what belongs to a record against what it is by then. */
  #sections(
    difference: ItemDifference | PasskeyDifference,
    plan: SavePlan,
    id: FileId | StepRef,
    record: RecordModel,
    needs: readonly string[] = [],
  ): string[] {
    const { kind, path } = difference;
    for (const problem of plan.problems) this.#stop(difference, problemMessage(problem), problem.path.join('.'));
    for (const question of plan.questions) this.#ask(question, difference.place);
    if (plan.problems.length > 0 || plan.questions.length > 0) return [];
    return plan.steps.map((step) => {
      const before = writtenFields(record, writtenBy(step));
      return this.#add(
        {
          operation: step.operation,
          record: { kind, path, id },
          input: { path: { id }, body: step.body },
          expects: { fields: Object.fromEntries(before.map((field) => [field.name, field.before ?? null])) },
          changes: changesOf(step, difference.fields),
        },
        needs,
      );
    });
  }

  /** The same question once, with its first example: one answer is for all records. */
  #ask(question: PlanQuestion, place: string | undefined): void {
    this.asked.push({ question, place });
    const keyOf = (one: PlanQuestion) => `${one.kind} ${'section' in one ? one.section : ''}`;
    if (!this.questions.some((one) => keyOf(one) === keyOf(question))) this.questions.push(question);
  }

  /** A plain number is no amount of money, and the other way about: a file of another service says nothing of this one's fees. */
  #checkFees(difference: ItemDifference, isFirst: boolean): void {
    const { fees } = this.context.dialect.amounts ?? {};
    if (!isFirst || fees === undefined) return;
    for (const name of ['feeSale', 'feeProducer'] as const) {
      const fee = difference.wanted?.item[name];
      const isOther = typeof fee === (fees === 'number' ? 'string' : 'number') && Number(fee) !== 0;
      if (isOther) this.#stop(difference, t('This service has its fees in another unit than the file.'), name);
    }
  }

  #checkSigns(difference: ItemDifference): void {
    for (const { field, after } of difference.fields)
      if (isAmountField(field) && Number(after) < 0) this.#stop(difference, t('{0} must not be negative.', field), field);
  }

  /** As the client will, with an id in the place of what is yet to be made. */
  #check(difference: ItemDifference | PasskeyDifference, operation: OperationId, body: Readonly<Record<string, unknown>>): void {
    const { dialect, now } = this.context;
    const timeZone = judgingZone(dialect.clock);
    const path = operation === 'createPasskeys' ? { eventId: '1' } : {};
    const { problems } = checkInput(operations[operation], { path, body: withIds(body) }, { timeZone, now });
    for (const { field, message } of problems)
      this.#stop(difference, `${field.replace(/^body\.?/, '')} ${message}`, field.replace(/^body\.?/, ''));
  }
}

function isAmountField(field: string): boolean {
  return (amountFields as readonly string[]).includes(field);
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

/** The differences that a step makes good. */
function changesOf({ change: { section, key } }: Step, fields: readonly FieldDifference[]): FieldDifference[] {
  const isOfStep = ({ field }: FieldDifference) => {
    if (section === 'value') return isAmountField(field);
    if (section === 'salePeriods') return field.startsWith(`salePeriods.${key}.`);
    if (section === 'attributes') return field === `attributes.${key}`;
    if (section === 'itemIds') return field === 'items';
    return !/^(?:price$|fee|salePeriods\.|attributes\.|items$)/.test(field);
  };
  return fields.filter(isOfStep);
}
