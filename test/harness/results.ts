/** What became of one test, or of a hook that failed. */
export interface TestResult {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
  readonly problem?: string;
}

/** What became of one file of tests. */
export interface FileResult {
  readonly file: string;
  readonly milliseconds: number;
  readonly tests: readonly TestResult[];
}

/** What became of one suite. */
export interface SuiteResult {
  readonly name: string;
  readonly milliseconds: number;
  readonly files: readonly FileResult[];
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countOf(results: readonly SuiteResult[]): Counts {
  const tests = results.flatMap(({ files }) => files.flatMap((file) => file.tests));
  const count = (state: TestResult['state']) => tests.filter((test) => test.state === state).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

export function failedFile(file: string, title: string, problem: string, milliseconds = 0): FileResult {
  return { file, milliseconds, tests: [{ title, state: 'failed', milliseconds, problem }] };
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}
