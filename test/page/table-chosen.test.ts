import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sheetToCsv } from '../../src/xlsx/index.ts';
import { until } from '../harness/until.ts';
import { assertAccessible, focused, shortenTimers } from './editor/looks.ts';
import { useEditor, type PageEditor, type Tab } from './editor/use-editor.ts';
import { button, eventId, makePasskey, passkeysOf } from './passkey.support.ts';
import { openedDocument, openTable, save, tableEnvironment, tableIn, type Table } from './table.support.ts';

interface Opened {
  readonly tab: Tab;
  readonly page: Page;
  readonly table: Table;
}

async function open(editor: PageEditor, operation: 'listItems' | 'listPasskeys' | 'listCodes'): Promise<Opened> {
  const input = operation === 'listCodes' ? { path: { itemId: '300002' } } : { query: { eventId } };
  const tab = await openTable(editor, { operation, title: 'Some rows', ...input });
  const page = await tab.page();
  const table = tableIn(page);
  await table.rows.first().waitFor();
  return { tab, page, table };
}

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' });

describe('rows that are chosen in a table', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  it('are picked with Ctrl and click, all between two with Shift, and with the keyboard, until they stand elsewhere', async () => {
    const { page, table, tab } = await open(editor, 'listItems');
    assert.equal(await bar(page).isVisible(), false, 'nothing is chosen yet');
    await cell(page, '300002').click();
    await bar(page).getByText('1 row selected').waitFor();
    await cell(page, '300005').click({ modifiers: ['Control'] });
    await bar(page).getByText('2 rows selected').waitFor();
    await cell(page, '300007').click({ modifiers: ['Shift'] });
    await bar(page).getByText('4 rows selected').waitFor();
    await cell(page, '300006').click({ modifiers: ['Control'] });
    await bar(page).getByText('3 rows selected').waitFor();
    const place = (await table.columns()).indexOf('id') + 2;
    assert.deepEqual(await page.locator(`tr[aria-selected="true"] > td:nth-child(${place})`).allTextContents(), [
      '300002',
      '300005',
      '300007',
    ]);
    await assertAccessible(editor, tab, { hasOwnColors: true, within: 'tr[aria-selected="true"], [role="toolbar"]' });
    await page.keyboard.press('Escape');
    await bar(page).getByText('1 row selected').waitFor();
    await table.filter.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Home');
    for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await bar(page).getByText('1 row selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('2 rows selected').waitFor();
    await table.header('name').click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    await bar(page).waitFor({ state: 'hidden' });
  });

  it('are copied with the names of their columns, and exported without the others', async () => {
    const { page, table } = await open(editor, 'listItems');
    await cell(page, '300002').click();
    await cell(page, '300004').click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+Alt+c');
    await table.said('Rows copied: 2.');
    const lines = editor.fake.clipboard.split('\n').map((line) => line.split('\t'));
    assert.deepEqual(
      lines.map((cells) => [cells[0], cells[lines[0]?.indexOf('ID') ?? -1]]),
      [
        ['Name', 'ID'],
        ['1º lote', '300002'],
        ['3º lote', '300004'],
      ],
    );
    editor.fake.clipboard = '';
    await bar(page).getByRole('button', { name: 'Copy', exact: true }).click();
    await until('the rows are copied', () => editor.fake.clipboard !== '');
    assert.equal(editor.fake.clipboard.split('\n').length, 2);
    const path = join(editor.fake.workspace, 'chosen.json');
    editor.user.saveTo = () => path;
    await bar(page).getByText('Export').click();
    await bar(page).getByRole('button', { name: 'JSON…' }).click();
    await until('it is saved', () => editor.user.shown.some((text) => text.startsWith('Saved 2 rows to chosen.json.')));
    const saved = JSON.parse(await readFile(path, 'utf8')) as { id: number; parent: number }[];
    assert.deepEqual(
      saved.map(({ id, parent }) => [id, parent]),
      [
        [300002, 300001],
        [300004, 300001],
      ],
    );
  });

  it('are the ones that are deleted, after a yes, and the table has them no longer', async () => {
    for (const name of ['GOES-1', 'STAYS', 'GOES-2']) await makePasskey(editor, name);
    const { page, table } = await open(editor, 'listPasskeys');
    await cell(page, 'GOES-1').click();
    await cell(page, 'GOES-2').click({ modifiers: ['Control'] });
    editor.user.press = (_message, buttons) => buttons.find((each) => /^Delete/.test(each));
    editor.user.type = () => editor.environment;
    await bar(page).getByRole('button', { name: 'Delete…' }).click();
    await cell(page, 'GOES-1').waitFor({ state: 'detached' });
    const question = editor.user.shown.find((text) => text.startsWith('Delete Passkey: 2 passkeys?')) ?? '';
    assert.match(question, /^Event: Festival da Primavera$/m, 'the event is named, not numbered');
    const left = (await passkeysOf(editor)).map(({ passkey }) => passkey);
    assert.deepEqual([left.includes('GOES-1'), left.includes('GOES-2'), left.includes('STAYS')], [false, false, true]);
    await table.count(`Rows: ${left.length}`);
    assert.equal(await bar(page).isVisible(), false, 'what was chosen is gone');
  });

  it('open in their form with Enter, F2 and a button, where they have one', async () => {
    const { page } = await open(editor, 'listItems');
    for (const press of [
      () => cell(page, '300002').press('Enter'),
      () => cell(page, '300002').press('F2'),
      () => bar(page).getByRole('button', { name: 'Edit' }).click(),
    ]) {
      await cell(page, '300002').click();
      const form = await editor.openBy(press);
      await form.isNamed(/1º lote/);
      form.close();
    }
    const passkeys = await open(editor, 'listPasskeys');
    const form = await editor.openBy(() => passkeys.table.rows.first().locator('td').first().press('Enter'));
    await form.isNamed(/PROFESSORES/);
    const codes = await open(editor, 'listCodes');
    assert.equal(await bar(codes.page).getByRole('button', { name: 'Edit' }).count(), 0);
    await codes.table.rows.first().locator('td').first().press('Enter');
    assert.match(await openedDocument(editor), /\.json/);
  });
});

describe('rows that are chosen in Restricted Mode', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment, trusted: false });

  it('are copied and exported, and neither edited nor deleted', async () => {
    const { page } = await open(editor, 'listItems');
    await cell(page, '300002').click();
    await bar(page).waitFor();
    assert.deepEqual(await bar(page).locator('> button').allTextContents(), ['Copy', 'Copy with Headers']);
    await cell(page, '300002').press('Enter');
    assert.match(await openedDocument(editor), /1º lote.*\.json/);
  });
});

interface SampleItem {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly parent: number | null;
}

describe('the columns of a table', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });
  const widthOf = (page: Page, key: string) =>
    page.evaluate<number>(
      `document.querySelector('thead button[data-key="${key}"]').closest('th').getBoundingClientRect().width`,
    );

  it('stay in sight where they are first, and are as wide as somebody makes them, also after the table was hidden', async () => {
    const { page, tab, table } = await open(editor, 'listItems');
    const left = async () => (await cell(page, '1º lote').first().boundingBox())?.x;
    const place = await left();
    await page.evaluate(`document.querySelector('.grid').scrollLeft = 300`);
    assert.equal(await left(), place);
    await page.getByRole('gridcell', { name: 'Fri, Dec 4, 6:00 PM' }).first().waitFor();
    await page.evaluate(`document.querySelector('.grid').scrollLeft = 0`);
    const edge = table.header('name').locator('xpath=..').locator('.edge');
    const box = await edge.boundingBox();
    assert.ok(box);
    const before = await widthOf(page, 'name');
    await page.mouse.move(box.x + 3, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 63, box.y + 8, { steps: 3 });
    await page.mouse.up();
    await until('it is wider', async () => Math.abs((await widthOf(page, 'name')) - before - 60) < 2);
    await table.header('name').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await until('it is a step wider', async () => Math.abs((await widthOf(page, 'name')) - before - 76) < 2);
    await focused(page, table.header('name'));
    editor.hide();
    const again = await tab.show();
    await tableIn(again).rows.first().waitFor();
    assert.ok(Math.abs((await widthOf(again, 'name')) - before - 76) < 2);
    await tableIn(again).header('name').focus();
    await again.keyboard.press('Shift+Enter');
    await until('it is as wide as its texts', async () => (await widthOf(again, 'name')) < before + 40);
  });

  it('have a filter each, a part of a text or a comparison, which the keyboard reaches, and the rows from there', async () => {
    const { page, tab, table } = await open(editor, 'listItems');
    await shortenTimers(page, 100);
    await table.header('#group').focus();
    await page.keyboard.press('ArrowLeft');
    await focused(page, table.header('name'));
    await page.keyboard.press('ArrowDown');
    await focused(page, page.getByRole('searchbox', { name: 'Filter Name', exact: true }));
    await page.keyboard.type('camarote');
    await table.count('Rows: 3 of 21');
    await page.keyboard.press('ArrowDown');
    await page.locator('tbody :focus').waitFor();
    const filterOf = (name: string) => page.getByRole('searchbox', { name: `Filter ${name}`, exact: true });
    await filterOf('Name').fill('LOTE');
    await table.count('Rows: 11 of 21');
    await focused(page, filterOf('Name'));
    // How many a lot has depends on the day of the sample.
    const { data } = (await editor.ask('GET', `/items?eventId=${eventId}&pageSize=100`)) as { data: SampleItem[] };
    const least = Math.max(...data.map(({ name, quantity }) => (/lote/i.test(name) ? quantity : 0)));
    const largest = data.filter(({ name, quantity }) => /lote/i.test(name) && quantity >= least);
    await filterOf('Quantity').fill(`>=${least}`);
    await table.count(`Rows: ${largest.length} of 21`);
    assert.deepEqual([...new Set(await table.texts('quantity'))], [String(least)]);
    const [first] = largest;
    const group = data.find(({ id }) => id === first?.parent)?.name ?? '';
    const inGroup = largest.filter(({ parent }) => parent === first?.parent);
    await table.filter.fill(group);
    await table.count(`Rows: ${inGroup.length} of 21`);
    await page.getByRole('heading').hover();
    await assertAccessible(editor, tab);
    editor.hide();
    const again = await tab.show();
    await tableIn(again).count(`Rows: ${inGroup.length} of 21`);
    assert.equal(await again.getByRole('searchbox', { name: 'Filter Quantity' }).inputValue(), `>=${least}`);
    await again.keyboard.press('ArrowDown');
    await button(again, 'Filter Columns').click();
    await tableIn(again).filter.fill('');
    await tableIn(again).count(/^Rows: 21$/);
  });

  it('say of an item its state, its group and its session, and mark groups at their names in whatever order', async () => {
    const { page, table } = await open(editor, 'listItems');
    assert.deepEqual((await table.columns()).slice(0, 4), ['name', '#group', '#state', 'value.price']);
    const names = await table.texts('name');
    const [states, groups, sessions] = [await table.texts('#state'), await table.texts('#group'), await table.texts('#session')];
    // The last lot is on sale from a Thursday on.
    const { data } = (await editor.ask('GET', '/items/300004')) as { data: { salePeriods: { start: string }[] } };
    const last = Date.parse(data.salePeriods[0]!.start) > Date.now() ? 'sale not started' : 'on sale';
    assert.equal(states[1], 'sale ended');
    // It may have sold out by then, or ended.
    assert.match(states[2] ?? '', /^(?:on sale|sold out|sale ended)$/);
    assert.ok([last, 'sold out'].includes(states[3] ?? ''), states[3]);
    assert.ok(states.includes('on sale · hidden') && states.some((text) => text.startsWith('sold out')));
    assert.deepEqual([groups[0], groups[1], groups[12]], ['', names[0], '']);
    assert.match(sessions[1] ?? '', /^Fri, .* 6:00\sPM$/);
    await table.header('value.price').click();
    await page.locator('[aria-sort="ascending"]').waitFor();
    const sorted = await table.texts('name');
    const marked = await page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody tr:not(.space) > td:nth-child(2)')].map((cell) => getComputedStyle(cell, '::before').content)`,
    );
    const isGroup = (name: string) => name !== '' && groups.includes(name);
    assert.deepEqual(
      marked,
      sorted.map((name) => (isGroup(name) ? '"group"' : 'none')),
    );
    assert.ok(sorted.some(isGroup));
    assert.equal(sorted.every(isGroup), false);
  });

  it('say quietly that a group is not known, and why, where it was not read', async () => {
    const query = { eventId, page: 2, pageSize: 3 };
    const page = await (await openTable(editor, { operation: 'listItems', title: 'A page', query })).page();
    const unknown = page.getByRole('gridcell', { name: 'not known', exact: true }).first();
    await unknown.waitFor();
    assert.match((await unknown.getAttribute('class')) ?? '', /\bhint\b/);
    assert.equal(await unknown.getAttribute('title'), 'Its group is not among the rows that were read.');
  });

  it('say of a passkey that it has expired, although the service calls it approved', async () => {
    await makePasskey(editor, 'OVER', { start: '2020-01-01 00:00:00', finish: '2020-01-02 00:00:00' });
    const { page, table } = await open(editor, 'listPasskeys');
    const state = (name: string) => table.rows.filter({ hasText: name }).locator('td').nth(1).textContent();
    assert.deepEqual((await table.columns()).slice(0, 4), ['passkey', '#state', 'start', 'finish']);
    assert.deepEqual([await table.texts('#state').then((all) => all.at(-1)), await state('OVER')].includes('expired'), true);
    await page.getByText('Columns:').click();
    await page.getByLabel('Status', { exact: true }).check();
    await until('its status', async () => (await table.texts('status')).includes('approved'));
    const csv = await save(editor, page, 'CSV…', 'passkeys.csv');
    assert.match(csv, /^\ufeffpasskey,State,/);
  });

  it('fault 75: are saved in a workbook with numbers as numbers, and no text as a formula', async () => {
    await makePasskey(editor, '=1+1');
    const { page } = await open(editor, 'listPasskeys');
    const path = join(editor.fake.workspace, 'passkeys.xlsx');
    editor.user.saveTo = () => path;
    await page.getByText('Save As').click();
    await button(page, 'Excel…').click();
    await until('it is saved', () => editor.user.shown.some((text) => /^Saved \d+ rows to passkeys\.xlsx\./.test(text)));
    await sheetToCsv(path, `${path}.csv`);
    const lines = (await readFile(`${path}.csv`, 'utf8')).trim().split(/\r?\n/);
    assert.match(lines[0] ?? '', /^Passkey,State,/);
    assert.ok(
      lines.some((line) => /^=1\+1,/.test(line)),
      lines.join('\n'),
    );
  });
});

describe('a table in Portuguese', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment, language: 'pt-br' });

  it('fault 75: says of a passkey what is feminine there, and is saved as CSV split as there and with no formula', async () => {
    await makePasskey(editor, 'a,=1+1;b');
    const { page, table } = await open(editor, 'listPasskeys');
    assert.ok((await table.texts('#state')).includes('ativa'));
    await page.getByText('Colunas:').click();
    await page.getByLabel('Status', { exact: true }).check();
    await until('its status', async () => (await table.texts('status')).includes('aprovada'));
    await page.keyboard.press('Escape');
    const path = join(editor.fake.workspace, 'senhas.csv');
    editor.user.saveTo = () => path;
    await page.getByText('Salvar Como').click();
    await button(page, 'CSV…').click();
    const csv = await until('it is saved', () => readFile(path, 'utf8').catch(() => undefined));
    assert.match(csv, /^\ufeffpasskey;/);
    assert.ok(csv.includes(`\n"a,'=1+1;b";`), csv);
  });

  it('has the button of a row at its end, in a column of its own that covers no cell', async () => {
    const { page, table } = await open(editor, 'listItems');
    await page.setViewportSize({ width: 800, height: 600 });
    const row = table.rows.nth(1);
    await row.hover();
    const box = await row.locator('td.acts').boundingBox();
    const button = await row.getByRole('button').boundingBox();
    assert.ok(box && button && button.x >= box.x && button.x + button.width <= box.x + box.width);
    assert.ok(box.x + box.width <= 800);
    // As far as somebody can scroll, the last cell ends where the button's column begins.
    await page.evaluate(`document.querySelector('.grid').scrollTo(10000, 0)`);
    const last = await row.locator('td:not(.acts)').last().boundingBox();
    assert.ok(last && Math.abs(last.x + last.width - box.x) <= 1, `${JSON.stringify(last)} beside ${JSON.stringify(box)}`);
    const isClear = `getComputedStyle(document.querySelector('tbody td.acts')).backgroundColor`;
    assert.doesNotMatch(await page.evaluate<string>(isClear), /rgba\(.*, 0\)/, 'no cell shows through it');
  });
});
