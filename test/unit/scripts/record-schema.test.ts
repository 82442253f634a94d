import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { root } from '../../../scripts/lib/paths.mjs';
import { recordSchema } from '../../../scripts/record-schema.ts';
import { editableScheme, pathOf } from '../../../src/editor/documents/addresses.ts';

const validator = (kind: 'item' | 'passkey') =>
  new Ajv({ strict: false, allowUnionTypes: true }).compile(recordSchema(kind, (text) => text));

/** All texts in a schema. */
function wordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) => (key === 'markdownDescription' ? [String(part)] : wordsIn(part)));
}

describe('the schemas of edited records', () => {
  it('take records in the units and shapes that services show, and fields that nobody knows', () => {
    const isItem = validator('item');
    const period = { id: 1, appCategoryId: 1, start: '2027-03-01T10:00:00-03:00', finish: null, available: 5 };
    for (const value of [null, { price: 120.5, feeSale: '12,00', feeProducer: 0, finalPrice: 132.5 }, { price: 12050 }])
      for (const attributes of [null, { minimum: 1, note: true }, [{ key: 'minimum', value: 1, type: 'integer' }]])
        assert.ok(isItem({ id: 7, name: 'Pista', hidden: false, other: [{}], value, attributes, salePeriods: [period] }));
    assert.ok(isItem({}));
    assert.ok(validator('passkey')({ id: 7, eventId: '9007199254740993', passkey: 'A', start: null, itemIds: [1, { id: 2 }] }));
  });

  it('mark what is of another kind', () => {
    const wrong = [
      { name: 5 },
      { value: 5 },
      { value: { price: true } },
      { salePeriods: {} },
      { salePeriods: [{ available: 'x' }] },
    ];
    for (const record of wrong) assert.equal(validator('item')(record), false, JSON.stringify(record));
    for (const record of [{ passkey: 5 }, { start: 20270301 }, { itemIds: '1, 2' }, { eventId: {} }])
      assert.equal(validator('passkey')(record), false, JSON.stringify(record));
  });

  it('say what each field means and in which unit, in both languages', () => {
    const english = wordsIn(recordSchema('item', (text) => text));
    assert.ok(english.includes('As it is sent: Price, in cents.'));
    const other = wordsIn(recordSchema('item', (text) => (text.includes('{0}') ? '<{0}>' : text.toUpperCase())));
    assert.ok(other.includes('<PRICE, IN CENTS.>'));
    assert.equal(other.length, 11);
  });

  it('are found by the addresses of edited documents, and by no file of a project', async () => {
    const { contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      contributes: { jsonValidation: { fileMatch: string; url: string }[] };
    };
    const strings = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as Record<string, string>;
    for (const kind of ['item', 'passkey']) {
      const [entry, ...more] = contributes.jsonValidation.filter(({ url }) => url === `%schema.${kind}%`);
      assert.equal(more.length, 0);
      // As VS Code's JSON support takes a pattern: a star is any text without a slash.
      const pattern = new RegExp(`^${entry!.fileMatch.replaceAll('.', '[.]').replaceAll('*', '[^/]*')}$`);
      const path = pathOf({ environment: 'a/b', kind, id: '7', label: 'Pista: 1/2 [x].y' });
      assert.match(`${editableScheme}:${path}`, pattern);
      assert.doesNotMatch(`file:///project/${kind}/7/package.json`, pattern);
      for (const [name, file] of [
        ['package.nls.json', `${kind}.json`],
        ['package.nls.pt-br.json', `${kind}-pt-br.json`],
      ] as const) {
        assert.equal((await strings(name))[`schema.${kind}`], `./schemas/${file}`);
        assert.ok((await readFile(join(root, 'schemas', file))).length < 6000);
      }
    }
    const portuguese = await readFile(join(root, 'schemas', 'item-pt-br.json'), 'utf8');
    assert.doesNotMatch(portuguese, /As it is sent|in cents/);
  });
});
