import assert from 'node:assert/strict';
import {
  endsSoonAt,
  isAlmostSoldOut,
  isExpired,
  isHiddenOnSale,
  nextGap,
  type Sale,
} from '../../../src/editor/reading/attention.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-03-10T12:00:00Z');
const running = [{ from: now - day, to: now + 30 * day }];
const sale = (more: Partial<Sale> = {}): Sale => ({
  left: 500,
  quantity: 1000,
  spans: running,
  isHidden: false,
  isArchived: false,
  ...more,
});

describe('an item is almost sold out', () => {
  const isNoticed = (more: Partial<Sale>) => isAlmostSoldOut(sale(more), now);

  it('with a tenth of it left, or with ten where nobody says how many there were', () => {
    assert.ok(isNoticed({ left: 100 }));
    assert.ok(!isNoticed({ left: 101 }));
    assert.ok(isNoticed({ left: 10, quantity: undefined }));
    assert.ok(!isNoticed({ left: 11, quantity: undefined }));
    assert.ok(isNoticed({ left: 10, quantity: 0 }), 'none in all is no number to compare with');
  });

  it('not where it is sold out, or where it is not known how many are left', () => {
    for (const left of [0, -1, undefined]) assert.ok(!isNoticed({ left }), String(left));
  });

  it('not where it is certain that nobody can buy it now', () => {
    assert.ok(!isNoticed({ left: 5, isArchived: true }));
    assert.ok(!isNoticed({ left: 5, spans: [{ from: now - 2 * day, to: now - day }] }));
    assert.ok(!isNoticed({ left: 5, spans: [{ from: now + day, to: now + 2 * day }] }));
    assert.ok(!isNoticed({ left: 5, spans: [] }), 'no period at all');
  });

  it('though it is not known when it is sold, or until when', () => {
    assert.ok(isNoticed({ left: 5, spans: undefined }));
    assert.ok(isNoticed({ left: 5, spans: [{ from: now - day }] }));
    assert.ok(isNoticed({ left: 5, spans: [{ to: now + day }] }));
  });
});

describe('a sale ends soon', () => {
  const endOf = (more: Partial<Sale>) => endsSoonAt(sale(more), now);

  it('within three days', () => {
    const end = now + 3 * day;
    assert.equal(endOf({ spans: [{ from: now - day, to: end }] }), end);
    assert.equal(endOf({ spans: [{ from: now - day, to: end + 1 }] }), undefined);
    assert.equal(endOf({ spans: [{ from: now - day, to: end }], left: undefined, quantity: undefined }), end);
  });

  it('not where another period goes on, or may go on', () => {
    const spans = [{ from: now - day, to: now + hour }];
    assert.equal(endOf({ spans: [...spans, { from: now + 2 * hour, to: now + 9 * day }] }), undefined);
    assert.equal(endOf({ spans: [...spans, { from: now + 2 * hour }] }), undefined);
  });

  it('not where it does not run: it is over, ahead, sold out, archived, or its times are not known', () => {
    const soon = [{ from: now - day, to: now + hour }];
    assert.equal(endOf({ spans: [{ from: now - day, to: now - 1 }] }), undefined);
    assert.equal(endOf({ spans: [{ from: now + 1, to: now + hour }] }), undefined);
    assert.equal(endOf({ spans: soon, left: 0 }), undefined);
    assert.equal(endOf({ spans: soon, isArchived: true }), undefined);
    assert.equal(endOf({ spans: undefined }), undefined);
    assert.equal(endOf({ spans: [{ to: now + hour }] }), undefined);
  });
});

describe('a hidden item is on sale', () => {
  it('only where it is certain that it is both', () => {
    const isNoticed = (more: Partial<Sale>) => isHiddenOnSale(sale(more), now);
    assert.ok(isNoticed({ isHidden: true }));
    assert.ok(isNoticed({ isHidden: true, left: undefined }));
    assert.ok(!isNoticed({}));
    for (const more of [{ spans: undefined }, { spans: [{ from: now - day }] }, { left: 0 }, { isArchived: true }])
      assert.ok(!isNoticed({ isHidden: true, ...more }), JSON.stringify(more));
  });
});

describe('a gap between two lots', () => {
  const first = { from: now - 5 * day, to: now + day };
  const second = { from: now + 3 * day, to: now + 9 * day };
  const gapIn = (...lots: Partial<Sale>[]) => nextGap(lots.map(sale), now);

  it('is the time between the end of one and the start of the next', () => {
    assert.deepEqual(gapIn({ spans: [first] }, { spans: [second] }), { from: first.to, to: second.from });
    assert.deepEqual(gapIn({ spans: [second, first] }), { from: first.to, to: second.from }, 'two periods of one item');
  });

  it('is none from 23:59:59 to 00:00:00, and none that is over', () => {
    assert.equal(gapIn({ spans: [first] }, { spans: [{ ...second, from: first.to + 1000 }] }), undefined);
    assert.equal(gapIn({ spans: [first] }, { spans: [{ ...second, from: first.to + 5 * minute }] }), undefined);
    const past = { from: now - 9 * day, to: now - 7 * day };
    assert.equal(gapIn({ spans: [past] }, { spans: [{ from: now - 6 * day, to: now + day }] }), undefined);
  });

  it('is none where another lot is sold then, or may be for all that is known', () => {
    const lots = [{ spans: [first] }, { spans: [second] }];
    assert.equal(gapIn(...lots, { spans: [{ from: now, to: now + 4 * day }] }), undefined);
    assert.equal(gapIn(...lots, { spans: undefined }), undefined);
    assert.equal(gapIn(...lots, { spans: [{ from: now }] }), undefined);
    assert.equal(gapIn({ spans: [first] }), undefined);
  });

  it('is not filled by a lot that nobody sees', () => {
    const between = [{ from: now, to: now + 4 * day }];
    const gap = { from: first.to, to: second.from };
    assert.deepEqual(gapIn({ spans: [first] }, { spans: [second] }, { spans: between, isHidden: true }), gap);
    assert.deepEqual(gapIn({ spans: [first] }, { spans: [second] }, { spans: undefined, isArchived: true }), gap);
  });
});

describe('a passkey has expired', () => {
  it('once its end is over, and never where none is known', () => {
    assert.ok(isExpired(now - 1, now));
    assert.ok(!isExpired(now, now));
    assert.ok(!isExpired(undefined, now));
  });
});
