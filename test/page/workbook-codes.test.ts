import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { root } from '../../scripts/lib/paths.mjs';
import { until } from '../harness/until.ts';
import { assertAccessible, focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';

const label = 'Festival da Primavera';
const scheme = 'box-office-sheet';
const fixtures = join(root, 'test', 'fixtures', 'spreadsheets');
const expected = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as { file: string; codes: string[] }[];
const result = (page: Page, text: string) => page.locator('.result').filter({ hasText: text });
const cells = (page: Page) => page.locator('.sample td.code');

describe('a workbook of codes', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  afterEach(() => (faults.length = 0));
  const path = (name: string) => join(editor.fake.workspace, name);
  const event = () => editor.resource('event', '1001', { label, value: {} });
  const sheetAt = (name: string, sheet: string) =>
    Uri.from({ scheme, path: `${Uri.file(path(name)).path}/${sheet}.csv` }).toString();
  /** The private files. */
  const kept = () => globSync('storage/sheets/**/*', { cwd: editor.fake.home }).filter((name) => /\.(csv|tmp)$/.test(name));
  const keptOf = (name: string) => kept().filter((file) => file.endsWith(`/${name}`));
  let count = 0;

  /** A fixture under a name of its own. */
  async function book(fixture: string, ending = 'xlsx'): Promise<string> {
    const name = `book-${++count}.${ending}`;
    await copyFile(join(fixtures, fixture), path(name));
    return name;
  }
  const open = async (name: string) => editor.open('checkCodes', Uri.file(path(name)));

  async function codesAtService(mark: string): Promise<string[]> {
    const reply = (await editor.ask('GET', `/items/300002/codes?pageSize=1000&term=${mark}`)) as { data: { code: string }[] };
    return reply.data.map(({ code }) => code).filter((code) => code.startsWith(mark));
  }

  it('says which sheet was read and what it flagged, and reads zeros as they are shown or stored', async () => {
    const name = await book('zeros-por-formato.xlsx', 'XLSX');
    const tab = await open(name);
    const page = await tab.page();
    await result(page, '✓Ready: 4 codes').waitFor();
    await page.getByText('sheet Sheet · 5 rows · 2 columns · with a header').waitFor();
    await page.getByRole('row', { name: 'Zeros that are shown and not stored 3 A2, A3, A5' }).waitFor();
    assert.equal(await page.getByLabel('Encoding of the file').count(), 0, 'a workbook has none');
    await page.getByText('Rows', { exact: true }).click();
    assert.deepEqual(await cells(page).allInnerTexts(), ['00012345', '00987654', '12345678', '00000042']);
    const zeros = page.getByLabel('Zeros that are not stored');
    assert.deepEqual(await zeros.locator('option').allInnerTexts(), ['00012345 as shown', '12345 as stored']);
    await assertAccessible(editor, tab, { within: '.notes' });
    await zeros.focus();
    await zeros.selectOption('stored');
    await page.locator('.sample td.code').getByText('42', { exact: true }).waitFor();
    await focused(page, zeros);
    tab.close();
    const again = await (await open(name)).page();
    await result(again, 'Ready').waitFor();
    assert.equal(await again.getByLabel('Zeros that are not stored').inputValue(), 'stored', 'it is remembered');
  });

  it('fault 52: keeps one private CSV for a workbook, which goes with the extension and with what is refused or cancelled', async () => {
    const name = await book('ingressos-excel.xlsx');
    const csv = name.replace('xlsx', 'csv');
    const tab = await open(name);
    await result(await tab.page(), '6 codes').waitFor();
    await (await tab.page()).getByRole('button', { name: 'Check Again' }).click();
    await until('the CSV', () => keptOf(csv).length === 1);
    const [file = ''] = keptOf(csv);
    if (process.platform !== 'win32') assert.equal(statSync(join(editor.fake.home, file)).mode & 0o777, 0o600);
    // Half a workbook.
    await writeFile(path(name), (await readFile(path(name))).subarray(0, 2000));
    await (await tab.page()).getByText('is damaged and cannot be read').waitFor();
    await until('nothing is left', () => keptOf(csv).length === 0);
    const many = await book('codigos-na-segunda.xlsx');
    editor.user.pick = () => new Promise(() => undefined);
    const checking = editor.run('checkCodes', Uri.file(path(many)));
    await until('the question', () => editor.user.offered.length > 0);
    assert.equal(keptOf(many.replace('xlsx', 'csv')).length, 1);
    await (await editor.active.page()).getByRole('button', { name: 'Cancel' }).click();
    await checking;
    await until('nothing is left', () => keptOf(many.replace('xlsx', 'csv')).length === 0);
    await open(await book('espacos.xlsx'));
    assert.ok(kept().length > 0);
    tab.close();
    editor.active.close();
    await editor.reload();
    assert.deepEqual(kept(), []);
  });

  it('asks for another sheet where the first one does not tell, and lets somebody choose one on the page', async () => {
    const name = await book('codigos-na-segunda.xlsx');
    editor.user.pick = (rows, title) => {
      assert.match(title, new RegExp(`^Which column of ${name}, sheet .*, holds the codes\\?$`));
      return rows.find((row) => row.label === 'Códigos' && row.description === 'another sheet');
    };
    const page = await (await open(name)).page();
    await page.getByText(/sheet Códigos, of \d/).waitFor();
    const sheet = page.getByLabel('Sheet', { exact: true });
    assert.equal(await sheet.inputValue(), 'Códigos');
    const [first = ''] = await sheet.locator('option').allInnerTexts();
    assert.notEqual(first, 'Códigos');
    editor.user.pick = ([row]) => row;
    // A file is checked again whenever it is saved: a choice that is made meanwhile is not lost.
    await page.evaluate(`(() => {
      const sheet = [...document.querySelectorAll('select')].find(({ options }) => options[0].value === '${first}');
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Check Again').click();
      sheet.value = '${first}';
      sheet.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await page.getByText(`sheet ${first}, of`).waitFor();
    await page.evaluate("document.querySelector('.sample').id = 'before'");
    await page.getByRole('button', { name: 'Check Again' }).click();
    await page.locator('#before').waitFor({ state: 'detached' });
    await page.getByText(`sheet ${first}, of`).waitFor();
  });

  it('has its problems at the rows of its sheet, which can be looked at, and is fixed into a CSV beside it', async () => {
    const name = await book('espacos.xlsx');
    const before = await readFile(path(name));
    await writeFile(path(name.replace('xlsx', 'csv')), 'of somebody else');
    const page = await (await open(name)).page();
    await result(page, 'to fix in 7 codes').waitFor();
    const at = sheetAt(name, 'Plan1');
    const messages = () => (editor.fake.diagnostics.get(at) ?? []).map(({ message }) => message);
    assert.ok(messages().includes('ABC-001 is there already, on line 2.'), messages().join('\n'));
    assert.equal(editor.fake.diagnostics.has(Uri.file(path(name)).toString()), false, 'no editor shows a workbook as text');
    await page
      .getByRole('row', { name: /Duplicates/ })
      .getByRole('button', { name: 'Row 7' })
      .click();
    const opened = () => editor.fake.executed.find(([id, uri]) => id === 'vscode.open' && String(uri) === at);
    assert.match(JSON.stringify(await until('its row', opened)), /"line":6/);
    const shown = await editor.fake.fileSystems.get(scheme)!.readFile(Uri.parse(at));
    assert.match(Buffer.from(shown).toString(), /^Código\nABC-001\n/);
    await page.getByRole('button', { name: 'Fix All (New File)' }).click();
    const fixed = name.replace('.xlsx', '-2.csv');
    const panel = await until('its page', () => editor.panels.find(({ title }) => title.includes(fixed)));
    await result(await editor.tab(panel).page(), 'codes').waitFor();
    assert.match(await readFile(path(fixed), 'utf8'), /^Código\nABC-001\n"ABC-002"\n"ABC-003"\n/);
    assert.equal(await readFile(path(name.replace('xlsx', 'csv')), 'utf8'), 'of somebody else', 'nothing is written over');
    assert.deepEqual(await readFile(path(name)), before);
  });

  it('has a problem where the spreadsheet made a date of a code, says what to do, and never looks ready', async () => {
    const name = await book('codigos-viraram-datas.xlsx');
    const tab = await open(name);
    const page = await tab.page();
    await result(page, '⚠2 left to fix by hand: Codes that became dates (2)').waitFor();
    const row = page.getByRole('row', { name: /^Codes that became dates 2/ });
    await row.getByText(/^A3 is a date, \d{4}-\d\d-\d\d: the spreadsheet has made it of what was typed\.$/).waitFor();
    await row.getByText('In the spreadsheet').waitFor();
    await page.getByText(/^Format the column of the codes as text in the spreadsheet, type these codes again/).waitFor();
    assert.equal(await page.locator('.notes').count(), 0, 'what is a problem is no note as well');
    assert.equal(await page.locator('.sample tr.wrong').count(), 2);
    const found = editor.fake.diagnostics.get(sheetAt(name, 'Plan1')) ?? [];
    assert.deepEqual(
      found.map(({ code, range }) => [code, range.start.line]),
      [2, 4].map((line) => ['date', line]),
    );
    await page.locator('button.primary').getByText('Open in the Spreadsheet').click();
    const file = Uri.file(path(name)).toString();
    await until('the spreadsheet', () => editor.fake.executed.some(([id, uri]) => id === 'openExternal' && uri === file));
    editor.user.press = () => undefined;
    await editor.run('uploadCodes', Uri.file(path(name)), event());
    const question = await until('the question', () => editor.user.shown.find((text) => text.startsWith('Upload codes')));
    assert.match(question, /5 codes, 2 problems\n/);
    assert.match(question, /\| Upload Anyway \| Show Problems$/);
    await tab.show();
    await (await tab.page()).getByRole('button', { name: 'Save as CSV' }).click();
    const written = await until('the copy', () => editor.user.shown.find((text) => text.includes('was written')));
    assert.match(written, /Problems that are still there: 2\./);
    // The copy has codes like any others: only who made it knows that two of them were dates.
    const panel = await until('its page', () => editor.panels.find(({ title }) => title.includes(name.replace('xlsx', 'csv'))));
    const copy = await editor.tab(panel).page();
    await result(copy, `⚠Codes that were damaged in ${name} already: 2.`).waitFor();
    assert.deepEqual(await copy.locator('.actions .primary').allInnerTexts(), []);
  });

  it('is uploaded as the CSV that is shown first, and the question says so', async () => {
    const name = await book('ingressos-excel.xlsx');
    let shownFirst = false;
    editor.user.press = (_message, buttons) => {
      shownFirst ||= editor.fake.executed.some(([id, uri]) => id === 'vscode.open' && String(uri) === sheetAt(name, 'Ingressos'));
      return buttons.find((button) => button === 'Upload');
    };
    await editor.run('uploadCodes', Uri.file(path(name)), event());
    const question = await until('the question', () => editor.user.shown.find((text) => text.startsWith('Upload codes')));
    assert.match(question, new RegExp(`${name}, sheet Ingressos(, of \\d)?, as CSV \\(\\d+ B\\): 6 codes, 0 problems\\n`));
    assert.match(question, /6 new codes will be added, none is there already\.\nAll 2 columns are sent/);
    assert.match(question, new RegExp(`${name.replace('xlsx', 'csv')} is sent, which is shown behind this question\\.`));
    assert.equal(shownFirst, true);
    const became = await until('what became of it', () => editor.user.shown.find((text) => text.includes('codes uploaded')));
    assert.match(became, /^6 of 6 codes uploaded to .* The new ones belong to Pista – .* › 1º lote \(6\)\. \| Show in Tree/);
    const sent = Buffer.from(
      await editor.fake.fileSystems.get(scheme)!.readFile(Uri.parse(sheetAt(name, 'Ingressos'))),
    ).toString();
    const { codes } = expected.find(({ file }) => file === 'ingressos-excel.xlsx')!;
    assert.deepEqual(
      sent
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').find((cell) => codes.includes(cell))),
      codes,
    );
    assert.deepEqual((await codesAtService('0')).filter((code) => codes.includes(code)).sort(), codes.toSorted());
    const page = await (await open(name)).page();
    const last = page.locator('.target dt').filter({ hasText: 'Last upload' }).locator('+ dd');
    await last.filter({ hasText: `6 of 6 codes uploaded to ${label} (stg).` }).waitFor();
    await last.getByRole('button', { name: 'Copy Added Codes' }).click();
    await until('they are copied', () => editor.fake.clipboard.split('\n').sort().join() === codes.toSorted().join());
  });

  it('fault 69: is not sent when the workbook is another one by then', async () => {
    const name = await book('one-column-of-numbers.xlsx');
    editor.user.press = async (_message, buttons) => {
      await appendFile(path(name), 'x');
      return buttons.find((button) => button === 'Upload');
    };
    await editor.run('uploadCodes', Uri.file(path(name)), event());
    const said = await until('it says so', () => editor.user.shown.find((text) => text.includes('not what was checked')));
    assert.equal(said, `${name} is not what was checked any more. Nothing was sent; check it again. | Check Codes`);
    assert.deepEqual(await codesAtService('7001'), []);
  });

  it('fault 69: is not held against the CSV that another workbook has become by the time of a look', async () => {
    const name = await book('google-numbers.xlsx');
    editor.user.press = async (_message, buttons) => {
      if (!buttons.includes('Look Again')) {
        faults.push({ kind: '403', operation: 'listCodes', times: 200 });
        return buttons.find((button) => button.startsWith('Upload'));
      }
      faults.length = 0;
      await copyFile(join(fixtures, 'espacos.xlsx'), path(name));
      await editor.run('checkCodes', Uri.file(path(name)));
      return 'Look Again';
    };
    await editor.run('uploadCodes', Uri.file(path(name)), event());
    const said = await until('it says so', () => editor.user.shown.find((text) => text.includes('what was sent any more')));
    assert.match(said, new RegExp(`What was added is not known\\. ${name} is not what was sent any more: .* \\| Check Codes$`));
  });

  it('is fixed and uploaded with four actions, what is left in it too: the entry of the menu, Fix, Upload, and the answer', async () => {
    editor.user.press = (_message, buttons) => buttons.find((button) => /^Upload/.test(button));
    await writeFile(path('earlier.csv'), 'EARLIER1\n');
    await editor.run('uploadCodes', Uri.file(path('earlier.csv')), event());
    const name = await book('espacos.xlsx');
    editor.user.shown.length = 0;
    let actions = 0;
    editor.user.pick = () => assert.fail('nothing more is asked');
    editor.user.press = (message, buttons) => {
      if (!message.startsWith('Upload codes')) return undefined;
      actions++;
      return buttons.find((button) => /^Upload/.test(button));
    };
    const click = async (page: Page, name: string) => {
      actions++;
      await page.getByRole('button', { name, exact: true }).click();
    };
    actions++;
    const page = await (await open(name)).page();
    const fixed = await editor.openBy(() => click(page, 'Fix All (New File)'));
    // A space inside a code is nothing that a copy may take away.
    await result(await fixed.page(), '1 left to fix by hand: Spaces in codes (1)').waitFor();
    await click(await fixed.page(), 'Upload As It Is…');
    await until('it was uploaded', () => editor.user.shown.find((text) => /codes uploaded to/.test(text)));
    assert.equal(actions, 4);
    assert.ok((await codesAtService('ABC')).includes('ABC-006'));
  });

  it('is no source of passkeys, which says what to do', async () => {
    const name = await book('espacos.xlsx');
    await editor.run('createPasskeys', Uri.file(path(name)), event());
    const said = await until('it says so', () => editor.user.shown.find((text) => text.includes('workbook')));
    assert.match(said, /is a workbook, of which no passkeys are made\. Save it as CSV there, or .*Save as CSV\. \| Check Codes$/);
  });
});
