import assert from 'node:assert/strict';
import { withLostRows } from '../../../src/editor/platform/resources.ts';

describe('rows that VS Code gives a command while it draws them anew', () => {
  const selected = ['one', 'two'];
  const found = (...args: unknown[]) => withLostRows(args, () => selected);

  it('are those that are selected where the menu was that of many', () => {
    assert.deepEqual(found(undefined, [undefined, undefined]), ['one', ['one', 'two']]);
  });

  it('are asked for where somebody has selected others meanwhile', () => {
    assert.deepEqual(found(undefined, [undefined, undefined, undefined]), []);
  });

  it('are asked for where it was one: it need not be the selected one', () => {
    assert.deepEqual(found(undefined, undefined), [undefined, undefined]);
  });

  it('are left as they are where they are known', () => {
    assert.deepEqual(found('two', ['two', 'three']), ['two', ['two', 'three']]);
    assert.deepEqual(found('two'), ['two']);
    assert.deepEqual(found(), []);
  });
});
