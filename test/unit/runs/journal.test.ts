import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { Client } from '../../../src/client/index.ts';
import { listRuns, resumeRun, RunError, runPlan } from '../../../src/runs/index.ts';
import { Journal, readJournal } from '../../../src/runs/journal.ts';
import { formatRows, parseRows } from '../../../src/runs/rows.ts';
import type { JournalRecord } from '../../../src/runs/records.ts';
import { stopServices } from '../service/support.ts';
import { withPowerCut } from './power-cut.ts';
import { assertSum, bench, codesOf, countsOf, forgetfulService, once, useFolder } from './support.ts';

const intent = (attempt: number): JournalRecord => ({ type: 'intent', attempt, rows: '0-4' });

describe('the journal of a run', () => {
  const folder = useFolder();
  afterEach(stopServices);

  async function written(count: number): Promise<{ path: string; home: string }> {
    const home = await mkdtemp(join(folder.path, 'journal-'));
    const { journal } = await Journal.open(home);
    for (let attempt = 0; attempt < count; attempt++) await journal.append(intent(attempt));
    await journal.close();
    return { home, path: join(home, 'journal') };
  }

  it('has what nobody waited for when it is closed', async () => {
    const { home } = await written(1);
    const { journal } = await Journal.open(home);
    void journal.append(intent(1));
    await journal.close();
    assert.equal((await readJournal(home)).length, 2);
  });

  it('keeps records in their order, also those that come together', async () => {
    const { home } = await written(2);
    const { journal, records } = await Journal.open(home);
    assert.equal(records.length, 2);
    await Promise.all(Array.from({ length: 50 }, (_, index) => journal.append(intent(index + 2))));
    await journal.close();
    const attempts = (await readJournal(home)).map((record) => (record as { attempt: number }).attempt);
    assert.deepEqual(
      attempts,
      Array.from({ length: 52 }, (_, index) => index),
    );
  });

  it('resolves an append only when the record can be read from the disk', async () => {
    const { home } = await written(0);
    const { journal } = await Journal.open(home);
    for (let attempt = 0; attempt < 5; attempt++) {
      await journal.append(intent(attempt));
      assert.equal((await readJournal(home)).length, attempt + 1);
    }
    await journal.close();
  });

  it('fault 46: a tail that was torn at any byte is ignored, and written over', async () => {
    const { path, home } = await written(3);
    const whole = await readFile(path);
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let end = lastLine; end < whole.length; end++) {
      await writeFile(path, whole.subarray(0, end));
      assert.equal((await readJournal(home)).length, 2, `torn at byte ${end}`);
      const { journal } = await Journal.open(home);
      await journal.append(intent(9));
      await journal.close();
      assert.deepEqual(
        (await readJournal(home)).map((record) => (record as { attempt: number }).attempt),
        [0, 1, 9],
      );
    }
  });

  it('fault 46: a middle that is damaged at any byte stops the run', async () => {
    const { path, home } = await written(3);
    const whole = await readFile(path);
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let place = 0; place < lastLine; place += 3) {
      const damaged = Buffer.from(whole);
      damaged[place]! ^= 1;
      await writeFile(path, damaged);
      await assert.rejects(readJournal(home), (error) => error instanceof RunError && error.kind === 'corrupt', `byte ${place}`);
    }
    const lines = whole.toString().split('\n');
    await writeFile(path, [lines[0], lines[2], ''].join('\n'));
    await assert.rejects(readJournal(home), /middle/);
  });

  it('fault 46: a run whose journal is damaged is listed as such and sends nothing', async () => {
    const { run, options, tally } = await bench(
      folder.path,
      await forgetfulService(folder.path, [{ kind: '401', operation: 'createPasskeys', times: 4 }]),
      {
        codes: codesOf(30),
      },
    );
    await runPlan(run, options);
    const path = join(run.folder, 'journal');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('intent', 'intend'));
    const before = await tally();
    await assert.rejects(resumeRun(run.folder, options), (error) => error instanceof RunError && error.kind === 'corrupt');
    assert.deepEqual(await tally(), before);
    assert.deepEqual(
      (await listRuns(join(run.folder, '..'))).map(({ state }) => state),
      ['damaged'],
    );
  });

  /** As a full disk does: after some writes, half of one, and then no more. */
  async function fillDisk(writes: number, work: () => Promise<void>): Promise<void> {
    const usual = fs.writeSync;
    let left = writes;
    fs.writeSync = ((file: number, bytes: Buffer, offset: number) => {
      if (left-- > 0) return usual(file, bytes, offset);
      usual(file, bytes, offset, bytes.length >> 1);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    }) as typeof fs.writeSync;
    syncBuiltinESMExports();
    try {
      await work();
    } finally {
      fs.writeSync = usual;
      syncBuiltinESMExports();
    }
  }

  const isFull = (error: unknown) => error instanceof RunError && error.kind === 'journal' && error.systemCode === 'ENOSPC';

  it('fault 46: on a full disk no run begins, and nothing is sent', async () => {
    const { run, options, tally } = await bench(folder.path, await forgetfulService(folder.path), { codes: codesOf(10) });
    await fillDisk(0, () => assert.rejects(runPlan(run, options), isFull));
    assert.deepEqual(Object.values(await tally()), Array(10).fill(0));
  });

  it('fault 46: without a journal that can be opened no run begins', async () => {
    const { run, options, tally } = await bench(folder.path, await forgetfulService(folder.path), { codes: codesOf(10) });
    await mkdir(join(run.folder, 'journal'));
    await assert.rejects(runPlan(run, options), (error) => error instanceof RunError && error.kind === 'journal');
    assert.deepEqual(Object.values(await tally()), Array(10).fill(0));
  });

  it('fault 46: a disk that fills up under way stops the run after what is under way, and a resume loses nothing', async () => {
    for (const writes of [1, 2, 4, 7]) {
      const service = await forgetfulService(folder.path);
      const { run, options, tally } = await bench(folder.path, service, { codes: codesOf(200) });
      await fillDisk(writes, () => assert.rejects(runPlan(run, options), isFull));
      const [summary] = await listRuns(join(run.folder, '..'));
      assert.ok(summary?.state === 'interrupted' || (summary?.state === 'planned' && writes === 1), summary?.state);
      const made = Object.values(await tally()).reduce((sum, count) => sum + count, 0);
      assert.ok(made < 200 && summary.counts!.made <= made);
      assertSum(summary.counts!);
      const resumed = await resumeRun(run.folder, options);
      assert.deepEqual([resumed.state, resumed.counts], ['finished', countsOf(200, { made: 200 })]);
      assert.deepEqual(await tally(), once(codesOf(200)));
    }
  });

  it('fault 46: a power cut after a plan was made leaves the whole of it', async () => {
    const service = await forgetfulService(folder.path);
    await withPowerCut(async (disk) => {
      const { run } = await bench(folder.path, service, { codes: codesOf(10) });
      assert.notEqual(disk.left(run.folder), undefined, 'the folder of the run');
      for (const name of ['plan.json', 'codes'])
        assert.equal(disk.left(join(run.folder, name)), await readFile(join(run.folder, name), 'utf8'), name);
    });
  });

  it('fault 46: a power cut while requests are under way leaves the intent of each', async () => {
    const { run, options, tally } = await bench(folder.path, await forgetfulService(folder.path), { codes: codesOf(60) });
    let sent = 0;
    await withPowerCut(async (disk) => {
      const call: Client['call'] = (operation, input, callOptions) => {
        if (operation !== 'createPasskeys') return options.client.call(operation, input, callOptions);
        const { codes } = (input as { body: { codes: string[] } }).body;
        const rows = formatRows(codes.map((code) => Number(code.slice(1))));
        const left = disk.left(join(run.folder, 'journal'));
        assert.ok(left?.includes(`"rows":"${rows}"`), `${rows} is not in ${left}`);
        sent++;
        return options.client.call(operation, input, callOptions);
      };
      assert.equal((await runPlan(run, { ...options, client: { call } })).state, 'finished');
      assert.equal(disk.left(join(run.folder, 'journal')), await readFile(join(run.folder, 'journal'), 'utf8'));
    });
    assert.equal(sent, 12);
    assert.deepEqual(await tally(), once(codesOf(60)));
  });

  it('a journal that failed takes no further record', async () => {
    const { home } = await written(1);
    const { journal } = await Journal.open(home);
    await journal.close();
    await assert.rejects(journal.append(intent(1)), (error) => error instanceof RunError && error.kind === 'journal');
    await assert.rejects(journal.append(intent(2)), (error) => error instanceof RunError && error.kind === 'journal');
    assert.equal((await readJournal(home)).length, 1);
  });

  it('writes rows as short text', () => {
    for (const rows of [[], [0], [0, 1, 2], [0, 2, 3, 9], [5, 7, 9]]) assert.deepEqual(parseRows(formatRows(rows)), rows);
    assert.equal(formatRows(Array.from({ length: 500 }, (_, index) => index)), '0-499');
  });
});
