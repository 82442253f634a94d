// One open item form: what it was opened with, and how what was typed gets to the service.
import { ApiError, contentOf, idOf } from '../../client/index.ts';
import { checkItem } from '../../shared/form-checks.ts';
import { changedFields } from '../../shared/record-fields.ts';
import type { FormProblem, ItemForm, SavedPart, SaveReply } from '../../protocol/item.ts';
import { dataFields, emptyForm } from '../../shared/record-fields.ts';
import { planItem, readOnlyItemFields } from '../records/item-plan.ts';
import { isFields, type Fields, type PlanContext, type PlanProblem, type Step } from '../records/plan.ts';
import { saveRecord, withParts, type Basis, type NoteEtag, type SaveResult, type StepOutcome } from '../records/save.ts';
import { isSame } from '../records/write-format.ts';
import {
  applyForm,
  formKeys,
  formOf,
  newItem,
  shownFields,
  typesIn,
  withListedAttributes,
  type FormatContext,
} from './item-record.ts';

/** The service and the person, as far as one item is concerned. */
export interface ItemStore {
  /** `isPatient`: somebody waits for it, and may be asked to sign in; `onEtag` hears the version that was read. */
  read(id: string, isPatient?: boolean, onEtag?: NoteEtag): Promise<Fields>;
  create(body: Fields): Promise<unknown>;
  /** `ifMatch`: the version that it may be written to. */
  write(id: string, step: Step, ifMatch?: string): Promise<unknown>;
  /** The items of an event that have this name. */
  find(eventId: string, name: string): Promise<{ value: string; label: string }[]>;
  /** Whether the item may stand in this group. */
  isGroup(id: string): Promise<boolean>;
  /** The last word before anything is written; a refusal is thrown. */
  confirm(lines: readonly string[]): Promise<void>;
  /** Undefined when another window saves the same item. */
  lock<T>(id: string, work: () => Promise<T>): Promise<{ value: T } | undefined>;
  /** What a step does, as a person calls it. */
  stepName(step: Step): string;
}

export interface SaveOptions {
  readonly isResolved: boolean;
  readonly isAgain: boolean;
}

type Written = Extract<SaveReply, { kind: 'written' }>;

export class ItemSession {
  readonly #store: ItemStore;
  readonly #format: FormatContext;
  readonly #eventId: string | undefined;
  #id: string | undefined;
  #basis: Basis = { opened: {}, seen: {} };
  /** Their version, which the person is asked about. */
  #theirs: Fields | undefined;
  /** A creation of which nobody knows: it is not repeated by a mere Save. */
  #unknownCreation: Extract<SaveReply, { kind: 'unknownCreation' }> | undefined;

  constructor(store: ItemStore, format: FormatContext, id: string | undefined, eventId: string | undefined) {
    this.#store = store;
    this.#format = format;
    this.#id = id;
    this.#eventId = eventId;
  }

  get id(): string | undefined {
    return this.#id;
  }

  /** The record that the edits are made on. */
  get opened(): Fields {
    return this.#basis.opened;
  }

  get openedForm(): ItemForm {
    return this.formFor(this.opened);
  }

  /** A new item has no record yet. */
  formFor(record: Fields): ItemForm {
    return Object.keys(record).length === 0 ? emptyForm : formOf(record, this.#format);
  }

  get shown(): Written['shown'] {
    return this.#id === undefined ? [...dataFields] : shownFields(this.opened);
  }

  /** With a draft the form can be shown even where the service cannot be asked: from the record that it was typed on. */
  async open(draft?: Fields): Promise<void> {
    if (this.#id === undefined) return;
    const reading = this.#store.read(this.#id, draft === undefined);
    this.startFrom(draft === undefined ? await reading : await reading.catch(() => draft));
  }

  /** The edits are made on this record, whatever the service has by now. */
  startFrom(record: Fields): void {
    this.#basis = { opened: record, seen: record };
    this.#theirs = undefined;
  }

  async save(form: ItemForm, { isResolved, isAgain }: SaveOptions): Promise<SaveReply> {
    if (isResolved && this.#theirs) this.startFrom(this.#theirs);
    const problems = checkItem(this.openedForm, form, this.#format.timeZone);
    if (problems.length > 0) return { kind: 'problems', problems };
    const isMoved = form.parent !== '' && form.parent !== this.openedForm.parent;
    if (isMoved && !(await this.#store.isGroup(form.parent)))
      return { kind: 'problems', problems: [{ field: 'parent', rule: 'group' }] };
    if (this.#id !== undefined) return this.#update(this.#id, form, (lines) => this.#store.confirm(lines));
    if (this.#unknownCreation && !isAgain) return this.#unknownCreation;
    return this.#create(form);
  }

  async #create(form: ItemForm): Promise<SaveReply> {
    const eventId = this.#eventId ?? '';
    const body = newItem(form, eventId);
    if (form.name.trim() === '') return { kind: 'problems', problems: [{ field: 'name', rule: 'missing' }] };
    await this.#store.confirm([form.name]);
    let reply: unknown;
    try {
      reply = contentOf(await this.#store.create(body));
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'unknownOutcome') throw error;
      return this.#noteUnknownCreation(eventId, form.name, error.message);
    }
    const id = idOf(reply);
    if (id === undefined) return this.#noteUnknownCreation(eventId, form.name, '');
    return this.#afterCreation(id, isFields(reply) ? reply : { ...body, id }, form);
  }

  async #noteUnknownCreation(eventId: string, name: string, reason: string): Promise<SaveReply> {
    const found = await this.#store.find(eventId, name).catch(() => undefined);
    this.#unknownCreation = { kind: 'unknownCreation', reason, ...(found ? { found } : {}) };
    return this.#unknownCreation;
  }

  /** The item is there; its values, sale periods and attributes are edits of it. */
  async #afterCreation(id: string, reply: Fields, form: ItemForm): Promise<SaveReply> {
    this.#id = id;
    this.#unknownCreation = undefined;
    const record = await this.#store.read(id).catch(() => reply);
    this.startFrom(record);
    const now = this.openedForm;
    const data = Object.fromEntries(dataFields.map((name) => [name, now[name]]));
    const created: SavedPart = { part: 'data', name: '', state: 'saved' };
    const rest = { ...form, ...data };
    const saved = await this.#update(id, rest, () => Promise.resolve());
    if (saved.kind === 'written') return { ...saved, parts: [created, ...saved.parts] };
    const opened = this.openedForm;
    // What stands in the way of the rest is said by the next save; the item is there all the same.
    const left = saved.kind === 'unchanged' ? opened : rest;
    return { kind: 'written', id, parts: [created], isReadBack: true, opened, form: left, shown: this.shown };
  }

  async #update(id: string, form: ItemForm, confirm: ItemStore['confirm'], isRetry = false): Promise<SaveReply> {
    const context: PlanContext = { timeZone: this.#format.timeZone, now: Date.now() };
    const opened = withListedAttributes(this.#basis.opened);
    const edited = applyForm(this.#basis.opened, form, this.#format);
    const { steps, problems } = planItem(opened, edited, context);
    if (problems.length > 0) return { kind: 'problems', problems: problems.map((problem) => toFormProblem(problem, form)) };
    const types = typesIn(form);
    let latest: Fields | undefined;
    const read = async (onEtag?: NoteEtag) =>
      withListedAttributes((latest = await this.#store.read(id, undefined, onEtag)), types);
    const store = {
      read,
      write: (step: Step, ifMatch?: string) => this.#store.write(id, step, ifMatch),
      confirm: (all: readonly Step[]) => confirm(all.map((step) => this.#store.stepName(step))),
    };
    const basis = { opened, seen: withListedAttributes(this.#basis.seen, types) };
    const locked = await this.#store.lock(id, () => saveRecord('item', basis, edited, steps, store, context));
    if (!locked) return { kind: 'busy' };
    const result = locked.value;
    if (result.kind === 'unchanged') return result;
    if (result.kind === 'written') return this.#noteWritten(id, edited, result, latest, form);
    const reply = this.#noteTheirs(latest ?? result.theirs);
    // Nothing that anybody could have edited differs: the same is only said in another way.
    return reply ?? (isRetry ? { kind: 'busy' } : this.#update(id, form, () => Promise.resolve(), true));
  }

  #noteTheirs(theirs: Fields): SaveReply | undefined {
    const { opened, seen } = this.#basis;
    const base = this.formFor(opened);
    const now = this.formFor(theirs);
    const ignored = [...formKeys, ...readOnlyItemFields];
    const names = [...new Set([...Object.keys(seen), ...Object.keys(theirs)])].filter((key) => !ignored.includes(key));
    const others = names.filter((key) => !isSame(seen[key], theirs[key]));
    if (changedFields(base, now).length === 0 && others.length === 0) {
      this.#basis = { opened, seen: theirs };
      return undefined;
    }
    this.#theirs = theirs;
    return { kind: 'changedElsewhere', base, theirs: now, others };
  }

  #noteWritten(
    id: string,
    edited: Fields,
    { outcomes, basis, readBack }: Extract<SaveResult, { kind: 'written' }>,
    latest: Fields | undefined,
    form: ItemForm,
  ): SaveReply {
    const now = readBack && latest ? latest : basis.opened;
    this.#basis = { opened: now, seen: readBack && latest ? latest : basis.seen };
    const unsaved = outcomes.filter(({ state }) => state !== 'saved').flatMap(({ step }) => step.parts);
    const listed = withListedAttributes(now, typesIn(form));
    return {
      kind: 'written',
      id,
      parts: outcomes.map(partOf),
      isReadBack: readBack,
      opened: this.openedForm,
      form: unsaved.length === 0 ? this.openedForm : this.formFor(withParts(listed, edited, unsaved)),
      shown: this.shown,
    };
  }
}

function partOf({ step, state, error, isShown }: StepOutcome): SavedPart {
  const { operation, body } = step;
  const reason = error instanceof Error ? { reason: error.message } : {};
  const isOther = state === 'saved' && isShown === false ? { isOther: true } : {};
  return { part: partNames[operation] ?? 'data', name: nameIn(body), state, ...reason, ...isOther };
}

const partNames: Partial<Record<Step['operation'], SavedPart['part']>> = {
  createValues: 'values',
  updateValues: 'values',
  createSalePeriod: 'period',
  updateSalePeriod: 'period',
  createAttribute: 'attribute',
  updateAttribute: 'attribute',
};

function nameIn({ key, appCategoryId }: Fields): string {
  const name = key ?? appCategoryId;
  return typeof name === 'string' || typeof name === 'number' || typeof name === 'bigint' ? String(name) : '';
}

/** Where in the form a problem of the plan stands. */
function toFormProblem({ path, text, rule }: PlanProblem, form: ItemForm): FormProblem {
  const [field, index, name] = path;
  const rows = field === 'salePeriods' ? form.periods : form.attributes;
  const row = typeof index === 'number' ? rows[index]?.row : undefined;
  const place = field === 'salePeriods' ? 'periods' : 'attributes';
  const at =
    row === undefined ? String(field === 'value' ? (index ?? 'price') : field) : `${place}.${row}.${String(name ?? 'value')}`;
  return { field: at, rule: 'refused', text: text ?? rule };
}
