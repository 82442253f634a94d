import assert from 'node:assert/strict';
import { parseTree, spanOf, type JsonPath } from '../../../src/records/json-tree.ts';

function rootOf(text: string) {
  const parsed = parseTree(text);
  assert.equal(parsed.problem, undefined, JSON.stringify(parsed.problem));
  assert.ok('root' in parsed);
  return parsed.root;
}

function marked(text: string, path: JsonPath, at?: 'key' | 'value'): string {
  const { start, end } = spanOf(rootOf(text), path, at);
  return text.slice(start, end);
}

describe('JSON with places', () => {
  it('reads what JSON.parse reads', () => {
    const texts = [
      '{}',
      ' [ ] ',
      '"\\u00e9\\n\\"\\\\/"',
      '[1, -0, 2.5e-3, 1E2, true, false, null, "x"]',
      '{"a": {"b": [{"c": "d"}, []]}, "": 1, "é": "😀"}',
      '\r\n\t{"a"\n:\n1\n}\n',
    ];
    for (const text of texts) assert.deepEqual(rootOf(text).value, JSON.parse(text), text);
  });

  it('refuses what JSON.parse refuses, and says where', () => {
    const cases: [string, string, number][] = [
      ['', 'value', 0],
      ['{"a": 1,}', 'key', 8],
      ['{"a" 1}', 'colon', 5],
      ['{"a": 1 "b": 2}', 'comma', 8],
      ['[1 2]', 'comma', 3],
      ['[1,]', 'value', 3],
      ['{"a": "x\n"}', 'text', 6],
      ['{"a": 01}', 'number', 6],
      ['{"a": 1.}', 'number', 6],
      ['{a: 1}', 'key', 1],
      ["{'a': 1}", 'key', 1],
      ['{"a": 1} x', 'end', 9],
      ['{"a": NaN}', 'value', 6],
      ['{"a": /* no */ 1}', 'value', 6],
      ['{"a": 1', 'comma', 6],
      ['"\\x"', 'text', 0],
    ];
    for (const [text, rule, start] of cases) {
      assert.throws(() => JSON.parse(text), text);
      const { problem } = parseTree(text);
      assert.deepEqual([problem?.rule, problem?.start], [rule, start], text);
    }
  });

  it('refuses a key that is there twice', () => {
    const text = '{"a": 1, "b": 2, "a": 3}';
    const { problem } = parseTree(text);
    assert.equal(problem?.rule, 'twice');
    assert.equal(problem.start, text.lastIndexOf('"a"'));
  });

  it('fault 26: keeps every digit of an id', () => {
    assert.deepEqual(rootOf('{"id": 9007199254740993}').value, { id: 9007199254740993n });
  });

  it('fault 27: __proto__ is a field like any other', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1}';
    const { value } = rootOf(text);
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor']);
    assert.equal((value as { polluted?: boolean }).polluted, undefined);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(JSON.stringify(value), text);
  });

  it('refuses what is nested too deeply instead of failing', () => {
    assert.equal(parseTree('['.repeat(100_000)).problem?.rule, 'deep');
  });

  it('finds keys and values', () => {
    const text = '{"name": "x", "value": {"price": 12.5}, "salePeriods": [{"start": "a"}, {"start": "b"}]}';
    assert.equal(marked(text, ['name']), '"x"');
    assert.equal(marked(text, ['name'], 'key'), '"name"');
    assert.equal(marked(text, ['value', 'price']), '12.5');
    assert.equal(marked(text, ['salePeriods', 1, 'start']), '"b"');
    assert.equal(marked(text, ['salePeriods', 1]), '{');
  });

  it('marks what is around a path that is not there', () => {
    const text = '{"value": {"price": 1}}';
    assert.equal(marked(text, ['value', 'feeSale']), '"value"');
    assert.equal(marked(text, ['gone']), '{');
  });
});
