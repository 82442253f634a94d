import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { preflight, preflightInWorker } from '../../../src/codes/index.ts';
import { fileOf, newPath } from './files.ts';

const worker = fileURLToPath(new URL('../../../src/codes/worker.ts', import.meta.url));
const many = Array.from({ length: 300_000 }, (_, index) => `C${index * 7919}\n`).join('');

describe('the check in a thread of its own', () => {
  it('finds what the check finds', async () => {
    const path = fileOf('code\nA1\n A1\na1\n"B\n2"\nA1\n\n');
    assert.deepEqual(await preflightInWorker(worker, path), await preflight(path));
    assert.deepEqual(
      await preflightInWorker(worker, path, { header: false, maxProblems: 1 }),
      await preflight(path, { header: false, maxProblems: 1 }),
    );
  });

  it('refuses what the check refuses', async () => {
    await assert.rejects(preflightInWorker(worker, fileOf('%PDF-1.7')), {
      name: 'CodeFileError',
      data: { kind: 'binary', format: 'pdf' },
    });
    await assert.rejects(preflightInWorker(worker, newPath()), { code: 'ENOENT' });
    await assert.rejects(preflightInWorker(`${worker}.none`, fileOf('A1')));
  });

  it('tells how far it is, in both ways', async () => {
    const path = fileOf(many);
    for (const way of [preflight, preflightInWorker.bind(undefined, worker)]) {
      const told: number[] = [];
      const onProgress = (bytes: number, total: number) => {
        assert.equal(total, many.length);
        told.push(bytes);
      };
      await way(path, { onProgress });
      assert.ok(told.length > 0);
      assert.deepEqual(
        told,
        told.toSorted((one, other) => one - other),
      );
      assert.ok((told.at(-1) ?? 0) <= many.length);
    }
  });

  it('can be cancelled, in both ways', async () => {
    const path = fileOf(many);
    for (const way of [preflight, preflightInWorker.bind(undefined, worker)]) {
      const controller = new AbortController();
      const checking = way(path, { signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) });
      await assert.rejects(checking, { message: 'enough' });
      await assert.rejects(way(path, { signal: AbortSignal.abort(new Error('before')) }), { message: 'before' });
    }
  });
});
