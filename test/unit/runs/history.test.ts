import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../src/client/index.ts';
import {
  discardRun,
  hashText,
  keepResult,
  keptResult,
  listRuns,
  resumeRun,
  RunError,
  runPlan,
  writeResult,
} from '../../../src/runs/index.ts';
import { safeName } from '../../../src/runs/names.ts';
import { formulasIn } from '../csv/spreadsheet.ts';
import { stopServices } from '../service/support.ts';
import { bench, codesOf, countsOf, eventId, forgetfulService, once, useFolder } from './support.ts';

const isLockedError = (error: unknown) => error instanceof RunError && error.kind === 'locked';

describe('the runs of a folder', () => {
  const folder = useFolder();
  afterEach(stopServices);

  it('fault 39: a run is listed as running while it runs, and cannot be started or discarded then', async () => {
    const { run, options, tally } = await bench(folder.path, await forgetfulService(folder.path), { codes: codesOf(20) });
    const home = join(run.folder, '..');
    assert.deepEqual(
      (await listRuns(home)).map(({ state, counts }) => [state, counts]),
      [['planned', countsOf(20, { left: 20 })]],
    );
    let checked = false;
    const call: Client['call'] = async (operation, input, wishes) => {
      if (!checked) {
        checked = true;
        assert.equal((await listRuns(home))[0]?.state, 'running');
        await assert.rejects(resumeRun(run.folder, options), isLockedError);
        await assert.rejects(discardRun(run.folder), isLockedError);
      }
      return options.client.call(operation, input, wishes);
    };
    await runPlan(run, { ...options, client: { call } });
    assert.deepEqual(await tally(), once(codesOf(20)));
    const [finished] = await listRuns(home);
    assert.deepEqual(
      [finished?.state, finished?.counts, finished?.plan?.eventLabel],
      ['finished', countsOf(20, { made: 20 }), 'Festival'],
    );
    await discardRun(run.folder);
    assert.deepEqual(await listRuns(home), []);
    assert.deepEqual(await readdir(home), []);
    assert.deepEqual(await tally(), once(codesOf(20)));
  });

  it('fault 43: whose process died between a request and its reply have what was sent as not known', async () => {
    const { run, options } = await bench(folder.path, await forgetfulService(folder.path), { codes: codesOf(20) });
    await runPlan(run, { ...options, concurrency: 1 });
    const path = join(run.folder, 'journal');
    const lines = (await readFile(path, 'utf8')).split('\n');
    const sent = lines.findIndex((line) => line.includes('"intent"'));
    await writeFile(path, `${lines.slice(0, sent + 1).join('\n')}\n`);
    const [listed] = await listRuns(join(run.folder, '..'));
    assert.deepEqual([listed?.state, listed?.counts], ['interrupted', countsOf(20, { unknown: 5, left: 15 })]);
  });

  it('are read and carried on when an earlier version wrote them, which did not name their kind', async () => {
    const { run, options, tally } = await bench(folder.path, await forgetfulService(folder.path), { codes: codesOf(12) });
    const path = join(run.folder, 'plan.json');
    const { plan } = JSON.parse(await readFile(path, 'utf8')) as { plan: Record<string, unknown> };
    const { kind, ...old } = plan;
    assert.deepEqual([kind, old.version], ['createPasskeys', 1]);
    await writeFile(path, JSON.stringify({ plan: old, sha256: hashText(JSON.stringify(old)) }));
    const [listed] = await listRuns(join(run.folder, '..'));
    assert.deepEqual([listed?.state, listed?.plan?.kind], ['planned', 'createPasskeys']);
    const controller = new AbortController();
    const call: Client['call'] = (operation, input, wishes) => {
      controller.abort();
      return options.client.call(operation, input, wishes);
    };
    assert.equal((await resumeRun(run.folder, { ...options, client: { call }, signal: controller.signal })).state, 'cancelled');
    assert.equal((await resumeRun(run.folder, options)).state, 'finished');
    assert.deepEqual(await tally(), once(codesOf(12)));
  });

  it('are none in a folder that is not there', async () => {
    assert.deepEqual(await listRuns(join(folder.path, 'nowhere')), []);
  });
});

describe('the result of a run', () => {
  const folder = useFolder();
  afterEach(stopServices);

  async function finished(codes: string[]): Promise<string> {
    const service = await forgetfulService(folder.path);
    const { run, options, client } = await bench(folder.path, service, { codes, existing: [{ text: 'there' }] });
    await client.call('createPasskeys', { path: { eventId }, body: { codes: ['there'] } });
    await runPlan(run, options);
    return run.folder;
  }

  it('lists each code with what became of it', async () => {
    const run = await finished(['new', 'there', 'new', '', 'bad\0', 'a "b", c', 'tail ']);
    const path = await writeResult(run);
    assert.equal(path, join(run, 'passkeys-result.csv'));
    const lines = (await readFile(path, 'utf8')).split('\r\n');
    assert.deepEqual(lines.slice(0, 5), [
      'row,code,result,reason',
      '1,new,made,',
      '2,there,existed,',
      '3,new,rejected,duplicate',
      '4,,rejected,blank',
    ]);
    assert.match(lines[5]!, /^5,bad\0,rejected,.*NUL/);
    assert.deepEqual(lines.slice(6), ['6,"a ""b"", c",made,', '7,"tail ",made,', '']);
  });

  it('has every line of a long list', async () => {
    const codes = codesOf(4321);
    const { run } = await bench(folder.path, await forgetfulService(folder.path), { codes });
    const lines = (await readFile(await writeResult(run.folder), 'utf8')).split('\r\n');
    assert.deepEqual(lines, ['row,code,result,reason', ...codes.map((code, index) => `${index + 1},${code},left,`), '']);
  });

  it('is known to its run for as long as it is there', async () => {
    const run = await finished(['a']);
    const target = await mkdtemp(join(folder.path, 'kept-'));
    assert.equal(await keptResult(run), undefined);
    const path = await keepResult(run, { folder: target, name: 'list-result' });
    assert.equal(path, join(target, 'list-result.csv'));
    assert.equal(await keptResult(run), path);
    assert.equal((await listRuns(join(run, '..'))).length, 1);
    await rm(path);
    assert.equal(await keptResult(run), undefined);
  });

  it('fault 20: guards what a spreadsheet would take for a formula, unless it is told not to', async () => {
    const codes = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '1=1'];
    const run = await finished(codes);
    const guarded = await readFile(await writeResult(run), 'utf8');
    assert.match(
      guarded,
      /^1,'=1\+1,made,\r\n2,'\+1,made,\r\n3,'-1,made,\r\n4,'@x,made,\r\n5,"'\tx",made,\r\n6,"'\rx",made,\r\n7,1=1,made,/m,
    );
    const plain = await readFile(await writeResult(run, { guardFormulas: false }), 'utf8');
    assert.match(plain, /^1,=1\+1,made,/m);
  });

  it('fault 75: holds no formula for a spreadsheet that splits it at a semicolon', async () => {
    const run = await finished(['x;=1+1', 'x;=1+1;y', 'a;b']);
    const text = await readFile(await writeResult(run), 'utf8');
    assert.deepEqual(formulasIn(text, ';'), []);
    assert.match(text, /^1,"x;'=1\+1",made,\r\n2,"x;'=1\+1;y",made,\r\n3,"a;b",made,/m);
  });

  it('is for nobody else to read, as codes are worth money', async function () {
    // Windows has no such modes.
    if (process.platform === 'win32') this.skip();
    const path = await writeResult(await finished(['a']));
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('fault 19: never writes over a file, and leaves no half of one', async () => {
    const run = await finished(['a']);
    const target = await mkdtemp(join(folder.path, 'results-'));
    await writeFile(join(target, 'passkeys-result.csv'), 'mine');
    const paths = await Promise.all(Array.from({ length: 4 }, () => writeResult(run, { folder: target })));
    assert.equal(new Set(paths).size, 4);
    assert.equal(await readFile(join(target, 'passkeys-result.csv'), 'utf8'), 'mine');
    const expected = [2, 3, 4, 5].map((number) => `passkeys-result (${number}).csv`);
    assert.deepEqual((await readdir(target)).sort(), [...expected, 'passkeys-result.csv'].sort());
    await assert.rejects(
      writeResult(run, { folder: join(target, 'nowhere') }),
      (error) => error instanceof RunError && error.kind === 'storage',
    );
  });

  it('fault 19: a name never leads out of its folder', async () => {
    const run = await finished(['a']);
    const target = await mkdtemp(join(folder.path, 'names-'));
    await mkdir(join(target, 'inner'));
    for (const name of [
      '../../evil',
      '/etc/evil',
      'C:\\evil',
      '..',
      '',
      'CON',
      'nul.txt',
      'a\0b',
      'x'.repeat(300),
      '.hidden',
      'é'.repeat(200),
      'end. ',
    ]) {
      const path = await writeResult(run, { folder: join(target, 'inner'), name });
      assert.equal(join(path, '..'), join(target, 'inner'), name);
    }
    assert.deepEqual(await readdir(target), ['inner']);
    const names = await readdir(join(target, 'inner'));
    assert.ok(names.every((name) => Buffer.byteLength(name) < 140 && !/^(?:con|nul)\b/i.test(name) && !name.startsWith('.')));
    assert.equal(safeName('Festival: codes/2026', 'x'), 'Festival_ codes_2026');
  });
});
