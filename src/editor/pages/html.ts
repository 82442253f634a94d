import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { missingPart } from '../platform/user-error.ts';

/** The only options that a web page of this extension ever gets. All that a page needs is in its document: it may load no file. */
export const pageOptions: vscode.WebviewOptions = {
  enableScripts: true,
  enableForms: false,
  enableCommandUris: false,
  localResourceRoots: [],
};

/**
 * The document of a page. The one script of all pages and the shared style are in it: to fetch them would take longer than all that the page does
 * before its first field. Its policy forbids all else. `page`: its folder in src/webview. `data`: what it knows before it is filled.
 */
export function pageHtml(
  extensionUri: vscode.Uri,
  page: string,
  title: string,
  data: Readonly<Record<string, string>> = {},
): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  const attributes = Object.entries({ page, ...data }).map(([name, value]) => ` data-${name}="${escapeAttribute(value)}"`);
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(vscode.env.language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeAttribute(title)}</title>
    <style nonce="${nonce}">${inlineText(ownFile(extensionUri, 'media/page.css'))}</style>
  </head>
  <body${attributes.join('')}>
    <main></main>
    <script type="module" nonce="${nonce}">${inlineText(ownFile(extensionUri, 'dist/pages.js'))}</script>
  </body>
</html>`;
}

function ownFile(extensionUri: vscode.Uri, path: string): string {
  try {
    return readFileSync(vscode.Uri.joinPath(extensionUri, path).fsPath, 'utf8');
  } catch (error) {
    throw missingPart(error);
  }
}

/** The text of an element, which only the sign of that element's end would cut short. */
function inlineText(text: string): string {
  return text.replace(/<(?=\/(?:script|style)|!--)/gi, '\\x3c');
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
