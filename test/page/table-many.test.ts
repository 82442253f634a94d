import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { slowReplies } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { accessibilityProblems, nextReply } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { openTable, revealedRow, save, tableEnvironment, tableIn, uploadCodes, type Table } from './table.support.ts';

/** Rows come in pages of 1,000. */
const many = 5000;
/** It comes last, and is the last one by its name. */
const lastOfAll = 'ZZ-LAST';
const firstPage = /^Rows: 1,000 of 5,\d{3}$/;

describe('a table of many codes', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });

  before(async () => {
    const codes = Array.from({ length: many }, (_, index) => `MANY-${String(index).padStart(5, '0')}`);
    await uploadCodes(editor.service, ['=1+1', ...codes, lastOfAll]);
  });
  afterEach(() => void (faults.length = 0));

  async function open(): Promise<{ page: Page; table: Table }> {
    const tab = await openTable(editor, { operation: 'listCodes', title: 'Codes of 1º lote', path: { itemId: '300002' } });
    const page = await tab.page();
    const table = tableIn(page);
    await table.count(firstPage);
    return { page, table };
  }

  it('opens from the list of codes, and shows one of them in the tree, below its item', async () => {
    editor.user.pick = (rows) => rows.find(({ description }) => description?.startsWith('300002'));
    editor.user.pressInTitle = (buttons) => buttons.find((button) => button === 'Open as Table');
    const page = await (await editor.open('listCodes')).page();
    await page.getByRole('heading', { name: 'Codes of 1º lote' }).waitFor();
    const table = tableIn(page);
    await table.count(firstPage);
    const [code] = await table.texts('code');
    await table.choose(0, 'Show in Tree');
    const { kind, label } = await revealedRow(editor);
    assert.deepEqual([kind, label], ['code', code]);
  });

  it('scrolls through all of them with few rows in the page', async () => {
    const { page, table } = await open();
    const height = await page.evaluate<number>(`document.querySelector('tbody tr:not(.space)').getBoundingClientRect().height`);
    assert.equal(height, 26);
    const last = page.getByText(lastOfAll);
    await until('the last row is in sight', async () => {
      await page.evaluate(`document.querySelector('.grid').scrollTop = 1e9`);
      return last.isVisible();
    });
    await table.count(/^Rows: 5,\d{3}$/);
    assert.ok((await table.rows.count()) <= 100, `${await table.rows.count()} rows are in the page`);
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it('loads the rest to search it, is read from its beginning when it is refreshed, and then sorts all of it', async () => {
    const { page, table } = await open();
    await table.filter.fill('MANY-0499');
    await table.count(/^Rows: 10 of 5,\d{3}$/);
    await table.filter.fill('');
    await table.count(/^Rows: 5,\d{3}$/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await table.count(firstPage);
    await table.filter.fill('MANY-0499');
    await table.count(/^Rows: 10 of 5,\d{3}$/);
    await table.header('code').click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    await table.header('code').click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    assert.equal((await table.texts('code'))[0], 'MANY-04999');
  });

  it('sorts rows that come later among those that are there', async () => {
    const { page, table } = await open();
    const slow = slowReplies('listCodes', 150);
    faults.push(slow);
    await table.header('code').click();
    await slow.begun(1);
    await table.header('code').click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    await page.getByText(/^Loading… [\d,]+ of/).waitFor();
    faults.length = 0;
    await table.count(/^Rows: 5,\d{3}$/);
    const codes = await table.texts('code');
    assert.equal(codes[0], lastOfAll);
    assert.deepEqual(codes, codes.toSorted().reverse());
  });

  it('stops loading when somebody says so, and loads the rest when it is asked to', async () => {
    const { page, table } = await open();
    const slow = slowReplies('listCodes', 300);
    faults.push(slow);
    await table.filter.fill('MANY-0499');
    await slow.begun(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await table.count(/^Rows: \d+ of 5,\d{3} · only the first [\d,]+ are loaded$/);
    faults.length = 0;
    await page.getByRole('button', { name: 'Load the Rest' }).click();
    await table.count(/^Rows: 10 of 5,\d{3}$/);
    await page.getByRole('button', { name: 'Load the Rest' }).waitFor({ state: 'hidden' });
  });

  it('says why the rest could not be loaded, and tries again when it is asked to', async () => {
    const { page, table } = await open();
    faults.push({ kind: '403', operation: 'listCodes' });
    await page.evaluate(`document.querySelector('.grid').scrollTop = 1e9`);
    const again = page.getByRole('alert').getByRole('button', { name: 'Try Again' });
    await again.waitFor();
    await table.count(firstPage);
    faults.length = 0;
    await again.click();
    // The line with the news goes away, and more rows are in sight than before.
    await table.count(/^Rows: [23],000 of 5,\d{3}$/);
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  it('writes nothing when its save is cancelled, and goes on', async () => {
    const { page, table } = await open();
    faults.push({ kind: 'latency', operation: 'listCodes', value: 60_000 });
    editor.user.saveTo = () => join(editor.fake.workspace, 'cancelled.csv');
    editor.user.cancel = (title) => title === 'Saving Codes of 1º lote';
    await page.getByText('Save As').click();
    const ended = await nextReply(page, `({ problem }) => problem === ''`);
    await page.getByRole('button', { name: 'CSV…' }).click();
    await ended.came;
    assert.deepEqual(editor.user.progress, ['Saving Codes of 1º lote']);
    faults.length = 0;
    await table.filter.fill('MANY-0499');
    await table.count(/^Rows: 10 of 5,\d{3}$/);
    assert.ok(!(await readdir(editor.fake.workspace)).includes('cancelled.csv'));
    assert.deepEqual(editor.user.shown, []);
  });

  it('fault 20: saves every page of them, in which a spreadsheet finds no formula', async () => {
    const { page } = await open();
    const csv = (await save(editor, page, 'CSV…', 'many codes.csv')).trimEnd().split('\r\n');
    assert.ok(csv.length > many, String(csv.length));
    assert.equal(csv.filter((line) => line.includes('MANY-')).length, many);
    assert.deepEqual(
      csv.filter((line) => line.includes('=1+1')).map((line) => line.split(',').find((cell) => cell.includes('='))),
      ["'=1+1"],
    );
  });
});
