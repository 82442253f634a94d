import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { root } from '../../../scripts/lib/paths.mjs';
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

/** What no schema can say: which zones exist, and headers that are in use however they are written. */
const isBeyondSchema = (problem: string) => /time zone|header that is not in use/.test(problem);

describe('the schema of a dialect in the manifest', () => {
  let fits: ValidateFunction;

  before(async () => {
    const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      contributes: {
        configuration: {
          properties: Record<string, { patternProperties: Record<string, { properties: { dialect: object } }> }>;
        };
      };
    };
    const environments = contributes.configuration.properties['boxOffice.environments']!;
    fits = new Ajv({ strict: false }).compile(environments.patternProperties['.*']!.properties.dialect);
  });

  for (const part of parts)
    it(`takes and refuses the same as the editor for ${part}`, () => {
      for (const sample of samples) {
        const dialect = part.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), sample);
        // A setting is JSON: what is undefined is not there.
        const read = readDialect(JSON.parse(JSON.stringify(dialect)));
        const isRight = 'dialect' in read || isBeyondSchema(read.problem);
        assert.equal(isRight, fits(JSON.parse(JSON.stringify(dialect))), JSON.stringify(dialect));
      }
    });
});
