import assert from 'node:assert/strict';
import { useEditor } from './editor/use-editor.ts';
import { useHostileService } from './hostile-service.support.ts';

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
});
