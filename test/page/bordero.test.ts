import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Bordero } from '../../src/service/reports.ts';
import { sheetToCsv } from '../../src/xlsx/index.ts';
import { useFakeService } from '../harness/fake-service.ts';
import { until } from '../harness/until.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { fromService, reportEnvironment, reportIn, saveAs } from './report.support.ts';

const money = (cents: number) => new Intl.NumberFormat('en', { style: 'currency', currency: 'BRL' }).format(cents / 100);

describe('the page of a bordero', () => {
  const editor = useEditor({ environment: reportEnvironment });
  const bordero = () => fromService<Bordero>(editor, '/event/1001/bordero');

  async function open(): Promise<{ tab: Tab; page: Page; report: ReturnType<typeof reportIn> }> {
    const tab = await editor.open('showBordero', editor.resource('event', '1001'));
    const page = await tab.page();
    await page.getByRole('heading', { name: 'Bordero', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Festival da Primavera' }).waitFor();
    return { tab, page, report: reportIn(page) };
  }

  it('has sums that add up, as money, and under the lines of each session their sums', async () => {
    const { page, report } = await open();
    const { totals, by_session, by_item } = await bordero();
    const names = ['Gross', 'Fees paid by customers', 'Net'];
    const shown = await Promise.all(names.map((name) => report.figure(name).textContent()));
    assert.deepEqual(shown, [totals.gross, totals.fee_sale, totals.net].map(money));
    assert.equal(await report.figure('Cancelled').textContent(), String(totals.cancelled));
    for (const [title, rows] of [
      ['Sales per ticket', by_item],
      ['Sales per session', by_session],
    ] as const) {
      await report.section(title).getByText('Table').click();
      // Tickets stand in the order of the items.
      const shown = await report.section(title).locator('tbody tr td:nth-child(3)').allTextContents();
      assert.deepEqual(shown.slice(0, -1).toSorted(), rows.map(({ gross }) => money(gross)).toSorted());
      assert.equal(shown.at(-1), money(totals.gross));
      assert.equal(
        rows.reduce((sum, { gross }) => sum + gross, 0),
        totals.gross,
      );
    }
    assert.equal(await page.getByText('do not add up').count(), 0);
    const lines = report.section('All lines');
    assert.equal(await lines.locator('th.group').count(), by_session.length, 'each session stands above its lines, once');
    assert.equal(await lines.getByRole('columnheader', { name: 'Session' }).count(), 0);
    const sums = lines.locator('tr:has(.sum)');
    const texts = await sums.allInnerTexts();
    assert.equal(texts.filter((text) => text.startsWith('Subtotal')).length, by_session.length);
    for (const { gross } of by_session)
      assert.ok(texts.some((text) => text.startsWith('Subtotal') && text.includes(money(gross))));
    assert.match(texts.at(-1) ?? '', /^Total/);
    assert.ok(texts.at(-1)?.includes(money(totals.gross)));
  });

  it('is printed from a page for the browser without markup of others, and saved as a sheet with its numbers as numbers', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Print…' }).click();
    const opened = () => editor.fake.executed.find(([id]) => id === 'openExternal')?.[1] as string | undefined;
    const html = await readFile(fileURLToPath(await until('it is opened', opened)), 'utf8');
    assert.match(html, /default-src 'none'/);
    assert.match(html, /<h1>Bordero<\/h1>/);
    assert.match(html, /<tr class="sum"><th>Total<\/th>/);
    assert.doesNotMatch(html, /<script/i);
    const { offered } = await saveAs(editor, page, 'Save As › Excel…', 'bordero.xlsx');
    assert.equal(offered, 'Bordero Festival da Primavera.xlsx');
    const csv = join(editor.fake.workspace, 'bordero-of-sheet.csv');
    await sheetToCsv(join(editor.fake.workspace, 'bordero.xlsx'), csv);
    assert.match(await readFile(csv, 'utf8'), new RegExp(`Gross \\(BRL\\),${((await bordero()).totals.gross / 100).toString()}`));
  });

  it('shows one session, also after a reload, and compares two', async () => {
    const { tab, report: first } = await open();
    const [friday, saturday] = (await bordero()).by_session;
    assert.ok(friday && saturday);
    await first.control('Session').selectOption(String(friday.session_id));
    await first.hasFigure('Gross', money(friday.gross));
    await editor.reload();
    const page = await tab.page();
    const report = reportIn(page);
    await report.hasFigure('Gross', money(friday.gross));
    assert.equal(await report.control('Session').inputValue(), String(friday.session_id));
    await report.control('Compare with').selectOption(String(saturday.session_id));
    const row = page.locator('.comparison tr').filter({ hasText: 'Gross' });
    await row.waitFor();
    assert.deepEqual(await row.getByRole('cell').allTextContents(), [
      money(friday.gross),
      money(saturday.gross),
      `${friday.gross < saturday.gross ? '−' : '+'}${money(Math.abs(friday.gross - saturday.gross))}`,
    ]);
    await assertAccessible(editor, tab);
    const sessions = [await report.chosen('Session'), await report.chosen('Compare with')];
    const { offered, content } = await saveAs(editor, page, 'Save As › CSV…', 'bordero.csv');
    assert.equal(offered, `Bordero Festival da Primavera ${sessions.join(' ').replaceAll(':', '_')}.csv`);
    const line = `\r\nGross (BRL),${(friday.gross / 100).toFixed(2)},${(saturday.gross / 100).toFixed(2)}\r\n`;
    assert.ok(content.toString().includes(line), content.toString());
  });
});

describe('the page of a report whose shape nobody knows', () => {
  const doors = [
    { door: 'North', people: 12 },
    { door: '<b>South</b>', people: 30 },
  ];
  const totals = { quantity: 2, gross: 1_234_567, fees: 4_567, net: 1_230_000 };
  const replyTo = (path: string) => {
    if (path.includes('bordero')) return { totals };
    return path.startsWith('/event/7/') ? { doors, weather: { sky: 'clear' } } : { id: 7, title: 'Odd' };
  };
  const settings = useFakeService((path) => ({ body: { data: replyTo(path) } }), 'doors', {
    currency: 'USD',
    dialect: { amounts: { reports: 'cents' } },
  });
  const editor = useEditor({ settings, environment: { name: 'doors' } });

  it('shows what there is as tables', async () => {
    const tab = await editor.open('showEntryReport', editor.resource('event', '7'));
    const page = await tab.page();
    await page.getByRole('heading', { name: 'Entry report', exact: true }).waitFor();
    await page.getByRole('row', { name: /North.*12/ }).waitFor();
    await page.getByRole('row', { name: /<b>South<\/b>.*30/ }).waitFor();
    await page.getByText('clear').first().waitFor();
    await assertAccessible(editor, tab);
    assert.equal(await page.locator('main b').count(), 0);
  });

  it('shows cents as money in the currency of the environment', async () => {
    const report = reportIn(await (await editor.open('showBordero', editor.resource('event', '7'))).page());
    await report
      .figure('Gross')
      .filter({ hasText: /^\$12,345\.67$/ })
      .waitFor();
    await report
      .figure('Net')
      .filter({ hasText: /^\$12,300\.00$/ })
      .waitFor();
  });
});
