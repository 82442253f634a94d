import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { clearAlphabet, generateCodes, patternProblem, parseCodes, type Randomness } from '../../../src/shared/codes.ts';

const random: Randomness = (into) => void webcrypto.getRandomValues(into);

describe('codes as they are pasted', () => {
  it('are one a line, each once, with what was left out counted', () => {
    assert.deepEqual(parseCodes('A\r\n B \n\nA\nÇ\n'), { codes: ['A', 'B', 'Ç'], blank: 1, duplicates: 1, padded: 1 });
    assert.deepEqual(parseCodes(''), { codes: [], blank: 0, duplicates: 0, padded: 0 });
    assert.deepEqual(parseCodes('\n\n'), { codes: [], blank: 2, duplicates: 0, padded: 0 });
    assert.deepEqual(parseCodes('0012\n12').codes, ['0012', '12']);
  });

  it('are counted quickly, however many', () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `CODE-${index}`).join('\n');
    assert.equal(parseCodes(text).codes.length, 100_000);
  });
});

describe('codes that are made up', () => {
  it('have the pattern, and differ from each other and from those that are taken', () => {
    const pattern = { prefix: 'VIP-', length: 2, alphabet: 'AB34', count: 4 };
    const taken = new Set(['VIP-AA', 'VIP-AB', 'VIP-44', 'OTHER']);
    for (let round = 0; round < 200; round++) {
      const codes = generateCodes(pattern, taken, random);
      assert.equal(new Set(codes).size, 4);
      for (const code of codes) assert.ok(/^VIP-[AB34]{2}$/.test(code) && !taken.has(code), code);
    }
  });

  it('have no letters that can be taken for each other', () => {
    assert.doesNotMatch(clearAlphabet, /[0O1IL2Z5S8B]/);
    assert.equal(patternProblem({ prefix: '', length: 8, alphabet: clearAlphabet, count: 100_000 }), undefined);
  });

  it('are all as likely as each other', () => {
    const seen = new Map<string, number>();
    const alphabet = 'ABC';
    for (const code of generateCodes({ prefix: '', length: 12, alphabet, count: 5000 }, new Set(), random))
      for (const letter of code) seen.set(letter, (seen.get(letter) ?? 0) + 1);
    for (const letter of alphabet) assert.ok(Math.abs((seen.get(letter) ?? 0) - 20_000) < 1000, `${letter} ${seen.get(letter)}`);
  });

  it('leave out the numbers that would make some letters likelier', () => {
    // 2^32 - 1 lies above the last whole multiple of three, 3 below it.
    let next = 0;
    const numbers = [2 ** 32 - 1, 3];
    const codes = generateCodes({ prefix: '', length: 2, alphabet: 'ABC', count: 1 }, new Set(), (into) => {
      for (let index = 0; index < into.length; index++) into[index] = numbers[next++ % 2]!;
    });
    assert.deepEqual(codes, ['AA']);
  });

  it('are refused where there are too few', () => {
    const pattern = { prefix: '', length: 2, alphabet: 'AB', count: 2 };
    assert.equal(patternProblem(pattern), undefined);
    assert.equal(patternProblem(pattern, 1), 'crowded');
    assert.throws(() => generateCodes({ ...pattern, count: 3 }, new Set(), random), RangeError);
    assert.equal(patternProblem({ ...pattern, alphabet: 'AA' }), 'alphabet');
    assert.equal(patternProblem({ ...pattern, alphabet: 'A B' }), 'alphabet');
    assert.equal(patternProblem({ ...pattern, length: 0 }), 'length');
    assert.equal(patternProblem({ ...pattern, length: 60 }), 'length');
    assert.equal(patternProblem({ ...pattern, length: 1.5 }), 'length');
    assert.equal(patternProblem({ ...pattern, count: Number.NaN }), 'count');
    assert.equal(patternProblem({ ...pattern, prefix: ' A' }), 'prefix');
  });
});
