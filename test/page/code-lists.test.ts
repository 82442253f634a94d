import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { parseManners, type ServiceFault } from '../../src/service/index.ts';
import { sheetToCsv } from '../../src/xlsx/index.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';

const label = 'Festival da Primavera';
const itemId = '300002';
const old = Array.from({ length: 350 }, (_, place) => `ANTIGO-${String(place + 1).padStart(4, '0')}`);

describe('lists of codes', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, pauses: { uploadReads: [0] } });
  const path = (name: string) => join(editor.fake.workspace, name);
  const event = () => editor.resource('event', '1001', { label, value: {} });
  const item = (id = itemId) => editor.resource('item', id, { eventId: '1001', label: '1º lote', value: {} });

  beforeEach(async () => {
    faults.length = 0;
    editor.fake.executed.length = 0;
    await editor.ask('DELETE', '/events/1001/codes');
    await store(['code', ...old, '=1+1;=2']);
  });

  async function store(lines: readonly string[]): Promise<void> {
    const { ticketUrl, token } = editor.service;
    const body = new FormData();
    body.append('file', new Blob([lines.join('\n')]), 'codes.csv');
    const reply = await fetch(`${ticketUrl}/events/1001/codes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body,
    });
    assert.ok(reply.ok, await reply.text());
  }

  async function file(name: string, content: string): Promise<Uri> {
    await writeFile(path(name), content);
    return Uri.file(path(name));
  }

  const said = (text: RegExp) =>
    until(`it says ${text}`, () => editor.user.shown.find((shown) => text.test(shown))).catch((error: unknown) => {
      throw new Error(`It said:\n${editor.user.shown.join('\n')}`, { cause: error });
    });
  const linesOf = (file: string) => readFileSync(file, 'utf8').replace('\ufeff', '').trimEnd().split(/\r?\n/);
  /** The path of the file that was opened last. */
  const opened = async () => {
    const find = () => editor.fake.executed.findLast(([id]) => id === 'vscode.open')?.[1] as Uri | undefined;
    return (await until('a file is opened', find)).fsPath;
  };
  const ticketName = async (id: string) => ((await editor.ask('GET', `/items/${id}`)) as { data: { name: string } }).data.name;

  /** Uploads, presses this button afterwards, and chooses the row of the list that begins so. */
  async function upload(uri: Uri, button: string, choice?: string): Promise<string> {
    editor.user.press = (_message, buttons) =>
      buttons.find((one) => one.startsWith('Upload') && !one.includes('Again')) ?? buttons.find((one) => one === button);
    editor.user.pick = (rows) => rows.find((row) => row.label.endsWith(choice ?? '\0'));
    await editor.run('uploadCodes', uri, event());
    return said(/codes uploaded to|service says|was uploaded to/);
  }

  describe('after an upload', () => {
    const mixed = ['code', old[0], 'NOVO-1', 'NOVO-2', old[7], 'NOVO-1', 'NOVO-3'].join('\n');

    it('name what was added, not what was there before, and in which ticket', async () => {
      const text = await upload(await file('mixed.csv', mixed), 'Show What Was Added', 'Open');
      assert.match(
        text,
        /^3 of 6 codes uploaded to .*\. 3 were there already\. The new ones belong to Pista – .* › 1º lote \(3\)\./,
      );
      const list = await opened();
      const ticket = await ticketName(itemId);
      assert.deepEqual(
        linesOf(list).map((line) => line.split(',').slice(0, 2)),
        [['code', 'ticket'], ...['NOVO-1', 'NOVO-2', 'NOVO-3'].map((code) => [code, ticket])],
      );
      if (process.platform !== 'win32') assert.equal(statSync(list).mode & 0o777, 0o600, 'nobody else reads it');
      const isReadOnly = () =>
        editor.fake.executed.some(([id]) => id === 'workbench.action.files.setActiveEditorReadonlyInSession');
      await until('it cannot be changed', isReadOnly);
      const [first] = editor.user.offered.at(-1) ?? [];
      assert.match(first?.detail ?? '', /^Pista – .* › 1º lote \(3\)$/);
    });

    it('are saved exactly, or say why they could not be saved, as a command does', async () => {
      editor.user.saveTo = () => path(join('nowhere', 'added.csv'));
      await upload(await file('mixed.csv', mixed), 'Show What Was Added', 'Save…');
      await said(/nowhere.* \| Show Log$/);
      editor.user.shown.length = 0;
      editor.user.saveTo = () => path('added.csv');
      await upload(await file('more.csv', 'code\nNOVO-1\n=3+3\n'), 'Show What Was Added', 'Save…');
      await said(/^Codes saved: 1\. A ' stands before what a spreadsheet would take for a formula: 1\. \| Open File/);
      assert.match(linesOf(path('added.csv'))[1] ?? '', /^'=3\+3,/);
    });

    it('fault 75: are copied without a formula', async () => {
      await upload(await file('mixed.csv', 'code\nx;=1+1\n=4+4\n'), 'Show What Was Added', 'Copy');
      await until('they are copied', () => editor.fake.clipboard === "x;'=1+1\n'=4+4");
    });

    it('go in the tree to the row of a new code, pages below the first', async () => {
      await upload(await file('mixed.csv', mixed), 'Show in Tree');
      const row = await until('the row of a code', () =>
        editor.fake.executed
          .filter(([id]) => id === 'reveal')
          .map(([, node]) => (node as { resource?: { kind: string; label: string } }).resource)
          .find((resource) => resource?.kind === 'code'),
      );
      assert.equal(row.label, 'NOVO-1');
    });

    it('are not known where nobody could look before: only what is there now', async () => {
      const uri = await file('mixed.csv', mixed);
      faults.push({ kind: '403', operation: 'listCodes', times: 200 });
      editor.user.press = (_message, buttons) => {
        faults.length = 0;
        return buttons.find((one) => one.startsWith('Upload'));
      };
      await editor.run('uploadCodes', uri, event());
      const text = await said(/belong to/);
      assert.match(text, /Which of them are new is not known\. They belong to Pista – .* › 1º lote \(5\)\./);
      assert.doesNotMatch(text, /Show What Was Added/);
    });

    it('say of what could not be read back that it is not known, and not that it was rejected', async () => {
      const uri = await file('tickets.csv', `ticket,code\n${await ticketName(itemId)},LIDO-1\nNobody,LIDO-2\n`);
      editor.user.press = (_message, buttons) => {
        const yes = buttons.find((one) => one.startsWith('Upload'));
        if (yes) faults.push({ kind: '403', operation: 'listCodes', times: 200 });
        return yes;
      };
      await editor.run('uploadCodes', uri, event());
      const text = await said(/could not be read back/);
      assert.match(
        text,
        /^The service says that it stored 1 code in .*\. The service says that it rejected 1 code\. What was added is not known\. They could not be read back: .* \| Look Again$/,
      );
      assert.doesNotMatch(text, /was rejected|Show Problems/);
      assert.deepEqual(editor.fake.diagnostics.get(uri.toString()) ?? [], [], 'nobody looked them up');
    });

    const listsFolder = () => join(editor.fake.home, 'storage', 'code-lists');
    const lists = () => (existsSync(listsFolder()) ? readdirSync(listsFolder()) : []);
    const lastUpload = async (uri: Uri) => {
      const page = await (await editor.open('checkCodes', uri)).page();
      return page.locator('.target dt').filter({ hasText: 'Last upload' }).locator('+ dd');
    };
    /** What comes next on the page of a file that was uploaded. */
    const openAdded = (last: Locator) => last.page().locator('.actions').getByRole('button', { name: 'Open Added Codes' });

    it('are kept: opened, copied and saved from the page of the file, after a reload too, until they are gone', async () => {
      const uri = await file('kept.csv', mixed);
      await upload(uri, 'none');
      await editor.reload();
      const last = await lastUpload(uri);
      await openAdded(last).click();
      const list = await opened();
      assert.equal(basename(list), 'codes added to Festival da Primavera.csv');
      assert.deepEqual(
        linesOf(list).map((line) => line.split(',')[0]),
        ['code', 'NOVO-1', 'NOVO-2', 'NOVO-3'],
      );
      await last.getByRole('button', { name: 'Copy Added Codes' }).click();
      await until('they are copied', () => editor.fake.clipboard === 'NOVO-1\nNOVO-2\nNOVO-3');
      editor.user.saveTo = () => path('kept-added.csv');
      await last.getByRole('button', { name: 'Save Added Codes…' }).click();
      await said(/^Codes saved: 3\./);
      assert.equal(linesOf(path('kept-added.csv')).length, 4);
      rmSync(list);
      await openAdded(last).click();
      await said(/^This list is not kept any more: lists of codes are kept for a week\.$/);
      await editor.reload();
      const later = await lastUpload(uri);
      await later.filter({ hasText: '3 of 6 codes uploaded' }).waitFor();
      assert.equal(await later.getByRole('button').count(), 0);
    });

    it('are one file for each upload, however often somebody looks; where nothing was added there is none, and none is offered', async () => {
      const before = new Set(lists());
      const uri = await file('looks.csv', `ticket,code\n${await ticketName(itemId)},VISTO-1\nNobody,VISTO-2\n`);
      let looks = 0;
      editor.user.press = (_message, buttons) =>
        buttons.includes('Look Again')
          ? looks++ < 2
            ? 'Look Again'
            : undefined
          : buttons.find((one) => one.startsWith('Upload'));
      await editor.run('uploadCodes', uri, event());
      await until('two more looks', () => looks === 3);
      const made = lists().filter((name) => !before.has(name));
      assert.equal(made.length, 1, made.join());
      editor.user.shown.length = 0;
      const text = await upload(await file('old.csv', `code\n${old[3]}\n`), 'none');
      assert.match(text, /^0 of 1 codes uploaded to .*\. 1 was there already\. \| Show in Tree$/);
      assert.deepEqual(
        lists().filter((name) => !before.has(name)),
        made,
      );
    });

    it('are bounded: the oldest go, by their age and by their number', async () => {
      const folder = join(editor.fake.home, 'storage', 'code-lists');
      mkdirSync(folder, { recursive: true });
      const day = 24 * 60 * 60;
      const now = Date.now() / 1000;
      const make = (name: string, age: number) => {
        writeFileSync(join(folder, name), 'code\n');
        utimesSync(join(folder, name), now - age, now - age);
      };
      for (let index = 0; index < 120; index++) make(`many-${index}.csv`, day + index);
      make('old.csv', 8 * day);
      await upload(await file('bounded.csv', 'code\nLIMITE-1\n'), 'none');
      const left = lists();
      assert.equal(left.length, 101, 'a hundred and the new one');
      assert.ok(!left.includes('old.csv') && !left.includes('many-119.csv') && left.includes('many-0.csv'));
      for (const name of left.filter((one) => one.startsWith('many-'))) rmSync(join(folder, name));
    });

    if (everything)
      it('are opened as a table where they are more than a text editor takes', async () => {
        const uri = await file('large.csv', 'code\nGRANDE-1\n');
        await upload(uri, 'none');
        const last = await lastUpload(uri);
        const open = openAdded(last);
        await open.click();
        truncateSync(await opened(), 51 * 2 ** 20);
        await until('it cannot be changed', () => editor.fake.executed.some(([id]) => String(id).includes('Readonly')));
        editor.fake.executed.length = 0;
        const { length } = editor.panels;
        await open.click();
        await until('its table', () => editor.panels.length > length);
        assert.ok(!editor.fake.executed.some(([id]) => id === 'vscode.open'));
      });

    it('make nothing else read-only that is in front by then', async () => {
      const uri = await file('front.csv', 'code\nFRENTE-1\n');
      await upload(uri, 'none');
      const last = await lastUpload(uri);
      const open = openAdded(last);
      const other = { document: { uri, getText: () => '' }, selections: [] };
      Object.defineProperty(editor.fake, 'textEditor', { configurable: true, get: () => other, set: () => undefined });
      await open.click();
      await opened();
      await last.getByRole('button', { name: 'Copy Added Codes' }).click();
      await until('the next action is done', () => editor.fake.clipboard === 'FRENTE-1');
      Object.defineProperty(editor.fake, 'textEditor', { configurable: true, writable: true, value: undefined });
      assert.ok(!editor.fake.executed.some(([id]) => String(id).includes('Readonly')));
    });
  });

  describe('of a file and an event', () => {
    /** The row of each list on the page of the file. */
    async function compare(uri: Uri): Promise<(start: string) => Locator> {
      await editor.run('compareCodes', uri, event());
      const page = await editor.active.page();
      await page.getByRole('heading', { name: `Compared with ${label}` }).waitFor();
      return (start) => page.locator('.compared tr').filter({ hasText: start });
    }
    const press = (row: Locator, name: string) => row.getByRole('button', { name }).click();

    it('are three: what is in both, only in the file and only at the service, opened with all lines and copied with each code once', async () => {
      const row = await compare(await file('compare.csv', `code\n${old[1]}\nSO-AQUI\n ${old[2]} \nSO-ALI\n SO-AQUI \nSO-AQUI\n`));
      const texts = await row('').locator('th').allInnerTexts();
      assert.match(texts[0] ?? '', /^In both: 2\nPista – .* › 1º lote \(2\)$/);
      assert.equal(texts[1], 'Only in the file: 2\nLines of the file: 4');
      assert.match(texts[2] ?? '', /^Only at the service: 349\nPista – .* › 1º lote \(349\)$/);
      await press(row('Only in the file'), 'Open');
      const list = await opened();
      assert.equal(basename(list), 'compare – only in the file.csv');
      assert.deepEqual(linesOf(list), ['code,line', 'SO-AQUI,3', 'SO-ALI,5', '" SO-AQUI ",6', 'SO-AQUI,7']);
      await press(row('Only in the file'), 'Copy');
      await until('they are copied', () => editor.fake.clipboard === 'SO-AQUI\nSO-ALI');
    });

    it('are uploaded where they are only in the file: exactly these, each once, with all their columns, after the usual question', async () => {
      const ticket = await ticketName(itemId);
      const lines = [
        'A list',
        '',
        'ticket;code',
        `${ticket};${old[1]}`,
        `${ticket};SO-AQUI`,
        `${ticket};`,
        `${ticket}; SO-AQUI `,
      ];
      const uri = await file('rest.csv', [...lines, `${ticket};SO-ALI`].join('\n'));
      const row = await compare(uri);
      const questions: string[] = [];
      editor.user.press = (message, buttons) => {
        questions.push(message);
        return buttons.find((one) => one.startsWith('Upload') && !one.includes('Again'));
      };
      await press(row('Only in the file: 2'), 'Upload These…');
      await said(/^2 of 2 codes uploaded to Festival da Primavera/);
      assert.match(
        questions[0] ?? '',
        /^Upload codes to Festival da Primavera\?\n?.*\n?rest – only in the file\.csv \(\d+ B\): 2 codes, 0 problems\n2 new codes will be added, none is there already\.\nAll 2 columns are sent\./s,
      );
      await row('').page().getByText('The file or the codes of the event have changed since.').waitFor();
      assert.equal(
        await row('Only in the file: 2')
          .getByRole('button', { name: /^Upload These/ })
          .count(),
        0,
      );
      const again = row('').page().getByRole('button', { name: 'Compare Again' });
      await again.click();
      await row('Only in the file: 0').waitFor();
      assert.equal(await row('Only in the file: 0').getByRole('button').count(), 0);
    });

    it('are of the file as it was saved last, while a check of it runs already', async () => {
      for (let round = 1; round <= 2; round++) {
        const row = await compare(await file('saved.csv', `code\n${'SALVO\n'.repeat(round)}`));
        const only = row('Only in the file: 1');
        await (round === 1 ? only : only.filter({ hasText: `Lines of the file: ${round}` })).waitFor();
      }
    });

    it('leave nothing behind when the comparison is cancelled', async () => {
      const folder = join(editor.fake.home, 'storage', 'code-lists');
      const uri = await file('compare.csv', 'code\nSO-AQUI\n');
      mkdirSync(folder, { recursive: true });
      const before = readdirSync(folder).sort();
      faults.push({ kind: 'latency', operation: 'listCodes', value: 30_000 });
      editor.user.cancel = (title) => title === `Comparing compare.csv with ${label}`;
      await editor.run('compareCodes', uri, event());
      assert.deepEqual(editor.user.progress, [`Comparing compare.csv with ${label}`]);
      assert.deepEqual(readdirSync(folder).sort(), before);
    });
  });

  describe('that are saved', () => {
    it('fault 75: are those of an event, each with its ticket, as a workbook where the name ends so, in which no code is a formula', async () => {
      await store(['code', '00042']);
      let suggested = '';
      editor.user.saveTo = (name) => {
        suggested = name;
        return path('event.XLSX');
      };
      await editor.run('saveCodes', event());
      await said(/^Codes of Festival da Primavera saved: 352\. \| Open File/);
      assert.match(suggested, /codes of Festival da Primavera\.csv$/);
      await sheetToCsv(path('event.XLSX'), path('event.csv'));
      const lines = linesOf(path('event.csv'));
      assert.match(lines[0] ?? '', /^group,ticket,code,/);
      const ticket = await ticketName(itemId);
      assert.ok(
        lines.some((line) => line.startsWith('Pista – ') && line.includes(`,${ticket},00042,`)),
        lines.at(-1),
      );
      assert.ok(lines.some((line) => line.startsWith('Pista – ') && line.includes(`,${ticket},"=1+1;=2",`)));
    });

    it('are those of the rows that were chosen, the row of the codes too', async () => {
      const group = { resource: editor.resource('item', '300001', { label: 'Pista', value: {} }) };
      const row = { resource: item(), parent: group };
      const other = { resource: item('300003') };
      editor.user.saveTo = () => path('chosen.csv');
      const codesRow = { type: 'folder', parent: row };
      await editor.run('saveCodes', codesRow, [codesRow, other, row]);
      await said(/^Codes of 2 items saved: 351\. A ' stands before/);
      const lines = linesOf(path('chosen.csv'));
      assert.match(lines[0] ?? '', /^group,ticket,code,/);
      assert.ok(lines.some((line) => line.startsWith(`Pista,1º lote,${old[0]},`)));
      assert.ok(lines.some((line) => line.startsWith(`Pista,1º lote,"'=1+1;'=2",`)));
      editor.user.shown.length = 0;
      await editor.run('saveCodes', codesRow);
      await said(/^Codes of 1º lote saved: 351\./);
      assert.match(linesOf(path('chosen.csv'))[0] ?? '', /^code,/);
    });

    it('say of a list that is not there that it is not known, and hide no other', async () => {
      const gone = { resource: editor.resource('item', '999999', { eventId: '1001', label: 'Gone', value: {} }) };
      editor.user.saveTo = () => path('part.csv');
      await editor.run('saveCodes', gone, [gone, { resource: item() }]);
      await said(/^Codes of 2 items saved: 351\. .*Gone has no list of codes: what it has is not known\. \| Open File/);
    });

    it('leave no file where there are none', async () => {
      await editor.ask('DELETE', '/events/1001/codes');
      editor.user.saveTo = () => path('none.xlsx');
      await editor.run('saveCodes', event());
      await said(/^Festival da Primavera has no codes\. \| Upload Codes…/);
      assert.ok(!readdirSync(editor.fake.workspace).some((name) => name.startsWith('none.xlsx')));
    });
  });
});

describe('lists of codes of a service whose pages nobody has described', () => {
  // What the client calls a page is unknown there: the same first rows come for each.
  const dialect = parseManners('cap=20,no-total,page-names=blatt:zeilen');
  const editor = useEditor({ service: { seed: 1, dialect }, environment: { name: 'stg', dialect: {} } });
  const event = () => editor.resource('event', '1001', { label, value: {} });

  it('say of a comparison what is not known', async () => {
    const path = join(editor.fake.workspace, 'compare.csv');
    await writeFile(path, 'code\nSO-AQUI\n');
    await editor.run('compareCodes', Uri.file(path), event());
    const page = await editor.active.page();
    const texts = page.locator('.compared th');
    await texts.first().waitFor();
    const [both, ofFile, ofService] = await texts.allInnerTexts();
    assert.equal(both, 'In both: 0');
    assert.equal(ofFile, 'Only in the file: not known\nNot seen at the service: 1');
    assert.match(ofService ?? '', /^Only at the service: at least \d+/);
    assert.equal(await page.getByRole('button', { name: 'Upload These…' }).count(), 0, 'some may be there');
    const doubt = page
      .locator('.notice')
      .filter({ hasText: 'Not all codes of the event could be read: The service gave 20 items' });
    await doubt.getByRole('button', { name: 'Describe Service…' }).click();
    await until('the form', () => editor.panels.some(({ title }) => title.includes('stg')));
  });

  it('say of what is saved that there may be more', async () => {
    editor.user.saveTo = () => join(editor.fake.workspace, 'part.csv');
    await editor.run('saveCodes', event());
    const said = await until('it says so', () => editor.user.shown.find((text) => text.includes('saved')));
    assert.match(said, /The service gave 20 items, and nothing shows that these are all\./);
  });
});
