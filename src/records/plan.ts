// What a save has to send: the operations that turn the record as it was opened into the record as it was edited.
import { putAt, valueAt } from '../client/fields.ts';
import {
  checkInput,
  judgingZone,
  operations,
  titleOf,
  type Dialect,
  type OperationId,
  type ReadRecord,
} from '../client/index.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import type { JsonPath } from './json-tree.ts';
import { isReadTime, isSame, toWriteTime, type Converted, type WriteRule } from './write-format.ts';

export type RecordKind = 'item' | 'passkey';

export type WriteId = Extract<
  OperationId,
  | 'updateItem'
  | 'createAttribute'
  | 'updateAttribute'
  | 'createSalePeriod'
  | 'updateSalePeriod'
  | 'createValues'
  | 'updateValues'
  | 'updatePasskey'
  | 'setPasskeyItems'
>;

/** One operation of a save. */
export interface Step {
  readonly operation: WriteId;
  readonly body: Readonly<Record<string, unknown>>;
  /** What it takes away, whether by null or by leaving it out. */
  readonly clears?: readonly string[];
  /** The section of the record that it writes: the same for a creation and an update of it. */
  readonly writes: string;
  /** The fields that its payload has, where it has them under the service's own names. */
  readonly sends?: readonly string[];
  /** The fields of the record that it changes. */
  readonly paths: readonly JsonPath[];
  /** Where a field of the payload stands in the record. */
  readonly locate: (field: readonly string[]) => JsonPath;
}

/** Why an edit cannot be saved. `service`: in the words of the interface's own check. `notShown`: the service does not show it. */
export type PlanRule = WriteRule | 'notShown' | 'readOnly' | 'notRemovable' | 'object' | 'list' | 'ambiguous' | 'service';

export interface PlanProblem {
  readonly path: JsonPath;
  readonly at: 'key' | 'value';
  readonly rule: PlanRule;
  /** What the interface's check says. */
  readonly text?: string | undefined;
}

/** What a save has to know before it writes, and only a person can tell; each with a real example. */
export type PlanQuestion =
  /** In what the prices of this service are read. */
  | { readonly kind: 'amounts'; readonly value: unknown; readonly typed?: string | undefined }
  /** Whether a fee is an amount like the price, or a plain number. */
  | { readonly kind: 'fees'; readonly name: string; readonly value: unknown; readonly price: unknown }
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
   * Whether the service keeps what an update does not carry. `isUnseen`: it cannot carry it, because the service does not show it; `isPast`:
   * because the interface takes no start before today.
   */
  | { readonly kind: 'put'; readonly left: readonly string[]; readonly isUnseen?: true; readonly isPast?: true }
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
  /** What could not be compared stays as it is. */
  readonly leavesOutUnshown?: boolean;
}

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
  /** The record as the service shows it, where the one that is edited is under the document's names. */
  readonly shown?: Fields | undefined;
}

/** A record, or an object in one. */
export type Fields = JsonObject;
export const isFields = isObject;

/** Which fields of an edited object cannot be written as they are edited. */
interface FieldRules {
  /** What the service works out by itself, or takes only when a record is made. */
  readonly readOnly: readonly string[];
  /** What can be taken away again. */
  readonly clearable?: readonly string[];
  /** What other steps write. */
  readonly elsewhere?: readonly string[];
}

/** A record as the service shows it: what it calls the fields, and in which objects they stand. */
interface ShownRecord {
  readonly record: Fields;
  readonly reading: ReadRecord;
}

interface Carriage {
  readonly sent: readonly string[];
  /** What the service works out, or takes in another way. */
  readonly others: readonly string[];
  /** What other operations write. */
  readonly elsewhere: readonly string[];
}

export function shownRecord(read: ReadFields, { dialect, shown }: PlanContext, own: Fields): ShownRecord {
  const record = shown ?? own;
  return { record, reading: read(record, dialect) };
}

type ReadFields = (record: Fields, dialect: Dialect) => ReadRecord;

/** Collects the steps of a save, why an edit cannot be saved, and what has to be asked first. */
export class Planner {
  readonly #steps: Step[] = [];
  readonly #problems: PlanProblem[] = [];
  readonly #questions = new Map<string, PlanQuestion>();
  readonly #place: ReadRecord['place'];
  readonly #shown: ShownRecord;
  readonly context: PlanContext;

  /** `place`: where the fields of the edited record stand in it. */
  constructor(context: PlanContext, place: ReadRecord['place'], shown: ShownRecord) {
    this.context = context;
    this.#place = place;
    this.#shown = shown;
  }

  get plan(): SavePlan {
    const questions = [...this.#questions.values()];
    const mayCheck = this.#problems.length === 0 && questions.length === 0;
    const problems = mayCheck ? checkSteps(this.#steps, this.context) : this.#problems;
    return { steps: this.#steps, problems, questions };
  }

  /** Whatever is wrong with it, and whatever would have to be asked. */
  stepThatWrites(section: string): Step | undefined {
    return this.#steps.find(({ writes }) => writes === section);
  }

  add(step: Step): void {
    this.#steps.push({
      ...step,
      paths: step.paths.map((path) => this.#place(path)),
      locate: (field) => this.#place(step.locate(field)),
    });
  }

  refuse(path: JsonPath, rule: PlanRule, at: PlanProblem['at'] = 'key'): void {
    this.#problems.push({ path: this.#place(path), at, rule });
  }

  /** The same question once, with its first example. */
  ask(question: PlanQuestion): void {
    const key = question.kind === 'exists' ? `exists ${question.section}` : question.kind;
    if (!this.#questions.has(key)) this.#questions.set(key, question);
  }

  /** Whether a part that the service does not show is made or changed; asked where nobody has said it yet. */
  unseen(section: UnseenSection, name: string): 'create' | 'update' {
    const choice = this.context.choices?.unseen?.[section];
    if (choice === undefined) this.ask({ kind: 'exists', section, name });
    return choice ?? 'update';
  }

  /** The fields of the object at a path that were edited and can be written; the others are refused. */
  editedKeys(path: JsonPath, base: Fields, edited: Fields, rules: FieldRules): string[] {
    const { readOnly, clearable = [], elsewhere = [] } = rules;
    const refusalOf = (key: string): PlanRule | undefined => {
      const isGone = !Object.hasOwn(edited, key);
      if (readOnly.includes(key)) return 'readOnly';
      return isGone && !clearable.includes(key) ? 'notRemovable' : undefined;
    };
    const isEdited = (key: string) => !elsewhere.includes(key) && !isSame(ownField(base, key), ownField(edited, key));
    return keysOf(base, edited)
      .filter(isEdited)
      .filter((key) => {
        const rule = refusalOf(key);
        if (rule) this.refuse([...path, key], rule);
        return rule === undefined;
      });
  }

  take<T>(path: JsonPath, converted: Converted<T>): T | undefined {
    if (converted.rule === undefined) return converted.value;
    this.refuse(path, converted.rule, 'value');
    return undefined;
  }

  /** What the service calls a field of the record: the document has no name for it in a payload. */
  ownName(key: string, edited: Fields): string {
    const nameAt = ([name, ...rest]: JsonPath) => (typeof name === 'string' && rest.length === 0 ? name : key);
    const own = nameAt(this.#place([key]));
    const shown = nameAt(this.#shown.reading.place([key]));
    // A name under which the edited record has something else is not that of this field.
    return own === key && !Object.hasOwn(edited, shown) ? shown : own;
  }

  /**
   * An object of the record as the service has it: with what was taken out of it as a field of its own. `elsewhere`: what other operations
   * write, which is sent as it was read.
   */
  whole(key: string, value: unknown, edited: Fields, elsewhere: readonly string[]): unknown {
    const { record, reading } = this.#shown;
    if (value !== undefined && (typeof value !== 'object' || value === null)) return value;
    return (reading.boxes.get(key) ?? []).reduce<unknown>((box, path) => {
      const [name = ''] = path.map(String);
      const place = reading.place(path);
      const field = elsewhere.includes(name) ? valueAt(record, place) : ownField(edited, name);
      return field === undefined ? box : putAt({ [key]: box }, place, field)[key];
    }, value);
  }

  /** What an update has to carry beside what it sends: a service may clear what it is not sent. Asked where nobody knows. */
  carried(before: Fields, edited: Fields, { sent, others, elsewhere }: Carriage): Fields {
    const { put } = this.context.dialect;
    if (put === 'merges') return {};
    const keys = new Set([...Object.keys(before), ...this.#shown.reading.boxes.keys()]);
    const left = [...keys]
      .filter((key) => !sent.includes(key) && !others.includes(key) && this.#shown.reading.place([key]).length === 1)
      .map((key) => [key, this.whole(key, before[key], edited, elsewhere)] as const)
      .filter(([, value]) => value !== null && value !== undefined);
    if (put === undefined && left.length > 0) this.ask({ kind: 'put', left: left.map(([key]) => key) });
    return Object.fromEntries(left.map(([key, value]) => [this.ownName(key, edited), value]));
  }

  /** What clears a field: nothing at all where an update replaces the record, null where it keeps what it is not sent. Asked where nobody knows. */
  cleared(key: string): Fields {
    const { put } = this.context.dialect;
    if (put === undefined) this.ask({ kind: 'put', left: [key] });
    return put === 'merges' ? { [key]: null } : {};
  }

  /** A time as it is written; where the service's clock is not known, that is asked. */
  time(path: JsonPath, value: unknown, write: typeof toWriteTime): string | undefined {
    const converted = write(value, this.context.dialect.clock);
    if (converted.rule !== 'clock') return this.take(path, converted);
    this.ask({ kind: 'clock', time: String(value) });
    return undefined;
  }

  /** A field as it is written: a time in the format of reads becomes one of writes. */
  writtenField(key: string, edited: Fields): unknown {
    const value = ownField(edited, key);
    return isReadTime(value) ? this.time([key], value, toWriteTime) : value;
  }
}

/** Checks every step as the client will, and names the very field of the record that is wrong. */
function checkSteps(steps: readonly Step[], { dialect, now }: PlanContext): PlanProblem[] {
  const timeZone = judgingZone(dialect.clock);
  return steps.flatMap(({ operation, body, locate }) =>
    checkInput(operations[operation], { path: { id: '1' }, body }, { timeZone, now }).problems.map((problem) => {
      const field = problem.field.replace(/^body\.?/, '').split('.');
      const path = locate(field.filter((part) => part !== ''));
      return { path, at: 'value' as const, rule: 'service' as const, text: problem.message };
    }),
  );
}

export function asPath(parts: readonly string[]): JsonPath {
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A field of the record itself: a record without one named `constructor` has none. */
export function ownField(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function keysOf(one: Fields, other: Fields): string[] {
  return [...Object.keys(one), ...Object.keys(other).filter((key) => !Object.hasOwn(one, key))];
}

/** What a step writes, as a person calls it: "Update item: name, description". */
export function stepName({ operation, paths, body }: Step): string {
  const title = titleOf(operations[operation]);
  if (operation === 'updateItem' || operation === 'updatePasskey') return `${title}: ${paths.join(', ')}`;
  const what = body.key ?? body.appCategoryId;
  return typeof what === 'string' || typeof what === 'number' ? `${title}: ${what}` : title;
}
