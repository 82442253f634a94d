import assert from 'node:assert/strict';
import { once } from '../../../src/editor/platform/once.ts';
import { failureOf } from '../client/support.ts';

describe('what is made with its first use', () => {
  it('is made once, also for two that ask at the same time', async () => {
    let times = 0;
    const made = once(() => Promise.resolve({ number: ++times }));
    const [one, other] = await Promise.all([made(), made()]);
    assert.equal(one, other);
    assert.equal(await made(), one);
    assert.equal(times, 1);
  });

  it('fault 77: is made anew where it failed, which all who waited hear', async () => {
    let left = 2;
    const made = once(() => (left-- > 0 ? Promise.reject(new Error(`${left} left`)) : Promise.resolve('made')));
    const [one, other] = await Promise.all([failureOf(made()), failureOf(made())]);
    assert.equal(one, other);
    assert.equal(one.message, '1 left');
    assert.equal((await failureOf(made())).message, '0 left');
    assert.equal(await made(), 'made');
  });
});
