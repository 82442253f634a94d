import assert from 'node:assert/strict';
import { pathNames } from '../../../src/client/addresses.ts';
import { fieldMeaning, operations, type Operation } from '../../../src/client/index.ts';
import { fieldsIn, meaningOf } from '../../../src/client/schemas.ts';
import { meaningFor } from '../../../src/editor/ask/input-fields.ts';
import { operationFields } from '../../../src/editor/forms/operation-fields.ts';
import { parseTree, pathAt } from '../../../src/records/json-tree.ts';

describe('what the fields of the interface mean', () => {
  it('is said of every field of every path and payload', () => {
    const silent = Object.values<Operation>(operations).flatMap((operation) => {
      const [path, body] = [pathNames(operation.path), Object.keys(fieldsIn(operation.body))];
      return [
        ...path.filter((name) => fieldMeaning(operation, 'path', name) === undefined),
        ...body.filter((name) => fieldMeaning(operation, 'body', name) === undefined),
      ].map((name) => `${operation.id}.${name}`);
    });
    assert.deepEqual(silent, []);
  });

  it('has the unit where a bare number would not tell it', () => {
    const unitOf = (operation: Operation, name: string) =>
      meaningOf({ ...fieldsIn(operation.query), ...fieldsIn(operation.body) }[name]!).unit;
    assert.deepEqual(
      ['price', 'tax', 'taxDistribution', 'eventId'].map((name) => unitOf(operations.calculateTax, name)),
      ['cents', 'cents', 'percent', undefined],
    );
    // The document names no unit for fees.
    assert.deepEqual(
      ['price', 'feeSale', 'feeProducer'].map((name) => unitOf(operations.updateValues, name)),
      ['cents', undefined, undefined],
    );
    assert.deepEqual(
      [unitOf(operations.createSalePeriod, 'start'), unitOf(operations.createPasskey, 'start')],
      ['time', 'dayOrTime'],
    );
  });

  it('stands beside the field where it is asked for and in the form of the operation', () => {
    const said = 'Percent of the tax that the customer pays.';
    assert.equal(meaningFor(operations.calculateTax, { part: 'query', name: 'taxDistribution' }), said);
    assert.equal(meaningFor(operations.getItem, { part: 'path', name: 'id' }), 'Id of the item.');
    const fields = operationFields(operations.calculateTax);
    assert.equal(fields.find(({ name }) => name === 'taxDistribution')?.meaning, said);
    assert.equal(operationFields(operations.createSalePeriod).find(({ name }) => name === 'start')?.kind, 'time');
  });
});

describe('the path at a place of a JSON document', () => {
  const text = '{ "name": "x", "value": { "price": 1 }, "salePeriods": [{ "start": "a" }, { "start": "b" }] }';
  const at = (piece: string, from = 0) => {
    const tree = parseTree(text);
    assert.ok(!tree.problem);
    return pathAt(tree.root, text.indexOf(piece, from) + 1);
  };

  it('is that of the key or the value that stands there', () => {
    assert.deepEqual(at('"name"'), ['name']);
    assert.deepEqual(at('"x"'), ['name']);
    assert.deepEqual(at('"price"'), ['value', 'price']);
    assert.deepEqual(at('"start"'), ['salePeriods', 0, 'start']);
    assert.deepEqual(at('"b"'), ['salePeriods', 1, 'start']);
    assert.deepEqual(at(' }] }', 60).slice(0, 1), ['salePeriods']);
  });
});
