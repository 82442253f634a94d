// What a save has to send: the operations that turn the record as it was opened into the record as it was edited.
import { checkInput, operations, titleOf, type OperationId } from '../../client/index.ts';
import { isObject, type JsonObject } from '../../client/replies.ts';
import type { JsonPath } from './json-tree.ts';
import { isReadTime, isSame, toWriteTime, type Converted, type TimeContext, type WriteRule } from './write-format.ts';

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
  /** The section of the record that it writes: the same for a creation and an update of it. */
  readonly writes: string;
  /** The fields of the record that it changes. */
  readonly paths: readonly JsonPath[];
  /** Where a field of the payload stands in the record. */
  readonly locate: (field: readonly string[]) => JsonPath;
}

/** Why an edit cannot be saved. `service`: in the words of the interface's own check. */
export type PlanRule = WriteRule | 'readOnly' | 'notRemovable' | 'notClearable' | 'object' | 'list' | 'ambiguous' | 'service';

export interface PlanProblem {
  readonly path: JsonPath;
  readonly at: 'key' | 'value';
  readonly rule: PlanRule;
  /** What the interface's check says. */
  readonly text?: string | undefined;
}

export interface SavePlan {
  readonly steps: readonly Step[];
  readonly problems: readonly PlanProblem[];
}

export interface PlanContext {
  readonly timeZone?: string | undefined;
  readonly now: number;
}

/** A record, or an object in one. */
export type Fields = JsonObject;
export const isFields = isObject;

/** Which fields of an edited object cannot be written as they are edited. */
interface FieldRules {
  /** What the service works out by itself, or takes only when a record is made. */
  readonly readOnly: readonly string[];
  /** What can be changed and not be taken away. */
  readonly notClearable?: readonly string[];
  /** What other steps write. */
  readonly elsewhere?: readonly string[];
}

/** Collects the steps of a save, and why an edit cannot be saved. */
export class Planner {
  readonly steps: Step[] = [];
  readonly #problems: PlanProblem[] = [];
  readonly #context: PlanContext;

  constructor(context: PlanContext) {
    this.#context = context;
  }

  get plan(): SavePlan {
    const problems = this.#problems.length > 0 ? this.#problems : checkSteps(this.steps, this.#context);
    return { steps: this.steps, problems };
  }

  refuse(path: JsonPath, rule: PlanRule): void {
    this.#problems.push({ path, at: 'key', rule });
  }

  /** The fields of the object at a path that were edited and can be written; the others are refused. */
  editedKeys(path: JsonPath, base: Fields, edited: Fields, rules: FieldRules): string[] {
    const { readOnly, notClearable = [], elsewhere = [] } = rules;
    const refusalOf = (key: string): PlanRule | undefined => {
      const isGone = !Object.hasOwn(edited, key);
      if (readOnly.includes(key)) return 'readOnly';
      if (notClearable.includes(key) && (isGone || edited[key] === null)) return 'notClearable';
      return isGone ? 'notRemovable' : undefined;
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
    this.#problems.push({ path, at: 'value', rule: converted.rule });
    return undefined;
  }

  /** How a time is written, where the service showed another one before. */
  times(shown: unknown): TimeContext {
    return { timeZone: this.#context.timeZone, shown: typeof shown === 'string' ? shown : undefined };
  }

  /** A field as it is written: a time in the format of reads becomes one of writes. */
  writtenField(key: string, base: Fields, edited: Fields): unknown {
    const value = ownField(edited, key);
    return isReadTime(value) ? this.take([key], toWriteTime(value, this.times(ownField(base, key)))) : value;
  }
}

/** Checks every step as the client will, and names the very field of the record that is wrong. */
function checkSteps(steps: readonly Step[], { timeZone, now }: PlanContext): PlanProblem[] {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return steps.flatMap(({ operation, body, locate }) =>
    checkInput(operations[operation], { path: { id: '1' }, body }, { timeZone: zone, now }).problems.map((problem) => {
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
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** What a step writes, as a person calls it: "Update item: name, description". */
export function stepName({ operation, paths, body }: Step): string {
  const title = titleOf(operations[operation]);
  if (operation === 'updateItem' || operation === 'updatePasskey') return `${title}: ${paths.join(', ')}`;
  const what = body.key ?? body.appCategoryId;
  return typeof what === 'string' || typeof what === 'number' ? `${title}: ${what}` : title;
}
