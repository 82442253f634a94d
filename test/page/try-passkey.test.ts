import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment, eventId, findPasskey } from './passkey.support.ts';

interface Item {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

describe('Try Passkey', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment });
  let hidden: Item | undefined;
  before(async () => {
    const reply = (await editor.ask('GET', `/items?eventId=${eventId}&pageSize=1000`)) as { data: Item[] };
    hidden = reply.data.find(({ type }) => type === 'Ticket');
    assert.ok(hidden);
    await editor.ask('PUT', `/items/${hidden.id}`, { name: hidden.name, hidden: true });
    for (const [passkey, itemIds] of [
      ['OPENS ONE', [hidden.id]],
      ['OPENS NONE', []],
    ] as const) {
      await editor.ask('POST', '/passkeys', { eventId: Number(eventId), passkey });
      const made = await findPasskey(editor, passkey);
      await editor.ask('PUT', `/passkeys/${made?.id}/items`, { itemIds });
    }
  });
  afterEach(() => void (faults.length = 0));

  const open = async (passkey: string) => {
    const row = await findPasskey(editor, passkey);
    return editor.open('tryPasskey', editor.resource('passkey', String(row?.id), { eventId, label: passkey }));
  };

  it('shows the ticket that only a buyer with the passkey sees, beside what everybody sees', async () => {
    const tab = await open('OPENS ONE');
    const page = await tab.page();
    await page.getByText('OPENS ONE shows 1 ticket that nobody sees without it.').waitFor();
    const first = page.getByRole('row').nth(1);
    assert.match((await first.textContent()) ?? '', new RegExp(`${hidden?.name}.*not shown.*only with it`));
    const others = await page.getByRole('row').allTextContents();
    assert.ok(others.slice(2).length > 0 && others.slice(2).every((text) => !/not shown|only with it/.test(text)));
    await assertAccessible(editor, tab);
  });

  it('says that nothing differs, and that the service may not know the query', async () => {
    const page = await (await open('OPENS NONE')).page();
    await page.getByText('A buyer sees the same tickets with OPENS NONE and without it.').waitFor();
    assert.match((await page.locator('main').textContent()) ?? '', /or the service does not take the query “passkey”/);
  });

  it('tries another passkey by Enter, and one session alone', async () => {
    const page = await (await open('OPENS NONE')).page();
    await page.getByText('A buyer sees the same tickets').waitFor();
    await page.getByLabel('Passkey', { exact: true }).fill('OPENS ONE');
    await page.keyboard.press('Enter');
    await page.getByText('OPENS ONE shows 1 ticket').waitFor();
    const asked = countedCalls('getSessionTickets');
    faults.push(...asked.faults);
    await page.getByLabel('Tickets of').selectOption({ index: 1 });
    await page.getByText(/OPENS ONE shows 1 ticket|sees the same tickets with OPENS ONE/).waitFor();
    assert.equal(asked.counts.getSessionTickets, 2);
  });

  it('asks for a passkey at its field', async () => {
    const page = await (await open('OPENS NONE')).page();
    await page.getByLabel('Passkey', { exact: true }).fill(' ');
    await button(page, 'Try').click();
    await page.getByText('Give a passkey.').waitFor();
  });
});
