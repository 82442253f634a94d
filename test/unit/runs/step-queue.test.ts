import assert from 'node:assert/strict';
import { StepQueue } from '../../../src/runs/step-queue.ts';

/** Steps by what they need and whose record they are of. */
function queueOf(needs: readonly (readonly number[])[], records: readonly string[]) {
  const done = new Set<number>();
  const work = { needs: (step: number) => needs[step] ?? [], recordOf: (step: number) => records[step] ?? '' };
  const queue = new StepQueue(work, [...needs.keys()], (step) => done.has(step));
  const answer = (step: number, isDone = true) => {
    if (isDone) done.add(step);
    queue.answered(step);
  };
  const all = () => {
    const taken: number[] = [];
    for (let step = queue.next(); step !== undefined; step = queue.next()) taken.push(step);
    return taken;
  };
  return { queue, answer, all };
}

describe('the queue of the steps of a plan', () => {
  it('gives what waits for nothing, in the order of the plan', () => {
    const { all } = queueOf([[], [0], [], [2], []], ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(all(), [0, 2, 4]);
  });

  it('gives a step once all that it needs is done, before those that come after it', () => {
    const { queue, answer, all } = queueOf([[], [], [0, 1], []], ['a', 'b', 'c', 'd']);
    assert.deepEqual([queue.next(), queue.next()], [0, 1]);
    answer(1);
    answer(0);
    assert.deepEqual(all(), [2, 3]);
  });

  it('keeps back what needs a step that failed', () => {
    const { queue, answer, all } = queueOf([[], [0]], ['a', 'b']);
    assert.equal(queue.next(), 0);
    answer(0, false);
    assert.deepEqual(all(), []);
  });

  it('gives no two steps of one record at once', () => {
    const { queue, answer, all } = queueOf([[], [], [], []], ['a', 'a', 'b', 'a']);
    assert.deepEqual(all(), [0, 2]);
    answer(0);
    assert.equal(queue.next(), 1);
    answer(2);
    assert.deepEqual(all(), []);
    answer(1, false);
    assert.deepEqual(all(), [3]);
  });
});
