// Long work that survives a crash: creating many passkeys, each exactly once.
export { RunError, type PlanChange, type RunErrorDetails, type RunErrorKind } from './errors.ts';
export { hashFile, hashText } from './files.ts';
export { discardRun, listRuns, summarise, type RunSummary } from './history.ts';
export { isLock, tryLock, type Holder, type Lock } from './lock-file.ts';
export { safeName } from './names.ts';
export { readPasskeys, type ListedPasskey, type ReadOptions } from './passkeys.ts';
export {
  planRun,
  type PasskeyPayload,
  type Plan,
  type PlannedRun,
  type PlanOptions,
  type RunInput,
  type RunTarget,
} from './plan.ts';
export { keepResult, keptResult, readResults, writeResult, type ResultOptions, type ResultWords } from './result.ts';
export {
  readUndecided,
  resumeRun,
  runPlan,
  type ResumeOptions,
  type RunOptions,
  type RunProgress,
  type RunReport,
} from './run.ts';
export type {
  Ambiguity,
  CodeResult,
  Decision,
  EndState,
  Outcome,
  PauseKind,
  PauseReason,
  RejectKind,
  RunCounts,
  RunState,
  Undecided,
} from './types.ts';
