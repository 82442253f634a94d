import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Semaphore, Backoff, pause } from '../../../src/runs/waiting.ts';
import { manualClock } from '../client/support.ts';

describe('waiting in a run', () => {
  it('doubles its pauses, at least by half of each, and gives up after five', () => {
    for (const [random, share] of [
      [0, 0.5],
      [1, 1],
    ] as const) {
      const backoff = new Backoff(() => random);
      const delays = Array.from({ length: 6 }, () => backoff.delayAfterFailure(undefined));
      assert.deepEqual(delays, [...[1000, 2000, 4000, 8000, 16_000].map((delay) => delay * share), undefined]);
    }
  });

  it('waits as long as it is asked to, up to a minute', () => {
    const backoff = new Backoff();
    assert.deepEqual(
      [0, 7, 60_000, 60_001].map((retryAfter) => backoff.delayAfterFailure(retryAfter)),
      [0, 7, 60_000, undefined],
    );
  });

  it('begins again after a success', () => {
    const backoff = new Backoff(() => 1);
    for (let failure = 1; failure <= 5; failure++) backoff.delayAfterFailure(undefined);
    backoff.succeeded();
    assert.equal(backoff.delayAfterFailure(undefined), 1000);
  });

  it('sits out a pause, or ends it when the run is cancelled, and leaves nothing behind', async () => {
    const clock = manualClock();
    const cancel = new AbortController();
    const { signal } = cancel;
    let ended = 0;
    const first = pause(clock, 100, signal).then(() => ended++);
    const second = pause(clock, 200, signal).then(() => ended++);
    clock.advance(99);
    await Promise.resolve();
    assert.equal(ended, 0);
    clock.advance(1);
    await first;
    assert.equal(ended, 1);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    cancel.abort();
    await second;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    await Promise.all([pause(clock, 100, signal), pause(clock, 0, undefined)]);
  });

  it('lets so many in at once, the others in the order they came', async () => {
    const gate = new Semaphore(2);
    const inside: number[] = [];
    const enter = async (visitor: number) => {
      const leave = await gate.enter();
      inside.push(visitor);
      return leave;
    };
    const visits = [1, 2, 3, 4].map(enter);
    const leaveFirst = await visits[0]!;
    await visits[1];
    assert.deepEqual(inside, [1, 2]);
    leaveFirst();
    const leaveThird = await visits[2]!;
    assert.deepEqual(inside, [1, 2, 3]);
    leaveThird();
    (await visits[3]!)();
    await enter(5);
    assert.deepEqual(inside, [1, 2, 3, 4, 5]);
  });
});
