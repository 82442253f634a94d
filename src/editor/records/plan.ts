// What a save has to send: the operations that turn the record as it was opened into the record as it was edited.
import { checkInput, operations, titleOf, type FieldProblem, type OperationId } from '../../client/index.ts';
import type { JsonPath } from './json-tree.ts';
import type { WriteRule } from './write-format.ts';

export type RecordKind = 'item' | 'passkey';

type WriteId = Extract<
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
type PlanRule = WriteRule | 'readOnly' | 'notRemovable' | 'notClearable' | 'object' | 'list' | 'ambiguous' | 'service';

export interface PlanProblem {
  readonly path: JsonPath;
  readonly at: 'key' | 'value';
  readonly rule: PlanRule;
  /** What the interface's check says. */
  readonly text?: string | undefined;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly problems: readonly PlanProblem[];
}

export interface PlanContext {
  readonly timeZone?: string | undefined;
  readonly now: number;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks every step as the client will, and names the very field of the record that is wrong. */
export function checkSteps(steps: readonly Step[], { timeZone, now }: PlanContext): PlanProblem[] {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return steps.flatMap(({ operation, body, locate }) =>
    checkInput(operations[operation], { path: { id: '1' }, body }, { timeZone: zone, now }).problems.map((problem) => ({
      path: locate(fieldOf(problem)),
      at: 'value' as const,
      rule: 'service' as const,
      text: problem.message,
    })),
  );
}

function fieldOf({ field }: FieldProblem): string[] {
  return field
    .replace(/^body\.?/, '')
    .split('.')
    .filter((part) => part !== '');
}

export function asPath(parts: readonly string[]): JsonPath {
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A field of the record itself: a record without one named `constructor` has none. */
export function ownField(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** The fields that were added or have another value. */
export function keysOf(one: Fields, other: Fields): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** What a step writes, as a person calls it: "Update item: name, description". */
export function stepName({ operation, paths, body }: Step): string {
  const title = titleOf(operations[operation]);
  if (operation === 'updateItem' || operation === 'updatePasskey') return `${title}: ${paths.join(', ')}`;
  const what = body.key ?? body.appCategoryId;
  return typeof what === 'string' || typeof what === 'number' ? `${title}: ${what}` : title;
}
