import assert from 'node:assert/strict';
import { ask, passkeysOf, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('operations, as a person uses them', () => {
  const ui = useWorkbench({ settings: { 'files.autoSave': 'off' } });
  const link = 'festival-da-primavera';

  const choose = (text: string, row = text) => ui.workbench.choose(text, row);

  /** Answers the input whose prompt says so. */
  async function fill(prompt: string, text: string): Promise<void> {
    await ui.workbench.quickInput.getByText(prompt).first().waitFor();
    await ui.workbench.answer(text);
  }

  const chooseEvent = () => choose(link, 'Festival da Primavera');
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

  before(async () => {
    await ui.workbench.run('Box Office: Start Local Service');
    await ui.workbench.notifications.filter({ hasText: /local service is running/ }).waitFor();
  });

  it('runs a read from the palette and shows its reply', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await ui.workbench.quickInput.getByText('Run Operation · Environment: Local service').waitFor();
    await choose('List ticket types');
    await ui.workbench.quickInput.getByText('Add query parameters…').waitFor();
    await ui.workbench.screenshot('more of an operation');
    await choose('Nothing more');
    await ui.workbench.page.getByRole('tab', { name: /List ticket types/ }).waitFor();
    await editor().getByText('"Group"').waitFor();
    await ui.workbench.screenshot('reply of an operation');
  });

  it('runs a write from the palette, asking for what it needs', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await choose('Create passkey');
    await chooseEvent();
    await fill('passkey', 'UITEST');
    await choose('Add fields');
    await fill('Optional fields', '{"finish": "soon"}');
    await ui.workbench.quickInput.getByText('must be a day or time').waitFor();
    await ui.workbench.screenshot('optional fields of an operation');
    await ui.workbench.answer('{"finish": "2099-01-01"}');
    await choose('Add query parameters');
    await fill('Optional query parameters', '{"more": 1}');
    await choose('Nothing more');
    await ui.workbench.page.getByRole('tab', { name: /Create passkey/ }).waitFor();
    await editor().getByText('"UITEST"').waitFor();
  });

  it('opens an item as JSON, marks what is wrong in it, and saves what is right', async function () {
    this.timeout(90_000);
    await ui.workbench.run('Box Office: Open as JSON');
    await choose('Item');
    // By its id: many items have this name, and which one is listed first is the service's business.
    await choose('300002', '1º lote');
    await ui.workbench.page.getByRole('tab', { name: /1º lote\.json/ }).waitFor();
    await editor().getByText('"name"').waitFor();

    const problems = ui.workbench.page.locator('[id="status.problems"]');
    await typePrice('12.345');
    await problems.filter({ hasText: '1' }).waitFor();
    await ui.workbench.page.keyboard.press('F8');
    await ui.workbench.page.getByText('value.price must be an amount').first().waitFor();
    await ui.workbench.page.locator('.squiggly-error').first().waitFor();
    await ui.workbench.screenshot('a wrong amount is marked');

    await typePrice('98.75');
    await problems.filter({ hasNotText: '1' }).waitFor();
    await ui.workbench.page.locator('.tab.active.dirty').waitFor();
    await ui.workbench.page.keyboard.press('Control+s');
    await ui.workbench.page.locator('.tab.active:not(.dirty)').waitFor();
    await ui.workbench.screenshot('a record saved');
    // Reads it from the service again.
    await ui.workbench.run('File: Revert File');
    assert.match(await text(), /"price": 98\.75,/);
  });

  describe('when somebody else changed the item in the meantime', () => {
    const item = '300003';
    const tab = () => ui.workbench.page.locator('.tab.active');
    const question = () => ui.workbench.notifications.filter({ hasText: 'has changed on the service since you opened it' });

    /** What somebody else does meanwhile. */
    async function changeElsewhere(price: number): Promise<void> {
      await ui.workbench.run('Box Office: Run Operation');
      await choose('Update values');
      await choose(item);
      for (const [name, cents] of [
        ['price', price],
        ['feeSale', 0],
        ['feeProducer', 0],
      ] as const)
        await fill(name, String(cents));
      await choose('Nothing more');
      await ui.workbench.page.getByRole('tab', { name: /Update values/ }).waitFor();
      await ui.workbench.run('View: Close Editor');
    }

    async function editBeside(mine: string, theirs: number): Promise<void> {
      await ui.workbench.run('Box Office: Open as JSON');
      await choose('Item');
      await choose(item);
      await tab().filter({ hasText: 'lote.json' }).waitFor();
      await until('its document', async () => (await text()).includes(`"id": ${item},`));
      await typePrice(mine);
      await changeElsewhere(theirs);
      await tab().and(ui.workbench.page.locator('.dirty')).filter({ hasText: 'lote.json' }).waitFor();
      await editor().click();
      await ui.workbench.page.keyboard.press('Control+s');
      await question().waitFor();
    }

    it('fault 38: shows both versions, and takes theirs when that is chosen', async function () {
      this.timeout(90_000);
      await editBeside('111.11', 22_222);
      await ui.workbench.page.locator('.monaco-diff-editor').first().waitFor();
      await ui.workbench.screenshot('an item that changed meanwhile');
      await question().getByRole('button', { name: 'Take Theirs' }).click();
      await tab().and(ui.workbench.page.locator(':not(.dirty)')).filter({ hasText: 'lote.json' }).waitFor();
      // A tab is clean before its file has been read again.
      await until('their price', async () => (await text()).includes('"price": 222.22,'));
    });

    it('fault 38: overwrites with mine when that is chosen', async function () {
      this.timeout(90_000);
      await editBeside('333.33', 44_444);
      await question().getByRole('button', { name: 'Overwrite with Mine' }).click();
      await tab().and(ui.workbench.page.locator(':not(.dirty)')).filter({ hasText: 'lote.json' }).waitFor();
      await ui.workbench.run('File: Revert File');
      assert.match(await text(), /"price": 333\.33,/);
    });
  });

  it('deletes a code after a question that says where its copy is', async () => {
    await ui.workbench.run('Box Office: Delete Code');
    await choose('300002', '1º lote');
    const first = ui.workbench.quickInput.locator('.monaco-list-row').first();
    const code = (await first.locator('.label-name').first().textContent()) ?? '';
    await ui.workbench.tick(first, 1);
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.dialog.getByText(`Delete Code: ${code}?`).waitFor();
    await ui.workbench.dialog.getByText('A copy is kept at').first().waitFor();
    await ui.workbench.dialog.getByText('Item: 1º lote').first().waitFor();
    await ui.workbench.screenshot('delete code question');
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Code' }).click();
    await ui.workbench.notifications.filter({ hasText: 'Codes in Local service: 1' }).waitFor();
    await ui.workbench.run('Box Office: Delete Code');
    await choose('300002', '1º lote');
    await ui.workbench.quickInput.locator('.monaco-list-row').first().waitFor();
    assert.equal(await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: code }).count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
  });
});

for (const isProtected of [false, true])
  describe(`deleting a passkey in ${isProtected ? 'a protected' : 'an'} environment`, () => {
    const name = isProtected ? 'prod' : 'stg';
    const ui = useWorkbench({
      service: { seed: 1 },
      environment: { name, protected: isProtected, eventCredential: 'nothing', ticketCredential: 'bearer' },
    });
    const find = async () => (await passkeysOf(ui, '1001')).find(({ passkey }) => passkey === 'UNDO-ME');
    const place = isProtected ? 'Environment: prod (protected)' : 'Environment: stg';

    before(async () => {
      await signIn(ui);
      const body = { eventId: 1001, passkey: 'UNDO-ME', finish: '2099-01-01' };
      const { data } = (await ask(ui, 'POST', '/passkeys', body)) as { data: { id: number } };
      await ask(ui, 'PUT', `/passkeys/${data.id}/items`, { itemIds: [300002, 300003] });
    });

    it('asks first, and gives it back with its items when it is undone', async () => {
      const { workbench } = ui;
      const kept = await find();
      await workbench.run('Box Office: Delete Passkey');
      await workbench.choose('festival-da-primavera', 'Festival da Primavera');
      await workbench.quickInput.locator('input[type="text"]').first().fill('UNDO-ME');
      await workbench.tick(workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'UNDO-ME' }).first(), 1);
      await workbench.page.keyboard.press('Enter');
      await workbench.dialog.getByText('Delete Passkey: UNDO-ME?').waitFor();
      await workbench.dialog.getByText(place, { exact: false }).first().waitFor();
      await workbench.dialog.getByText('Event: Festival da Primavera').first().waitFor();
      await workbench.screenshot('delete passkey question');
      await workbench.dialog.getByRole('button', { name: 'Delete Passkey' }).click();
      if (isProtected) await workbench.answer('UNDO-ME');
      const deleted = workbench.notifications.filter({ hasText: 'Passkey UNDO-ME was deleted' });
      await deleted.waitFor();
      assert.equal(await find(), undefined);
      await workbench.screenshot('passkey deleted');
      await deleted.getByRole('button', { name: 'Undo' }).click();
      if (isProtected) await sayYes();
      const restored = workbench.notifications.filter({ hasText: 'Passkey UNDO-ME is there again, with a new id.' });
      await restored.waitFor();
      const back = await find();
      assert.deepEqual({ ...back, id: 0 }, { ...kept, id: 0 });
      await restored.getByRole('button', { name: 'Show in Tree' }).click();
      await workbench.page.locator('.monaco-list-row.selected').filter({ hasText: 'UNDO-ME' }).waitFor();
      await workbench.screenshot('passkey restored');
    });

    /** In a protected environment to undo is a write like any other. */
    async function sayYes(): Promise<void> {
      const { dialog } = ui.workbench;
      await dialog.getByText('Create Passkey Again: UNDO-ME?').waitFor();
      await dialog.getByText(place, { exact: false }).first().waitFor();
      assert.equal(await find(), undefined);
      await ui.workbench.screenshot('undo in a protected environment');
      await dialog.getByRole('button', { name: 'Create Passkey Again' }).click();
    }
  });
