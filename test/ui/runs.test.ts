import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceFault } from '../../src/service/index.ts';
import {
  accessibilityProblems,
  ask,
  chooseFirst,
  openForEvent,
  passkeysOf,
  pictureInEveryTheme,
  signIn,
} from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

const eventId = '1001';
const environment = { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Sao_Paulo' };

/** So slow that a run cannot end before somebody has done something to it. */
const slowly = 3000;

function codesOf(count: number, mark: string): string[] {
  return Array.from({ length: count }, (_, index) => `${mark}-${String(index).padStart(6, '0')}`);
}

describe('runs, as a person sees them', () => {
  /** How long the service takes for each part of a run, in milliseconds. */
  let pace = 0;
  const slow: ServiceFault = {
    kind: 'latency',
    operation: 'createPasskeys',
    get value() {
      return pace;
    },
  };
  const ui = useWorkbench({ service: { seed: 1, faults: [slow] }, environment });

  before(() => signIn(ui));
  beforeEach(() => (pace = 800));

  const page = () => ui.workbench.webview;
  const run = (file: string) => ui.workbench.row(file).filter({ hasText: '→ Festival da Primavera (stg)' });
  const path = (name: string) => join(ui.host.folder, name);
  const notice = (text: string | RegExp) => ui.workbench.notifications.filter({ hasText: text });

  /** A file of the workspace, from the menu of the Explorer. */
  async function createFrom(name: string): Promise<void> {
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.rightClick(name, 'Create Many Passkeys…');
  }

  async function chooseEvent(): Promise<void> {
    await ui.workbench.quickInput.getByText('Which event?').waitFor();
    await chooseFirst(ui, eventId);
    await page().getByRole('heading', { name: 'Create Many Passkeys' }).waitFor();
  }

  /** Sends what the form has. */
  async function send(): Promise<void> {
    await page().getByRole('button', { name: 'Review…' }).click();
    await page().getByRole('button', { name: 'Create Passkeys' }).click();
  }

  /** Runs what an inline button of a row does. */
  async function press(file: string, button: string): Promise<void> {
    await run(file).hover();
    await run(file).getByRole('button', { name: button }).click();
  }

  const made = async (codes: readonly string[]) => {
    const reply = await passkeysWith(codes[0]!.split('-')[0]!);
    return codes.filter((code) => reply.has(code)).length;
  };

  async function passkeysWith(mark: string): Promise<Map<string, number>> {
    const { ticketUrl, token } = ui.host.service!;
    const counts = new Map<string, number>();
    for (let number = 1; ; number++) {
      const address = `${ticketUrl}/passkeys?eventId=${eventId}&pageSize=1000&page=${number}`;
      const reply = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
      const { data } = (await reply.json()) as { data: { passkey: string }[] };
      for (const { passkey } of data) if (passkey.startsWith(mark)) counts.set(passkey, (counts.get(passkey) ?? 0) + 1);
      if (data.length < 1000) return counts;
    }
  }

  it('creates passkeys from the column of a CSV file, and keeps the result beside it', async () => {
    await writeFile(path('passkeys.csv'), 'ticket;code\nPista;CSV-1\nPista;CSV-2\nCamarote;CSV-3\nCamarote;CSV-2\n');
    await createFrom('passkeys.csv');
    await ui.workbench.quickInput.getByText('Which column of passkeys.csv holds the codes?').waitFor();
    await ui.workbench.screenshot('passkeys from a CSV, column');
    await ui.workbench.page.keyboard.press('Enter');
    await chooseEvent();
    assert.equal(await page().getByLabel('Codes').inputValue(), 'CSV-1\nCSV-2\nCSV-3\nCSV-2\n');
    await send();
    await page().getByText('3 passkeys were created.').waitFor();
    await ui.workbench.showContainer('Box Office');
    const header = ui.workbench.page.locator('.sidebar .pane-header').filter({ hasText: 'Runs' });
    assert.equal(await header.getAttribute('aria-expanded'), 'false', 'it leaves the room to the events');
    await header.click();
    await run('passkeys.csv').getByText('3 of 3 · finished').waitFor();
    const result = await readFile(path('passkeys-result.csv'), 'utf8');
    assert.equal(result, 'Row,Code,Result,Reason\r\n1,CSV-1,created,\r\n2,CSV-2,created,\r\n3,CSV-3,created,\r\n');
    assert.equal((await passkeysOf(ui, eventId)).filter(({ passkey }) => passkey.startsWith('CSV-')).length, 3);
    await run('passkeys.csv').hover();
    await ui.workbench.screenshot('runs, finished');
    await press('passkeys.csv', 'Open Result of Run');
    const shown = ui.workbench.page.locator('.tab.active', { hasText: 'passkeys-result.csv' });
    await shown.waitFor();
    await ui.workbench.run('View: Close All Editors');
    await shown.waitFor({ state: 'detached' });
    await run('passkeys.csv').click();
    await shown.waitFor();
  });

  it('takes the lines that are selected in an editor', async () => {
    await ui.workbench.run('File: New Untitled Text File');
    await ui.workbench.page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
    await ui.workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await ui.workbench.page.keyboard.insertText('SELECTED-1\nSELECTED-2\n\nSELECTED-3');
    await ui.workbench.page.keyboard.press('Control+a');
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    await page().getByRole('heading', { name: 'Create Many Passkeys' }).waitFor();
    await page().locator('.figures > div', { hasText: 'Codes' }).locator('dd', { hasText: '3' }).waitFor();
    assert.equal(await page().getByLabel('Codes').inputValue(), 'SELECTED-1\nSELECTED-2\nSELECTED-3\n');
    await send();
    await page().getByText('3 passkeys were created.').waitFor();
    await run('Codes from the form').getByText('3 of 3 · finished').waitFor();
  });

  it('fault 48: is cancelled in the middle, counts exactly, and goes on from the tree', async function () {
    this.timeout(120_000);
    const codes = codesOf(12_000, 'BIG');
    await writeFile(path('big.csv'), `code\n${codes.join('\n')}\n`);
    await createFrom('big.csv');
    await chooseEvent();
    await page().getByText('big.csv · code').waitFor();
    await page().getByText('and 11,995 more.').waitFor();
    assert.equal(await page().getByLabel('Codes').isVisible(), false);
    await page().locator('.figures > div', { hasText: 'At the service' }).locator('dd', { hasText: '0' }).waitFor();
    await ui.workbench.screenshot('passkeys from a large file');
    assert.deepEqual(await accessibilityProblems(ui), []);
    pace = slowly;
    await send();
    await ui.workbench.showContainer('Box Office');
    const progress = ui.workbench.notifications.filter({ hasText: 'Creating passkeys in' });
    await progress.waitFor();
    await run('big.csv')
      .getByText(/[1-9],?\d* of 12,000 · running/)
      .waitFor();
    await ui.workbench.screenshot('runs, running');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await page().getByText('The run was cancelled; it can be resumed.').waitFor();
    pace = 0;
    const said = (await page().locator('.notice').first().textContent())!;
    const created = Number(/([\d,]+) passkeys were created/.exec(said)![1]!.replace(',', ''));
    assert.equal(await made(codes), created);
    assert.ok(created > 0 && created < 12_000, said);
    assert.match(said, new RegExp(`Not sent: ${(12_000 - created).toLocaleString('en')}\\.`));
    await run('big.csv')
      .getByText(`${created.toLocaleString('en')} of 12,000 · cancelled`)
      .waitFor();
    await run('big.csv').hover();
    await ui.workbench.screenshot('runs, cancelled');
    await press('big.csv', 'Resume Runs…');
    await run('big.csv').getByText('12,000 of 12,000 · finished').waitFor({ timeout: 60_000 });
    await notice('12,000 passkeys created in').waitFor();
    // The page that began it hears of it, and has nothing left to send.
    await page().getByText('12,000 passkeys were created.').waitFor();
    assert.equal(await page().getByLabel('Codes').inputValue(), '');
    await ui.workbench.screenshot('runs, resumed');
    const there = await passkeysWith('BIG');
    assert.deepEqual([there.size, Math.max(...there.values())], [12_000, 1]);
    assert.equal((await readFile(path('big-result.csv'), 'utf8')).split('\r\n').length, 12_002);
  });

  it('fault 43: is offered after the window was reloaded in the middle, and makes each code once', async function () {
    this.timeout(180_000);
    const codes = codesOf(11_000, 'RELOAD');
    await writeFile(path('reload.csv'), codes.join('\n'));
    await createFrom('reload.csv');
    await chooseEvent();
    // The form was open before, with another file.
    await page().getByText('reload.csv · Column 1').waitFor();
    pace = slowly;
    await send();
    await ui.workbench.showContainer('Box Office');
    await run('reload.csv')
      .getByText(/[1-9],?\d* of 11,000 · running/)
      .waitFor();
    await ui.workbench.reload();
    pace = 0;
    const offer = notice(/Creating passkeys in .* was interrupted at/);
    await offer.waitFor({ timeout: 60_000 });
    await run('reload.csv').getByText('interrupted').waitFor();
    await ui.workbench.screenshot('runs, interrupted');
    assert.equal(await offer.count(), 1);
    await page()
      .getByText(/A run to this event is not at its end: [\d,]+ of 11,000 · interrupted\./)
      .waitFor();
    await offer.getByRole('button', { name: 'Resume' }).click();
    await ui.workbench.answer(ui.host.service!.token);
    await run('reload.csv').getByText('11,000 of 11,000 · finished').waitFor({ timeout: 90_000 });
    const there = await passkeysWith('RELOAD');
    assert.deepEqual([there.size, Math.max(...there.values())], [11_000, 1]);
  });

  it('fault 33: pauses when the sign-in is gone, asks once, and goes on from the page', async function () {
    this.timeout(120_000);
    const codes = codesOf(11_000, 'PAUSE');
    await writeFile(path('pause.csv'), codes.join('\n'));
    await createFrom('pause.csv');
    await chooseEvent();
    // The form was open before, with another file.
    await page().getByText('pause.csv · Column 1').waitFor();
    pace = slowly;
    await send();
    await ui.workbench.showContainer('Box Office');
    await run('pause.csv')
      .getByText(/[1-9],?\d* of 11,000 · running/)
      .waitFor();
    await ui.workbench.run('Box Office: Sign Out');
    await run('pause.csv').getByText('paused').waitFor();
    pace = 0;
    await page().getByText('The run paused: Sign in to stg first.').waitFor();
    assert.equal(await ui.workbench.quickInput.count(), 0);
    assert.equal(await notice('Sign in to stg first').count(), 0);
    await ui.workbench.screenshot('passkeys form, paused');
    await page().getByRole('button', { name: 'Resume' }).click();
    await ui.workbench.answer(ui.host.service!.token);
    await page().getByText('11,000 passkeys were created.').waitFor({ timeout: 60_000 });
    const there = await passkeysWith('PAUSE');
    assert.deepEqual([there.size, Math.max(...there.values())], [11_000, 1]);
  });

  it('fault 47: does not go on when its file has changed, and is discarded after a question', async function () {
    this.timeout(120_000);
    await writeFile(path('stale.csv'), codesOf(11_000, 'STALE').join('\n'));
    await createFrom('stale.csv');
    await chooseEvent();
    // The form was open before, with another file.
    await page().getByText('stale.csv · Column 1').waitFor();
    pace = slowly;
    await send();
    await ui.workbench.showContainer('Box Office');
    await run('stale.csv')
      .getByText(/[1-9],?\d* of 11,000 · running/)
      .waitFor();
    await press('stale.csv', 'Cancel Run');
    await run('stale.csv').getByText('cancelled').waitFor();
    const before = (await passkeysWith('STALE')).size;
    await writeFile(path('stale.csv'), codesOf(11_001, 'STALE').join('\n'));
    await press('stale.csv', 'Resume Runs…');
    await notice('The file is not what it was when the run was planned.').waitFor();
    assert.equal((await passkeysWith('STALE')).size, before);
    await press('stale.csv', 'Discard Run…');
    await ui.workbench.dialog
      .getByText(/Codes that were not sent, or are not known, can no longer be resumed: [\d,]+\./)
      .waitFor();
    await ui.workbench.screenshot('runs, discard question');
    await ui.workbench.dialog.getByRole('button', { name: 'Discard' }).click();
    await run('stale.csv').waitFor({ state: 'detached' });
    await page().getByText('The run was cancelled').waitFor({ state: 'hidden' });
    const folders = globSync('data/User/globalStorage/**/runs/*', { cwd: ui.host.dataFolder });
    const plans = await Promise.all(
      folders.map((name) => readFile(join(ui.host.dataFolder, name, 'plan.json'), 'utf8').catch(() => '')),
    );
    assert.equal(
      plans.some((plan) => plan.includes('stale.csv')),
      false,
    );
    assert.equal((await passkeysWith('STALE')).size, before);
    await pictureInEveryTheme(ui, 'runs');
  });
});

describe('a run in a protected environment', () => {
  const ui = useWorkbench({
    service: { seed: 1, faults: [{ kind: 'reset-before', operation: 'createPasskeys', times: 1 }] },
    environment: { ...environment, name: 'prod', protected: true },
  });

  before(() => signIn(ui));

  const page = () => ui.workbench.webview;

  it('fault 44: asks before it begins and before it goes on, and about what nothing else can tell', async function () {
    this.timeout(120_000);
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    await page().getByLabel('Codes').fill('DOUBT-1\nDOUBT-2\n');
    await page().getByLabel('Limit').fill('2');
    await page().getByRole('button', { name: 'Review…' }).click();
    await page().getByRole('button', { name: 'Create Passkeys' }).click();
    await ui.workbench.dialog.getByText('Environment: prod (protected)').waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Create passkeys' }).click();
    // The request was lost; while the run looks for what came of it, somebody else creates one of the passkeys otherwise.
    await ui.workbench.notifications.filter({ hasText: 'reading back what was created' }).waitFor();
    await ask(ui, 'POST', `/event/${eventId}/passkeys`, { codes: ['DOUBT-1'], limit: 7 });
    await page().getByText('The run needs a decision.').waitFor({ timeout: 30_000 });
    await page().getByRole('button', { name: 'Decide…' }).click();
    await ui.workbench.dialog.getByText('Resume: Festival da Primavera?').waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Resume' }).click();
    await ui.workbench.dialog
      .getByText('It is not known whether all codes were created in Festival da Primavera. In doubt: 1.')
      .waitFor();
    await ui.workbench.dialog.getByText('They are there, with other items or another limit: DOUBT-1').waitFor();
    await ui.workbench.screenshot('runs, decision');
    await ui.workbench.dialog.getByRole('button', { name: 'Leave as Not Known' }).click();
    await page().getByText('1 passkey was created. Not known: 1.').waitFor({ timeout: 30_000 });
    const there = (await passkeysOf(ui, eventId)).filter(({ passkey }) => passkey.startsWith('DOUBT-'));
    assert.deepEqual(there.map(({ passkey, limit }) => [passkey, limit]).sort(), [
      ['DOUBT-1', 7],
      ['DOUBT-2', 2],
    ]);
  });
});
