// What the document does not require: handlers on a real database, whatever the client's table lets through.
import assert from 'node:assert/strict';
import { openDatabase, type Database } from '../../../src/service/database.ts';
import * as parts from '../../../src/service/item-parts.ts';
import { getItem } from '../../../src/service/items.ts';
import type { ServiceManners } from '../../../src/service/index.ts';
import type { ServiceRequest } from '../../../src/service/requests.ts';
import { noon } from './support.ts';

type Fields = Record<string, unknown>;

describe('a part of a payload', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase(undefined);
    database.run("INSERT INTO items (id, name) VALUES (1, 'Pista')");
  });
  afterEach(() => database.close());

  const request = (body: Fields | undefined, manners: ServiceManners = {}): ServiceRequest => ({
    ...{ database, path: { id: '1' }, query: {}, body, now: noon, manners },
    user: { name: 'Ana', email: 'ana@example.com' },
  });
  const item = () => getItem(request(undefined)) as { value: Fields; salePeriods: Fields[]; attributes: Fields };
  const replacing: ServiceManners = { put: 'replaces' };
  const period = { appCategoryId: 2, start: '2026-07-01 10:00:00', finish: '2026-07-31 18:00:00', available: 5 };
  const shownPeriod = { id: 1, ...period, start: '2026-07-01T10:00:00-03:00', finish: '2026-07-31T18:00:00-03:00' };

  const refused = (work: () => unknown, field: string) =>
    assert.throws(work, (error: { status?: number; fields?: string[] }) => {
      assert.deepEqual([error.status, error.fields], [400, [field]]);
      return true;
    });

  it('of values: an update keeps the others', () => {
    parts.createValues(request({ price: 12000, feeSale: 1200, feeProducer: 250 }));
    assert.deepEqual(parts.updateValues(request({ price: 13000 })), { price: 13000, feeSale: 1200, feeProducer: 250 });
    assert.deepEqual(parts.updateValues(request({})), { price: 13000, feeSale: 1200, feeProducer: 250 });
    const { price, feeSale, feeProducer } = item().value;
    assert.deepEqual([price, feeSale, feeProducer], [130, 12, 2.5]);
  });

  it('of values: an update that replaces clears the others', () => {
    parts.createValues(request({ price: 12000, feeSale: 1200, feeProducer: 250 }));
    parts.updateValues(request({ price: 13000 }, replacing));
    const { price, feeSale, feeProducer } = item().value;
    assert.deepEqual([price, feeSale, feeProducer], [130, 0, 0]);
  });

  it('of values: a creation needs the price', () => {
    refused(() => parts.createValues(request({ feeSale: 1 })), 'price');
    refused(() => parts.createValues(request(undefined)), 'price');
    assert.deepEqual(parts.createValues(request({ price: 100 })), { price: 100, feeSale: 0, feeProducer: 0 });
  });

  it('of a sale period: an update keeps the others, and means the only one there is', () => {
    parts.createSalePeriod(request(period));
    parts.updateSalePeriod(request({ appCategoryId: 2, available: 9 }));
    assert.deepEqual(item().salePeriods, [{ ...shownPeriod, available: 9 }]);
    parts.updateSalePeriod(request({ finish: '2026-08-01 00:00:00' }));
    assert.deepEqual(item().salePeriods, [{ ...shownPeriod, available: 9, finish: '2026-08-01T00:00:00-03:00' }]);
    refused(() => parts.updateSalePeriod(request({ start: '2026-08-02 00:00:00' })), 'finish');
    parts.createSalePeriod(request({ ...period, appCategoryId: 3 }));
    refused(() => parts.updateSalePeriod(request({ available: 1 })), 'appCategoryId');
  });

  it('of a sale period: an update that replaces clears the others', () => {
    parts.createSalePeriod(request(period));
    const reply = parts.updateSalePeriod(request({ appCategoryId: 2, start: '2026-07-02 10:00:00' }, replacing));
    assert.deepEqual(reply, { appCategoryId: 2, start: '2026-07-02 10:00:00', finish: null, available: 0 });
    const cleared = { start: '2026-07-02T10:00:00-03:00', finish: null, available: 0 };
    assert.deepEqual(item().salePeriods, [{ ...shownPeriod, ...cleared }]);
  });

  for (const name of ['appCategoryId', 'start', 'finish', 'available'])
    it(`of a sale period: a creation needs ${name}`, () =>
      refused(() => parts.createSalePeriod(request({ ...period, [name]: undefined })), name));

  it('of an attribute: an update keeps the others, and means the only one there is', () => {
    parts.createAttribute(request({ key: 'limit', value: 2, type: 'integer' }));
    assert.deepEqual(parts.updateAttribute(request({ key: 'limit', value: '3' })), { key: 'limit', value: 3, type: 'integer' });
    assert.deepEqual(parts.updateAttribute(request({ value: 4 })), { key: 'limit', value: 4, type: 'integer' });
    assert.deepEqual(parts.updateAttribute(request({ type: 'string' })), { key: 'limit', value: '4', type: 'string' });
    parts.createAttribute(request({ key: 'note', value: 'x', type: 'string' }));
    refused(() => parts.updateAttribute(request({ value: 5 })), 'key');
    refused(() => parts.updateAttribute(request({ key: 'note', type: 'integer' })), 'value');
    assert.deepEqual(item().attributes, { limit: '4', note: 'x' });
  });

  it('of an attribute: an update that replaces clears the others', () => {
    parts.createAttribute(request({ key: 'limit', value: 2, type: 'integer' }));
    assert.deepEqual(parts.updateAttribute(request({ key: 'limit' }, replacing)), { key: 'limit', value: '', type: 'string' });
  });

  for (const name of ['key', 'value', 'type'])
    it(`of an attribute: a creation needs ${name}`, () =>
      refused(() => parts.createAttribute(request({ ...{ key: 'a', value: 'b', type: 'string' }, [name]: undefined })), name));
});
