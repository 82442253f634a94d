// An id that is not there yet: the record is made by another step of the same plan.
import { isStepRef } from '../records/index.ts';

/** The steps whose records an input names. */
export function stepsIn(value: unknown, found: string[] = []): string[] {
  if (isStepRef(value)) found.push(value.$step);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) stepsIn(part, found);
  return found;
}
