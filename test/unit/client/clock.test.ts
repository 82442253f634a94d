import assert from 'node:assert/strict';
import { Deadline, wait } from '../../../src/client/clock.ts';
import { failureOf, manualClock } from './support.ts';

describe('the deadline of a call', () => {
  it('fault 30: is aborted when time is up, and not before', () => {
    const clock = manualClock();
    const deadline = new Deadline(clock, { timeout: 1000, maxDuration: 1000 });
    clock.advance(999);
    assert.deepEqual([deadline.signal.aborted, deadline.left], [false, 1]);
    clock.advance(1);
    assert.deepEqual([deadline.signal.aborted, deadline.expired, deadline.left], [true, true, 0]);
  });

  it('fault 30: is extended by progress, up to its end', () => {
    const clock = manualClock();
    const [still, progressing] = [1000, 1800].map((maxDuration) => new Deadline(clock, { timeout: 1000, maxDuration }));
    clock.advance(900);
    progressing!.extend();
    clock.advance(100);
    assert.deepEqual([still!.expired, progressing!.expired], [true, false]);
    clock.advance(799);
    assert.equal(progressing!.expired, false);
    clock.advance(1);
    assert.equal(progressing!.expired, true);
  });

  it("is aborted with the caller's signal, and has not expired then, whatever comes later", () => {
    const clock = manualClock();
    const caller = new AbortController();
    const deadline = new Deadline(clock, { timeout: 1000, maxDuration: 1000 }, caller.signal);
    const reason = new Error('cancelled');
    caller.abort(reason);
    clock.advance(1000);
    assert.deepEqual([deadline.signal.aborted, deadline.expired], [true, false]);
    assert.equal(deadline.signal.reason, reason);
  });

  it('has one timer at a time, and none once it has ended', () => {
    const clock = manualClock();
    const timers = new Set<() => void>();
    const counting = {
      ...clock,
      setTimer(callback: () => void, milliseconds: number) {
        const clear = clock.setTimer(callback, milliseconds);
        timers.add(clear);
        return () => (timers.delete(clear), clear());
      },
    };
    const deadline = new Deadline(counting, { timeout: 1000, maxDuration: 5000 });
    deadline.extend();
    deadline.extend();
    assert.equal(timers.size, 1);
    deadline.end();
    deadline.extend();
    assert.equal(timers.size, 0);
    clock.advance(5000);
    assert.equal(deadline.expired, false);
  });

  for (const hours of [-1, 1]) {
    it(`fault 66: does not care for a time of day that is set ${hours < 0 ? 'back' : 'forward'}`, () => {
      const clock = manualClock();
      let time = clock.now();
      const deadline = new Deadline({ ...clock, now: () => time }, { timeout: 1000, maxDuration: 5000 });
      time += hours * 3_600_000;
      deadline.extend();
      clock.advance(999);
      assert.deepEqual([deadline.expired, deadline.left], [false, 4001]);
      clock.advance(1);
      assert.equal(deadline.expired, true);
    });
  }
});

describe('a pause', () => {
  it('ends in time, or with the reason of its signal, or does not begin', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const [short, long] = [wait(clock, 1000, controller.signal), failureOf(wait(clock, 2000, controller.signal))];
    clock.advance(1000);
    await short;
    const reason = new Error('cancelled');
    controller.abort(reason);
    assert.equal(await long, reason);
    assert.equal(await failureOf(wait(clock, 1000, controller.signal)), reason);
  });
});
