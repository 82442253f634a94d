import assert from 'node:assert/strict';
import { type CallInput } from '../../../src/client/index.ts';
import { festival, subjects, useContract } from './contract.ts';
import { recordIn, seededRandom } from './support.ts';

describe('the tax of the local service', () => {
  const contract = useContract(subjects.tax);

  const tax = async (query: NonNullable<CallInput<'calculateTax'>['query']>) =>
    recordIn(await contract.call('calculateTax', { query })) as Record<string, number>;

  it('is a tenth of the price, or the custom tax, paid by the customer unless it is shared', async () => {
    const expected = { price: 12_345, tax: 1_235, taxDistribution: 100, customerTax: 1_235, producerTax: 0 };
    assert.deepEqual(await tax({ eventId: festival, price: 12_345 }), {
      ...expected,
      finalPrice: 13_580,
      producerReceives: 12_345,
    });
    const shared = await tax({ producerId: 503, price: 1000, tax: 333, taxDistribution: 50 });
    assert.deepEqual([shared.customerTax, shared.producerTax, shared.finalPrice, shared.producerReceives], [167, 166, 1167, 834]);
  });

  it('never loses or makes a cent, whatever the share', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const price = Math.floor(random() ** 3 * 10 ** (1 + (round % 9)));
      const taxDistribution = [random() * 100, Math.floor(random() * 101), 33.3333, 0, 100, 50][round % 6]!;
      const custom = round % 2 === 0 ? { tax: Math.floor(random() * 5000) } : {};
      const result = await tax({ eventId: festival, price, taxDistribution, ...custom });
      const told = JSON.stringify(result);
      assert.equal(result.tax, custom.tax ?? Math.round(price / 10), told);
      assert.equal(result.customerTax! + result.producerTax!, result.tax, told);
      assert.ok(Math.abs(result.customerTax! - (result.tax * taxDistribution) / 100) <= 0.5 + 1e-9, told);
      assert.ok(Number.isInteger(result.customerTax) && result.customerTax! >= 0 && result.producerTax! >= 0, told);
      assert.equal(result.finalPrice, price + result.customerTax!, told);
      assert.equal(result.producerReceives, price - result.producerTax!, told);
    }
  });

  it('is refused for an event or a producer that does not exist', async () => {
    assert.match((await contract.refusal('calculateTax', { query: { eventId: 1 } })).message, /eventId/);
    assert.match((await contract.refusal('calculateTax', { query: { producerId: 1 } })).message, /producerId/);
  });
});
