import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accessibilityProblems,
  ask,
  chooseFirst,
  draftKept,
  focused,
  passkeysOf,
  pictureInEveryTheme,
  signIn,
  switchTo,
  tabTo,
} from '../harness/forms.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('the form of any operation', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, faults },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Sao_Paulo' },
  });

  before(() => signIn(ui));

  const page = () => ui.workbench.webview;
  const find = async (passkey: string) => (await passkeysOf(ui, '1001')).find((row) => row.passkey === passkey);

  it('reads, and shows the reply beside the form', async () => {
    await open('Get event', 'GET /event/{id}');
    await page().getByLabel('id *').fill('1001');
    await page().getByRole('button', { name: 'Read' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('Festival da Primavera').waitFor();
    await pictureInEveryTheme(ui, 'operation form');
  });

  it('fault 57: has what was typed and the reply again after its tab was hidden', async () => {
    await ui.workbench.run('File: New Untitled Text File');
    await page().getByLabel('id *').waitFor({ state: 'detached' });
    await ui.workbench.page.getByRole('tab', { name: 'Get event' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('Festival da Primavera').waitFor();
    assert.equal(await page().getByLabel('id *').inputValue(), '1001');
    await page().getByRole('button', { name: 'Open as Document' }).waitFor();
    await page().getByLabel('id *').fill('');
    await ui.workbench.page.getByRole('tab', { name: 'Untitled-1' }).click();
    await page().getByLabel('id *').waitFor({ state: 'detached' });
    await ui.workbench.page.getByRole('tab', { name: 'Get event' }).click();
    await page().getByRole('region', { name: 'Reply' }).waitFor();
    assert.equal(await page().getByLabel('id *').inputValue(), '', 'what was taken away stays away');
  });

  it('leads to the form that has a field for everything, in the environment of this one', async () => {
    await open('Create item', 'POST /items');
    await page().getByText('There is a form with a field for everything:').waitFor();
    await ui.workbench.screenshot('operation form, another form');
    await switchTo(ui, 'Local service');
    await page().getByRole('button', { name: 'Create Item…' }).click();
    await chooseFirst(ui, '1001');
    await page().getByRole('heading', { level: 1, name: 'New item' }).waitFor();
    await page().getByText('stg', { exact: true }).waitFor();
    await ui.workbench.run('View: Close Editor');
    await switchTo(ui, 'stg');
    await open('Get item', 'GET /items/{id}');
    assert.equal(await page().getByText('There is a form with a field').count(), 0);
  });

  it('marks every field that is wrong and goes to the first', async () => {
    await open('Create passkeys', 'POST /event/{eventId}/passkeys');
    await page().getByLabel('start').fill('2020-01-01');
    await page().getByRole('button', { name: 'Send' }).click();
    await page().getByText('must be given').first().waitFor();
    assert.equal(await page().getByLabel('codes *').getAttribute('aria-invalid'), 'true');
    await focused(ui, page().getByLabel('eventId *'));
    await ui.workbench.screenshot('operation form, problems');
    assert.deepEqual(await accessibilityProblems(ui), []);
  });

  it('gives back what was typed after a reload in the middle of it', async () => {
    await page().getByLabel('codes *').fill('FORM-1\nFORM-2');
    await draftKept(ui, 'FORM-2');
    await ui.workbench.reload();
    await page().getByRole('heading', { name: 'Create passkeys' }).waitFor();
    assert.equal(await page().getByLabel('codes *').inputValue(), 'FORM-1\nFORM-2');
    await signIn(ui);
  });

  it('fault 58: offers it when the form was closed and is opened again', async () => {
    await ui.workbench.run('View: Close All Editors');
    await open('Create passkeys', 'POST /event/{eventId}/passkeys');
    await page().getByText('was not saved').waitFor();
    await ui.workbench.screenshot('operation form, draft offered');
    await page().getByRole('button', { name: 'Restore' }).click();
    assert.equal(await page().getByLabel('codes *').inputValue(), 'FORM-1\nFORM-2');
  });

  it('fault 58: keeps what was typed when the service refuses it, and says why', async () => {
    await page().getByLabel('start').fill('');
    await page().getByLabel('eventId *').fill('1001');
    faults.push({ kind: '403', operation: 'createPasskeys' });
    await page().getByRole('button', { name: 'Send' }).click();
    await page().getByRole('alert').filter({ hasText: /./ }).waitFor();
    await ui.workbench.screenshot('operation form, refused');
    faults.length = 0;
    assert.match((await page().getByRole('alert').textContent()) ?? '', /not allowed|403|refused|may not/i);
    assert.equal(await page().getByLabel('codes *').inputValue(), 'FORM-1\nFORM-2');
    assert.equal(await find('FORM-1'), undefined);
    await draftKept(ui, 'FORM-2');
    await page().getByLabel('start').fill('2020-01-01');
    await page().getByLabel('eventId *').fill('');
  });

  it('writes with the keyboard alone', async () => {
    const { keyboard } = ui.workbench.page;
    await tabTo(ui, page().getByLabel('eventId *'));
    await keyboard.type('1001');
    await tabTo(ui, page().getByLabel('start'));
    await keyboard.press('Control+a');
    await keyboard.press('Delete');
    await tabTo(ui, page().getByRole('button', { name: 'Send' }));
    await keyboard.press('Enter');
    await page().getByRole('region', { name: 'Reply' }).getByText('"created": 2').waitFor();
    assert.ok(await find('FORM-1'));
  });

  it('fault 40: asks before it destroys, names what goes and keeps a copy first', async () => {
    const made = await find('FORM-1');
    await open('Delete passkey', 'DELETE /passkeys/{id}');
    await page().getByLabel('id *').fill(String(made?.id));
    await send().click();
    await ui.workbench.dialog.getByText('Delete Passkey: FORM-1?').waitFor();
    assert.match((await copies()).join('\n'), /"passkey": "FORM-1"/);
    await ui.workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.ok(await find('FORM-1'));
    await send().click();
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Passkey' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('"deleted": true').waitFor();
    assert.equal(await find('FORM-1'), undefined);
    const said = ui.workbench.notifications.filter({ hasText: 'Passkey FORM-1 was deleted in stg.' });
    await said.getByRole('button', { name: 'Undo' }).click();
    await ui.workbench.notifications.filter({ hasText: 'Passkey FORM-1 is there again, with a new id.' }).waitFor();
    assert.ok(await find('FORM-1'));
  });

  it('fault 40: names the one code that goes', async () => {
    const [code, next] = await codes();
    await open('Delete code', 'DELETE /items/{itemId}/codes/{codeId}');
    await page().getByLabel('itemId *').fill(itemWithCodes);
    await page().getByLabel('codeId *').fill(String(code?.id));
    await send().click();
    await ui.workbench.dialog.getByText(`Delete Code: ${code?.code}?`).waitFor();
    assert.ok((await copies()).some((copy) => copy.includes(String(code?.code))));
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Code' }).click();
    await page().getByRole('region', { name: 'Reply' }).getByText('"deleted"').waitFor();
    assert.equal((await codes())[0]?.id, next?.id);
  });

  it('fault 40: deletes the codes of an event only after their count, their tickets and a typed answer', async () => {
    const before = await codes();
    await open('Delete codes of event', 'DELETE /events/{eventId}/codes');
    await page().getByLabel('eventId *').fill('1001');
    const askOnce = async () => {
      await send().click();
      await ui.workbench.dialog.getByText(/^Delete Codes of Event: [\d,]+ codes of Festival da Primavera\?$/).waitFor();
      await ui.workbench.dialog.getByText(/1º lote: [\d,]+/).waitFor();
      await ui.workbench.dialog.getByRole('button', { name: 'Delete Codes of Event' }).click();
      await ui.workbench.quickInput.getByText('Type stg to confirm.').first().waitFor();
    };
    await askOnce();
    await ui.workbench.screenshot('operation form, codes of an event');
    await ui.workbench.page.keyboard.press('Escape');
    await send().and(ui.workbench.webview.locator(':enabled')).waitFor();
    assert.equal((await codes()).length, before.length);
    await askOnce();
    await ui.workbench.answer('stg');
    await page().getByRole('region', { name: 'Reply' }).getByText('"deleted"').waitFor();
    assert.equal((await codes()).length, 0);
    const kept = (await copies()).filter((copy) => copy.startsWith('ticket,code'));
    assert.ok(kept.some((copy) => before.every(({ code }) => copy.includes(code))));
  });

  const itemWithCodes = '300002';
  const send = () => page().getByRole('button', { name: 'Send…' });

  async function codes(): Promise<{ id: number; code: string }[]> {
    const reply = (await ask(ui, 'GET', `/items/${itemWithCodes}/codes?pageSize=1000`)) as {
      data: { id: number; code: string }[];
    };
    return reply.data;
  }

  /** What was kept of all that was to go. */
  async function copies(): Promise<string[]> {
    const files = globSync('data/User/globalStorage/**/copies/*', { cwd: ui.host.dataFolder });
    return Promise.all(files.map((name) => readFile(join(ui.host.dataFolder, name), 'utf8')));
  }

  async function open(title: string, call: string): Promise<void> {
    await ui.workbench.run('Box Office: Open Operation Form…');
    await ui.workbench.choose(title, call);
    await page().getByRole('heading', { name: title, exact: true }).waitFor();
  }
});
