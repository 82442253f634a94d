import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';

const eventId = '1001';

describe('an everyday change', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: { name: 'stg' } });
  const lot = () => editor.resource('item', '300002', { label: '1º lote', eventId });

  /** What is asked on the way is answered in this order; a text where something is typed, the beginning of a row where it is chosen. */
  function answer(...answers: readonly string[]): void {
    const left = [...answers];
    editor.user.type = ({ problem }) => {
      assert.equal(problem, undefined);
      return left.shift();
    };
    editor.user.pick = (rows) => {
      const [wanted = ''] = left;
      const found = rows.find(({ label }) => label.startsWith(wanted));
      if (found) left.shift();
      return found;
    };
  }

  async function plan(command: string, ...args: unknown[]): Promise<{ page: Page; summary: string; title: string }> {
    const tab = await editor.openBy(() => editor.run(command, ...args));
    const page = await tab.page();
    const summary = (await page.locator('.plan-summary').textContent()) ?? '';
    return { page, summary, title: tab.title };
  }

  const texts = async (page: Page) => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');

  it('of prices is shown before anything happens: 8 % more, rounded up to 0.50', async () => {
    const before = (await editor.ask('GET', '/items/300002')) as { data: { value: { price: number } } };
    answer('Price', '8 %', 'To a multiple of 0.50', 'Up');
    const { page, title } = await plan('changeMany', lot());
    assert.equal(title, 'Change 1º lote · Festival da Primavera');
    const shown = await texts(page);
    assert.match(shown, /Price/);
    assert.match(shown, /Apply 1 Change…/);
    assert.deepEqual(await editor.ask('GET', '/items/300002'), before);
  });

  it('of a group is one of all items in it, and says once of all their prices that the fees stay, and once of both categories that a lot starts late', async () => {
    const { data } = (await editor.ask('GET', '/items/300002')) as { data: { parent: number } };
    const group = editor.resource('item', String(data.parent), { label: 'Pista', eventId });
    answer('Price', '8 %', 'To the cent');
    const prices = await plan('changeMany', group);
    const shown = await texts(prices.page);
    assert.ok(shown.includes('1º lote') && shown.includes('2º lote'), shown);
    await prices.page.getByText(/^\d+ items: their prices change, and their sale fees stay as they are\./).waitFor();
    assert.equal(await prices.page.getByText('sale fee').count(), 1);
    answer('Sale periods', '+7 d');
    const moved = await plan('changeMany', lot());
    const told = await moved.page.locator('.warning li').allInnerTexts();
    assert.ok(told.length > 0);
    assert.deepEqual(told, [...new Set(told)]);
  });

  it('says why a text is no change, and takes another', async () => {
    const problems: (string | undefined)[] = [];
    const typed = ['5.00', '-200 %', '+5.00'];
    editor.user.pick = (rows) => rows.find(({ label }) => ['Price', 'To the cent'].includes(label));
    editor.user.type = ({ problem }) => {
      problems.push(problem);
      return typed.shift();
    };
    await plan('changeMany', lot());
    assert.match(problems[1] ?? '', /^Begin an amount with \+ or -/);
    assert.match(problems[2] ?? '', /^No price can fall by more than 100 %/);
  });

  it('names the items that it leaves alone', async () => {
    const group = { eventId: 1001, name: 'Cortesias', type: 'Ticket' };
    const { data } = (await editor.ask('POST', '/items', group)) as { data: { id: number } };
    answer('Price', '+5.00', 'To the cent');
    const bare = editor.resource('item', String(data.id), { label: 'Cortesias', eventId });
    await editor.run('changeMany', lot(), [lot(), bare]);
    await until('what is left alone', () =>
      editor.user.shown.find((text) => text.startsWith('Left alone, because their price cannot be read as money: Cortesias.')),
    );
  });

  it('is a copy of an item under a name of its own', async () => {
    answer('Lote promocional');
    const { page, title } = await plan('duplicateItem', lot());
    assert.equal(title, 'Duplicate 1º lote · Festival da Primavera');
    assert.match(await texts(page), /Lote promocional/);
  });

  it('moves all dates of an event', async () => {
    answer('7 d');
    const { page, title, summary } = await plan(
      'shiftEvent',
      editor.resource('event', eventId, { label: 'Festival da Primavera' }),
    );
    assert.equal(title, 'Shift by 7 d · Festival da Primavera');
    assert.match(summary, /\d/);
    assert.match(await texts(page), /Start/);
  });

  it('copies items to another event, with the groups that they stand in, and refuses rows of two events', async () => {
    await editor.run('copyItems', lot(), [lot(), editor.resource('item', '1', { label: 'Other', eventId: '1002' })]);
    assert.deepEqual(editor.user.shown.splice(0), ['These rows are of more than one event. Choose rows of one.']);
    editor.user.pick = (rows) => rows.find(({ label }) => label !== 'Festival da Primavera' && !label.startsWith('$('));
    const { page, title } = await plan('copyItems', lot());
    assert.match(title, /^Items of .* · .+/);
    assert.match(await texts(page), /1º lote/);
  });

  it('copies passkeys to another event, and refuses the one that they are of', async () => {
    const { data } = (await editor.ask('GET', '/passkeys?eventId=1001')) as { data: { id: number; passkey: string }[] };
    const { id, passkey } = data[0]!;
    const row = editor.resource('passkey', String(id), { label: passkey, eventId });
    editor.user.pick = (rows) => rows.find(({ label }) => label === 'Festival da Primavera');
    await editor.run('copyPasskeys', row);
    assert.match(editor.user.shown.join('\n'), /Festival da Primavera has them already\. Choose another event/);
    editor.user.pick = (rows) => rows.find(({ label }) => label !== 'Festival da Primavera' && !label.startsWith('$('));
    const { page } = await plan('copyPasskeys', row);
    assert.ok((await texts(page)).includes(passkey));
  });
});
