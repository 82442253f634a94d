import assert from 'node:assert/strict';
import { operations, type Operation, type OperationId } from '../../../src/client/index.ts';
import type { AnyInput } from '../../../src/editor/account/connection.ts';
import { nextMissing, optionalNames, readOptional, readTyped, withField } from '../../../src/editor/ask/input-fields.ts';

const context = { now: Date.UTC(2026, 5, 15, 15), timeZone: 'America/Sao_Paulo' };

/** The fields that are asked for, when each is answered with the same text. */
function asked(id: OperationId, answer: (name: string) => string = () => '1'): string[] {
  const operation: Operation = operations[id];
  const names: string[] = [];
  let input: AnyInput = {};
  for (let field = nextMissing(operation, input, context); field; field = nextMissing(operation, input, context)) {
    names.push(`${field.part}.${field.name}`);
    const read = readTyped(operation, input, field, answer(field.name), context);
    assert.equal(read.problem, undefined, `${field.name}: ${read.problem}`);
    assert.ok('value' in read);
    input = withField(input, field, read.value);
    assert.ok(names.length < 20);
  }
  return names;
}

describe('what Run Operation asks for', () => {
  it('is what the operation requires, and no more', () => {
    assert.deepEqual(asked('listTypes'), []);
    assert.deepEqual(asked('getItem'), ['path.id']);
    assert.deepEqual(asked('getSessionTickets'), ['path.id', 'path.sessionId']);
    assert.deepEqual(asked('identifyEvent'), ['query.link']);
    assert.deepEqual(asked('listPasskeys'), ['query.eventId']);
    assert.deepEqual(asked('createPasskey'), ['body.eventId', 'body.passkey']);
    assert.deepEqual(asked('updateValues'), ['path.id'], 'the document requires none of its fields');
    assert.deepEqual(asked('createItem'), ['body.name']);
    assert.deepEqual(asked('uploadCodes'), ['path.eventId']);
    assert.deepEqual(asked('removeItem'), ['path.id']);
    assert.deepEqual(asked('deleteCode'), ['path.itemId', 'path.codeId']);
  });

  it('includes what a precondition requires', () => {
    assert.deepEqual(asked('calculateTax'), ['query.eventId']);
  });

  it('comes to an end for every operation', () => {
    for (const id of Object.keys(operations) as OperationId[])
      asked(id, (name) => (name === 'start' || name === 'finish' ? '2026-06-20 10:00:00' : '1'));
  });

  it('reads what is typed as the field wants it', () => {
    const read = (id: OperationId, part: 'query' | 'body', name: string, text: string) =>
      readTyped(operations[id], { path: { id: 1, eventId: 1 } }, { part, name }, text, context);
    assert.deepEqual(read('updateValues', 'body', 'price', '12000'), { value: 12000 });
    assert.deepEqual(read('updateItem', 'body', 'name', '0012'), { value: '0012' });
    assert.deepEqual(read('updateItem', 'body', 'name', '12'), { value: '12' });
    assert.deepEqual(read('setPasskeyItems', 'body', 'itemIds', '1, 2'), { value: [1, 2] });
    assert.deepEqual(read('setPasskeyItems', 'body', 'itemIds', '[9007199254740993]'), { value: [9007199254740993n] });
    assert.deepEqual(read('createPasskeys', 'body', 'codes', 'A,B'), { value: ['A', 'B'] });
    assert.deepEqual(read('createPasskeys', 'body', 'codes', '["A"]'), { value: ['A'] });
    assert.equal(read('updateValues', 'body', 'price', '12.5').problem, 'must be a whole number');
    assert.ok(read('createSalePeriod', 'body', 'start', '2026-02-30 10:00:00').problem);
  });

  it('takes optional fields as JSON, checked by the same rules', () => {
    const read = (text: string) =>
      readOptional(operations.createPasskey, { body: { eventId: 1, passkey: 'A' } }, 'body', text, context);
    assert.deepEqual(read(''), { input: { body: { eventId: 1, passkey: 'A' } } });
    assert.deepEqual(read('{"start": "2026-06-20"}'), { input: { body: { eventId: 1, passkey: 'A', start: '2026-06-20' } } });
    assert.match(read('{"start": "soon"}').problem ?? '', /^body\.start must be/);
    for (const text of ['{', '[1]', 'null', '1']) assert.ok(read(text).problem, text);
    assert.deepEqual(optionalNames(operations.createPasskey, 'body'), ['start', 'finish']);
    assert.deepEqual(optionalNames(operations.identifyEvent, 'query'), ['fields', 'method']);
  });
});
