export type { CancelSignal } from './cancel.ts';
export type { Encoding } from './encoding.ts';
export { preflightInWorker } from './in-worker.ts';
export { preflight, type Preflight, type PreflightChoices, type PreflightOptions } from './preflight.ts';
export type { Counts, Difference, LineEnd, Problem, ProblemKind } from './problems.ts';
export type { Delimiter } from './records.ts';
export { CodeFileRefusal, type RefusalData, type RefusalKind } from './refusal.ts';
