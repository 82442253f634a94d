// `npm run themes`: saves what a real workbench gives to a page, for the tests that show pages without one.
import { readFileSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, testExtension } from '../../scripts/lib/paths.mjs';
import { stageExtension } from '../../scripts/lib/staging.mjs';
import { closeBrowser } from '../harness/browser.ts';
import { chooseTheme, pageFrame } from '../harness/forms.ts';
import { startHost } from '../harness/host.ts';

const themes = [
  ['light', 'Light Modern', 'vs'],
  ['dark', 'Dark Modern', 'vs-dark'],
  ['high contrast', 'Dark High Contrast', 'hc-black'],
  ['high contrast light', 'Light High Contrast', 'hc-light'],
] as const;

interface Worn {
  readonly body: Record<string, string>;
  readonly variables: Record<string, string>;
  readonly defaultStyles: string;
}

const look = `({
  body: Object.fromEntries(['class', 'data-vscode-theme-kind', 'data-vscode-theme-id', 'role'].flatMap((name) =>
    document.body.hasAttribute(name) ? [[name, document.body.getAttribute(name)]] : [])),
  variables: Object.fromEntries([...document.documentElement.style].filter((name) => name.startsWith('--')).map((name) =>
    [name, document.documentElement.style.getPropertyValue(name)])),
  defaultStyles: document.querySelector('#_defaultStyles').textContent,
})`;

await stageExtension(testExtension);
const host = await startHost({ service: { seed: 1 }, environment: { name: 'stg' } });
const workbench = await host.open();
await workbench.showContainer('Box Office');
await workbench.run('Box Office: Calculate Tax');
await workbench.webview.getByLabel('Event', { exact: true }).waitFor();
const ui = { host, workbench };
const saved: Record<string, Pick<Worn, 'body' | 'variables'>> = {};
let defaultStyles = '';
for (const [name, theme, mark] of themes) {
  await chooseTheme(ui, theme, mark);
  const worn = await (await pageFrame(ui)).evaluate<Worn>(look);
  ({ defaultStyles } = worn);
  saved[name] = { body: worn.body, variables: usedOf(worn.variables, defaultStyles) };
}
await writeFile(
  join(import.meta.dirname, 'editor', 'themes.json'),
  `${JSON.stringify({ defaultStyles, themes: saved }, undefined, 2)}\n`,
);
await host.stop();
await closeBrowser();

/** A workbench gives a page about a thousand variables; the pages use a few of them. */
function usedOf(variables: Record<string, string>, styles: string): Record<string, string> {
  const files = ['media/page.css', ...globSync('src/webview/**/*.ts', { cwd: root })];
  const texts = [styles, ...files.map((name) => readFileSync(join(root, name), 'utf8'))].join('\n');
  const used = new Set(texts.match(/--[\w-]+/g));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => used.has(name)));
}
