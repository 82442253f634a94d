import assert from 'node:assert/strict';
import { checkModules, checkProjectModules, type Rules } from '../../../scripts/check-modules.mjs';
import { maxFeatureImports } from '../../../scripts/lib/module-rules.mjs';
import { circles, readModule, unusedExports, type Modules } from '../../../scripts/lib/modules.mjs';

function modulesOf(files: Readonly<Record<string, string>>): Modules {
  return new Map(Object.entries(files).map(([file, text]) => [file, readModule(file, text)]));
}

function problemsOf(files: Readonly<Record<string, string>>, rules: Partial<Rules> = {}): string[] {
  return checkModules(modulesOf(files), { featureImports: [], testOnlyExports: {}, ...rules });
}

describe('what a module exports and imports', () => {
  it('is every declaration, pattern and list', () => {
    const { exports } = readModule(
      'src/a.ts',
      `export const one = 1, two = 2;
       export const { three, x: { four }, ...five } = o, [six] = p;
       export function seven() {} export class Eight {} export enum Nine {}
       export interface Ten {} export type Eleven = 1;
       const inner = 1; export { inner as twelve, type Thirteen }; export type { Fourteen } from './b.ts';
       export { fifteen } from './b.ts'; function own() {}`,
    );
    const of = (wanted: string) => [...exports].filter(([, kind]) => kind === wanted).map(([name]) => name);
    assert.deepEqual(of('type'), ['Ten', 'Eleven', 'Thirteen', 'Fourteen']);
    assert.deepEqual(of('value'), [
      ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'Eight', 'Nine', 'twelve', 'fifteen'],
    ]);
  });

  it('is found in each kind of import, by the name in the other file', () => {
    const { imports } = readModule(
      'src/editor/a.ts',
      `import { one as mine, type Two } from '../b.ts'; import * as all from './c.ts'; import type { Three } from './d.ts';
       import './e.ts'; import vscode from 'vscode'; export { four as five } from './f.ts'; export * from './g.ts';
       const later = () => import('./h.ts'); let x: import('./i.ts').Six;`,
    );
    assert.deepEqual(imports, [
      { from: 'src/b.ts', names: ['one', 'Two'] },
      { from: 'src/editor/c.ts', names: undefined },
      { from: 'src/editor/d.ts', names: ['Three'] },
      { from: 'src/editor/e.ts', names: [] },
      { from: 'src/editor/f.ts', names: ['four'] },
      { from: 'src/editor/g.ts', names: undefined },
      { from: 'src/editor/h.ts', names: undefined },
      { from: 'src/editor/i.ts', names: undefined },
    ]);
  });
});

describe('the check of modules', () => {
  it('finds this project in order', () => checkProjectModules());

  it('finds circles of any length, through types and import() as well', () => {
    const files = {
      'src/a.ts': "import type { B } from './b.ts';",
      'src/b.ts': "import './c.ts'; import './d.ts';",
      'src/c.ts': "const a = () => import('./a.ts');",
      'src/d.ts': "import './e.ts';",
      'src/e.ts': '',
      'src/f.ts': "export { g } from './g.ts'; import './a.ts';",
      'src/g.ts': "import './f.ts';",
    };
    assert.deepEqual(circles(modulesOf(files)), [
      ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      ['src/f.ts', 'src/g.ts'],
    ]);
    assert.deepEqual(problemsOf(files).slice(0, 2), [
      'These files import each other: src/a.ts, src/b.ts, src/c.ts.',
      'These files import each other: src/f.ts, src/g.ts.',
    ]);
  });

  const between = {
    'src/editor/forms/a.ts': "import { x } from '../runs/b.ts'; const c = () => import('../codes/c.ts').then(({ y }) => y);",
    'src/editor/runs/b.ts': "import { z } from '../pages/d.ts'; export const x = z;",
    'src/editor/codes/c.ts': "export const y = 1; import { z } from '../../runs/e.ts';",
    'src/editor/pages/d.ts': 'export const z = 1;',
    'src/runs/e.ts': 'export const z = 1;',
  };
  const runs = { file: 'forms/a.ts', imports: 'runs/b.ts', reason: 'one' };
  const codes = { file: 'forms/a.ts', imports: 'codes/c.ts', reason: 'other' };

  it('refuses imports between features that are not listed, also those of import()', () => {
    assert.deepEqual(problemsOf(between, { featureImports: [runs, codes] }), []);
    assert.deepEqual(problemsOf(between, { featureImports: [runs] }), [
      "src/editor/forms/a.ts imports src/editor/codes/c.ts, another feature's, which featureImports does not list.",
    ]);
  });

  it('refuses a list that names what is gone, or too much', () => {
    const gone = { file: 'forms/gone.ts', imports: 'runs/b.ts', reason: 'none' };
    assert.deepEqual(problemsOf(between, { featureImports: [runs, codes, gone] }), [
      'featureImports says that src/editor/forms/gone.ts imports src/editor/runs/b.ts, which it does not.',
    ]);
    const many = Array.from({ length: maxFeatureImports - 1 }, () => runs);
    assert.deepEqual(problemsOf(between, { featureImports: [...many, codes] }), []);
    assert.deepEqual(problemsOf(between, { featureImports: [...many, runs, codes] }), [
      `${maxFeatureImports + 1} imports between features; at most ${maxFeatureImports}.`,
    ]);
  });

  const used = {
    'src/a.ts': 'export const one = 1; export const two = 2; export interface Three {}; export const own = one;',
    'src/b.ts': "import { one } from './a.ts'; const all = () => import('./a.ts'); void all().then(({ own }) => own);",
    'test/a.test.ts': "import { two, type Three } from '../src/a.ts';",
  };

  it('names what nobody imports, whole modules included', () => {
    const names = (modules: Modules) => unusedExports(modules).map(({ file, name }) => `${file} ${name}`);
    assert.deepEqual(names(modulesOf(used)), []);
    assert.deepEqual(names(modulesOf({ ...used, 'src/b.ts': "import * as a from './a.ts'; a.one;" })), ['src/a.ts own']);
    assert.deepEqual(problemsOf({ ...used, 'src/c.ts': 'export type Four = 4;' }, { testOnlyExports: { 'src/a.ts two': '' } }), [
      'Nobody imports src/c.ts Four.',
    ]);
  });

  it('names values that only tests import, but for those of an index.ts', () => {
    assert.deepEqual(problemsOf(used), ['Only tests import src/a.ts two, which testOnlyExports does not list.']);
    const index = {
      'src/x/index.ts': 'export const one = 1;',
      'test/b.test.ts': "import { one } from '../src/x/index.ts';",
    };
    assert.deepEqual(problemsOf(index), []);
    assert.deepEqual(problemsOf(index, { testOnlyExports: { 'src/x/y.ts one': '' } }), [
      'testOnlyExports lists src/x/y.ts one, which is not so.',
    ]);
  });
});
