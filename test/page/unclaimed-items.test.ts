import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';
import { useHostileService } from './hostile-service.support.ts';
import { openTable } from './table.support.ts';

describe('an event of a service that lists all items and names no event in them', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const service = useHostileService(editor);
  beforeEach(() => {
    const rows = ['Floor', 'Box'].map((name, at) => ({ id: at + 1, name, type: 'Ticket', quantity: 5 }));
    service.rewrite = (reply, { pathname }) => {
      if (pathname.endsWith('/items')) return { data: rows, total: rows.length };
      return /\/tickets$/.test(pathname) ? { data: [] } : reply;
    };
  });

  it('fault 81: shows none of them as its own, and says on its page which were left out', async () => {
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await page.getByText('Left out, because nothing shows that they belong to this event: Floor (1), Box (2).').waitFor();
    assert.equal(await page.getByRole('cell', { name: 'Floor' }).count(), 0);
    assert.equal(await page.getByText('No items yet').count(), 0, 'that there are none is not known');
  });

  it('fault 81: has a table of the event without them, which says so', async () => {
    const query = { eventId: '1001' };
    const page = await (await openTable(editor, { operation: 'listItems', title: 'Items', query })).page();
    await page.getByText('Left out, because nothing shows that they belong to this event: Floor (1), Box (2).').waitFor();
    assert.equal(await page.getByRole('cell', { name: 'Floor' }).count(), 0);
  });

  it('fault 81: asks once whose they are before codes are uploaded, and not again after the answer', async () => {
    const path = join(editor.fake.workspace, 'once.csv');
    await writeFile(path, 'code\nONCE1\n');
    editor.user.press = (_message, buttons) => buttons.find((button) => /^(?:Leave Them Out|Upload|Upload Anyway)$/.test(button));
    const ended = () => editor.user.shown.filter((text) => text.includes('refused the input')).length;
    for (const times of [1, 2]) {
      await editor.run('uploadCodes', Uri.file(path), editor.resource('event', '1001'));
      // What stands before the service here carries no files.
      await until('the upload is over', () => ended() === times);
    }
    assert.equal(editor.user.shown.filter((text) => text.startsWith('Do these 2 items all belong')).length, 1);
  });
});
