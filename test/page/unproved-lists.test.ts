import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManners } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';

const cut = /^\$\(info\) At least (\d+): nothing shows that these are all$/;

describe('a list to choose from of a service whose pages nobody has described', () => {
  // What the client calls a page is unknown there: the same first rows come for each.
  const dialect = parseManners('cap=20,no-total,page-names=blatt:zeilen');
  const editor = useEditor({ service: { seed: 1, dialect }, environment: { name: 'stg', dialect: {} } });
  const lists: OpenList[] = [];
  beforeEach(() => {
    lists.length = 0;
    editor.user.browse = (list) => void lists.push(list);
  });

  async function next(title: RegExp): Promise<OpenList> {
    const list = await until(`the list ${title}`, () => lists.find((each) => title.test(each.title)));
    await until('its rows', () => list.isComplete);
    return list;
  }

  const noteOf = (list: OpenList) => list.items.find(({ label }) => cut.test(label));

  it('fault 62: says that nothing shows that these are all items, and goes on to Describe Service…', async () => {
    const opened = editor.open('editItem');
    const items = await next(/Which item/);
    const note = noteOf(items);
    assert.equal(note?.label, '$(info) At least 20: nothing shows that these are all');
    assert.equal(
      note.detail,
      'One that is not shown can be typed by its id. Describe Service… can tell how the service pages: choose this row.',
    );
    // It stands there whatever is typed.
    items.enter('zzz');
    assert.ok(noteOf(items));
    items.choose(noteOf(items)!);
    const page = await (await opened).page();
    await page.getByRole('heading', { name: /stg/ }).waitFor();
  });

  it('fault 62: takes an id that is not listed, be it a part of one that is', async () => {
    const opened = editor.open('editItem');
    const items = await next(/Which item/);
    const listed = new Set(items.items.map(({ description = '' }) => description.split(' ')[0]));
    const { data } = (await editor.ask('GET', '/items?zeilen=20&blatt=2')) as { data: { id: number }[] };
    const id = String(data[0]!.id);
    assert.ok(!listed.has(id));
    items.enter('3000');
    await until('its row', () => items.items.find(({ description }) => description === 'Use the id 3000'));
    items.enter(id);
    items.choose(await until('its row', () => items.items.find(({ description }) => description === `Use the id ${id}`)));
    await (await (await opened).page()).getByLabel('Name', { exact: true }).waitFor();
  });

  it('fault 62: changes nothing of a passkey when it is left by way of its button', async () => {
    const { data } = (await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'CUT' })) as { data: { id: number } };
    await editor.ask('PUT', `/passkeys/${data.id}/items`, { itemIds: [300_002] });
    const done = editor.run('associatePasskey', editor.resource('passkey', String(data.id), { eventId: '1001' }));
    const items = await next(/Items of/);
    items.press('Describe Service…', noteOf(items));
    await done;
    const now = (await editor.ask('GET', `/passkeys/${data.id}`)) as { data: { itemIds: number[] } };
    assert.deepEqual(now.data.itemIds, [300_002]);
    await (await editor.active.page()).getByRole('heading', { name: /stg/ }).waitFor();
  });

  it('fault 62: does not say that a code can be typed', async () => {
    const upload = new FormData();
    upload.append('file', new Blob([['code', ...Array.from({ length: 21 }, (_, at) => `A${at}`), ''].join('\n')]), 'codes.csv');
    const { ticketUrl, token } = editor.service;
    const headers = { Authorization: `Bearer ${token}` };
    assert.ok((await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers, body: upload })).ok);
    const done = editor.run('listCodes', editor.resource('item', '300002', { eventId: '1001' }));
    const codes = await next(/Codes of/);
    assert.equal(noteOf(codes)?.detail, 'Describe Service… can tell how the service pages: choose this row.');
    codes.choose(noteOf(codes)!);
    await done;
    await (await editor.active.page()).getByRole('heading', { name: /stg/ }).waitFor();
  });

  it('fault 62: leaves an upload uncounted in whole sentences, and offers Describe Service… beside another look', async () => {
    const file = join(editor.fake.workspace, 'new.csv');
    const { data } = (await editor.ask('GET', '/items/300002')) as { data: { name: string } };
    await writeFile(file, `ticket,code\n${data.name},NEW1\n${data.name},NEW2\n`);
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Upload');
    await editor.run('uploadCodes', Uri.file(file), editor.resource('event', '1001', { label: 'Festival', value: {} }));
    const said = (text: RegExp) => until(`it says ${text}`, () => editor.user.shown.find((shown) => text.test(shown)));
    const cutList = 'The service gave 20 items, and nothing shows that these are all\\.';
    await said(
      new RegExp(
        `2 codes, 0 problems\\nIt is not known which of them are there already\\. ${cutList}\\nAll 2 columns are sent\\. The service decides what each of them is, and chooses the ticket where none names it\\. \\| Upload`,
      ),
    );
    await said(new RegExp(`They could not be read back: ${cutList} \\| Look Again \\| Describe Service…$`));
  });

  it('fault 62: goes on from a table and from the form of a passkey to Describe Service…', async () => {
    const read = { operation: 'listItems', input: { query: { eventId: '1001' } } };
    const table = await (await editor.open('openAsTable', { environment: 'stg', title: 'Items', read })).page();
    await table.getByText('Rows: at least 20.').waitFor();
    const environment = await editor.openBy(() => table.getByRole('button', { name: 'Describe Service…' }).click());
    await (await environment.page()).getByRole('heading', { name: /stg/ }).waitFor();
    const form = await (await editor.open('createPasskey', editor.resource('event', '1001'))).page();
    await form.getByText('Nothing shows that these are all items of the event.').waitFor();
    const again = await editor.openBy(() => form.getByRole('button', { name: 'Describe Service…' }).click());
    await (await again.page()).getByRole('heading', { name: /stg/ }).waitFor();
  });
});
