// An event as data: read, canonical text, difference, steps.
export { stepsOf, storePlan } from './apply.ts';
export { differences, type FieldDifference, type RecordDifference } from './differences.ts';
export type { EventFile, FileItem, FilePasskey } from './event-file.ts';
export { planChanges, type Plan, type PlannedChanges, type PlanStep } from './plan.ts';
export { checkPlanText, planText, wrongTarget, type PlanFile } from './plan-file.ts';
export { partsByPlace, partsOf, sentFields, withoutParts } from './plan-parts.ts';
export { readEvent, type ReadEvent } from './read-event.ts';
export { readOwnRecords } from './read-own.ts';
export { reverseOf, type AppliedStep, type Reverse } from './revert.ts';
export { checkText, EventFileError, parse, textOf, type FileProblem } from './text.ts';
