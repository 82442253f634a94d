import assert from 'node:assert/strict';
import { CodeIndex, type Relation } from '../../../src/codes/code-index.ts';
import { hashOf } from '../../../src/codes/scan.ts';
import { check } from './files.ts';

describe('codes that are there twice', () => {
  it('fault 53: each is named with the line of the first', async () => {
    const { problems, counts } = await check('code\nA1\nB2\n\nA1\nB2\nA1\n');
    const named = problems.flatMap((problem) => (problem.kind === 'duplicate' ? [[problem.line, problem.firstLine]] : []));
    assert.deepEqual(named, [
      [5, 2],
      [6, 3],
      [7, 2],
    ]);
    assert.deepEqual(counts, { duplicate: 3, blank: 1 });
  });

  it('fault 53: a duplicate of a look-alike is a duplicate of that', async () => {
    const { problems } = await check('abc\nABC\nABC\nabc\nAbC\n');
    const named = problems.flatMap((problem) =>
      'firstLine' in problem ? [[problem.kind, problem.line, problem.firstLine]] : [],
    );
    assert.deepEqual(named, [
      ['lookAlike', 2, 1],
      ['duplicate', 3, 2],
      ['duplicate', 4, 1],
      ['lookAlike', 5, 1],
    ]);
  });

  it('fault 53: finds every one among 200,000 codes, where half is there twice', async () => {
    const codes = Array.from({ length: 100_000 }, (_, index) => `C${(index * 7919) % 1_000_003}`);
    const { counts, codes: found } = await check(`${[...codes, ...codes].join('\n')}\n`);
    assert.deepEqual([found, counts], [200_000, { duplicate: 100_000 }]);
  });

  it('fault 53: two codes that share both hashes are read again, and are no duplicates', async () => {
    const [one, other] = ['13842297', '14366936'];
    assert.equal(hashOf(one), hashOf(other));
    assert.deepEqual((await check(`${one}\n${other}\n`)).problems, []);
    assert.deepEqual((await check(`${one}\n${other}\n${other}\n`)).counts, { duplicate: 1 });
  });

  it('fault 53: finds the same in several goes over the file', async () => {
    const content = Array.from({ length: 3000 }, (_, index) => `${index % 2 ? 'c' : 'C'}${(index * 7919) % 1000}`).join('\n');
    const [once, often] = [await check(content), await check(content, { codesInOnePass: 100 })];
    assert.ok((once.counts.duplicate ?? 0) > 100);
    assert.deepEqual(often, once);
  });

  it('fault 53: a hundred thousand times the same code takes no time', async () => {
    const before = process.cpuUsage();
    const { counts } = await check('SAME\n'.repeat(100_000));
    assert.deepEqual(counts, { duplicate: 99_999 });
    assert.ok(process.cpuUsage(before).user < 3e6);
  });

  it('fault 53: 65,536 ways to write one word are not compared with each other one by one', async () => {
    const word = 'abcdefghijklmnop';
    const variant = (bits: number) =>
      Array.from(word, (sign, index) => (bits & (1 << index) ? sign.toUpperCase() : sign)).join('');
    const variants = Array.from({ length: 65_536 }, (_, bits) => variant(bits));
    const before = process.cpuUsage();
    const { counts } = await check([...variants, variants[777], variants[65_000]].join('\n'));
    assert.deepEqual(counts, { lookAlike: 65_535, duplicate: 2 });
    assert.ok(process.cpuUsage(before).user < 5e6);
  });
});

describe('the index of codes', () => {
  const related = (relations: Iterable<Relation>) => [...relations].map(({ kind, line, firstLine }) => [kind, line, firstLine]);

  it('fault 53: equal hashes are no duplicate unless the codes are the same', () => {
    const index = new CodeIndex(10);
    for (const line of [1, 2, 3]) index.add(7, 9, line, 100 * line);
    const never = { areSame: () => false, areAlike: () => false };
    assert.deepEqual(related(index.relations(never)), []);
    const firstAndThird = { areSame: (one: number, other: number) => one === 300 && other === 100, areAlike: () => false };
    assert.deepEqual(related(index.relations(firstAndThird)), [['duplicate', 3, 1]]);
  });

  it('holds more codes than it was told to expect', () => {
    const index = new CodeIndex(1);
    for (let line = 1; line <= 50_000; line++) index.add(Math.imul(line % 25_000, 0x9e3779b1), line % 25_000, line, line);
    const same = { areSame: () => true, areAlike: () => false };
    const found = related(index.relations(same));
    assert.equal(found.length, 25_000);
    assert.ok(found.every(([, line, first]) => Number(line) - Number(first) === 25_000));
  });

  it('refuses to grow without end', () => {
    const index = new CodeIndex(1);
    assert.throws(
      () => {
        for (let line = 1; line <= 40_000_000; line++) index.add(1, line, line, line);
      },
      { kind: 'tooManyCodes' },
    );
  });
});
