import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

/** The one file that may say what a web page is allowed to do. */
const owner = 'src/editor/pages/html.ts';
const loose = [
  /enableCommandUris\s*:(?!\s*false)/,
  /enableForms\s*:(?!\s*false)/,
  /isTrusted\s*[:=]\s*true/,
  /retainContextWhenHidden\s*:\s*true/,
];
const ownersAliases = /\b(localResourceRoots|enableScripts|enableCommandUris|Content-Security-Policy)\b/;

describe('web page options in the source', () => {
  const sources = globSync('src/**/*.ts').map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(name, 'utf8') }));

  it('fault 14: are decided in one file', () => {
    const deciding = sources.filter(({ text }) => ownersAliases.test(text)).map(({ name }) => name);
    // What is printed is a file for a browser, without scripts: no page of ours.
    const printed = 'src/editor/reports/report-print.ts';
    assert.deepEqual(
      deciding.filter((name) => name !== printed),
      [owner],
    );
  });

  it('fault 14: are never loose', () => {
    const offenders = sources.filter(({ text }) => loose.some((pattern) => pattern.test(text))).map(({ name }) => name);
    assert.deepEqual(offenders, []);
  });

  it('fault 14: are given to every panel and view', () => {
    for (const { name, text } of sources) {
      const created = text.match(/createWebviewPanel\(|\.webview\.options\s*=/g)?.length ?? 0;
      const safe = text.match(/(?:= pageOptions;|, pageOptions\))/g)?.length ?? 0;
      assert.ok(name === owner || safe >= created, `${name} creates a web page with options of its own`);
    }
  });
});
