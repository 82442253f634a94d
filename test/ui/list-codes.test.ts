import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ask, signIn } from '../harness/forms.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const itemId = '300002';

/** Until it offers a name, it fills in what it likes over what is typed. */
async function saveDialog({ workbench }: Ui): Promise<void> {
  await workbench.quickInput.getByText('Save Codes').waitFor();
  const name = '/workspace/codes of 1º lote.csv';
  await workbench.page.waitForFunction(
    `document.querySelector('.quick-input-widget input[type="text"]')?.value.endsWith('${name}')`,
  );
}

describe('the codes of an item', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', currency: 'BRL' },
  });
  const rows = () => ui.workbench.quickInput.locator('.monaco-list-row');
  const typed = () => ui.workbench.quickInput.locator('input[type="text"]').first();
  /** The first, one below it, and one that is pages away. */
  const [first, near, far] = ['NORTE-0001', 'OESTE-0004', 'SUL-0301'] as const;
  const codes = Array.from({ length: 400 }, (_, place) => `LESTE-${String(place + 1).padStart(4, '0')}`);
  Object.assign(codes, { 0: first, 3: near, 300: far });
  let firstId = 0;

  before(async () => {
    const { ticketUrl, token } = ui.host.service!;
    await ask(ui, 'DELETE', '/events/1001/codes');
    const body = new FormData();
    body.append('file', new Blob([['code', ...codes, '=1+1'].join('\n')]), 'codes.csv');
    await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
    const { data } = (await ask(ui, 'GET', `/items/${itemId}/codes?pageSize=1`)) as { data: { id: number }[] };
    firstId = data[0]!.id;
    await signIn(ui);
  });

  async function list(): Promise<void> {
    await ui.workbench.run('Box Office: List Codes…');
    // Of the many that are called so, each says which one it is.
    await ui.workbench.choose(itemId, `1º lote${itemId} · Event 1001 · Pista – sexta`);
    await ui.workbench.quickInput.getByText('Codes of').waitFor();
    await rows().filter({ hasText: first }).waitFor();
  }

  const copied = async () => ui.workbench.page.evaluate<string>('navigator.clipboard.readText()');

  it('are listed by pages, found by a part, and copied', async () => {
    await list();
    await ui.workbench.screenshot('codes of an item');
    await typed().fill(near.slice(0, 6));
    await rows().filter({ hasText: first }).waitFor({ state: 'detached' });
    await rows().filter({ hasText: near }).hover();
    await rows().filter({ hasText: near }).getByRole('button', { name: 'Copy Code' }).click();
    await ui.workbench.page.locator('.statusbar').getByText(`Copied ${near}.`).waitFor();
    assert.equal(await copied(), near);
    await typed().fill(far.slice(0, 5));
    await rows().filter({ hasText: far }).first().waitFor();
    await rows().filter({ hasText: near }).waitFor({ state: 'detached' });
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.page.locator('.statusbar').getByText(`Copied ${far}.`).waitFor();
    assert.equal(await copied(), far);
  });

  it('fault 20: are all saved as a file, in which a spreadsheet finds no formula', async () => {
    await list();
    await ui.workbench.quickInput.getByRole('button', { name: 'Save All as CSV…' }).click();
    await saveDialog(ui);
    await ui.workbench.screenshot('codes of an item, where to save');
    await ui.workbench.answer(join(ui.host.folder, 'saved.csv'));
    await ui.workbench.notifications.filter({ hasText: /Codes of .* saved: 401\./ }).waitFor();
    await ui.workbench.screenshot('codes of an item, saved');
    const lines = (await readFile(join(ui.host.folder, 'saved.csv'), 'utf8')).split('\r\n');
    assert.equal(lines[0], '\ufeffcode,id,eventId,itemId,used');
    assert.equal(lines[1], `${first},${firstId},1001,${itemId},false`);
    assert.equal(lines.length, 403);
    assert.equal(lines.filter((line) => line.startsWith("'=1+1,")).length, 1);
    assert.equal(
      lines.some((line) => line.startsWith('=')),
      false,
    );
    const names = await readdir(ui.host.folder);
    assert.equal(
      names.some((name) => name.endsWith('.tmp')),
      false,
    );
  });

  it('are deleted after a question', async () => {
    await list();
    await rows().filter({ hasText: first }).hover();
    await rows().filter({ hasText: first }).getByRole('button', { name: 'Delete Code' }).click();
    await ui.workbench.dialog.getByText(`Delete Code: ${first}?`).waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Code' }).click();
    await ui.workbench.notifications.filter({ hasText: 'Codes in stg: 1 deleted' }).waitFor();
  });
});

describe('the codes of an item at a slow service', () => {
  const ui = useWorkbench({
    service: { seed: 1, faults: [{ kind: 'latency', operation: 'listCodes', value: 10_000 }] },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });

  before(() => signIn(ui));

  it('fault 19: leave no file behind when the saving is cancelled', async () => {
    await ui.workbench.run('Box Office: List Codes…');
    await ui.workbench.choose(itemId, '1º lote');
    await ui.workbench.quickInput.getByRole('button', { name: 'Save All as CSV…' }).click();
    await saveDialog(ui);
    const before = await readdir(ui.host.folder);
    await ui.workbench.answer(join(ui.host.folder, 'cancelled.csv'));
    const progress = ui.workbench.notifications.filter({ hasText: 'Saving the codes of 1º lote' });
    await progress.waitFor();
    const during = await readdir(ui.host.folder);
    assert.equal(during.filter((name) => /^cancelled\.csv\..*\.tmp$/.test(name)).length, 1);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    // VS Code takes the progress away at once; the file goes when the request has been given up.
    await until('the folder is as before', async () => isDeepStrictEqual(await readdir(ui.host.folder), before));
    assert.equal(await ui.workbench.notifications.filter({ hasText: 'saved' }).count(), 0);
  });
});
