// The matrix as tests: a cell is one job with one service, and has the verdict that it is known to have.
import assert from 'node:assert/strict';
import type { Desk } from './desk.ts';
import type { ServiceName } from './dialects.ts';
import { jobNames, markOf, matrix } from './expected.ts';
import type { RightAmounts } from './matrix-service.ts';
import { Workplace } from './matrix.ts';

/** How a batch can end whose work is done. */
const lostReplies = ['503-after', 'reset-after', 'invalid-json'] as const;

interface Matrix {
  readonly names: readonly ServiceName[];
  /** Also while the service cuts its pages to 25 rows and loses a reply. */
  readonly inTrouble?: readonly ServiceName[];
  /** Starts the editor, and gives whoever sits before it. */
  readonly sit: () => Promise<Desk>;
  readonly stop?: () => Promise<void>;
}

export function describeMatrix({ names, inTrouble = [], sit, stop }: Matrix): void {
  let desk: Desk;
  let amounts: RightAmounts;
  before(async () => {
    desk = await sit();
    amounts = await Workplace.amounts(desk);
  });
  after(async () => {
    desk.leave();
    await stop?.();
  });
  for (const name of names)
    describe(name, () => {
      const place = useWorkplace(() => desk, name);
      for (const [at, job] of jobNames.entries())
        it(job, async () => {
          assert.equal(markOf(await place().do(job, amounts)), matrix[name][at]);
        });
    });
  // What is held and said is judged by the jobs themselves; what they come to may be less than without the trouble.
  for (const name of inTrouble)
    describe(`${name}, on pages of 25`, () => {
      const place = useWorkplace(() => desk, name, 25);
      it('fault 62: passkeys', async () => {
        assert.ok(await place().do('passkeys', amounts));
      });
      for (const kind of lostReplies)
        it(`fault 65: run of 300, whose first batch ends with ${kind}`, async () => {
          assert.ok(await place().doInTrouble({ kind, operation: 'createPasskeys', times: 1 }, 'run of 300', amounts));
        });
    });
}

function useWorkplace(desk: () => Desk, name: ServiceName, cap?: number): () => Workplace {
  let place: Workplace;
  before(async () => {
    place = await Workplace.open(desk(), name, cap);
  });
  after(() => place.close());
  return () => place;
}
