import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { focused } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { itemForms, nameOf, save, writes } from './item.support.ts';

interface Message {
  readonly kind: string;
  readonly name?: string;
  readonly result?: { readonly kind?: string };
}

/** That a page is ready, or what it is to show. */
function isOfStart(message: unknown): boolean {
  return ['ready', 'init'].includes((message as Message).kind);
}

/** A save, or the answer to one. */
function isOfSave(message: unknown): boolean {
  const { name, result } = message as Message;
  return name === 'save' || result?.kind === 'written';
}

/** Longer than a page waits before it says the same once more, in milliseconds. */
const impatience = 4000;

const directions = ['toEditor', 'toPage'] as const;

describe('the messages of the item form', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, ownWindow: true });
  const forms = itemForms(editor);
  before(async () => {
    // Pages that are opened from now on have a clock that can be set forward, so that nobody waits for their patience.
    const tab = await editor.open('calculateTax');
    await (await tab.page()).clock.install();
    tab.close();
  });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const count = () => {
    const counted = countedCalls(...writes);
    faults.push(...counted.faults);
    return counted.counts;
  };
  const sent = (tab: Tab, name: string) => (tab.panel.webview.sent as Message[]).filter((one) => one.name === name);
  const isShown = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  it('fault 59: a form is shown although the first message is lost, whichever way it goes', async () => {
    const item = await forms.make();
    const { tab } = await forms.edit(item);
    const { webview } = tab.panel;
    for (const direction of directions) {
      editor.hide();
      webview.lose = { toEditor: 0, toPage: 0, [direction]: 1, isMeant: isOfStart };
      const before = webview.sent.length;
      const page = await tab.show();
      await until('it was lost', () => webview.lose[direction] === 0);
      await page.clock.runFor(impatience);
      await isShown(page, item.name);
      const ready = (webview.sent as Message[]).slice(before).filter(({ kind }) => kind === 'ready');
      assert.ok(ready.length >= 2, `it was said again, ${direction}`);
    }
  });

  it('fault 59: a save is carried out once although its message is lost twice, whichever way it goes', async () => {
    const item = await forms.make();
    const { tab, page } = await forms.edit(item);
    const written = count();
    const { webview } = tab.panel;
    for (const [index, direction] of directions.entries()) {
      const name = `Once ${direction}`;
      const before = sent(tab, 'save').length;
      await nameOf(page).fill(name);
      await editor.draftKept(name);
      webview.lose = { toEditor: 0, toPage: 0, [direction]: 2, isMeant: isOfSave };
      await save(page);
      for (const left of [1, 0]) {
        await until('it was lost', () => webview.lose[direction] <= left);
        await page.clock.runFor(impatience);
      }
      await page.getByText('Saved: Name and data.').waitFor();
      assert.ok(sent(tab, 'save').length >= before + 3, `it was said again, ${direction}`);
      assert.deepEqual(written, { updateItem: index + 1 });
      assert.equal((await forms.item(item.id)).name, name);
    }
  });

  it('fault 59: a save that arrives three times is carried out once, also when it is an old one', async () => {
    const item = await forms.make();
    const { tab, page } = await forms.edit(item);
    const written = count();
    await nameOf(page).fill('Once');
    await save(page);
    await page.getByText('Saved: Name and data.').waitFor();
    const [first] = sent(tab, 'save');
    tab.panel.webview.receive(first);
    await nameOf(page).fill('Twice');
    await save(page);
    await isShown(page, 'Twice');
    tab.panel.webview.receive(first);
    await nameOf(page).fill('Three times');
    await save(page);
    await isShown(page, 'Three times');
    assert.deepEqual(written, { updateItem: 3 });
  });

  it('fault 39: a save that is asked for twice at once is carried out once', async () => {
    const { page } = await forms.edit(await forms.make());
    const written = count();
    await nameOf(page).fill('Once');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Control+s');
    await isShown(page, 'Once');
    // Whatever came of the second one is over when another one is.
    await nameOf(page).fill('Twice');
    await page.keyboard.press('Control+s');
    await isShown(page, 'Twice');
    assert.deepEqual(written, { updateItem: 2 });
  });

  it('fault 59: content that comes once more does not wipe what was typed', async () => {
    const { tab, page } = await forms.edit(await forms.make());
    await nameOf(page).fill('Typed');
    await page.evaluate(`window.cameAgain = new Promise((resolve) => addEventListener('message', ({ data }) => {
      if (data.kind === 'init') resolve();
    })), 0`);
    tab.panel.webview.receive({ kind: 'ready' });
    await page.evaluate('window.cameAgain');
    assert.equal(await nameOf(page).inputValue(), 'Typed');
    await page.getByText('Changed: Name').waitFor();
  });

  it('fault 13: what is not in the contract of the form does nothing', async () => {
    const item = await forms.make();
    const { tab, page } = await forms.edit(item);
    const written = count();
    const { webview } = tab.panel;
    webview.receive({ kind: 'request', id: 1, name: 'constructor', payload: {} });
    webview.receive({
      kind: 'request',
      id: 2,
      name: 'save',
      payload: { edits: [{ section: 'id', key: '', name: 'name', text: 'Forged' }], isResolved: true, isAgain: true },
    });
    webview.receive({ kind: 'request', id: 3, name: 'openFound', payload: { id: '300001' } });
    webview.receive('save');
    webview.receive(null);
    await nameOf(page).fill('Mine');
    await save(page);
    await page.getByText('Saved: Name and data.').waitFor();
    assert.deepEqual(written, { updateItem: 1 });
    assert.deepEqual(editor.panels.length, 1);
  });

  it('fault 15: ignores what a window of another origin posts, and listens to the editor', async () => {
    const { tab, page } = await forms.edit(await forms.make());
    const foreign = 'https://foreign.invalid/';
    const told = (section: string) => ({ kind: 'event', name: 'section', payload: { section, isPreview: false } });
    await page.context().route(foreign, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>opener.postMessage(${JSON.stringify(told('triggers'))}, '*')</script>`,
      }),
    );
    await nameOf(page).focus();
    await page.evaluate(`window.heard = new Promise((resolve) => addEventListener('message', ({ origin }) => {
      if (origin !== window.origin) resolve(origin);
    })), 0`);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`void window.open('${foreign}')`)]);
    assert.equal(await page.evaluate('window.heard'), new URL(foreign).origin, 'it has arrived');
    await focused(page, nameOf(page));
    await popup.close();
    await tab.panel.webview.postMessage(told('attributes'));
    await page.locator('section[data-section="attributes"] :focus').waitFor();
  });
});
