import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { until } from '../harness/until.ts';
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

  beforeEach(() => void (editor.fake.executed.length = 0));

  async function file(name: string, content: string): Promise<Uri> {
    await writeFile(path(name), content);
    return Uri.file(path(name));
  }
  /** The same codes once more, as records of their own. */
  const twice = ({ data }: Codes) => {
    const all = [...data, ...data.map((row) => ({ ...row, id: row.id + 900_000 }))];
    return { data: all, total: all.length };
  };
  /** The rows of the lists on the page of a file. */
  async function rowsOf(name: string): Promise<Locator> {
    const panel = await until(`the page of ${name}`, () => editor.panels.find(({ title }) => title.includes(name)));
    const page = await editor.tab(panel).show();
    await page.getByRole('heading', { name: 'Compared with Festival' }).waitFor();
    return page.locator('.compared tr');
  }
  const textsOf = async (rows: Locator) => rows.locator('th').allInnerTexts();

  it('compares each file that was chosen on a page of its own, counts each code once, and says how many lines and rows there are where these are more', async () => {
    service.rewrite = (reply, { pathname }) => (pathname.endsWith('/items/300002/codes') ? twice(reply as Codes) : reply);
    const uris = [
      await file('twice.csv', 'code\nNOS-DOIS\nSO-AQUI\nSO-AQUI\nNOS-DOIS\n'),
      await file('two.csv', 'code\nSO-AQUI\n'),
    ];
    await editor.run('compareCodes', uris[0], uris, event());
    const first = (text: string) => text.split('\n')[0];
    assert.deepEqual((await textsOf(await rowsOf('two.csv'))).map(first).slice(0, 2), ['In both: 0', 'Only in the file: 1']);
    const texts = await textsOf(await rowsOf('twice.csv'));
    assert.match(texts[0] ?? '', /^In both: 1\nRows at the service: 2 · /);
    assert.equal(texts[1], 'Only in the file: 1\nLines of the file: 2');
    assert.match(texts[2] ?? '', /^Only at the service: 1\nRows at the service: 2 · /);
  });

  it('compares what was saved while somebody chose the event', async () => {
    const uri = await file('meanwhile.csv', 'code\nNOS-DOIS\n');
    editor.user.pick = async (rows) => {
      await file('meanwhile.csv', 'code\nNOS-DOIS\nSO-AQUI\nSO-ALI\n');
      return rows.find(({ description }) => description?.startsWith('1001'));
    };
    await editor.run('compareCodes', uri);
    const page = await editor.active.page();
    await page.locator('.compared th').filter({ hasText: 'Only in the file: 2' }).waitFor();
  });

  it('reads the codes of the event once, for the lists and for the line of the page, and saves each list under a name that tells what it is, and says what was saved', async () => {
    const uri = await file('three.csv', 'code\nNOS-DOIS\nSO-AQUI\nSO-AQUI\n');
    const expected = [
      ['In both', 'three – in both.csv', /^Rows of codes that are in three\.csv and in Festival saved: \d\. \|/, 'NOS-DOIS'],
      [
        'Only in the file',
        'three – only in the file.csv',
        /^Lines of three\.csv whose codes were not seen in Festival saved: 2\. \|/,
        'SO-AQUI',
      ],
      [
        'Only at the service',
        'three – only at the service.csv',
        /^Rows of codes of Festival that three\.csv does not have saved: \d\. \|/,
        'SO-LA',
      ],
    ] as const;
    const read: string[] = [];
    service.rewrite = (reply, { pathname }) => {
      if (pathname.endsWith('/items/300002/codes')) read.push(pathname);
      return reply;
    };
    await editor.run('compareCodes', uri, event());
    const rows = await rowsOf('three.csv');
    const there = rows.page().locator('.target dt').filter({ hasText: 'At the service already' }).locator('+ dd');
    await there.getByText('1 · 1 new').waitFor();
    assert.equal(read.length, 1);
    for (const [place, [start, name, message, code]] of expected.entries()) {
      let suggested = '';
      editor.user.saveTo = (given) => {
        suggested = given;
        return path(`${place}.csv`);
      };
      await rows.filter({ hasText: start }).getByRole('button', { name: 'Save…' }).click();
      await until(`it says ${message}`, () => editor.user.shown.some((text) => message.test(text)));
      assert.ok(suggested.endsWith(name), suggested);
      const lines = readFileSync(path(`${place}.csv`), 'utf8')
        .trimEnd()
        .split('\r\n')
        .slice(1);
      assert.ok(lines.length > 0 && lines.every((line) => line.startsWith(`${code},`)), lines.join('\n'));
    }
  });
});
