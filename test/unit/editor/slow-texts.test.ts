// Texts that somebody made to be slow. Each took minutes where a pattern tried again at each character.
import assert from 'node:assert/strict';
import { findingsIn, folded, trimmed } from '../../../src/codes/code-text.ts';
import { isTaxAmount } from '../../../src/editor/reading/tax-amounts.ts';
import { columnFilter } from '../../../src/editor/reports/table-filters.ts';
import { Ranks } from '../../../src/editor/reports/table-ranks.ts';
import { Slices } from '../../../src/editor/reports/table-slices.ts';
import { askedPrice, askedShift, copyName, fileNameOf } from '../../../src/plans/asked-changes.ts';
import { safeName } from '../../../src/runs/names.ts';

const length = 1_000_000;
const blanks = ' '.repeat(length);
const zeros = '0'.repeat(length);

describe('fault 100: a long text that was made to be slow', () => {
  it('is trimmed and looked through as a code', () => {
    const code = `a${blanks}b`;
    assert.equal(trimmed(` ${code}\t`), code);
    assert.deepEqual(
      findingsIn(code).map(({ kind }) => kind),
      [],
    );
    assert.equal(folded(`${code}${blanks}`).length, code.length);
    assert.equal(trimmed(`\ufeff${blanks}`), '\ufeff', 'a byte order mark is none of the blanks');
  });

  it('is the name of an amount', () => {
    assert.equal(isTaxAmount(`${'a'.repeat(length)}1`), false);
    assert.equal(isTaxAmount(`${'a1'.repeat(length / 2)}Fee`), true);
  });

  it('is a column of a table, sorted and filtered', async () => {
    const texts = [`${zeros}x`, `${zeros}y`];
    const values = { orderOf: (at: number) => texts[at] ?? '', textOf: (at: number) => texts[at] ?? '' };
    const ranks = await Ranks.of(Uint32Array.of(0, 1), values, new Slices());
    assert.equal(ranks.counts[1], 2);
    assert.ok(columnFilter(`>=${blanks}5${blanks}x`));
  });

  it('is typed for many records at once, and copied as a name', () => {
    assert.ok(askedShift(`7${blanks}x`).problem);
    assert.ok(askedPrice(`+${zeros}.${zeros}x`).problem);
    assert.match(copyName(`lote${blanks}x`), /\(copy\)$/);
    assert.equal(copyName(`Lote${blanks}9`), `Lote${blanks}10`);
    assert.equal(fileNameOf(`-${blanks}-`), '');
    assert.ok(safeName(`${'.'.repeat(length)}x`, 'fallback'));
  });
});
