import assert from 'node:assert/strict';
import { copyFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceFault } from '../../src/service/index.ts';
import { root } from '../../scripts/lib/paths.mjs';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { storeCodes } from './upload.support.ts';
import { Uri } from './editor/vscode-types.ts';

const label = 'Festival da Primavera';
const itemId = 300002;

describe('the question before an upload of codes', () => {
  const faults: ServiceFault[] = [];
  // Every answer takes so long that what was promised is counted again.
  const editor = useEditor({ service: { seed: 1, faults }, pauses: { uploadReads: [0], uploadAnswer: -1 } });
  const path = (name: string) => join(editor.fake.workspace, name);
  const event = () => editor.resource('event', '1001', { label, value: {} });
  const isQuestion = (text: string) => text.startsWith('Upload codes to ');
  const questions = () => editor.user.shown.filter(isQuestion);
  const yes = (message: string, buttons: readonly string[]) => (isQuestion(message) ? buttons[0] : undefined);

  async function file(name: string, content: string): Promise<Uri> {
    await writeFile(path(name), content);
    return Uri.file(path(name));
  }

  /** On Windows only administrators and developers may. */
  async function link(test: Mocha.Context, to: string, name: string): Promise<void> {
    const refused = await symlink(path(to), path(name)).catch((error: unknown) => error);
    if (refused && process.platform === 'win32') test.skip();
    if (refused) throw refused as Error;
  }

  async function book(name: string, fixture: string): Promise<Uri> {
    await copyFile(join(root, 'test', 'fixtures', 'spreadsheets', fixture), path(name));
    return Uri.file(path(name));
  }

  async function codesAtService(mark: string): Promise<string[]> {
    const reply = (await editor.ask('GET', `/items/${itemId}/codes?pageSize=1000&term=${mark}`)) as { data: { code: string }[] };
    return reply.data.map(({ code }) => code).filter((code) => code.startsWith(mark));
  }

  const said = (text: RegExp) =>
    until(`it says ${text}`, () => editor.user.shown.find((shown) => text.test(shown))).catch((error: unknown) => {
      throw new Error(`It said:\n${editor.user.shown.join('\n')}`, { cause: error });
    });

  it('names the file, the link, the event, the environment, what is new, what is there, and who chooses the ticket', async function () {
    await storeCodes(editor.service, 'ASK1', 'ASK2');
    await file('target.csv', 'code\nASK1\nASK2\nASK3\nASK4\nASK5\n');
    await link(this, 'target.csv', 'ask.csv');
    editor.user.press = () => undefined;
    await editor.run('uploadCodes', Uri.file(path('ask.csv')), event());
    assert.deepEqual(questions(), [
      [
        `Upload codes to ${label}? | Environment: stg`,
        'ask.csv (30 B): 5 codes, 0 problems',
        '3 new codes will be added, 2 are there already.',
        'The service chooses the ticket of each code.',
        `ask.csv is a link to ${await realpath(path('target.csv'))}. | Upload`,
      ].join('\n'),
    ]);
    assert.deepEqual((await codesAtService('ASK')).sort(), ['ASK1', 'ASK2'], 'nobody said yes');
  });

  it('says the same of a workbook, and of a link to one', async function () {
    await book('target.xlsx', 'one-column-of-numbers.xlsx');
    await link(this, 'target.xlsx', 'numbers.xlsx');
    await editor.run('uploadCodes', Uri.file(path('numbers.xlsx')), event());
    const [first = ''] = questions();
    assert.match(first, /\n9 new codes will be added, none is there already\.\nThe service chooses the ticket of each code\.\n/);
    const tickets = await until('its CSV', () => editor.fake.fileSystems.get('box-office-sheet'));
    const [, shown] = editor.fake.executed.find(([id]) => id === 'vscode.open') as [string, Uri];
    const [code = ''] =
      Buffer.from(await tickets.readFile(shown))
        .toString()
        .match(/7001\d+/) ?? [];
    await storeCodes(editor.service, code);
    await editor.run('uploadCodes', Uri.file(path('numbers.xlsx')), event());
    const [, second = ''] = questions();
    const target = (await realpath(path('target.xlsx'))).replace(/[.\\]/g, '\\$&');
    const lines = [
      `Upload codes to ${label}\\? \\| Environment: stg`,
      'numbers\\.xlsx, sheet [^,]+, as CSV \\(\\d+ B\\): 9 codes, 0 problems',
      '8 new codes will be added, 1 is there already\\.',
      'The service chooses the ticket of each code\\.',
      `numbers\\.xlsx is a link to ${target}\\.`,
      'numbers\\.csv is sent, which is shown behind this question\\. \\| Upload$',
    ];
    assert.match(second, new RegExp(lines.join('\n')));
  });

  it('fault 68: is asked again with the new numbers where others came meanwhile, and only then', async () => {
    const uri = await file('stale.csv', 'code\nSTALE1\nSTALE2\nSTALE3\n');
    editor.user.press = async (message, buttons) => {
      if (questions().length === 1) await storeCodes(editor.service, 'STALE1', 'STALE2');
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', uri, event());
    await said(/^1 of 3 codes uploaded to .* 2 were there already\./);
    const [first = '', second = '', ...more] = questions();
    assert.match(first, /3 new codes will be added, none is there already\./);
    assert.match(second, /^Upload .*\? \| What you said yes to does not hold any more\. Look at it once more\.\n/);
    assert.match(second, /1 new code will be added, 2 are there already\./);
    assert.deepEqual(more, [], 'nothing changed after that');
  });

  it('is asked again where what the event has cannot be seen any more, and sends nothing without a yes', async () => {
    const uri = await file('unseen.csv', 'code\nUNSEEN1\n');
    editor.user.press = (message, buttons) => {
      if (questions().length > 1) return undefined;
      faults.push({ kind: '500', operation: 'listCodes', times: 200 });
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', uri, event());
    faults.length = 0;
    const [, second = '', ...more] = questions();
    assert.match(second, /does not hold any more.*\n.*\n.*\nIt is not known which of them are there already\. /);
    assert.deepEqual(more, []);
    assert.deepEqual(await codesAtService('UNSEEN'), []);
  });

  it('fault 69: of a file that is another one by then ends there', async () => {
    const uri = await file('other.csv', 'code\nOTHER1\n');
    editor.user.press = async (message, buttons) => {
      if (isQuestion(message)) await file('other.csv', 'code\nOTHER2\n');
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', uri, event());
    await said(/^other\.csv is not what was checked any more\. Nothing was sent; check it again\. \| Check Codes$/);
    assert.deepEqual(await codesAtService('OTHER'), []);
  });

  describe('about several files', () => {
    it('counts a code once, for the file that brings it first, and says of each what became of it', async () => {
      await storeCodes(editor.service, 'SHARE0');
      const files = [
        await file('one.csv', 'code\nSHARE0\nSHARE1\nSHARE2\n'),
        await file('two.csv', 'code\nSHARE1\n SHARE2 \nSHARE3\n'),
        await file('three.csv', 'code\nSHARE3\nSHARE0\n'),
      ];
      editor.user.press = yes;
      const results = await editor.run('uploadCodes', files[0], files, event());
      const [question = '', ...more] = questions();
      assert.match(question, /one\.csv \(\d+ B\): 3 codes, 0 problems\n2 new codes will be added, 1 is there already\./);
      assert.match(question, /two\.csv \(\d+ B\): 3 codes, 1 problem\n1 new code will be added, 2 are there already\./);
      assert.match(question, /three\.csv \(\d+ B\): 2 codes, 0 problems\nNo new code will be added: all of them are there/);
      assert.match(question, /A code of a file counts as there already for the files below it\. \|/);
      assert.deepEqual(more, [], 'all of it came true');
      assert.deepEqual(
        (results as { stored: number }[]).map(({ stored }) => stored),
        [2, 1, 0],
      );
      await said(/^2 of 3 codes uploaded to .* 1 was there already\./);
      await said(/^1 of 3 codes uploaded to .* 2 were there already\./);
      await said(/^0 of 2 codes uploaded to .* 2 were there already\./);
    });

    it('reads the event once for all of them', async () => {
      const files = [
        await file('once-1.csv', 'code\nONCE1\n'),
        await file('once-2.csv', 'code\nONCE1\nONCE2\n'),
        await file('once-3.csv', 'code\nONCE2\n"ONCE3\n'),
        await file('once-4.csv', 'code\nONCE4\n'),
      ];
      editor.user.press = () => undefined;
      const readsOf = async (...asked: readonly Uri[]) => {
        const { faults: counting, counts } = countedCalls('listCodes');
        faults.splice(0, faults.length, ...counting);
        await editor.run('uploadCodes', asked[0], asked, event());
        faults.length = 0;
        return counts.listCodes;
      };
      assert.equal(await readsOf(...files), await readsOf(files[0]!));
      const [question = ''] = questions();
      assert.match(question, /once-1\.csv .*\n1 new code will be added, none is there already\./);
      assert.match(question, /once-2\.csv .*\n1 new code will be added, 1 is there already\./);
      // Of a file that cannot be read to its end, and of those behind it, nothing is claimed.
      assert.match(question, /once-3\.csv .*\nIt is not known which of them are there already\. .*never closed/);
      assert.match(question, /once-4\.csv .*\nIt is not known which of them are there already\. .*never closed/);
    });

    it('is asked again about those that are left, where an earlier file was not taken as a whole', async () => {
      const { data } = (await editor.ask('GET', `/items/${itemId}`)) as { data: { name: string } };
      const files = [
        await file('first.csv', `ticket,code\nNobody,LEFT1\n${data.name},LEFT2\n`),
        await file('second.csv', `ticket,code\n${data.name},LEFT1\n${data.name},LEFT2\n`),
      ];
      editor.user.press = yes;
      await editor.run('uploadCodes', files[0], files, event());
      await until('two reports', () => editor.user.shown.filter((text) => text.includes('codes uploaded')).length === 2);
      const [first = '', second = '', ...more] = questions();
      assert.match(first, /second\.csv .*\nNo new code will be added: all of them are there already\./);
      assert.doesNotMatch(second, /first\.csv/);
      assert.match(second, /does not hold any more.*\n.*\nsecond\.csv .*\n1 new code will be added, 1 is there already\./);
      assert.deepEqual(more, []);
      assert.deepEqual((await codesAtService('LEFT')).sort(), ['LEFT1', 'LEFT2']);
    });

    it('says of workbooks that they are open, and none takes the place of another', async () => {
      const files = [await book('a.xlsx', 'ingressos-excel.xlsx'), await book('b.xlsx', 'one-column-of-numbers.xlsx')];
      await editor.run('uploadCodes', files[0], files, event());
      const opened = editor.fake.executed.filter(([id]) => id === 'vscode.open');
      assert.deepEqual(
        opened.map(([, uri, options]) => [(uri as Uri).path.includes('/a.xlsx/'), options]),
        [
          [true, { preview: false }],
          [false, { preview: false }],
        ],
      );
      const [question = ''] = questions();
      for (const name of ['a', 'b'])
        assert.match(question, new RegExp(`${name}\\.csv is sent, which is open in an editor of its own\\.`));
      assert.doesNotMatch(question, /behind this question/);
    });
  });
});
