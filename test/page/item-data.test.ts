import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { naughtyStrings } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { event, itemForms, nameOf, save, type Item } from './item.support.ts';

describe('what the service gives to the item form', () => {
  const file = join(tmpdir(), `box-office-item-data-${randomUUID()}.db`);
  const editor = useEditor({ service: { seed: 1, file } });
  const forms = itemForms(editor);
  afterEach(() => editor.forgetDrafts());
  after(() => Promise.all(globSync(`${file}*`).map((path) => rm(path))));

  /** Changes what the service has, past its own checks. */
  const change = (work: (database: DatabaseSync) => void) => {
    const database = new DatabaseSync(file);
    work(database);
    database.close();
  };
  const run = (sql: string, ...values: (string | number)[]) => change((database) => void database.prepare(sql).run(...values));

  /** An item in a group, that triggers another one, with attributes. */
  const makeRich = async (keys: readonly string[]) => {
    const group = await forms.make({ type: 'Group', name: 'A plain group' });
    const target = await forms.make({ name: 'A plain target' });
    const item = await forms.make({ parent: group.id });
    change((database) => {
      database.prepare("INSERT INTO triggers (item_id, kind, target_id) VALUES (?, 'soldout', ?)").run(item.id, target.id);
      database.prepare('DELETE FROM item_attributes WHERE item_id = ?').run(item.id);
      const insert = database.prepare("INSERT INTO item_attributes VALUES (?, ?, ?, 'string')");
      for (const key of keys) insert.run(item.id, key, `value of ${key}`);
    });
    return { group, target, item };
  };
  const open = async ({ id }: Item, eventTitle: string, target: string) => {
    const tab = await editor.open('editItem', editor.resource('item', String(id)));
    const page = await tab.page();
    await page.locator('.path').getByText(eventTitle).waitFor();
    await page.locator('section[data-section="triggers"] td').getByText(target).waitFor();
    await page.getByRole('complementary', { name: 'Tax' }).getByRole('table').waitFor();
    return { tab, page };
  };

  it('fault 12: is text wherever it stands, whatever it is, and makes no element', async () => {
    const texts = [...new Set(await naughtyStrings())].filter((text) => !text.includes('\0'));
    const plain = texts.map((_, index) => `key ${index}`);
    const { group, target, item } = await makeRich(plain);
    const before = await open(item, event.name, 'A plain target');
    const elements = await elementsOf(before.page);
    before.tab.close();

    const named = (what: string) => `${what} <script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)>&lt;b>`;
    change((database) => {
      const rename = database.prepare('UPDATE items SET name = ?, description = ? WHERE id = ?');
      rename.run(named('item'), named('about'), item.id);
      rename.run(named('group'), '', group.id);
      rename.run(named('target'), '', target.id);
      database.prepare('UPDATE events SET title = ? WHERE id = ?').run(named('event'), event.id);
      const attribute = database.prepare('UPDATE item_attributes SET key = ?, value = ? WHERE item_id = ? AND key = ?');
      for (const [index, text] of texts.entries()) attribute.run(text, `${text} as a value`, item.id, plain[index]!);
    });
    try {
      const { tab, page } = await open(item, 'event <', 'target <');
      assert.deepEqual(await elementsOf(page), elements);
      const shown = await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('section[data-section="attributes"] fieldset')]
          .map((row) => [row.querySelector('legend').textContent, row.querySelector('input').value])`,
      );
      const value = (text: string) => `${text} as a value`.replace(/[\r\n]/g, '');
      assert.deepEqual(new Map(shown), new Map(texts.map((text) => [text, value(text)])));
      assert.equal(await page.locator('h1').textContent(), named('item'));
      assert.equal(await page.locator('textarea').inputValue(), named('about'));
      const steps = await page.locator('.path li').allTextContents();
      assert.deepEqual(steps.slice(0, 3), [named('event'), named('group'), `Item ${item.id}`]);
      assert.equal(await page.locator(`option[value="${group.id}"]`).textContent(), named('group'));
      assert.equal(await page.locator('section[data-section="triggers"] td').nth(1).textContent(), named('target'));
      await tab.isNamed(`${named('item')} · ${named('group')}`);
    } finally {
      run('UPDATE events SET title = ? WHERE id = ?', event.name, event.id);
    }
  });

  it('fault 12: is text where it is asked whose change is right, and where a field is named', async () => {
    const { item } = await makeRich(['<b>key</b>']);
    const { page } = await open(item, event.name, 'A plain target');
    await nameOf(page).fill('<i>mine</i>');
    await page.getByRole('group', { name: '<b>key</b>' }).getByLabel('Value', { exact: true }).fill('<i>mine</i>');
    await page.getByText('Changed: Name, attribute <b>key</b>').waitFor();
    change((database) => {
      database.prepare('UPDATE items SET name = ? WHERE id = ?').run('<img src=x onerror=alert(1)>', item.id);
      database.prepare('UPDATE item_attributes SET value = ? WHERE item_id = ?').run('<b>theirs</b>', item.id);
    });
    await save(page);
    await page.getByRole('group', { name: 'Name', exact: true }).getByText('Theirs: <img src=x onerror=alert(1)>').waitFor();
    const attribute = page.getByRole('group', { name: 'Attribute <b>key</b>: Value' });
    await attribute.getByText('Theirs: <b>theirs</b>').waitFor();
    await attribute.getByText('Mine: <i>mine</i>').waitFor();
    const { B, I, IMG, SCRIPT } = await elementsOf(page);
    assert.deepEqual([B, I, IMG, SCRIPT], [undefined, undefined, undefined, undefined]);
  });

  it('is saved back as it was where nobody typed, whatever it is', async () => {
    const item = await forms.make();
    const odd = { name: 'Line\r\nend', description: 'a\r\nb\rc\u200b' };
    await forms.change(item.id, odd);
    const before = await forms.item(item.id);
    const page = await (await editor.open('editItem', editor.resource('item', String(item.id)))).page();
    await page.getByLabel('Quantity').fill('61');
    await save(page);
    await page.getByText('Saved: Name and data.').waitFor();
    assert.deepEqual(await forms.item(item.id), { ...before, quantity: 61 });
  });
});

/** How many elements of each kind the page has. */
async function elementsOf(page: Page): Promise<Record<string, number>> {
  return page.evaluate(`(() => {
    const counts = {};
    for (const { tagName } of document.querySelectorAll('main *')) counts[tagName] = (counts[tagName] ?? 0) + 1;
    return counts;
  })()`);
}
