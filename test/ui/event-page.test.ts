import assert from 'node:assert/strict';
import { accessibilityProblems, ask, cutOff, openForEvent, pageFrame, pictureInEveryTheme, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

/** Runs in the page: the word touches the line through the bars. */
const todayIsAtItsMark = `(() => {
  const { left, right } = document.querySelector('.today').getBoundingClientRect();
  const mark = document.querySelector('.sale-bar .now').getBoundingClientRect().x;
  return left <= mark && mark <= right;
})()`;

/** Runs in the page. */
const namesOnTwoLines = `[...document.querySelectorAll('.wide-table .name button')]
  .filter((name) => name.getBoundingClientRect().height > 30)
  .map((name) => name.textContent)`;

describe('the page of an event', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', currency: 'BRL' },
  });
  const page = () => ui.workbench.webview;
  const heading = (name: string) => page().getByRole('heading', { name, exact: true });
  const section = (name: string) =>
    page()
      .locator('section')
      .filter({ has: heading(name) });
  const tab = (name: RegExp) => ui.workbench.page.getByRole('tab', { name });

  before(() => signIn(ui));

  async function open(): Promise<void> {
    await openForEvent(ui, 'Open Event Page', '1001');
    await heading('Festival da Primavera').waitFor();
  }

  it('shows with one click in the tree, which keeps the focus', async () => {
    await ui.workbench.expand('Featured');
    await ui.workbench.row('Festival da Primavera').click();
    await heading('Festival da Primavera').waitFor();
    await tab(/Festival da Primavera/).waitFor();
    await ui.workbench.row('Festival da Primavera').and(ui.workbench.page.locator('.focused')).waitFor();
    await ui.workbench.screenshot('event page with one click');
    await ui.workbench.page.keyboard.press('ArrowRight');
    await ui.workbench.row('Sessions').waitFor();
    await ui.workbench.twistie('Festival da Primavera').click();
  });

  it('gives way to the next event that is clicked, until it is used', async () => {
    const other = "Rock 'n' Rio d'Água <b>ao vivo</b>";
    const otherTab = tab(/Rock 'n' Rio/);
    await ui.workbench.row(other).click();
    await otherTab.waitFor();
    await tab(/Festival da Primavera/).waitFor({ state: 'detached' });
    await page().getByText('More', { exact: true }).click();
    await page().getByRole('button', { name: 'Show in Tree' }).click();
    await ui.workbench.row(other).and(ui.workbench.page.locator('.selected')).waitFor();
    await ui.workbench.row('Festival da Primavera').click();
    await tab(/Festival da Primavera/).waitFor();
    assert.equal(await otherTab.count(), 1, 'a page that was used stays');
    await heading('Festival da Primavera').waitFor();
  });

  it('says when, where, what is sold and for how much', async () => {
    const fact = (name: string) =>
      page()
        .locator('.event-facts > div')
        .filter({ has: page().locator('dt').getByText(name, { exact: true }) })
        .locator('dd');
    await fact('When')
      .filter({ hasText: /^[A-Z][a-z]{2} \d+\s–\s([A-Z][a-z]{2} )?\d+(, \d{4})?$/ })
      .waitFor();
    await fact('Where').filter({ hasText: 'Parque das Águas' }).waitFor();
    await fact('ID').filter({ hasText: '1001' }).waitFor();
    await page().locator('header .tag').filter({ hasText: 'on sale' }).waitFor();
    assert.equal(await section('Sessions').locator('tbody tr').count(), 3);
    await section('Sessions').locator('tbody tr').nth(1).getByText('sold out').waitFor();
    const item = section('Items')
      .getByRole('row', { name: /^1º lote/ })
      .first();
    await item.getByRole('cell', { name: 'R$120.00' }).waitFor();
    await item.locator('svg rect').first().waitFor();
    const { data } = (await ask(ui, 'GET', '/items/300002')) as { data: { salePeriods: { available: number }[] } };
    const left = data.salePeriods.reduce((sum, { available }) => sum + available, 0);
    assert.equal(await item.locator('td.number').nth(1).textContent(), String(left));
    await section('Items').locator('th.line').getByText('Today', { exact: true }).waitFor();
    assert.equal(await (await pageFrame(ui)).evaluate<boolean>(todayIsAtItsMark), true);
    assert.deepEqual(await (await pageFrame(ui)).evaluate<string[]>(namesOnTwoLines), []);
    await section('Passkeys').locator('tbody tr').first().waitFor();
    await pictureInEveryTheme(ui, 'event page');
  });

  it('opens an item, a passkey and the tickets of a session', async () => {
    await section('Items').getByRole('button', { name: '2º lote' }).first().click();
    await heading('Sale periods').waitFor();
    await page().locator('input:focus').waitFor();
    await open();
    const passkey = section('Passkeys').locator('tbody button').first();
    const name = (await passkey.textContent()) ?? '';
    await passkey.click();
    await tab(new RegExp(name)).waitFor();
    await page().locator('input:focus').waitFor();
    await open();
    await section('Sessions').locator('tbody button').first().click();
    await page()
      .getByRole('heading', { name: /Tickets of Festival da Primavera · / })
      .waitFor();
  });

  it('runs its actions on this event', async () => {
    await open();
    await page().getByRole('button', { name: 'Create Passkey…' }).click();
    await page().getByText('Festival da Primavera').first().waitFor();
    await page().locator('input:focus').waitFor();
    await open();
    await page().getByText('More', { exact: true }).click();
    await ui.workbench.screenshot('event page, more actions');
    assert.deepEqual(await page().locator('.sheet > *').allTextContents(), [
      'Create Many Passkeys…',
      '',
      'Request Passkeys Report…',
      '',
      ...['Entry Report', 'Bordero', 'Tickets as Table', 'List Codes…', 'Crew as Table', 'Attributes as Table', 'Calculate Tax…'],
      '',
      ...['Show in Tree', 'Open as JSON'],
      '',
      'Refresh',
    ]);
    assert.deepEqual(await accessibilityProblems(ui), []);
    await page().getByRole('button', { name: 'List Codes…' }).click();
    await ui.workbench.quickInput.getByText('List the codes of which item?').waitFor();
    const listed = ui.workbench.quickInput.locator('.monaco-list-row');
    await listed.filter({ hasText: '300002' }).waitFor();
    // Among the items of all events, each says which it is of.
    assert.equal(await listed.filter({ hasText: /Event \d/ }).count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
    await page().getByText('More', { exact: true }).click();
    await page().getByRole('button', { name: 'Crew as Table' }).click();
    await page().getByRole('heading', { name: 'Crew of Festival da Primavera' }).waitFor();
    await open();
    await section('Items').getByRole('button', { name: 'Open as Table' }).click();
    await page().getByRole('heading', { name: 'Items of Festival da Primavera' }).waitFor();
  });

  it('has all of its menu and its buttons inside a narrow window', async () => {
    const window = ui.workbench.page.viewportSize()!;
    await ui.workbench.page.setViewportSize({ width: 800, height: 600 });
    await open();
    await page().getByText('More', { exact: true }).click();
    const frame = await pageFrame(ui);
    const isInside = `[...document.querySelectorAll('.sheet, .sheet button, .actions button')]
      .map((part) => part.getBoundingClientRect())
      .every(({ left, right }) => left >= 0 && right <= document.documentElement.clientWidth)`;
    await ui.workbench.screenshot('event page, narrow');
    assert.equal(await frame.evaluate<boolean>(isInside), true);
    await page().getByText('More', { exact: true }).click();
    await ui.workbench.page.setViewportSize(window);
  });

  it('shows all of an item, however narrow the window is', async () => {
    const window = ui.workbench.page.viewportSize()!;
    for (const width of [window.width, 1000, 700]) {
      await ui.workbench.page.setViewportSize({ width, height: 800 });
      await open();
      await section('Items').locator('tbody tr').first().waitFor();
      await ui.workbench.screenshot(`event page, ${width} wide`);
      assert.deepEqual(await cutOff(ui), [], `at ${width}`);
      assert.deepEqual(await (await pageFrame(ui)).evaluate<string[]>(namesOnTwoLines), [], `at ${width}`);
    }
    await ui.workbench.page.setViewportSize(window);
  });

  it('is read again when somebody asks for it', async () => {
    await open();
    await ask(ui, 'PUT', '/items/300002/values', { price: 12_345, feeSale: 0, feeProducer: 0 });
    await page().getByText('More', { exact: true }).click();
    await page().getByRole('button', { name: 'Refresh' }).click();
    await section('Items').getByRole('cell', { name: 'R$123.45' }).waitFor();
  });

  it('shows at once what was written elsewhere in the editor', async () => {
    const passkey = section('Passkeys').locator('tbody button').first();
    const name = (await passkey.textContent()) ?? '';
    const row = section('Passkeys').getByRole('button', { name, exact: true });
    assert.equal(await row.count(), 1);
    await ui.workbench.run('Box Office: Delete Passkey');
    await ui.workbench.choose('festival-da-primavera', 'Festival da Primavera');
    await ui.workbench.quickInput.locator('input[type="text"]').first().fill(name);
    await ui.workbench.tick(ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: name }).first(), 1);
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Passkey' }).click();
    await row.waitFor({ state: 'detached' });
    await section('Passkeys').locator('tbody tr').first().waitFor();
  });

  it('is used with the keyboard alone', async () => {
    const { keyboard } = ui.workbench.page;
    await page().getByText('More', { exact: true }).focus();
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await page().locator('.sheet :focus').waitFor();
    await keyboard.press('Escape');
    await page().locator('summary:focus').waitFor();
    for (const [key, entry] of [
      ['ArrowDown', 'Create Many Passkeys…'],
      ['ArrowDown', 'Request Passkeys Report…'],
      ['ArrowUp', 'Create Many Passkeys…'],
      ['ArrowUp', 'Refresh'],
      ['Home', 'Create Many Passkeys…'],
      ['End', 'Refresh'],
      ['ArrowDown', 'Create Many Passkeys…'],
    ] as const) {
      await keyboard.press(key);
      await page().locator('.sheet button:focus').filter({ hasText: entry }).waitFor();
    }
    await keyboard.press('Escape');
    await page().locator('details:not([open]) > summary:focus').waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page()
      .getByRole('heading', { name: /Tickets of Festival da Primavera · / })
      .waitFor();
  });
});
