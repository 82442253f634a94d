// The stand-in for `vscode` that is around pages, for what needs an editor and no page. What imports `vscode` is imported within a test.
import '../../page/editor/register.ts';
import assert from 'node:assert/strict';
import type { Connection } from '../../../src/editor/account/connection.ts';
import { readEnvironments } from '../../../src/editor/account/environments.ts';
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

/** A connection to a service that asks for no credential; it works while an editor runs. */
export async function connectionTo(origin: string, more: object = {}): Promise<Connection> {
  const { Connection } = await import('../../../src/editor/account/connection.ts');
  const { window } = await import('vscode');
  const settings = { eventUrl: origin, ticketUrl: origin, ticketCredential: 'nothing', ...more };
  const [environment] = readEnvironments({ open: settings }).environments;
  assert.ok(environment);
  const nobody = {
    tokenFor: () => Promise.resolve(undefined),
    valuesFor: () => Promise.resolve(undefined),
    secretsOf: () => Promise.resolve([]),
    generationOf: () => 0,
    renewToken: () => Promise.resolve(),
    signInAgain: () => Promise.resolve(false),
  };
  const log = window.createOutputChannel('test', { log: true });
  return new Connection(environment, nobody, log);
}
