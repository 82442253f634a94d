import assert from 'node:assert/strict';
import { openForEvent, pageHasFocus } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';
import { itemForms, type Item } from './item-form.support.ts';

const event = { id: '1001', name: 'Festival da Primavera' };

describe('the tabs of forms', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    // Another environment is chosen here, which the settings of a shared host would keep.
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', protected: false, currency: 'BRL' },
  });
  const forms = itemForms(ui);
  let one: Item;
  let other: Item;

  const tabs = () => ui.workbench.page.locator('.tabs-container .tab');
  const titleOf = ({ name }: Item) => `${name} · ${event.name}`;
  /** An item in an environment is what the active tab shows. */
  const shows = async ({ id }: Item, environment: string) => {
    const page = ui.workbench.webview;
    await page.locator('.facts').getByText(`Item ${id}`).waitFor();
    await page.getByText(environment, { exact: true }).first().waitFor();
    // A page that is just about to take it would close what is opened next.
    await pageHasFocus(ui);
  };
  const editFromPalette = async ({ id }: Item) => {
    await ui.workbench.run('Box Office: Edit Item');
    await forms.choose(id);
  };
  const editFromTree = ({ name }: Item) => ui.workbench.rightClick(name, 'Edit Item…');
  const switchTo = async (environment: string) => {
    await ui.workbench.run('Box Office: Switch Environment');
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: environment }).click();
  };

  before(async function () {
    this.timeout(60_000);
    await forms.signIn();
    await ui.workbench.run('View: Close All Editors');
    // Those that stand in no group are rows of the tree at once.
    const items = (await forms.itemsOf(event.id)) as (Item & { type: string; parent: number | null })[];
    const [first, second] = items.filter(({ type, parent }) => type === 'Ticket' && parent === null);
    [one, other] = [first!, second!];
    assert.notEqual(one.name, other.name);
    for (const label of ['Featured', event.name, 'Items']) await ui.workbench.expand(label);
    // With the number of items their rows are drawn once more; a menu of a row that is just being drawn forgets its row.
    await ui.workbench
      .row('Items')
      .filter({ hasText: /^Items\s*\d+$/ })
      .waitFor();
    await ui.workbench.row(other.name).waitFor();
  });

  it('are one for an item, however often and from wherever it is opened', async function () {
    this.timeout(60_000);
    await editFromPalette(one);
    await shows(one, 'stg');
    await editFromPalette(other);
    await shows(other, 'stg');
    await areTabs(titleOf(one), titleOf(other));
    await editFromTree(one);
    await shows(one, 'stg');
    await areTabs(titleOf(one), titleOf(other));
    await editFromTree(other);
    await shows(other, 'stg');
    await editFromPalette(one);
    await shows(one, 'stg');
    await areTabs(titleOf(one), titleOf(other));
    await ui.workbench.screenshot('tabs of forms');
  });

  it('are two for the same item in two environments, and each stays in its own', async function () {
    this.timeout(60_000);
    await switchTo('Local service');
    await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
    await editFromPalette(one);
    await shows(one, 'Local service');
    await areTabs(`${titleOf(one)} · stg`, `${titleOf(one)} · Local service`, titleOf(other));
    await ui.workbench.screenshot('tabs of forms, two environments');
    await editFromPalette(other);
    await shows(other, 'Local service');
    const others = ['Local service', 'stg'].map((place) => `${titleOf(other)} · ${place}`);
    await areTabs(`${titleOf(one)} · stg`, `${titleOf(one)} · Local service`, ...others);
    await editFromPalette(one);
    await shows(one, 'Local service');
    assert.equal(await tabs().count(), 4);
    await switchTo('stg');
    await ui.workbench.page.locator('.statusbar').getByText('stg').first().waitFor();
    await editFromPalette(one);
    await shows(one, 'stg');
    assert.equal(await tabs().count(), 4);
    await ui.workbench.run('View: Close Editor');
    await areTabs(titleOf(one), ...others);
  });

  it('name the group of an item that is in one', async () => {
    await ui.workbench.run('View: Close All Editors');
    const items = (await forms.itemsOf(event.id)) as (Item & { parent: number | null })[];
    const inGroup = items.find(({ parent }) => parent !== null)!;
    const group = items.find(({ id }) => id === inGroup.parent)!;
    await editFromPalette(inGroup);
    await areTabs(`${inGroup.name} · ${group.name}`);
  });

  it('name their event', async () => {
    await ui.workbench.run('View: Close All Editors');
    for (const command of ['Request Export…', 'Create Passkey…', 'Create Many Passkeys…']) {
      await openForEvent(ui, command, event.id);
      const title = `${command.replace('…', '')} · ${event.name}`;
      await ui.workbench.page.getByRole('tab', { name: title }).waitFor();
      await pageHasFocus(ui);
    }
    await ui.workbench.screenshot('tabs of forms, their event');
  });

  /** A tab has the name of its item a moment after its page. */
  async function areTabs(...names: string[]): Promise<void> {
    const titles = async () => (await tabs().locator('.label-name').allTextContents()).map((text) => text.trim());
    await until(`the tabs are ${names.join(' and ')}`, async () => String(await titles()) === String(names));
  }
});
