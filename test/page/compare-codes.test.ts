import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../harness/until.ts';
import type { OpenList, QuickPickRow } from './editor/fake-editor.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';
import { useHostileService } from './hostile-service.support.ts';

interface Codes {
  readonly data: readonly { readonly id: number }[];
}

describe('comparing files of codes with an event', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const service = useHostileService(editor);
  const event = () => editor.resource('event', '1001', { label: 'Festival', value: {} });
  const path = (name: string) => join(editor.fake.workspace, name);

  before(async () => {
    const { ticketUrl, token } = editor.service;
    await editor.ask('DELETE', '/events/1001/codes');
    const lines = ['code', 'NOS-DOIS', 'SO-LA'];
    const body = new FormData();
    body.append('file', new Blob([lines.join('\n')]), 'codes.csv');
    await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
  });

  const lists: OpenList[] = [];
  beforeEach(() => {
    lists.length = 0;
    editor.fake.executed.length = 0;
    editor.user.browse = (list) => void lists.push(list);
  });

  async function file(name: string, content: string): Promise<Uri> {
    await writeFile(path(name), content);
    return Uri.file(path(name));
  }
  /** The same codes once more, as records of their own. */
  const twice = ({ data }: Codes) => {
    const all = [...data, ...data.map((row) => ({ ...row, id: row.id + 900_000 }))];
    return { data: all, total: all.length };
  };
  const shown = (place: number) => until(`list ${place}`, () => lists[place]?.isComplete && lists[place]);
  const row = (list: OpenList, start: string): QuickPickRow => {
    const found = list.items.find(({ label }) => label.startsWith(start));
    assert.ok(found, list.items.map(({ label }) => label).join('\n'));
    return found;
  };

  it('counts each code once, and says how many lines and rows there are where these are more', async () => {
    service.rewrite = (reply, { pathname }) => (pathname.endsWith('/items/300002/codes') ? twice(reply as Codes) : reply);
    const done = editor.run('compareCodes', await file('twice.csv', 'code\nNOS-DOIS\nSO-AQUI\nSO-AQUI\nNOS-DOIS\n'), event());
    const list = await shown(0);
    assert.deepEqual(
      list.items.map(({ label, description }) => [label, description]),
      [
        ['In both: 1', 'Rows at the service: 2'],
        ['Only in the file: 1', 'Lines of the file: 2'],
        ['Only at the service: 1', 'Rows at the service: 2'],
      ],
    );
    list.choose(list.items[0]!);
    await done;
  });

  it('compares all that were chosen, one after another, each with its own name', async () => {
    const uris = [await file('one.csv', 'code\nNOS-DOIS\n'), await file('two.csv', 'code\nSO-AQUI\n')];
    const done = editor.run('compareCodes', uris[0], uris, event());
    const first = await shown(0);
    assert.match(first.title, /^Compare one\.csv with Festival: file 1 of 2/);
    assert.deepEqual([row(first, 'In both').label, row(first, 'Only in').label], ['In both: 1', 'Only in the file: 0']);
    first.press('Compare two.csv Next');
    const second = await shown(1);
    assert.match(second.title, /^Compare two\.csv with Festival: file 2 of 2/);
    assert.deepEqual([row(second, 'In both').label, row(second, 'Only in').label], ['In both: 0', 'Only in the file: 1']);
    second.choose(row(second, 'Only in the file'));
    await done;
    assert.equal(lists.length, 2);
  });

  it('saves each of the three lists, and says what was saved', async () => {
    const uri = await file('three.csv', 'code\nNOS-DOIS\nSO-AQUI\nSO-AQUI\n');
    const expected = [
      ['In both', /^Rows of codes that are in three\.csv and in Festival saved: \d\. \|/, 'NOS-DOIS'],
      ['Only in the file', /^Lines of three\.csv whose codes were not seen in Festival saved: 2\. \|/, 'SO-AQUI'],
      ['Only at the service', /^Rows of codes of Festival that three\.csv does not have saved: \d\. \|/, 'SO-LA'],
    ] as const;
    for (const [place, [start, message, code]] of expected.entries()) {
      const done = editor.run('compareCodes', uri, event());
      const list = await shown(place);
      editor.user.saveTo = () => path(`${place}.csv`);
      list.press('Save…', row(list, start));
      await done;
      await until(`it says ${message}`, () => editor.user.shown.some((text) => message.test(text)));
      const lines = readFileSync(path(`${place}.csv`), 'utf8')
        .trimEnd()
        .split('\r\n')
        .slice(1);
      assert.ok(lines.length > 0 && lines.every((line) => line.startsWith(`${code},`)), lines.join('\n'));
    }
  });
});
