import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { naughtyStrings } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { allLoaded, everyPage, openCodes, openWhole, pageNames } from './every-page.support.ts';
import { markup, useHostileService } from './hostile-service.support.ts';

describe('markup and naughty strings', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const service = useHostileService(editor);
  let naughty: readonly string[] = [];
  /** All of them in a few texts: a page has fewer texts than there are naughty ones. */
  let portions: readonly string[] = [];
  before(async () => {
    naughty = await naughtyStrings();
    portions = Array.from({ length: 12 }, (_, place) => naughty.filter((_text, at) => at % 12 === place).join('\n'));
  });
  afterEach(() => editor.forgetDrafts());

  /** Pages that show nothing of what the service says by themselves. */
  const saysNothing = new Set(['an environment', 'any operation', 'a file of codes', 'the rows of a file of codes']);
  const hasNoFields = new Set(['an event', 'a plan', 'an entry report', 'a bordero', 'a file of codes']);

  /** Nothing of a text has become an element, and nothing tried to run, which the page's policy would have refused and said. */
  const assertHarmless = async (page: Page) => {
    assert.deepEqual(await page.evaluate<string[]>(`(${foreignElements})()`), []);
    assert.deepEqual(editor.fake.tabs.errors, []);
  };

  for (const name of pageNames)
    it(`fault 12: ${name} shows what the service says as text${hasNoFields.has(name) ? '' : ', and takes naughty strings for text in every field'}`, async () => {
      let next = 0;
      service.exchange = () => `${markup}\n${portions[next++ % portions.length]}`;
      const { tab, page } = await openWhole(editor, name);
      if (!saysNothing.has(name)) await assertShown(page);
      await assertHarmless(page);
      if (hasNoFields.has(name)) return;
      assert.ok((await page.locator(textFields).count()) > 0, 'there are fields');
      await page.evaluate(rememberAnswers);
      const before = tab.panel.webview.sent.length;
      const typing = `(${typeEverywhere})(${JSON.stringify([...naughty, markup])}, ${JSON.stringify([...portions, markup])})`;
      assert.deepEqual(await page.evaluate<string[]>(typing), []);
      await assertHarmless(page);
      // What is on its way would come to lie in front of the next test.
      await until('everything is answered', async () => {
        const answered = new Set(await page.evaluate<number[]>('window.answered'));
        return tab.panel.webview.sent.slice(before).every((message) => answered.has((message as { id: number }).id));
      });
      await assertHarmless(page);
    });

  it('fault 12: a page that cannot be filled says why as text', async () => {
    service.refusal = markup;
    for (const name of ['an item', 'a passkey', 'a table', 'a bordero'] as const) {
      const page = await (await everyPage[name](editor)).page();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.ok((await alert.textContent())?.includes(markup), name);
      await assertHarmless(page);
    }
  });

  it('fault 12: a file of codes shows its name, its headings and its codes as text', async () => {
    const file = `<img src=x onerror=ran()>.csv`;
    const quoted = `"${markup.replaceAll('"', '""')}"`;
    const text = `${quoted},code\n${quoted},AAA\n${quoted}, AAA\n${naughty.map((one) => `"${one.replaceAll('"', '""')}",B`).join('\n')}\n`;
    const page = await (await openCodes(editor, file, text)).page();
    await allLoaded(page);
    await page.getByRole('heading', { name: file }).waitFor();
    await assertShown(page);
    await assertHarmless(page);
  });

  it('fault 12: the news of a save names what was typed as text', async () => {
    const { page } = await openWhole(editor, 'a new passkey');
    await page.getByLabel('Passkey', { exact: true }).fill(markup);
    await page.keyboard.press('Control+s');
    const news = page.locator('.notice', { hasText: 'was created' });
    await news.waitFor();
    assert.ok((await news.textContent())?.includes(markup));
    await assertHarmless(page);
  });

  it('fault 12: all rows of a long table are text', async () => {
    let next = 0;
    service.exchange = () => naughty[next++ % naughty.length]!;
    const { page } = await openWhole(editor, 'a table of codes');
    await page.locator('tbody td:visible').nth(1).click();
    // Only the rows that are in sight are drawn.
    const last = page.locator('[aria-rowindex="201"]');
    for (let screens = 0; screens < 50 && (await last.count()) === 0; screens++) {
      await assertHarmless(page);
      await page.keyboard.press('PageDown');
    }
    await last.waitFor();
    await assertHarmless(page);
  });
});

/** The markup can be read; in a reply as JSON, as JSON writes it. */
async function assertShown(page: Page): Promise<void> {
  const texts = await page.evaluate<string[]>(`[
    document.body.textContent,
    ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    ...[...document.querySelectorAll('[aria-label], [title]')].map((one) => one.getAttribute('aria-label') + one.title),
  ]`);
  const ways = [markup, JSON.stringify(markup).slice(1, -1)];
  assert.ok(
    texts.some((text) => ways.some((way) => text.includes(way))),
    'it is shown',
  );
}

/** Runs in the page: whatever the extension never makes. Links that lead somewhere else are none of its own either. */
const foreignElements = `() => [...document.querySelectorAll('*')]
  .filter((one) =>
    one.matches('script:not([nonce]), iframe, object, embed, img, video, audio, link, base, form, .hostile, a[href], marquee, style:not([nonce])') ||
    [...one.attributes].some(({ name, value }) => name.startsWith('on') || /^\\s*javascript:/i.test(value) && ['href', 'src', 'action'].includes(name)))
  .map((one) => one.outerHTML.slice(0, 200))`;

/** Runs in the page: notes which requests were answered. */
const rememberAnswers = `(window.answered = [], addEventListener('message', ({ data }) => {
  if (data.kind === 'reply') window.answered.push(data.id);
}), 0)`;

const textFields = 'input[type=text], input[type=search], input:not([type]), textarea';

/**
 * Runs in the page: types each text into the first field of its kind, and all of them into the others in a few portions, because some forms
 * draw much at each key. Gives those that do not come back.
 */
const typeEverywhere = `(texts, portions) => [...document.querySelectorAll('${textFields}')].flatMap((field, place, fields) =>
  (fields.findIndex(({ tagName }) => tagName === field.tagName) === place ? texts : portions).filter((text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // A field of one line has no line ends.
    const expected = field.tagName === 'TEXTAREA' ? text.replace(/\\r\\n?/g, '\\n') : text.replace(/[\\r\\n]/g, '');
    return field.value !== expected;
  }).map((text) => field.id + ': ' + text))`;
