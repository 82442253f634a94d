import assert from 'node:assert/strict';
import type { Dialect } from '../../../src/client/index.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { connectionTo, startEditor, stopEditor } from './stand-in.ts';

describe('the question whether a start that has passed is left out of an update', () => {
  let editor: FakeEditor | undefined;
  afterEach(async () => {
    if (editor) await stopEditor(editor);
    editor = undefined;
  });

  async function askedAt(dialect: Dialect): Promise<string> {
    editor = await startEditor();
    const { answerQuestion } = await import('../../../src/editor/records/unknowns.ts');
    editor.user.press = () => 'Leave It Out';
    const connection = await connectionTo('http://127.0.0.1:1', { dialect });
    assert.deepEqual(await answerQuestion(connection, { kind: 'pastStart', start: '2026-06-01' }), { leavesOutStart: true });
    return editor.user.shown.join();
  }

  it('says that it will be cleared where an update is known to replace', async () => {
    const asked = await askedAt({ put: 'replaces' });
    assert.match(asked, /This service replaces what it has, and will clear it/);
    assert.doesNotMatch(asked, /would/);
  });

  it('says that it may be where that is not known', async () => {
    assert.match(await askedAt({}), /A service that replaces what it has would clear it/);
  });
});
