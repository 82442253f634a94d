import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeXlsx } from '../../../src/xlsx/index.ts';
import { entriesOf, groupsOf, tableText } from '../../../scripts/lib/package-table.mjs';
import { newPath } from '../codes/files.ts';

describe('the table of what is in the package', () => {
  it('has every file in one group, and adds up to the size of the package', () => {
    const entries = [
      { name: 'extension/dist/editor.cjs', bytes: 500 },
      { name: 'extension/dist/extension.cjs', bytes: 100 },
      { name: 'extension/dist/service.cjs', bytes: 50 },
      { name: 'extension/media/icon.png', bytes: 200 },
      { name: '[Content_Types].xml', bytes: 10 },
    ];
    const rows = groupsOf(entries, 1000);
    assert.deepEqual(
      rows.map(({ group, files, bytes }) => [group, files, bytes]),
      [
        ['Editor', 2, 600],
        ['Pictures', 1, 200],
        ['Local service', 1, 50],
        ['Other', 1, 10],
        ['Container', 0, 140],
      ],
    );
    const lines = tableText(rows, 1000).split('\n');
    assert.equal(lines[1], 'Editor             2    600   60.0 %');
    assert.equal(lines.at(-1), 'All                5   1000  100.0 %');
  });

  it('is read from the list at the end of a ZIP file', async () => {
    const path = newPath();
    await writeXlsx(path, ['code'], [['A1']], { sheetName: 'One' });
    const entries = entriesOf(readFileSync(path));
    assert.ok(entries.some(({ name, bytes }) => name === 'xl/worksheets/sheet1.xml' && bytes > 0));
    assert.throws(() => entriesOf(Buffer.from('no')), /not a ZIP file/);
  });
});
