import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { contentOf } from '../../src/client/index.ts';
import { parseManners, type ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor, type PageEditor, type Tab } from './editor/use-editor.ts';
import { allLoaded } from './every-page.support.ts';
import { revealedRow, tableEnvironment } from './table.support.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const section = (page: Page, name: string) => page.locator('section').filter({ has: heading(page, name) });
const tile = (page: Page, name: string) =>
  page
    .locator('.tiles > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd');
const notKnown = (page: Page, name: string) => tile(page, name).getByText('not known', { exact: true });

async function open(editor: PageEditor, id = '1001'): Promise<{ tab: Tab; page: Page }> {
  const tab = await editor.open('openEvent', editor.resource('event', id));
  const page = await tab.page();
  await allLoaded(page);
  return { tab, page };
}

interface EntryReport {
  readonly checked_count: number;
  readonly sessions: readonly { readonly sold: number; readonly checked: number }[];
}

interface Made {
  readonly id: number;
}

interface Passkey extends Made {
  readonly passkey: string;
}

interface Bordero {
  readonly totals: { readonly quantity: number };
}

/** Runs in the page: the figure itself, without what stands below it. */
const firstText = `(name) => [...document.querySelectorAll('.tiles > div')]
  .find((tile) => tile.querySelector('dt').textContent === name).querySelector('dd').firstChild.textContent`;

/** Runs in the page: nothing is drawn over it. */
const isInFront = `(selector) => {
  const element = document.querySelector(selector);
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && element.contains(found);
}`;

describe('the page of an event', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  afterEach(async () => {
    faults.length = 0;
    for (const id of ['1001', '1002', '9999']) await editor.run('unpinEvent', editor.resource('event', id));
  });

  describe('its figures', () => {
    it('are those of its reports, each read once, in all and for each session, and lead to them', async () => {
      await editor.run('pinEvent', editor.resource('event', '1002', { label: 'O Auto da Lua' }));
      const reads = ['getEvent', 'listItems', 'listPasskeys', 'getBordero', 'getEntryReport'];
      const counted = countedCalls(...reads, 'getEventTickets', 'listCodes', 'listTypes');
      faults.push(...counted.faults);
      const { tab, page } = await open(editor, '1002');
      // Nothing is read of what nobody looks at.
      assert.deepEqual(counted.counts, Object.fromEntries(reads.map((name) => [name, 1])));
      faults.length = 0;
      const reply = async (path: string) =>
        contentOf(await (await fetch(`${editor.service.eventUrl}/event/1002/${path}`)).json());
      const entered = (await reply('guestlist?method=report')) as EntryReport;
      const bordero = (await reply('bordero')) as Bordero;
      const first = async (name: string) => page.evaluate<string>(`(${firstText})(${JSON.stringify(name)})`);
      assert.equal(await first('Sold'), bordero.totals.quantity.toLocaleString('en'));
      assert.equal(await first('Entered'), entered.checked_count.toLocaleString('en'));
      assert.match(await first('Gross'), /^R\$[\d,]+\.\d\d$/);
      assert.match(await first('Left'), /^[\d,]+$/);
      const rows = section(page, 'Sessions').locator('tbody tr');
      assert.equal(await rows.count(), entered.sessions.length);
      for (const [index, { sold, checked }] of entered.sessions.entries()) {
        const [soldText = '', enteredText = ''] = await rows.nth(index).locator('td.number').allTextContents();
        assert.equal(soldText, sold.toLocaleString('en'));
        assert.equal(enteredText.split(' ')[0], checked.toLocaleString('en'));
        assert.equal(await rows.nth(index).locator('svg .sold').count(), 1);
      }
      const report = await (await editor.openBy(() => page.getByRole('button', { name: 'Entry Report' }).click())).page();
      await heading(report, 'Entry report').waitFor();
      const again = await tab.show();
      const sales = await (await editor.openBy(() => again.getByRole('button', { name: 'Bordero' }).click())).page();
      await heading(sales, 'Bordero').waitFor();
    });

    it('are not known, with the reason, where a report cannot be read; the others are there, and it is tried again', async () => {
      faults.push({ kind: '403', operation: 'getBordero' });
      const { tab, page } = await open(editor);
      for (const name of ['Sold', 'Gross']) {
        await notKnown(page, name).waitFor();
        assert.match((await notKnown(page, name).getAttribute('title')) ?? '', /\w/);
      }
      for (const name of ['Left', 'Entered']) assert.match((await tile(page, name).textContent()) ?? '', /^\d/);
      // The other report knows it, too.
      assert.match((await section(page, 'Sessions').locator('tbody td.number').first().textContent()) ?? '', /^\d+$/);
      // Nothing says that none were sold.
      assert.equal(await page.locator('.items .sold').first().isVisible(), false);
      await page.locator('.items').getByRole('columnheader', { name: 'Available' }).waitFor();
      await section(page, 'Sales')
        .getByText(/^The bordero was not loaded: /)
        .waitFor();
      await assertAccessible(editor, tab, { hasOwnColors: true, within: '.tiles, .notice' });
      faults.length = 0;
      await section(page, 'Sales').getByRole('button', { name: 'Try Again' }).click();
      for (const name of ['Sold', 'Gross']) await notKnown(page, name).waitFor({ state: 'detached' });
      await section(page, 'Sales').locator('.notice').waitFor({ state: 'detached' });
    });

    it('keep what was read before below a refresh that fails, and one try reads all that failed', async () => {
      const { page } = await open(editor);
      const [items, passkeys] = [section(page, 'Items'), section(page, 'Passkeys')];
      const rows = await items.locator('tbody tr').count();
      for (const operation of ['listItems', 'listPasskeys']) faults.push({ kind: '403', operation });
      await page.locator('summary').filter({ hasText: 'More' }).click();
      await page.getByRole('button', { name: 'Refresh' }).click();
      for (const each of [items, passkeys]) await each.getByText('What stands below was read before that.').waitFor();
      assert.equal(await items.locator('tbody tr').count(), rows);
      faults.length = 0;
      await items.getByRole('button', { name: 'Try Again' }).click();
      for (const each of [items, passkeys]) await each.locator('.notice').waitFor({ state: 'detached' });
      assert.equal(await items.locator('tbody tr').count(), rows);
      await items.locator(':focus').waitFor();
    });

    it('leave whoever stands at a session there when the numbers come', async () => {
      for (const operation of ['getBordero', 'getEntryReport']) faults.push({ kind: 'latency', value: 500, operation });
      const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
      const sessions = section(page, 'Sessions');
      await sessions.locator('tbody button').nth(1).focus();
      assert.equal(await sessions.locator('svg').count(), 0);
      await allLoaded(page);
      await sessions.locator('svg .sold').first().waitFor();
      await sessions.locator('tbody tr').nth(1).locator('button:focus').waitFor();
    });

    it('stand with items whose bars and signs tell how they sell, in lists that open at their heads, below a head that stays', async () => {
      const { page } = await open(editor);
      const rows = section(page, 'Items').locator('tbody tr');
      const bars = (word: string, bar: string) => rows.filter({ hasText: word }).locator(`rect${bar}`).count();
      assert.ok((await bars('sold out', '.sold-out')) > 0);
      assert.equal(await bars('on sale', '.sold-out'), 0);
      for (const word of ['on sale', 'sold out', 'sale ended', 'sale not started'])
        await rows.locator('.tag').filter({ hasText: word }).first().locator('.sign').waitFor();
      for (const name of ['Items', 'Passkeys'])
        await section(page, name).locator('.section-head').getByRole('button', { name: 'Open as Table' }).waitFor();
      const first = section(page, 'Items').locator('tbody .name button').first();
      await first.focus();
      const [button, frame] = await Promise.all([
        first.boundingBox(),
        section(page, 'Items').locator('.wide-table').boundingBox(),
      ]);
      assert.ok(button && frame && button.x - frame.x >= 2, 'there is room for it');
      await page.setViewportSize({ width: 1000, height: 500 });
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await until('the page is scrolled', () => page.evaluate<boolean>('scrollY > 200'));
      for (const part of ['h1', '.tag', '.environment', '.actions button'])
        assert.ok(await page.evaluate<boolean>(`(${isInFront})(${JSON.stringify(`header ${part}`)})`), part);
      // What the keyboard leads to is not under it.
      await section(page, 'Items').locator('tbody button').last().focus();
      await page.keyboard.press('Shift+Tab');
      for (let presses = 0; presses < 8; presses++) await page.keyboard.press('Shift+Tab');
      await until('the focus is seen', () => page.evaluate<boolean>(`(${isInFront})(':focus')`));
    });
  });

  describe('what needs attention there', () => {
    const attention = (page: Page) => section(page, 'Needs attention');
    const others = (page: Page) => page.locator('section').filter({ has: page.locator('h2').getByText('Other pinned events') });
    const running = { appCategoryId: 7, start: '2020-01-01 00:00:00', finish: '2040-01-01 00:00:00' };
    const pin = (id: string, label: string) => editor.run('pinEvent', editor.resource('event', id, { label }));

    it('is that of the event itself, above all else and from what was read anyway, also where none is pinned, and offers what its lists offer', async () => {
      const counted = countedCalls('listItems', 'listPasskeys');
      faults.push(...counted.faults);
      const { page } = await open(editor);
      await attention(page).locator('tbody tr').filter({ hasText: 'passkey expired' }).waitFor();
      assert.equal(await attention(page).getByRole('columnheader', { name: 'Event' }).count(), 0);
      assert.equal(await others(page).isVisible(), false);
      assert.deepEqual(counted.counts, { listItems: 1, listPasskeys: 1 });
      assert.equal(await page.locator('section h2').first().textContent(), 'Needs attention');
      const offered = async (row: Locator) => {
        await row.click({ button: 'right' });
        const names = await page.getByRole('menu').getByRole('menuitem').allTextContents();
        await page.keyboard.press('Escape');
        return names;
      };
      const row = (word: string) => attention(page).locator('tbody tr').filter({ hasText: word }).first();
      assert.deepEqual(await offered(row('sale ends soon')), await offered(page.locator('.items tbody tr').first()));
      assert.deepEqual(await offered(row('passkey expired')), await offered(page.locator('.passkeys tbody tr').first()));
      const name = await row('passkey expired').getByRole('button').textContent();
      await row('passkey expired').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Show in Tree' }).click();
      assert.equal((await revealedRow(editor)).label, name);
    });

    it('lists passkeys that open nothing, and shows no more than six rows until somebody asks for all', async () => {
      for (const passkey of ['NOTHING-1', 'NOTHING-2'])
        await editor.ask('POST', '/passkeys', { eventId: 1003, passkey, finish: '2040-01-01' });
      for (let made = 0; made < 6; made++) {
        const { data } = (await editor.ask('POST', '/items', { eventId: 1003, name: `Last ${made}` })) as { data: Made };
        await editor.ask('POST', `/items/${data.id}/sales-period`, { ...running, available: 2 });
      }
      const { page } = await open(editor, '1003');
      const rows = attention(page).locator('tbody tr');
      await rows.first().waitFor();
      assert.equal(await rows.count(), 6);
      await attention(page)
        .getByRole('button', { name: /^Show All \d+$/ })
        .click();
      await rows.filter({ hasText: 'NOTHING-2' }).filter({ hasText: 'passkey opens nothing' }).waitFor();
      await rows.nth(6).locator('button:focus').waitFor();
    });

    it('is not known of what could not be read, and is after another try', async () => {
      for (const operation of ['listItems', 'listPasskeys']) faults.push({ kind: '500', operation });
      const { tab, page } = await open(editor);
      await attention(page)
        .getByText(/^The items and the passkeys could not be read: /)
        .waitFor();
      assert.equal(await page.getByText(/^Nothing that was looked at/).count(), 0);
      // What the service answered is said once.
      assert.equal(await page.getByText(/status 500/).count(), 1);
      await assertAccessible(editor, tab, { within: '.notice' });
      faults.length = 0;
      await attention(page).getByRole('button', { name: 'Try Again' }).click();
      await attention(page).locator('tbody tr').filter({ hasText: 'passkey expired' }).waitFor();
      for (const name of ['Items', 'Passkeys']) await section(page, name).locator('tbody tr').first().waitFor();
      assert.equal(await attention(page).locator('.notice').count(), 0);
    });

    it('is read of all pinned events once it is seen, and each row opens what it is about', async () => {
      await pin('1001', 'Festival da Primavera');
      await pin('1002', 'O Auto da Lua');
      const { data } = (await editor.ask('POST', '/items', { eventId: 1002, name: 'Forgotten', hidden: true })) as { data: Made };
      await editor.ask('POST', `/items/${data.id}/values`, { price: 5000, feeSale: 0, feeProducer: 0 });
      const period = { appCategoryId: 7, start: '2020-01-01 00:00:00', finish: '2040-01-01 00:00:00', available: 40 };
      await editor.ask('POST', `/items/${data.id}/sales-period`, period);
      const counted = countedCalls('listItems', 'listPasskeys');
      faults.push(...counted.faults);
      const { tab, page } = await open(editor);
      assert.deepEqual(counted.counts, { listItems: 1, listPasskeys: 1 });
      await others(page).scrollIntoViewIfNeeded();
      const rows = others(page).locator('tbody tr');
      await rows.first().waitFor();
      // What is of this event was read already.
      assert.deepEqual(counted.counts, { listItems: 2, listPasskeys: 2 });
      await assertAccessible(editor, tab, { within: '.attention' });
      const hidden = rows.filter({ hasText: 'Forgotten' }).filter({ hasText: 'hidden but on sale' });
      const form = await (await editor.openBy(() => hidden.getByRole('button').click())).page();
      await heading(form, 'Sale periods').waitFor();
      const again = await tab.show();
      await allLoaded(again);
      const passkey = attention(again).locator('tbody tr').filter({ hasText: 'passkey expired' }).first().getByRole('button');
      const name = (await passkey.textContent()) ?? '';
      const passkeyTab = await editor.openBy(() => passkey.click());
      await (await passkeyTab.page()).locator('input:focus').waitFor();
      await passkeyTab.isNamed(new RegExp(`^Passkey ${name}`));
    });

    it('follows what is pinned and what is written to a passkey, and says which events could not be read until they are', async () => {
      await editor.ask('POST', '/passkeys', { eventId: 1002, passkey: 'LONG OVER', finish: '2020-01-01' });
      const { page } = await open(editor);
      const named = (name: string) => others(page).locator('tbody tr').filter({ hasText: name });
      await attention(page).locator('tbody tr').first().waitFor();
      await pin('9999', 'Gone for Ever');
      faults.push({ kind: '403', operation: 'listPasskeys' }, { kind: '403', operation: 'listItems' });
      await pin('1002', 'O Auto da Lua');
      await others(page).scrollIntoViewIfNeeded();
      const unread = others(page).getByText(/^Could not be read: .*O Auto da Lua.*made to fail with 403/);
      await unread.waitFor();
      faults.length = 0;
      await others(page).getByRole('button', { name: 'Try Again' }).click();
      await unread.waitFor({ state: 'detached' });
      const label = 'LONG OVER';
      const expired = named(label).filter({ hasText: 'passkey expired' });
      await expired.waitFor();
      const { data } = (await editor.ask('GET', '/passkeys?eventId=1002&pageSize=1000')) as { data: Passkey[] };
      const id = String(data.find(({ passkey }) => passkey === label)?.id);
      editor.user.press = (_, buttons) => buttons.find((button) => button === 'Delete Passkey');
      await editor.run('deletePasskey', editor.resource('passkey', id, { eventId: '1002', label }));
      await expired.waitFor({ state: 'detached' });
      await editor.run('unpinEvent', editor.resource('event', '1002'));
      await named('O Auto da Lua').first().waitFor({ state: 'detached' });
    });
  });
});

describe('the passkeys on the page of an event', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  it('are ten, and all of them by their number', async () => {
    const { data } = (await editor.ask('GET', '/passkeys?eventId=1001')) as { data: unknown[] };
    for (let made = data.length; made < 12; made++)
      await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: `MADE-${made}`, finish: '2030-01-01' });
    const { page } = await open(editor);
    const passkeys = section(page, 'Passkeys');
    assert.deepEqual(await passkeys.locator('thead th').allTextContents(), ['Passkey', 'Opens', 'Used', 'Until', 'State']);
    assert.equal(await passkeys.locator('tbody tr').count(), 10);
    const all = passkeys.getByRole('button', { name: 'All 12 passkeys…' });
    const table = await (await editor.openBy(() => all.click())).page();
    await table.locator('.count').filter({ hasText: '12' }).waitFor();
  });
});

describe('the passkeys on the page of an event of a service that does not say how many there are', () => {
  const dialect = parseManners('cap=2,no-total');
  const editor = useEditor({ service: { seed: 1, dialect }, environment: { name: 'stg', dialect: {} } });

  it('are opened as all of them, without a number; how many items are left is not known, where nothing shows that all were read', async () => {
    const { page } = await open(editor);
    await notKnown(page, 'Left').waitFor();
    assert.match((await notKnown(page, 'Left').getAttribute('title')) ?? '', /^Nothing shows that/);
    const all = section(page, 'Passkeys').getByRole('button', { name: 'All passkeys…' });
    const table = await (await editor.openBy(() => all.click())).page();
    await heading(table, 'Passkeys of Festival da Primavera').waitFor();
  });
});

describe('a sign-in that is refused on the page of an event whose groups all ask for one', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: { eventCredential: 'bearer', ticketCredential: 'bearer' } });
  beforeEach(() => editor.signIn(editor.environment, 'old-token'));

  it('fault 79: every place that failed waits for it, it is offered once, one question is asked, and all of them load by themselves after it', async () => {
    await editor.run('pinEvent', editor.resource('event', '1001', { label: 'Festival da Primavera' }));
    let answer: (token: string) => void = () => undefined;
    let asked = 0;
    const warnings: string[] = [];
    editor.user.press = (message) => void warnings.push(message);
    editor.user.type = () => {
      asked++;
      return new Promise((resolve) => (answer = resolve));
    };
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await until('the question', () => asked > 0);
    const signIn = page.getByRole('button', { name: 'Sign In' });
    // The event, the bordero, the entry report, the items and the passkeys; what needs attention says that these could not be read.
    await until('every place waits', async () => (await page.locator('.signed-out').count()) === 5);
    assert.equal(await signIn.count(), 1);
    assert.doesNotMatch(await page.locator('main').innerText(), /Loading/);
    answer(editor.service.token);
    await signIn.first().waitFor({ state: 'detached' });
    await allLoaded(page);
    await heading(page, 'Festival da Primavera').waitFor();
    for (const name of ['Sessions', 'Items', 'Passkeys']) await section(page, name).locator('tbody tr').first().waitFor();
    for (const name of ['Sold', 'Left', 'Gross', 'Entered']) await notKnown(page, name).waitFor({ state: 'detached' });
    assert.equal(asked, 1);
    assert.deepEqual(warnings, [], 'the places say it themselves');
  });
});
