// The matrix as tests: a cell is one job with one service, and has the verdict that it is known to have.
import assert from 'node:assert/strict';
import type { Desk } from './desk.ts';
import { dialectOf, waitingJobs, type DialectName } from './dialects.ts';
import { jobNames, markOf, matrix } from './expected.ts';
import type { RightAmounts } from './matrix-service.ts';
import { Workplace } from './matrix.ts';

/** How a batch can end whose work is done. */
const lostReplies = ['503-after', 'reset-after', 'invalid-json'] as const;

/**
 * `sit`: starts the editor, and gives whoever sits before it; the other stops it. `isHard`: also while the service is in trouble. Without it
 * pauses are as people have them, and jobs that sit them out are left to where they are short.
 */
export function describeMatrix(
  names: readonly DialectName[],
  sit: () => Promise<Desk>,
  stop: () => Promise<void>,
  isHard = false,
): void {
  let desk: Desk;
  let amounts: RightAmounts;
  before(async () => {
    desk = await sit();
    amounts = await Workplace.amounts(desk);
  });
  after(async () => {
    desk.leave();
    await stop();
  });
  for (const name of names)
    describe(name, () => {
      let place: Workplace;
      before(async () => {
        place = await Workplace.open(desk, name);
      });
      after(() => place.close());
      for (const [at, job] of jobNames.entries()) {
        if (!isHard && waitingJobs[name] === job) continue;
        it(job, async () => {
          assert.equal(markOf(await place.do(job, amounts)), matrix[name][at]);
        });
      }
    });
  // What is held and said is judged by the jobs themselves; what they come to may be less than without the trouble.
  for (const name of isHard ? names.filter((each) => dialectOf(each).manners !== undefined) : [])
    describe(`${name}, on pages of 25`, () => {
      let place: Workplace;
      before(async () => {
        place = await Workplace.open(desk, name, 25);
      });
      after(() => place.close());
      it('fault 62: passkeys', async () => {
        assert.ok(await place.do('passkeys', amounts));
      });
      for (const kind of lostReplies)
        it(`fault 65: run of 300, whose first batch ends with ${kind}`, async () => {
          assert.ok(await place.doInTrouble({ kind, operation: 'createPasskeys', times: 1 }, 'run of 300', amounts));
        });
    });
}
