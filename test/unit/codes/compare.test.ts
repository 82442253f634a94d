import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import {
  compareCodes,
  preflight,
  type CodeListener,
  type CompareOptions,
  type Comparison,
  type SeenAs,
} from '../../../src/codes/index.ts';
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

  describe('before and after', () => {
    const content = 'code\nA1\nB2\nA1\nC3\n D4 \nE5\n';
    const parts = [{}, { codesInOnePass: 2 }];
    for (const options of parts) {
      const title = 'codesInOnePass' in options ? 'in several goes' : 'in one go';

      it(`knows ${title} which codes are new, and gives each code of the service once with what it is`, async () => {
        const path = fileOf(content);
        const { codes } = await preflight(path);
        const look = async (there: readonly string[], more: Partial<CompareOptions> = {}) => {
          const seen: [string, SeenAs][] = [];
          const missing: number[] = [];
          const source = (onCodes: CodeListener) => {
            const found = onCodes(there);
            there.forEach((code, index) => found[index] !== 'later' && seen.push([code, found[index]!]));
            return Promise.resolve();
          };
          const onMissing = ({ line }: { line: number }) => void missing.push(line);
          const compared = await compareCodes(path, source, { codes, keepsPlaces: true, onMissing, ...options, ...more });
          return { ...compared, seen: seen.sort(), missingLines: missing.sort() };
        };
        const before = await look(['C3', 'A1', 'Z9']);
        assert.equal(before.added, undefined, 'nobody looked before');
        assert.deepEqual(before.seen, [
          ['A1', 'there'],
          ['C3', 'there'],
          ['Z9', 'other'],
        ]);
        assert.deepEqual(before.missingLines, [3, 6, 7]);
        // C3 is gone meanwhile, which makes nothing else old or new.
        const after = await look(['A1', 'B2', 'D4', 'Z9', 'B2'], { before });
        assert.deepEqual([after.there, after.added, after.missing], [3, 2, 2]);
        assert.deepEqual(after.seen, [
          ['A1', 'there'],
          ['B2', 'new'],
          ['B2', 'new'],
          ['D4', 'new'],
          ['Z9', 'other'],
        ]);
        const again = await look(['A1', 'B2', 'D4'], { before: after });
        assert.equal(again.added, 0);
      });
    }

    it('takes a comparison of other codes for none', async () => {
      const before = await compare('code\nA1\n', [], { keepsPlaces: true });
      const after = await compare('code\nA1\nB2\n', ['A1'], { before });
      assert.equal(after.added, undefined);
    });

    it('keeps a place for each of many codes', async () => {
      const codes = Array.from({ length: 20_000 }, (_, index) => `C${index}`);
      const path = fileOf(`code\n${codes.join('\n')}\n`);
      const look = (there: readonly string[], before?: Comparison) =>
        compareCodes(path, (onCodes) => Promise.resolve(onCodes(there)), { codes: codes.length, keepsPlaces: true, before });
      const before = await look(codes.filter((_, index) => index % 3 === 0));
      const { places } = before;
      assert.ok(places);
      assert.ok(codes.every((_, index) => places.has(index) === (index % 3 === 0)));
      assert.equal((await look(codes, before)).added, codes.length - before.there);
    });
  });

  describe('fault 69: that is not what was checked', () => {
    const codes = ['A1', 'B2', 'C3'];
    const content = `code\n${codes.join('\n')}\n`;
    const changes: [title: string, content: string | Buffer][] = [
      ['of the same length', content.replace('B2', 'X9')],
      ['longer', `${content}D4\n`],
      ['empty', ''],
      ['without its column', 'code\n'],
      ['no text', Buffer.from([0x50, 0x4b, 3, 4, ...Buffer.from(content)])],
      ['with an open quote', content.replace('B2', '"B')],
    ];
    for (const [title, other] of changes) {
      it(`is refused, ${title}`, async () => {
        const path = fileOf(content);
        const { sha256 } = await preflight(path);
        const look = () => compareCodes(path, (onCodes) => Promise.resolve(onCodes(codes)), { codes: 3, column: 0, sha256 });
        assert.equal((await look()).there, 3);
        writeFileSync(path, other);
        await assert.rejects(look(), { kind: 'changed' });
      });
    }

    it('is refused when it changes while the service is read', async () => {
      const path = fileOf(content);
      const { sha256 } = await preflight(path);
      const source = (onCodes: CodeListener) => {
        writeFileSync(path, content.replace('B2', 'X9'));
        return Promise.resolve(onCodes(['A1']));
      };
      await assert.rejects(compareCodes(path, source, { codes: 3, sha256 }), { kind: 'changed' });
    });

    it('is told apart by its bytes, whatever the size of a piece, and not by its date', async () => {
      const path = fileOf(Buffer.from('\ufeffcode\n\u00c71\n\u00c72\n'.repeat(50)));
      const { sha256, codes: expected } = await preflight(path);
      utimesSync(path, 1, 1);
      for (const pieceSize of [4, 7, 64])
        assert.equal((await compareCodes(path, () => Promise.resolve(), { codes: expected, sha256, pieceSize })).codes, expected);
    });

    it('has the problem that it had when it was checked', async () => {
      const path = fileOf('code\nA1\n"B2\n');
      const { sha256 } = await preflight(path);
      await assert.rejects(
        compareCodes(path, () => Promise.resolve(), { codes: 1, sha256 }),
        { kind: 'openQuote' },
      );
    });
  });

  it('ends when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(compare('code\nA1\n', [], { signal }), { message: 'enough' });
  });
});
