import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { seenDialect } from '../../src/service/own-dialect.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { eventFile, eventId, eventText, firstLot, openPlan, type Edit } from './plan.support.ts';

describe('what the page of a plan says beside its changes', () => {
  // Nobody knows whether an update keeps what it does not carry.
  const { put: _put, ...dialect } = seenDialect;
  const editor = useEditor({ service: { seed: 1 }, environment: { dialect } });
  beforeEach(() => editor.restoreSample());
  const open = async (edit: Edit) => {
    const tab = await openPlan(editor, edit);
    const page = await tab.page();
    await page.locator('.plan-summary').waitFor();
    return { tab, page };
  };
  const region = (page: Page, name: string) => page.getByRole('region', { name });
  const applyButton = (page: Page) => page.getByRole('button', { name: /^Apply .*Changes?…$/ });

  it('names what could not be compared, and why, also of records that stay as they are', async () => {
    const { page } = await open((file) => {
      firstLot(file).feeSale = 15;
    });
    const text = '1º lote: the file has it in another unit than the service.';
    await region(page, 'Not compared, and left as it is').getByText(text).waitFor();
    assert.match(await page.locator('.plan-summary').innerText(), /^No changes; 2 things to look at\.$/);
    const asked = region(page, 'This has to be known first');
    await asked.getByText(/cannot be compared: feeSale of .*1º lote/).waitFor();
    await region(page, 'Not compared, and left as it is').getByRole('button', { name: 'Show in File' }).click();
    await until('the file is shown', () => editor.fake.executed.some(([command]) => command === 'showTextDocument'));
  });

  it('is stopped by, asks about and warns of no record that is left out, itself or with its group', async () => {
    await editor.ask('POST', '/passkeys', { eventId: Number(eventId), passkey: 'ANTIGA', finish: '2030-01-01' });
    const { page } = await open((file) => {
      const old = file.passkeys.find(({ passkey }) => passkey === 'ANTIGA');
      Object.assign(old ?? {}, { finish: null });
      const inside = { name: 'Open bar', type: 'Ticket' };
      file.items.push({ name: 'Frente', type: 'Group', items: [inside] });
      file.passkeys.push({ passkey: 'NOVA', limit: 2, start: '2020-01-01', items: ['Frente / Open bar'] });
      file.passkeys.push({ passkey: 'ONTEM', start: '2020-01-01' });
    });
    const [stops, questions, warnings] = ['This prevents applying', 'This has to be known first', 'Look at this'].map((name) =>
      region(page, name),
    ) as [Locator, Locator, Locator];
    await stops.getByText(/^NOVA: start/).waitFor();
    await page.getByRole('checkbox', { name: 'Apply Frente' }).uncheck();
    await stops.waitFor({ state: 'detached' });
    await questions.getByText(/keep what an update does not carry/).waitFor();
    assert.equal(await applyButton(page).isDisabled(), true);
    await page.getByRole('checkbox', { name: 'Apply ANTIGA' }).uncheck();
    await questions.waitFor({ state: 'detached' });
    await until('it can be applied', () => applyButton(page).isEnabled());
    await warnings.getByText('ONTEM starts before today.').waitFor();
    await page.getByRole('checkbox', { name: 'Apply ONTEM' }).uncheck();
    await warnings.waitFor({ state: 'detached' });
  });

  it('is kept over a reload of the window, and not when its page is closed', async () => {
    const drafts = () =>
      globSync('storage/drafts/*.json', { cwd: editor.fake.home })
        .map((name) => readFileSync(`${editor.fake.home}/${name}`, 'utf8'))
        .filter((text) => text.includes('\\"plan\\"'));
    const { tab, page } = await open((file) => void (firstLot(file).price = '162.00'));
    await page.getByRole('checkbox', { name: 'Apply 1º lote' }).uncheck();
    await page.getByText(/^No changes/).waitFor();
    await editor.reload();
    await (await tab.page()).getByText(/^No changes/).waitFor();
    assert.equal(drafts().length, 1);
    tab.close();
    await until('nothing is stored of it', () => drafts().length === 0);
  });

  it('lets a person say that what seems new is one that is only there, and take that back', async () => {
    const before = await eventText(editor);
    const { page } = await open((file) => {
      const lot = firstLot(file);
      delete lot.id;
      lot.name = 'Primeiro lote';
    });
    await page.getByText(/^1 change: 1 item new/).waitFor();
    await page.getByRole('button', { name: 'It Is There Already…' }).click();
    const choice = page.getByLabel('Which one is Primeiro lote?');
    await choice.selectOption({
      label: /^Pista.* \/ 1º lote · /.exec((await choice.locator('option').allInnerTexts())[1] ?? '')?.input ?? '',
    });
    await page.getByText(/^1 change: 1 item renamed/).waitFor();
    assert.equal(await page.getByText('Only at the event').count(), 0);
    await page.getByLabel('Which one is Primeiro lote?').selectOption({ label: 'Choose which one is meant' });
    await page.getByText(/^1 change: 1 item new/).waitFor();
    assert.equal(await eventText(editor), before);
  });

  it('refuses two records of one path that no id tells apart, and a group to remove while something in it stays, each once', async () => {
    const { page } = await open((file) => {
      file.items.splice(
        file.items.findIndex((item) => item.items),
        1,
      );
      for (const price of ['10.00', '20.00']) file.items.push({ name: 'Gêmeo', type: 'Ticket', price });
    });
    const stops = region(page, 'This prevents applying');
    await stops.getByText('Gêmeo: The file has it more than once: give each its id, or another name.').first().waitFor();
    assert.equal(await stops.getByRole('listitem').count(), 2);
    assert.equal(await applyButton(page).isDisabled(), true);
    await page
      .getByRole('checkbox', { name: /^Remove Pista/ })
      .first()
      .check();
    await stops.getByText(/It holds items that are not to be removed\.$/).waitFor();
    assert.equal(await stops.getByRole('listitem').count(), 3);
  });

  it('is made for another event than that of its file only after a question, and finds records by their names', async () => {
    const source = await eventFile(editor, (file) => {
      Object.assign(file.event, { id: 2002, name: 'Outro Festival' });
      firstLot(file).price = '162.00';
    });
    const asked: string[] = [];
    editor.fake.textEditor = { document: { uri: source, getText: () => '' }, selections: [] };
    editor.user.press = (message) => void asked.push(message);
    await editor.run('planChanges', editor.resource('event', eventId, { label: 'Festival da Primavera' }));
    assert.match(asked[0] ?? '', /^The file was read from Outro Festival \(stg\)\. Plan its changes to Festival da Primavera\?/);
    assert.equal(editor.panels.length, 0, 'nothing opens without a yes');
    editor.user.press = (_message, buttons) => buttons[0];
    await editor.run('planChanges', editor.resource('event', eventId));
    const page = await editor.active.page();
    editor.fake.textEditor = undefined;
    await page.getByText(/^1 change: 1 price changed/).waitFor();
    await page.getByText('The file was read from Outro Festival (stg): its records are found by their names.').waitFor();
  });
});
