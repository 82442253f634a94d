import assert from 'node:assert/strict';
import { seenDialect } from '../../../src/service/own-dialect.ts';
import { dialectOfFields, dialectSections, fieldsOfDialect } from '../../../src/editor/forms/dialect-fields.ts';

describe('a dialect as fields of a form', () => {
  it('comes back as it was', () => {
    const full = { ...seenDialect, success: { failure: { field: 'ok', value: false }, accepted: 'later' as const } };
    const fields = fieldsOfDialect(full);
    assert.equal(fields['errors.signIn'], '2005, 2006, 6062, 6065');
    assert.equal(fields['paging.beyond'], '2004');
    assert.deepEqual(dialectOfFields({}, fields), { dialect: full });
    assert.deepEqual(dialectOfFields(full, {}), { dialect: {} });
  });

  it('takes one code or several, and leaves out what is empty', () => {
    const typed = { 'errors.refused': ' 1* ,, E7', 'errors.notFound': '404x', 'errors.failed': ' ' };
    assert.deepEqual(dialectOfFields({}, typed), { dialect: { errors: { refused: ['1*', 'E7'], notFound: ['404x'] } } });
  });

  it('says of each part that locks something what it locks', () => {
    const parts = dialectSections().flatMap((section) => section.parts);
    for (const name of ['errors.signIn', 'errors.refused', 'paging.beyond'])
      assert.notEqual(parts.find((part) => part.name === name)?.locked, '', name);
  });
});
