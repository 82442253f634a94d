import assert from 'node:assert/strict';
import './stand-in.ts';

// What imports `vscode` cannot be imported before the stand-in.
const { ask, onBehalfOfPage } = await import('../../../src/editor/platform/questions.ts');

describe('a question to a person', () => {
  const answer = <T>(value: T) => new Promise<T>((resolve) => setImmediate(() => resolve(value)));

  it('gives the focus back to the page that asked, after its last step', async () => {
    const happened: string[] = [];
    const takeFocus = () => void happened.push('focus');
    const inSteps = async () => {
      happened.push(await ask(() => answer('yes')));
      happened.push(await ask(() => answer('its name')));
      return 'done';
    };
    happened.push(await onBehalfOfPage(takeFocus, () => ask(inSteps)));
    assert.deepEqual(happened, ['yes', 'its name', 'focus', 'done']);
  });

  it('gives it back after a cancel too', async () => {
    let focused = 0;
    const cancelled = onBehalfOfPage(
      () => (focused += 1),
      () => ask(() => Promise.reject(new Error('cancelled'))),
    );
    await assert.rejects(cancelled, /cancelled/);
    assert.equal(focused, 1);
  });

  it('leaves it to whatever has closed an input without an answer', async () => {
    let focused = 0;
    const left = onBehalfOfPage(
      () => (focused += 1),
      () => ask(() => answer(undefined), Boolean),
    );
    assert.equal(await left, undefined);
    assert.equal(focused, 0);
  });

  it('leaves the focus where it is when no page has asked', async () => {
    let focused = 0;
    onBehalfOfPage(
      () => (focused += 1),
      () => undefined,
    );
    assert.equal(await ask(() => answer('yes')), 'yes');
    assert.equal(focused, 0);
  });
});
