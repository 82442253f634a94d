import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { Ajv } from 'ajv';
import { eventSchema } from '../../../scripts/event-schema.ts';
import { root } from '../../../scripts/lib/paths.mjs';
import { checkText, textOf } from '../../../src/plans/index.ts';
import { event, lot } from '../plans/files.ts';

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly description?: string;
}

const whole = eventSchema() as Schema;
const validate = new Ajv({ strict: false }).compile(whole);
/** An editor reads numbers of any length as numbers. */
const fits = (text: string) => validate(JSON.parse(text));

describe('the schema of event files', () => {
  it('takes what an event is written as', () => {
    assert.ok(fits(textOf(event)));
    const typed = { ...lot, attributes: { maximum: { value: 4, type: 'integer' }, note: null }, price: null };
    assert.ok(fits(JSON.stringify({ items: [typed], passkeys: [{ passkey: 'A', items: [{ id: 7, path: 'A' }, 'B'] }] })));
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
        assert.equal(fits(text), !isMarked, `${place}: ${text}`);
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
    const found = manifest.contributes.jsonValidation.find(({ fileMatch }) => matchesGlob('festival.boxoffice.json', fileMatch));
    assert.deepEqual(JSON.parse(await readFile(join(root, found!.url), 'utf8')), whole);
  });

  it('fault 93: claims no file whose ending other tools use', async () => {
    const text = await readFile(join(root, 'package.json'), 'utf8');
    const { contributes } = JSON.parse(text) as { contributes: { jsonValidation: { fileMatch: string }[] } };
    const shown = [...text.matchAll(/resourceFilename =~ \/((?:[^/\\]|\\\\.)+)\/i/g)].map(([, source = '']) =>
      RegExp(JSON.parse(`"${source}"`) as string, 'i'),
    );
    assert.ok(shown.length > 0);
    for (const name of ['festival.event.json', 'raise.plan.json', 'tfplan.json', 'package.json'])
      assert.deepEqual(
        [
          contributes.jsonValidation.filter(({ fileMatch }) => matchesGlob(name, fileMatch)),
          shown.filter((pattern) => pattern.test(name)),
        ],
        [[], []],
        name,
      );
    assert.ok(shown.some((pattern) => pattern.test('festival.boxoffice.json')));
  });
});
