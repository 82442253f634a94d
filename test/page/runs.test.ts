import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor, type PageEditor, type Tab } from './editor/use-editor.ts';
import { Range, Uri } from './editor/vscode-types.ts';

/** How long the service takes for a part of a run that somebody does something to, in milliseconds. */
const slowly = 700;

const codesOf = (count: number, mark: string) =>
  Array.from({ length: count }, (_, index) => `${mark}-${String(index).padStart(6, '0')}`);

interface Passkey {
  readonly passkey: string;
  readonly limit: number | null;
}

/** The passkeys of an event that begin so. */
async function passkeysWith(editor: PageEditor, eventId: string, mark: string): Promise<Passkey[]> {
  const found: Passkey[] = [];
  for (let page = 1; ; page++) {
    const path = `/passkeys?eventId=${eventId}&pageSize=1000&page=${page}`;
    const { data } = (await editor.ask('GET', path)) as { data: Passkey[] };
    found.push(...data.filter(({ passkey }) => passkey.startsWith(mark)));
    if (data.length < 1000) return found;
  }
}

/** Sends what the form has. */
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Passkeys…' }).click();
  await page.getByRole('button', { name: /^Create [\d,]+ Passkeys?$/ }).click();
}

describe('a run that creates passkeys', () => {
  let pace = 0;
  /** How many requests were quick; the first ones always are, so that a run that is stopped has created some. */
  let quick = 0;
  const slow: ServiceFault = {
    kind: 'latency',
    operation: 'createPasskeys',
    get value() {
      return quick++ < 4 ? 0 : pace;
    },
  };
  const editor = useEditor({ service: { seed: 1, faults: [slow] } });
  beforeEach(() => ([pace, quick] = [0, 0]));

  const path = (name: string) => join(editor.fake.workspace, name);

  interface RunRow {
    readonly node: { readonly runId: string };
    readonly text: string;
    readonly command: { readonly command: string; readonly arguments: readonly unknown[] } | undefined;
  }

  /** The row of a file in the Runs view. */
  async function rowOf(name: string): Promise<RunRow | undefined> {
    const tree = editor.fake.trees.get('boxOffice.runs');
    for (const node of ((await tree?.getChildren()) ?? []) as RunRow['node'][]) {
      const item = (await tree?.getTreeItem(node)) as { label: string; description: string; command: RunRow['command'] };
      if (item.label === name) return { node, text: item.description, command: item.command };
    }
    return undefined;
  }

  /** The row, once it says so. */
  const rowSaying = (name: string, text: string | RegExp) =>
    until(`${name} says ${String(text)}`, async () => {
      const row = await rowOf(name);
      return row?.text.match(text) ? row : undefined;
    });

  /** Opens the form with the codes of a file, and chooses the event. */
  async function createFrom(name: string, eventId: string): Promise<Tab> {
    editor.user.pick = (rows, title) =>
      title.startsWith('Which column') ? rows[0] : rows.find(({ description }) => description?.startsWith(eventId));
    return editor.open('createPasskeys', Uri.file(path(name)));
  }

  /** Starts a run and waits until it has created some of its codes. */
  async function startSlowly(name: string, eventId: string, codes: readonly string[]): Promise<Page> {
    await writeFile(path(name), `code\n${codes.join('\n')}\n`);
    const page = await (await createFrom(name, eventId)).page();
    await page.getByRole('heading', { name: 'Create Many Passkeys' }).waitFor();
    pace = slowly;
    await send(page);
    await rowSaying(name, /[1-9],?\d* of [\d,]+ · running/);
    return page;
  }

  const eachOnce = async (eventId: string, mark: string, count: number) => {
    const made = (await passkeysWith(editor, eventId, mark)).map(({ passkey }) => passkey);
    assert.deepEqual([made.length, new Set(made).size], [count, count]);
  };

  it('takes the column of a CSV file, and keeps its result beside that', async () => {
    await writeFile(path('passkeys.csv'), 'ticket;code\nPista;CSV-1\nPista;CSV-2\nCamarote;CSV-3\nCamarote;CSV-2\n');
    const page = await (await createFrom('passkeys.csv', '1001')).page();
    assert.equal(await page.getByLabel('Codes').inputValue(), 'CSV-1\nCSV-2\nCSV-3\nCSV-2\n');
    await send(page);
    await page.getByText('3 passkeys were created.').waitFor();
    const row = await rowSaying('passkeys.csv', '3 of 3 · finished → Festival da Primavera \\(stg\\)');
    const result = path('passkeys-result.csv');
    const text = 'Row,Code,Result,Reason\r\n1,CSV-1,created,\r\n2,CSV-2,created,\r\n3,CSV-3,created,\r\n';
    assert.equal(await readFile(result, 'utf8'), text);
    await eachOnce('1001', 'CSV-', 3);
    const table = await (await editor.openBy(() => page.getByRole('button', { name: 'Open Result' }).click())).page();
    await table.getByRole('heading', { name: 'Result: passkeys.csv' }).waitFor();
    await table.getByRole('gridcell', { name: 'CSV-3' }).waitFor();
    assert.equal(row.command?.command, 'boxOffice.openRunResult');
    const { length } = editor.panels;
    await editor.run('openRunResult', ...row.command.arguments);
    assert.equal(editor.panels.length, length, 'it is shown in the table that is open');
  });

  it('takes the lines that are selected in an editor', async () => {
    const lines = ['SELECTED-1', 'SELECTED-2', '', 'SELECTED-3'];
    const document = { uri: Uri.file(path('notes.txt')), getText: () => lines.join('\n') };
    editor.fake.textEditor = { document, selections: [new Range(0, 0, 3, 10)] };
    editor.user.pick = (rows) => rows.find(({ description }) => description?.startsWith('1001'));
    const page = await (await editor.open('createPasskeys')).page();
    editor.fake.textEditor = undefined;
    await page.locator('.figures > div', { hasText: 'Codes' }).locator('dd', { hasText: '3' }).waitFor();
    assert.equal(await page.getByLabel('Codes').inputValue(), 'SELECTED-1\nSELECTED-2\nSELECTED-3\n');
    await send(page);
    await page.getByText('3 passkeys were created.').waitFor();
    await rowSaying('Codes from the form', '3 of 3 · finished');
  });

  it('fault 48: is cancelled in the middle, counts exactly, and goes on from the tree', async () => {
    const codes = codesOf(10_500, 'BIG');
    await writeFile(path('big.csv'), `code\n${codes.join('\n')}\n`);
    const tab = await createFrom('big.csv', '1001');
    const page = await tab.page();
    await page.getByText('big.csv · code').waitFor();
    await page.getByText('and 10,495 more.').waitFor();
    assert.equal(await page.getByLabel('Codes').isVisible(), false);
    await page.locator('.figures > div', { hasText: 'At the service' }).locator('dd', { hasText: '0' }).waitFor();
    await assertAccessible(editor, tab, { within: 'form, .page section' });
    pace = slowly;
    editor.user.cancel = (title, step) => title.startsWith('Creating passkeys in') && /^[1-9].* of 10,500/.test(step);
    await send(page);
    await page.getByText('The run was cancelled; it can be resumed.').waitFor();
    pace = 0;
    const said = (await page.locator('.notice', { hasText: 'The run was cancelled' }).textContent()) ?? '';
    const created = Number(/([\d,]+) passkeys were created/.exec(said)?.[1]?.replace(',', ''));
    assert.ok(created > 0 && created < 10_500, said);
    await eachOnce('1001', 'BIG', created);
    assert.match(said, new RegExp(`Not sent: ${(10_500 - created).toLocaleString('en')}\\.`));
    const { node } = await rowSaying('big.csv', `${created.toLocaleString('en')} of 10,500 · cancelled`);
    editor.user.cancel = () => false;
    await editor.run('resumeRuns', node);
    await rowSaying('big.csv', '10,500 of 10,500 · finished');
    await until('its end is said', () => editor.user.shown.some((text) => text.startsWith('10,500 passkeys created in')));
    // The page that began it hears of it, and has nothing left to send.
    await page.getByText('10,500 passkeys were created.').waitFor();
    assert.equal(await page.getByLabel('Codes').inputValue(), '');
    await eachOnce('1001', 'BIG', 10_500);
    assert.equal((await readFile(path('big-result.csv'), 'utf8')).split('\r\n').length, 10_502);
  });

  it('fault 33: pauses when the sign-in is gone, asks once, and goes on from the page', async () => {
    const page = await startSlowly('pause.csv', '1002', codesOf(7000, 'PAUSE'));
    await editor.run('signOut');
    await rowSaying('pause.csv', 'paused');
    pace = 0;
    await page.getByText('The run paused: Sign in to stg first.').waitFor();
    assert.deepEqual(
      editor.user.shown.filter((text) => text.includes('Sign in to stg first')),
      [],
      'the page says it',
    );
    await assertAccessible(editor, editor.active, { within: '.notice.warning' });
    let asked = 0;
    editor.user.type = () => {
      asked++;
      return editor.service.token;
    };
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('7,000 passkeys were created.').waitFor();
    assert.equal(asked, 1);
    await eachOnce('1002', 'PAUSE', 7000);
  });

  it('fault 47: does not go on when its file has changed, and is discarded after a question', async () => {
    const page = await startSlowly('stale.csv', '1003', codesOf(7000, 'STALE'));
    const { node } = await rowSaying('stale.csv', 'running');
    await editor.run('cancelRun', node);
    await rowSaying('stale.csv', 'cancelled');
    pace = 0;
    const before = (await passkeysWith(editor, '1003', 'STALE')).length;
    await writeFile(path('stale.csv'), codesOf(7001, 'STALE').join('\n'));
    await editor.run('resumeRuns', node);
    const refusal = 'The file is not what it was when the run was planned.';
    await until('it is refused', () => editor.user.shown.some((text) => text.includes(refusal)));
    assert.equal((await passkeysWith(editor, '1003', 'STALE')).length, before);
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Discard');
    await editor.run('discardRun', node);
    assert.match(
      editor.user.shown.at(-1) ?? '',
      /^Discard the run stale\.csv → .*\? \| Codes that were not sent, or are not known, can no longer be resumed: [\d,]+\./,
    );
    await until('the row is gone', async () => (await rowOf('stale.csv')) === undefined);
    await page.getByText('The run was cancelled').waitFor({ state: 'hidden' });
    const plans = globSync('storage/runs/*/plan.json', { cwd: editor.fake.home });
    const isLeft = plans.some((name) => readFileSync(join(editor.fake.home, name), 'utf8').includes('stale.csv'));
    assert.equal(isLeft, false);
    assert.equal((await passkeysWith(editor, '1003', 'STALE')).length, before);
  });
});

describe('a run in a protected environment', () => {
  let isLost = false;
  let meddle: (() => void) | undefined;
  const lost: ServiceFault = {
    kind: 'reset-before',
    operation: 'createPasskeys',
    get times() {
      isLost = true;
      return 1;
    },
  };
  /** Lets somebody else write something just before the run looks for what came of the request that was lost. */
  const looks: ServiceFault = {
    kind: 'latency',
    operation: 'listPasskeys',
    get value() {
      if (!isLost || !meddle) return 0;
      meddle();
      meddle = undefined;
      return 1500;
    },
  };
  const editor = useEditor({ service: { seed: 1, faults: [lost, looks] }, environment: { name: 'prod', protected: true } });

  it('fault 44: asks before it begins and before it goes on, and about what nothing else can tell', async () => {
    const answers = ['Create passkeys', 'Resume', 'Leave as Not Known'];
    editor.user.press = (_message, buttons) => buttons.find((button) => answers.includes(button));
    meddle = () => void editor.ask('POST', '/event/1001/passkeys', { codes: ['DOUBT-1'], limit: 7 });
    const page = await (await editor.open('createPasskeys', editor.resource('event', '1001'))).page();
    await page.getByLabel('Codes').fill('DOUBT-1\nDOUBT-2\n');
    await page.getByLabel('Limit').fill('2');
    await send(page);
    await page.getByText('The run needs a decision.').waitFor();
    assert.match(editor.user.shown[0] ?? '', /Environment: prod \(protected\)/);
    await page.getByRole('button', { name: 'Decide…' }).click();
    await page.getByText('1 passkey was created. Not known: 1.').waitFor();
    const questions = editor.user.shown.slice(1);
    assert.match(questions[0] ?? '', /^Resume: Festival da Primavera\?/);
    assert.match(
      questions[1] ?? '',
      /^It is not known whether all codes were created in Festival da Primavera\. In doubt: 1\. \| They are there, with other items or another limit: DOUBT-1/,
    );
    const there = await passkeysWith(editor, '1001', 'DOUBT-');
    assert.deepEqual(there.map(({ passkey, limit }) => [passkey, limit]).sort(), [
      ['DOUBT-1', 7],
      ['DOUBT-2', 2],
    ]);
  });
});
