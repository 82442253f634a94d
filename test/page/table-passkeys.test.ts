import assert from 'node:assert/strict';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { useHostileService } from './hostile-service.support.ts';
import { button, environment, eventId, passkeysOf } from './passkey.support.ts';
import { tableIn } from './table.support.ts';

describe('the table of passkeys', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  const read = { operation: 'listPasskeys', input: { query: { eventId } } };
  const open = () => editor.open('openAsTable', { environment: 'stg', title: 'Passkeys', read });
  before(async () => {
    const past = { start: '2020-01-01 00:00:00', finish: '2020-01-02 00:00:00' };
    await editor.ask('POST', '/passkeys', { eventId: Number(eventId), passkey: 'LONG OVER', ...past });
  });

  it('counts what passkeys are, and shows only those that somebody picks', async () => {
    const passkeys = await passkeysOf(editor);
    const empty = passkeys.filter(({ itemIds }) => itemIds.length === 0);
    const over = passkeys.filter(({ finish }) => finish !== null && finish < '2021');
    assert.ok(empty.length > 0 && empty.length < passkeys.length && over.length === 1);
    const tab = await open();
    const page = await tab.page();
    const nothing = button(page, `Opening nothing: ${empty.length}`);
    await nothing.waitFor();
    await nothing.click();
    await page.getByText(`Rows: ${empty.length} of ${passkeys.length}`).waitFor();
    assert.equal(await nothing.getAttribute('aria-pressed'), 'true');
    await assertAccessible(editor, tab, { within: '[role="group"]' });
    await page.getByRole('searchbox').fill('LONG OVER');
    await page.getByText(`Rows: 1 of ${passkeys.length}`).waitFor();
    await page.getByRole('searchbox').fill('');
    await nothing.click();
    await page.getByText(`Rows: ${passkeys.length}`).waitFor();
    assert.match(
      (await page.getByRole('group', { name: 'Show only' }).textContent()) ?? '',
      /Unused: \d+.*Used up: \d+.*Expired: \d+/,
    );
  });

  it('counts nothing that the service does not show', async () => {
    const others = { operation: 'listItems', input: { query: { eventId } } };
    const page = await (await editor.open('openAsTable', { environment: 'stg', title: 'Items', read: others })).page();
    await page.getByText(/Rows: \d+/).waitFor();
    assert.equal(await page.getByRole('group', { name: 'Show only' }).isVisible(), false);
  });
});

describe('the table of passkeys of a service that shows only some of it', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  const service = useHostileService(editor);
  const past = '2020-01-01 00:00:00';
  const rows = [
    { id: 1, passkey: 'NOVA', used: 0, limit: 5, finish: null, itemIds: [1] },
    { id: 2, passkey: 'GASTA', used: 5, limit: 5, finish: null, itemIds: [1] },
    { id: 3, passkey: 'VENCIDA', used: 1, limit: null, finish: past, itemIds: [1] },
    { id: 4, passkey: 'VAZIA', used: 1, limit: 5, finish: null, itemIds: [] },
    { id: 5, passkey: 'CALADA' },
  ];

  it('leaves by each filter only those of which it is shown, and says of how many it is not known', async () => {
    service.rewrite = (reply, { pathname }) => (pathname.endsWith('/passkeys') ? { data: rows, total: rows.length } : reply);
    const read = { operation: 'listPasskeys', input: { query: { eventId } } };
    const tab = await editor.open('openAsTable', { environment: 'stg', title: 'Passkeys', read });
    const page = await tab.page();
    for (const [label, passkey] of [
      ['Unused', 'NOVA'],
      ['Used up', 'GASTA'],
      ['Expired', 'VENCIDA'],
      ['Opening nothing', 'VAZIA'],
    ] as const) {
      const filter = button(page, `${label}: 1 (1 not known)`);
      await filter.click();
      await page.getByText('Rows: 1 of 5').waitFor();
      await page.getByRole('row', { name: passkey }).waitFor();
      await filter.click();
      await page.getByText('Rows: 5', { exact: true }).waitFor();
    }
  });

  it('names the items that a passkey opens after one read of them, and leaves an id that nothing names', async () => {
    const asked: string[] = [];
    const opens = { id: 1, eventId: Number(eventId), passkey: 'ABRE', itemIds: [300002, 999999] };
    service.rewrite = (reply, { pathname }) => {
      asked.push(pathname);
      return pathname.endsWith('/passkeys') ? { data: Array(50).fill(opens), total: 50 } : reply;
    };
    const read = { operation: 'listPasskeys', input: { query: { eventId } } };
    const page = await (await editor.open('openAsTable', { environment: 'stg', title: 'Passkeys', read })).page();
    const table = tableIn(page);
    await table.rows.first().waitFor();
    assert.deepEqual(await table.columns(), ['passkey', '#items', 'id']);
    assert.match((await table.texts('#items'))[0] ?? '', /^Pista – sexta \d\d\/\d\d › 1º lote, 999999$/);
    assert.equal(asked.filter((path) => path.endsWith('/items')).length, 1);
    await page.getByText('Columns: 3 of 5').click();
    await page.getByLabel('Event ID', { exact: true }).check();
    await table.header('eventId').waitFor();
  });

  it('shows the ids where the items cannot be read', async () => {
    service.status = ({ pathname }) => (pathname.endsWith('/items') ? 403 : undefined);
    const read = { operation: 'listPasskeys', input: { query: { eventId } } };
    const page = await (await editor.open('openAsTable', { environment: 'stg', title: 'Passkeys', read })).page();
    const table = tableIn(page);
    await table.rows.first().waitFor();
    assert.ok((await table.texts('itemIds')).some((text) => /^\d{6}(, \d{6})*$/.test(text)));
  });
});
