import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertAccessible, focused, shortenTimers } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { useHostileService } from './hostile-service.support.ts';
import { eventId } from './passkey.support.ts';
import { openTable, tableEnvironment, tableIn } from './table.support.ts';

describe('a table without rows', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });
  /** A group: it has none of its own. */
  const withoutCodes = { operation: 'listCodes', title: 'Codes of Pista', path: { itemId: '300001' } } as const;

  it('says that no row has this where the rows would stand, and clears all filters at once', async () => {
    const tab = await openTable(editor, { operation: 'listPasskeys', title: 'Passkeys', query: { eventId } });
    const page = await tab.page();
    const table = tableIn(page);
    await table.count('Rows: 3');
    await shortenTimers(page, 100);
    await page.getByRole('button', { name: /^Expired: / }).click();
    await table.count('Rows: 1 of 3');
    await page.getByRole('button', { name: 'Filter Columns' }).click();
    await page.getByRole('searchbox', { name: 'Filter ID', exact: true }).fill('7');
    await table.filter.fill('nowhere');
    await table.count('Rows: 0 of 3');
    await page.locator('.grid').getByText('No row has this.').waitFor();
    await assertAccessible(editor, tab, { within: '.grid' });
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await table.count(/^Rows: 3$/);
    await focused(page, table.filter);
    assert.deepEqual(
      [await table.filter.inputValue(), await page.getByRole('searchbox', { name: 'Filter ID', exact: true }).inputValue()],
      ['', ''],
    );
    await page.getByText('No row has this.').waitFor({ state: 'hidden' });
  });

  it('offers the upload of codes where an item has none, and nothing that is for rows', async () => {
    const tab = await openTable(editor, withoutCodes);
    const page = await tab.page();
    await page.getByText('No codes yet').waitFor();
    const upload = page.getByRole('button', { name: 'Upload Codes…' });
    await focused(page, upload);
    for (const gone of ['Filter Columns', 'Columns: 0 of 0', 'Save As', 'copies the cell'])
      assert.equal(await page.getByText(gone).isVisible(), false, gone);
    assert.equal(await tableIn(page).filter.isVisible(), false);
    await assertAccessible(editor, tab);
    const file = join(editor.fake.workspace, 'first.csv');
    await writeFile(file, 'code\nFIRST-1\n');
    editor.user.choose = () => [file];
    const asked = new Promise<string>((resolve) => {
      editor.user.press = (message) => {
        resolve(message);
        return undefined;
      };
    });
    await upload.click();
    assert.match(await asked, /Festival da Primavera/, 'the event of the item is not asked for');
  });
});

describe('a table that had no rows', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });
  const service = useHostileService(editor);

  it('is one like others as soon as there is one', async () => {
    let isEmpty = true;
    service.rewrite = (reply, { pathname }) => (isEmpty && pathname.endsWith('/passkeys') ? { data: [], total: 0 } : reply);
    const page = await (await openTable(editor, { operation: 'listPasskeys', title: 'Passkeys', query: { eventId } })).page();
    const table = tableIn(page);
    await page.getByText('No passkeys yet').waitFor();
    isEmpty = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await table.count('Rows: 3');
    assert.equal(await table.rows.count(), 3);
    await table.filter.waitFor();
    await page.getByText('No passkeys yet').waitFor({ state: 'hidden' });
    await page.getByText('copies the cell').waitFor();
  });
});

describe('a table without rows in Restricted Mode', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment, trusted: false });

  it('offers no step that writes', async () => {
    const tab = await openTable(editor, { operation: 'listCodes', title: 'Codes of Pista', path: { itemId: '300001' } });
    const page = await tab.page();
    await page.getByText('No codes yet').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Upload Codes…' }).isVisible(), false);
  });
});
