// The stand-in for `vscode` that is around pages, for what needs an editor and no page. What imports `vscode` is imported within a test.
import '../../page/editor/register.ts';
import { FakeEditor, setEditor, type EditorOptions } from '../../page/editor/fake-editor.ts';

/** Starts an editor that whoever imports `vscode` finds; `stop` ends it. */
export async function startEditor(options: EditorOptions = {}): Promise<FakeEditor> {
  const editor = await FakeEditor.start(options);
  setEditor(editor);
  return editor;
}

export async function stopEditor(editor: FakeEditor): Promise<void> {
  await editor.stop();
  setEditor(undefined);
}
