import assert from 'node:assert/strict';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { accessibilityProblems, ask, chooseTheme, signIn } from '../harness/forms.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';

const event = 'Festival da Primavera';
const link = 'festival-da-primavera';
/** The ticket of the event that takes codes without a ticket's name. */
const firstItem = 300002;

async function codesAtService(ui: Ui): Promise<string[]> {
  const codes: string[] = [];
  for (let page = 1; ; page++) {
    const path = `/items/${firstItem}/codes?pageSize=1000&page=${page}`;
    const { data } = (await ask(ui, 'GET', path)) as { data: { code: string }[] };
    codes.push(...data.map(({ code }) => code));
    if (data.length < 1000) return codes;
  }
}

async function addFile(ui: Ui, name: string, content: string | Buffer): Promise<void> {
  await writeFile(join(ui.host.folder, name), content);
  await ui.workbench.showContainer('Explorer');
  await ui.workbench.row(name).waitFor();
}

async function rightClick({ workbench }: Ui, name: string, entry: string): Promise<void> {
  await workbench.showContainer('Explorer');
  await workbench.rightClick(name, entry);
}

const toast = (ui: Ui, text: string | RegExp): Locator => ui.workbench.notifications.filter({ hasText: text });
const answer = (ui: Ui, name: string) => ui.workbench.dialog.getByRole('button', { name, exact: true }).click();
const figure = (ui: Ui, name: string) => ui.workbench.webview.locator('.figures div').filter({ hasText: name }).locator('dd');
const lastUpload = (ui: Ui) => ui.workbench.webview.locator('.target dt').filter({ hasText: 'Last upload' }).locator('+ dd');
const markers = (ui: Ui, text: string | RegExp) =>
  ui.workbench.page.locator('.markers-panel .monaco-list-row').filter({ hasText: text });

describe('a file of codes in the editor', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'stg' } });
  before(() => signIn(ui));

  it('is checked by a right-click: the page and the Problems panel say the same', async () => {
    await rightClick(ui, 'codes-with-problems.csv', 'Check Codes');
    const { webview } = ui.workbench;
    await webview.getByRole('heading', { name: 'codes-with-problems.csv' }).waitFor();
    await webview.getByRole('row', { name: /Duplicates/ }).waitFor();
    assert.equal(await figure(ui, 'Codes').textContent(), '15');
    assert.equal(await figure(ui, 'Problems').textContent(), '5');
    assert.equal(await figure(ui, 'At the service already').isVisible(), false, 'no event is chosen yet');
    // Of 8, 10 and 13 characters.
    assert.equal(await webview.locator('.lengths rect').count(), 3);
    assert.equal(await webview.locator('.sample tbody tr').count(), 10);
    const lines = await webview.locator('.sample tbody').getByRole('rowheader').allInnerTexts();
    assert.deepEqual(
      lines,
      Array.from({ length: 10 }, (_, index) => String(index + 2)),
    );
    await webview.getByRole('button', { name: 'Show Problems' }).click();
    await markers(ui, 'D3DQCJU4KH is there already, on line 4.').waitFor();
    await markers(ui, '[Ln 7, Col 1]').waitFor();
    await markers(ui, '1.23E+10 was a number in a spreadsheet').waitFor();
    await ui.workbench.screenshot('check page and problems');
    await ui.workbench.run('View: Toggle Problems');
  });

  it('can be read by everybody, in every theme', async () => {
    for (const [theme, mark] of [
      ['Light Modern', 'vs'],
      ['Dark High Contrast', 'hc-black'],
      ['Dark Modern', 'vs-dark'],
    ] as const) {
      await chooseTheme(ui, theme, mark);
      await ui.workbench.screenshot(`check page ${mark}`);
      await ui.workbench.webview.getByRole('heading', { name: 'Upload' }).scrollIntoViewIfNeeded();
      await ui.workbench.screenshot(`check page ${mark} below`);
      assert.deepEqual(await accessibilityProblems(ui), [], theme);
    }
  });

  it('is mended in a new file, and stays as it is', async () => {
    const old = join(ui.host.folder, 'codes-with-problems.csv');
    const before = await readFile(old, 'utf8');
    await ui.workbench.webview.getByRole('button', { name: 'Remove Duplicates' }).click();
    await toast(
      ui,
      'codes-with-problems.fixed.csv was written with 14 rows. Mended: Duplicates: 1. Problems that are still there: 4.',
    ).waitFor();
    const lines = (await readFile(join(ui.host.folder, 'codes-with-problems.fixed.csv'), 'utf8')).split('\n');
    assert.deepEqual(
      lines,
      before.split('\n').filter((_, index) => index !== 6),
    );
    assert.equal(await readFile(old, 'utf8'), before);
    await ui.workbench.webview.getByRole('heading', { name: 'codes-with-problems.fixed.csv' }).waitFor();
    assert.equal(await figure(ui, 'Codes').textContent(), '14');
    assert.equal(await ui.workbench.webview.getByRole('row', { name: /Duplicates/ }).count(), 0);
  });

  it('offers the fix at the problem', async () => {
    await ui.workbench.row('codes-with-problems.csv').dblclick();
    await ui.workbench.page.locator('.view-line').getByText('VMGNZGEDP9').click();
    await ui.workbench.run('Go to Next Problem (Error, Warning, Info)');
    await ui.workbench.page.getByText('D3DQCJU4KH is there already, on line 4.').first().waitFor();
    await ui.workbench.page.keyboard.press('Escape');
    await ui.workbench.page.keyboard.press('Control+.');
    await ui.workbench.page.locator('.action-widget').getByText('Fix All (New File)').waitFor();
    await ui.workbench.screenshot('quick fixes of codes');
    await ui.workbench.page.locator('.action-widget').getByText('Remove Duplicates (New File)').click();
    await toast(ui, /codes-with-problems\.fixed-2\.csv was written/).waitFor();
    // Its row and its page come after that, and may move what is clicked next.
    await ui.workbench.webview.getByRole('heading', { name: 'codes-with-problems.fixed-2.csv' }).waitFor();
    await ui.workbench.row('codes-with-problems.fixed-2.csv').waitFor();
  });

  it('is checked before it is uploaded, and what became of its codes adds up', async () => {
    const before = await codesAtService(ui);
    await rightClick(ui, 'codes-with-problems.csv', 'Upload Codes…');
    await ui.workbench.choose(link, event);
    await ui.workbench.dialog.getByText('15 codes, 5 problems, 0 there already').first().waitFor();
    await ui.workbench.dialog.getByText('Environment: stg').first().waitFor();
    await ui.workbench.screenshot('upload question with problems');
    assert.deepEqual(await codesAtService(ui), before, 'nothing was sent yet');
    await answer(ui, 'Upload Anyway');
    // A duplicate, and the same code once more with spaces around it.
    await toast(ui, `13 of 15 codes uploaded to ${event} (stg). 2 were there already.`).waitFor();
    assert.equal((await codesAtService(ui)).length, before.length + 13);
  });

  it('fault 53: says before an upload how many the event has, and remembers the event', async () => {
    const before = await codesAtService(ui);
    await rightClick(ui, 'codes-with-problems.csv', 'Upload Codes…');
    await ui.workbench.quickInput
      .locator('.monaco-list-row.focused')
      .filter({ hasText: `${event}1001 · the last one` })
      .waitFor();
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.dialog.getByText('15 codes, 5 problems, 13 there already').first().waitFor();
    await answer(ui, 'Show Problems');
    await markers(ui, 'D3DQCJU4KH is there already').waitFor();
    await figure(ui, 'At the service already').filter({ hasText: /^13$/ }).waitFor();
    assert.deepEqual(await codesAtService(ui), before, 'nothing was sent');
    await ui.workbench.screenshot('problems before an upload');
    await ui.workbench.run('View: Toggle Problems');
  });

  it('is uploaded from its page, to the event that stands there', async () => {
    await ui.workbench.webview.getByRole('button', { name: 'Upload…' }).click();
    await answer(ui, 'Upload Anyway');
    const said = `0 of 15 codes uploaded to ${event} (stg). 15 were there already.`;
    await toast(ui, said).waitFor();
    await lastUpload(ui).filter({ hasText: said }).waitFor();
  });

  it('says line by line what the service rejected', async () => {
    const item = (await ask(ui, 'GET', `/items/${firstItem}`)) as { data: { name: string } };
    const ticket = item.data.name;
    await addFile(ui, 'tickets.csv', `ticket,code\n${ticket},REJECT1\nNobody,REJECT2\n${ticket},REJECT3\n`);
    await rightClick(ui, 'tickets.csv', 'Upload Codes…');
    await ui.workbench.choose(link, event);
    await ui.workbench.dialog.getByText('3 codes, 0 problems, 0 there already, all 2 columns are sent').first().waitFor();
    await answer(ui, 'Upload');
    const ended = toast(ui, `2 of 3 codes uploaded to ${event} (stg). 1 was rejected.`);
    await ended.getByRole('button', { name: 'Show Problems' }).click();
    // The panel draws only the rows that fit.
    const filter = ui.workbench.page.getByPlaceholder(/^Filter \(e\.g\. text/);
    await filter.fill('REJECT');
    await markers(ui, 'REJECT2 was rejected: the event has no ticket named Nobody').waitFor();
    await markers(ui, '[Ln 3, Col 1]').waitFor();
    await rightClick(ui, 'tickets.csv', 'Check Codes');
    const reason = 'Line 3: REJECT2 was rejected: the event has no ticket named Nobody';
    await lastUpload(ui).filter({ hasText: reason }).waitFor();
    // As long as the file is what was sent.
    await ui.workbench.webview.getByRole('button', { name: 'Check Again' }).click();
    await ui.workbench.webview.locator('button:focus').getByText('Check Again').waitFor();
    await markers(ui, 'REJECT2 was rejected').waitFor();
    await addFile(ui, 'tickets.csv', `ticket,code\n${ticket},REJECT1\n`);
    await markers(ui, 'REJECT2 was rejected').waitFor({ state: 'detached' });
    await filter.fill('');
    await ui.workbench.run('View: Toggle Problems');
  });

  it('is uploaded together with others, each with its own proof', async () => {
    await addFile(ui, 'first.csv', 'TOGETHER1\nTOGETHER2\n');
    await addFile(ui, 'second.csv', 'TOGETHER2\nTOGETHER3\n');
    await ui.workbench.row('first.csv').click();
    // An editor that opens afterwards takes the selection for its own file.
    await ui.workbench.page.locator('.view-line').getByText('TOGETHER1').waitFor();
    await ui.workbench.row('second.csv').click({ modifiers: ['ControlOrMeta'] });
    await rightClick(ui, 'second.csv', 'Upload Codes…');
    await ui.workbench.choose(link, event);
    await ui.workbench.dialog.getByText('first.csv (20 B): 2 codes, 0 problems, 0 there already').first().waitFor();
    await ui.workbench.dialog.getByText('second.csv (20 B): 2 codes, 0 problems, 0 there already').first().waitFor();
    await answer(ui, 'Upload');
    await toast(ui, `2 of 2 codes uploaded to ${event} (stg).`).waitFor();
    // The first file has stored one of them by then.
    await toast(ui, `1 of 2 codes uploaded to ${event} (stg). 1 was there already.`).waitFor();
  });

  it('is uploaded to the event that it is dropped on', async () => {
    const { page } = ui.workbench;
    await addFile(ui, 'dropped.csv', 'DROPPED1\nDROPPED2\nDROPPED3\n');
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    const row = ui.workbench.row(event);
    const uri = `vscode-remote://${new URL(page.url()).host}${join(ui.host.folder, 'dropped.csv')}`;
    const carried = `(() => { const data = new DataTransfer(); data.setData('text/uri-list', ${JSON.stringify(uri)}); return data; })()`;
    const dataTransfer = await page.evaluateHandle(carried);
    for (const step of ['dragenter', 'dragover', 'drop']) await row.dispatchEvent(step, { dataTransfer });
    await ui.workbench.dialog.getByText('dropped.csv (27 B): 3 codes, 0 problems, 0 there already').first().waitFor();
    await answer(ui, 'Upload');
    const ended = toast(ui, `3 of 3 codes uploaded to ${event} (stg). They belong to Pista`);
    await ended.getByRole('button', { name: 'Show in Tree' }).click();
    await page
      .locator('.sidebar .monaco-list-row.selected[aria-expanded="true"]')
      .filter({ hasText: /^Codes/ })
      .waitFor();
    assert.ok((await codesAtService(ui)).includes('DROPPED3'));
  });

  it('has a name that is never a link', async () => {
    await addFile(ui, '[Start](command:boxOffice.showLog).csv', '');
    await rightClick(ui, '[Start](command:boxOffice.showLog).csv', 'Upload Codes…');
    await toast(ui, 'is empty').waitFor();
    assert.equal(await toast(ui, 'is empty').locator('a[href]').count(), 0);
  });

  it('is asked for its column once; a cancelled check leaves no question behind', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `A${index * 7919}Z;K${index * 104729}Y`).join('\n');
    await addFile(ui, 'two.csv', `alpha;beta\n${rows}\n`);
    await rightClick(ui, 'two.csv', 'Check Codes');
    await ui.workbench.quickInput.getByText('Which column of two.csv holds the codes?').waitFor();
    await ui.workbench.screenshot('which column');
    await ui.workbench.webview.getByRole('button', { name: 'Cancel' }).click();
    await ui.workbench.webview.getByText('The check was cancelled.').waitFor();
    await ui.workbench.quickInput.waitFor({ state: 'hidden' });
    await ui.workbench.webview.getByRole('button', { name: 'Check Again' }).click();
    await ui.workbench.choose('beta');
    const choice = ui.workbench.webview.getByLabel('The codes are in');
    await choice.waitFor();
    assert.equal(await choice.inputValue(), '1');
    await ui.workbench.run('View: Close Editor');
    await rightClick(ui, 'two.csv', 'Check Codes');
    await choice.waitFor();
    assert.equal(await choice.inputValue(), '1');
    assert.equal(await ui.workbench.quickInput.count(), 0);
    await choice.focus();
    await choice.selectOption('alpha');
    await ui.workbench.webview.locator('.sample th.code').filter({ hasText: 'alpha' }).waitFor();
    await ui.workbench.webview.locator('select:focus').waitFor();
  });

  it('faults 49 and 52: what is no text is refused, with the reason and the way out', async () => {
    await addFile(ui, 'latin.csv', Buffer.from('code\nA1\nB\u00e9\n', 'latin1'));
    await rightClick(ui, 'latin.csv', 'Upload Codes…');
    await toast(ui, 'latin.csv is not UTF-8: the byte at offset 9 is wrong. Save it as UTF-8.').waitFor();
    await addFile(ui, 'book.csv', Buffer.from('PK\u0003\u0004[Content_Types].xml', 'latin1'));
    await rightClick(ui, 'book.csv', 'Check Codes');
    const text = 'book.csv is no CSV file but XLSX. Save it as CSV (UTF-8) in the program that made it.';
    await ui.workbench.webview.getByText(text).waitFor();
    assert.equal(await toast(ui, text).count(), 0, 'the page says it');
    await ui.workbench.screenshot('refused file');
  });

  it('shows its page again after a reload, with what became of its last upload', async () => {
    await rightClick(ui, 'codes-with-problems.csv', 'Check Codes');
    await ui.workbench.webview.getByRole('row', { name: /Duplicates/ }).waitFor();
    await ui.workbench.reload();
    await ui.workbench.webview.getByRole('row', { name: /Duplicates/ }).waitFor();
    assert.equal(await figure(ui, 'Problems').textContent(), '5');
    await lastUpload(ui).filter({ hasText: '0 of 15 codes uploaded' }).waitFor();
    assert.doesNotMatch((await lastUpload(ui).textContent()) ?? '', /changed/);
    await lastUpload(ui).scrollIntoViewIfNeeded();
    await ui.workbench.screenshot('last upload of a file');
    // The page follows the file, whatever program writes it.
    await appendFile(join(ui.host.folder, 'codes-with-problems.csv'), 'ONEMORE123\n');
    await figure(ui, 'Codes').filter({ hasText: /^16$/ }).waitFor();
    await lastUpload(ui).filter({ hasText: 'The file has changed since.' }).waitFor();
  });
});

describe('an upload of codes that goes wrong', () => {
  const faults = [
    { kind: '503-after', operation: 'uploadCodes', times: 1 },
    { kind: '403', operation: 'uploadCodes', times: 1 },
    { kind: 'latency', operation: 'uploadCodes', value: 120_000, times: 1 },
  ] as const;
  const ui = useWorkbench({ service: { seed: 1, faults }, environment: { name: 'stg' } });
  before(() => signIn(ui));

  it('faults 36 and 37: a lost reply is resolved by reading back, and nothing is sent twice', async () => {
    const before = await codesAtService(ui);
    const wanted = (await readFile(join(ui.host.folder, 'codes.csv'), 'utf8')).trim().split('\n').length - 1;
    await rightClick(ui, 'codes.csv', 'Upload Codes…');
    await ui.workbench.choose(link, event);
    await answer(ui, 'Upload');
    await toast(
      ui,
      `The reply to the upload of codes.csv was lost. ${wanted} of ${wanted} codes uploaded to ${event} (stg).`,
    ).waitFor();
    await ui.workbench.screenshot('lost reply');
    assert.equal((await codesAtService(ui)).length, before.length + wanted);
  });

  it('is what the page of the file says of its last upload', async () => {
    await rightClick(ui, 'codes.csv', 'Check Codes');
    await lastUpload(ui).filter({ hasText: 'The reply to the upload of codes.csv was lost.' }).waitFor();
    await ui.workbench.webview.getByRole('button', { name: 'Upload…' }).click();
    await answer(ui, 'Upload');
    await lastUpload(ui).filter({ hasText: 'does not allow "Upload codes" with this account' }).waitFor();
  });

  it('a cancel in the middle of a file that no editor opens is read back too', async function () {
    this.timeout(120_000);
    const before = await codesAtService(ui);
    const note = 'x'.repeat(1000);
    const rows = Array.from({ length: 60_000 }, (_, index) => `Pista,BIG${index},${note}\n`).join('');
    await addFile(ui, 'big.csv', `ticket,code,note\n${rows}`);
    assert.ok((await stat(join(ui.host.folder, 'big.csv'))).size > 50 * 1024 * 1024);
    await rightClick(ui, 'big.csv', 'Upload Codes…');
    await ui.workbench.quickInput.locator('input').first().waitFor();
    await ui.workbench.choose(link, event);
    await answer(ui, 'Upload');
    const sending = toast(ui, `Uploading big.csv to ${event}`);
    await sending.filter({ hasText: /MB \/ / }).waitFor();
    await ui.workbench.screenshot('upload under way');
    await sending.getByRole('button', { name: 'Cancel' }).click();
    const ended = toast(ui, `The upload of big.csv was cancelled under way. Nothing of it was stored in ${event} (stg) so far.`);
    await ended.waitFor({ timeout: 60_000 });
    await ui.workbench.screenshot('upload cancelled');
    assert.deepEqual(await codesAtService(ui), before);
    await ended.getByRole('button', { name: 'Upload Again' }).click();
    await answer(ui, 'Upload');
    await toast(ui, /of 60,000 codes uploaded to/).waitFor({ timeout: 60_000 });
  });
});
