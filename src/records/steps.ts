// What a save sends: the operations that turn a record as it was opened into the record as it was edited. What cannot be written is a problem,
// and what only a person can tell is a question.
import { fold, ownField, type Place } from '../client/fields.ts';
import { checkInput, isBeforeToday, judgingZone, operations, titleOf, type Dialect, type OperationId } from '../client/index.ts';
import type { JsonObject } from '../client/replies.ts';
import { changesIn, rawWith, type Change } from './changes.ts';
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
import { besideEventId, isCarried, isWorkedOut, sectionOf, tableOf, type SectionRow, type WriteId } from './table.ts';

/** What is sent to one part of a record. */
export interface Written {
  readonly section: string;
  readonly key: string;
  readonly body: JsonObject;
  /** What the document calls the fields of the payload, where the service has its own names for them. */
  readonly names?: Readonly<Record<string, string>>;
  /** What it takes away, whether by null or by leaving it out. */
  readonly clears?: readonly string[];
}

/** One operation of a save. */
export interface Step extends Written {
  readonly operation: WriteId;
  readonly clears: readonly string[];
  /** What differs in the part of the record that it writes. */
  readonly change: Change;
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
  if (operation !== tableOf('passkey').update || dialect.put !== undefined) return undefined;
  const rows = Object.values(sectionOf('passkey', 'data').fields).filter((row) => row.isCarried);
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
  return new Save(before, after, context).plan();
}

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

  plan(): SavePlan {
    for (const [section, row] of Object.entries(tableOf(this.#before.kind).sections)) this.#addSection(section, row);
    if (this.#problems.length + this.#questions.size === 0) for (const step of this.#steps) this.#check(step);
    return { steps: this.#steps, problems: this.#problems, questions: [...this.#questions.values()] };
  }

  /** An edit of what is not understood must not be lost without a word; a list that is gone is none that could be compared. */
  #addSection(section: string, row: SectionRow): void {
    const [former, now] = [this.#before.sections[section], this.#after.sections[section]];
    const [formerOdd, odd] = [this.#before.odd[section], this.#after.odd[section]];
    const isList = row.at === 'rows' || row.at === 'set';
    const isOdd = (!now || odd !== undefined) && !isSame(formerOdd, odd);
    if (isOdd || (isList && former && !now)) {
      const rule = isList ? 'list' : row.at === 'box' && former ? 'notRemovable' : 'object';
      return this.#refuseSection(section, rule, odd === undefined ? 'key' : 'value');
    }
    for (const change of changesIn(section, this.#before, this.#after)) this.#add(change, row);
  }

  #add(change: Change, row: SectionRow): void {
    const { section, after } = change;
    // The interface removes none of what has an operation of its own.
    if (!after)
      return row.at === 'rows' ? this.#refuseSection(section, 'notRemovable') : this.#refuse(change, undefined, 'notRemovable');
    const fields = change.fields.filter((name) => this.#isWritable(change, row, after, name));
    const isRefused = fields.length < change.fields.length;
    if (row.at !== 'self' && (row.at !== 'rows' || !isRefused)) this.#addWhole({ ...change, fields }, row, after);
    if (row.at === 'self' && fields.length > 0) this.#addChanged({ ...change, fields }, row, after);
  }

  /** Whether a change of a field can be written; if not, it is refused. */
  #isWritable(change: Change, { at, fields }: SectionRow, part: Part, name: string): boolean {
    if (at === 'self' && name === besideEventId) return false;
    const isFixed = at === 'rows' ? change.before && name === 'id' : isWorkedOut(this.#before.kind, change.section, name);
    const isThere = Object.hasOwn(part.fields, name) || ownField(fields, name)?.isClearable;
    if (isFixed) this.#refuse(change, name, 'readOnly');
    else if (!isThere && (at === 'self' || at === 'box')) this.#refuse(change, name, 'notRemovable');
    else return true;
    return false;
  }

  #refuse(
    { section, index, before, after }: Change,
    name: string | undefined,
    rule: PlanRule,
    at: PlanProblem['at'] = 'key',
    text?: string,
    inside: Place = [],
  ): void {
    const list = this.#placeOf(section);
    const made = sectionOf(this.#before.kind, section).key === undefined ? list : [...list, index];
    const base = after?.place ?? before?.place ?? made;
    const ownPlace = (part: Part | undefined) => (name === undefined ? base : ownField(part?.fields, name)?.place);
    const place = ownPlace(after) ?? ownPlace(before) ?? [...base, name ?? ''];
    this.#problems.push({ path: [...place, ...inside], at, rule, text, section, index, name });
  }

  /** Of a list, which is refused once. */
  #refuseSection(section: string, rule: PlanRule, at: PlanProblem['at'] = 'key'): void {
    const isRefused = this.#problems.some((one) => one.section === section && one.index === undefined);
    if (!isRefused) this.#problems.push({ path: this.#placeOf(section), at, rule, section });
  }

  #placeOf(section: string): Place {
    return this.#after.places.get(section) ?? [section];
  }

  /** The same question once, with its first example. */
  #ask(question: PlanQuestion): void {
    const key = question.kind === 'exists' ? `exists ${question.section}` : question.kind;
    if (!this.#questions.has(key)) this.#questions.set(key, question);
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

  /** A section that has an operation of its own: all of the part together. */
  #addWhole(change: Change, row: SectionRow, { fields }: Part): void {
    const { section, key } = change;
    const isTwice = ({ sections }: RecordModel) => (sections[section] ?? []).filter((one) => one.key === key).length > 1;
    if (row.at === 'rows' && (isTwice(this.#after) || isTwice(this.#before))) return this.#refuse(change, row.key, 'ambiguous');
    const isNew = row.create !== undefined && this.#isNew(change, row);
    const sent = Object.keys(row.fields).filter((name) => row.fields[name]?.isSent && !this.#isLeftOut(name, change, isNew));
    const own = sent.map((name) => [name, this.#whole(change, row, name, fields[name])] as const);
    const others = row.at === 'box' ? besideTable(change, row) : [];
    const beside = others.map((name) => [name, ownField(fields, name)?.raw] as const);
    const operation = isNew ? row.create : row.update;
    this.#steps.push({ operation, section, key, body: Object.fromEntries([...own, ...beside]), change, clears: [] });
  }

  /** Whether a part is made or changed; asked where the service does not show it and nobody has said it yet. */
  #isNew({ section, key, before }: Change, { at, fields }: SectionRow): boolean {
    const known = this.#before.sections[section];
    const isAnyGiven = Object.keys(fields).some((name) => fields[name]?.isSent && isGiven(before?.fields[name]));
    if (known === null || (at === 'box' ? isAnyGiven : known)) return !known?.some((part) => part.key === key);
    const unseen = (at === 'box' ? 'values' : section) as UnseenSection;
    const choice = this.#context.choices?.unseen?.[unseen];
    if (choice === undefined) this.#ask({ kind: 'exists', section: unseen, name: at === 'box' ? 'price' : key });
    return choice === 'create';
  }

  /** A fee or a number that nobody gave: what is new is made without a fee, and an update leaves out what the service does not show, where it keeps that. */
  #isLeftOut(name: string, { section, before, after }: Change, isNew: boolean): boolean {
    if (isGiven(after?.fields[name])) return false;
    if (section === 'salePeriods' && name === 'available') return !isNew && this.#isKeptUnseen([name]);
    if (!isFee(name) || isGiven(before?.fields[name])) return false;
    if (isNew || before?.fields[name]) return true;
    return this.#isKeptUnseen(fees.filter((fee) => !before?.fields[fee]));
  }

  /** One field of a part that is written whole. */
  #whole(change: Change, { at }: SectionRow, name: string, value: Value | undefined): unknown {
    if (at === 'pairs') return value?.raw;
    if (!value || !isGiven(value)) return this.#refuse(change, name, 'notShown');
    if (at === 'box') return this.#amount(change, name, value);
    const isUnknownSet = at === 'set' && this.#before.sections[change.section] === undefined;
    if (isUnknownSet && Array.isArray(value.known) && !this.#context.choices?.replacesItems)
      this.#ask({ kind: 'replaceItems', count: value.known.length });
    return this.#written(change, name, value);
  }

  /** In cents. The interface names no unit of fees: one that is no amount is sent as it is read. */
  #amount(change: Change, name: string, value: Value): unknown {
    const { before, after } = change;
    const { items, fees: unit } = this.#context.dialect.amounts ?? {};
    const typed = typedAmountIn(value);
    const [former, formerPrice] = [before?.fields[name], before?.fields.price];
    // What was read as cents because the document says so may be another unit: that is asked before the first amount is written.
    if (items === undefined && typeof formerPrice?.raw === 'number' && isMoney(value))
      this.#ask({ kind: 'amounts', value: formerPrice.raw });
    const isOpenFee = isFee(name) && unit === undefined;
    // Whoever types decimals means money, and nobody has said that a fee is.
    if (isOpenFee && items !== undefined && typed && hasDecimals(typed)) {
      const price = formerPrice?.raw ?? after?.fields.price?.known;
      return this.#ask({ kind: 'fees', name, value: former?.raw, price, typed });
    }
    // A number beside no other is sent as it is.
    const plain = isOpenFee && !isGiven(former) ? plainNumber(value.raw) : undefined;
    if (plain !== undefined || value.rule !== 'unit') return plain ?? this.#written(change, name, value);
    const price = formerPrice ?? after?.fields.price;
    // The unit of fees is a question only beside a price whose unit is none.
    if (price?.rule === 'unit') this.#ask({ kind: 'amounts', value: price.raw, ...(typed && { typed }) });
    else this.#ask({ kind: 'fees', name, value: former?.raw, price: price?.raw });
    return undefined;
  }

  /** The record's own fields: what was edited, what is always sent, and what a service would clear if it were not sent. */
  #addChanged(change: Change, row: SectionRow, part: Part): void {
    const { section, key } = change;
    const { put } = this.#context.dialect;
    const isCleared = (name: string) =>
      row.fields[name]?.isClearable && change.fields.includes(name) && !isGiven(part.fields[name]);
    const isSent = (name: string) =>
      !isCleared(name) && (change.fields.includes(name) || (row.fields[name]?.isSent && this.#isCarriable(part.fields[name])));
    const rows = Object.keys(row.fields);
    const [clears, sent] = [rows.filter(isCleared), rows.filter(isSent)];
    const own = sent.map((name) => {
      const value = part.fields[name];
      const written = value?.rule === 'count' ? value.raw : value && this.#written(change, name, value);
      return { name, at: this.#ownName(change, name), value: written };
    });
    const raw = rawWith(this.#before, this.#after, [{ ...change, fields: Object.keys(part.fields) }]);
    const others = besideTable(change, row).map((name) => {
      const shown = ownField(raw, name);
      // What has no row in the table is sent as it is, and a time in the format of reads becomes one of writes.
      const time = isReadTime(shown) ? readValue('moment', shown, this.#context.dialect) : undefined;
      return { name, at: name, value: time ? this.#written(change, name, time) : shown };
    });
    const nulls = put === 'merges' ? clears.map((name) => ({ name, at: name, value: null })) : [];
    const carried = put === 'merges' ? [] : this.#carried(change, row, raw, [...sent, ...change.fields]);
    if (put === undefined && clears.length > 0 && !this.#context.choices?.triesToClear)
      this.#ask({ kind: 'put', left: clears, isCleared: true });
    const doubted = carried.filter(({ name }) => !ownField(row.fields, name)?.isCarried);
    if (put === undefined && doubted.length > 0) this.#ask({ kind: 'put', left: doubted.map(({ name }) => name) });
    const body = Object.fromEntries([...own, ...others, ...nulls, ...carried].map(({ at, value }) => [at, value]));
    if (this.#before.kind === 'passkey' && !change.fields.includes('start')) this.#leaveOutPastStart(body);
    const names = Object.fromEntries(own.filter(({ at }) => Object.hasOwn(body, at)).map(({ at, name }) => [at, name]));
    this.#steps.push({ operation: row.update, section, key, body, change, names, clears });
  }

  #isCarriable(value: Value | undefined): boolean {
    if (!value || !isGiven(value) || (this.#before.kind === 'passkey' && value.raw === '')) return false;
    return isStepRef(value.known) || ['string', 'number', 'bigint', 'boolean'].includes(typeof (value.known ?? value.raw));
  }

  /** The document names an item's name and a passkey's fields alone; whatever else a record has is called as the service calls it. */
  #ownName({ before, after }: Change, name: string): string {
    if (this.#before.kind === 'passkey' || name === 'name') return name;
    const own = [after, before].map((part) => part?.fields[name]?.place).find((place) => place?.length === 1);
    return own === undefined ? name : String(own[0]);
  }

  /** What an update has to carry beside what it sends, and where it stands in the record. */
  #carried({ section, before }: Change, row: SectionRow, raw: JsonObject, sent: readonly string[]) {
    const { kind, taken } = this.#before;
    const boxes = taken.map(({ place: [key] }): [Place[number] | undefined, string] => [key, String(key)]);
    const fields = Object.entries(before?.fields ?? {}).filter(([, { place }]) => place?.length === 1);
    const names = new Map([...boxes, ...fields.map(([name, { place }]) => [place?.[0], name] as const)]);
    return Object.entries(raw).flatMap(([at, value]) => {
      const name = names.get(at);
      const isLeft = name !== undefined && !sent.includes(name) && isCarried(kind, section, name);
      const isNone = value === null || value === undefined || ownField(row.fields, name ?? '')?.isClearable;
      return isLeft && !isNone ? [{ name, at, value }] : [];
    });
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
  #check({ operation, body, change, names }: Step): void {
    const { dialect, now } = this.#context;
    const input = { path: { id: '1' }, body: withIds(body) as JsonObject };
    const { problems } = checkInput(operations[operation], input, { timeZone: judgingZone(dialect.clock), now });
    for (const { field, message } of problems) {
      const [name = '', ...inside] = field.replace(/^body\.?/, '').split('.');
      const own = name === '' ? undefined : (ownField(names, name) ?? name);
      const path = inside.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      this.#refuse(change, own, 'service', 'value', message, path);
    }
  }
}

/** What was changed and has no row in the table. */
function besideTable({ fields }: Change, row: SectionRow): string[] {
  return fields.filter((name) => !Object.hasOwn(row.fields, name));
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
export function stepName({ operation, section, key, change }: Step): string {
  const title = titleOf(operations[operation]);
  const what = section === 'data' ? change.fields.join(', ') : key;
  return what === '' ? title : `${title}: ${what}`;
}
