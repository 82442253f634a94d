import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import type { Tab } from './editor/use-editor.ts';
import { useEditor } from './editor/use-editor.ts';

describe('a row of the tree', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  interface Row {
    readonly node: unknown;
    readonly item: Omit<TreeItem, 'label'> & { readonly label: string };
  }

  /** Opens row after row by the beginning of their labels. */
  async function rowAt(...labels: string[]): Promise<Row> {
    const tree = await until('the tree', () => editor.fake.trees.get('boxOffice.events'));
    let found: Row | undefined;
    for (const label of labels) {
      const nodes = (await tree.getChildren(found?.node)) as unknown[];
      const rows = await Promise.all(nodes.map(async (node) => ({ node, item: (await tree.getTreeItem(node)) as Row['item'] })));
      found = rows.find(({ item }) => item.label.startsWith(label));
      assert.ok(found, `no row "${label}" among ${rows.map(({ item }) => item.label).join(', ')}`);
    }
    return found!;
  }

  const click = async ({ item: { command } }: Row): Promise<Tab> =>
    editor.open(String(command?.command).replace('boxOffice.', ''), ...((command?.arguments ?? []) as unknown[]));

  const event = ['Featured', 'O Auto da Lua'];
  const item = [...event, 'Items', 'Plateia', 'Inteira'];
  const titles = () => editor.panels.map(({ title }) => title);

  it('is read again by its own Refresh, and with all others by that of the title, whichever row has the focus', async () => {
    const { node } = await rowAt(...event, 'Items');
    await rowAt(...item);
    const counted = countedCalls('getFeatured', 'listItems');
    faults.push(...counted.faults);
    await editor.run('refresh', node);
    await rowAt(...item);
    assert.deepEqual(counted.counts, { listItems: 1 });
    await editor.run('refreshAll', node);
    await rowAt(...item);
    assert.deepEqual(counted.counts, { getFeatured: 1, listItems: 2 });
  });

  it('opens the form of an item at the part that was clicked, in one preview tab, whose place is given to what is clicked next, until something is typed', async () => {
    for (const [row, heading] of [
      ['Values', 'Values'],
      ['Sale period', 'Sale periods'],
    ] as const) {
      const tab = await click(await rowAt(...item, row));
      const page = await tab.page();
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
      await section.waitFor();
      const top = () => section.boundingBox().then((box) => box?.y ?? Infinity);
      await until(`${heading} is at the top`, async () => Math.abs(await top()) < 30);
    }
    const passkey = await click(await rowAt(...event, 'Passkeys', ''));
    const page = await passkey.page();
    const field = page.getByLabel('Passkey', { exact: true });
    await field.waitFor();
    assert.equal(editor.panels.length, 1);
    await field.fill('TYPED');
    await editor.draftKept('TYPED');
    await click(await rowAt(...item));
    assert.equal(editor.panels.length, 2, titles().join());
    await click(await rowAt(...event));
    await until('the event took the place of the item', () => titles().some((title) => title.startsWith('O Auto da Lua')));
    assert.equal(editor.panels.length, 2, titles().join());
  });

  it('opens a code as the codes of its item, narrowed to it, and reads no more of them than the first', async () => {
    const { ticketUrl, token } = editor.service;
    await editor.ask('DELETE', '/events/1001/codes');
    const body = new FormData();
    const codes = Array.from({ length: 2500 }, (_, place) => `LESTE-${String(place + 1).padStart(4, '0')}`);
    body.append('file', new Blob([['code', ...codes].join('\n')]), 'codes.csv');
    await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
    const group = ['Featured', 'Festival da Primavera', 'Items', 'Pista'];
    const tab = await click(await rowAt(...group, '1º lote', 'Codes', 'LESTE-0003'));
    const page = await tab.page();
    await page
      .getByRole('gridcell', { name: 'LESTE-0003' })
      .or(page.getByRole('cell', { name: 'LESTE-0003' }))
      .first()
      .waitFor();
    assert.equal(
      await page
        .getByRole('searchbox')
        .or(page.getByPlaceholder(/Filter/))
        .first()
        .inputValue(),
      'LESTE-0003',
    );
    await page.getByRole('button', { name: 'Load the Rest' }).waitFor();
  });

  it('opens a session as its tickets, a ticket as the one among them, somebody of the crew as the crew and an attribute as the one among them, in one preview tab', async () => {
    const tickets = await click(await rowAt(...event, 'Sessions', ''));
    await (await tickets.page()).getByText(/^Rows: \d+$/).waitFor();
    assert.match(tickets.title, /^Tickets of O Auto da Lua/);
    const ticket = await click(await rowAt(...event, 'Sessions', '', ''));
    await (await ticket.page()).getByText(/^Rows: \d+ of \d+$/).waitFor();
    const member = await rowAt(...event, 'Crew', '');
    const crew = await click(member);
    await (await crew.page()).getByText('Rows: 1 of').waitFor();
    assert.match(crew.title, /^Crew of O Auto da Lua/);
    const row = await rowAt(...event, 'Attributes', '');
    const tab = await click(row);
    const page = await tab.page();
    await page.getByText(row.item.label, { exact: true }).first().waitFor();
    await page.getByText('Rows: 1 of').waitFor();
    assert.match(tab.title, /^Attributes/);
    assert.equal(editor.panels.length, 1, titles().join());
  });
});
