import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { importGraph } from '../../../scripts/lib/import-graph.mjs';
import { applyEdit, findMutations, shuffledBy } from '../../../scripts/lib/mutations.mjs';
import { root } from '../../../scripts/lib/paths.mjs';
import { createTypeCheck } from '../../../scripts/lib/type-check.mjs';

/** What each break makes of the lines that it changes. */
function breaksOf(source: string): string[] {
  return findMutations(source).map(({ after }) => after);
}

function unbuiltOf(source: string): string[] {
  return findMutations(source)
    .map((mutation) => applyEdit(source, mutation))
    .filter((broken) => !canBeBuilt(broken));
}

function canBeBuilt(text: string): boolean {
  const compilerOptions = { target: ts.ScriptTarget.Latest };
  return ts.transpileModule(text, { reportDiagnostics: true, compilerOptions }).diagnostics?.length === 0;
}

describe('breaks of a source', () => {
  const breaks: [string, string, string[]][] = [
    ['a comparison', 'f = a < b', ['f = a <= b']],
    ['an equality, once', 'if (a === b) {}', ['if (a !== b) {}']],
    ['a conjunction', 'f = a && b', ['f = a || b']],
    ['a condition', 'while (a) {}', ['while (!(a)) {}']],
    ['a choice', 'f = a ? b : c', ['f = !(a) ? b : c']],
    ['an awaited call', 'await handle.sync();', [';']],
    ['a call that nobody waits for', 'void send(a);', [';']],
    ['a returned boolean', 'const f = () => true', ['const f = () => false']],
    ['one more', 'f = a + 1', ['f = a - 1']],
    ['a step', 'count++', ['count--']],
    ['a number', 'f = 404', ['f = 405']],
    ['a text', "f = 'a'", ["f = ''"]],
    ['a text with something put in', 'f = `${a}.guard`', ["f = ''"]],
    ['elements', 'f = [a, ...b, c]', ['f = [...b, c]', 'f = [a, c]', 'f = [a, ...b]']],
    ['equal elements, once', 'f = [a, a]', ['f = [a]']],
    ['a spread of an object and of a call', 'f({ ...a, b }, ...c)', [';', 'f({ b }, ...c)', 'f({ ...a, b })']],
    ['a default', 'f = a ?? b', ['f = b']],
    [
      'what stands in for an element, but not by what',
      "f = a[i] ?? 'b'; g = a.at(i) ?? 7",
      ["f = 'b'; g = a.at(i) ?? 7", "f = a[i] ?? 'b'; g = 7"],
    ],
    ['a default that is an object', 'f = () => a ?? {}', ['f = () => ({})']],
    ['a value that is set once', 'a ??= b', ['a = b']],
    ['a throw', 'throw a;', [';']],
    ['a guard', 'if (a) return;', ['if (!(a)) return;', 'if (a) {}']],
    ['a guard that throws, once', 'if (a) throw b;', ['if (!(a)) throw b;', 'if (a) ;']],
    ['what a function does', 'function f() { a = b; c = d; }', ['function f() { return; a = b; c = d; }']],
  ];
  for (const [what, source, after] of breaks) {
    it(`change ${what}`, () => {
      assert.deepEqual(breaksOf(source).sort(), [...after].sort());
      assert.deepEqual(unbuiltOf(source), []);
    });
  }

  const left: [string, string][] = [
    ['imports', "import { a } from 'a'; export { b } from 'b'; import type { C } from 'c'; f = import('./d.ts')"],
    ['types', "type A = 'a' | 1; interface B { readonly c: 'c' } let d: 'd' | undefined; f = e as 'e'"],
    ['messages', "f = t('Hello', a ?? b); g = localized('Why'); h = l10nKey('must be'); i = vscode.l10n.t('One')"],
    ['sentences and what a form shows', "f = 'Not this one.'; g = { title: 'Events' }; h = new RunError(`It is ${a}.`)"],
    ['the log', "log.info('a', b + 1); this.#log.warn('c'); console.error('d'); f = new Error('e')"],
    ['comments', "/* if (a) return 'b'; */ // throw c;"],
    ['names of errors', "class A extends Error { override readonly name = 'A'; constructor() { super(); } }"],
    [
      'what cannot be noticed',
      "timer.unref(); f = Symbol.for('a'); g = JSON.stringify(a, undefined, 2); h = 60_000; i = 0o600; j = 24 * 60",
    ],
    ['the way of a loop', 'for (;; index++) {}'],
    ['what is assigned to', '[a, b] = c'],
  ];
  for (const [what, source] of left) it(`leave ${what} alone`, () => assert.deepEqual(breaksOf(source), []));

  it('say where they are', () => {
    const [first] = findMutations('const a = b;\n\nif (\n  c &&\n  d\n) e = f;\n');
    assert.deepEqual(
      { kind: first?.kind, line: first?.line, before: first?.before, after: first?.after },
      { kind: 'negated condition', line: 4, before: 'c && d', after: '!(c && d)' },
    );
  });

  it('of a real source can be built, and none comes twice', async () => {
    const text = await readFile(join(root, 'src/runs/rows.ts'), 'utf8');
    const broken = findMutations(text).map((mutation) => applyEdit(text, mutation));
    assert.deepEqual(unbuiltOf(text), []);
    assert.equal(new Set([text, ...broken]).size, broken.length + 1);
  });

  it('come in the same order for the same seed, and in another for another', () => {
    const list = findMutations('f = [1, 2, 3, 4, 5, 6, 7, 8, 9]').map((mutation) => ({ ...mutation, file: 'a.ts' }));
    assert.deepEqual(shuffledBy(list, 7), shuffledBy([...list].reverse(), 7));
    assert.notDeepEqual(shuffledBy(list, 7), shuffledBy(list, 8));
    assert.deepEqual(new Set(shuffledBy(list, 7)), new Set(list));
  });
});

describe('the type check of a changed source', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-types-'));
    const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', allowImportingTsExtensions: true, types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await writeFile(join(folder, 'a.ts'), "export type State = 'open' | 'shut';");
    await writeFile(join(folder, 'b.ts'), "import type { State } from './a.ts'; export const state: State = 'open';");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('refuses what does not fit the other files, and takes it back', () => {
    const hasErrors = createTypeCheck(folder);
    const withState = (state: string) => `import type { State } from './a.ts'; export const state: State = ${state};`;
    assert.deepEqual(
      ["'shut'", "''", "'shut' +", "'open'"].map((state) => hasErrors('b.ts', withState(state))),
      [false, true, true, false],
    );
  });
});

describe('the files that a test loads', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-graph-'));
    const files = {
      'test/a.test.ts': "import { b } from '../src/b.ts'; import type { T } from '../src/types.ts'; run('src/program.ts');",
      'src/b.ts': "export * from './c.ts'; import './b.ts'; export type { T } from './types.ts'; import 'node:fs';",
      'src/c.ts': "const later = () => import('./d.ts');",
      'src/d.ts': '',
      'src/program.ts': "new URL('../scripts/e.mjs', import.meta.url)",
      'scripts/e.mjs': '',
      'src/types.ts': '',
      'src/other.ts': '',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('are those it imports, those they import, and programs that it names, with the steps to each; not types', () => {
    const expected = {
      'test/a.test.ts': 0,
      'src/b.ts': 1,
      'src/program.ts': 1,
      'src/c.ts': 2,
      'scripts/e.mjs': 2,
      'src/d.ts': 3,
    };
    assert.deepEqual(Object.fromEntries(importGraph(folder)('test/a.test.ts')), expected);
  });
});

describe('tests of a broken source', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-broken-'));
    const files = {
      'source.ts': "export const answer: number = 42; if (process.argv[2] === 'print') console.log(answer);",
      'passes.test.ts': "it('passes', () => {});",
      'imports.test.ts': `
        import assert from 'node:assert/strict';
        import { answer } from './source.ts';
        it('imports', () => assert.equal(answer, 42));`,
      'starts.test.ts': `
        import assert from 'node:assert/strict';
        import { execFileSync } from 'node:child_process';
        import { fileURLToPath } from 'node:url';
        const program = fileURLToPath(new URL('./source.ts', import.meta.url));
        it('starts', () => assert.equal(execFileSync(process.execPath, [program, 'print'], { encoding: 'utf8' }), '42\\n'));`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** How it ends, the files that were begun, and what failed. */
  async function runTests(files: readonly string[], seconds: number, brokenText?: string, title = '') {
    const broken = join(folder, 'broken.json');
    await writeFile(broken, JSON.stringify({ url: pathToFileURL(join(folder, 'source.ts')).href, text: brokenText ?? '' }));
    const hook = pathToFileURL(join(root, 'scripts/lib/broken-source.mjs')).href;
    const env = brokenText === undefined ? {} : { NODE_OPTIONS: `--import=${hook}`, BOX_OFFICE_BREAK: broken };
    const child = fork(join(root, 'scripts/lib/first-failure.mjs'), [String(seconds), title, ...files], {
      cwd: folder,
      silent: true,
      env: { ...process.env, ...env },
    });
    const begun = new Set<string>();
    let failed = '';
    child.on('message', (seen: { file: string; title: string }) => {
      begun.add(seen.file);
      failed = seen.title;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, begun: [...begun], failed };
  }
  const brokenText = "export const answer: number = 41; if (process.argv[2] === 'print') console.log(answer);";

  it('pass where nothing is broken', async () => {
    const files = ['passes.test.ts', 'imports.test.ts', 'starts.test.ts'];
    assert.deepEqual(await runTests(files, 60), { code: 0, begun: files, failed: '' });
  });

  it('end with the first that fails, and the source itself stays as it is', async () => {
    const begun = ['passes.test.ts', 'imports.test.ts'];
    assert.deepEqual(await runTests([...begun, 'starts.test.ts'], 60, brokenText), { code: 1, begun, failed: 'imports' });
    assert.match(await readFile(join(folder, 'source.ts'), 'utf8'), /42/);
  });

  it('see it in the programs that they start', async () => {
    assert.equal((await runTests(['starts.test.ts'], 60, brokenText)).code, 1);
  });

  it('are only those of the title that is wanted', async () => {
    assert.equal((await runTests(['imports.test.ts'], 60, brokenText, 'another')).code, 0);
  });

  it('begin no other when their time is over', async () => {
    assert.deepEqual(await runTests(['passes.test.ts', 'imports.test.ts'], 0), {
      code: 2,
      begun: ['passes.test.ts'],
      failed: '',
    });
  });
});
