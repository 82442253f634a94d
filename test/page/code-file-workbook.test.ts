import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { FileChangeType, Uri } from './editor/vscode-types.ts';

const facts = (page: Page) => page.locator('header .hint');
const codes = (page: Page) => page.locator('tbody tr[aria-rowindex] td.code');
const hasSheet = (page: Page, name: string) => until(`sheet ${name}`, async () => (await facts(page).innerText()).includes(name));

describe('a workbook in the editor of codes', () => {
  const editor = useEditor();
  const path = (name: string) => join(editor.fake.workspace, name);
  const fixture = (name: string) => join(root, 'test', 'fixtures', 'spreadsheets', name);
  const kept = (name: string) => globSync(`storage/**/${name}`, { cwd: editor.fake.home });
  let count = 0;

  async function openBook(name: string, ending = 'xlsx'): Promise<{ name: string; tab: Tab; page: Page }> {
    const own = `rows-${++count}.${ending}`;
    await copyFile(fixture(name), path(own));
    return { name: own, ...(await openRows(own)) };
  }

  async function openRows(name: string): Promise<{ tab: Tab; page: Page }> {
    const tab = await editor.open('openCodeFile', Uri.file(path(name)));
    return { tab, page: await tab.page() };
  }

  it('shows the CSV of the check and makes no other, and has rows, as its check page has, and no lines', async () => {
    const { name, page } = await openBook('espacos.xlsx', 'XLSX');
    await page.getByText(/^Problems: [1-9]/).waitFor();
    assert.match(await facts(page).innerText(), /^sheet /);
    const csv = name.replace('XLSX', 'csv');
    assert.equal(kept(csv).length, 1);
    await page.getByRole('grid').focus();
    await page.keyboard.press('F8');
    await page
      .locator('.detail')
      .filter({ hasText: /^Row \d+: / })
      .waitFor();
    await page.getByLabel('Go to row').fill('9,999');
    await page.getByLabel('Go to row').press('Enter');
    await page.getByText('There is no row 9,999.').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /\blines?\b/i);
    assert.equal(await page.getByRole('button', { name: 'Open in Text Editor' }).count(), 0, 'it is no text');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Copied the code of row \d+\.$/).waitFor();
    const check = await editor.open('checkCodes', Uri.file(path(name)));
    assert.equal(kept(csv).length, 1);
    const found = (await check.page()).locator('main');
    await found
      .getByRole('button', { name: /^Row \d/ })
      .first()
      .waitFor();
    assert.doesNotMatch(await found.innerText(), /\bon line \d|\bLine \d/);
  });

  // This editor leaves the product soon: what is not its main way is proved only where everything runs.
  if (everything) {
    it('recovers by itself when its CSV or the workbook is gone for a while', async () => {
      const { name, page } = await openBook('dois-mil.xlsx');
      await codes(page).nth(3).waitFor();
      await rm(join(editor.fake.home, kept(name.replace('xlsx', 'csv'))[0]!));
      const line = page.getByLabel('Go to row');
      await line.fill('1500');
      await line.press('Enter');
      await until('a new CSV', () => kept(name.replace('xlsx', 'csv')).length === 1);
      await until('its rows', async () => (await codes(page).first().innerText()) !== '');
      await rm(path(name));
      const retry = page.getByRole('button', { name: 'Try Again' });
      await retry.waitFor();
      assert.equal(await codes(page).first().isVisible(), false);
      await copyFile(fixture('ingressos-excel.xlsx'), path(name));
      await until('the workbook that is there now', async () => {
        if (await retry.isVisible()) await retry.click({ timeout: 500 }).catch(() => undefined);
        return (await facts(page).innerText()).includes('Ingressos');
      });
      await codes(page).nth(1).waitFor();
    });

    it('follows the sheet that is chosen on the check page', async () => {
      editor.user.pick = ([row]) => row;
      const { name, tab } = await openBook('codigos-na-segunda.xlsx');
      const check = await editor.open('checkCodes', Uri.file(path(name)));
      let choices = await check.page();
      const sheet = () => choices.getByLabel('Sheet', { exact: true });
      const [first = '', second = ''] = await sheet().locator('option').allInnerTexts();
      let page = await tab.show();
      await hasSheet(page, first);
      choices = await check.show();
      await sheet().selectOption(second);
      await choices.getByText(`sheet ${second}, of`).waitFor();
      page = await tab.show();
      await hasSheet(page, second);
      const csv = await readFile(join(editor.fake.home, kept(name.replace('xlsx', 'csv'))[0]!), 'utf8');
      await until('its rows', async () => csv.includes((await codes(page).nth(1).innerText()).trim()));
      tab.close();
      const { page: again } = await openRows(name);
      await hasSheet(again, second);
    });

    it('follows the zeros and the column that are chosen on the check page', async () => {
      const { name, tab } = await openBook('zeros-por-formato.xlsx');
      const column = async (page: Page) => page.locator('thead th.code').innerText();
      const before = await column(await tab.page());
      await until('as shown', async () => (await codes(await tab.page()).allInnerTexts()).includes('00000042'));
      const check = await editor.open('checkCodes', Uri.file(path(name)));
      let choices = await check.page();
      await choices.getByLabel('Zeros that are not stored').selectOption('stored');
      await choices.locator('.sample td.code').getByText('42', { exact: true }).waitFor({ state: 'attached' });
      await until('as stored', async () => (await codes(await tab.show()).allInnerTexts()).includes('42'));
      choices = await check.show();
      await choices.getByLabel('The codes are in').selectOption('1');
      await until('the other column', async () => (await column(await tab.show())) !== before);
    });

    it('shows the rows of another sheet only with its name, while the editor is in front', async () => {
      editor.user.pick = ([row]) => row;
      const { name, page } = await openBook('codigos-na-segunda.xlsx');
      await page.locator('tbody tr[aria-rowindex]').nth(1).waitFor();
      const before = await facts(page).innerText();
      const rowsBefore = await page.locator('tbody').innerText();
      const memory = editor.fake.state.global.get('codes.files') as readonly { path: string }[] | undefined;
      const others = (memory ?? []).filter((file) => file.path !== path(name));
      editor.fake.state.global.set('codes.files', [...others, { path: path(name), events: [], sheet: 'Códigos' }]);
      const gone: string[] = [];
      editor.fake.fileSystems.get('box-office-sheet')!.onDidChangeFile((changes) => {
        for (const { type, uri } of changes) if (type === FileChangeType.Deleted) gone.push(uri.path);
      });
      // As a save by any program does.
      await writeFile(path(name), await readFile(fixture('codigos-na-segunda.xlsx')));
      await page.getByText('Sheet Códigos is shown now.').waitFor();
      assert.match(await facts(page).innerText(), /^sheet Códigos, of \d$/);
      assert.notEqual(await facts(page).innerText(), before);
      assert.deepEqual(gone, [`${Uri.file(path(name)).path}/Resumo.csv`], 'the document of the other sheet');
      await until('other rows', async () => (await page.locator('tbody').innerText()) !== rowsBefore);
    });

    it('stays as it is when the same rows are checked once more', async () => {
      const { name, page } = await openBook('ingressos-excel.xlsx');
      await codes(page).nth(3).waitFor();
      await page.getByText(/^Problems: \d/).waitFor();
      await codes(page).nth(3).click();
      const text = await page.locator('.detail').innerText();
      const csv = join(editor.fake.home, kept(name.replace('xlsx', 'csv'))[0]!);
      const { ino } = await stat(csv);
      await writeFile(path(name), await readFile(fixture('ingressos-excel.xlsx')));
      await until('another CSV', async () => (await stat(csv).catch(() => ({ ino }))).ino !== ino);
      await page.getByText(/^Problems: \d/).waitFor();
      assert.equal(await page.locator('.detail').innerText(), text);
      assert.equal(await page.getByText('has changed').count(), 0);
      await page.getByLabel('Go to row').fill('2');
      await until('its rows can be read', async () => {
        await page.getByLabel('Go to row').press('Enter');
        return /^Row 2\b/.test(await page.locator('.detail').innerText());
      });
    });

    it('is opened where a document of its sheet is to be opened as codes', async () => {
      const { name, tab } = await openBook('ingressos-excel.xlsx');
      tab.close();
      const sheet = Uri.from({ scheme: 'box-office-sheet', path: `${Uri.file(path(name)).path}/Ingressos.csv` });
      await editor.fake.run('vscode.openWith', sheet, 'boxOffice.codes');
      const page = await editor.active.page();
      await page.getByRole('heading', { name }).waitFor();
      await hasSheet(page, 'Ingressos');
    });
  }
});
