// Long work that survives a crash: creating many passkeys, each exactly once, and deleting many codes, exactly those.
export type { LeftCodes } from './code-deletion.ts';
export type { ReadCodes } from './code-lists.ts';
export { RunError, type RunErrorKind } from './errors.ts';
export { hashFile, hashText } from './files.ts';
export { discardRun, listRuns, summarise, type RunSummary } from './history.ts';
export { isLock, tryLock } from './lock-file.ts';
export { readPasskeys, type ListedPasskey } from './passkeys.ts';
export {
  markOf,
  planDeletion,
  planRun,
  planSteps,
  type DeletionOrder,
  type PasskeyPayload,
  type RunPlan,
  type PlannedRun,
  type PlanOptions,
  type RunInput,
  type RunKind,
} from './plan.ts';
export { keepResult, keptResult, readResults, writeResult, type ResultWords } from './result.ts';
export {
  readUndecided,
  resumeRun,
  runPlan,
  type ResumeOptions,
  type RunOptions,
  type RunProgress,
  type RunReport,
} from './run.ts';
export type { MadeIds, StepLook, StepWork } from './step-run.ts';
export type { Ambiguity, CodeResult, Decision, RunCounts, RunState, Undecided } from './types.ts';
