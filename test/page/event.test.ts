import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { accessibilityProblems, focused, nextReply } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { openedDocument, revealedRow, tableEnvironment } from './table.support.ts';

/** Runs in the page: one line goes from the word through every row of items. */
const todayGoesThroughAll = `(() => {
  const word = document.querySelector('.today').getBoundingClientRect();
  const lines = [...document.querySelectorAll('.now-line')].map((line) => line.getBoundingClientRect());
  const rows = [...document.querySelectorAll('.items tbody tr')].map((row) => row.getBoundingClientRect());
  const [line] = lines;
  return lines.length === 1 && word.left <= line.x && line.x <= word.right && line.top <= rows[0].top && Math.abs(line.bottom - rows.at(-1).bottom) < 3;
})()`;

/** Runs in the page. */
const namesOnTwoLines = `[...document.querySelectorAll('.wide-table .name button')]
  .filter((name) => name.getBoundingClientRect().height > 30)
  .map((name) => name.textContent)`;

/** Runs in the page: the cells and marks of tables that are not wholly inside of it. */
const cutOff = `[...document.querySelectorAll('.wide-table :is(th, td, .tag, svg)')]
  .filter((part) => part.getBoundingClientRect().right > part.closest('.wide-table').getBoundingClientRect().right + 1)
  .map((part) => part.textContent)`;

/** Runs in the page: opens the menu, looks at it once it has found its side, and closes it. */
const lookAtMenu = `async () => {
  const more = document.querySelector('details.menu > summary');
  more.click();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const isOutside = ({ left, right }) => left < 0 || right > document.documentElement.clientWidth;
  const parts = [...document.querySelectorAll('.sheet, .sheet button, .actions button')];
  const seen = {
    outside: parts.filter((part) => isOutside(part.getBoundingClientRect())).map((part) => part.textContent),
    isFlipped: document.querySelector('.sheet').classList.contains('flipped'),
  };
  more.click();
  return seen;
}`;

/** Runs in the page: all of an element is in sight. */
const isInside = `(element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= document.documentElement.clientHeight;
}`;

const isMenuInside = `(${isInside})(document.querySelector('details[open] .sheet'))`;

/** What a click on a row of the tree says after the row. */
const preview = 'preview';

describe('the page of an event', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  const festival = () => editor.resource('event', '1001');
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });
  const section = (page: Page, name: string) => page.locator('section').filter({ has: heading(page, name) });
  const more = (page: Page) => page.getByText('More', { exact: true });

  afterEach(() => void (faults.length = 0));

  async function open(): Promise<{ tab: Tab; page: Page }> {
    const tab = await editor.open('openEvent', festival());
    const page = await tab.page();
    await section(page, 'Items').locator('tbody tr').first().waitFor();
    await section(page, 'Passkeys').locator('tbody tr').first().waitFor();
    return { tab, page };
  }

  it('gives way to the next event that is previewed, until it is used', async () => {
    const titles = () => editor.panels.map(({ title }) => title).toSorted();
    const show = async (id: string, name: RegExp) => {
      const page = await (await editor.open('openEvent', editor.resource('event', id), preview)).page();
      await heading(page, name).waitFor();
      return page;
    };
    await show('1001', /Festival da Primavera/);
    const page = await show('1002', /O Auto da Lua/);
    assert.deepEqual(titles(), ['O Auto da Lua']);
    await more(page).click();
    await page.getByRole('button', { name: 'Show in Tree' }).click();
    assert.equal((await revealedRow(editor)).id, '1002');
    await show('1001', /Festival da Primavera/);
    assert.deepEqual(titles(), ['Festival da Primavera', 'O Auto da Lua'], 'a page that was used stays');
  });

  it('says when, where, what is sold and for how much, and cuts off nothing of it, however narrow the window is', async () => {
    const { tab, page } = await open();
    await tab.isNamed('Festival da Primavera');
    await heading(page, 'Festival da Primavera').waitFor();
    const facts = page.locator('.event-facts > div');
    const fact = (name: string) => facts.filter({ has: page.locator('dt').getByText(name, { exact: true }) }).locator('dd');
    assert.match((await fact('When').textContent()) ?? '', /^[A-Z][a-z]{2} \d+\s–\s([A-Z][a-z]{2} )?\d+(, \d{4})?$/);
    assert.match((await fact('Where').textContent()) ?? '', /Parque das Águas/);
    assert.equal(await fact('ID').textContent(), '1001');
    await page.locator('header .tag').filter({ hasText: 'on sale' }).waitFor();
    assert.equal(await section(page, 'Sessions').locator('tbody tr').count(), 3);
    await section(page, 'Sessions').locator('tbody tr').nth(1).getByText('sold out').waitFor();
    const item = section(page, 'Items')
      .getByRole('row', { name: /^2º lote/ })
      .first();
    await item.getByRole('gridcell', { name: 'R$150.00' }).waitFor();
    await item.locator('svg rect').first().waitFor();
    const { data } = (await editor.ask('GET', '/items/300003')) as { data: { salePeriods: { available: number }[] } };
    const left = data.salePeriods.reduce((sum, { available }) => sum + available, 0);
    assert.equal(await item.locator('td[data-field="available"]').textContent(), String(left));
    await section(page, 'Items').locator('th.line').getByText('Today', { exact: true }).waitFor();
    await until('the line of today', () => page.evaluate<boolean>(todayGoesThroughAll));
    for (const width of [1300, 800, 680, 640, 500, 400]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await page.evaluate<string[]>(cutOff), [], `at ${width}`);
      assert.deepEqual(await page.evaluate<string[]>(namesOnTwoLines), [], `at ${width}`);
    }
  });

  it('opens an item and a passkey', async () => {
    const { tab, page } = await open();
    const lot = section(page, 'Items').getByRole('button', { name: '2º lote' }).first();
    const item = await (await editor.openBy(() => lot.click())).page();
    await heading(item, 'Sale periods').waitFor();
    await item.locator('input:focus').waitFor();

    const again = await tab.show();
    const passkey = section(again, 'Passkeys').locator('tbody button').first();
    const name = (await passkey.textContent()) ?? '';
    const passkeyTab = await editor.openBy(() => passkey.click());
    await (await passkeyTab.page()).locator('input:focus').waitFor();
    await passkeyTab.isNamed(new RegExp(`^Passkey ${name}`));
  });

  it('runs its actions on this event, and lists the codes of its own items alone', async () => {
    const { tab, page } = await open();
    await more(page).click();
    const offered = new Promise<readonly { description?: string }[]>((resolve) => {
      editor.user.pick = (rows, title) => {
        if (title.includes('List the codes of which item?')) resolve(rows);
        return undefined;
      };
    });
    await page.getByRole('button', { name: 'List Codes…' }).click();
    const rows = (await offered).map(({ description = '' }) => description);
    assert.ok(
      rows.some((row) => row.startsWith('300002')),
      rows.join('\n'),
    );
    // Among the items of all events, each says which it is of.
    assert.deepEqual(
      rows.filter((row) => /Event \d/.test(row)),
      [],
    );

    await more(page).click();
    const crew = await (await editor.openBy(() => page.getByRole('button', { name: 'Crew as Table' }).click())).page();
    await heading(crew, 'Crew of Festival da Primavera').waitFor();

    const again = await tab.show();
    const create = again.getByRole('button', { name: 'Create Passkey…' });
    const form = await (await editor.openBy(() => create.click())).page();
    await form.getByText('Festival da Primavera').first().waitFor();
    await form.locator('input:focus').waitFor();

    const third = await tab.show();
    const asTable = (name: string) => section(third, name).getByRole('button', { name: 'Open as Table' });
    const items = await (await editor.openBy(() => asTable('Items').click())).page();
    await heading(items, 'Items of Festival da Primavera').waitFor();
  });

  it('offers the rest in a menu, by what it is for, such as to copy its id and its link', async () => {
    const { page } = await open();
    await more(page).click();
    assert.deepEqual(await page.locator('.sheet > *').allTextContents(), [
      ...['Find Passkey…', 'Create Many Passkeys…'],
      '',
      ...['Find Code…', 'List Codes…', 'Compare File with Event…', 'Save Codes…'],
      '',
      ...['Export Guest List', 'Request Passkeys Report…'],
      '',
      ...['Tickets as Table', 'Crew as Table', 'Attributes as Table', 'Calculate Tax…'],
      '',
      ...['Copy ID', 'Copy Link', 'Copy as cURL…'],
      '',
      ...['Show in Tree', 'Open as JSON'],
      '',
      'Refresh',
      '',
      'Delete Codes of Event…',
    ]);
    assert.deepEqual(await accessibilityProblems(page, { within: '.sheet' }), []);
    await page.getByRole('button', { name: 'Open as JSON' }).click();
    assert.match(await openedDocument(editor), /Festival da Primavera.*\.json/);
    await page.locator('details.menu[open]').waitFor({ state: 'detached' });
    for (const [name, copied] of [
      ['Copy ID', '1001'],
      ['Copy Link', 'festival-da-primavera'],
    ] as const) {
      await more(page).click();
      await page.getByRole('button', { name }).click();
      await until(name, () => editor.fake.clipboard === copied);
    }
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Copy Link for the Editor');
    await more(page).click();
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await until(
      'the link for the editor',
      () => editor.fake.clipboard === `vscode://box-office.box-office/${editor.environment}/event/1001`,
    );
  });

  it('has all of its menu and its buttons inside the window, however narrow or low it is', async () => {
    const { page } = await open();
    const sides = new Set<boolean>();
    for (let width = 400; width <= 1000; width += 50) {
      await page.setViewportSize({ width, height: 600 });
      const { outside, isFlipped } = await page.evaluate<{ outside: string[]; isFlipped: boolean }>(`(${lookAtMenu})()`);
      assert.deepEqual(outside, [], `at ${width}`);
      sides.add(isFlipped);
    }
    assert.equal(sides.size, 2, 'the menu opens to either side');
    for (const [width, height] of [
      [1000, 800],
      [1000, 300],
      [420, 320],
      [420, 220],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate('scrollTo(0, 0)');
      await more(page).click();
      await until(`inside at ${width} × ${height}`, () => page.evaluate<boolean>(isMenuInside));
      await page.keyboard.press('End');
      await until(`its end at ${width} × ${height}`, () => page.evaluate<boolean>(`(${isInside})(document.activeElement)`));
      await page.locator('.sheet button:focus').getByText('Delete Codes of Event…').waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('says of a part that it could not be read, reads it when it is asked to, and all of it again for Refresh', async () => {
    faults.push({ kind: '403', operation: 'listPasskeys' });
    const page = await (await editor.open('openEvent', festival())).page();
    await section(page, 'Items').locator('tbody tr').first().waitFor();
    const again = section(page, 'Passkeys').getByRole('button', { name: 'Try Again' });
    await again.waitFor();
    faults.length = 0;
    await again.click();
    await section(page, 'Passkeys').locator('tbody tr').first().waitFor();
    await editor.ask('PUT', '/items/300002/values', { price: 12_345, feeSale: 0, feeProducer: 0 });
    await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'after-the-page' });
    await more(page).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await section(page, 'Items').getByRole('gridcell', { name: 'R$123.45' }).waitFor();
    await section(page, 'Passkeys').getByRole('button', { name: 'after-the-page' }).waitFor();
  });

  it('shows at once what was written elsewhere in the editor, though what was read before that comes later', async () => {
    const reply = (await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'soon-deleted' })) as { data: { id: number } };
    const { page } = await open();
    const row = section(page, 'Passkeys').getByRole('button', { name: 'soon-deleted', exact: true });
    await row.waitFor();
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Passkey');
    const passkey = { label: 'soon-deleted', eventId: '1001', value: reply.data };
    await editor.run('deletePasskey', editor.resource('passkey', String(reply.data.id), passkey));
    await row.waitFor({ state: 'detached' });
    await section(page, 'Passkeys').locator('tbody tr').first().waitFor();

    const gone = (await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'gone-soon' })) as { data: { id: number } };
    const goneRow = section(page, 'Passkeys').getByRole('button', { name: 'gone-soon', exact: true });
    // The first read stays away until the second one was answered.
    const { webview } = editor.active.panel;
    const post = webview.postMessage.bind(webview);
    let late: unknown;
    webview.postMessage = (message) => {
      const isHeld = JSON.stringify(message).includes('gone-soon');
      if (isHeld) late ??= message;
      return isHeld ? Promise.resolve(true) : post(message);
    };
    await more(page).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await until('the passkeys were read', () => late);
    const read = await nextReply(page, '({ result }) => result?.passkeys');
    const other = { label: 'gone-soon', eventId: '1001', value: gone.data };
    await editor.run('deletePasskey', editor.resource('passkey', String(gone.data.id), other));
    await read.came;
    const overtaken = await nextReply(page, '({ result }) => result?.passkeys');
    await post(late);
    await overtaken.came;
    await section(page, 'Passkeys').locator('tbody tr').first().waitFor();
    assert.equal(await goneRow.count(), 0);
  });

  it('is there again after it was hidden and after a reload', async () => {
    const { tab } = await open();
    editor.hide();
    await heading(await tab.show(), 'Festival da Primavera').waitFor();
    await editor.reload();
    const page = await tab.page();
    await heading(page, 'Festival da Primavera').waitFor();
    await section(page, 'Items').locator('tbody tr').first().waitFor();
  });

  it('is used with the keyboard alone', async () => {
    const { page } = await open();
    const { keyboard } = page;
    await more(page).focus();
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await page.locator('.sheet :focus').waitFor();
    await keyboard.press('Escape');
    await focused(page, more(page));
    for (const [key, entry] of [
      ['ArrowDown', 'Find Passkey…'],
      ['ArrowDown', 'Create Many Passkeys…'],
      ['ArrowUp', 'Find Passkey…'],
      ['ArrowUp', 'Delete Codes of Event…'],
      ['Home', 'Find Passkey…'],
      ['End', 'Delete Codes of Event…'],
      ['ArrowDown', 'Find Passkey…'],
      ['f', 'Find Code…'],
      ['F', 'Find Passkey…'],
      ['o', 'Open as JSON'],
    ] as const) {
      await keyboard.press(key);
      await page.locator('.sheet button:focus').filter({ hasText: entry }).waitFor();
    }
    await keyboard.press('Escape');
    await page.locator('details:not([open]) > summary:focus').waitFor();
    // Past what needs attention.
    await page.locator('.attention tbody button').first().waitFor();
    await keyboard.press('Tab');
    for (const name of ['Entry Report', 'Bordero']) {
      await keyboard.press('Tab');
      await focused(page, page.getByRole('button', { name }));
    }
    await keyboard.press('Tab');
    const tickets = await (await editor.openBy(() => keyboard.press('Enter'))).page();
    await heading(tickets, /Tickets of Festival da Primavera · /).waitFor();
  });
});

describe('the page of an event in Restricted Mode', () => {
  const editor = useEditor({ environment: tableEnvironment, trusted: false });

  it('reads, and offers nothing that writes, in its menu and in those of its rows', async () => {
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await page.getByRole('heading', { name: 'Festival da Primavera' }).waitFor();
    for (const name of ['Create Item…', 'Create Passkey…', 'Upload Codes…', 'Request Export…'])
      assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
    await page.getByText('More', { exact: true }).click();
    const inMenu = await page.locator('.sheet button:disabled').allTextContents();
    assert.deepEqual(inMenu, [
      ...['Create Many Passkeys…', 'Export Guest List', 'Request Passkeys Report…', 'Delete Codes of Event…'],
    ]);
    await page.keyboard.press('Escape');
    await page.locator('.passkeys tbody tr').first().getByRole('button').click({ button: 'right' });
    const entries = page.getByRole('menu').locator('button:enabled');
    assert.deepEqual(await entries.allTextContents(), [...['Copy ID', 'Copy as cURL…', 'Open as JSON', 'Show in Tree']]);
    await entries.filter({ hasText: 'Open as JSON' }).click();
    assert.match(await openedDocument(editor), /\.json/);
    await page.getByRole('button', { name: '2º lote' }).first().click();
    await until('the item is shown', async () => /2º lote.*\.json/.test(await openedDocument(editor)));
  });
});
