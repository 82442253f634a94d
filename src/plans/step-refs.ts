// An id that is not there yet: the record is made by another step of the same plan.
import type { FileId } from './event-file.ts';

/** Stands in an input for the id of the record that another step makes. */
export interface StepRef {
  readonly $step: string;
}

/** Larger than the id of any record; the interface takes nothing but integers in its sets of ids. */
const firstMark = 10n ** 30n;

/** An id in the place of a record that is yet to be made, which survives all that is done with ids. */
export function markOf(ref: FileId | StepRef): FileId {
  return typeof ref === 'object' ? firstMark + BigInt(ref.$step.slice(1)) : ref;
}

/** The marks in it become what they stand for. */
export function withRefs(value: unknown): unknown {
  return hasMark(value) ? replaced(value) : value;
}

function hasMark(value: unknown): boolean {
  if (typeof value === 'bigint') return value >= firstMark;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasMark);
}

function replaced(value: unknown): unknown {
  if (typeof value === 'bigint') return value >= firstMark ? { $step: `s${value - firstMark}` } : value;
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(part)]));
}

export function isStepRef(value: unknown): value is StepRef {
  return typeof value === 'object' && value !== null && '$step' in value && typeof value.$step === 'string';
}

/** The steps whose records an input names. */
export function stepsIn(value: unknown, found: string[] = []): string[] {
  if (isStepRef(value)) found.push(value.$step);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) stepsIn(part, found);
  return found;
}

/** As if all records were made. */
export function withIds(value: unknown): unknown {
  if (isStepRef(value)) return 1;
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withIds(part)]));
}
