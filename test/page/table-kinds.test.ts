import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { everything } from '../harness/everything.ts';
import { useFakeService } from '../harness/fake-service.ts';
import { accessibilityProblems, naughtyStrings } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { openTable, tableEnvironment, tableIn } from './table.support.ts';

interface Kind {
  /** As the palette offers it. */
  readonly what: string;
  /** What the row has that is chosen at each question that follows. */
  readonly asks?: readonly string[];
  /** As a pattern: the sample moves with the day. */
  readonly title: string;
}

const kinds: readonly Kind[] = [
  { what: 'Tickets of an event', asks: ['1001'], title: 'Tickets of Festival da Primavera' },
  { what: 'Tickets of a session', asks: ['1001', '6:00'], title: 'Tickets of .* 6:00\\sPM' },
  { what: 'Items of an event', asks: ['1001'], title: 'Items of Festival da Primavera' },
  { what: 'Passkeys of an event', asks: ['1001'], title: 'Passkeys of Festival da Primavera' },
  { what: 'Crew of an event', asks: ['1001'], title: 'Crew of Festival da Primavera' },
  { what: 'Attributes of an event', asks: ['1001'], title: 'Attributes of Festival da Primavera' },
  { what: 'Codes of an item', asks: ['300002'], title: 'Codes of 1º lote' },
  { what: 'Triggers of an item', asks: ['300002'], title: 'Triggers of 1º lote' },
  { what: 'Ticket types', title: 'Ticket types' },
  { what: 'Featured events', title: 'Featured events' },
  { what: 'Events in a category', asks: ['concerts'], title: 'Events in concerts' },
  { what: 'Home sections', title: 'Home sections' },
];

describe('a table from elsewhere', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  async function hasRows(page: Page, title: string): Promise<void> {
    await page.getByRole('heading', { name: new RegExp(`^${title}$`) }).waitFor();
    await tableIn(page).rows.first().waitFor();
  }

  it('is offered for everything that is a list', async () => {
    await editor.run('openAsTable');
    assert.deepEqual(
      editor.user.offered[0]?.map(({ label }) => label),
      kinds.map(({ what }) => what),
    );
  });

  for (const { what, asks = [], title } of kinds)
    it(`opens for ${what.toLowerCase()}`, async () => {
      const answers = [what, ...asks];
      editor.user.pick = (rows) => {
        const wanted = answers.shift() ?? 'one question too many';
        return rows.find(({ label, description = '' }) => label === wanted || `${label} ${description}`.includes(wanted));
      };
      const page = await (await editor.open('openAsTable')).page();
      await hasRows(page, title);
      assert.deepEqual(answers, []);
      if (everything) assert.deepEqual(await accessibilityProblems(page), []);
    });

  it('is offered for the reply of an operation that is a list', async () => {
    editor.user.press = (message, buttons) =>
      message === 'Get home cover: the reply is a list.' ? buttons.find((button) => button === 'Open as Table') : undefined;
    const page = await (await editor.openBy(() => editor.run('runOperation', 'getHomeCover', {}))).page();
    await hasRows(page, 'Get home cover');
    assert.ok((await tableIn(page).texts('title')).includes('O Auto da Lua'));
    if (everything) assert.deepEqual(await accessibilityProblems(page), []);
  });

  it('is offered in the form of an operation', async () => {
    const form = await (await editor.open('openOperationForm', 'getFeatured')).page();
    await form.getByRole('button', { name: 'Read' }).click();
    const tab = await editor.openBy(() => form.getByRole('button', { name: 'Open as Table' }).click());
    await hasRows(await tab.page(), 'Get featured events');
  });

  it('fault 12: shows markup of the service as text', async () => {
    const page = await (await openTable(editor, { operation: 'getFeatured', title: 'Featured events' })).page();
    await page.getByRole('gridcell', { name: /<b>/ }).first().waitFor();
    assert.equal(await page.locator('main b').count(), 0);
  });

  it('shows a short text whole, though it is in capitals', async () => {
    const inCapitals = 'COMPANHEIROS';
    await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: inCapitals });
    const query = { eventId: '1001' };
    const page = await (await openTable(editor, { operation: 'listPasskeys', title: 'Passkeys', query })).page();
    await hasRows(page, 'Passkeys');
    assert.ok((await tableIn(page).texts('passkey')).includes(inCapitals));
    // No column is as wide as the names of many items.
    const cut = `[...document.querySelectorAll('tbody td')].filter((cell) => cell.scrollWidth > cell.clientWidth && !cell.textContent.includes(', '))`;
    assert.deepEqual(await page.evaluate(`${cut}.map((cell) => cell.textContent)`), []);
  });

  it('opens for several items at once, a table for the codes of each', async () => {
    const items = ['300002', '300003'].map((id) => editor.resource('item', id, { label: `Lot ${id}` }));
    await editor.run('listCodes', items[0], items);
    assert.deepEqual(
      editor.panels.map(({ title }) => title),
      ['Codes of Lot 300002', 'Codes of Lot 300003'],
    );
  });
});

describe('a table of naughty strings', () => {
  const width = 9;
  let texts: string[] = [];
  const rowsOf = (all: readonly string[]) =>
    Array.from({ length: Math.ceil(all.length / width) }, (_none, row) =>
      Object.fromEntries(all.slice(row * width, (row + 1) * width).map((text, column) => [`c${column}`, text])),
    );
  const settings = useFakeService(() => ({ body: { data: rowsOf(texts) } }), 'naughty', { dialect: { paging: { by: 'none' } } });
  before(async () => (texts = await naughtyStrings()));
  const editor = useEditor({ settings, environment: { name: 'naughty' } });

  it('fault 12: shows each as text, and none becomes an element', async () => {
    const page = await (await openTable(editor, { operation: 'getFeatured', title: 'Featured events' })).page();
    await tableIn(page).count(`Rows: ${rowsOf(texts).length}`);
    const { shown, elements } = await page.evaluate<{ shown: string[]; elements: number }>(`(${readAll})()`);
    assert.deepEqual(
      texts.filter((text) => !shown.includes(text)),
      [],
    );
    assert.equal(elements, 0);
  });

  /** Runs in the page: scrolls through the table, and gathers the texts of its cells and whatever is not a table's own. */
  const readAll = `async () => {
    const grid = document.querySelector('.grid');
    const shown = new Set();
    let elements = 0;
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; ; top += grid.clientHeight / 2) {
      grid.scrollTop = top;
      await drawn();
      for (const cell of document.querySelectorAll('tbody td')) shown.add(cell.textContent);
      elements += document.querySelectorAll('tbody td :not(button)').length;
      if (top > grid.scrollHeight) return { shown: [...shown], elements };
    }
  }`;
});
