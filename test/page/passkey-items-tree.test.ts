import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment } from './passkey.support.ts';

/** Two groups of which each has a `Meia`, one in a group that is in a group, one in none, one that is hidden. */
describe('the items that a passkey opens are a tree', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  const own = 1002;
  const ids = new Map<string, number>();
  let all: number;
  const idsOf = (...names: string[]) => names.map((name) => ids.get(name)).toSorted();

  before(async () => {
    const make = async (name: string, type: string, fields: object = {}) => {
      const made = (await editor.ask('POST', '/items', { name, eventId: own, type, ...fields })) as { data: { id: number } };
      return made.data.id;
    };
    const floor = await make('Zona Norte', 'Group');
    const front = await make('Setor Um', 'Group', { parent: floor });
    const balcony = await make('Zona Sul', 'Group');
    ids.set('Zona Norte', floor);
    ids.set('Zona Norte › Meia', await make('Meia', 'Ticket', { parent: floor }));
    ids.set('Zona Norte › Inteira', await make('Inteira', 'Ticket', { parent: floor }));
    ids.set('Zona Norte › Setor Um › Poltrona', await make('Poltrona', 'Ticket', { parent: front }));
    ids.set('Zona Sul › Meia', await make('Meia', 'Ticket', { parent: balcony, hidden: true }));
    ids.set('Avulso', await make('Avulso', 'Ticket'));
    const listed = (await editor.ask('GET', `/items?eventId=${own}&pageSize=1000`)) as { data: { type: string }[] };
    all = listed.data.filter(({ type }) => type === 'Ticket').length;
  });
  afterEach(() => editor.forgetDrafts());

  const passkeyOf = async (name: string, itemIds: readonly (number | undefined)[] = []) => {
    const { data } = (await editor.ask('POST', '/passkeys', { eventId: own, passkey: name })) as { data: { id: number } };
    await editor.ask('PUT', `/passkeys/${data.id}/items`, { itemIds });
    return editor.resource('passkey', String(data.id), { eventId: String(own) });
  };
  const saved = async (resource: object) => {
    const { id } = resource as { id: string };
    return ((await editor.ask('GET', `/passkeys/${id}`)) as { data: { itemIds: number[] } }).data.itemIds.toSorted();
  };
  const open = async (resource: object) => (await editor.open('editPasskey', resource)).page();
  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
  const box = (page: Page, name: string, inside = 'Items') => group(page, inside).getByRole('checkbox', { name, exact: true });
  const state = async (page: Page, name: string, inside?: string) => {
    const [one] = await box(page, name, inside).all();
    return one!.evaluate((control) => {
      const { checked, indeterminate } = control as unknown as { checked: boolean; indeterminate: boolean };
      return indeterminate ? 'mixed' : checked;
    });
  };

  it('whose group has a box for all that is in it, mixed while only some are chosen, and for those alone that a search shows', async () => {
    const passkey = await passkeyOf('BOX FOR ALL');
    const page = await open(passkey);
    await box(page, 'Zona Norte').check();
    await page.getByText(`3 of ${all} chosen`).waitFor();
    await box(page, 'Inteira', 'Zona Norte').uncheck();
    assert.deepEqual([await state(page, 'Zona Norte'), await state(page, 'Setor Um')], ['mixed', true]);
    await group(page, 'Zona Norte').getByText('2/3').waitFor();
    await button(page, 'Save').click();
    await page.getByText('The passkey BOX FOR ALL was saved.').waitFor();
    // The groups themselves are no items.
    assert.deepEqual(await saved(passkey), idsOf('Zona Norte › Meia', 'Zona Norte › Setor Um › Poltrona'));
    // Mixed, then all, then none.
    await box(page, 'Zona Norte').click();
    await page.getByText(`3 of ${all} chosen`).waitFor();
    await box(page, 'Zona Norte').click();
    await page.getByText(`0 of ${all} chosen`).waitFor();
    await page.getByRole('searchbox', { name: 'Search in Items' }).fill('poltrona');
    await box(page, 'Zona Norte').check();
    await page.getByText(`1 of ${all} chosen`).waitFor();
    await page.getByRole('searchbox').fill('no such item');
    await page.getByText('No item has this.').waitFor();
    await page.getByRole('searchbox').fill('');
    assert.equal(await state(page, 'Zona Norte'), 'mixed');
  });

  it('with those on top that are chosen when it opens, each by its path; none moves while somebody ticks', async () => {
    const page = await open(await passkeyOf('ON TOP', idsOf('Zona Sul › Meia', 'Zona Norte › Setor Um › Poltrona')));
    const labels = () => group(page, 'Items').locator('label').allTextContents();
    await group(page, 'Chosen').waitFor();
    assert.deepEqual((await labels()).slice(0, 2), ['Zona Norte › Setor Um › Poltrona', 'Zona Sul › Meia']);
    const before = await labels();
    await box(page, 'Zona Sul › Meia').uncheck();
    await box(page, 'Avulso').check();
    assert.deepEqual(await labels(), before);
    await page.getByText(`2 of ${all} chosen`).waitFor();
    assert.deepEqual([await state(page, 'Zona Sul'), await state(page, 'Zona Norte')], [false, 'mixed']);
  });

  it('that marks what is hidden, shows ids on hover, tells no session from not known, and can be used with the arrows and the space bar alone', async () => {
    const passkey = await passkeyOf('ARROWS');
    const page = await open(passkey);
    const described = async (name: string, inside: string) => {
      const id = await box(page, name, inside).getAttribute('aria-describedby');
      return page.locator(`[id="${id}"]`).innerText();
    };
    await box(page, 'Avulso').waitFor();
    assert.match(await described('Meia', 'Zona Sul'), /^hidden/);
    assert.doesNotMatch(await described('Meia', 'Zona Norte'), /hidden/);
    assert.match(await described('Avulso', 'Items'), /no session/);
    assert.match(await group(page, 'Items').innerText(), /\d+ sessions/, 'the sessions of the others are told');
    await page
      .getByTitle(`ID: ${ids.get('Avulso')}`)
      .getByText('Avulso')
      .waitFor();
    await box(page, 'Zona Norte').focus();
    await page.keyboard.press('ArrowRight');
    await focused(page, box(page, 'Setor Um'));
    await page.keyboard.press('ArrowLeft');
    await box(page, 'Poltrona').waitFor({ state: 'hidden' });
    assert.equal(await box(page, 'Setor Um').getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText(`2 of ${all} chosen`).waitFor();
    await page.keyboard.press('ArrowLeft');
    await focused(page, box(page, 'Zona Norte'));
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    assert.equal(await group(page, 'Items').locator(':focus').count(), 0, 'the list is one stop');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+s');
    await page.getByText('The passkey ARROWS was saved.').waitFor();
    assert.equal((await saved(passkey)).length, 3);
  });

  it('that keeps a group which was chosen as if it were an item', async () => {
    const passkey = await passkeyOf('GROUP ITSELF', idsOf('Zona Norte'));
    const page = await open(passkey);
    await group(page, 'Chosen').getByText('the group itself').waitFor();
    await box(page, 'Avulso').check();
    await button(page, 'Save').click();
    await page.getByText('The passkey GROUP ITSELF was saved.').waitFor();
    assert.deepEqual(await saved(passkey), idsOf('Zona Norte', 'Avulso'));
  });

  describe('and in Choose Items a list that', () => {
    it('has those on top that are chosen, and a row for each group that ticks all that it holds', async () => {
      const rows = (await editor.ask('GET', '/items?eventId=1001&pageSize=1000')) as { data: ItemRow[] };
      const group = rows.data.find(({ type, children }) => type === 'Group' && children.length > 1)!;
      const [present, ...others] = group.children;
      const { data } = (await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'TICK' })) as { data: { id: number } };
      await editor.ask('PUT', `/passkeys/${data.id}/items`, { itemIds: [present] });
      const lists: OpenList[] = [];
      editor.user.browse = (list) => void lists.push(list);
      const done = editor.run('associatePasskey', editor.resource('passkey', String(data.id), { eventId: '1001' }));
      const list = await until('the list', () => lists.find(({ isComplete }) => isComplete));
      const idOf = ({ description = '' }: { description?: string }) => Number(description.split(' ')[0]);
      assert.deepEqual([list.items[0]!.label, idOf(list.items[1]!)], ['Chosen', present]);
      const row = list.items.find(({ label }) => label === `$(folder) ${group.name}`)!;
      assert.match(row.description ?? '', new RegExp(`^1 of ${group.children.length} chosen before`));
      list.check(list.items[1]!, row);
      list.accept();
      await done;
      const now = (await editor.ask('GET', `/passkeys/${data.id}`)) as { data: { itemIds: number[] } };
      assert.deepEqual(now.data.itemIds.toSorted(), [present, ...others].toSorted());
    });

    it('has its groups in the choice of a single item too, each in front of what it holds and an item like any other', async () => {
      const { data } = (await editor.ask('GET', '/items?pageSize=1000')) as { data: ItemRow[] };
      const group = data.find(({ type, children }) => type === 'Group' && children.length > 1)!;
      const lists: OpenList[] = [];
      editor.user.browse = (list) => void lists.push(list);
      const done = editor.run('editItem');
      const list = await until('the list', () => lists.find(({ isComplete }) => isComplete));
      const [at, held] = [
        list.items.findIndex(({ label }) => label === `$(folder) ${group.name}`),
        group.children.map((id) => list.items.findIndex(({ description = '' }) => description.startsWith(`${id} ·`))),
      ];
      assert.deepEqual(
        held.toSorted((one, other) => one - other),
        group.children.map((_, index) => at + 1 + index),
      );
      assert.match(list.items[held[0]!]!.description ?? '', new RegExp(`${group.name} · .*\\d`));
      list.choose(list.items[at]!);
      await done;
      await editor.active.isNamed(new RegExp(`^${group.name}`));
    });
  });
});

interface ItemRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly children: number[];
}
