// One open item form: what was typed is checked, saved as edits of the record, and said back field by field.
import type { FormProblem, SavedSection, SaveReply } from '../../protocol/item.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { checkItem } from '../../shared/form-checks.ts';
import { editsOf, rowsOf, textIn, withTexts } from '../../shared/typed-fields.ts';
import { messageOf } from '../platform/user-error.ts';
import { idValue, isFields, type Fields, type Item, type PlanProblem, type RecordModel } from '../../records/index.ts';
import { problemMessage } from '../../records/messages.ts';
import { RecordSession, type RecordStore, type SaveResult, type StepOutcome, type SavedRecord } from '../records/session.ts';
import { changedElsewhere, knownOf, newBody, partOf, typedFieldsOf, withTyped, type FormatContext } from './record-texts.ts';

export interface ItemStore extends RecordStore {
  /** The items of an event that have this name. */
  find(eventId: string, name: string): Promise<{ value: string; label: string }[]>;
  /** Whether the item may stand in this group. */
  isGroup(id: string): Promise<boolean>;
}

interface SaveOptions {
  readonly isResolved: boolean;
  readonly isAgain: boolean;
}

export type ItemSession = ReturnType<typeof itemSession>;

export function itemSession(store: ItemStore, formatNow: () => FormatContext, id: string | undefined, eventId = '') {
  /** As the form is shown: it changes when all that was typed is saved. */
  let format = formatNow();
  /** A creation of which nobody knows: it is not repeated by a mere Save. */
  let unknownCreation: Extract<SaveReply, { kind: 'unknownCreation' }> | undefined;
  const record = new RecordSession('item', store, () => ({ dialect: formatNow().dialect, now: Date.now() }), id);
  const fieldsOf = (model: RecordModel) => typedFieldsOf(model, format);
  const baseFields = () => fieldsOf(record.baseModel);
  const known = () => knownOf(record.baseModel as Item, format);
  const typed = (edits: readonly TypedEdit[]) => withTyped(edits, format);

  function typedAs(): string {
    const { price, fees, isPresumed } = known();
    return `${isPresumed ? 'presumed' : price}/${fees}`;
  }

  function takeFormat(): void {
    format = formatNow();
  }

  async function save(edits: readonly TypedEdit[], { isResolved, isAgain }: SaveOptions): Promise<SaveReply> {
    if (isResolved && record.conflict) record.rebase(record.conflict);
    const base = baseFields();
    const form = withTexts(base, edits);
    const problems = checkItem(base, form, format.dialect.clock);
    if (problems.length > 0) return { kind: 'problems', problems };
    const parent = textIn(form, 'parent');
    const isMoved = parent !== '' && parent !== textIn(base, 'parent');
    if (isMoved && !(await store.isGroup(parent))) return { kind: 'problems', problems: [{ field: 'parent', rule: 'group' }] };
    if (record.id !== undefined) return replyTo(record.id, edits, await record.save(typed(edits)));
    return unknownCreation && !isAgain ? unknownCreation : create(edits);
  }

  async function create(edits: readonly TypedEdit[]): Promise<SaveReply> {
    const name = textIn(edits, 'name');
    if (name.trim() === '') return { kind: 'problems', problems: [{ field: 'name', rule: 'missing' }] };
    const body = { ...newBody('item', edits, format.dialect), eventId: idValue(eventId) };
    await record.confirmCreation(typed(edits), body);
    const before = await store.find(eventId, name).catch(() => undefined);
    const { id: made, reply, unknown } = await record.create(body);
    if (made !== undefined) return afterCreation(made, isFields(reply) ? reply : { ...body, id: made }, body, edits);
    const found = await store.find(eventId, name).catch(() => undefined);
    // A service may create without a word of it: the one that was not there before is it.
    const fresh = before && found?.filter(({ value }) => before.every((one) => one.value !== value));
    const isTaken = unknown === undefined || (unknown.status !== undefined && unknown.status < 300);
    if (isTaken && fresh?.length === 1 && fresh[0])
      return afterCreation(fresh[0].value, { ...body, id: fresh[0].value }, body, edits);
    return (unknownCreation = { kind: 'unknownCreation', reason: unknown?.message ?? '', ...(found ? { found } : {}) });
  }

  /** The item is there, whatever comes now; its values, sale periods and attributes are edits of it. */
  async function afterCreation(made: string, reply: Fields, body: Fields, edits: readonly TypedEdit[]): Promise<SaveReply> {
    unknownCreation = undefined;
    await record.open(made, reply);
    const rest = edits.filter(({ section }) => section !== 'data');
    const differences = record.unseenOf(body);
    const created: SavedSection = { section: 'data', name: '', ...partOf({ state: 'saved', differences }) };
    const choices = { unseen: { values: 'create', salePeriods: 'create', attributes: 'create' } } as const;
    const saving = record.save(typed(rest), { isConfirmed: true, choices }).then((result) => replyTo(made, rest, result));
    const saved = await saving.catch((error: unknown) => ({ kind: 'failed' as const, reason: messageOf(error) }));
    if (saved.kind === 'written') return { ...saved, sections: [created, ...saved.sections] };
    // What stands in the way of the rest is said by the next save; the item is there all the same.
    const left = saved.kind === 'unchanged' ? [] : rest;
    const problems = saved.kind === 'problems' ? saved.problems.map(({ text = '' }) => text).join(' ') : undefined;
    const reason = saved.kind === 'failed' ? saved.reason : problems;
    const state = reason === undefined ? { state: 'skipped' as const } : { state: 'failed' as const, reason };
    return {
      kind: 'written',
      id: made,
      sections: [created, ...sectionsOf(left).map((section) => ({ ...section, ...state }))],
      isReadBack: saved.kind !== 'failed',
      base: baseFields(),
      edits: left,
      known: known(),
      beyond: [],
    };
  }

  function replyTo(saved: string, edits: readonly TypedEdit[], result: SaveResult): SaveReply {
    switch (result.kind) {
      case 'problems': {
        const form = withTexts(baseFields(), edits);
        const problems = result.problems.map((problem) => toFormProblem(problem, form));
        if (!result.problems.some(({ rule }) => rule === 'retyped')) return { kind: 'problems', problems };
        takeFormat();
        return { kind: 'problems', problems, shownAnew: { base: baseFields(), known: known() } };
      }
      case 'conflict':
        return changedElsewhere(record, result.remote, format);
      case 'written':
        return written(saved, result);
      default:
        return result;
    }
  }

  function written(saved: string, { outcomes, isReadBack, unsaved, beyond }: SavedRecord): SaveReply {
    if (isReadBack) record.rebase(record.versions.remote);
    const isDone = outcomes.every(({ state }) => state === 'saved');
    if (isDone) takeFormat();
    const base = baseFields();
    return {
      kind: 'written',
      id: saved,
      sections: outcomes.map(sectionOf),
      isReadBack,
      base,
      edits: isDone ? [] : editsOf(base, typedFieldsOf(unsaved, format, record.baseModel)),
      known: known(),
      beyond: [...beyond],
    };
  }

  return {
    record,
    fieldsOf,
    save,
    /** For a form in which nothing is typed. */
    takeFormat,
    /** The record as it is typed, before anything is. */
    get base() {
      return baseFields();
    },
    get known() {
      return known();
    },
    /** How amounts are typed now: a number that was typed before its unit was known would be another amount. */
    get typedAs() {
      return typedAs();
    },
    /** Whether an amount that was typed then means the same now. */
    isTypedAs(then: string): boolean {
      const isSaid = format.dialect.amounts?.items === 'cents';
      return typedAs() === (isSaid ? then.replace('presumed', 'money') : then);
    },
  };
}

const shownSections = {
  data: 'data',
  value: 'values',
  salePeriods: 'period',
  attributes: 'attribute',
  itemIds: 'data',
} as const satisfies Record<TypedEdit['section'], SavedSection['section']>;

function sectionOf(outcome: StepOutcome): SavedSection {
  const { section, key } = outcome.step.change;
  return { section: shownSections[section as TypedEdit['section']], name: key, ...partOf(outcome) };
}

/** What edits belong to, each once. */
function sectionsOf(edits: readonly TypedEdit[]): Pick<SavedSection, 'section' | 'name'>[] {
  const found = new Map(edits.map(({ section, key }) => [`${section} ${key}`, { section: shownSections[section], name: key }]));
  return [...found.values()];
}

/** Where in the form a problem of the plan stands. */
function toFormProblem(problem: PlanProblem, form: readonly TypedField[]): FormProblem {
  const { path, section, index = -1, name, text } = problem;
  const list = section === 'salePeriods' || section === 'attributes' ? section : undefined;
  const row = list && rowsOf(form, list)[index]?.row;
  const own = section === 'value' ? (name ?? 'price') : (name ?? section ?? String(path[0]));
  const field = list && row !== undefined ? `${list}.${row}.${name ?? 'value'}` : own;
  return { field, rule: 'refused', text: text ?? problemMessage({ ...problem, path: [name ?? own] }) };
}
