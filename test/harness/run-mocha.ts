import { writeFileSync } from 'node:fs';
import { format } from 'node:util';

/** What a run of Mocha leaves where BOX_OFFICE_RESULTS says. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** What was printed, where nobody could see it. */
  output?: string;
}

/** Runs test files with Mocha and gives the number of failures. With `silent`, what it prints goes into the results. */
export async function runMocha(files: string[], { silent = false, reporter = 'spec', timeout = 30_000 } = {}): Promise<number> {
  const { default: Mocha } = await import('mocha');
  const printed: string[] = [];
  if (silent) Object.assign(Mocha.reporters.Base, { consoleLog: (...args: unknown[]) => printed.push(format(...args)) });
  const filter = process.env.BOX_OFFICE_FILTER;
  const mocha = new Mocha({ timeout, reporter, ...(filter ? { fgrep: filter } : {}) });
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const runner = mocha.run((failures) => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      const results: Results = { passed: passes, failed: failures, skipped: pending, output: printed.join('\n') };
      if (process.env.BOX_OFFICE_RESULTS) writeFileSync(process.env.BOX_OFFICE_RESULTS, JSON.stringify(results));
      resolve(failures);
    });
  });
}
