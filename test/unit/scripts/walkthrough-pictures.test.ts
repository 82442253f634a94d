import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

describe('a picture of the walkthrough', () => {
  const names = globSync('media/walkthrough/*', { cwd: root }).map((name) => name.replaceAll('\\', '/'));

  it('belongs to a step', async () => {
    const manifest = await readFile(join(root, 'package.json'), 'utf8');
    const shown = [...manifest.matchAll(/"svg": "(media\/walkthrough\/\w+\.svg)"/g)].map(([, name]) => name);
    assert.deepEqual([...names].sort(), shown.sort());
    assert.ok(shown.length >= 7);
  });

  for (const name of names)
    it(`has the colours of the theme and nothing that is refused there: ${name}`, async () => {
      const text = await readFile(join(root, name), 'utf8');
      const colours = [...text.matchAll(/\s(?:fill|stroke|color)="([^"]*)"/g)].map(([, colour = '']) => colour);
      const isOfTheme = (colour: string) =>
        /^(?:none|currentColor|#000|var\(--vscode-[\w-]+(?:, (?:none|currentColor))?\))$/.test(colour);
      assert.deepEqual(
        colours.filter((colour) => !isOfTheme(colour)),
        [],
      );
      assert.ok(colours.some((colour) => colour.startsWith('var(')));
      // Styles and scripts are not let through by the page that shows it, and nothing is loaded from elsewhere.
      assert.doesNotMatch(text, /<(?:style|script|image|foreignObject|use)\b|\sstyle=|\son\w+=|href/);
      assert.ok(text.length < 50_000);
    });
});
