import assert from 'node:assert/strict';
import { compositeNames, composites, localNames, type DialectName } from '../../dialects/dialects.ts';
import { jobNames, matrix } from '../../dialects/expected.ts';

/** From the best. */
const marks = '✓?~–';
/** These differ in nothing, or in much. */
const others: readonly DialectName[] = ['described', 'plain', 'everything'];

describe('services that differ in many ways at once, together', () => {
  it('have each way twice', () => {
    const used = Object.values(composites).flat<readonly (readonly DialectName[])[]>();
    const counts = localNames
      .filter((name) => !others.includes(name))
      .map((name) => [name, used.filter((each) => each === name).length]);
    assert.deepEqual(
      counts,
      counts.map(([name]) => [name, 2]),
    );
  });

  for (const name of compositeNames)
    it(`${name}: no job comes to less than with the worst of its ways`, () => {
      for (const [at, job] of jobNames.entries()) {
        const worst = Math.max(...composites[name].map((part) => marks.indexOf(matrix[part][at] ?? '')));
        assert.ok(marks.indexOf(matrix[name][at] ?? '') <= worst, job);
      }
    });
});
