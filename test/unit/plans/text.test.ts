import assert from 'node:assert/strict';
import { checkText, EventFileError, parse, textOf, type EventFile, type FileItem } from '../../../src/plans/index.ts';
import { amountText } from '../../../src/plans/read-record.ts';
import { randomFrom } from '../codes/files.ts';
import { event, lot } from './files.ts';

describe('the text of an event', () => {
  it('is read as the event that it was written from', () => assert.deepEqual(parse(textOf(event)), event));

  it('is the same whatever the order of its fields', () => {
    const turned = JSON.parse(JSON.stringify(event), (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    ) as EventFile;
    assert.equal(textOf(turned), textOf(event));
  });

  it('has a line for each value', () => {
    assert.match(textOf(event), /^ {10}"price": "120\.00",$/m);
    assert.match(textOf(event), /^ {8}"Pista \/ 1º lote"$/m);
  });

  it('has each cent of the largest amounts, and a zero before one cent', () => {
    const amounts = [Number.MAX_SAFE_INTEGER, 7_000_000_000_000_001, 1, -1, 0].map(amountText);
    assert.deepEqual(amounts, ['90071992547409.91', '70000000000000.01', '0.01', '-0.01', '0.00']);
  });

  it('keeps every digit of an id, and a key that every object has', () => {
    const long = { event: { id: 90071992547409931n }, items: [{ ...lot, attributes: JSON.parse('{"__proto__": 7}') as object }] };
    const text = textOf(long as EventFile);
    assert.match(text, /"id": 90071992547409931/);
    assert.equal(textOf(parse(text)), text);
    assert.match(text, /"__proto__": 7/);
  });

  for (let seed = 1; seed <= 30; seed++)
    it(`is read as it was written, whatever the event has (${seed})`, () => {
      const file = randomEvent(randomFrom(seed));
      const text = textOf(file);
      assert.deepEqual(parse(text), file);
      assert.equal(textOf(parse(text)), text);
    });
});

describe('a file that is no event', () => {
  const wrong: [what: string, text: string, path: string, marked: string][] = [
    ['a field that there is none of', '{"items":[{"name":"A","pirce":"1.00"}]}', 'items.0.pirce', '"pirce"'],
    ['a price as a number', '{"items":[{"name":"A","price":120}]}', 'items.0.price', '120'],
    ['a price with a comma', '{"items":[{"name":"A","price":"120,00"}]}', 'items.0.price', '"120,00"'],
    ['an item without a name', '{"items":[{"price":"1.00"}]}', 'items.0', '{'],
    ['a day that does not exist', '{"passkeys":[{"passkey":"A","start":"2027-02-30"}]}', 'passkeys.0.start', '"2027-02-30"'],
    [
      'a start of sale without a time',
      '{"items":[{"name":"A","salePeriods":[{"start":"2027-02-20"}]}]}',
      'items.0.salePeriods.0.start',
      '"2027-02-20"',
    ],
    ['less than none', '{"items":[{"name":"A","quantity":-1}]}', 'items.0.quantity', '-1'],
    ['an attribute that is a list', '{"items":[{"name":"A","attributes":{"a":[1]}}]}', 'items.0.attributes.a', '['],
    ['items that are no list', '{"items":{}}', 'items', '{'],
    ['no object', '[]', '', '['],
    ['a time zone that there is none of', '{"timeZone":"Mars/Base"}', 'timeZone', '"Mars/Base"'],
  ];
  for (const [what, text, path, marked] of wrong)
    it(`is marked where it is wrong: ${what}`, () => {
      const { file, problems } = checkText(text);
      assert.equal(file, undefined);
      assert.deepEqual(
        problems.map((problem) => problem.path.join('.')),
        [path],
      );
      const [{ start, end } = { start: 0, end: 0 }] = problems;
      assert.equal(text.slice(start, end), marked);
      assert.throws(() => parse(text), EventFileError);
    });

  it('is marked where it is no JSON', () => {
    const { problems } = checkText('{"items": [}');
    assert.deepEqual(
      problems.map(({ start, path }) => [start, path]),
      [[11, []]],
    );
  });

  it('says all that is wrong, each with its field', () => {
    const text = '{"items":[{"name":"","price":1,"hidden":"no"}],"extra":1}';
    assert.throws(() => parse(text), /items\[0\]\.name .*\nitems\[0\]\.price .*\nitems\[0\]\.hidden .*\nextra /);
  });
});

function randomEvent(random: () => number): EventFile {
  const maybe = <T>(value: T): T | undefined => (random() < 0.6 ? value : undefined);
  const name = () =>
    Array.from({ length: 1 + Math.floor(random() * 8) }, () => 'aÉ/ "\\\u2028"ß😀0'[Math.floor(random() * 12)])
      .join('')
      .trim() || 'x';
  const list = <T>(make: () => T, most = 4): T[] => Array.from({ length: Math.floor(random() * most) }, make);
  const clean = <T extends object>(value: T): T =>
    Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
  const amount = () => `${Math.floor(random() * 1000)}.${String(Math.floor(random() * 100)).padStart(2, '0')}`;
  const item = (depth: number): FileItem =>
    clean<FileItem>({
      id: maybe(random() < 0.5 ? Math.floor(random() * 1e6) : 'c0ffee-7'),
      name: name(),
      description: maybe(random() < 0.2 ? null : name()),
      quantity: maybe(Math.floor(random() * 100)),
      hidden: maybe(random() < 0.5),
      price: maybe(random() < 0.2 ? null : amount()),
      feeSale: maybe(random() < 0.5 ? 7 : amount()),
      salePeriods: maybe(
        list(() => clean({ appCategoryId: maybe(3), start: maybe('2027-01-01 00:00:00'), available: maybe(0) })),
      ),
      attributes: maybe(
        Object.fromEntries(list(() => [name(), random() < 0.3 ? { value: name(), type: 'x' } : name()] as const)),
      ),
      items: depth > 0 ? maybe(list(() => item(depth - 1))) : undefined,
      notKnown: maybe(['type']),
    });
  return clean<EventFile>({
    event: clean({ id: maybe(1), name: maybe(name()), environment: maybe('stg') }),
    timeZone: maybe('Europe/Lisbon'),
    items: maybe(list(() => item(2))),
    passkeys: maybe(
      list(() =>
        clean({
          passkey: name(),
          start: maybe(null),
          limit: maybe(3),
          items: maybe([name(), { id: 3 }, { id: 'a', path: name() }]),
        }),
      ),
    ),
    notKnown: maybe(['passkeys']),
  });
}
