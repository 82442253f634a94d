import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';

const folder = join(root, 'test', 'fixtures', 'spreadsheets');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { file: string; codes: string[] }[];

describe('a CSV file as Excel saves it in Brazil', () => {
  const editor = useEditor({ pauses: { uploadReads: [0] } });

  const files: [name: string, sent: RegExp][] = [
    ['ingressos-excel-pt.csv', /^Código;Nome\r?\nSHOW-JESH96;João da Silva\r?\n[^]*;Ângela Brasão\r?\n$/],
  ];
  // Accents in codes: proved in upload-codes.test.ts.
  if (everything) files.push(['codigos-com-acento.csv', /^Código;Nome\r?\nCORAÇÃO-01;/]);
  for (const [name, sent] of files) {
    it(`goes from the menu over its page to the service, with its accents: ${name}`, async () => {
      const { codes } = expected.find(({ file }) => file === name)!;
      const path = join(editor.fake.workspace, name);
      await copyFile(join(folder, name), path);
      editor.user.pick = (rows) => rows.find((row) => row.label === 'Festival da Primavera');
      editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Convert and Upload');
      const page = await (await editor.open('checkCodes', Uri.file(path))).page();
      await page.getByText('read as Windows-1252, as Excel saves it').waitFor();
      await page
        .locator('.result')
        .filter({ hasText: `${codes.length} codes` })
        .waitFor();
      await page.locator('button.primary').click();
      const became = await until('what became of it', () => editor.user.shown.find((text) => text.includes('codes uploaded')));
      assert.match(
        became,
        new RegExp(`^${codes.length} of ${codes.length} codes uploaded to Festival da Primavera \\(stg\\)\\.`),
      );
      const copy = await readFile(path.replace('.csv', '.utf-8.csv'), 'utf8');
      assert.match(copy, sent);
      for (const code of codes) assert.ok(copy.includes(code), code);
      const { data } = (await editor.ask('GET', '/items/300002/codes?pageSize=1000')) as { data: { code: string }[] };
      const there = new Set(data.map(({ code }) => code));
      assert.deepEqual(
        codes.filter((code) => !there.has(code)),
        [],
      );
      await page
        .locator('.target dd')
        .filter({ hasText: `${codes.length} of ${codes.length} codes uploaded` })
        .waitFor();
    });
  }
});
