// The editor of the matrix in Node: the stand-in for `vscode`, and the extension as it is.
import { activate } from '../../src/extension.ts';
import { FakeEditor, setEditor } from '../page/editor/fake-editor.ts';
import { unbuiltExtension } from '../page/editor/unbuilt-extension.ts';
import { Desk } from './desk.ts';
import { shortReads } from './waits.ts';

/** Waits hardly at all for files and the service. */
const pauses = { fileQuiet: 30, uploadReads: shortReads, runReads: shortReads, runLook: 50 };

let running: { readonly editor: FakeEditor; readonly dispose: () => void } | undefined;

export async function sitInNode(): Promise<Desk> {
  const editor = await FakeEditor.start({});
  setEditor(editor);
  const context = editor.newContext(await unbuiltExtension(editor.home));
  activate(context as never, pauses);
  running = { editor, dispose: () => context.dispose() };
  return new Desk(() => editor.trees.get('boxOffice.events'));
}

export async function leaveNode(): Promise<void> {
  running?.dispose();
  await running?.editor.stop();
  setEditor(undefined);
}
