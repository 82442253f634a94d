import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { useFakeService } from '../harness/fake-service.ts';
import { accessibilityProblems, naughtyStrings, openForEvent, pageFrame, pictureInEveryTheme, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { tableOf, tableOptions, uploadCodes } from './tables.support.ts';

const withoutDay = (text: string) => text.replace(/ \d\d\/\d\d$/, '');

describe('a table of tickets', () => {
  const ui = useWorkbench(tableOptions);
  const table = tableOf(ui);
  const { page, rows, header } = table;

  before(() => signIn(ui));

  it('opens for an event from the palette, with a row for each ticket', async () => {
    await openForEvent(ui, 'Show Tickets', '1001');
    await page().getByRole('heading', { name: 'Tickets of Festival da Primavera' }).waitFor();
    await table.count('Rows: 14');
    assert.deepEqual((await table.columns()).slice(0, 5), ['group', 'id', 'name', 'description', 'price']);
    const shown = await page().locator('thead th button').allTextContents();
    assert.deepEqual(shown.slice(4, 10), ['Price', 'Tax', 'Sales begin', 'Sales end', 'Status', 'Restrictions · Minimum']);
    assert.equal(await header('beginSales').getAttribute('title'), 'Sales begin (beginSales)');
    assert.equal(await page().getByRole('grid').getAttribute('aria-rowcount'), '15');
    assert.equal((await table.texts('price'))[0], 'R$120.00');
    await pictureInEveryTheme(ui, 'table of tickets');
  });

  it('sorts by a column, up, down and not at all', async () => {
    const first = await table.texts('id');
    const cell = page().getByRole('columnheader', { name: 'Price' });
    await header('price').click();
    await page().locator('th[aria-sort="ascending"]').waitFor();
    const prices = (await table.texts('price')).map((text) => Number(text.replace('R$', '')));
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => a - b),
    );
    await cell.getByRole('button').click();
    await page().locator('th[aria-sort="descending"]').waitFor();
    assert.equal((await table.texts('price'))[0], 'R$360.00');
    await cell.getByRole('button').click();
    assert.equal(await page().locator('th[aria-sort="none"]').count(), (await table.columns()).length);
    assert.deepEqual(await table.texts('id'), first);
  });

  it('filters by words, whatever their accents', async () => {
    await table.filter().fill('sabado LOTE');
    await table.count('Rows: 3 of 14');
    // The days of the sample move with today.
    assert.deepEqual((await table.texts('group')).map(withoutDay), Array(3).fill('Pista – sábado'));
    await table.filter().fill('nowhere at all');
    await page().getByText('No row has this.').waitFor();
    await table.filter().fill('');
    await table.count('Rows: 14');
  });

  it('hides and shows columns', async () => {
    const { keyboard } = ui.workbench.page;
    await page().getByText('Columns: 12 of 13').focus();
    await keyboard.press('ArrowDown');
    await page().getByRole('button', { name: 'Show All' }).and(page().locator(':focus')).waitFor();
    await keyboard.press('ArrowDown');
    await page().locator('.sheet input:focus').waitFor();
    await page().getByLabel('Description', { exact: true }).uncheck();
    await page().getByText('Columns: 11 of 13').waitFor();
    await ui.workbench.screenshot('table, columns');
    assert.deepEqual(await accessibilityProblems(ui), []);
    await page().getByLabel('Dates', { exact: true }).check();
    await ui.workbench.page.keyboard.press('Escape');
    const columns = await table.columns();
    assert.deepEqual([columns.includes('description'), columns.includes('dates')], [false, true]);
  });

  it('copies a cell, a row and several rows', async () => {
    await page().getByRole('gridcell', { name: '300003' }).click();
    await ui.workbench.page.keyboard.press('Control+c');
    await table.count('Copied the cell.');
    assert.equal(await table.copied(), '300003');
    await table.count(/^Rows: \d/);
    await ui.workbench.page.keyboard.press('Control+Shift+c');
    await table.count('Rows copied: 1.');
    assert.match(await table.copied(), /^Pista – sexta \d\d\/\d\d\t300003\t2º lote\tR\$150\.00\t/);
    await ui.workbench.page.keyboard.press('Shift+ArrowDown');
    await ui.workbench.page.keyboard.press('Control+c');
    await table.count('Rows copied: 2.');
    assert.deepEqual(
      (await table.copied()).split('\n').map((line) => line.split('\t')[1]),
      ['300003', '300004'],
    );
    await rows().nth(5).hover();
    await ui.workbench.screenshot('table, a row under the pointer');
    await rows().nth(5).getByRole('button', { name: 'Copy row 6' }).click();
    await table.count('Rows copied: 1.');
    assert.match(await table.copied(), /\t300008\t/);
  });

  it('offers what a row offers in a menu, with the mouse and with the keyboard', async () => {
    const { keyboard } = ui.workbench.page;
    const menu = page().getByRole('menu');
    const choices = () => menu.getByRole('menuitem').allTextContents();
    await page().getByRole('gridcell', { name: '300003' }).click();
    await page().getByRole('gridcell', { name: '300003' }).click({ button: 'right' });
    await menu.waitFor();
    assert.deepEqual(await choices(), ['Copy Cell', 'Copy Row', 'Open as JSON', 'Show in Tree']);
    await ui.workbench.screenshot('table, the menu of a row');
    assert.deepEqual(await accessibilityProblems(ui), []);
    assert.equal(await ui.workbench.page.getByRole('menuitem', { name: 'Paste' }).count(), 0, "VS Code's own menu");
    await menu.getByRole('menuitem', { name: 'Copy Cell' }).click();
    await table.count('Copied the cell.');
    assert.equal(await table.copied(), '300003');
    await page().locator('td:focus').getByText('300003').waitFor();
    await keyboard.press('Shift+ArrowDown');
    await page().getByRole('gridcell', { name: '300003' }).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Copy Cell' }).click();
    await table.count('Copied the cell.');
    assert.equal(await table.copied(), '300003', 'of the row under the pointer');
    await keyboard.press('Shift+F10');
    await menu.waitFor();
    assert.equal((await choices())[1], 'Copy 2 Rows');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await table.count('Rows copied: 2.');
    await keyboard.press('ContextMenu');
    await menu.waitFor();
    await keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page().locator('td:focus').getByText('300004').waitFor();
    await keyboard.press('ArrowUp');
  });

  it('is used with the keyboard alone', async () => {
    const { keyboard } = ui.workbench.page;
    await table.filter().focus();
    await table.filter().fill('lote');
    await table.count('Rows: 11 of 14');
    await keyboard.press('ArrowDown');
    await page().locator('tbody :focus').waitFor();
    await table.filter().focus();
    // Past the columns menu, the save menu, the refresh and the names of the columns.
    const stops = 3 + (await table.columns()).length;
    for (let stop = 0; stop < stops; stop++) await keyboard.press('Tab');
    await keyboard.press('Tab');
    await page().locator('tbody :focus').waitFor();
    await keyboard.press('Control+Home');
    await keyboard.press('ArrowRight');
    assert.equal(withoutDay(await table.focusedText()), 'Pista – sexta');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    assert.equal(await table.focusedText(), '300003');
    await keyboard.press('Control+End');
    assert.equal(await page().locator('tbody tr:focus-within').getAttribute('aria-rowindex'), '12');
    assert.equal(await page().locator('tbody tr:focus-within > td:not(.acts)').last().and(page().locator(':focus')).count(), 1);
    await keyboard.press('ArrowRight');
    assert.equal(await table.focusedText(), 'Copy');
    await keyboard.press('Home');
    await keyboard.press('End');
    await keyboard.press('ArrowRight');
    assert.equal(await table.focusedText(), 'Copy');
    await table.filter().fill('');
    await table.count('Rows: 14');
  });

  it('saves what is shown as Markdown, CSV and JSON', async () => {
    await table.filter().fill('passaporte');
    await table.count('Rows: 2 of 14');
    const markdown = (await table.save('Markdown…', 'tickets.md')).split('\n');
    assert.match(markdown[0] ?? '', /^\| Group \| ID \| Name \| Price \| Tax \|/);
    assert.match(markdown[1] ?? '', /^\| --- \| ---: \| --- \| ---: \|/);
    assert.match(markdown[2] ?? '', /^\| Passaporte 3 dias \| 300017 \| 1º lote \| R\$240\.00 \|/);
    assert.equal(markdown.length, 5);
    const csv = (await table.save('CSV…', 'tickets.csv')).split('\r\n');
    assert.match(csv[0] ?? '', /^\ufeffgroup,id,name,price,tax,/);
    assert.match(csv[1] ?? '', /^Passaporte 3 dias,300017,1º lote,240,24,/);
    const json = JSON.parse(await table.save('JSON…', 'tickets.json')) as { id: number; description: string }[];
    assert.deepEqual(
      json.map(({ id }) => id),
      [300017, 300018],
    );
    await table.filter().fill('');
  });

  it('comes back as it was after it was hidden', async () => {
    await table.filter().fill('camarote');
    await table.count('Rows: 3 of 14');
    await ui.workbench.run('File: New Untitled Text File');
    await ui.workbench.page.locator('iframe.webview.ready').waitFor({ state: 'detached' });
    await ui.workbench.page.getByRole('tab', { name: 'Tickets of Festival da Primavera' }).click();
    await table.count('Rows: 3 of 14');
    assert.equal(await table.filter().inputValue(), 'camarote');
  });

  it('opens a row as JSON and shows it in the tree', async () => {
    await rows().first().hover();
    await page().getByRole('button', { name: 'Show row 12 in the tree' }).click();
    await ui.workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: 'Camarote – sexta' }).waitFor();
    await ui.workbench.screenshot('a row of a table in the tree');
    await page().getByRole('gridcell', { name: '300013' }).dblclick();
    await ui.workbench.page.getByRole('tab', { name: /Camarote – sexta.*\.json/ }).waitFor();
  });
});

describe('a table of many codes', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({ ...tableOptions, service: { seed: 1, faults } });
  const table = tableOf(ui);
  const { page, rows } = table;
  const many = 5000;

  before(async () => {
    const codes = Array.from({ length: many }, (_, index) => `MANY-${String(index).padStart(5, '0')}`);
    await uploadCodes(ui, ['=1+1', ...codes]);
    await signIn(ui);
  });

  it('opens from the list of codes', async () => {
    await ui.workbench.run('Box Office: List Codes…');
    await ui.workbench.choose('300002', '1º lote');
    await ui.workbench.quickInput.getByText('Codes of').waitFor();
    await ui.workbench.quickInput.getByRole('button', { name: 'Open as Table' }).click();
    await page().getByRole('heading', { name: 'Codes of 1º lote' }).waitFor();
    await table.count(/Rows: 500 of 5,\d{3}/);
  });

  it('shows one of them in the tree, below its item', async () => {
    const [code = 'no code'] = await table.texts('code');
    await rows().first().hover();
    await page().getByRole('button', { name: 'Show row 1 in the tree' }).click();
    await ui.workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: code }).waitFor();
    await ui.workbench.screenshot('a code of a table in the tree');
  });

  it('scrolls through all of them with few rows in the page', async () => {
    const frame = await pageFrame(ui);
    const height = await frame.evaluate<number>(`document.querySelector('tbody tr:not(.space)').getBoundingClientRect().height`);
    assert.equal(height, 26);
    const whole = page()
      .locator('.count')
      .filter({ hasText: /^Rows: 5,\d{3}$/ });
    const isWhole = () =>
      whole.waitFor({ timeout: 500 }).then(
        () => true,
        () => false,
      );
    do await frame.evaluate(`document.querySelector('.grid').scrollTop = 1e9`);
    while (!(await isWhole()));
    await frame.evaluate(`document.querySelector('.grid').scrollTop = 1e9`);
    await page().getByText('MANY-04999').waitFor();
    assert.ok((await rows().count()) <= 100, `${await rows().count()} rows are in the page`);
    await ui.workbench.screenshot('table, the last of many rows');
    assert.deepEqual(await accessibilityProblems(ui), []);
  });

  it('loads the rest to sort and to search it', async () => {
    await page().getByRole('button', { name: 'Refresh' }).click();
    await table.count(/Rows: 500 of 5,\d{3}/);
    await table.filter().fill('MANY-0499');
    await table.count(/Rows: 10 of 5,\d{3}/);
    await table.header('code').click();
    await page().locator('th[aria-sort="ascending"]').waitFor();
    await table.header('code').click();
    await page().locator('th[aria-sort="descending"]').waitFor();
    assert.equal((await table.texts('code'))[0], 'MANY-04999');
  });

  it('writes nothing when its save is cancelled, and goes on', async () => {
    await table.filter().fill('');
    await table.header('code').click();
    assert.equal(await page().locator('th[aria-sort="none"]').count(), (await table.columns()).length);
    await page().getByRole('button', { name: 'Refresh' }).click();
    await table.count(/Rows: 500 of 5,\d{3}/);
    faults.push({ kind: 'latency', operation: 'listCodes', value: 60_000 });
    await table.askToSave('CSV…', 'cancelled.csv');
    const progress = ui.workbench.notifications.filter({ hasText: 'Saving Codes of 1º lote' });
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    faults.length = 0;
    await table.filter().fill('MANY-0499');
    await table.count(/Rows: 10 of 5,\d{3}/);
    assert.ok(!(await readdir(ui.host.folder)).includes('cancelled.csv'));
    assert.equal(await ui.workbench.notifications.filter({ hasText: 'cancelled.csv' }).count(), 0);
  });

  it('fault 20: saves every page of them, in which a spreadsheet finds no formula', async () => {
    await table.filter().fill('');
    await table.count(/^Rows: 5,\d{3}$/);
    await page().getByRole('button', { name: 'Refresh' }).click();
    await table.count(/^Rows: 500 of 5,\d{3}$/);
    const csv = (await table.save('CSV…', 'many codes.csv')).trimEnd().split('\r\n');
    assert.ok(csv.length > many, String(csv.length));
    assert.equal(csv.filter((line) => line.includes('MANY-')).length, many);
    assert.deepEqual(
      csv.filter((line) => line.includes('=1+1')).map((line) => line.split(',')[3]),
      ["'=1+1"],
    );
  });
});

describe('a table of naughty strings', () => {
  const width = 9;
  let texts: string[] = [];
  const rowsOf = (all: readonly string[]) =>
    Array.from({ length: Math.ceil(all.length / width) }, (_none, row) =>
      Object.fromEntries(all.slice(row * width, (row + 1) * width).map((text, column) => [`c${column}`, text])),
    );
  const settings = useFakeService(() => ({ body: { data: rowsOf(texts) } }), 'naughty');
  before(async () => (texts = await naughtyStrings()));
  const ui = useWorkbench({ settings });
  const table = tableOf(ui);

  it('fault 12: shows each as text, and none becomes an element', async () => {
    await ui.workbench.run('Box Office: Open as Table');
    await ui.workbench.choose('Featured events');
    await table.count(`Rows: ${rowsOf(texts).length}`);
    const { shown, elements } = await (await pageFrame(ui)).evaluate<{ shown: string[]; elements: number }>(`(${readAll})()`);
    assert.deepEqual(
      texts.filter((text) => !shown.includes(text)),
      [],
    );
    assert.equal(elements, 0);
  });

  /** Runs in the page: scrolls through the table, and gathers the texts of its cells and whatever is not a table's own. */
  const readAll = `async () => {
    const grid = document.querySelector('.grid');
    const shown = new Set();
    let elements = 0;
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; ; top += grid.clientHeight / 2) {
      grid.scrollTop = top;
      await drawn();
      for (const cell of document.querySelectorAll('tbody td')) shown.add(cell.textContent);
      elements += document.querySelectorAll('tbody td :not(button)').length;
      if (top > grid.scrollHeight) return { shown: [...shown], elements };
    }
  }`;
});
