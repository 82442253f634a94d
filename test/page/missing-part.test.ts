// The extension as it is built, in a folder of its own from which files disappear, as when it is updated under an open window.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { testExtension } from '../../scripts/lib/paths.mjs';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { FakeEditor, setEditor } from './editor/fake-editor.ts';

interface Extension {
  readonly activate: (context: vscode.ExtensionContext) => void;
}

const forAPerson = /^A part of Box Office could not be loaded; .* Reload the window\./;

describe('fault 77: a file of the extension that is missing', () => {
  let folder = '';
  let editor: FakeEditor;
  let stop: () => void = () => undefined;

  async function startEditor(language?: string): Promise<void> {
    folder = await mkdtemp(join(tmpdir(), 'box-office-missing-'));
    const loaded = ['dist/extension.cjs', 'dist/editor.cjs', 'dist/pages.js', 'media/page.css'];
    for (const name of loaded) await cp(join(testExtension, name), join(folder, name));
    const settings = { 'boxOffice.environments': { stg: { eventUrl: 'http://127.0.0.1:9', ticketUrl: 'http://127.0.0.1:9' } } };
    editor = await FakeEditor.start({ settings: { ...settings, 'boxOffice.environment': 'stg' }, language });
    setEditor(editor);
  }

  function activate(): void {
    const context = editor.newContext(folder);
    const { activate } = createRequire(import.meta.url)(join(folder, 'dist', 'extension.cjs')) as Extension;
    activate(context as unknown as vscode.ExtensionContext);
    stop = () => context.dispose();
  }

  afterEach(async () => {
    stop();
    await editor.stop();
    setEditor(undefined);
    await rm(folder, { recursive: true, force: true });
  });

  /** Takes a file away; gives what puts it back. */
  async function takeAway(name: string): Promise<() => Promise<void>> {
    const [path, aside] = [join(folder, name), join(folder, 'aside')];
    await rename(path, aside);
    return () => rename(aside, path);
  }

  const calculateTax = () => editor.run('boxOffice.calculateTax');
  const reloads = () => editor.executed.filter(([command]) => command === 'workbench.action.reloadWindow').length;
  const hasPage = () => until('the page is shown', () => editor.tabs.panels.length === 1);

  for (const [what, name] of [
    ['the pages', 'dist/pages.js'],
    // Proved in this file, by the pages: html.ts reads both in the same way.
    ...(everything ? [['the style of the pages', 'media/page.css'] as const] : []),
  ] as const)
    it(`is said with a way out, and loaded by the next command: ${what}`, async () => {
      await startEditor();
      activate();
      const putBack = await takeAway(name);
      editor.user.press = (_, buttons) => buttons[0];
      await calculateTax();
      const [message, ...more] = await until('it is said', () => (reloads() > 0 ? editor.user.shown : undefined));
      assert.match(message!, forAPerson);
      assert.match(message!, /Reload Window\b/);
      assert.deepEqual(more, []);
      assert.deepEqual(editor.tabs.panels, [], 'no empty tab stays');
      await putBack();
      await calculateTax();
      await hasPage();
      assert.equal(editor.user.shown.length, 1);
    });

  it('is said as well when nothing but the start is there', async () => {
    await startEditor();
    const putBack = await takeAway('dist/editor.cjs');
    activate();
    await until('it is said at the start', () => editor.user.shown.length > 0);
    editor.user.press = (_, buttons) => buttons[0];
    await calculateTax();
    for (const message of editor.user.shown) assert.match(message, forAPerson);
    assert.equal(reloads(), 1);
    await putBack();
    await calculateTax();
    await hasPage();
    assert.equal(editor.user.shown.length, 2);
  });

  it('is said in Portuguese', async () => {
    await startEditor('pt-br');
    const putBack = await takeAway('dist/editor.cjs');
    activate();
    await until('it is said at the start', () => editor.user.shown.length > 0);
    await putBack();
    await takeAway('dist/pages.js');
    await calculateTax();
    await until('it is said by the command', () => editor.user.shown.length > 1);
    for (const message of editor.user.shown)
      assert.match(message, /^Uma parte do Box Office não pôde ser carregada; .*Recarregar Janela/s);
  });
});
