import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { localManners } from '../../src/editor/account/environments.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { eventId, firstLot, openPlan, type Edit } from './plan.support.ts';

describe('what the page of a plan says beside its changes', () => {
  // Nobody knows whether an update keeps what it does not carry.
  const { put: _put, ...dialect } = localManners;
  const editor = useEditor({ service: { seed: 1 }, environment: { dialect } });
  beforeEach(() => editor.service.reset());
  const open = async (edit: Edit) => {
    const tab = await openPlan(editor, edit);
    const page = await tab.page();
    await page.locator('.plan-summary').waitFor();
    return { tab, page };
  };
  const region = (page: Page, name: string) => page.getByRole('region', { name });
  const applyButton = (page: Page) => page.getByRole('button', { name: /^Apply .* Changes?…$/ });

  it('names what could not be compared, and why, also of records that stay as they are', async () => {
    const { page } = await open((file) => {
      firstLot(file).feeSale = 15;
    });
    const text = '1º lote: the file has it in another unit than the service.';
    await region(page, 'Not compared, and left as it is').getByText(text).waitFor();
    assert.match(await page.locator('.plan-summary').innerText(), /^No changes; 1 thing to look at\.$/);
    await region(page, 'Not compared, and left as it is').getByRole('button', { name: 'Show in File' }).click();
    await until('the file is shown', () => editor.fake.executed.some(([command]) => command === 'showTextDocument'));
  });

  it('asks nothing about a record that is left out', async () => {
    await editor.ask('POST', '/passkeys', { eventId: Number(eventId), passkey: 'ANTIGA', start: '2020-01-01' });
    const { page } = await open((file) => {
      const old = file.passkeys.find(({ passkey }) => passkey === 'ANTIGA');
      Object.assign(old ?? {}, { finish: '2031-01-01' });
      firstLot(file).price = '162.00';
    });
    const questions = region(page, 'This has to be known first');
    await questions.getByText(/A passkey has started/).waitFor();
    assert.equal(await applyButton(page).isDisabled(), true);
    await page.getByRole('checkbox', { name: 'Apply ANTIGA' }).uncheck();
    await questions.waitFor({ state: 'detached' });
    await until('it can be applied', () => applyButton(page).isEnabled());
  });

  it('warns of a new passkey that starts before today', async () => {
    const { page } = await open((file) => void file.passkeys.push({ passkey: 'ONTEM', start: '2020-01-01' }));
    await region(page, 'Look at this').getByText('ONTEM starts before today.').waitFor();
    assert.equal(await applyButton(page).isEnabled(), true);
    await page.getByRole('checkbox', { name: 'Apply ONTEM' }).uncheck();
    await region(page, 'Look at this').waitFor({ state: 'detached' });
  });

  it('is stopped by a new record inside a group only while the group is meant', async () => {
    const { page } = await open((file) => {
      const inside = { name: 'Open bar', type: 'Ticket' };
      file.items.push({ name: 'Frente', type: 'Group', items: [inside] });
      file.passkeys.push({ passkey: 'NOVA', limit: 2, start: '2020-01-01', items: ['Frente / Open bar'] });
    });
    await region(page, 'This prevents applying')
      .getByText(/^NOVA: start/)
      .waitFor();
    await page.getByRole('checkbox', { name: 'Apply Frente' }).uncheck();
    await region(page, 'This prevents applying').waitFor({ state: 'detached' });
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
});
