import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preflight, workbookInWorker } from '../../../src/codes/index.ts';
import { sheetToCsv } from '../../../src/xlsx/index.ts';
import { newPath } from '../codes/files.ts';
import { bookOf, fileWith, row } from './workbooks.ts';

const worker = fileURLToPath(new URL('../../../src/codes/worker.ts', import.meta.url));
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const many = Array.from({ length: 400_000 }, (_, at) => row(text(`C${Math.imul(at, 48_271) >>> 0}`))).join('');

describe('a workbook in the thread that checks files', () => {
  it('is read and checked', async () => {
    const sheets = [
      { name: 'One', rows: row(text('code'), text('x;y')) + row(text('A1')) + row(text('A1')) },
      { name: 'Two', rows: row(text('code')) + row('<c s="1"><v>7</v></c>') },
    ];
    const path = fileWith(bookOf({ sheets, formats: ['0000'] }));
    const target = newPath();
    const { result, workbook } = await workbookInWorker(worker, path, { target });
    assert.deepEqual(result, await preflight(target, { delimiter: ',', encoding: 'utf-8' }));
    assert.deepEqual(workbook, await sheetToCsv(path, newPath()));
    assert.deepEqual([result.column, result.codes, result.counts.duplicate, result.counts.uneven], [0, 2, 1, undefined]);
    const second = await workbookInWorker(worker, path, { target, sheet: 'Two', zeros: 'stored' });
    assert.equal(readFileSync(target, 'utf8'), 'code\n7\n');
    assert.deepEqual([second.workbook.sheet, second.workbook.notes.paddedZeros.count], ['Two', 1]);
  });

  it('is refused as it is elsewhere, and so is its CSV', async () => {
    const target = newPath();
    const refused = workbookInWorker(worker, fileWith(bookOf({ rows: row(text('A1')) })), { target, sheet: 'Nope' });
    await assert.rejects(refused, { name: 'CodeFileError', data: { kind: 'workbook', reason: 'noSuchSheet', where: 'Nope' } });
    assert.ok(!existsSync(target));
    const checked = workbookInWorker(worker, fileWith(bookOf({ rows: row(text('A1')) })), { target, column: 5 });
    await assert.rejects(checked, { data: { kind: 'noSuchColumn', column: 5, columns: 1 } });
    assert.equal(readFileSync(target, 'utf8'), 'A1\n');
    await assert.rejects(workbookInWorker(worker, newPath(), { target }), { code: 'ENOENT' });
  });

  it('tells how far it is, over both steps', async () => {
    const told: number[] = [];
    const totals = new Set<number>();
    const onProgress = (bytes: number, total: number) => {
      told.push(bytes);
      totals.add(total);
    };
    await workbookInWorker(worker, fileWith(bookOf({ rows: many })), { target: newPath(), onProgress });
    assert.equal(totals.size, 1);
    assert.deepEqual(
      told,
      told.toSorted((one, other) => one - other),
    );
    assert.ok((told.at(-1) ?? Infinity) <= [...totals][0]!);
  });

  it('can be cancelled, and leaves nothing behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'box-office-codes-'));
    const path = fileWith(bookOf({ rows: many }));
    const controller = new AbortController();
    // While it writes, and not before.
    const onProgress = () => {
      if (readdirSync(folder).some((name) => name.endsWith('.tmp'))) controller.abort(new Error('enough'));
    };
    const target = join(folder, 'codes.csv');
    await assert.rejects(workbookInWorker(worker, path, { target, signal: controller.signal, onProgress }), {
      message: 'enough',
    });
    assert.deepEqual(readdirSync(folder), []);
    await assert.rejects(workbookInWorker(worker, path, { target, signal: AbortSignal.abort(new Error('before')) }), {
      message: 'before',
    });
  });
});
