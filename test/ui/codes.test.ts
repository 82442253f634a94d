import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ask, chooseFirst, signIn } from '../harness/forms.ts';
import { everything } from '../harness/everything.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';
import { succeeds } from '../harness/workbench.ts';

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
  await workbench.rightClick(name, 'Box Office', entry);
}

const toast = (ui: Ui, text: string | RegExp): Locator => ui.workbench.notifications.filter({ hasText: text });
const answer = (ui: Ui, name: string) => ui.workbench.dialog.getByRole('button', { name, exact: true }).click();
const markers = (ui: Ui, text: string | RegExp) =>
  // Another file may have the same problem.
  ui.workbench.page.locator('.markers-panel .monaco-list-row').filter({ hasText: text }).first();

describe('a file of codes in the editor', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'stg' } });
  beforeEach(() => signIn(ui));

  it('has its problems in the Problems panel, a fix for each of them, and a name that is never a link', async () => {
    const name = '[Start](command:boxOffice.showLog).csv';
    await addFile(ui, name, await readFile(join(ui.host.folder, 'codes-with-problems.csv')));
    await rightClick(ui, name, 'Check Codes');
    const { page, webview } = ui.workbench;
    await webview.getByRole('heading', { name }).waitFor();
    await webview.getByRole('button', { name: 'Show Problems' }).click();
    await markers(ui, 'D3DQCJU4KH is there already, on line 4.').waitFor();
    await markers(ui, '[Ln 7, Col 1]').waitFor();
    await markers(ui, '1.23E+10 was a number in a spreadsheet').waitFor();
    await ui.workbench.run('View: Toggle Problems');
    await ui.workbench.row(name).dblclick();
    await page.locator('.view-line').getByText('VMGNZGEDP9').click();
    await ui.workbench.run('Go to Next Problem (Error, Warning, Info)');
    await page.getByText('D3DQCJU4KH is there already, on line 4.').first().waitFor();
    await page.keyboard.press('Escape');
    // The list of fixes closes with whatever else is drawn in the editor at that moment.
    const all = page.locator('.action-widget').getByText('Fix All (New File)');
    for (let tries = 1; tries < 10; tries++) {
      await page.keyboard.press('Control+.');
      if (await succeeds(all.waitFor({ timeout: 3000 }))) break;
    }
    await all.waitFor();
    await page.locator('.action-widget').getByText('Remove Duplicates (New File)').click();
    const written = toast(ui, /\.fixed\.csv was written with 14 rows/);
    await written.waitFor();
    assert.equal(await written.locator('a[href]').count(), 0);
    await webview.getByRole('heading', { name: name.replace('.csv', '.fixed.csv') }).waitFor();
  });

  // Proved in test/host/codes.test.ts and test/unit/editor/codes-upload.test.ts.
  if (everything)
    it('is checked before it is uploaded, and what became of its codes adds up', async () => {
      const before = await codesAtService(ui);
      await rightClick(ui, 'codes-with-problems.csv', 'Upload Codes…');
      await chooseFirst(ui, link, event);
      await ui.workbench.dialog.getByText('15 codes, 5 problems').first().waitFor();
      await ui.workbench.dialog.getByText('Environment: stg').first().waitFor();
      assert.deepEqual(await codesAtService(ui), before, 'nothing was sent yet');
      await answer(ui, 'Upload Anyway');
      // A duplicate, and the same code once more with spaces around it.
      await toast(ui, `13 of 15 codes uploaded to ${event} (stg). 2 were there already.`).waitFor();
      assert.equal((await codesAtService(ui)).length, before.length + 13);
    });

  it('is fixed and uploaded to the event that was used last by four actions from the right click', async () => {
    const { workbench } = ui;
    await addFile(ui, 'first.csv', 'FIRST001\n');
    await rightClick(ui, 'first.csv', 'Upload Codes…');
    await chooseFirst(ui, link, event);
    await answer(ui, 'Upload');
    await toast(ui, `1 of 1 codes uploaded to ${event} (stg).`).waitFor();
    await addFile(ui, 'guests.CSV', Buffer.from('Código;Nome\nFOUR0001;João\nFOUR0002;Inês\nFOUR0001;João\n', 'latin1'));
    // The submenu opens under the pointer: that is no action of its own.
    await rightClick(ui, 'guests.CSV', 'Check Codes');
    await workbench.webview.getByText('read as Windows-1252, as Excel saves it').waitFor();
    await workbench.webview.getByRole('button', { name: 'Fix All (New File)' }).click();
    await workbench.webview.getByRole('heading', { name: 'guests.fixed.csv' }).waitFor();
    await workbench.webview.getByRole('button', { name: `Upload to ${event}…` }).click();
    await answer(ui, 'Upload');
    await toast(ui, `2 of 2 codes uploaded to ${event} (stg).`).waitFor();
    const codes = await codesAtService(ui);
    assert.deepEqual(
      codes.filter((code) => code.startsWith('FOUR')),
      ['FOUR0001', 'FOUR0002'],
    );
  });

  // Proved in tree.test.ts and walkthrough.test.ts.
  if (everything)
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
      await ui.workbench.dialog.getByText('dropped.csv (27 B): 3 codes, 0 problems').first().waitFor();
      await answer(ui, 'Upload');
      const ended = toast(ui, `3 of 3 codes uploaded to ${event} (stg). The new ones belong to Pista`);
      await ended.getByRole('button', { name: 'Show in Tree' }).click();
      await page
        .locator('.sidebar .monaco-list-row.selected')
        .filter({ hasText: /^DROPPED1/ })
        .waitFor();
      assert.ok((await codesAtService(ui)).includes('DROPPED3'));
    });
});
