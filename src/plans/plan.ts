// Makes the plan that turns an event into what a file says: its steps, why it cannot be carried out, and what has to be asked first.
import { checkInput, judgingZone, operations, type OperationId } from '../client/index.ts';
import { idText } from '../client/fields.ts';
import { t } from '../client/l10n.ts';
import {
  asIfNew,
  idValue,
  partIn,
  readRecord,
  stepsFor,
  withDialect,
  withEdits,
  withIds,
  writtenFields,
  type Edit,
  type PlanContext,
  type RecordModel,
  type StepRef,
} from '../records/index.ts';
import { problemMessage } from '../records/messages.ts';
import {
  differences,
  type FieldDifference,
  type ItemDifference,
  type PasskeyDifference,
  type RecordDifference,
} from './differences.ts';
import { itemEdits, madeItem, newItemBody, newItemEdits, passkeyEdits } from './edit-record.ts';
import { addressOf, isAmountField, type EventFile, type FileId, type FilePasskey, type PlacedItem } from './event-file.ts';
import { isSameName, namesThere, type NamesThere } from './names-there.ts';
import { namesOfNotCompared, uniqueQuestions } from './plan-notes.ts';
import { stepsIn, type PlannedChanges, type PlanOptions, type PlanStep, type PlanStop } from './plan-types.ts';
import type { ReadEvent } from './read-event.ts';
import { present } from './read-record.ts';
import { hashOf } from './text.ts';
import { warningsOf } from './warnings.ts';

/** The steps are made on the records of an event that was read. */
export function planChanges(wanted: EventFile, there: ReadEvent, options: PlanOptions = {}): PlannedChanges {
  const { records } = there;
  const found = differences(there, wanted, options);
  const { matches, refs } = found;
  const { dialect = records.dialect, choices, now = Date.now(), remove } = options;
  const context: PlanContext = { dialect, now, choices };
  const eventId = idValue(records.eventId);
  // Most plans make no record.
  let known: NamesThere | undefined;
  const names = () => (known ??= namesThere(there));
  const steps: PlanStep[] = [];
  const stops: PlanStop[] = [];
  const asked: PlannedChanges['asked'][number][] = [];
  /** The step that makes an item of the file. */
  const makes = new Map<PlacedItem, string>();
  /** The step that gives an item of the file another group. */
  const moves = new Map<PlacedItem, string>();
  /** The step that removes an item of the event. */
  const removes = new Map<PlacedItem, string>();
  const all: readonly RecordDifference[] = [...found.items, ...found.passkeys];

  const unproved = {
    item: t('Nothing shows that all items of the event were read: a new one may be there already.'),
    passkey: t('Nothing shows that all passkeys of the event were read: a new one may be there already.'),
  };
  for (const kind of ['item', 'passkey'] as const)
    if (all.some((one) => one.kind === kind && one.state === 'new') && !names().isWhole(kind))
      stops.push({ ifNew: kind, answer: 'lists', message: unproved[kind] });
  for (const one of all) planRecord(one);
  for (const one of [...found.passkeys, ...found.items.toReversed()]) planRemoval(one);
  askWhatWasNotCompared();

  const { id = records.eventId, name, environment } = there.event;
  const plan = present({
    version: 2 as const,
    event: present({ id, name, environment }),
    made: new Date(now).toISOString(),
    madeFrom: { file: hashOf(wanted), event: hashOf(there) },
    itemsOf: records.claimed.length > 0 ? records.claimed : undefined,
    steps,
  });
  const questions = uniqueQuestions(asked.map(({ question }) => question));
  return { plan, differences: found, stops, questions, asked, warnings: warningsOf(wanted, there, found, context) };

  /** What the file wants and nobody could compare may differ: it is no reason to say that nothing does. */
  function askWhatWasNotCompared(): void {
    const open = all.flatMap((one): RecordDifference[] => {
      const { openUnits = [], place } = one;
      const record = one.kind === 'item' ? recordOf(one) : undefined;
      const shown = record && partIn(record, 'value')?.fields;
      const [unit] = openUnits;
      if (shown && unit !== undefined) asked.push({ question: { kind: 'amounts', value: shown[unit]?.raw }, place });
      const isOpenFee = (name: string) =>
        dialect.amounts?.fees === undefined && name.startsWith('fee') && shown?.[name] !== undefined;
      const fee = one.notCompared.find((name) => name.startsWith('fee'));
      if (fee !== undefined && isOpenFee(fee) && unit === undefined)
        asked.push({ question: { kind: 'fees', name: fee, value: shown?.[fee]?.raw, price: shown?.price?.raw }, place });
      const notCompared = one.notCompared.filter((name) => !openUnits.includes(name) && !isOpenFee(name));
      return notCompared.length > 0 ? [{ ...one, notCompared }] : [];
    });
    if (open.length === 0 || choices?.leavesOutUnshown) return;
    asked.push({ question: { kind: 'notCompared', fields: namesOfNotCompared(open) }, place: open[0]?.place });
  }

  function recordOf({ kind, id = '' }: RecordDifference): RecordModel | undefined {
    const seen = (kind === 'item' ? records.items : records.passkeys).get(id);
    return seen && withDialect(seen.model, dialect);
  }

  function stop({ path, place }: RecordDifference, message: string, answer?: PlanStop['answer']): void {
    stops.push({ record: path, place, message, answer });
  }

  function add(step: Omit<PlanStep, 'id' | 'needs'>, needs: readonly string[] = []): string {
    const id = `s${steps.length + 1}`;
    const referred = [...new Set([...needs, ...stepsIn(step.input)])];
    steps.push({ id, ...step, needs: referred });
    return id;
  }

  function planRecord(difference: RecordDifference): void {
    const { state } = difference;
    for (const missing of difference.missingItems)
      stop(difference, t('It opens "{0}", which neither the file nor the event has.', missing));
    if (state === 'ambiguous') stop(difference, ambiguousText(difference));
    else if (state === 'changed') change(difference);
    else if (state === 'new')
      if (difference.kind === 'item') newItem(difference);
      else newPasskey(difference);
  }

  function newItem(difference: ItemDifference): void {
    const { wanted, path, fields } = difference;
    if (!wanted) return;
    const { item, parent } = wanted;
    // Ids of another event say nothing here.
    if (found.isSameEvent && records.leftOut.has(idText(item.id) ?? ''))
      return stop(difference, t('Nothing shows whether the item with this id belongs to the event.'));
    const [namesake] = [...records.leftOut].find(([, { name, isSaid }]) => !isSaid && isSameName(name, item.name)) ?? [];
    if (namesake !== undefined)
      stop(difference, t('There is an item of this name ({0}), and nothing shows whether it belongs to the event.', namesake));
    const group = groupOf(wanted);
    const isInNew = parent && makes.has(parent);
    if (!isInNew && names().items(item.name, idText(group)).length > 0) stopNamesake(difference);
    checkAmounts(difference, true);
    const body = newItemBody(item, eventId, group);
    const made = add({
      operation: 'createItem',
      record: { kind: 'item', path },
      input: { body },
      expects: { absent: true },
      changes: fields.filter(isData),
    });
    makes.set(wanted, made);
    check(difference, 'createItem', body);
    const nothing = readRecord('item', madeItem, dialect);
    save(difference, { $step: made }, nothing, newItemEdits(item), [], { ...choices, ...asIfNew });
  }

  function change(difference: RecordDifference): void {
    const { fields, id = '' } = difference;
    const record = recordOf(difference);
    // What the service gives no id of cannot be written.
    if (!record) return stop(difference, t('The service does not show its id.'));
    if (difference.kind === 'passkey') {
      const edits = passkeyEdits(difference.wanted, fields, itemIdsOf(difference));
      return void save(difference, idValue(id), record, edits);
    }
    const { wanted, there } = difference;
    if (!wanted) return;
    checkAmounts(difference, there?.item.price === null);
    // A group that changes its place itself comes first: nothing may stand in itself, not even for a while.
    const home = wanted.parent && moves.get(wanted.parent);
    const isMoved = fields.some(({ field }) => field === 'group');
    const needs = isMoved && home !== undefined ? [home] : [];
    const edits = itemEdits(wanted.item, fields, groupOf(wanted));
    const [first] = save(difference, idValue(id), record, edits, needs);
    if (isMoved && first !== undefined) moves.set(wanted, first);
  }

  function stopNamesake(difference: RecordDifference): void {
    stop(difference, t('The event has another one of this name there: give it its id, or another name.'));
  }

  /** The id of the group that an item of the file stands in, or the step that makes it; undefined where it stands in none. */
  function groupOf({ parent }: PlacedItem): FileId | StepRef | undefined {
    if (!parent) return undefined;
    const step = makes.get(parent);
    return step === undefined ? matches.pairs.get(parent)?.there.item.id : { $step: step };
  }

  function itemIdsOf({ wanted: one }: PasskeyDifference): (FileId | StepRef)[] | undefined {
    return (
      one?.items &&
      refs.resolve(one.items).opened.flatMap(({ id, made }): (FileId | StepRef)[] => {
        const step = made && makes.get(made);
        if (step !== undefined) return [{ $step: step }];
        return id === undefined ? [] : [idValue(id)];
      })
    );
  }

  /** Only the creation of many takes a limit. */
  function newPasskey(difference: PasskeyDifference): void {
    const { wanted, path, fields } = difference;
    if (!wanted) return;
    const { passkey, start, finish, limit } = wanted;
    if (names().passkeys(passkey).length > 0) stopNamesake(difference);
    const times = { ...(start && { start }), ...(finish && { finish }) };
    const itemIds = itemIdsOf(difference) ?? [];
    const record = { kind: 'passkey', path } as const;
    const expects = { absent: true } as const;
    if (typeof limit === 'number') {
      const body = { codes: [passkey], ...(itemIds.length > 0 && { itemIds }), ...times, limit };
      check(difference, 'createPasskeys', body);
      add({ operation: 'createPasskeys', record, input: { path: { eventId }, body }, expects, changes: fields });
      return;
    }
    const body = { eventId, passkey, ...times };
    check(difference, 'createPasskey', body);
    const changes = fields.filter(isData);
    // One that opens nothing, because its items could not be made, is not what was wanted.
    const made = add({ operation: 'createPasskey', record, input: { body }, expects, changes }, stepsIn(itemIds));
    const nothing = readRecord('passkey', { itemIds: [] }, dialect);
    const edits = passkeyEdits(
      wanted,
      fields.filter((one) => !isData(one)),
      itemIds,
    );
    save(difference, { $step: made }, nothing, edits);
  }

  function planRemoval(difference: RecordDifference): void {
    const { kind, path, id = '' } = difference;
    if (difference.state !== 'onlyThere' || !remove?.has(`${kind} ${id}`)) return;
    if (kind === 'item' && dialect.removal === undefined)
      stop(difference, t('How this service removes an item is not known.'), 'removal');
    const record = { kind, path, id: idValue(id) };
    const input = { path: { id: record.id } };
    if (difference.kind === 'passkey') {
      const changes = removedFields(difference.there);
      add({ operation: 'deletePasskey', record, input, expects: { name: path }, changes });
    } else if (difference.there) {
      const needs = emptied(difference, difference.there);
      const expects = { name: difference.there.item.name };
      const step = add({ operation: 'removeItem', record, input, expects, changes: [] }, needs);
      removes.set(difference.there, step);
    }
  }

  /** The steps after which nothing stands in a group any more. */
  function emptied(difference: RecordDifference, group: PlacedItem): string[] {
    const movedOf = new Map([...moves].map(([wanted, step]) => [matches.pairs.get(wanted)?.there, step]));
    const inside = matches.there.filter(({ parent }) => parent === group);
    const needed = inside.map((one) => removes.get(one) ?? movedOf.get(one));
    if (needed.includes(undefined)) stop(difference, t('It holds items that are not to be removed.'));
    return needed.filter((step) => step !== undefined);
  }

  /** The steps of one record, in their order: a service may hold what belongs to a record against what it is by then. */
  function save(
    difference: RecordDifference,
    id: FileId | StepRef,
    record: RecordModel,
    edits: readonly Edit[],
    needs: readonly string[] = [],
    said = choices,
  ): string[] {
    const { kind, path, place, fields } = difference;
    // A file has no language.
    const edited = withEdits(record, edits, { dialect, language: 'en' });
    const plan = stepsFor(record, edited, { ...context, choices: said });
    for (const problem of plan.problems) stop(difference, problemMessage(problem));
    for (const question of plan.questions) asked.push({ question, place });
    if (plan.problems.length > 0 || plan.questions.length > 0) return [];
    return plan.steps.map((step) => {
      const { section, key } = step.change;
      const isOfStep = ({ field }: FieldDifference) => {
        const at = addressOf(field);
        return at.section === section && at.key === key;
      };
      const before = writtenFields(record, step);
      return add(
        {
          operation: step.operation,
          record: { kind, path, id },
          input: { path: { id }, body: step.body },
          expects: { fields: Object.fromEntries(before.map((field) => [field.name, field.before ?? null])) },
          changes: fields.filter(isOfStep),
        },
        needs,
      );
    });
  }

  /** A plain number is no amount of money, and the other way about: a file of another service says nothing of this one's fees. */
  function checkAmounts(difference: ItemDifference, isFirst: boolean): void {
    const { fees } = dialect.amounts ?? {};
    const wrongType = fees === 'number' ? 'string' : 'number';
    for (const { field, after } of difference.fields) {
      if (!isAmountField(field)) continue;
      const isOther = isFirst && fees !== undefined && field !== 'price' && typeof after === wrongType && Number(after) !== 0;
      if (isOther) stop(difference, t('This service has its fees in another unit than the file.'));
      if (Number(after) < 0) stop(difference, t('{0} must not be negative.', field));
    }
  }

  /** As the client will, with an id in the place of what is yet to be made. */
  function check(difference: RecordDifference, operation: OperationId, body: Readonly<Record<string, unknown>>): void {
    const input = { path: operation === 'createPasskeys' ? { eventId: '1' } : {}, body: withIds(body) };
    const { problems } = checkInput(operations[operation], input, { timeZone: judgingZone(dialect.clock), now });
    for (const { field, message } of problems) stop(difference, `${field.replace(/^body\.?/, '')} ${message}`);
  }
}

function isData({ field }: FieldDifference): boolean {
  return addressOf(field).section === 'data';
}

function ambiguousText({ candidates = [] }: RecordDifference): string {
  return candidates.length === 0
    ? t('The file has it more than once: give each its id, or another name.')
    : t('It may be any of these: {0}. Say which one is meant.', candidates.join(', '));
}

/** What goes away, so that it can be made anew. */
function removedFields(there: FilePasskey | undefined): FieldDifference[] {
  const names = ['passkey', 'start', 'finish', 'limit', 'items'] as const;
  return names.flatMap((field) => (there?.[field] === undefined ? [] : [{ field, before: there[field] }]));
}
