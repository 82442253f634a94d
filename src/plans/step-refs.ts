// An id that is not there yet: the record is made by another step of the same plan.
import type { FileId } from './event-file.ts';

/** Stands in an input for the id of the record that another step makes. */
export interface StepRef {
  readonly $step: string;
}

const refMark = '\u0000step ';

/** An id in the place of a record that is yet to be made, which survives all that is done with ids. */
export function markOf(ref: FileId | StepRef): FileId {
  return typeof ref === 'object' ? refMark + ref.$step : ref;
}

export function withRefs(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(refMark) ? { $step: value.slice(refMark.length) } : value;
  if (Array.isArray(value)) return value.map(withRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withRefs(part)]));
}

export function isStepRef(value: unknown): value is StepRef {
  return typeof value === 'object' && value !== null && '$step' in value && typeof value.$step === 'string';
}

/** The steps whose records an input names. */
export function stepsIn(value: unknown): string[] {
  if (isStepRef(value)) return [value.$step];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stepsIn) : [];
}

/** As if all records were made. */
export function withIds(value: unknown): unknown {
  if (isStepRef(value)) return 1;
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withIds(part)]));
}
