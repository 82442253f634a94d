// Long work that survives a crash: creating many passkeys, each exactly once.
export { RunError, type RunErrorKind } from './errors.ts';
export { hashFile, hashText } from './files.ts';
export { discardRun, listRuns, summarise, type RunSummary } from './history.ts';
export { isLock, tryLock } from './lock-file.ts';
export { safeName } from './names.ts';
export { readPasskeys, type ListedPasskey } from './passkeys.ts';
export { planRun, type PasskeyPayload, type RunPlan, type PlannedRun, type PlanOptions, type RunInput } from './plan.ts';
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
export type { Ambiguity, CodeResult, Decision, RunCounts, RunState, Undecided } from './types.ts';
