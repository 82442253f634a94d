import assert from 'node:assert/strict';
import { ask, chooseFirst, passkeysOf, signIn } from '../harness/forms.ts';
import { everything } from '../harness/everything.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

// Proved in test/host/documents.test.ts.
if (everything)
  describe('an item as JSON that somebody else changed in the meantime', () => {
    const ui = useWorkbench({
      service: { seed: 1 },
      environment: { name: 'stg' },
      settings: { 'files.autoSave': 'off' },
    });
    const item = '300003';

    beforeEach(() => signIn(ui));

    const editor = () => ui.workbench.page.locator('.editor-instance .view-lines').last();

    /** The whole text of the active editor. */
    async function text(): Promise<string> {
      const { page } = ui.workbench;
      await page.evaluate("navigator.clipboard.writeText('nothing copied yet')");
      await editor().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      const copied = "navigator.clipboard.readText().then((text) => text !== 'nothing copied yet' && text)";
      return (await (await page.waitForFunction(copied)).jsonValue()) as string;
    }

    /** Replaces the price in the active editor. */
    async function typePrice(price: string): Promise<void> {
      const changed = (await text()).replace(/"price": [\d.]+/, `"price": ${price}`);
      await ui.workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(changed)})`);
      await ui.workbench.page.keyboard.press('Control+v');
    }

    it('fault 38: is shown in both versions, and takes theirs when that is chosen', async () => {
      const { page } = ui.workbench;
      const tab = page.locator('.tab.active').filter({ hasText: 'lote.json' });
      await ui.workbench.run('Box Office: Open as JSON');
      await ui.workbench.choose('Item');
      await chooseFirst(ui, item);
      await tab.waitFor();
      await until('its document', async () => (await text()).includes(`"id": ${item},`));
      await typePrice('111.11');
      await tab.and(page.locator('.dirty')).waitFor();
      await ask(ui, 'PUT', `/items/${item}/values`, { price: 22_222, feeSale: 0, feeProducer: 0 });
      await page.keyboard.press('Control+s');
      const question = ui.workbench.notifications.filter({ hasText: 'has changed on the service since you opened it' });
      await question.waitFor();
      await page.locator('.monaco-diff-editor').first().waitFor();
      await question.getByRole('button', { name: 'Take Theirs' }).click();
      await tab.and(page.locator(':not(.dirty)')).waitFor();
      // A tab is clean before its file has been read again.
      await until('their price', async () => (await text()).includes('"price": 222.22,'));
    });
  });

// Proved in test/page/delete.test.ts.
if (everything)
  describe('deleting a passkey in a protected environment', () => {
    const ui = useWorkbench({
      service: { seed: 1 },
      environment: { name: 'prod', protected: true, eventCredential: 'nothing', ticketCredential: 'bearer' },
    });
    const find = async () => (await passkeysOf(ui, '1001')).find(({ passkey }) => passkey === 'UNDO-ME');

    beforeEach(() => signIn(ui));

    it('asks first, wants its name typed, and gives it back with its items when it is undone', async () => {
      const { workbench } = ui;
      const { dialog } = workbench;
      const place = 'Environment: prod (protected)';
      const body = { eventId: 1001, passkey: 'UNDO-ME', finish: '2099-01-01' };
      const { data } = (await ask(ui, 'POST', '/passkeys', body)) as { data: { id: number } };
      await ask(ui, 'PUT', `/passkeys/${data.id}/items`, { itemIds: [300002, 300003] });
      const kept = await find();
      await workbench.run('Box Office: Delete Passkey');
      await chooseFirst(ui, 'festival-da-primavera', 'Festival da Primavera');
      await workbench.quickInput.locator('input[type="text"]').first().fill('UNDO-ME');
      await workbench.tick(workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'UNDO-ME' }).first(), 1);
      await workbench.page.keyboard.press('Enter');
      await dialog.getByText('Delete Passkey: UNDO-ME?').waitFor();
      await dialog.getByText(place, { exact: false }).first().waitFor();
      await dialog.getByText('Event: Festival da Primavera').first().waitFor();
      await dialog.getByRole('button', { name: 'Delete Passkey' }).click();
      await workbench.answer('UNDO-ME');
      const deleted = workbench.notifications.filter({ hasText: 'Passkey UNDO-ME was deleted' });
      await deleted.waitFor();
      assert.equal(await find(), undefined);
      await deleted.getByRole('button', { name: 'Undo' }).click();
      // In a protected environment to undo is a write like any other.
      await dialog.getByText('Create Passkey Again: UNDO-ME?').waitFor();
      await dialog.getByText(place, { exact: false }).first().waitFor();
      assert.equal(await find(), undefined);
      await dialog.getByRole('button', { name: 'Create Passkey Again' }).click();
      const restored = workbench.notifications.filter({ hasText: 'Passkey UNDO-ME is there again, with a new id.' });
      await restored.waitFor();
      assert.deepEqual({ ...(await find()), id: 0 }, { ...kept, id: 0 });
      await restored.getByRole('button', { name: 'Show in Tree' }).click();
      await workbench.page.locator('.monaco-list-row.selected').filter({ hasText: 'UNDO-ME' }).waitFor();
    });
  });
