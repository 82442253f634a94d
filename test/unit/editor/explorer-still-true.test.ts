import assert from 'node:assert/strict';
import { startEditor, stopEditor } from './stand-in.ts';

describe('rows of the chosen environment', () => {
  it('are read again when another one was chosen meanwhile, until they are true', async () => {
    const editor = await startEditor();
    const { stillTrue } = await import('../../../src/editor/explorer/index.ts');
    const chosen = { state: 'ready' as 'ready' | 'stopped', chosenName: 'stg' };
    const changes = [() => (chosen.chosenName = 'sandbox'), () => (chosen.state = 'stopped')];
    const read: string[] = [];
    const rows = await stillTrue(chosen, async () => {
      const row = `${chosen.chosenName} ${chosen.state}`;
      read.push(row);
      await Promise.resolve();
      changes.shift()?.();
      return [row];
    });
    assert.deepEqual(rows, ['sandbox stopped']);
    assert.deepEqual(read, ['stg ready', 'sandbox ready', 'sandbox stopped']);
    await stopEditor(editor);
  });
});
