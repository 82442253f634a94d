import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preflightInWorker } from '../../../src/codes/index.ts';
import { LocalService } from '../../../src/editor/service/local-service.ts';
import { failureOf } from '../client/support.ts';

const forAPerson = /^A part of Box Office could not be loaded; .*Reload the window\.$/;
const never = () => {
  throw new Error('nobody should have called this');
};

describe('fault 77: a program of the extension that is missing', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-missing-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is said of the thread that checks codes, which the next check finds again', async () => {
    const [worker, codes] = [join(folder, 'codes-worker.cjs'), join(folder, 'codes.csv')];
    await writeFile(codes, 'A1\n');
    assert.match((await failureOf(preflightInWorker(worker, codes))).message, forAPerson);
    await writeFile(worker, `require('node:worker_threads').parentPort.postMessage({ kind: 'done', result: { codes: 1 } });`);
    assert.equal((await preflightInWorker(worker, codes)).codes, 1);
  });

  it('is said of the local service', async () => {
    const quiet = { onMail: never, onCrash: never, log: () => undefined };
    const program = join(folder, 'nothing.cjs');
    const error = await failureOf(LocalService.start({ program, folder, lastPort: undefined, ...quiet }));
    assert.match(error.message, forAPerson);
  });
});
