import assert from 'node:assert/strict';
import type { Row } from '../../../src/client/index.ts';
import { draw } from '../../../src/editor/explorer/draw.ts';
import type { ItemNode } from '../../../src/editor/explorer/nodes.ts';
import { typedFieldsOf } from '../../../src/editor/forms/record-texts.ts';
import { rowsOf, textIn } from '../../../src/shared/typed-fields.ts';
import { factsBelow, factText } from '../../../src/editor/reading/item-facts.ts';
import { readRecord } from '../../../src/records/index.ts';
import { isCalledGroup } from '../../../src/records/item-groups.ts';
import { reads } from '../../../src/editor/reading/reads.ts';
import { eventItems } from '../../../src/editor/reports/event-shown.ts';
import { TableList } from '../../../src/editor/reports/table-list.ts';
import { cellText } from '../../../src/shared/table-rows.ts';
import { centsOf, moneyText } from '../../../src/shared/text.ts';
import type { EventItem } from '../../../src/protocol/event.ts';
import { useService } from '../service/support.ts';
import { localDialect } from './dialects.ts';
import { environment, formats, stateOf, t } from './explorer-support.ts';

const language = 'pt-BR';
const tools = { t, formats };
/** Told by the days that stand beside it. */
const inDays = new Set(['on sale', 'sale not started']);
const stateWords = ['archived', 'sold out', 'sale ended', 'no sale period', 'no quantity set', 'unavailable', 'hidden'];

describe('an item of the sample data', () => {
  const held = useService();

  /** The items of an event as the tree, the page of the event, a table and a form show them. */
  async function shownItems(eventId: string) {
    const read = reads.items(eventId);
    const reply: unknown = await held.client.call('listItems', { query: { eventId, pageSize: 1000 } });
    const { rows } = stateOf(read, reply);
    const list = new TableList({
      read,
      readPage: () => Promise.resolve(reply),
      tools: () => tools,
      isInTree: () => false,
      language,
    });
    await list.begin();
    const all = { filter: '', shown: list.columns.map(({ key }) => key) };
    const inTable = (await list.part(all, 0, rows.length)).rows;
    const onPage = new Map(eventItems(rows, tools).map((item) => [item.id, item]));
    return rows.map((row, index) => {
      const cells = inTable[index]?.cells ?? [];
      const cell = (key: string) => cellText(cells[list.columns.findIndex((column) => column.key === key)]);
      return { row, tree: treeParts(row), page: onPage.get(row.id)!, cell, form: formIn(row) };
    });
  }

  function treeParts(row: Row): string[] {
    const resource = { kind: 'item', environment, id: row.id ?? '', label: row.label, value: row.value } as const;
    const node = { type: 'item', environment, resource, inside: [], group: isCalledGroup(row.value) } as unknown as ItemNode;
    return (draw(node, { ...tools, list: () => undefined }).description ?? '').split(' · ');
  }

  function formIn({ value }: Row) {
    const record = readRecord('item', value as Record<string, unknown>, localDialect);
    const form = typedFieldsOf(record, { language, dialect: localDialect });
    const money = (text: string) => (text === '' ? '' : moneyText(centsOf(text) ?? NaN, 'BRL', language));
    const periods = rowsOf(form, 'salePeriods').map(({ texts: { start = '', finish = '', available = '' } }) => ({
      ...{ start, finish, available },
    }));
    const [price, feeSale] = [money(textIn(form, 'price')), money(textIn(form, 'feeSale'))];
    return { price, feeSale, quantity: textIn(form, 'quantity'), periods };
  }

  const shownText = (value: EventItem['price']) => (typeof value === 'string' ? value : '');

  for (const eventId of ['1001', '1002', '1003'])
    it(`has one price, one number, one state and the same days wherever it is shown (event ${eventId})`, async () => {
      const items = await shownItems(eventId);
      assert.ok(items.length > 5);
      for (const { row, tree, page, cell, form } of items.filter(({ row }) => !isCalledGroup(row.value))) {
        const name = `${row.label} (${row.id})`;
        const price = shownText(page.price);
        assert.ok(price !== '' && tree.includes(price), `${name}: ${price} in the tree: ${tree.join(' · ')}`);
        assert.deepEqual([cell('value.price'), form.price], [price, price], name);
        const values = factsBelow(row.value).find(({ fact }) => fact === 'values')!;
        const below = factText(values, tools).text.split(' · ');
        assert.ok(below.includes(`customer pays ${cell('value.finalPrice')}`), `${name}: ${below.join(' · ')}`);
        assert.deepEqual([cell('value.feeSale')], [form.feeSale], name);
        assert.equal(cell('quantity'), form.quantity, name);

        const left = form.periods.reduce((sum, { available }) => sum + Number(available), 0);
        // A table groups the figures of its counts where it draws them.
        assert.deepEqual([cell('#available'), shownText(page.available)], [String(left), formats.count(left)], name);
        const isOver = page.states.some(({ word }) => word === 'sale ended');
        assert.equal(tree.includes(`${formats.count(left)} left`), left > 0 && !isOver, `${name}: ${tree.join(' · ')}`);

        const words = page.states.map(({ word }) => word);
        assert.equal(cell('#state'), words.join(' · '), name);
        const inTree = tree.filter((part) => stateWords.includes(part));
        assert.deepEqual(inTree.sort(), words.filter((word) => !inDays.has(word)).sort(), name);
        for (const { start, finish } of form.periods) {
          const days = formats.days(start.slice(0, 10), finish.slice(0, 10));
          assert.ok(cell('salePeriods').includes(days), `${name}: ${days} in ${cell('salePeriods')}`);
        }
        const starts = form.periods.map(({ start }) => start).sort();
        const ends = form.periods.map(({ finish }) => finish).sort();
        const ofForm = [formats.dayOf(starts[0] ?? ''), formats.dayOf(ends.at(-1) ?? '')];
        assert.deepEqual([shownText(page.start), shownText(page.finish)], ofForm, name);
        if (words.includes('on sale')) assert.ok(tree.includes(`until ${shownText(page.finish)}`), name);
        if (words.includes('sale not started')) assert.ok(tree.includes(`from ${shownText(page.start)}`), name);
      }
    });
});
