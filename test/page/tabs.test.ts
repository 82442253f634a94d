import assert from 'node:assert/strict';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { event, itemForms, type Item } from './item.support.ts';

describe('the tabs of forms', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const forms = itemForms(editor);
  before(async () => {
    await editor.addEnvironment('hml', { seed: 1 });
  });
  afterEach(async () => {
    editor.fake.change('boxOffice.environment', 'stg');
    await editor.forgetDrafts();
  });

  const titleOf = ({ name }: Item) => `${name} · ${event.name}`;
  /** A tab has the name of its item a moment after its page. */
  const areTabs = (...titles: string[]) =>
    until(`the tabs are ${titles.join(' and ')}`, () => String(editor.panels.map(({ title }) => title)) === String(titles));
  /** An item in an environment is what the tab in front shows. */
  const shows = async ({ id }: Item, environment: string) => {
    const page = await editor.active.page();
    await page.locator('.path').getByText(`Item ${id}`).waitFor();
    await page.locator('header').getByText(environment, { exact: true }).waitFor();
  };
  const editFromPalette = async ({ id }: Item) => {
    editor.user.pick = (rows) => rows.find((row) => Object.values(row).some((part) => String(part).includes(String(id))));
    await editor.open('editItem');
  };
  const editFromTree = ({ id }: Item, environment = 'stg') =>
    editor.open('editItem', editor.resource('item', String(id), { environment }));
  /** Items that stand in no group, and that every environment has. */
  const twoItems = async () => {
    const items = (await forms.itemsOf()).filter(({ type, parent }) => type === 'Ticket' && parent === null);
    const [one, other] = items as [Item, Item];
    assert.notEqual(one.name, other.name);
    return [one, other] as const;
  };

  it('are one for an item, however often and from wherever it is opened', async () => {
    const [one, other] = await twoItems();
    await editFromPalette(one);
    await shows(one, 'stg');
    await editFromPalette(other);
    await shows(other, 'stg');
    await areTabs(titleOf(one), titleOf(other));
    await editFromTree(one);
    await shows(one, 'stg');
    await editFromPalette(other);
    await shows(other, 'stg');
    await areTabs(titleOf(one), titleOf(other));
  });

  it('are two for the same item in two environments, and each stays in its own, also over a reload', async () => {
    const [one] = await twoItems();
    await editFromPalette(one);
    await shows(one, 'stg');
    await areTabs(titleOf(one));
    editor.fake.change('boxOffice.environment', 'hml');
    await editFromPalette(one);
    await shows(one, 'hml');
    await areTabs(`${titleOf(one)} · stg`, `${titleOf(one)} · hml`);
    await editFromTree(one, 'stg');
    await shows(one, 'stg');
    await editFromPalette(one);
    await shows(one, 'hml');
    await editor.reload();
    await shows(one, 'hml');
    editor.panels[0]!.reveal();
    await shows(one, 'stg');
    await areTabs(`${titleOf(one)} · stg`, `${titleOf(one)} · hml`);
    editor.active.close();
    await areTabs(titleOf(one));
  });

  it('name their event, or the group of an item that is in one', async () => {
    const titles = ['Request Export', 'New Passkey', 'Create Many Passkeys'].map((form) => `${form} · ${event.name}`);
    for (const [index, command] of ['requestExport', 'createPasskey', 'createPasskeys'].entries()) {
      await editor.open(command, editor.resource('event', event.id));
      // The name of the event comes with the page.
      await until('it has its name', () => editor.panels[index]?.title === titles[index]);
    }
    const items = await forms.itemsOf();
    const inGroup = items.find(({ parent }) => parent !== null)!;
    const group = items.find(({ id }) => id === inGroup.parent)!;
    await editFromTree(inGroup);
    await areTabs(...titles, `${inGroup.name} · ${group.name}`);
  });
});
