import assert from 'node:assert/strict';
import { operations, type Operation } from '../../../src/client/index.ts';
import { operationFields, readForm } from '../../../src/editor/forms/operation-fields.ts';

const context = { timeZone: 'UTC', now: Date.parse('2026-03-01T12:00:00Z') };
const all = Object.values<Operation>(operations);
const kinds = (operation: Operation) =>
  operationFields(operation).map(({ key, kind, isRequired }) => `${key} ${kind}${isRequired ? ' *' : ''}`);

describe('the fields of an operation form', () => {
  it('are made for all 40 operations, each with its path and the rest of its query', () => {
    assert.equal(all.length, 40);
    for (const operation of all) {
      const keys = operationFields(operation).map(({ key }) => key);
      assert.equal(new Set(keys).size, keys.length, operation.id);
      for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) assert.ok(keys.includes(`path.${name}`), operation.id);
      assert.ok(keys.includes('query'), operation.id);
      assert.equal(keys.includes('body'), operation.method !== 'GET' && !operation.file, operation.id);
    }
  });

  it('have the control that their schema asks for', () => {
    assert.deepEqual(kinds(operations.createSalePeriod), [
      'path.id text *',
      'query json',
      'body.appCategoryId number',
      'body.start time',
      'body.finish time',
      'body.available number',
      'body json',
    ]);
    assert.deepEqual(kinds(operations.requestExport), [
      'path.eventId text *',
      'query json',
      'body.type choice',
      'body.format choice',
      'body.filters json',
      'body json',
    ]);
    assert.deepEqual(kinds(operations.createPasskeys).slice(2, 4), ['body.codes list *', 'body.itemIds list']);
    assert.deepEqual(kinds(operations.calculateTax).slice(0, 3), [
      'query.producerId number',
      'query.eventId number',
      'query.price number',
    ]);
    assert.deepEqual(kinds(operations.identifyEvent), [
      'query.link text *',
      'query.fields text',
      'query.method choice',
      'query json',
    ]);
  });

  it("begin with the document's defaults", () => {
    const initial = (operation: Operation) =>
      Object.fromEntries(
        operationFields(operation)
          .filter((field) => field.initial !== '')
          .map(({ key, initial }) => [key, initial]),
      );
    assert.deepEqual(initial(operations.requestExport), { 'body.type': 'transactions', 'body.format': 'csv' });
    assert.deepEqual(JSON.parse(initial(operations.requestPasskeysReport)['body.filters']!), [{ status: 'approved' }]);
  });

  it('begin with what the service is known to take, and with nothing where it is not known', () => {
    const known = { featured: { method: 'list', state: 'SP' }, categories: ['shows', 'teatro'] };
    const looks = (operation: Operation, offers?: typeof known) =>
      operationFields(operation, offers).flatMap(({ key, kind, initial, choices }) =>
        initial === '' && choices.length === 0 ? [] : [[key, kind, initial, choices]],
      );
    assert.deepEqual(looks(operations.getFeatured), []);
    assert.deepEqual(looks(operations.getFeatured, known), [
      ['query.method', 'text', 'list', []],
      ['query.state', 'text', 'SP', []],
    ]);
    assert.deepEqual(looks(operations.searchCategory), []);
    assert.deepEqual(looks(operations.searchCategory, known), [['path.category', 'text', '', ['shows', 'teatro']]]);
    assert.deepEqual(looks(operations.identifyEvent, known), looks(operations.identifyEvent), 'another method is another thing');
  });
});

describe('what was typed into an operation form', () => {
  it('becomes the input that the operation takes', () => {
    const texts = {
      'path.eventId': '1001',
      'body.codes': 'A\n\n 0012 \nB',
      'body.itemIds': '300001\n300002',
      'body.start': '2026-03-02 10:00:00',
      'body.limit': '3',
      'body': '{ "note": "x" }',
      'query': '{ "page": 2 }',
    };
    const { input, problems } = readForm(operations.createPasskeys, texts, context);
    assert.deepEqual(problems, []);
    assert.deepEqual(input.path, { eventId: 1001 });
    assert.deepEqual(input.query, { page: 2 });
    assert.deepEqual(input.body, {
      note: 'x',
      codes: ['A', '0012', 'B'],
      itemIds: ['300001', '300002'],
      start: '2026-03-02 10:00:00',
      limit: 3,
    });
  });

  it('is refused at the very field that is wrong', () => {
    const keys = (operation: Operation, texts: Record<string, string>) =>
      readForm(operation, texts, context).problems.map(({ field }) => field);
    assert.deepEqual(keys(operations.createSalePeriod, { 'path.id': '1', 'body.start': '2026-02-30 10:00:00' }), ['body.start']);
    assert.deepEqual(keys(operations.createPasskey, { 'body.start': '2026-02-30' }).toSorted(), [
      'body.eventId',
      'body.passkey',
      'body.start',
    ]);
    assert.deepEqual(keys(operations.updatePasskey, { 'path.id': '1', 'body.start': '2026-02-28' }), ['body.start']);
    assert.deepEqual(keys(operations.getEvent, {}), ['path.id']);
    assert.deepEqual(keys(operations.getEvent, { 'path.id': '1', 'query': '[1]' }), ['query']);
    assert.deepEqual(keys(operations.identifyEvent, {}), ['query.link']);
    assert.deepEqual(keys(operations.identifyEvent, { query: '{ "slug": "x" }' }), []);
    assert.deepEqual(keys(operations.calculateTax, {}), ['query.eventId']);
  });
});
