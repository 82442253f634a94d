import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { focused, problemAt } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';

describe('what a form refuses at a field', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, exportDelay: 0, faults }, environment: { eventCredential: 'bearer' } });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const open = async (command: string) => (await editor.open(command, editor.resource('event', '1001'))).page();
  const count = (operation: string) => {
    const counted = countedCalls(operation);
    faults.push(...counted.faults);
    return () => counted.counts[operation] ?? 0;
  };

  it('a filter of a guest list without a name: it is counted in the bar, which leads to it, stays as it was typed, and is sent once it has one', async () => {
    const sent = count('requestExport');
    const page = await open('requestExport');
    await page.getByLabel('Type').selectOption('guestlist');
    await page.getByRole('button', { name: 'Add Filter' }).click();
    const name = page.getByLabel('Name');
    const value = page.getByLabel('Value');
    await value.fill('app');
    await page.getByRole('button', { name: 'Request Export' }).click();
    assert.equal(await problemAt(page, name), 'A name is needed.');
    await focused(page, name);
    await page.getByLabel('Format').focus();
    await page.getByRole('button', { name: '1 problem', exact: true }).click();
    await focused(page, name);
    assert.equal(await value.inputValue(), 'app');
    assert.equal(await page.getByLabel('Type').inputValue(), 'guestlist');
    await page.getByText('None yet in this environment.').waitFor();
    await name.fill('channel');
    await page.getByText('A name is needed.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Request Export' }).click();
    await page.getByText('The export was requested.').waitFor();
    await page.getByRole('row', { name: /Festival da Primavera.*Guest list.*CSV/ }).waitFor();
    assert.equal(sent(), 1, 'what was refused was not sent');
    const [head, ...rows] = (await exported()).trim().split(/\r?\n/);
    const channel = head!.split(',').indexOf('channel');
    assert.ok(rows.length > 0, 'there are guests');
    assert.deepEqual([...new Set(rows.map((row) => row.split(',')[channel]))], ['app']);
  });

  it('a limit of a batch of passkeys that is no whole number from 1 on', async () => {
    const sent = count('createPasskeys');
    const page = await open('createPasskeys');
    await page.getByLabel('Codes').fill('LIMITED-1\n');
    const limit = page.getByLabel('Limit');
    const summary = page.getByRole('table', { name: 'This will be sent' });
    for (const text of ['0', 'abc', '1.5', '-1']) {
      await limit.fill(text);
      assert.equal(await problemAt(page, limit), 'A whole number from 1 on.', text);
      // From elsewhere it goes back to what is wrong, and no further.
      await page.getByLabel('Codes').focus();
      await page.getByRole('button', { name: 'Create Passkeys…' }).click();
      await focused(page, limit);
      assert.equal(await limit.inputValue(), text);
      assert.equal(await summary.count(), 0, text);
    }
    await limit.fill('1');
    await page.getByText('A whole number from 1 on.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create Passkeys…' }).click();
    await summary.getByRole('row', { name: 'Limit 1' }).waitFor();
    assert.equal(sent(), 0);
  });

  /** The first file in the service's outbox, once its mail has come. */
  async function exported(): Promise<string> {
    const { outbox } = editor.service;
    const name = await until('an export arrives', async () => {
      const names = await readdir(outbox, { recursive: true });
      return names.some((one) => one.endsWith('.eml')) && names.find((one) => one.endsWith('.csv'));
    });
    return readFile(join(outbox, name), 'utf8');
  }
});
