import assert from 'node:assert/strict';
import { documented } from '../../../src/records/index.ts';
import { seenFields } from '../../../src/editor/forms/seen-fields.ts';

const item = {
  'id': 7,
  'rotulo': 'Pista',
  'pricing': { amount: 12_000, fees: { buyer: 1200 } },
  'vendas': { janelas: [{ abre: '2026-03-01 10:00:00', resta: 40 }, { abre: '2026-04-01 10:00:00' }] },
  'odd.key': 1,
};
const passkey = { id: 3, texto: 'VIP', abertos: [{ id: 7 }], desde: '2026-03-01' };

describe('the fields of a real reply that can be pointed at', () => {
  const seen = new Map(seenFields({ item, passkey, code: { id: 1, cupom: 'ABC' } }).map(({ name, places }) => [name, places]));
  const labels = (name: string) => seen.get(`fields.${name}`)?.map(({ label }) => label) ?? [];

  it('are its places with what stands there, also inside of others', () => {
    assert.deepEqual(labels('price'), ['id: 7', 'rotulo: Pista', 'pricing.amount: 12000', 'pricing.fees.buyer: 1200']);
    assert.deepEqual(labels('code'), ['id: 1', 'cupom: ABC']);
  });

  it('are those of the record that the field stands in', () => {
    assert.deepEqual(labels('available'), ['abre: 2026-03-01 10:00:00', 'resta: 40']);
    assert.deepEqual(labels('start'), ['abre: 2026-03-01 10:00:00', 'resta: 40', 'id: 3', 'texto: VIP', 'desde: 2026-03-01']);
    assert.deepEqual(labels('passkey'), ['id: 3', 'texto: VIP', 'desde: 2026-03-01']);
  });

  it('are objects and lists for what holds others', () => {
    assert.deepEqual(
      labels('salePeriods').map((label) => label.split(':')[0]),
      ['pricing', 'pricing.fees', 'vendas', 'vendas.janelas'],
    );
    assert.deepEqual(labels('itemIds'), ['abertos: [{"id":7}]']);
  });

  it('are read where they were pointed at', () => {
    const fields = {
      name: 'rotulo',
      price: 'pricing.amount',
      feeSale: 'pricing.fees.buyer',
      salePeriods: 'vendas.janelas',
      start: 'abre',
    };
    for (const [name, place] of Object.entries(fields))
      assert.ok(
        seen.get(`fields.${name}`)?.some(({ value }) => value === place),
        name,
      );
    const read = documented('item', item, { fields });
    assert.deepEqual([read.name, read.value], ['Pista', { price: 12_000, feeSale: 1200 }]);
    assert.equal((read.salePeriods as { start: string }[])[1]?.start, '2026-04-01 10:00:00');
    assert.deepEqual(documented('passkey', passkey, { fields: { itemIds: 'abertos' } }).itemIds, [7]);
  });

  it('are none of what was not read', () => {
    assert.deepEqual(seenFields({}), []);
    assert.deepEqual(seenFields({ item: 'text', passkey: null, code: [1] }), []);
  });

  it('are cut where they are long, and few', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 'x'.repeat(1000)]));
    const places = seenFields({ code: wide })[0]?.places ?? [];
    assert.equal(places.length, 100);
    assert.ok(places.every(({ label }) => label.length < 80));
  });
});
