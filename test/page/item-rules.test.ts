import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { focused, problemAt } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { itemForms, nameOf, save, writes } from './item.support.ts';

interface Rule {
  readonly field: string;
  readonly at: (page: Page) => Locator;
  /** What is refused, with what is said of it: one a save, with those of other fields. */
  readonly wrong: readonly (readonly [text: string, problem: string])[];
  readonly right: string;
  /** The save that its first one is for. */
  readonly from?: number;
}

const period = (page: Page) => page.getByRole('group', { name: 'New sale period' });
const attribute = (page: Page) => page.getByRole('group', { name: 'New attribute' });
const wholeNumber = 'Give a whole number.';
const amount = 'This is not an amount.';
const negative = 'This must not be negative.';
const noAmount = 'Give an amount; 0 for none.';
const empty = 'This must not be empty.';

/** Whoever gives one amount gives all: of several, only one is empty at a time. */
const money = (label: string, first: number): Rule => {
  const wrong: Rule['wrong'] = [
    ['twelve', amount],
    ['1,2345', amount],
    ['1.2.3', amount],
    ['-12', negative],
    ['', noAmount],
  ];
  return {
    field: label,
    at: (page) => page.getByLabel(label),
    wrong: [...wrong.slice(first), ...wrong.slice(0, first)],
    right: '1.234,50',
  };
};

const rules: readonly Rule[] = [
  {
    field: 'Name',
    at: nameOf,
    wrong: [
      ['', 'Give a name.'],
      ['   ', 'Give a name.'],
    ],
    right: 'A name',
  },
  {
    field: 'Quantity',
    at: (page) => page.getByLabel('Quantity'),
    wrong: [
      ['many', wholeNumber],
      ['1.5', wholeNumber],
      ['-1', wholeNumber],
      ['9007199254740993', wholeNumber],
      ['', wholeNumber],
    ],
    right: '61',
  },
  money('Price (BRL)', 0),
  money('Sale fee (BRL)', 1),
  money('Producer fee (BRL)', 2),
  {
    field: 'Application category',
    at: (page) => period(page).getByLabel('Application category'),
    wrong: [
      ['', empty],
      ['seven', 'A whole number: the interface document types this id as an integer.'],
      ['-1', 'A whole number: the interface document types this id as an integer.'],
      ['7', 'There is a sale period for this category already.'],
    ],
    right: '8',
  },
  {
    field: 'Start',
    at: (page) => period(page).getByLabel('Start'),
    wrong: [
      ['', 'Give a day and a time.'],
      ['2018-11-04T00:30', 'This time does not exist in America/Sao_Paulo: the clock is set forward over it.'],
    ],
    right: '2030-03-01T10:00',
  },
  {
    field: 'Finish',
    at: (page) => period(page).getByLabel('Finish'),
    wrong: [
      ['', 'Give a day and a time.'],
      ['2018-11-04T00:30', 'This time does not exist in America/Sao_Paulo: the clock is set forward over it.'],
      ['2030-03-01T09:59', 'This is before the start.'],
    ],
    right: '2030-03-01T10:00',
  },
  {
    field: 'Available',
    at: (page) => period(page).getByLabel('Available'),
    wrong: [
      ['', empty],
      ['some', wholeNumber],
      ['1.5', wholeNumber],
    ],
    right: '40',
  },
  {
    field: 'Key',
    at: (page) => attribute(page).getByLabel('Key'),
    wrong: [
      ['', empty],
      ['maximum', 'There is an attribute with this key already.'],
    ],
    right: 'minimum',
  },
  {
    field: 'Value',
    at: (page) => attribute(page).getByLabel('Value', { exact: true }),
    wrong: [
      ['', empty],
      ['many', 'A value of the type integer is a whole number.'],
      ['1.5', 'A value of the type integer is a whole number.'],
    ],
    right: '1',
  },
  // Later than what is wrong with a value: without a type any value is right.
  {
    field: 'Type of value',
    at: (page) => attribute(page).getByLabel('Type of value'),
    wrong: [['', empty]],
    right: 'integer',
    from: 3,
  },
];

describe('the rules of the item form', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: { timeZone: 'America/Sao_Paulo' } });
  const forms = itemForms(editor);
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  /** A form in which everything is right but what a test makes wrong. */
  const rightForm = async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    for (const { at, right } of rules) await at(page).fill(right);
    return { item, page };
  };

  it('refuse each at its field, which gets the focus, and write nothing until it is right', async () => {
    const { page } = await rightForm();
    const written = countedCalls(...writes);
    faults.push(...written.faults);
    const invalid = page.locator('[aria-invalid="true"]');
    const rounds = Math.max(...rules.map(({ wrong, from = 0 }) => from + wrong.length));
    const hadFocus = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const refused = rules.flatMap(({ wrong, from = 0, ...rule }) => {
        const now = wrong[round - from];
        return now ? [{ ...rule, text: now[0], problem: now[1] }] : [];
      });
      for (const { at, text } of refused) await at(page).fill(text);
      await page.getByLabel('Description').focus();
      await save(page);
      await focused(page, refused[0]!.at(page));
      hadFocus.add(refused[0]!.field);
      await page.getByText(` · ${refused.length} problem`).waitFor();
      for (const { field, at, text, problem } of refused)
        assert.equal(await problemAt(page, at(page)), problem, `${field}: "${text}"`);
      assert.equal(await invalid.count(), refused.length);
      for (const { field, at, right } of refused) {
        // Each gets the focus once what is above it is right.
        if (!hadFocus.has(field)) {
          await page.keyboard.press('Control+s');
          await focused(page, at(page));
          hadFocus.add(field);
        }
        await at(page).fill(right);
      }
      await invalid.first().waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('button', { name: /problem/ }).count(), 0);
      assert.equal(await page.locator('.field .problem:visible').count(), 0);
    }
    assert.equal(hadFocus.size, rules.length);
    assert.deepEqual(written.counts, {});
  });

  it('are all kept by what is then saved', async () => {
    const { item, page } = await rightForm();
    await save(page);
    await page.getByText('Saved: Name and data, Values, Sale period 8, Attribute minimum.').waitFor();
    const { name, quantity, value, salePeriods, attributes } = await forms.item(item.id);
    assert.deepEqual([name, quantity], ['A name', 61]);
    assert.deepEqual([value?.price, value?.feeSale, value?.feeProducer], [1234.5, 1234.5, 1234.5]);
    assert.deepEqual(
      salePeriods.map(({ appCategoryId, available }) => [appCategoryId, available]),
      [
        [7, 40],
        [8, 40],
      ],
    );
    assert.deepEqual(attributes, { maximum: 4, minimum: 1 });
  });

  it('name what is empty only when somebody wants to save', async () => {
    const { page } = await forms.create();
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
    await page.getByLabel('Description').fill('New');
    assert.equal(await page.getByText('was empty').count(), 0, 'a new item was nothing before');
    await save(page);
    assert.equal(await problemAt(page, nameOf(page)), 'Give a name.');
    await focused(page, nameOf(page));
  });

  it('leave alone what the service has and nobody typed', async () => {
    // Its name is empty: whoever changes a sale period is not asked for one.
    const item = await forms.make({ name: ' ' });
    const page = await (await editor.open('editItem', editor.resource('item', String(item.id)))).page();
    await page.getByLabel('Available').fill('41');
    await save(page);
    await page.getByText('Saved: Sale period 7.').waitFor();
    assert.equal((await forms.item(item.id)).name, ' ');
  });
});
