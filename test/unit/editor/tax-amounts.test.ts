import assert from 'node:assert/strict';
import type { Dialect } from '../../../src/client/index.ts';
import { isTaxAmount, taxShown, taxUnit } from '../../../src/editor/reading/tax-amounts.ts';
import { borderoOf } from '../../../src/editor/reports/bordero-figures.ts';

describe('the amounts of a tax', () => {
  it('are known by the end of their names', () => {
    for (const name of ['tax', 'ticketAmount', 'platformFee', 'platform_fee', 'buyerPays', 'producerNet', 'finalPrice'])
      assert.ok(isTaxAmount(name), name);
    for (const name of ['taxDistribution', 'feePercent', 'eventId', 'internet', 'ticketsTotal', 'label'])
      assert.ok(!isTaxAmount(name), name);
  });

  it('tell their unit by the price that was sent, whatever the service calls it', () => {
    assert.equal(taxUnit({ ticketAmount: 12_000, platformFee: 1200 }, 12_000, {}), 'cents');
    assert.equal(taxUnit({ ticket_amount: '120.00', platform_fee: 12 }, 12_000, {}), 'decimals');
    assert.equal(taxUnit({ fee: 12_000 }, 12_000, {}), undefined);
    assert.equal(taxUnit({ ticketAmount: 12_000 }, 12_000, { amounts: { tax: 'whole' } }), 'whole');
  });

  it('have no unit where two of them tell another one', () => {
    assert.equal(taxUnit({ ticketAmount: 100, feeAmount: 1 }, 100, {}), undefined);
  });
});

describe('a tax as it is shown', () => {
  const shown = (reply: unknown, price: number, dialect: Dialect = {}) =>
    taxShown(reply, price, { currency: 'BRL', dialect }, 'en');
  const texts = (reply: unknown, price: number, dialect?: Dialect) =>
    shown(reply, price, dialect).rows.map(({ name, text }) => `${name} ${text.replaceAll('\u00a0', ' ')}`);

  it('has every field of the reply, under whatever name, and money where the unit is known', () => {
    const reply = { ticketAmount: 12_000, platformFee: 1200, buyerPays: 13_200, taxDistribution: 100, rule: 'standard' };
    assert.deepEqual(texts(reply, 12_000), [
      'ticketAmount R$120.00',
      'platformFee R$12.00',
      'buyerPays R$132.00',
      'taxDistribution 100 %',
      'rule standard',
    ]);
    assert.ok(shown(reply, 12_000).isUnitKnown);
  });

  it('says that the unit is not known unless an amount was read in it', () => {
    const reply = { encargo: 1200, repasse: 10_800 };
    assert.deepEqual(texts(reply, 12_000, { amounts: { tax: 'cents' } }), ['encargo 1200', 'repasse 10800']);
    assert.ok(!shown(reply, 12_000, { amounts: { tax: 'cents' } }).isUnitKnown, 'the environment alone makes no amount');
    assert.ok(!shown({ platformFee: '12,0 %' }, 12_000, { amounts: { tax: 'cents' } }).isUnitKnown);
    assert.deepEqual(texts({ platformFee: 1200 }, 12_000), ['platformFee 1200']);
    assert.ok(!shown({ platformFee: 1200 }, 12_000).isUnitKnown);
  });

  it('says who pays what where all of it is an amount', () => {
    const reply = { price: 100, customerTax: 10, producerTax: 0 };
    assert.deepEqual(shown(reply, 10_000).shares, { price: 10_000, customer: 1000, producer: 0 });
    assert.equal(shown({ ...reply, producerTax: 'none' }, 10_000).shares, undefined);
  });

  it('is bounded, and counts what it leaves out', () => {
    const long = 'x'.repeat(5000);
    const { rows, unshown } = shown(
      { [long]: long, ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, n])) },
      1,
    );
    assert.deepEqual([rows.length, unshown], [30, 21]);
    assert.ok(rows.every(({ name, text }) => name.length <= 100 && text.length <= 200));
    assert.deepEqual(shown('12', 1), { rows: [{ name: '', text: '12' }], unshown: 0, isUnitKnown: false });
  });
});

describe('a bordero whose lines have their tickets as objects', () => {
  it('names them, tells those of one name apart, and has their fees', () => {
    const line = (id: string, label: string, sold: number) => ({
      item: { id, label },
      sold,
      gross: sold * 100,
      serviceFee: sold,
    });
    const reply = { lines: [line('1', 'Meia', 2), line('2', 'Meia', 3), line('3', 'Pista', 5)] };
    const { figures, sections } = borderoOf({ data: reply }, { t: (text) => text, currency: 'BRL', unit: 'cents' });
    assert.deepEqual(
      figures.map(({ key, value }) => [key, value]),
      [
        ['sold', 10],
        ['gross', 1000],
        ['fees', 10],
      ],
    );
    assert.deepEqual(sections.find(({ key }) => key === 'perTicket')?.rows, [
      ['Meia (1)', 2, 200, 2],
      ['Meia (2)', 3, 300, 3],
      ['Pista', 5, 500, 5],
    ]);
  });
});
