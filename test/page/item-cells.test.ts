import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Drafts } from '../../src/editor/pages/drafts.ts';
import { keyOf } from '../../src/editor/pages/state.ts';
import type { Fields } from '../../src/records/index.ts';
import { editedFields, type EditedField } from '../../src/protocol/item-edit.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { everything } from '../harness/everything.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { assertAccessible, focused, problemAt } from './editor/looks.ts';
import { useEditor, type PageEditor, type Tab } from './editor/use-editor.ts';
import {
  cellEnvironment,
  cellOf,
  editorOf,
  editorsOutside,
  editorsOverRow,
  openInTable,
  priceNow,
  selectedText,
} from './item-cells.support.ts';
import { itemForms, writes, type Item } from './item.support.ts';
import { openTable, tableIn } from './table.support.ts';

const button = (page: Page, item: Item, field: EditedField) => cellOf(page, item, field).locator('> button');
const quantityIn = (page: Page) => page.getByRole('textbox', { name: 'Quantity' });
const typedIn = (page: Page, item: Item, field: EditedField) => cellOf(page, item, field).locator('.typed');
const named = (page: Page, name: string) => editorOf(page).getByRole('button', { name, exact: true });

async function open(editor: PageEditor, body: object = {}): Promise<{ item: Item; tab: Tab; page: Page }> {
  const item = await itemForms(editor).make(body);
  const tab = await editor.open('openEvent', editor.resource('event', '1001'));
  const page = await tab.page();
  await cellOf(page, item, 'price').waitFor();
  return { item, tab, page };
}

async function edit(page: Page, item: Item, field: EditedField, text?: string): Promise<void> {
  await button(page, item, field).click();
  await editorOf(page).locator('input:focus').waitFor();
  if (text !== undefined) await page.keyboard.type(text);
}

describe('a cell of an item on the page of its event', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: cellEnvironment });
  const forms = itemForms(editor);
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });
  const noDraftIsLeft = () =>
    until('no draft is left', () => globSync('storage/drafts/*.json', { cwd: editor.fake.home }).length === 0);

  it('is saved with a click, typing and Enter, or with the keyboard alone, and Escape leaves all as it was', async () => {
    const { item, page } = await open(editor);
    await edit(page, item, 'quantity');
    assert.equal(await page.evaluate(selectedText), '60');
    await page.keyboard.type('75');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: `Saved: ${item.name} · Quantity.` })
      .waitFor();
    await cellOf(page, item, 'quantity').getByText('75', { exact: true }).waitFor();
    assert.equal(await editorOf(page).count(), 0);
    assert.equal((await forms.item(item.id)).quantity, 75);
    await focused(page, button(page, item, 'quantity'));
    const calls = countedCalls(...writes);
    faults.push(...calls.faults);
    await page.keyboard.press('ArrowLeft');
    await focused(page, button(page, item, 'price'));
    await page.keyboard.press('Enter');
    await focused(page, page.getByLabel('Price (BRL)'));
    await page.keyboard.type('1');
    await editor.draftKept('"price","text":"1"');
    await page.keyboard.press('Escape');
    await focused(page, button(page, item, 'price'));
    await cellOf(page, item, 'price').getByText('R$120.50', { exact: true }).waitFor();
    await noDraftIsLeft();
    await page.keyboard.press('ArrowRight');
    await focused(page, button(page, item, 'quantity'));
    await page.keyboard.press('F2');
    await focused(page, quantityIn(page));
    await page.keyboard.press('Enter');
    await editorOf(page).waitFor({ state: 'detached' });
    assert.deepEqual(calls.counts, {});
  });

  it('says of a new price that the fee was as much as the tax of the old one, and saves both when somebody wants that', async () => {
    const { item, page } = await open(editor);
    await edit(page, item, 'price', '130');
    await page.keyboard.press('Enter');
    await editorOf(page)
      .getByText('Sale fee: it was as much as the tax at the old price. At R$130.00 the tax is R$13.00.')
      .waitFor();
    assert.equal(priceNow(await forms.item(item.id)), 120.5, 'nothing is sent before somebody chose');
    await focused(page, named(page, 'Save R$130.00, Fee R$13.00'));
    await page.keyboard.press('Enter');
    await cellOf(page, item, 'price').getByText('R$130.00', { exact: true }).waitFor();
    const { value } = await forms.item(item.id);
    assert.deepEqual([value?.price, value?.feeSale], [130, 13]);
    await edit(page, item, 'price', '140');
    await page.keyboard.press('Enter');
    await named(page, 'Save R$140.00 Only').click();
    await cellOf(page, item, 'price').getByText('R$140.00', { exact: true }).waitFor();
    assert.equal((await forms.item(item.id)).value?.feeSale, 13);
  });

  it('has the end of its only sale period edited as in the form: what is wrong is said at the cell, and is not saved', async () => {
    const { item, tab, page } = await open(editor);
    await edit(page, item, 'finish');
    const input = page.getByLabel('Finish', { exact: true });
    assert.equal(await input.inputValue(), '2030-03-20T18:30');
    await editorOf(page).getByText('Days and times are those of America/Sao_Paulo.').waitFor();
    await input.fill('2030-02-20T18:30');
    await page.keyboard.press('Enter');
    assert.equal(await problemAt(page, input), 'Finish: This is before the start.');
    await focused(page, input);
    await assertAccessible(editor, tab, { within: '.cell-editor' });
    assert.deepEqual((await forms.item(item.id)).salePeriods, item.salePeriods);
    await input.fill('2030-03-22T18:30');
    await page.keyboard.press('Enter');
    await cellOf(page, item, 'finish').getByText('Mar 22, 2030', { exact: true }).waitFor();
    const [period] = (await forms.item(item.id)).salePeriods;
    assert.match(`${period?.finish} ${period?.available}`, /^2030-03-22.18:30:00.* 40$/);
  });

  it('has the input with the click or the key itself: nothing that is typed is lost or written over by an answer', async () => {
    const { item, page } = await open(editor);
    const typedAtOnce = (field: EditedField, act: string) =>
      page.evaluate<string>(`(() => {
        const place = document.querySelector('td[data-item="${item.id}"][data-field="${field}"] > button');
        place.focus();
        ${act};
        document.execCommand('insertText', false, '7');
        return document.activeElement.value;
      })()`);
    assert.equal(await typedAtOnce('quantity', 'place.click()'), '7');
    await editor.draftKept('"quantity","text":"7"');
    assert.equal(await quantityIn(page).inputValue(), '7');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await cellOf(page, item, 'quantity').getByText('75', { exact: true }).waitFor();
    const byKey = `place.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true }))`;
    assert.equal(await typedAtOnce('available', byKey), '7');
    await editor.draftKept('"available","text":"7"');
    await page.keyboard.press('Enter');
    await cellOf(page, item, 'available').getByText('7', { exact: true }).waitFor();
    const { quantity, salePeriods } = await forms.item(item.id);
    assert.deepEqual([quantity, salePeriods[0]?.available], [75, 7]);
  });

  it('is edited though the extension hears late of it, also when it was left before that', async () => {
    const { item, tab, page } = await open(editor);
    const { webview } = tab.panel;
    const nameOf = (message: unknown) => (message as { name?: string }).name;
    const loseBegin = () =>
      void (webview.lose = { toEditor: 1, toPage: 0, isMeant: (message) => nameOf(message) === 'beginEdit' });
    // What is not answered is asked once more when the test says so, and not after seconds.
    await page.evaluate(`(window.unanswered = [], window.setInterval = (ask) => void unanswered.push(ask))`);
    const askAgain = async () => {
      await until('it was lost', () => webview.lose.toEditor === 0);
      await page.evaluate('unanswered.splice(0).forEach((ask) => ask())');
    };
    loseBegin();
    await edit(page, item, 'quantity');
    await page.keyboard.press('Escape');
    await focused(page, button(page, item, 'quantity'));
    await page.keyboard.press('F2');
    await page.keyboard.type('75');
    await askAgain();
    await until('it was left once', () => webview.sent.some((message) => nameOf(message) === 'endEdit'));
    await page.keyboard.press('Enter');
    await cellOf(page, item, 'quantity').getByText('75', { exact: true }).waitFor();
    loseBegin();
    await edit(page, item, 'quantity', '76');
    await page.keyboard.press('Enter');
    await askAgain();
    await cellOf(page, item, 'quantity').getByText('76', { exact: true }).waitFor();
  });

  it('keeps what is typed, marked in its cell, when somebody goes to another, and saves nothing by that', async () => {
    const { item, tab, page } = await open(editor);
    await edit(page, item, 'quantity', '77');
    await edit(page, item, 'available', '41');
    assert.equal(await editorOf(page).count(), 1, 'one is open at a time');
    await page.getByLabel('Available', { exact: true }).waitFor();
    await typedIn(page, item, 'quantity').getByText('77', { exact: true }).waitFor();
    await assertAccessible(editor, tab, { hasOwnColors: true, within: 'td:has(.typed)' });
    await button(page, item, 'price').focus();
    await editorOf(page).waitFor({ state: 'detached' });
    await typedIn(page, item, 'available').getByText('41', { exact: true }).waitFor();
    const other = await forms.make();
    await editor.run('runOperation', 'updateItem', { path: { id: other.id }, body: { name: 'Renamed' } });
    await page.getByRole('button', { name: 'Renamed', exact: true }).waitFor();
    await typedIn(page, item, 'quantity').getByText('77', { exact: true }).waitFor();
    await editor.draftKept('"quantity","text":"77"');
    editor.hide();
    const again = await tab.show();
    await typedIn(again, item, 'quantity').getByText('77', { exact: true }).waitFor();
    assert.equal(await again.getByLabel('Available', { exact: true }).inputValue(), '41');
    assert.equal((await forms.item(item.id)).quantity, 60);
    await again.getByLabel('Available', { exact: true }).press('Escape');
    await focused(again, button(again, item, 'available'));
    await again.keyboard.press('ArrowLeft');
    await again.keyboard.press('F2');
    await focused(again, quantityIn(again));
    assert.equal(await quantityIn(again).inputValue(), '77');
    await again.keyboard.press('Enter');
    await cellOf(again, item, 'quantity').locator('> button').getByText('77', { exact: true }).waitFor();
    await typedIn(again, item, 'quantity').waitFor({ state: 'detached' });
    assert.equal((await forms.item(item.id)).salePeriods[0]?.available, 40);
  });

  it('gives up with Escape what was typed, from the marked cell and from an input that was scrolled away', async () => {
    const { item, page } = await open(editor);
    await edit(page, item, 'quantity', '77');
    await button(page, item, 'price').focus();
    await typedIn(page, item, 'quantity').waitFor();
    await button(page, item, 'quantity').focus();
    await page.keyboard.press('Escape');
    await typedIn(page, item, 'quantity').waitFor({ state: 'detached' });
    await focused(page, button(page, item, 'quantity'));
    for (const text of ['78', '']) {
      await page.setViewportSize({ width: 1280, height: 300 });
      await edit(page, item, 'quantity', text);
      await page.evaluate(`scrollTo(0, 0)`);
      await until('it is out of sight', async () => (await cellOf(page, item, 'quantity').boundingBox())!.y > 300);
      // What a browser does with the focus of something that it does not show comes with its next picture.
      await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`);
      await page.keyboard.press('Escape');
      await editorOf(page).waitFor({ state: 'detached' });
      await focused(page, button(page, item, 'quantity'));
    }
    assert.equal((await forms.item(item.id)).quantity, 60);
  });

  it('shows both values when somebody else changed it, and writes over theirs only by Use Mine', async () => {
    const { item, tab, page } = await open(editor);
    await edit(page, item, 'quantity', '77');
    await forms.change(item.id, { name: item.name, quantity: 66 });
    await page.keyboard.press('Enter');
    const asked = (now: string, typed: string) =>
      editorOf(page).getByText(`Somebody else changed this: it is ${now} now, and you typed ${typed}. Nothing was saved.`);
    await asked('66', '77').waitFor();
    await assertAccessible(editor, tab, { hasOwnColors: true, within: '.cell-editor' });
    await focused(page, quantityIn(page));
    await forms.change(item.id, { name: item.name, quantity: 67 });
    await page.keyboard.press('Enter');
    await asked('67', '77').waitFor();
    assert.equal((await forms.item(item.id)).quantity, 67, 'another Enter writes over nothing');
    await page.keyboard.press('Tab');
    await focused(page, named(page, 'Use Mine'));
    await page.keyboard.press('Enter');
    await cellOf(page, item, 'quantity').getByText('77', { exact: true }).waitFor();
    assert.equal((await forms.item(item.id)).quantity, 77);
    await edit(page, item, 'finish');
    await page.getByLabel('Finish', { exact: true }).fill('2030-03-22T18:30');
    await editor.ask('PUT', `/items/${item.id}/sales-period`, {
      ...{ appCategoryId: 7, start: '2030-03-01 10:00:00', finish: '2030-03-25 18:30:00', available: 40 },
    });
    await page.keyboard.press('Enter');
    await asked('Mar 25, 2030, 6:30\u202fPM', 'Mar 22, 2030, 6:30\u202fPM').waitFor();
    await named(page, 'Use Theirs').press('Enter');
    await focused(page, button(page, item, 'finish'));
    await cellOf(page, item, 'finish').getByText('Mar 25, 2030', { exact: true }).waitFor();
    await noDraftIsLeft();
  });

  it('stays open with the reason when it is not saved, or nobody knows: Enter tries again, Escape gives up', async () => {
    const { item, page } = await open(editor);
    faults.push({ kind: '403', operation: 'updateItem', times: 1 });
    await edit(page, item, 'quantity', '77');
    await page.keyboard.press('Enter');
    const refused = editorOf(page).getByText(/^Not saved: .* · Quantity \(.+\)\nEnter tries again, Escape gives up\.$/);
    await refused.waitFor();
    await focused(page, quantityIn(page));
    // Nothing is written, and no reply says so.
    faults.splice(0, 1, { kind: 'html', operation: 'updateItem', times: 1 });
    await page.keyboard.press('Enter');
    await editorOf(page)
      .getByText(/^Unknown whether saved: .* · Quantity/)
      .waitFor();
    assert.equal(await cellOf(page, item, 'quantity').locator('> button').textContent(), '60');
    // It is written, and no reply says so: a read does.
    faults.splice(0, 1, { kind: 'wrong-type', operation: 'updateItem', times: 1 });
    await named(page, 'Save').click();
    await cellOf(page, item, 'quantity').getByText('77', { exact: true }).waitFor();
    await editorOf(page).waitFor({ state: 'detached' });
    faults.splice(0, 1, { kind: '403', operation: 'updateItem', times: 1 });
    await edit(page, item, 'quantity', '78');
    await page.keyboard.press('Enter');
    await refused.waitFor();
    await page.keyboard.press('Escape');
    await focused(page, button(page, item, 'quantity'));
    await page.keyboard.press('F2');
    await focused(page, quantityIn(page));
    assert.equal(await quantityIn(page).inputValue(), '77');
    assert.equal(await page.getByText('is not saved yet').count(), 0);
    assert.equal((await forms.item(item.id)).quantity, 77);
  });

  it('leaves to the form what is typed there, and to a form that is open what somebody takes there', async () => {
    const { item, tab } = await open(editor);
    const opened = await forms.edit(item);
    const again = await tab.show();
    faults.push({ kind: '403', operation: 'updateItem', times: 1 });
    await edit(again, item, 'quantity', '77');
    await again.keyboard.press('Enter');
    await named(again, 'Open Form').click();
    const form = await opened.tab.page();
    await form.getByText('Changed: Quantity').waitFor();
    assert.equal(await quantityIn(form).inputValue(), '77');
    assert.equal(await form.getByText('before the window was reloaded').count(), 0);
    const third = await tab.show();
    await button(third, item, 'price').click();
    await editorOf(third).getByText('What was typed into the form of this item is not saved yet.').waitFor();
    await focused(third, third.getByLabel('Price (BRL)'));
    const front = await editor.openBy(() => third.keyboard.press('Enter'));
    await (await front.page()).getByText('Changed: Quantity').waitFor();
  });

  it('is there to restore in a form that is in front, too', async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    const drafts = new Drafts(join(editor.fake.home, 'storage', 'drafts'));
    const base = (await forms.item(item.id)) as unknown as Fields;
    const key = keyOf({ environment: editor.environment, kind: 'item', id: String(item.id) });
    await drafts.keep(key, { edits: [{ section: 'data', key: '', name: 'quantity', text: '77' }], base, typedAs: 'money/money' });
    await editor.run('editItem', editor.resource('item', String(item.id)));
    await page.getByRole('button', { name: 'Restore' }).click();
    assert.equal(await quantityIn(page).inputValue(), '77');
  });

  it('opens the form where it stands for several sale periods, and with F2 on the name; offers nothing where nothing is known', async () => {
    const { item, tab, page } = await open(editor);
    await editor.ask('POST', `/items/${item.id}/sales-period`, {
      ...{ appCategoryId: 8, start: '2030-03-01 10:00:00', finish: '2030-03-25 18:30:00', available: 4 },
    });
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await cellOf(page, item, 'available').getByText('44', { exact: true }).waitFor();
    assert.match((await button(page, item, 'available').getAttribute('title')) ?? '', /Edit in the form$/);
    assert.match((await button(page, item, 'quantity').getAttribute('title')) ?? '', /^Edit$/);
    const group = (await forms.itemsOf()).find(({ type }) => type === 'Group');
    assert.ok(group);
    assert.equal(await button(page, group, 'price').count(), 0);
    assert.equal(await button(page, group, 'quantity').count(), 0);
    const opened = await editor.openBy(() => button(page, item, 'available').click());
    const form = await opened.page();
    await form.getByRole('group', { name: 'Sale period of category 8' }).waitFor();
    await form.locator('section[data-section="periods"] :focus').waitFor();
    opened.close();
    const again = await tab.show();
    await again.getByRole('button', { name: item.name, exact: true }).focus();
    const whole = await (await editor.openBy(() => again.keyboard.press('F2'))).page();
    await whole.getByRole('heading', { level: 1, name: item.name, exact: true }).waitFor();
  });
});

describe('a cell of an item in a protected environment', () => {
  const editor = useEditor({ environment: { ...cellEnvironment, name: 'prod', protected: true } });
  afterEach(() => editor.forgetDrafts());

  it('asks with the path, the old and the new value; what came of it is said in another cell, and leads back', async () => {
    const { item, page } = await open(editor);
    const questions: string[] = [];
    editor.user.press = (message) => void questions.push(message);
    await edit(page, item, 'quantity', '77');
    await page.keyboard.press('Enter');
    await until('the question', () => questions.length > 0);
    assert.deepEqual(questions, [
      `Save item: Festival da Primavera › ${item.name}?\nEnvironment: prod (protected)\n\nQuantity: 60 → 77`,
    ]);
    await focused(page, quantityIn(page));
    assert.equal(await quantityIn(page).inputValue(), '77');
    await editorOf(page).getByText('Saving…').waitFor({ state: 'hidden' });
    const answer = Promise.withResolvers<undefined>();
    editor.user.press = () => answer.promise;
    await page.keyboard.press('Enter');
    await editorOf(page).getByText('Saving…').waitFor();
    await edit(page, item, 'available', '41');
    await typedIn(page, item, 'quantity').getByText('77', { exact: true }).waitFor();
    answer.resolve(undefined);
    await page.getByText(`Not saved: ${item.name} · Quantity`).waitFor();
    await focused(page, page.getByLabel('Available', { exact: true }));
    assert.equal(await page.getByLabel('Available', { exact: true }).inputValue(), '41');
    await page.getByRole('button', { name: 'Back to the Cell' }).click();
    await focused(page, quantityIn(page));
    assert.equal(await quantityIn(page).inputValue(), '77');
    await typedIn(page, item, 'available').getByText('41', { exact: true }).waitFor();
    assert.equal((await itemForms(editor).item(item.id)).quantity, 60);
  });
});

describe('a cell of an item in Restricted Mode', () => {
  const editor = useEditor({ environment: cellEnvironment, trusted: false });

  it('is not edited, neither on the page of its event nor in a table', async () => {
    const { item, page } = await open(editor);
    await cellOf(page, item, 'price').getByText('R$120.50').waitFor();
    assert.equal(await page.locator('.items .edit').count(), 0);
    const list = { operation: 'listItems', title: 'Items', query: { eventId: '1001' } } as const;
    const table = await (await openTable(editor, list)).page();
    await tableIn(table).rows.first().waitFor();
    assert.equal(await table.locator('td.editable').count(), 0);
  });
});

describe('a cell of an item, in Portuguese on 800 pixels', () => {
  const editor = useEditor({ environment: cellEnvironment, language: 'pt-br' });
  afterEach(() => editor.forgetDrafts());

  it('is wholly in sight on the page of the event, with all that is said', async () => {
    const { item, page } = await open(editor);
    /** The window ends with the cell, so that what is over it has to go elsewhere. */
    const endAt = async (field: EditedField) => {
      await page.setViewportSize({ width: 800, height: 500 });
      await cellOf(page, item, field).scrollIntoViewIfNeeded();
      const cell = await cellOf(page, item, field).boundingBox();
      assert.ok(cell);
      await page.setViewportSize({ width: 800, height: Math.ceil(cell.y + cell.height) });
      return cell;
    };
    const inSight = async ({ height }: { readonly height: number }, what: string) => {
      const shown = await editorOf(page).boundingBox();
      assert.ok(shown && shown.height > height, `${what} needs more room than the cell`);
      assert.equal(await page.evaluate(editorsOutside), 0, what);
    };
    for (const field of everything ? editedFields : (['price', 'finish'] as const)) {
      const cell = await endAt(field);
      await edit(page, item, field);
      await inSight(cell, field);
      assert.equal(await page.evaluate(editorsOverRow), 0, field);
      await page.keyboard.press('Escape');
    }
    const cell = await endAt('price');
    await edit(page, item, 'price', '130');
    await page.keyboard.press('Enter');
    await named(page, 'Salvar Só R$ 130,00').waitFor();
    await inSight(cell, 'what is said');
    assert.equal(await page.evaluate(editorsOverRow), 0);
  });

  it('is wholly in sight in a table, also where the cell ends with the page', async () => {
    const { item, page } = await openInTable(editor);
    const input = editorOf(page).locator('input');
    const close = async () => {
      await page.keyboard.press('Escape');
      await editorOf(page).waitFor({ state: 'detached' });
    };
    for (const field of everything ? editedFields : (['price', 'finish'] as const)) {
      await page.setViewportSize({ width: 800, height: 500 });
      await cellOf(page, item, field).click();
      await focused(page, input);
      assert.equal(await page.evaluate(editorsOutside), 0, field);
      assert.equal(await page.evaluate(editorsOverRow), 0, field);
      await close();
      const cell = await cellOf(page, item, field).boundingBox();
      assert.ok(cell);
      await page.setViewportSize({ width: Math.ceil(cell.x + cell.width), height: Math.ceil(cell.y + cell.height) });
      await page.keyboard.press('F2');
      await focused(page, input);
      const shown = await editorOf(page).boundingBox();
      assert.ok(shown && shown.width > cell.width, 'it needs more room than the cell');
      assert.equal(await page.evaluate(editorsOutside), 0, `${field} at the edge`);
      assert.equal(await page.evaluate(editorsOverRow), 0, `${field} at the edge`);
      await close();
    }
  });
});
