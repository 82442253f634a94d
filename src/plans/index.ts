// An event as data: read, canonical text, difference, steps.
export { stepsOf, storePlan } from './apply.ts';
export { differences, type FieldDifference, type RecordDifference } from './differences.ts';
export type { EventFile, FileItem, FilePasskey } from './event-file.ts';
export { planChanges } from './plan.ts';
export { checkPlanText, planText, wrongTarget, type PlanFile } from './plan-file.ts';
export type { Plan, PlannedChanges, PlanStep } from './plan-types.ts';
export { partsByPlace, partsOf, sentFields, withoutParts } from './plan-parts.ts';
export { readEvent, readOwnRecords, type ReadEvent } from './read-event.ts';
export { reverseOf, type AppliedStep, type Reverse } from './revert.ts';
export { checkText, EventFileError, parse, textOf, type FileProblem } from './text.ts';
