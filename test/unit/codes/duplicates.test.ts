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

  it('fault 53: two codes that share a hash are read again, and are no duplicates', async () => {
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

  const readBack = (codeAt: (offset: number) => string) => ({ codeAt, areAlike: () => false });

  it('fault 53: equal hashes are no duplicate unless the codes are the same', () => {
    const index = new CodeIndex(10);
    for (const line of [1, 2, 3]) index.add(7, line, 100 * line);
    assert.deepEqual(related(index.relations(readBack((offset) => `code at ${offset}`))), []);
    assert.deepEqual(related(index.relations(readBack((offset) => (offset === 200 ? 'other' : 'same')))), [['duplicate', 3, 1]]);
  });

  it('fault 53: codes that were made to share a hash are not compared with each other one by one', () => {
    const index = new CodeIndex(20_000);
    for (let line = 1; line <= 20_000; line++) index.add(7, line, line);
    let reads = 0;
    const codes = readBack((offset) => {
      reads++;
      return `code ${offset === 20_000 ? 10_000 : offset}`;
    });
    assert.deepEqual(related(index.relations(codes)), [['duplicate', 20_000, 10_000]]);
    assert.ok(reads < 20 * 20_000, `${reads} reads`);
  });

  it('fault 53: finds codes behind the first 2 GB of a file', () => {
    const index = new CodeIndex(10);
    index.add(7, 1, 3_000_000_000);
    index.add(7, 2, 4_000_000_000);
    const offsets: number[] = [];
    const codes = readBack((offset) => {
      offsets.push(offset);
      return 'same';
    });
    const [found] = [...index.relations(codes)];
    assert.deepEqual([found?.firstOffset, found?.offset], [3_000_000_000, 4_000_000_000]);
    assert.deepEqual(offsets, [4_000_000_000, 3_000_000_000]);
  });

  it('holds more codes than it was told to expect', () => {
    const index = new CodeIndex(1);
    for (let line = 1; line <= 50_000; line++) index.add(Math.imul(line % 25_000, 0x9e3779b1), line, line);
    const found = related(index.relations(readBack((line) => `code ${line % 25_000}`)));
    assert.equal(found.length, 25_000);
    assert.ok(found.every(([, line, first]) => Number(line) - Number(first) === 25_000));
  });

  it('refuses to grow without end', () => {
    const index = new CodeIndex(1);
    assert.throws(
      () => {
        for (let line = 1; line <= 40_000_000; line++) index.add(1, line, line);
      },
      { kind: 'tooManyCodes' },
    );
  });
});
