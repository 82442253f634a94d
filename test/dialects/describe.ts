// The matrix as tests: a cell is one job with one service, and has the verdict that it is known to have.
import assert from 'node:assert/strict';
import type { Desk } from './desk.ts';
import type { DialectName } from './dialects.ts';
import { jobNames, markOf, matrix } from './expected.ts';
import type { RightAmounts } from './matrix-service.ts';
import { Workplace } from './matrix.ts';

/** `sit`: starts the editor, and gives whoever sits before it; the other stops it. */
export function describeMatrix(names: readonly DialectName[], sit: () => Promise<Desk>, stop: () => Promise<void>): void {
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
      for (const [at, job] of jobNames.entries())
        it(job, async () => {
          assert.equal(markOf(await place.do(job, amounts)), matrix[name][at]);
        });
    });
}
