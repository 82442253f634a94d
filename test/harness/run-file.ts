import { randomFrom, shuffled } from './shuffle.ts';
import type { FileResult, TestResult } from './results.ts';

export interface RunFileOptions {
  readonly seed: number;
  /** A part of a title; every test by default. */
  readonly filter?: string;
  readonly timeout?: number;
}

/** Runs the tests of one file with Mocha, in an order that the seed decides. A file can be run once in a process. */
export async function runFile(
  file: string,
  path: string,
  { seed, filter, timeout = 30_000 }: RunFileOptions,
): Promise<FileResult> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ timeout, reporter: silent(Mocha), ...(filter ? { fgrep: filter } : {}) });
  mocha.addFile(path);
  await mocha.loadFilesAsync();
  shuffle(mocha.suite, randomFrom(seed));
  const started = performance.now();
  const tests: TestResult[] = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    const note = (test: Mocha.Runnable, state: TestResult['state'], error?: unknown) =>
      tests.push({
        title: test.fullTitle(),
        state,
        milliseconds: Math.round(test.duration ?? 0),
        ...(state === 'failed' ? { problem: problemText(error) } : {}),
      });
    runner.on('pass', (test) => note(test, 'passed'));
    runner.on('pending', (test) => note(test, 'skipped'));
    // A failed hook is reported here as well.
    runner.on('fail', (test, error: unknown) => note(test, 'failed', error));
  });
  mocha.dispose();
  return { file, milliseconds: Math.round(performance.now() - started), tests };
}

function silent({ reporters }: typeof Mocha): Mocha.ReporterConstructor {
  return class extends reporters.Base {};
}

function shuffle(suite: Mocha.Suite, random: () => number): void {
  suite.tests = shuffled(suite.tests, random);
  suite.suites = shuffled(suite.suites, random);
  for (const child of suite.suites) shuffle(child, random);
}

function problemText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack, message } = error;
  const values =
    'expected' in error && 'actual' in error ? `\nexpected: ${text(error.expected)}\nactual: ${text(error.actual)}` : '';
  return `${stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`}${values}`;
}

function text(value: unknown): string {
  const written = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  return (written ?? 'undefined').slice(0, 2000);
}
