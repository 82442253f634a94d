import assert from 'node:assert/strict';
import { atLeast, atMost, compareSpeed, compareTime, inTurns, median, withRoom } from '../../bench/harness.ts';
import { exitCodeOf, tableOf, verdictOf, type Row } from '../../bench/report.ts';

const row = (parts: Partial<Row>): Row => ({ bench: 'some', name: 'some work', unit: 'ms', ...parts });
const met = row({ ours: 10, anchor: 10, ratio: 1, target: atMost(1.1) });
const missed = row({ ours: 12, anchor: 10, ratio: 1.2, target: atMost(1.1) });
const broken = row({ error: 'no disk\nat line 1' });

describe('the verdict on a bench', () => {
  it('holds the ratio against the target where there is one, and the number itself elsewhere', () => {
    assert.equal(verdictOf(met), 'ok');
    assert.equal(verdictOf(missed), 'MISS');
    assert.equal(verdictOf(row({ ours: 100, target: atMost(100) })), 'ok');
    assert.equal(verdictOf(row({ ours: 101, target: atMost(100) })), 'MISS');
    assert.equal(verdictOf(row({ ratio: 0.7, target: atLeast(0.7) })), 'ok');
    assert.equal(verdictOf(row({ ratio: 0.69, target: atLeast(0.7) })), 'MISS');
  });

  it('is no verdict without a target, and none that was never measured', () => {
    assert.equal(verdictOf(row({ ours: 1 })), 'info');
    assert.equal(verdictOf(row({ skipped: 'there is no curl', target: atLeast(1) })), 'skipped');
    assert.equal(verdictOf(broken), 'failed');
    assert.equal(verdictOf(row({ ours: Number.NaN, target: atMost(1) })), 'MISS');
  });

  it('ends the run with 1 only when it is strict', () => {
    assert.equal(exitCodeOf([met], { strict: true }), 0);
    for (const rows of [[met, missed], [broken]]) {
      assert.equal(exitCodeOf(rows, { strict: true }), 1);
      assert.equal(exitCodeOf(rows, { strict: false }), 0);
    }
  });

  it('stands in the table beside what was measured, the first line of an error too', () => {
    const lines = tableOf([met, missed, broken])
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()));
    assert.deepEqual(lines[2]!.slice(1, -1), ['some work', '10 ms', '10 ms', '1.00', 'at most 1.10', 'ok']);
    assert.deepEqual(lines[3]!.slice(4, -1), ['1.20', 'at most 1.10', 'MISS']);
    assert.deepEqual(lines[4]!.slice(4, -1), ['', 'no disk', 'failed']);
  });

  it('leaves room in the gate: three times a target, more for a time whose anchor is slow too, none for a count', () => {
    const verdict = (parts: Partial<Row>) => verdictOf(withRoom(row(parts)));
    assert.equal(verdict({ ratio: 3.9, target: atMost(1.3) }), 'ok');
    assert.equal(verdict({ ratio: 4, target: atMost(1.3) }), 'MISS');
    assert.equal(verdict({ ratio: 0.2, target: atLeast(0.6) }), 'ok');
    assert.equal(verdict({ ratio: 0.19, target: atLeast(0.6) }), 'MISS');
    assert.equal(verdict({ ours: 900, anchor: 150, target: atMost(300) }), 'ok');
    assert.equal(verdict({ ours: 901, anchor: 150, target: atMost(300) }), 'MISS');
    assert.equal(verdict({ ours: 1800, anchor: 300, target: atMost(300) }), 'ok');
    assert.equal(verdict({ ours: 361, unit: 'MB', anchor: 100, target: atMost(120) }), 'MISS');
    assert.equal(verdict({ ours: 2, unit: 'times', target: atMost(1) }), 'MISS');
    assert.equal(verdict({ ours: 5 }), 'info');
  });
});

describe('a comparison with an anchor', () => {
  const same = (value: number) => value;

  it('is the median of the ratios of each round, so that a slow round slows both', () => {
    const { ratio, ours, anchor } = compareTime('t', [10, 100, 12], [10, 100, 10], same);
    assert.deepEqual([ratio, ours, anchor], [1, 12, 10]);
    assert.equal(compareSpeed('s', [20, 20, 20], [10, 10, 10], same).ratio, 0.5);
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });

  it('lets each way come first in every other round and leaves the first round out', async () => {
    const order: string[] = [];
    const way = (name: string) => () => Promise.resolve(order.push(name));
    const taken = await inTurns(2, { ours: way('ours'), anchor: way('anchor') });
    assert.deepEqual(order, ['ours', 'anchor', 'anchor', 'ours', 'ours', 'anchor']);
    assert.deepEqual(taken, { ours: [4, 5], anchor: [3, 6] });
  });
});
