import assert from 'node:assert/strict';
import * as v from 'valibot';
import { dialectSchema } from '../../../scripts/dialect-schema.ts';
import { readDialect } from '../../../src/client/dialect.ts';

/** Values for a part: of those that are right and those that are not both must say the same. */
const samples: readonly unknown[] = [
  undefined,
  null,
  '',
  'text',
  'cents',
  'number',
  'nothing',
  'bearer',
  'page',
  'merges',
  'done',
  'UTC',
  0,
  1,
  1.5,
  true,
  [],
  ['a'],
  [''],
  {},
  { header: 'X-Key' },
  { header: 'a b' },
  { header: 'Accept' },
  { header: 'X-Key', prefix: '', own: true },
  { header: 'X-Key', more: 1 },
  { query: 'token' },
  { query: '' },
  { field: 'ok', value: false },
  { field: 'ok' },
];
const parts = [
  ...['token', 'token.event', 'token.ticket', 'amounts', 'amounts.items', 'amounts.fees', 'paging', 'paging.by', 'paging.page'],
  ...[
    'paging.first',
    'paging.largest',
    'paging.beyond',
    'errors',
    'errors.signIn',
    'errors.refused',
    'errors.other',
    'fields',
    'fields.price',
    'clock',
    'put',
    'codesOfTicket',
    'removal',
    'success',
  ],
  ...['success.failure', 'success.accepted', 'featured', 'featured.state', 'categories', 'other'],
];

describe('the schema of a dialect in the manifest', () => {
  for (const part of parts)
    it(`takes and refuses the same as the editor for ${part}`, () => {
      for (const sample of samples) {
        const dialect = part.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), sample);
        // A list is an object to the schema; in JSON it is none.
        const mayBeList =
          ['token.event', 'token.ticket', 'fields.price', 'categories', 'paging.beyond'].includes(part) ||
          /^errors\.(?!other)/.test(part);
        if (Array.isArray(sample) && !mayBeList) continue;
        // A part that is undefined is not there.
        if (sample === undefined && part === 'other') continue;
        assert.equal('dialect' in readDialect(dialect), v.is(dialectSchema, dialect), JSON.stringify(dialect));
      }
    });
});
