import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { assertAccessible, focused, problemAt, tabTo } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';
import { button, environment, findPasskey, makePasskey } from './passkey.support.ts';

const reply = (page: Page) => page.getByRole('region', { name: 'Reply' });

describe('the form of any operation', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const open = async (operation: string) => (await editor.open('openOperationForm', operation)).page();
  const find = (passkey: string) => findPasskey(editor, passkey);
  const fillCodes = async (page: Page, codes: string) => {
    await page.getByLabel('codes *').fill(codes);
    await editor.draftKept(codes.split('\n').at(-1)!);
  };

  it('is chosen from a list of all operations, sends by Ctrl+Enter, and says the status and the time of a reply with colours', async () => {
    editor.user.pick = (rows) => rows.find(({ description }) => description === 'GET /event/{id}');
    const page = await (await editor.open('openOperationForm')).page();
    await page.getByRole('heading', { name: 'Get event', exact: true }).waitFor();
    await page.getByText('GET /event/{id}').waitFor();
    await focused(page, page.getByLabel('id *'));
    await page.getByLabel('id *').fill('1001');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Status 200, answered in \d+ ms\./).waitFor();
    const part = (kind: string, text: string) => reply(page).locator(`.json-${kind}`).getByText(text, { exact: true }).first();
    await part('name', '"id"').waitFor();
    await part('number', '1001').waitFor();
    await part('text', '"Festival da Primavera"').waitFor();
    assert.equal(await button(page, 'Open as Table').count(), 0, 'one record is no table');
  });

  it('shows the refusal, or that there is no reply, in the place of the reply before, and again after its tab was hidden', async () => {
    const tab = await editor.open('openOperationForm', 'getItem');
    const page = await tab.page();
    await page.getByLabel('id *').fill('300002');
    await page.keyboard.press('Control+Enter');
    await reply(page).getByText('1º lote').first().waitFor();
    await page.getByLabel('id *').fill('999999');
    await page.keyboard.press('Control+Enter');
    const isShown = async (shown: Page) => {
      await shown.getByText(/^Status 404, answered in \d+ ms\./).waitFor();
      await reply(shown).locator('.json-name').first().waitFor();
      assert.equal(await reply(shown).getByText('1º lote').count(), 0);
    };
    await isShown(page);
    await page.getByRole('alert').waitFor();
    editor.hide();
    const again = await tab.show();
    await isShown(again);
    await again.getByLabel('id *').fill('300002');
    await again.keyboard.press('Control+Enter');
    await reply(again).getByText('1º lote').first().waitFor();
    faults.push({ kind: 'reset-before', operation: 'getItem' });
    await again.getByLabel('id *').fill('300003');
    await again.keyboard.press('Control+Enter');
    await again.getByText('There is no reply.').waitFor();
    assert.equal(await reply(again).count(), 0);
  });

  it('sends by Enter in a field, a read and a write alike, and folds away what is hardly ever sent unless it is wrong', async () => {
    const page = await open('getItem');
    assert.equal(await page.getByLabel('Other parameters').isVisible(), false);
    await page.getByLabel('id *').fill('300002');
    await page.keyboard.press('Enter');
    await page.getByText(/^Status 200, answered in/).waitFor();
    await page.getByText('Query', { exact: true }).click();
    await page.getByLabel('Other parameters').fill('none');
    await page.getByText('Query', { exact: true }).click();
    assert.equal(await page.getByLabel('Other parameters').isVisible(), false);
    await page.getByLabel('id *').press('Enter');
    await focused(page, page.getByLabel('Other parameters'));
    const { id } = (await makePasskey(editor, 'ENTERED')) as { id: string };
    const deletion = await open('deletePasskey');
    await deletion.getByLabel('id *').fill(id);
    editor.user.press = () => undefined;
    await deletion.keyboard.press('Enter');
    await until('it is asked', () => editor.user.shown.some((text) => text.startsWith('Delete Passkey: ENTERED?')));
    assert.ok(await find('ENTERED'), 'nothing goes without a yes');
    await button(deletion, 'Delete passkey…').waitFor();
  });

  it('offers a list at the fields that name an event, an item or a passkey', async () => {
    const page = await open('updateValues');
    editor.user.pick = (rows) => rows.find(({ label }) => /Festival da Primavera|1º lote/.test(label));
    await button(page, 'Choose id…').click();
    await until('an id', async () => /^\d+$/.test(await page.getByLabel('id *').inputValue()));
    await focused(page, page.getByLabel('id *'));
    assert.equal(await button(page, 'Choose price…').count(), 0, 'a price is typed');
  });

  it('is copied as a cURL command of what was typed, or says what is missing, and leads nowhere where there is no other form', async () => {
    const page = await open('getItem');
    assert.equal(await page.getByText('There is a form with a field').count(), 0);
    await button(page, 'Copy as cURL').click();
    assert.match(await problemAt(page, page.getByLabel('id *')), /A value is needed here/);
    await page.getByLabel('id *').fill('300002');
    await button(page, 'Copy as cURL').click();
    const copied = () => editor.fake.clipboard;
    await until('the command', () => copied().includes('/items/300002'));
    assert.match(copied(), /^curl --globoff/);
    assert.ok(!copied().includes(editor.service.token));
  });

  it('is saved as a file, and opened again from it with all that was typed', async () => {
    const file = join(editor.fake.workspace, 'new-passkeys.request.json');
    const page = await open('createPasskeys');
    await page.getByLabel('eventId *').fill('1001');
    await fillCodes(page, 'SAVED-1\nSAVED-2');
    editor.user.saveTo = () => file;
    await button(page, 'Save Request…').click();
    await until('it is saved', () => editor.user.shown.some((message) => message.includes('was saved')));
    const kept = JSON.parse(await readFile(file, 'utf8')) as unknown;
    assert.deepEqual(kept, { operation: 'createPasskeys', fields: { 'path.eventId': '1001', 'body.codes': 'SAVED-1\nSAVED-2' } });
    editor.active.close();
    await editor.forgetDrafts();
    const again = await (await editor.open('openRequest', Uri.file(file))).page();
    await again.getByRole('heading', { name: 'Create passkeys' }).waitFor();
    assert.equal(await again.getByLabel('codes *').inputValue(), 'SAVED-1\nSAVED-2');
    assert.equal(await again.getByLabel('eventId *').inputValue(), '1001');
  });

  it('says of a file that is no request what it must have', async () => {
    const file = join(editor.fake.workspace, 'odd.request.json');
    await writeFile(file, '{"operation":"dropEverything","fields":{}}');
    await editor.run('openRequest', Uri.file(file));
    assert.match(editor.user.shown.at(-1) ?? '', /^odd\.request\.json is no request/);
  });

  it('opens the reply as a document, and a list as a table', async () => {
    const page = await open('listItems');
    await page.getByLabel('eventId', { exact: true }).fill('1001');
    await button(page, 'Read').click();
    await button(page, 'Open as Document').click();
    const document = await until('a document opens', () => editor.fake.documents.at(-1));
    assert.match(document.text, /^\{[^]*"1º lote"/);
    await button(page, 'Open as Table').click();
    await until('a table opens', () => editor.panels.length === 2);
    await (await editor.active.page()).getByRole('grid').getByText('1º lote').first().waitFor();
  });

  it('fault 57: has what was typed and the reply again after its tab was hidden', async () => {
    const tab = await editor.open('openOperationForm', 'getEvent');
    const page = await tab.page();
    await page.getByLabel('id *').fill('1001');
    await button(page, 'Read').click();
    await reply(page).getByText('Festival da Primavera').first().waitFor();
    editor.hide();
    const again = await tab.show();
    await reply(again).getByText('Festival da Primavera').first().waitFor();
    assert.equal(await again.getByLabel('id *').inputValue(), '1001');
    await button(again, 'Open as Document').waitFor();
    await again.getByLabel('id *').fill('');
    await until('nothing is kept', () => lastRequest(tab.panel.webview.sent)?.name === 'dropDraft');
    editor.hide();
    const last = await tab.show();
    await reply(last).waitFor();
    assert.equal(await last.getByLabel('id *').inputValue(), '', 'what was taken away stays away');
  });

  it('leads to the form that has a field for everything, in the environment of this one', async () => {
    const page = await open('createItem');
    await page.getByText('There is a form with a field for everything:').waitFor();
    const { fake, service } = editor;
    const known = fake.setting('boxOffice.environments') as Record<string, object>;
    const { eventUrl, ticketUrl } = service;
    fake.change('boxOffice.environments', { ...known, other: { eventUrl, ticketUrl } });
    fake.change('boxOffice.environment', 'other');
    try {
      editor.user.pick = (rows) => rows.find(({ label }) => label.includes('Festival da Primavera'));
      await button(page, 'Create Item…').click();
      const own = await until('the form opens', () => (editor.active.title === 'Create item' ? undefined : editor.active));
      await (await own.page()).getByRole('heading', { level: 1, name: 'New item' }).waitFor();
      await (await own.page()).getByText('stg', { exact: true }).waitFor();
    } finally {
      fake.change('boxOffice.environment', 'stg');
      fake.change('boxOffice.environments', known);
    }
  });

  it('marks every field that is wrong and goes to the first', async () => {
    const tab = await editor.open('openOperationForm', 'createPasskeys');
    const page = await tab.page();
    await page.getByLabel('start').fill('2020-01-01');
    await button(page, 'Send').click();
    assert.match(await problemAt(page, page.getByLabel('eventId *')), /A value is needed here/);
    assert.match(await problemAt(page, page.getByLabel('codes *')), /./);
    await focused(page, page.getByLabel('eventId *'));
    await assertAccessible(editor, tab, { what: 'problems of an operation', hasOwnColors: true });
    await page.getByLabel('eventId *').fill('1001');
    assert.equal(await page.getByLabel('eventId *').getAttribute('aria-invalid'), 'false');
  });

  it('fault 58: gives back what was typed after a reload, and offers it when the form was closed and is opened again', async () => {
    const tab = await editor.open('openOperationForm', 'createPasskeys');
    await fillCodes(await tab.page(), 'CLOSED-1\nCLOSED-2');
    await editor.reload();
    await (await tab.page()).getByRole('heading', { name: 'Create passkeys' }).waitFor();
    assert.equal(await (await tab.page()).getByLabel('codes *').inputValue(), 'CLOSED-1\nCLOSED-2');
    tab.close();
    const page = await open('createPasskeys');
    await page.getByText('was not saved').waitFor();
    await button(page, 'Restore').click();
    assert.equal(await page.getByLabel('codes *').inputValue(), 'CLOSED-1\nCLOSED-2');
  });

  it('fault 58: keeps what was typed when the service refuses it, and says why', async () => {
    const page = await open('createPasskeys');
    await page.getByLabel('eventId *').fill('1001');
    await fillCodes(page, 'REFUSED-1\nREFUSED-2');
    faults.push({ kind: '403', operation: 'createPasskeys' });
    await button(page, 'Send').click();
    await page
      .getByRole('alert')
      .filter({ hasText: /not allowed|403|refused|may not/i })
      .waitFor();
    assert.equal(await page.getByLabel('codes *').inputValue(), 'REFUSED-1\nREFUSED-2');
    assert.equal(await find('REFUSED-1'), undefined);
    await editor.draftKept('REFUSED-2');
  });

  it('writes with the keyboard alone, and forgets what it has sent', async () => {
    const tab = await editor.open('openOperationForm', 'createPasskeys');
    const page = await tab.page();
    await tabTo(page, page.getByLabel('eventId *'));
    await page.keyboard.type('1001');
    await tabTo(page, page.getByLabel('codes *'));
    await page.keyboard.type('KEYS-1\nKEYS-2');
    await tabTo(page, button(page, 'Send'));
    await page.keyboard.press('Enter');
    await reply(page).getByText('"created": 2').waitFor();
    assert.ok(await find('KEYS-1'));
    tab.close();
    const next = await open('createPasskeys');
    await focused(next, next.getByLabel('eventId *'));
    assert.equal(await next.getByText('was not saved').count(), 0, 'there is nothing to restore');
  });

  it('asks for a file where the operation takes one', async () => {
    const page = await open('uploadCodes');
    await page.getByText('No file chosen').waitFor();
    await page.getByLabel('eventId *').fill('1001');
    await button(page, 'Send').click();
    await page.getByText('A file must be chosen.').waitFor();
    await focused(page, button(page, 'Choose File…'));
    const file = join(editor.fake.workspace, 'codes.csv');
    await writeFile(file, 'ticket,code\n');
    editor.user.choose = () => [file];
    await button(page, 'Choose File…').click();
    await page.getByText('codes.csv (12 bytes)').waitFor();
    await page.getByText('A file must be chosen.').waitFor({ state: 'hidden' });
  });
});

function lastRequest(sent: readonly unknown[]): { readonly name: string } | undefined {
  return sent.at(-1) as { readonly name: string } | undefined;
}
