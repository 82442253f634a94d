import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { packsOf } from '../../../scripts/lib/packs.mjs';

interface Editor {
  readonly start: () => string;
  readonly later: () => Promise<{ readonly report: () => string }>;
  readonly failing: () => Promise<unknown>;
}

const sources = {
  'src/editor/index.ts': `
    import { name } from '../client/name.ts';
    import { basename } from 'node:path';
    export const start = () => basename('/box/' + name());
    export const later = () => import('./reports/report.ts');
    export const failing = () => import('./forms/failing.ts');`,
  'src/editor/reports/report.ts': `
    import { name } from '../../client/name.ts';
    import { words } from '../../codes/words.ts';
    export const report = () => name() + ' ' + words;`,
  'src/editor/forms/failing.ts': `
    globalThis.packsTries = (globalThis.packsTries ?? 0) + 1;
    if (globalThis.packsTries === 1) throw new Error('not yet');
    export const tries = globalThis.packsTries;`,
  'src/service/main.ts': `
    import { words } from '../codes/words.ts';
    export const served = words;`,
  'src/client/name.ts': `let asked = 0; export const name = () => 'asked ' + ++asked;`,
  'src/codes/words.ts': `export const words = 'codes';`,
};

describe('the files of a package', () => {
  let folder = '';
  let names: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-packs-'));
    for (const [path, text] of Object.entries(sources)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { outputFiles, metafile } = await build({
      absWorkingDir: folder,
      entryPoints: { editor: 'src/editor/index.ts', service: 'src/service/main.ts' },
      outdir: 'dist',
      outExtension: { '.js': '.cjs' },
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', minify: true, metafile: true, write: false },
    });
    const files = await packsOf({
      outputs: Object.fromEntries(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output])),
      texts: new Map(outputFiles.map(({ path, text }) => [basename(path), text])),
      entries: ['editor.cjs', 'service.cjs'],
      settings: { format: 'cjs', platform: 'node', target: 'node22', supported: { 'dynamic-import': false }, minify: true },
    });
    await mkdir(join(folder, 'dist'));
    for (const { name, text } of files) await writeFile(join(folder, 'dist', name), text);
    names = files.map(({ name }) => name);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const load = (name: string) => createRequire(import.meta.url)(join(folder, 'dist', name)) as unknown;

  it('have what is needed at once apart from what comes later and from what several need, each with a name for its content', () => {
    const kinds = names.map((name) => name.replace(/-[0-9a-f]{8}(?=\.cjs$)/, '')).sort();
    assert.deepEqual(kinds, [
      ...['editor.cjs', 'parts-base.cjs', 'parts-editor-other.cjs', 'parts-service.cjs', 'parts-shared.cjs', 'service.cjs'],
    ]);
  });

  it('run each module once, when it is first asked for', async () => {
    const { start, later } = load('editor.cjs') as Editor;
    assert.equal(start(), 'asked 1');
    assert.equal((await later()).report(), 'asked 2 codes');
    assert.equal((await later()).report(), 'asked 3 codes', 'one module keeps one count');
  });

  it('try again what failed', async () => {
    const { failing } = load('editor.cjs') as Editor;
    await assert.rejects(failing(), /not yet/);
    assert.equal(((await failing()) as { tries: number }).tries, 2);
  });

  it('start a program with what it shares with another', () => {
    assert.equal((load('service.cjs') as { served: string }).served, 'codes');
  });
});
