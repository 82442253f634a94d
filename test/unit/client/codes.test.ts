import assert from 'node:assert/strict';
import { codeKeyIn, readCode } from '../../../src/client/index.ts';

describe('a row of a list of codes', () => {
  const rows: readonly (readonly [title: string, row: unknown, code: string | undefined])[] = [
    ['code', { id: 1, code: 'A-1', name: 'Pista' }, 'A-1'],
    ['voucher', { id: 1, voucher: 'A-1' }, 'A-1'],
    ['externalCode', { id: 1, externalCode: 'A-1' }, 'A-1'],
    ['external_code', { id: 1, external_code: 'A-1', text: 'no' }, 'A-1'],
    ['barcode', { id: 1, barcode: 9007199254740993n }, '9007199254740993'],
    ['number', { id: 1, number: '0012' }, '0012'],
    ['text', { id: 1, text: ' A-1' }, ' A-1'],
    ['only a text', 'A-1', 'A-1'],
    ['nothing that is a code', { id: 1, name: 'Pista' }, undefined],
    ['an object where the code should be', { id: 1, code: { value: 'x' } }, undefined],
  ];
  for (const [title, row, code] of rows)
    it(`has its text from ${title}`, () => {
      assert.equal(readCode(row, {}).code, code);
    });

  it('has its text first from the field that the dialect names', () => {
    const row = { id: 1, code: 'INTERNAL', serial_no: 'S-9' };
    assert.equal(readCode(row, {}).code, 'INTERNAL');
    assert.equal(readCode(row, { fields: { code: 'serial_no' } }).code, 'S-9');
    assert.equal(codeKeyIn(row, { fields: { code: ['missing', 'serialNo'] } }), 'serial_no');
    assert.equal(codeKeyIn({ id: 1 }, {}), undefined);
  });

  it('has its id and its item digit for digit', () => {
    assert.deepEqual(readCode({ id: 9007199254740993n, itemId: 7, code: 'A' }, {}), {
      ...{ id: '9007199254740993', code: 'A', used: undefined, ticket: '7' },
    });
    assert.deepEqual(readCode({ code_id: 'c-1', code: 'A', ticket: { id: 'T' } }, {}), {
      ...{ id: 'c-1', code: 'A', used: undefined, ticket: 'T' },
    });
  });

  const uses: readonly (readonly [row: object, used: boolean | undefined])[] = [
    [{ used: true }, true],
    [{ used: false }, false],
    [{ used: 0 }, false],
    [{ uses: 2 }, true],
    [{ used: 'no' }, false],
    [{ is_used: 'true' }, true],
    [{ usedAt: null }, false],
    [{ usedAt: '2026-03-01 10:00:00' }, true],
    [{ used: null }, undefined],
    [{ used: 'perhaps' }, undefined],
    [{}, undefined],
  ];
  for (const [row, used] of uses)
    it(`with ${JSON.stringify(row)} is ${used === undefined ? 'not known to be used' : used ? 'used' : 'not used'}`, () => {
      assert.equal(readCode({ id: 1, code: 'A', ...row }, {}).used, used);
    });
});
