import assert from 'node:assert/strict';
import { isTaxAmount, taxUnit } from '../../../src/editor/reading/tax-amounts.ts';
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
