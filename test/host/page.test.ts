import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pageHtml, pageOptions } from '../../src/editor/pages/html.ts';

describe('a web page of the extension', () => {
  const { extensionUri } = vscode.extensions.getExtension('box-office.box-office') as vscode.Extension<unknown>;

  it('fault 14: may load no file and run no command', () => {
    const panel = vscode.window.createWebviewPanel('test', 'Test', vscode.ViewColumn.One, pageOptions);
    const { enableCommandUris, enableForms, localResourceRoots } = panel.webview.options;
    panel.dispose();
    assert.equal(enableCommandUris, false);
    assert.equal(enableForms, false);
    assert.deepEqual(localResourceRoots, []);
  });

  it('allows no script but the one with its nonce, and a new nonce each time', () => {
    const pages = [1, 2].map(() => pageHtml(extensionUri, 'item', '<b>"Pista" & more</b>'));
    const nonces = pages.map((html) => /script-src 'nonce-([^']+)'/.exec(html)?.[1]);
    assert.equal(new Set(nonces).size, 2);
    for (const [index, html] of pages.entries()) {
      assert.match(html, /default-src 'none'/);
      assert.equal(html.match(/<script[ >]/g)?.length, 1);
      assert.equal(html.match(/<\/script/g)?.length, 1);
      assert.ok(html.includes(`<script type="module" nonce="${nonces[index]}"`));
      assert.ok(!html.includes('<b>'), 'the title is text, not markup');
    }
  });
});
