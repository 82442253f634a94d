import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ServiceFault } from '../../src/service/index.ts';
import { sheetToCsv } from '../../src/xlsx/index.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
import { useHostileService } from './hostile-service.support.ts';

const itemId = '300002';
/** The first, one below it, and one that is pages away. */
const [first, near, far] = ['NORTE-0001', 'OESTE-0004', 'SUL-0301'] as const;
const codes = Array.from({ length: 400 }, (_, place) => `LESTE-${String(place + 1).padStart(4, '0')}`);
Object.assign(codes, { 0: first, 3: near, 300: far });

describe('the codes of an item', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  let firstId = 0;

  before(async () => {
    const { ticketUrl, token } = editor.service;
    await editor.ask('DELETE', '/events/1001/codes');
    const body = new FormData();
    body.append('file', new Blob([['code', ...codes, '=1+1'].join('\n')]), 'codes.csv');
    await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
    const { data } = (await editor.ask('GET', `/items/${itemId}/codes?pageSize=1`)) as { data: { id: number }[] };
    firstId = data[0]!.id;
  });
  afterEach(() => (faults.length = 0));

  const labels = (list: OpenList) => list.items.map(({ label }) => label);
  const row = (list: OpenList, label: string) => {
    const found = list.items.find((item) => item.label === label);
    assert.ok(found, `${label} is not among ${labels(list).join(', ')}`);
    return found;
  };

  /** Lists the codes of the item that is chosen; `done` ends with the command. */
  async function list(): Promise<{ readonly codesOf: OpenList; readonly done: Promise<unknown> }> {
    const lists: OpenList[] = [];
    editor.user.browse = (opened) => void lists.push(opened);
    const done = editor.run('listCodes');
    const items = await until('a list of items', () => lists[0]?.isComplete && lists[0]);
    items.enter(itemId);
    const item = await until(
      'the item',
      () => items.isComplete && items.items.find(({ description }) => description?.startsWith(itemId)),
    );
    // Of the many that are called so, each says which one it is.
    assert.equal(item.label, '1º lote');
    assert.match(item.description ?? '', /^300002 · (Event|.+, event) 1001 · Pista – sexta \d\d\/\d\d/);
    items.choose(item);
    const codesOf = await until('its codes', () => lists[1]?.isComplete && lists[1]);
    return { codesOf, done };
  }

  it('are listed by pages, found by a part, and copied', async () => {
    const { codesOf, done } = await list();
    assert.match(codesOf.title, /^Codes of 1º lote/);
    assert.equal(labels(codesOf)[0], first);
    assert.ok(!labels(codesOf).includes(far), 'it is pages away');
    codesOf.enter(near.slice(0, 6));
    await until('only what was typed', () => codesOf.isComplete && isDeepStrictEqual(labels(codesOf), [near]));
    codesOf.press('Copy Code', row(codesOf, near));
    await until('it says so', () => editor.user.status.includes(`Copied ${near}.`));
    assert.equal(editor.fake.clipboard, near);
    codesOf.enter(far.slice(0, 4));
    codesOf.choose(await until('what the service finds', () => codesOf.items.find(({ label }) => label === far)));
    await done;
    assert.equal(editor.fake.clipboard, far);
    assert.deepEqual(editor.user.status, [`Copied ${near}.`, `Copied ${far}.`]);
  });

  it('have a next page at the end of the list', async () => {
    const { codesOf } = await list();
    const before = labels(codesOf);
    codesOf.choose(row(codesOf, '$(ellipsis) Load more'));
    await until('the next page', () => codesOf.items.length > before.length);
    assert.deepEqual(labels(codesOf).slice(0, before.length - 1), before.slice(0, -1));
  });

  it('fault 20: are all saved as a file, in which a spreadsheet finds no formula', async () => {
    const { codesOf, done } = await list();
    const target = join(editor.fake.workspace, 'saved.csv');
    let suggested = '';
    editor.user.saveTo = (path) => {
      suggested = path;
      return target;
    };
    codesOf.press('Save All…');
    await done;
    assert.match(suggested, /\/codes of 1º lote\.csv$/);
    assert.ok(
      editor.user.shown.some((text) => /Codes of .* saved: \d+\./.test(text)),
      editor.user.shown.join('\n'),
    );
    const lines = (await readFile(target, 'utf8')).split('\r\n');
    assert.equal(lines[0], '\ufeffcode,id,eventId,itemId,used');
    assert.ok(lines.includes(`${far},${firstId + 300},1001,${itemId},false`), 'those of all pages');
    assert.equal(lines.filter((line) => line.startsWith("'=1+1,")).length, 1);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('=')),
      [],
    );
    assert.deepEqual(
      (await readdir(editor.fake.workspace)).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('fault 19: leave no file behind when the saving is cancelled', async () => {
    const { codesOf, done } = await list();
    faults.push({ kind: 'latency', operation: 'listCodes', value: 30_000 });
    const before = await readdir(editor.fake.workspace);
    let during: string[] = [];
    editor.user.saveTo = () => join(editor.fake.workspace, 'cancelled.csv');
    editor.user.cancel = (title) => {
      assert.equal(title, 'Saving the codes of 1º lote');
      return true;
    };
    const progress = editor.user.progress;
    codesOf.press('Save All…');
    await until('its file is begun', async () => {
      during = await readdir(editor.fake.workspace);
      return during.length > before.length;
    });
    assert.ok(during.some((name) => /^cancelled\.csv\..*\.tmp$/.test(name)));
    await done;
    assert.deepEqual(progress, ['Saving the codes of 1º lote']);
    assert.deepEqual(await readdir(editor.fake.workspace), before);
    assert.deepEqual(editor.user.shown, []);
  });

  it('are deleted after a question', async () => {
    const { codesOf, done } = await list();
    const code = labels(codesOf).find((label) => label.startsWith('LESTE'))!;
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Code');
    codesOf.press('Delete Code', row(codesOf, code));
    await done;
    assert.match(editor.user.shown[0] ?? '', new RegExp(`^Delete Code: ${code}\\? `));
    const said = await until('a notification', () => editor.user.shown.find((text) => text.startsWith('Codes in stg:')));
    assert.match(said, /^Codes in stg: 1 deleted/);
    const { data } = (await editor.ask('GET', `/items/${itemId}/codes?term=${code}`)) as { data: unknown[] };
    assert.deepEqual(data, []);
  });
});

describe('the codes of an item that are saved', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const service = useHostileService(editor);
  const item = () => editor.resource('item', itemId, { eventId: '1001', label: '1º lote', value: {} });
  const target = (name: string) => join(editor.fake.workspace, name);
  const save = async (name: string): Promise<string[][]> => {
    editor.user.saveTo = () => target(name);
    await editor.run('saveCodes', item());
    const said = await until('it says so', () => editor.user.shown[0]);
    assert.match(said, /^Codes of 1º lote saved: 4\. \|/);
    const path = target(name);
    if (name.endsWith('.xlsx')) await sheetToCsv(path, target(`${name}.csv`));
    const text = await readFile(name.endsWith('.xlsx') ? `${path}.csv` : path, 'utf8');
    return text
      .replace('\ufeff', '')
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(','));
  };
  /** Pages of two, of which only the last rows have another field, and lack one. */
  const pages = (_reply: unknown, { searchParams }: URL) => {
    const page = Number(searchParams.get('page') ?? '1');
    const rows = [
      { id: 1, code: 'A', used: false },
      { id: 2, code: 'B', used: true },
      { id: 3, code: 'C' },
      { id: 4, code: 'D', note: 'late' },
    ];
    return { data: rows.slice(2 * (page - 1), 2 * page), pagination: { page, lastPage: 2, total: 4 } };
  };

  for (const ending of ['csv', 'xlsx'])
    it(`have every field that a later page brings first, as ${ending}`, async () => {
      service.rewrite = pages;
      assert.deepEqual(await save(`late.${ending}`), [
        ['code', 'id', 'used', 'note'],
        ['A', '1', 'false', ''],
        ['B', '2', 'true', ''],
        ['C', '3', '', ''],
        ['D', '4', '', 'late'],
      ]);
      assert.deepEqual(
        (await readdir(editor.fake.workspace)).filter((name) => name.endsWith('.tmp')),
        [],
      );
    });

  it('are not said to be none where nothing shows that the list is whole', async () => {
    service.rewrite = () => ({ data: [], total: 7 });
    editor.user.saveTo = () => target('none.csv');
    await editor.run('saveCodes', item());
    const said = await until('it says so', () => editor.user.shown[0]);
    assert.match(said, /^No codes of 1º lote could be read, and nothing was saved\. 1º lote: .* \| Describe/);
    assert.ok(!(await readdir(editor.fake.workspace)).some((name) => name.startsWith('none.csv')));
  });
});
