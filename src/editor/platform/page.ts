import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where a page may load files from: its own bundle and the extension's media, nothing else. */
function ownFolders(extensionUri: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
}

/** The only options that a web page of this extension ever gets. */
export function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: ownFolders(extensionUri),
  };
}

/** The document of a page: it loads its one script and the shared style sheet, and its policy forbids all else. */
export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, page: string, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  const [bundles, media] = ownFolders(extensionUri) as [vscode.Uri, vscode.Uri];
  const script = webview.asWebviewUri(vscode.Uri.joinPath(bundles, `${page}.js`)).toString();
  const style = webview.asWebviewUri(vscode.Uri.joinPath(media, 'page.css')).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}; font-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeAttribute(title)}</title>
    <link rel="stylesheet" href="${style}">
  </head>
  <body>
    <main></main>
    <script type="module" nonce="${nonce}" src="${script}"></script>
  </body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
