import assert from 'node:assert/strict';
import { build, type Message } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { WatchReport } from '../../../scripts/lib/watch-report.mjs';

interface Task {
  readonly label: string;
  readonly script: string;
  readonly isBackground?: boolean;
  readonly problemMatcher: {
    readonly fileLocation: readonly string[];
    readonly pattern: Readonly<Record<'regexp', string> & Record<'file' | 'line' | 'column' | 'severity' | 'message', number>>;
    readonly background: {
      readonly activeOnStart: boolean;
      readonly beginsPattern: string;
      readonly endsPattern: string;
    };
  };
}

function read(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}

/** What esbuild says of a source that is broken. */
async function errorsIn(contents: string): Promise<Message[]> {
  const stdin = { contents, sourcefile: 'src/broken one.ts', resolveDir: root, loader: 'ts' as const };
  const failure: unknown = await build({ stdin, bundle: true, write: false, logLevel: 'silent', absWorkingDir: root }).catch(
    (error: unknown) => error,
  );
  return (failure as { errors: Message[] }).errors;
}

describe('F5', () => {
  const { tasks } = read('.vscode', 'tasks.json') as { tasks: Task[] };
  const { configurations } = read('.vscode', 'launch.json') as { configurations: { preLaunchTask: string }[] };
  const task = tasks.find(({ label }) => label === configurations[0]!.preLaunchTask)!;
  const { pattern, background, fileLocation } = task.problemMatcher;
  const matches = (line: string) => new RegExp(pattern.regexp).exec(line);
  const begins = (line: string) => new RegExp(background.beginsPattern).test(line);
  const ends = (line: string) => new RegExp(background.endsPattern).test(line);

  function newReport(): { lines: string[]; report: WatchReport } {
    const lines: string[] = [];
    return { lines, report: new WatchReport((line) => lines.push(line)) };
  }

  it('waits for a script that installs what it needs before it builds', () => {
    assert.equal(task.isBackground, true);
    assert.equal(background.activeOnStart, true);
    const { scripts } = read('package.json') as { scripts: Record<string, string> };
    const [, file = ''] = /^node (\S+)$/.exec(scripts[task.script]!) ?? [];
    const source = readFileSync(join(root, file), 'utf8');
    // Whatever is in node_modules may be imported only after that.
    assert.match(source, /await ensureDependencies\(\);[^]*await import\('\.\.\/esbuild\.mjs'\)/);
    assert.doesNotMatch(source, /^import .*esbuild/m);
  });

  it('goes on when the last of all builds has ended, and not before', () => {
    const { lines, report } = newReport();
    for (let each = 0; each < 3; each++) report.begin();
    assert.deepEqual([lines.length, lines.filter(begins).length], [1, 1]);
    report.end('pages', []);
    report.end('service', []);
    assert.deepEqual(lines.filter(ends), []);
    report.end('extension', []);
    assert.ok(ends(lines.at(-1)!) && lines.length === 2, lines.join('\n'));
    assert.ok(!lines.some(matches));
  });

  it('shows each error of esbuild at its place', async () => {
    const { lines, report } = newReport();
    report.begin();
    report.end('extension', await errorsIn('const fine = 1;\n  const broken = ;\n'));
    const [, error = '', ...rest] = lines;
    const found = matches(error);
    assert.ok(found, error);
    const { file, line, column, severity, message } = pattern;
    assert.deepEqual(
      [found[file], found[line], found[column], found[severity], found[message]],
      ['src/broken one.ts', '2', '18', 'error', 'Unexpected ";"'],
    );
    assert.deepEqual(fileLocation, ['relative', '${workspaceFolder}']);
    assert.ok(rest.length === 1 && ends(rest[0]!));
  });

  it('shows an error that has no place of its own', () => {
    const { lines, report } = newReport();
    report.begin();
    report.end('extension', [{ text: 'two\nlines', location: null }]);
    assert.equal(matches(lines[1]!)?.[pattern.message], 'two lines');
  });

  it('shows an error of several builds once, and until each of them is rid of it', async () => {
    const { lines, report } = newReport();
    const errors = await errorsIn('const broken = ;');
    const round = (...ended: [string, Message[]][]) => {
      lines.length = 0;
      ended.forEach(() => report.begin());
      for (const [build, found] of ended) report.end(build, found);
      return lines.filter(matches).length;
    };
    assert.equal(round(['pages', errors], ['service', errors]), 1);
    // VS Code forgets what was said before the line that begins a round.
    assert.equal(round(['pages', []]), 1);
    assert.equal(round(['service', []]), 0);
  });
});
