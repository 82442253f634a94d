import assert from 'node:assert/strict';
import { hasNumber, outcomesAt, readGolden, readWorlds } from './golden.ts';

describe('what an edit sends and asks, by form, cell, document and plan', () => {
  const golden = Object.entries(readGolden());
  for (const [number, world] of readWorlds().entries())
    it(`is what it always was: ${world.name}`, async () => {
      const wanted = golden.flatMap(([edit, outcomes]) =>
        Object.entries(outcomes).flatMap(([outcome, numbers]) => (hasNumber(numbers, number) ? [[edit, outcome]] : [])),
      );
      assert.ok(wanted.length > 100);
      assert.deepEqual(Object.fromEntries(await outcomesAt(world)), Object.fromEntries(wanted));
    });
});
