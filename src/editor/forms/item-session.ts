// One open item form: what was typed is checked, saved as edits of the record, and said back field by field.
import type { FormProblem, ItemKnown, SavedSection, SaveReply } from '../../protocol/item.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { checkItem } from '../../shared/form-checks.ts';
import { editsOf, rowsOf, textIn, withTexts } from '../../shared/typed-fields.ts';
import { messageOf } from '../platform/user-error.ts';
import { idValue, isFields, type Fields, type Item, type PlanProblem, type RecordModel, type Step } from '../../records/index.ts';
import { problemMessage } from '../../records/messages.ts';
import {
  RecordSession,
  type Edited,
  type RecordStore,
  type SaveResult,
  type StepOutcome,
  type SavedRecord,
} from '../records/session.ts';
import { changedElsewhere, knownOf, newBody, typedFieldsOf, withTyped, type FormatContext } from './record-texts.ts';

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

export class ItemSession {
  readonly record: RecordSession;
  readonly #store: ItemStore;
  readonly #formatNow: () => FormatContext;
  /** As the form is shown: it changes when all that was typed is saved. */
  #format: FormatContext;
  readonly #eventId: string | undefined;
  /** A creation of which nobody knows: it is not repeated by a mere Save. */
  #unknownCreation: Extract<SaveReply, { kind: 'unknownCreation' }> | undefined;

  constructor(store: ItemStore, format: () => FormatContext, id: string | undefined, eventId: string | undefined) {
    this.#store = store;
    this.#formatNow = format;
    this.#format = format();
    this.#eventId = eventId;
    const context = () => ({ dialect: format().dialect, now: Date.now() });
    this.record = new RecordSession('item', store, context, id);
  }

  /** The record as it is typed, before anything is. */
  get base(): TypedField[] {
    return this.fieldsOf(this.record.baseModel);
  }

  fieldsOf(record: RecordModel): TypedField[] {
    return typedFieldsOf(record, this.#format);
  }

  get known(): ItemKnown {
    return knownOf(this.record.baseModel as Item, this.#format);
  }

  /** How amounts are typed now: a number that was typed before its unit was known would be another amount. */
  get typedAs(): string {
    const { price, fees, isPresumed } = this.known;
    return `${isPresumed ? 'presumed' : price}/${fees}`;
  }

  /** Whether an amount that was typed then means the same now. */
  isTypedAs(typedAs: string): boolean {
    const isSaid = this.#format.dialect.amounts?.items === 'cents';
    return this.typedAs === (isSaid ? typedAs.replace('presumed', 'money') : typedAs);
  }

  /** For a form in which nothing is typed. */
  takeFormat(): void {
    this.#format = this.#formatNow();
  }

  async save(edits: readonly TypedEdit[], { isResolved, isAgain }: SaveOptions): Promise<SaveReply> {
    const { record } = this;
    if (isResolved && record.conflict) record.rebase(record.conflict);
    const { base } = this;
    const form = withTexts(base, edits);
    const problems = checkItem(base, form, this.#format.dialect.clock);
    if (problems.length > 0) return { kind: 'problems', problems };
    const parent = textIn(form, 'parent');
    const isMoved = parent !== '' && parent !== textIn(base, 'parent');
    if (isMoved && !(await this.#store.isGroup(parent)))
      return { kind: 'problems', problems: [{ field: 'parent', rule: 'group' }] };
    if (record.id !== undefined) return this.#replyTo(record.id, edits, await record.save(this.#typed(edits)));
    if (this.#unknownCreation && !isAgain) return this.#unknownCreation;
    return this.#create(edits);
  }

  #typed(edits: readonly TypedEdit[]): Edited {
    return withTyped(edits, this.#format);
  }

  async #create(edits: readonly TypedEdit[]): Promise<SaveReply> {
    const name = textIn(edits, 'name');
    if (name.trim() === '') return { kind: 'problems', problems: [{ field: 'name', rule: 'missing' }] };
    const eventId = this.#eventId ?? '';
    const body = { ...newBody('item', edits, this.#format.dialect), eventId: idValue(eventId) };
    await this.record.confirmCreation(this.#typed(edits), body);
    const before = await this.#store.find(eventId, name).catch(() => undefined);
    const { id, reply, unknown } = await this.record.create(body);
    if (id !== undefined) return this.#afterCreation(id, isFields(reply) ? reply : { ...body, id }, body, edits);
    const found = await this.#store.find(eventId, name).catch(() => undefined);
    // A service may create without a word of it: the one that was not there before is it.
    const fresh = before && found?.filter(({ value }) => before.every((one) => one.value !== value));
    const isTaken = unknown === undefined || (unknown.status !== undefined && unknown.status < 300);
    if (isTaken && fresh?.length === 1 && fresh[0])
      return this.#afterCreation(fresh[0].value, { ...body, id: fresh[0].value }, body, edits);
    this.#unknownCreation = { kind: 'unknownCreation', reason: unknown?.message ?? '', ...(found ? { found } : {}) };
    return this.#unknownCreation;
  }

  /** The item is there, whatever comes now; its values, sale periods and attributes are edits of it. */
  async #afterCreation(id: string, reply: Fields, body: Fields, edits: readonly TypedEdit[]): Promise<SaveReply> {
    const { record } = this;
    this.#unknownCreation = undefined;
    await record.open(id, reply);
    const rest = edits.filter(({ section }) => section !== 'data');
    const unseen = record.unseenOf(body);
    const differences = unseen.length > 0 ? { differences: [...unseen] } : {};
    const created: SavedSection = { section: 'data', name: '', state: 'saved', ...differences };
    const choices = { unseen: { values: 'create', salePeriods: 'create', attributes: 'create' } } as const;
    const saving = record
      .save(this.#typed(rest), { isConfirmed: true, choices })
      .then((result) => this.#replyTo(id, rest, result));
    const saved = await saving.catch((error: unknown) => ({ kind: 'failed' as const, reason: messageOf(error) }));
    if (saved.kind === 'written') return { ...saved, sections: [created, ...saved.sections] };
    // What stands in the way of the rest is said by the next save; the item is there all the same.
    const left = saved.kind === 'unchanged' ? [] : rest;
    const problems = saved.kind === 'problems' ? saved.problems.map(({ text = '' }) => text).join(' ') : undefined;
    const reason = saved.kind === 'failed' ? saved.reason : problems;
    const unsent = sectionsOf(left).map((section): SavedSection =>
      reason === undefined ? { ...section, state: 'skipped' } : { ...section, state: 'failed', reason },
    );
    return {
      kind: 'written',
      id,
      sections: [created, ...unsent],
      isReadBack: saved.kind !== 'failed',
      base: this.base,
      edits: left,
      known: this.known,
      beyond: [],
    };
  }

  #replyTo(id: string, edits: readonly TypedEdit[], result: SaveResult): SaveReply {
    switch (result.kind) {
      case 'problems': {
        const form = withTexts(this.base, edits);
        const problems = result.problems.map((problem) => toFormProblem(problem, form));
        if (!result.problems.some(({ rule }) => rule === 'retyped')) return { kind: 'problems', problems };
        this.takeFormat();
        return { kind: 'problems', problems, shownAnew: { base: this.base, known: this.known } };
      }
      case 'conflict':
        return changedElsewhere(this.record, result.remote, this.#format);
      case 'written':
        return this.#written(id, result);
      default:
        return result;
    }
  }

  #written(id: string, { outcomes, isReadBack, unsaved, beyond }: SavedRecord): SaveReply {
    const { record } = this;
    if (isReadBack) record.rebase(record.versions.remote);
    const isDone = outcomes.every(({ state }) => state === 'saved');
    if (isDone) this.takeFormat();
    const { base } = this;
    return {
      kind: 'written',
      id,
      sections: outcomes.map(sectionOf),
      isReadBack,
      base,
      edits: isDone ? [] : editsOf(base, typedFieldsOf(unsaved, this.#format, record.baseModel)),
      known: this.known,
      beyond: [...beyond],
    };
  }
}

function sectionOf({ step, state, error, differences = [] }: StepOutcome): SavedSection {
  const { operation, body } = step;
  const reason = error instanceof Error ? { reason: error.message } : {};
  const other = differences.length > 0 ? { differences: [...differences] } : {};
  return { section: sectionNames[operation] ?? 'data', name: nameIn(body), state, ...reason, ...other };
}

const sectionNames: Partial<Record<Step['operation'], SavedSection['section']>> = {
  createValues: 'values',
  updateValues: 'values',
  createSalePeriod: 'period',
  updateSalePeriod: 'period',
  createAttribute: 'attribute',
  updateAttribute: 'attribute',
};

/** What edits belong to, each once. */
function sectionsOf(edits: readonly TypedEdit[]): Pick<SavedSection, 'section' | 'name'>[] {
  const names = { data: 'data', value: 'values', salePeriods: 'period', attributes: 'attribute', itemIds: 'data' } as const;
  const found = new Map(edits.map(({ section, key }) => [`${section} ${key}`, { section: names[section], name: key }]));
  return [...found.values()];
}

function nameIn({ key, appCategoryId }: Fields): string {
  const name = key ?? appCategoryId;
  return typeof name === 'string' || typeof name === 'number' || typeof name === 'bigint' ? String(name) : '';
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
