import assert from 'node:assert/strict';

interface DraftSaver {
  changed(): void;
  stop(): void;
}
type MakeDraftSaver = (isChanged: () => boolean, keep: () => Promise<unknown>, drop: () => Promise<unknown>) => DraftSaver;
/** Its types are a browser's, which these tests do not have. */

describe('what is typed into a form', () => {
  const page = new EventTarget();
  let typed: string;
  let kept: string[];
  let saver: DraftSaver;
  /** The editor answers when the test says so. */
  let answers: (() => void)[];

  const type = (text: string) => {
    typed = text;
    saver.changed();
  };
  /** More than are sent at once. */
  const typeMany = () => {
    for (let key = 1; key <= 10; key++) type(String(key));
  };
  const answer = async () => {
    for (const resolve of answers.splice(0)) resolve();
    await new Promise(setImmediate);
  };

  beforeEach(async () => {
    Object.assign(globalThis, { window: page, document: page });
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- keeps the types of pages out of this project
    const { draftSaver: make } = (await import('../../../src/webview/kit/form.ts' as string)) as { draftSaver: MakeDraftSaver };
    typed = '';
    kept = [];
    answers = [];
    const note = (text: string) =>
      new Promise<void>((resolve) => {
        kept.push(text);
        answers.push(resolve);
      });
    saver = make(
      () => typed !== '',
      () => note(typed),
      () => note('(dropped)'),
    );
  });

  afterEach(() => {
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  });

  it('is kept with every key, as fast as the keys are taken', async () => {
    typeMany();
    assert.deepEqual(kept, ['1', '2', '3', '4', '5', '6', '7', '8']);
    await answer();
    assert.deepEqual(kept.slice(8), ['10'], 'the last one when there is room again');
    await answer();
    type('11');
    assert.deepEqual(kept.slice(8), ['10', '11']);
  });

  for (const leaving of ['blur', 'pagehide', 'visibilitychange'])
    it(`fault 57: is kept at once when the page is left (${leaving})`, async () => {
      typeMany();
      page.dispatchEvent(new Event(leaving));
      assert.deepEqual(kept.slice(8), ['10']);
      await answer();
      assert.deepEqual(kept.slice(8), ['10'], 'once');
    });

  it('is not kept behind the back of a save', async () => {
    typeMany();
    saver.stop();
    page.dispatchEvent(new Event('blur'));
    await answer();
    assert.deepEqual(kept.slice(8), []);
    type('11');
    assert.deepEqual(kept.slice(8), ['11'], 'the first key after it is');
  });

  it('is dropped when nothing of it is left', async () => {
    type('a');
    await answer();
    type('');
    assert.deepEqual(kept, ['a', '(dropped)']);
  });
});
