import assert from 'node:assert/strict';
import { operations, type OperationId } from '../../../src/client/index.ts';
import { checkInput, toQueryText, type RawInput } from '../../../src/client/inputs.ts';

const context = { timeZone: 'America/Sao_Paulo', now: Date.UTC(2026, 5, 15, 12) };
const check = (operation: OperationId, input: RawInput, more = {}) =>
  checkInput(operations[operation], input, { ...context, ...more });

describe('what is wrong with an input', () => {
  const file = { name: 'codes.csv', size: 3, stream: () => undefined };
  const wrong: [string, OperationId, RawInput, string[]][] = [
    ['a payload where none is taken', 'listTypes', { body: {} }, ['body this operation takes no payload']],
    [
      'a payload beside a file',
      'uploadCodes',
      { path: { eventId: 1 }, file, body: {} },
      ['body this operation takes no payload'],
    ],
    ['a payload that is a list', 'createItem', { body: [] }, ['body must be an object']],
    ['a query that is a text', 'listTypes', { query: 'a=b' }, ['query must be an object']],
    ['no path', 'getEvent', {}, ['path.id must be given']],
    ['a path of nothing', 'getEvent', { path: { id: '' } }, ['path.id must not be empty']],
    ['a path that leads elsewhere', 'getEvent', { path: { id: '..' } }, ['path.id must not be ".."']],
    ['a path that is no number', 'getEvent', { path: { id: NaN } }, ['path.id must be given']],
    ['half a character', 'getEvent', { path: { id: '\ud800' } }, ['path.id holds a broken character']],
    ['no file', 'uploadCodes', { path: { eventId: 1 } }, ['file a file must be given']],
    ...['name', 'size', 'stream'].map((part): [string, OperationId, RawInput, string[]] => [
      `a file without ${part}`,
      'uploadCodes',
      { path: { eventId: 1 }, file: { ...file, [part]: undefined } },
      ['file a file must be given'],
    ]),
    ['a field that is missing', 'createPasskeys', { path: { eventId: 1 } }, ['body.codes must be given']],
    [
      'everything at once',
      'createPasskeys',
      { query: 1, body: 2 },
      ['path.eventId must be given', 'query must be an object', 'body must be an object'],
    ],
  ];
  for (const [what, operation, input, expected] of wrong)
    it(`is named: ${what}`, () => {
      const { problems } = check(operation, input);
      assert.deepEqual(
        problems.map(({ field, message }) => `${field} ${message}`),
        expected,
      );
    });

  it('is nothing where all is there', () => {
    const { problems, segments, body } = check('createPasskeys', { path: { eventId: 12n }, body: { codes: ['a/b'] } });
    assert.deepEqual([problems, segments, body], [[], { eventId: '12' }, { codes: ['a/b'] }]);
    assert.deepEqual(check('uploadCodes', { path: { eventId: 'a/b' }, file }).segments, { eventId: 'a%2Fb' });
  });
});

describe('the payload of a removal', () => {
  const path = { id: 7 };
  it('is what the environment sends, unless another is given', () => {
    const removalPayload = { status: 'deleted' };
    assert.deepEqual(check('removeItem', { path }, { removalPayload }).body, removalPayload);
    assert.deepEqual(check('removeItem', { path, body: { status: 'off' } }, { removalPayload }).body, { status: 'off' });
    assert.equal(check('removeItem', { path }).body, undefined);
    assert.equal(check('updateItem', { path, body: { name: 'x' } }, { removalPayload }).body?.status, undefined);
  });
});

describe('a query', () => {
  it('repeats the name of a list, and says nothing of what is not there', () => {
    assert.equal(toQueryText({}), '');
    const query = { a: [1, 2n], b: null, c: undefined, d: false, e: 'x y&', f: [null, 'z'] };
    assert.equal(toQueryText(query), 'a=1&a=2&d=false&e=x+y%26&f=z');
  });
});
