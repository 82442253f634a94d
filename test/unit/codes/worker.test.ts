import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { preflight, preflightInWorker, workbookInWorker } from '../../../src/codes/index.ts';
import { writeXlsx } from '../../../src/xlsx/index.ts';
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

  it('loads the reader of workbooks with the first workbook, not for a CSV', async () => {
    const log = fileOf('');
    const watching = `${newPath()}.mjs`;
    const source = `
      import { appendFileSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      const load = (url, context, next) => {
        if (url.includes('/src/xlsx/')) appendFileSync(${JSON.stringify(log)}, url + '\\n');
        return next(url, context);
      };
      registerHooks({ load });
      await import(${JSON.stringify(pathToFileURL(worker).href)});`;
    writeFileSync(watching, source);
    const csv = fileOf('code\nA1\n');
    assert.equal((await preflightInWorker(watching, csv)).codes, 1);
    assert.equal(readFileSync(log, 'utf8'), '');
    const book = newPath();
    await writeXlsx(book, ['code'], [['A1'], ['B2']], { sheetName: 'Codes' });
    const { result } = await workbookInWorker(watching, book, { target: newPath() });
    assert.equal(result.codes, 2);
    assert.match(readFileSync(log, 'utf8'), /src\/xlsx\/to-csv\.ts/);
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
