import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { eventSchema } from '../../../scripts/event-schema.ts';
import { root } from '../../../scripts/lib/paths.mjs';
import { parseJson } from '../../../src/client/index.ts';
import { isObject } from '../../../src/client/replies.ts';
import { checkText, textOf } from '../../../src/plans/index.ts';
import { fitsSchema, type JsonSchema } from '../../../src/plans/json-schema.ts';
import { event, lot } from '../plans/files.ts';

interface Schema extends Omit<JsonSchema, 'anyOf' | 'items'> {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly description?: string;
}

const whole = eventSchema() as Schema;

/** As an editor takes a schema, as far as this one needs it. */
function fits(value: unknown, schema: Schema): boolean {
  const { $ref, allOf, anyOf, items, properties = {}, additionalProperties, required = [], type, pattern, minimum } = schema;
  if ($ref !== undefined) return fits(value, whole.definitions?.[$ref.split('/').at(-1)!] ?? {});
  if (allOf && !allOf.every((one) => fits(value, one))) return false;
  if (anyOf) return anyOf.some((one) => fits(value, one));
  const plain = { ...(type && { type }), ...(pattern && { pattern }), ...(minimum !== undefined && { minimum }) };
  if (!fitsSchema(value, plain)) return false;
  if (Array.isArray(value)) return !items || value.every((one) => fits(one, items));
  if (!isObject(value)) return true;
  if (required.some((name) => !Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([key, part]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    return typeof own === 'object' ? fits(part, own) : own !== false;
  });
}

describe('the schema of event files', () => {
  it('takes what an event is written as', () => {
    assert.ok(fits(parseJson(textOf(event)), whole));
    const typed = { ...lot, attributes: { maximum: { value: 4, type: 'integer' }, note: null }, price: null };
    assert.ok(fits({ items: [typed], passkeys: [{ passkey: 'A', items: [{ id: 7, path: 'A' }, 'B'] }] }, whole));
  });

  it('says the same as the check of a file, but for what no schema can say', () => {
    const values = [null, '', ' ', 'x', '1.00', 0, -1, 1.5, 2 ** 53, true, [], ['x'], [1], {}, '2027-02-30', '2027-02-28'];
    const more = [
      '2027-02-28 10:00:00',
      '2027-02-28T10:00:00-03:00',
      '2027-02-28T10:00',
      'UTC',
      { value: 1, type: 'integer' },
      { id: 1 },
    ];
    const places: [string, (value: unknown) => object][] = [
      ...['event', 'timeZone', 'items', 'passkeys', 'notKnown', 'other'].map((name): [string, (value: unknown) => object] => [
        name,
        (value) => ({ [name]: value }),
      ]),
      ...[...Object.keys(lot), 'items', 'notKnown', 'other'].map((name): [string, (value: unknown) => object] => [
        `item ${name}`,
        (value) => ({ items: [{ name: 'A', [name]: value }] }),
      ]),
      ...['appCategoryId', 'start', 'finish', 'available', 'other'].map((name): [string, (value: unknown) => object] => [
        `period ${name}`,
        (value) => ({ items: [{ name: 'A', salePeriods: [{ [name]: value }] }] }),
      ]),
      ...['id', 'passkey', 'start', 'finish', 'limit', 'items', 'notKnown'].map((name): [string, (value: unknown) => object] => [
        `passkey ${name}`,
        (value) => ({ passkeys: [{ passkey: 'A', [name]: value }] }),
      ]),
      ['attribute', (value) => ({ items: [{ name: 'A', attributes: { key: value } }] })],
      ['opened item', (value) => ({ passkeys: [{ passkey: 'A', items: [value] }] })],
    ];
    for (const [place, make] of places)
      for (const value of [...values, ...more]) {
        const text = JSON.stringify(make(value));
        const { problems } = checkText(text);
        const isMarked = problems.some(({ beyondSchema }) => !beyondSchema);
        assert.equal(fits(parseJson(text), whole), !isMarked, `${place}: ${text}`);
      }
  });

  it('says of each field what it means, and of amounts and times in which unit they are', () => {
    const properties = [whole, ...Object.values(whole.definitions ?? {})].flatMap(({ properties: own, anyOf = [] }) =>
      [own, ...anyOf.map((one) => one.properties)].flatMap((each) => Object.entries(each ?? {})),
    );
    assert.ok(properties.length > 25);
    for (const [name, { description }] of properties) assert.ok(name === '$schema' || description, name);
    assert.match(whole.definitions?.item?.properties?.price?.description ?? '', /two decimals, in the currency of the service/);
  });

  it('is contributed for the files that Save Event as File… writes', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      contributes: { jsonValidation: { fileMatch: string; url: string }[] };
    };
    const found = manifest.contributes.jsonValidation.find(({ fileMatch }) => matchesGlob('festival.event.json', fileMatch));
    assert.deepEqual(JSON.parse(await readFile(join(root, found!.url), 'utf8')), whole);
  });
});
