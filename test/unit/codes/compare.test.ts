import assert from 'node:assert/strict';
import { compareCodes, preflight, type CompareOptions, type Comparison } from '../../../src/codes/index.ts';
import { fileOf } from './files.ts';

async function compare(content: string, there: readonly string[], options: Partial<CompareOptions> = {}): Promise<Comparison> {
  const path = fileOf(content);
  const { codes } = await preflight(path);
  return compareCodes(path, (onCodes) => Promise.resolve(onCodes(there)), { codes, ...options });
}

describe('a file compared with what a service has', () => {
  it('fault 53: counts the codes that are there, each once', async () => {
    const found = await compare('code\nA1\nB2\nA1\nC3\n', ['C3', 'A1', 'A1', 'Z9']);
    assert.deepEqual(found, { codes: 4, different: 3, there: 2, missing: 1, firstMissing: [{ code: 'B2', line: 3 }] });
  });

  it('takes a code and the same with spaces around it for one', async () => {
    const found = await compare('code\nA1\n A1 \nB2\n', ['A1', ' B2']);
    assert.deepEqual(found, { codes: 3, different: 2, there: 2, missing: 0, firstMissing: [] });
  });

  it('tells other codes apart, however alike', async () => {
    const found = await compare('code\nA1\na1\nA\u200b1\n1A\n', ['A1']);
    assert.deepEqual([found.different, found.there, found.missing], [4, 1, 3]);
  });

  it('counts every missing line, and names the first ones', async () => {
    const found = await compare('code\nA1\nA1\nB2\nC3\nC3\n', [], { maxMissing: 2 });
    assert.equal(found.missing, 5);
    assert.deepEqual(found.firstMissing, [
      { code: 'A1', line: 2 },
      { code: 'A1', line: 3 },
    ]);
  });

  it('finds the same in one go and in many, with a set that grows', async () => {
    const codes = Array.from({ length: 5000 }, (_, index) => `C${index * 7919}`);
    const content = `code\n${codes.join('\n')}\n${codes.slice(0, 10).join('\n')}\n`;
    const there = codes.filter((_, index) => index % 3 === 0);
    const whole = await compare(content, there);
    assert.deepEqual([whole.codes, whole.different, whole.there], [5010, 5000, 1667]);
    assert.equal(whole.firstMissing.length, 100);
    assert.deepEqual(await compare(content, there, { codesInOnePass: 700 }), whole);
    assert.deepEqual(await compare(content, there, { codes: 1 }), whole);
  });

  it('ends when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(compare('code\nA1\n', [], { signal }), { message: 'enough' });
  });
});
