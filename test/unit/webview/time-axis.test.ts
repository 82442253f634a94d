import assert from 'node:assert/strict';
import { shareOf, timeLineOf } from '../../../src/webview/event/time-axis.ts';

const day = 24 * 60 * 60_000;
const now = 20 * day;
/** Items that are sold from one day to another. */
const line = (...periods: (readonly [from: number | undefined, to: number | undefined])[]) => {
  const found = timeLineOf(
    periods.map(([from, to]) => ({
      periods: [{ ...(from === undefined ? {} : { from: from * day }), ...(to === undefined ? {} : { to: to * day }) }],
    })),
    now,
  );
  return found && Object.fromEntries(['from', 'to', 'before', 'after'].map((name) => [name, inDays(found[name as 'from'])]));
};
const inDays = (moment: number | undefined) => (moment === undefined ? undefined : moment / day);

describe('the time line of sales', () => {
  it('goes from the first sale to the last', () => {
    assert.deepEqual(line([0, 10], [10, 40], [30, 60]), { from: 0, to: 60, before: undefined, after: undefined });
    assert.equal(line(), undefined);
    assert.equal(line([undefined, undefined])?.from, now / day - 1 / day);
  });

  it('is not flattened by a sale that ends far off, or begins long before all others', () => {
    assert.deepEqual(line([0, 10], [10, 40], [5, 4000]), { from: 0, to: 40, before: undefined, after: 4000 });
    assert.deepEqual(line([0, 10], [10, 40], [-4000, 40]), { from: 0, to: 40, before: -4000, after: undefined });
    assert.deepEqual(line([0, 10], [10, 40], [5, 1500], [5, 4000]), { from: 0, to: 40, before: undefined, after: 4000 });
    assert.deepEqual(line([0, 10], [10, 40], [20, 30], [-4000, 4000]), { from: 0, to: 40, before: -4000, after: 4000 });
  });

  it('is not cut off where the far sale is all there is, or most of it, or not so far', () => {
    assert.equal(line([0, 4000])?.after, undefined);
    assert.equal(line([0, 10], [0, 4000], [0, 4000], [1, 4000])?.after, undefined);
    assert.equal(line([0, 10], [10, 40], [5, 120])?.after, undefined);
  });

  it('keeps the order of what is cut off, inside of itself', () => {
    const cut = { from: 0, to: 40, now: 20, before: -1000, after: 1000 };
    const shares = [-1000, -500, 0, 20, 40, 500, 1000].map((moment) => shareOf(cut, moment));
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
    assert.deepEqual([shares[0], shares[3], shares.at(-1)], [0, 0.5, 1]);
    assert.ok((shares[4] ?? 0) > 0.9, 'most of it is for what matters');
  });
});
