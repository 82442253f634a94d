// What a save sends: the operations that turn a record as it was opened into the record as it was edited. What cannot be written is a problem,
// and what only a person can tell is a question.
import { fold, ownField, putAt, valueAt, type Place } from '../client/fields.ts';
import { checkInput, isBeforeToday, judgingZone, operations, titleOf, type Dialect, type OperationId } from '../client/index.ts';
import type { JsonObject } from '../client/replies.ts';
import { changesOf, type Change } from './changes.ts';
import {
  hasDecimals,
  isMoney,
  isReadTime,
  isSame,
  isStepRef,
  plainNumber,
  readValue,
  typedAmountIn,
  type Value,
  type ValueRule,
} from './kinds.ts';
import type { Part, RecordModel } from './read.ts';
import { recordTables, sectionOf, tableOf, type FieldRow, type SectionRow, type WriteId } from './table.ts';

/** One operation of a save. */
export interface Step {
  readonly operation: WriteId;
  readonly body: JsonObject;
  /** The part of the record that it writes, and what differs there. */
  readonly change: Change;
  /** What the document calls the fields of the payload, where the service has its own names for them. */
  readonly names: Readonly<Record<string, string>>;
  /** What it takes away, whether by null or by leaving it out. */
  readonly clears: readonly string[];
}

/** `service`: in the words of the interface's own check. `notShown`: the service does not show it. */
export type PlanRule =
  Exclude<ValueRule, 'shape'> | 'notShown' | 'readOnly' | 'notRemovable' | 'object' | 'list' | 'ambiguous' | 'service';

/** Why an edit cannot be saved. */
export interface PlanProblem {
  /** Where it stands in the record that was edited. */
  readonly path: Place;
  readonly at: 'key' | 'value';
  readonly rule: PlanRule;
  /** What the interface's check says. */
  readonly text?: string | undefined;
  /** Which part of the record it is, by its place in the section, and which of its fields. */
  readonly section?: string | undefined;
  readonly index?: number | undefined;
  readonly name?: string | undefined;
}

/** What a save has to know before it writes, and only a person can tell; each with a real example. */
export type PlanQuestion =
  /** In what the prices of this service are read. */
  | { readonly kind: 'amounts'; readonly value: unknown; readonly typed?: string | undefined }
  /** Whether a fee is an amount like the price, or a plain number. */
  | {
      readonly kind: 'fees';
      readonly name: string;
      readonly value: unknown;
      readonly price: unknown;
      /** With decimals, where a number stands or nothing yet. */
      readonly typed?: string | undefined;
    }
  /** By which clock the service takes a time without a zone. */
  | { readonly kind: 'clock'; readonly time: string }
  /** Whether something exists that the service does not show. */
  | { readonly kind: 'exists'; readonly section: UnseenSection; readonly name: string }
  /** Whether a passkey is made that may be there: a creation before is in doubt, or not all passkeys could be read. */
  | {
      readonly kind: 'createAgain';
      readonly passkey: string;
      readonly isInDoubt: boolean;
      readonly unproved: number | undefined;
    }
  /**
   * Whether the service keeps what an update does not carry. `isUnseen`: it cannot carry it, because the service does not show it;
   * `isCleared`: it is to be taken away, by leaving it out or by null.
   */
  | {
      readonly kind: 'put';
      readonly left: readonly string[];
      readonly isUnseen?: true;
      readonly isCleared?: true;
    }
  /** Whether a set of items that is not known may be replaced. */
  | { readonly kind: 'replaceItems'; readonly count: number }
  /** Whether an update leaves out a start that the interface no longer takes. */
  | { readonly kind: 'pastStart'; readonly start: string }
  /** Whether a plan leaves out what a file wants and the service does not show. */
  | { readonly kind: 'notCompared'; readonly fields: string };

type UnseenSection = 'values' | 'salePeriods' | 'attributes';

/** What a person said for one save. */
export interface PlanChoices {
  /** Whether what the service does not show is made or changed. */
  readonly unseen?: Partial<Record<UnseenSection, 'create' | 'update'>>;
  readonly replacesItems?: boolean;
  readonly leavesOutStart?: boolean;
  /** Something is taken away by leaving it out, and by null where a read shows that the service keeps it. */
  readonly triesToClear?: boolean;
  /** What could not be compared stays as it is. */
  readonly leavesOutUnshown?: boolean;
}

/**
 * A refused update without the fields that it only carried so that nothing clears them; undefined where it carried none. The document does not
 * name them there: a service that refuses them keeps them.
 */
export function withoutCarried(operation: OperationId, body: JsonObject, dialect: Dialect): JsonObject | undefined {
  if (operation !== recordTables.passkey.update || dialect.put !== undefined) return undefined;
  const rows = Object.values<FieldRow>(recordTables.passkey.sections.data.fields).filter(({ isCarried }) => isCarried);
  const kept = Object.entries(body).filter(([key]) => !rows.some((row) => row.aliases.has(fold(key))));
  return kept.length < Object.keys(body).length ? Object.fromEntries(kept) : undefined;
}

/** What is said of a record of which nothing is there yet. */
export const asIfNew = {
  unseen: { values: 'create', salePeriods: 'create', attributes: 'create' },
  replacesItems: true,
} as const satisfies PlanChoices;

export interface SavePlan {
  readonly steps: readonly Step[];
  readonly problems: readonly PlanProblem[];
  /** Nothing may be sent before these are answered. */
  readonly questions: readonly PlanQuestion[];
}

export interface PlanContext {
  readonly dialect: Dialect;
  readonly now: number;
  readonly choices?: PlanChoices | undefined;
}

export function stepsFor(before: RecordModel, after: RecordModel, context: PlanContext): SavePlan {
  const save = new Save(before, after, context);
  save.addAll();
  return save.plan;
}

const emptyPart: Part = { key: '', place: undefined, fields: {}, other: {} };

class Save {
  readonly #before: RecordModel;
  readonly #after: RecordModel;
  readonly #context: PlanContext;
  readonly #steps: Step[] = [];
  readonly #problems: PlanProblem[] = [];
  readonly #questions = new Map<string, PlanQuestion>();

  constructor(before: RecordModel, after: RecordModel, context: PlanContext) {
    this.#before = before;
    this.#after = after;
    this.#context = context;
  }

  get plan(): SavePlan {
    const questions = [...this.#questions.values()];
    const mayCheck = this.#problems.length === 0 && questions.length === 0;
    return {
      steps: this.#steps,
      problems: mayCheck ? this.#steps.flatMap((step) => this.#check(step)) : this.#problems,
      questions,
    };
  }

  /** An edit of what is not understood must not be lost without a word; a list that is gone is none that could be compared. */
  #refuseWhole(): Set<string> {
    const { kind, odd, sections } = this.#after;
    const rows = Object.entries(tableOf(kind).sections);
    const refused = rows.filter(([section, { at }]) => {
      const isGone = (at === 'rows' || at === 'set') && Array.isArray(this.#before.sections[section]) && !sections[section];
      const isRead = Array.isArray(sections[section]) && !odd.has(section);
      return isGone || (!isRead && !isSame(this.#before.odd.get(section), odd.get(section)));
    });
    for (const [section, { at }] of refused) {
      const wasBox = at === 'box' && Array.isArray(this.#before.sections[section]);
      const rule = at === 'rows' || at === 'set' ? 'list' : wasBox ? 'notRemovable' : 'object';
      this.#problems.push({ path: this.#placeOf(section), at: odd.has(section) ? 'value' : 'key', rule, section });
    }
    return new Set(refused.map(([section]) => section));
  }

  addAll(): void {
    const refused = this.#refuseWhole();
    for (const change of changesOf(this.#before, this.#after)) if (!refused.has(change.section)) this.#add(change);
  }

  #add(change: Change): void {
    const row = sectionOf(this.#before.kind, change.section);
    const part = change.after;
    if (!part) return this.#refuseGone(change, row);
    const { fields, others } = this.#writable(change, row, part);
    if (row.at !== 'self') this.#addWhole(change, row, part, others);
    else if (fields.length + others.length > 0) this.#addChanged({ ...change, fields, others }, row, part);
  }

  /** What of a change can be written; the rest is refused. */
  #writable(change: Change, row: SectionRow, part: Part): { fields: string[]; others: string[] } {
    const { readOnly, beside } = tableOf(this.#before.kind);
    const isFixed = (name: string) =>
      ownField(row.fields, name)?.isReadOnly === true ||
      (row.at === 'self' && readOnly.includes(name)) ||
      (row.at === 'rows' && name === 'id');
    const isThere = (name: string) => Object.hasOwn(part.fields, name) || Object.hasOwn(part.other, name);
    const isGone = (name: string) => !isThere(name) && ownField(row.fields, name)?.isClearable !== true;
    const isTaken = (name: string) => {
      if (row.at === 'self' && beside.includes(name)) return false;
      if (isFixed(name) && (row.at !== 'rows' || change.before)) this.#refuse(change, name, 'readOnly');
      else if (isGone(name) && (row.at === 'self' || row.at === 'box')) this.#refuse(change, name, 'notRemovable');
      else return true;
      return false;
    };
    return { fields: change.fields.filter(isTaken), others: change.others.filter(isTaken) };
  }

  #refuse(change: Change, name: string | undefined, rule: PlanRule, at: PlanProblem['at'] = 'key', text?: string): void {
    this.#problems.push(this.#problem(change, name, rule, at, text));
  }

  /** The interface removes none of what has an operation of its own. */
  #refuseGone(change: Change, { at }: SectionRow): void {
    const { section } = change;
    if (at !== 'rows') this.#refuse(change, undefined, 'notRemovable');
    else if (!this.#problems.some((one) => one.section === section && one.index === undefined))
      this.#problems.push({ path: this.#placeOf(section), at: 'key', rule: 'notRemovable', section });
  }

  #placeOf(section: string): Place {
    return this.#after.places.get(section) ?? [section];
  }

  #problem(
    { section, index, before, after }: Change,
    name: string | undefined,
    rule: PlanRule,
    at: PlanProblem['at'],
    text?: string,
  ) {
    const { at: shape } = sectionOf(this.#before.kind, section);
    const list = this.#placeOf(section);
    const made = shape === 'self' ? [] : shape === 'rows' || shape === 'pairs' ? [...list, index] : list;
    const base = after?.place ?? before?.place ?? made;
    const place =
      name === undefined
        ? base
        : (ownField(after?.fields, name)?.place ?? ownField(before?.fields, name)?.place ?? [...base, name]);
    return { path: place, at, rule, text, section, index, name };
  }

  /** The same question once, with its first example. */
  #ask(question: PlanQuestion): void {
    const key = question.kind === 'exists' ? `exists ${question.section}` : question.kind;
    if (!this.#questions.has(key)) this.#questions.set(key, question);
  }

  /** Whether a part that the service does not show is made or changed; asked where nobody has said it yet. */
  #isUnseenNew(section: UnseenSection, name: string): boolean {
    const choice = this.#context.choices?.unseen?.[section];
    if (choice === undefined) this.#ask({ kind: 'exists', section, name });
    return choice === 'create';
  }

  /** Whether an update may leave out what the service does not show. */
  #isKeptUnseen(left: readonly string[]): boolean {
    const { put } = this.#context.dialect;
    if (put === undefined) this.#ask({ kind: 'put', left, isUnseen: true });
    return put !== 'replaces';
  }

  /** In the unit of writes; undefined where it cannot be. */
  #written(change: Change, name: string, value: Value): unknown {
    if (value.rule === undefined) return value.known;
    if (value.rule === 'shape') return value.raw;
    if (value.rule === 'clock') this.#ask({ kind: 'clock', time: String(value.raw) });
    else this.#refuse(change, name, value.rule, 'value');
    return undefined;
  }

  /** What has no row in the table is sent as it is, and a time in the format of reads becomes one of writes. */
  #writtenOther(change: Change, name: string, raw: unknown): unknown {
    if (!isReadTime(raw)) return raw;
    return this.#written(change, name, readValue('moment', raw, this.#context.dialect) as Value);
  }

  /** A section that has an operation of its own: all of the part together. */
  #addWhole(change: Change, row: SectionRow, part: Part, others: readonly string[]): void {
    const { section, key } = change;
    const twins = (this.#after.sections[section] ?? []).filter((one) => one.key === key);
    const formerTwins = (this.#before.sections[section] ?? []).filter((one) => one.key === key);
    if (row.at === 'rows' && (twins.length > 1 || formerTwins.length > 1)) return this.#refuse(change, row.key, 'ambiguous');
    if (row.at === 'rows' && change.before && others.length < change.others.length) return;
    const isNew = row.create !== undefined && this.#isNew(change, row);
    const sent = Object.entries(row.fields).filter(([, { isSent }]) => isSent);
    const given = sent.map(([name]) => name).filter((name) => !this.#isLeftOut(name, change, isNew));
    const body = row.at === 'set' ? this.#setBody(part) : this.#wholeBody(change, row, part, given);
    const beside = row.at === 'box' ? others.map((name) => [name, ownField(part.other, name)] as const) : [];
    const operation = isNew ? row.create : row.update;
    this.#steps.push({ operation, body: { ...body, ...Object.fromEntries(beside) }, change, names: {}, clears: [] });
  }

  #isNew({ section, key, before }: Change, { at, fields }: SectionRow): boolean {
    const known = this.#before.sections[section];
    if (at !== 'box' && known === undefined) return this.#isUnseenNew(section as 'salePeriods' | 'attributes', key);
    if (at !== 'box') return known?.some((part) => part.key === key) !== true;
    const isShown = Object.entries(fields).some(([name, { isSent }]) => isSent && isGiven(before?.fields[name]));
    return known === null || (!isShown && this.#isUnseenNew('values', 'price'));
  }

  /** A fee or a number that nobody gave: what is new is made without a fee, and an update leaves out what the service does not show, where it keeps that. */
  #isLeftOut(name: string, { section, before, after }: Change, isNew: boolean): boolean {
    if (isGiven(after?.fields[name])) return false;
    if (section === 'salePeriods' && name === 'available') return !isNew && this.#isKeptUnseen([name]);
    if (!isFee(name) || isGiven(before?.fields[name])) return false;
    if (isNew || before?.fields[name]) return true;
    return this.#isKeptUnseen(fees.filter((fee) => !before?.fields[fee]));
  }

  #wholeBody(change: Change, row: SectionRow, part: Part, names: readonly string[]): JsonObject {
    const written = names.map((name): [string, unknown] => {
      const value = part.fields[name];
      if (!value || !isGiven(value)) {
        if (row.at !== 'pairs') this.#refuse(change, name, 'notShown');
        return [name, row.at === 'pairs' ? value?.raw : undefined];
      }
      return [name, row.at === 'box' ? this.#amount(change, name, value) : this.#written(change, name, value)];
    });
    if (row.at === 'box') this.#askWhatIsPresumed(change, names);
    return Object.fromEntries(written);
  }

  /** In cents. The interface names no unit of fees: one that is no amount is sent as it is read. */
  #amount(change: Change, name: string, value: Value): unknown {
    const { before, after } = change;
    const { amounts } = this.#context.dialect;
    const written = typedAmountIn(value);
    // Whoever types decimals means money, and nobody has said that a fee is.
    if (
      isFee(name) &&
      amounts?.fees === undefined &&
      amounts?.items !== undefined &&
      written !== undefined &&
      hasDecimals(written)
    ) {
      const [former, price] = [before?.fields[name]?.raw, before?.fields.price?.raw ?? after?.fields.price?.known];
      this.#ask({ kind: 'fees', name, value: former, price, typed: written });
      return undefined;
    }
    // A number beside no other is sent as it is.
    const isPlain = isFee(name) && amounts?.fees === undefined && !isGiven(before?.fields[name]) && !isMoney(value);
    const plain = isPlain ? plainNumber(value.raw) : undefined;
    if (plain !== undefined || value.rule !== 'unit') return plain ?? this.#written(change, name, value);
    const typed = written;
    const price = before?.fields.price ?? after?.fields.price;
    // The unit of fees is a question only beside a price whose unit is none.
    if (price?.rule === 'unit') this.#ask({ kind: 'amounts', value: price.raw, ...(typed === undefined ? {} : { typed }) });
    else this.#ask({ kind: 'fees', name, value: before?.fields[name]?.raw, price: price?.raw });
    return undefined;
  }

  /** What was read as cents because the document says so may be another unit: that is asked before the first amount is written. */
  #askWhatIsPresumed({ before, after }: Change, names: readonly string[]): void {
    const price = before?.fields.price?.raw;
    const isPresumed = this.#context.dialect.amounts?.items === undefined && typeof price === 'number';
    const isExact = (name: string) => after?.fields[name] !== undefined && isMoney(after.fields[name]);
    if (isPresumed && names.some(isExact)) this.#ask({ kind: 'amounts', value: price });
  }

  /** The whole set is written, and its order means nothing. */
  #setBody(part: Part): JsonObject {
    const [[name, value] = ['', undefined]] = Object.entries(part.fields);
    const ids = Array.isArray(value?.known) ? (value.known as unknown[]) : [];
    const unique = [...new Map(ids.map((id) => [isStepRef(id) ? id.$step : String(id), id])).values()];
    if (this.#before.sections[name] === undefined && !this.#context.choices?.replacesItems)
      this.#ask({ kind: 'replaceItems', count: unique.length });
    return { [name]: unique };
  }

  /** The record's own fields: what was edited, what is always sent, and what a service would clear if it were not sent. */
  #addChanged(change: Change, row: SectionRow, part: Part): void {
    const { kind } = this.#before;
    const { put } = this.#context.dialect;
    const names = Object.keys(row.fields);
    const isNone = (name: string) => !isGiven(part.fields[name]);
    const cleared = names.filter((name) => row.fields[name]?.isClearable && change.fields.includes(name) && isNone(name));
    const isSent = (name: string) =>
      change.fields.includes(name) || (row.fields[name]?.isSent && this.#isCarriable(part.fields[name]));
    const sent = names.filter((name) => !cleared.includes(name) && isSent(name));
    const own = sent.map((name) => [this.#ownName(change, name), this.#ownValue(change, name, part.fields[name])] as const);
    const others = change.others.map(
      (name) => [name, this.#writtenOther(change, name, this.#whole(name, ownField(part.other, name)))] as const,
    );
    const carried = put === 'merges' ? [] : this.#carried(change, row, [...sent, ...cleared, ...change.others]);
    if (put === undefined && cleared.length > 0 && !this.#context.choices?.triesToClear)
      this.#ask({ kind: 'put', left: cleared, isCleared: true });
    const doubted = carried.filter(({ name }) => !ownField(row.fields, name)?.isCarried);
    if (put === undefined && doubted.length > 0) this.#ask({ kind: 'put', left: doubted.map(({ name }) => name) });
    const body: Record<string, unknown> = {
      ...Object.fromEntries(own),
      ...Object.fromEntries(others),
      ...(put === 'merges' ? Object.fromEntries(cleared.map((name) => [name, null])) : {}),
      ...Object.fromEntries(carried.map(({ key, value }) => [key, value])),
    };
    if (kind === 'passkey' && !change.fields.includes('start')) this.#leaveOutPastStart(body);
    const named = sent.map((name, at): [string, string] => [own[at]?.[0] ?? name, name]);
    const fields = Object.fromEntries(named.filter(([key]) => Object.hasOwn(body, key)));
    this.#steps.push({ operation: row.update, body, change, names: fields, clears: cleared });
  }

  /** The group that an item stands in is named by its id, however it is shown. */
  #ownValue(change: Change, name: string, value: Value | undefined): unknown {
    if (!value || value.known === null) return value ? null : undefined;
    return value.rule === 'count' ? value.raw : this.#written(change, name, value);
  }

  #isCarriable(value: Value | undefined): boolean {
    if (!isGiven(value) || (this.#before.kind === 'passkey' && value?.raw === '')) return false;
    return isStepRef(value?.known) || ['string', 'number', 'bigint', 'boolean'].includes(typeof (value?.known ?? value?.raw));
  }

  /** The document names an item's name and a passkey's fields alone; whatever else a record has is called as the service calls it. */
  #ownName({ before, after }: Change, name: string): string {
    if (this.#before.kind === 'passkey' || name === 'name') return name;
    const own = [after, before].map((part) => part?.fields[name]?.place).find((place) => place?.length === 1);
    return own === undefined ? name : String(own[0]);
  }

  /** What an update has to carry beside what it sends. */
  #carried({ before = emptyPart }: Change, row: SectionRow, sent: readonly string[]) {
    const { readOnly, beside } = tableOf(this.#before.kind);
    const isCarried = ([name, { place }]: [string, Value]) => {
      const { isReadOnly = false, isCarried: isKept = false, isClearable = false } = row.fields[name] ?? {};
      return (!isReadOnly || isKept) && !isClearable && place?.length === 1;
    };
    const fields = Object.entries(before.fields).filter(isCarried);
    const own = fields.map(([name, { raw, place }]) => ({ name, key: String(place?.[0] ?? name), value: raw }));
    const keys = [...new Set([...Object.keys(before.other), ...this.#before.boxes.keys()])];
    const others = keys.map((name) => ({ name, key: name, value: this.#whole(name, ownField(before.other, name)) }));
    const order = Object.keys(this.#before.raw);
    const isLeft = ({ name, value }: { name: string; value: unknown }) =>
      !sent.includes(name) && !readOnly.includes(name) && !beside.includes(name) && value !== null && value !== undefined;
    return [...own, ...others].filter(isLeft).sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
  }

  /** An object of the record as the service has it: with what was taken out of it. What other operations write is sent as it was read. */
  #whole(key: string, value: unknown): unknown {
    return (this.#before.boxes.get(key) ?? []).reduce<unknown>((box, { section, name, place }) => {
      const isOwn = sectionOf(this.#before.kind, section).at === 'self';
      const field = isOwn ? this.#after.sections[section]?.[0]?.fields[name]?.raw : valueAt(this.#before.raw, place);
      return field === undefined ? box : putAt({ [key]: box }, place, field)[key];
    }, value);
  }

  /** The interface takes no start before the current day, though a passkey that works has one. */
  #leaveOutPastStart(body: Record<string, unknown>): void {
    const { dialect, now, choices } = this.#context;
    const { start } = body;
    if (typeof start !== 'string' || !isBeforeToday(start, judgingZone(dialect.clock), now)) return;
    // A service that replaces what it has clears it. Where nobody knows, nothing that counts can be lost: it has begun either way.
    if (dialect.put === 'replaces' && !choices?.leavesOutStart) this.#ask({ kind: 'pastStart', start });
    delete body.start;
  }

  /** As the client will check it, with an id in the place of what is yet to be made. */
  #check({ operation, body, change, names }: Step): PlanProblem[] {
    const { dialect, now } = this.#context;
    const input = { path: { id: '1' }, body: withIds(body) as JsonObject };
    return checkInput(operations[operation], input, { timeZone: judgingZone(dialect.clock), now }).problems.map((problem) => {
      const [name = '', ...inside] = problem.field.replace(/^body\.?/, '').split('.');
      const own = name === '' ? undefined : (ownField(names, name) ?? name);
      const found = this.#problem(change, own, 'service', 'value', problem.message);
      return { ...found, path: [...found.path, ...inside.map((part) => (/^\d+$/.test(part) ? Number(part) : part))] };
    });
  }
}

const fees = ['feeSale', 'feeProducer'];

function isFee(name: string): boolean {
  return fees.includes(name);
}

function isGiven(value: Value | undefined): boolean {
  return value !== undefined && value.known !== null;
}

/** As if all records were made. */
export function withIds(value: unknown): unknown {
  if (isStepRef(value)) return 1;
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withIds(part)]));
}

/** What a step writes, as a person calls it: "Update item: name, description". */
export function stepName({ operation, change, body }: Step): string {
  const title = titleOf(operations[operation]);
  if (operation === 'updateItem' || operation === 'updatePasskey')
    return `${title}: ${[...change.fields, ...change.others].join(', ')}`;
  const what = body.key ?? body.appCategoryId;
  return typeof what === 'string' || typeof what === 'number' ? `${title}: ${what}` : title;
}
