import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { storeCodes } from './upload.support.ts';
import { Uri } from './editor/vscode-types.ts';

const label = 'Festival da Primavera';
/** The item of the event that takes codes without the name of an item. */
const itemId = 300002;

const there = (page: Page) => page.locator('.target dt').filter({ hasText: 'At the service already' }).locator('+ dd');
const lastUpload = (page: Page) => page.locator('.target dt').filter({ hasText: 'Last upload' }).locator('+ dd');

describe('an upload of codes', () => {
  const faults: ServiceFault[] = [];
  const uploadReads = [0];
  // The last look comes long after a late commit, however busy the disk is.
  const laterReads = [40, 2000];
  const editor = useEditor({ service: { seed: 1, faults }, pauses: { uploadReads } });
  afterEach(() => {
    faults.length = 0;
    uploadReads.length = 1;
  });

  const path = (name: string) => join(editor.fake.workspace, name);
  const event = () => editor.resource('event', '1001', { label, value: {} });
  const yes = (_message: string, buttons: readonly string[]) => buttons.find((button) => /^Upload( Anyway)?$/.test(button));
  const said = async (text: string | RegExp) => {
    const found = () => editor.user.shown.find((shown) => shown.match(text));
    return until(`it says ${String(text)}`, found).catch((error: unknown) => {
      throw new Error(`It said:\n${editor.user.shown.join('\n')}`, { cause: error });
    });
  };
  const problems = (name: string) =>
    (editor.fake.diagnostics.get(Uri.file(path(name)).toString()) ?? []).map(({ message }) => message);

  async function file(name: string, content: string | Buffer): Promise<Uri> {
    await writeFile(path(name), content);
    return Uri.file(path(name));
  }

  /** The codes of the item at the service that begin so. */
  async function codesAtService(mark: string): Promise<string[]> {
    const reply = (await editor.ask('GET', `/items/${itemId}/codes?pageSize=1000&term=${mark}`)) as { data: { code: string }[] };
    return reply.data.map(({ code }) => code).filter((code) => code.startsWith(mark));
  }

  it('is asked about with what was found in the file, and what became of its codes adds up', async () => {
    // A duplicate, and the same code once more with spaces around it.
    const uri = await file('adds.csv', 'code\nADDS1\nADDS2\nADDS1\n  ADDS2 \nADDS3\n');
    editor.user.pick = (rows) => rows.find((row) => row.label === label);
    let before: string[] | undefined;
    editor.user.press = async (message, buttons) => {
      before ??= await codesAtService('ADDS');
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', uri);
    await said(
      /Environment: stg\nadds\.csv \(\d+ B\): 5 codes, 3 problems\n3 new codes will be added, none is there already\.\nThe service chooses the ticket of each code\. \| Upload Anyway \| Show Problems$/,
    );
    assert.deepEqual(before, [], 'nothing was sent before the answer');
    await said(`3 of 5 codes uploaded to ${label} \\(stg\\). 2 were there already.`);
    assert.deepEqual((await codesAtService('ADDS')).sort(), ['ADDS1', 'ADDS2', 'ADDS3']);
  });

  it('says so where the service has stored the heading of the file as a code', async () => {
    const uri = await file('heading.csv', 'voucher\nHEAD1\nHEAD2\n');
    editor.user.press = async (message, buttons) => {
      // As a service that takes no line for a heading.
      await storeCodes(editor.service, 'code', 'voucher');
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', uri, event());
    await said('2 of 2 codes uploaded');
    await said('It has the heading of the file as a code too: voucher. Delete that code.');
  });

  it('fault 53: says before it begins how many the event has, remembers the event, and shows the problems when asked', async () => {
    const uri = await file('again.csv', 'code\nAGAIN1\nAGAIN2\nAGAIN1\n');
    editor.user.press = yes;
    await editor.run('uploadCodes', uri, event());
    await said('2 of 3 codes uploaded');
    editor.user.pick = ([first]) => first;
    editor.user.press = () => 'Show Problems';
    await editor.run('uploadCodes', uri);
    await said(/3 codes, 1 problem\nNo new code will be added: all of them are there already\./);
    const [first] = editor.user.offered.at(-1) ?? [];
    assert.equal(first?.label, label);
    assert.match(first.description ?? '', /^1001 · the last one/);
    const page = await editor.active.page();
    await there(page).filter({ hasText: '2 · 0 new' }).waitFor();
    assert.deepEqual(problems('again.csv'), ['AGAIN1 is there already, on line 2.']);
    assert.ok(editor.fake.executed.some(([id]) => id === 'workbench.actions.view.problems'));
    assert.deepEqual((await codesAtService('AGAIN')).sort(), ['AGAIN1', 'AGAIN2'], 'nothing more was sent');
  });

  it('goes from the page to the event that stands there, which says that it was refused, or what became of it, after a reload too', async () => {
    const uri = await file('page.csv', 'code\nPAGE1\nPAGE2\n');
    const tab = await editor.open('checkCodes', uri);
    editor.user.pick = (rows) => rows.find((row) => row.label === label);
    editor.user.press = yes;
    let page = await tab.page();
    await page.getByRole('button', { name: /^(Choose|Change)…/ }).click();
    await there(page).filter({ hasText: '0 · 2 new' }).waitFor();
    editor.user.pick = () => assert.fail('the event is known');
    faults.push({ kind: '403', operation: 'uploadCodes', times: 1 });
    await page.getByRole('button', { name: `Upload to ${label}…` }).click();
    await lastUpload(page).filter({ hasText: 'does not allow "Upload codes" with this account' }).waitFor();
    assert.deepEqual(await codesAtService('PAGE'), []);
    await page.getByRole('button', { name: `Upload to ${label}…` }).click();
    const text = `2 of 2 codes uploaded to ${label} (stg).`;
    await lastUpload(page).filter({ hasText: text }).waitFor();
    await editor.reload();
    page = await tab.page();
    await lastUpload(page).filter({ hasText: text }).waitFor();
    const today = new Date().toLocaleString('en', { dateStyle: 'medium' });
    await page
      .locator('.result.ready')
      .filter({ hasText: `Uploaded to ${label}, ${today}` })
      .filter({ hasText: '2 codes' })
      .waitFor();
    assert.deepEqual(await page.locator('.actions .primary').allInnerTexts(), ['Open Added Codes']);
    assert.equal(await page.getByRole('button', { name: 'Open Added Codes' }).count(), 1);
    assert.match((await page.getByRole('button', { name: `Upload Again to ${label}…` }).getAttribute('class')) ?? '', /quiet/);
    assert.doesNotMatch((await lastUpload(page).textContent()) ?? '', /changed/);
    await writeFile(path('page.csv'), 'code\nPAGE1\nPAGE2\nPAGE3\n');
    await lastUpload(page).filter({ hasText: 'The file has changed since.' }).waitFor();
    await page.locator('.result').filter({ hasText: 'Ready: 3 codes' }).waitFor();
    assert.deepEqual(await page.locator('.actions .primary').allInnerTexts(), [`Upload to ${label}…`]);
  });

  it('of which nothing is new is never the main step, before and after it is sent, and what is said of it is true', async () => {
    const uri = await file('notnew.csv', 'code\nNOTNEW1\nNOTNEW2\n');
    const tab = await editor.open('checkCodes', uri);
    editor.user.pick = (rows) => rows.find((row) => row.label === label);
    editor.user.press = yes;
    await storeCodes(editor.service, 'NOTNEW1', 'NOTNEW2');
    const page = await tab.page();
    const result = (text: string | RegExp) => page.locator('.result.ready').filter({ hasText: text });
    const main = (text: string) =>
      until(`the main step is ${text}`, async () => String(await page.locator('.actions .primary').allInnerTexts()) === text);
    await page.getByRole('button', { name: /^(Choose|Change)…/ }).click();
    await result(`All 2 codes are in ${label} already.`).waitFor();
    await main('Compare with Event');
    await page.getByRole('button', { name: `Upload to ${label}…` }).click();
    await result(/^✓Sent to .*: all 2 codes were there already, nothing is new\.$/).waitFor();
    await main('Compare with Event');
    await writeFile(path('notnew.csv'), 'code\nNOTNEW1\nNOTNEW2\nNOTNEW3\n');
    await result(`Ready: 3 codes, 1 of them new to ${label}`).waitFor();
    await main(`Upload to ${label}…`);
    await page.getByRole('button', { name: `Upload to ${label}…` }).click();
    await result(/^✓Uploaded to .*: 1 new of 3 codes$/).waitFor();
  });

  it('says line by line what the service rejected, as long as the file is what was sent', async () => {
    const { data } = (await editor.ask('GET', `/items/${itemId}`)) as { data: { name: string } };
    const uri = await file('tickets.csv', `ticket,code\n${data.name},REJECT1\nNobody,REJECT2\n${data.name},REJECT3\n`);
    editor.user.press = (message, buttons) => yes(message, buttons) ?? buttons.find((button) => button === 'Show Problems');
    await editor.run('uploadCodes', uri, event());
    await said(
      /3 codes, 0 problems\n3 new codes will be added, none is there already\.\nAll 2 columns are sent\. The service decides what/,
    );
    await said(`2 of 3 codes uploaded to ${label} \\(stg\\). 1 was rejected.`);
    await until('the Problems panel', () => editor.fake.executed.some(([id]) => id === 'workbench.actions.view.problems'));
    const reason = 'REJECT2 was rejected: the event has no ticket named Nobody';
    const [problem] = editor.fake.diagnostics.get(uri.toString()) ?? [];
    assert.deepEqual([problem?.message, problem?.code, problem?.range.start.line], [reason, 'rejected', 2]);
    const page = await (await editor.open('checkCodes', uri)).page();
    await lastUpload(page)
      .filter({ hasText: `Line 3: ${reason}` })
      .waitFor();
    await page.evaluate("document.querySelector('.sample').id = 'before'");
    await page.getByRole('button', { name: 'Check Again' }).click();
    await page.locator('#before').waitFor({ state: 'detached' });
    assert.deepEqual(problems('tickets.csv'), [reason]);
    await file('tickets.csv', `ticket,code\n${data.name},REJECT1\n`);
    await until('the mark is gone', () => problems('tickets.csv').length === 0);
  });

  it('faults 49 and 52: of what is no text is refused, with the reason and the way out, and a name is never a link', async () => {
    await editor.run('uploadCodes', await file('odd.csv', Buffer.from('code\nA1\nB\u00e9\u0081\n', 'latin1')), event());
    await said('odd.csv is neither UTF-8 nor Windows-1252: the byte at offset 9 is wrong in the one, the byte at offset 10 in');
    await editor.run('uploadCodes', await file('[Start](command:boxOffice.showLog).csv', ''), event());
    assert.doesNotMatch(await said('is empty'), /\]\(command/);
  });

  it('fault 76: of a Windows-1252 file says so, and sends the copy in UTF-8 that was chosen', async () => {
    const bytes = Buffer.from('code\r\nW76-\u00c71\r\nW76-2\r\n', 'latin1');
    const uri = await file('excel.csv', bytes);
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Convert and Upload');
    await editor.run('uploadCodes', uri, event());
    await said(/^2 of 2 codes uploaded/);
    await said(
      /excel\.csv is read as Windows-1252\. It is sent as a new copy in UTF-8, .* \| Convert and Upload \| Upload As It Is$/,
    );
    assert.equal(await readFile(path('excel.utf-8.csv'), 'utf8'), bytes.toString('latin1'));
    assert.deepEqual(await readFile(path('excel.csv')), bytes, 'the file itself stays');
    assert.deepEqual((await codesAtService('W76-')).sort(), ['W76-2', 'W76-\u00c71']);
    await editor.run('uploadCodes', uri, event());
    assert.equal(await readFile(path('excel.utf-8-2.csv'), 'utf8'), bytes.toString('latin1'), 'nothing is written over');
  });

  it('fault 76: of a Windows-1252 file sends its own bytes where that was chosen', async () => {
    const uri = await file('bytes.csv', Buffer.from('code\nAS76-\u00c71\nAS76-2\n', 'latin1'));
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Upload As It Is');
    await editor.run('uploadCodes', uri, event());
    // The local service takes UTF-8 only, so that its refusal shows what it was sent.
    await said('status 400: file is not UTF-8 text');
    assert.equal(existsSync(path('bytes.utf-8.csv')), false);
    assert.deepEqual(await codesAtService('AS76-'), []);
  });

  it('faults 36 and 37: whose reply is lost is resolved by reading back, and nothing is sent twice', async () => {
    faults.push({ kind: '503-after', operation: 'uploadCodes', times: 1 });
    const codes = Array.from({ length: 200 }, (_, index) => `LOST${index}`);
    const uri = await file('lost.csv', `code\n${codes.join('\n')}\n`);
    editor.user.press = yes;
    await editor.run('uploadCodes', uri, event());
    await said(`The reply to the upload of lost.csv was lost. 200 of 200 codes uploaded to ${label} \\(stg\\).`);
    assert.equal((await codesAtService('LOST')).length, 200);
  });

  it('that is stored late is found by a later look', async () => {
    uploadReads.push(...laterReads);
    faults.push({ kind: 'late-commit', operation: 'uploadCodes', times: 1, value: 60 });
    editor.user.press = yes;
    await editor.run('uploadCodes', await file('late.csv', 'code\nLATE1\nLATE2\n'), event());
    await said('The reply to the upload of late.csv was lost. 2 of 2 codes uploaded');
  });

  it('whose codes cannot be read at first is found by a later look', async () => {
    uploadReads.push(...laterReads);
    editor.user.press = (message, buttons) => {
      if (faults.length === 0)
        faults.push({ kind: '503-after', operation: 'uploadCodes', times: 1 }, { kind: '500', operation: 'listCodes', times: 9 });
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', await file('unread.csv', 'code\nUNREAD1\nUNREAD2\n'), event());
    await said('The reply to the upload of unread.csv was lost. 2 of 2 codes uploaded');
    assert.equal(faults.length, 2);
  });

  it('fault 69: is not held against a file that has changed since, whose new codes nobody has sent', async () => {
    const { data } = (await editor.ask('GET', `/items/${itemId}`)) as { data: { name: string } };
    const uri = await file('since.csv', `ticket,code\n${data.name},SINCE1\nNobody,SINCE2\n`);
    editor.user.press = async (message, buttons) => {
      if (!buttons.includes('Look Again')) return yes(message, buttons);
      await file('since.csv', `ticket,code\n${data.name},SINCE1\n${data.name},SINCE3\n`);
      return 'Look Again';
    };
    await editor.run('uploadCodes', uri, event());
    await said('^1 of 2 codes uploaded .* 1 was rejected');
    const later = await said('is not what was sent any more');
    assert.equal(
      later,
      `The service says that it stored 1 code in ${label} (stg). The service says that it rejected 1 code. What was added is not known. since.csv is not what was sent any more: what was sent can no longer be compared with the codes there. | Check Codes`,
    );
    const page = await (await editor.open('checkCodes', uri)).page();
    await lastUpload(page)
      .filter({ hasText: '1 of 2 codes uploaded' })
      .filter({ hasText: 'The file has changed since.' })
      .waitFor();
  });

  it('whose reply is lost is not known of a file that is gone by the time of a look', async () => {
    const uri = await file('gone.csv', 'code\nGONE1\n');
    editor.user.press = async (message, buttons) => {
      if (buttons.includes('Look Again')) {
        faults.length = 0;
        await rm(path('gone.csv'));
        return 'Look Again';
      }
      faults.push({ kind: '503-after', operation: 'uploadCodes', times: 1 }, { kind: '403', operation: 'listCodes', times: 200 });
      return yes(message, buttons);
    };
    await editor.run('uploadCodes', uri, event());
    const later = await said('gone.csv is not what was sent any more');
    assert.match(
      later,
      /^It is not known whether gone\.csv was stored in .* Look at its codes before you upload again\. \| Check/,
    );
  });

  it('that is cancelled in the middle is read back too, and can be sent again', async () => {
    faults.push({ kind: 'latency', operation: 'uploadCodes', value: 120_000, times: 1 });
    const note = 'x'.repeat(10_000);
    const rows = Array.from({ length: 150 }, (_, index) => `1º lote,BIG${index},${note}\n`);
    const uri = await file('big.csv', `ticket,code,note\n${rows.join('')}`);
    editor.user.pick = (list) => list.find((row) => row.label === 'code');
    editor.user.press = yes;
    editor.user.cancel = (title, step) => title.startsWith('Uploading big.csv') && step.includes('MB / ');
    await editor.run('uploadCodes', uri, event());
    const ended = await said('The upload of big.csv was cancelled under way.');
    assert.match(ended, /None of its codes was found in Festival da Primavera \(stg\) so far\. \| Upload Again \| Look Again/);
    assert.deepEqual(await codesAtService('BIG'), []);
    editor.user.cancel = () => false;
    editor.user.shown.length = 0;
    await editor.run('uploadCodes', uri, event());
    await said(/^150 of 150 codes uploaded to/);
  });
});
