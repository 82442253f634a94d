import assert from 'node:assert/strict';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment, event, findPasskey, passkeysOf } from './passkey.support.ts';

describe('the head of a form', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  afterEach(() => editor.forgetDrafts());

  const head = async (row: object, command = 'editPasskey') => {
    const tab = await editor.open(command, row);
    const page = await tab.page();
    return { tab, page, header: page.locator('header') };
  };

  it('says of a passkey in which state it is, how often it was used and how often it may be', async () => {
    const row = (await passkeysOf(editor)).find(({ passkey }) => passkey === 'ELENCO');
    const { tab, page, header } = await head(editor.resource('passkey', String(row?.id), { eventId: '1001' }));
    await header.locator('.tag', { hasText: 'expired' }).waitFor();
    // How often depends on the day of the sample.
    await header.getByText(`${String(row?.used)} of 50 used`).waitFor();
    await page.getByText('Limit of uses 50').waitFor();
    await header.getByText('More').click();
    await assertAccessible(editor, tab, { what: 'a head with its menu', hasOwnColors: true, within: 'header' });
    const many = await editor.openBy(() => button(page, 'Create Many Passkeys…').click());
    await (await many.page()).getByRole('heading', { level: 1, name: 'Create many passkeys' }).waitFor();
  });

  it('has nothing before there is a record, follows what is saved, and copies and deletes by the commands that do so; a form of what is gone closes', async () => {
    const { tab, page, header } = await head(event(editor), 'createPasskey');
    await page.getByLabel('Passkey', { exact: true }).fill('HEAD-NEW');
    assert.equal(await header.getByRole('button').count(), 0);
    await button(page, 'Create Passkey').click();
    await header.locator('.tag', { hasText: 'active' }).waitFor();
    await page.getByLabel('Finish').fill('2020-01-01T10:00:00');
    await button(page, 'Save').click();
    await header.locator('.tag', { hasText: 'expired' }).waitFor();
    await button(page, 'Copy').click();
    await until('it is copied', () => editor.fake.clipboard === 'HEAD-NEW');
    const again = await tab.show();
    await again.locator('header').getByText('More').click();
    editor.user.press = () => undefined;
    await button(again, 'Delete Passkey…').click();
    await until('it is asked', () => editor.user.shown.some((text) => text.startsWith('Delete Passkey: HEAD-NEW?')));
    assert.ok(await findPasskey(editor, 'HEAD-NEW'), 'nothing goes without a yes');
    editor.user.press = (_message, buttons) => ['Delete Passkey'].find((name) => buttons.includes(name));
    await again.locator('header').getByText('More').click();
    await button(again, 'Delete Passkey…').click();
    await until('the form is closed', () => tab.panel.isDisposed);
    assert.equal(await findPasskey(editor, 'HEAD-NEW'), undefined);
  });

  it('says of an item what the event page says, and leads to its codes', async () => {
    const { tab, page, header } = await head(editor.resource('item', '300002'), 'editItem');
    const word = await header.locator('.tag').first().innerText();
    const lists: OpenList[] = [];
    editor.user.browse = (opened) => void lists.push(opened);
    await button(page, 'List Codes…').click();
    const list = await until('its codes are listed', () => lists[0]);
    assert.match(list.title, /1º lote/);
    tab.close();
    const shown = await (await editor.open('openEvent', event(editor))).page();
    const row = shown.getByRole('row', { name: /^1º lote/ }).first();
    await row.waitFor();
    assert.equal(await row.locator('.tag').first().innerText(), word);
  });
});
