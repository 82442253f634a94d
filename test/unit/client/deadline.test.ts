import assert from 'node:assert/strict';
import { Deadline, DeadlineWatch } from '../../../src/client/deadline.ts';
import { manualClock } from './support.ts';

describe('deadlines under one watch', () => {
  function begin() {
    const clock = manualClock();
    const timers = new Set<() => void>();
    const watch = new DeadlineWatch({
      ...clock,
      setTimer(callback, milliseconds) {
        const clear = clock.setTimer(() => (timers.delete(clear), callback()), milliseconds);
        timers.add(clear);
        return () => (timers.delete(clear), clear());
      },
    });
    const start = (patience: number, longest = patience) => {
      const deadline = new Deadline(watch);
      deadline.start(patience, longest);
      return deadline;
    };
    return { clock, timers, start };
  }

  it('fault 30: expire each at its own time', () => {
    const { clock, start } = begin();
    const long = start(30_000);
    clock.advance(10_000);
    const [short, late] = [start(5000), start(30_000)];
    clock.advance(4999);
    assert.deepEqual([short.expired, long.expired, late.expired], [false, false, false]);
    clock.advance(1);
    assert.deepEqual([short.expired, long.expired, late.expired], [true, false, false]);
    clock.advance(15_000);
    assert.deepEqual([long.expired, late.expired], [true, false]);
    clock.advance(10_000);
    assert.equal(late.expired, true);
  });

  it('fault 30: spare the one that progresses, up to its limit in all', () => {
    const { clock, start } = begin();
    const [still, progressing] = [start(1000), start(1000, 1800)];
    clock.advance(900);
    progressing.extend();
    clock.advance(100);
    assert.deepEqual([still.expired, progressing.expired], [true, false]);
    clock.advance(799);
    assert.equal(progressing.expired, false);
    clock.advance(1);
    assert.equal(progressing.expired, true);
  });

  it('need one timer for all of them, and none once all have ended', () => {
    const { timers, start } = begin();
    const deadlines = [start(3000), start(2000), start(4000)];
    assert.equal(timers.size, 1);
    for (const deadline of deadlines) deadline.dispose();
    assert.equal(timers.size, 0);
  });

  it('expire when their timer says so, though it fires a fraction too early', () => {
    let fire: () => void = () => undefined;
    const early = { ...manualClock(), setTimer: (callback: () => void) => ((fire = callback), () => undefined) };
    const deadline = new Deadline(new DeadlineWatch(early));
    deadline.start(1000, 1000);
    fire();
    assert.equal(deadline.expired, true);
  });

  for (const hours of [-1, 1]) {
    it(`fault 66: do not care for a time of day that is set ${hours < 0 ? 'back' : 'forward'}`, () => {
      const clock = manualClock();
      let time = clock.now();
      const deadline = new Deadline(new DeadlineWatch({ ...clock, now: () => time }));
      deadline.start(1000, 5000);
      time += hours * 3_600_000;
      deadline.extend();
      clock.advance(999);
      assert.deepEqual([deadline.expired, deadline.left], [false, 4001]);
      clock.advance(1);
      assert.equal(deadline.expired, true);
    });
  }

  it('leave alone what has ended', () => {
    const { clock, start } = begin();
    const [ended, running] = [start(1000), start(1000)];
    ended.dispose();
    clock.advance(1000);
    assert.deepEqual([ended.expired, running.expired], [false, true]);
  });
});
