import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { assertAccessible, focused, hintAt, problemAt, shortenTimers } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment, event, eventId, findPasskey, makePasskey, passkeysOf } from './passkey.support.ts';

const figure = (page: Page, name: string | RegExp) => page.locator('.figures > div', { hasText: name }).locator('dd');
/** What the count is called before the service was compared with, and after it. */
const counted = /^(Codes|Passkeys to create)/;
const codesIn = (page: Page) => page.getByLabel('Passkey codes, one per line', { exact: true });

describe('the form of many passkeys', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const openTab = (codes?: readonly string[]) => editor.open('createPasskeys', event(editor), undefined, codes);
  const open = async () => (await openTab()).page();
  /** The tickets in each group of the event, without the groups in it. */
  const groupsOf = async () => {
    interface ItemRow {
      readonly type: string;
      readonly children: number[];
    }
    const { data } = (await editor.ask('GET', `/items?eventId=${eventId}&pageSize=1000`)) as { data: ItemRow[] };
    return data.filter(({ type }) => type === 'Group').map(({ children }) => children);
  };
  const makeUp = async (page: Page, pattern: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(pattern)) await page.getByLabel(label, { exact: true }).fill(text);
    await button(page, 'Generate Codes').click();
  };

  it('counts while codes are typed, those at the service too, and says where those are not known and that white space is left out', async () => {
    await makePasskey(editor, 'COUNTED');
    faults.push({ kind: '403', operation: 'listPasskeys' });
    const page = await open();
    await shortenTimers(page, 400);
    assert.match(await hintAt(page, codesIn(page)), /^What customers type, not codes of tickets\./);
    await codesIn(page).fill('UNKNOWN-1');
    await page.getByText('It is not known which ones the service has:').waitFor();
    assert.equal(await figure(page, 'At the service').textContent(), '?');
    faults.length = 0;
    await codesIn(page).fill('COUNT-1\n COUNT-2\n\nCOUNT-1\nCOUNTED\n');
    await page.getByText('Left as they are: COUNTED').waitFor();
    await page.getByText('White space around codes is left out: 1.').waitFor();
    assert.equal(await figure(page, 'Passkeys to create').textContent(), '2');
    assert.equal(await figure(page, 'Duplicates').textContent(), '1');
    assert.equal(await figure(page, 'Blank lines').textContent(), '1');
    assert.equal(await figure(page, 'At the service').textContent(), '1');
  });

  it('says before they are sent that passkeys without items open none, with one main button, and goes back to the codes', async () => {
    const page = await open();
    await codesIn(page).fill('BARE-1\n');
    const main = page.locator('button.primary:visible');
    await button(page, 'Create Passkeys…').click();
    await page.locator('section .notice', { hasText: 'These passkeys open no item until items are chosen for them.' }).waitFor();
    assert.deepEqual(await main.allTextContents(), ['Create 1 Passkey']);
    await focused(page, button(page, 'Create 1 Passkey'));
    await page.keyboard.press('Escape');
    assert.deepEqual(await main.allTextContents(), ['Create Passkeys…']);
    await focused(page, codesIn(page));
    await button(page, 'Create Passkeys…').click();
    await button(page, 'Back').click();
    await focused(page, codesIn(page));
    assert.equal(await findPasskey(editor, 'BARE-1'), undefined);
  });

  it('makes codes up from a pattern, after those that are there, and says at the field why it makes too few', async () => {
    const page = await open();
    await codesIn(page).fill('TYPED');
    await makeUp(page, { 'Prefix': 'VIP-', 'How many': '20' });
    await figure(page, counted).getByText('21').waitFor();
    assert.match(await codesIn(page).inputValue(), /^TYPED\n(VIP-[ACDEFGHJKMNPQRTUVWXY34679]{8}\n){20}$/);
    await makeUp(page, { 'Prefix': '', 'Length': '1', 'How many': '100' });
    assert.match(await problemAt(page, page.getByLabel('Length')), /^There are too few different codes/);
    await focused(page, page.getByLabel('Length'));
    await makeUp(page, { 'Length': '8', 'Letters and digits': 'AA' });
    assert.equal(await problemAt(page, page.getByLabel('Letters and digits')), 'At least two, each once, and no white space.');
    // Enough for the page, which does not know those of the service.
    await makeUp(page, { 'Letters and digits': 'AB', 'Length': '3', 'How many': '4' });
    await page.getByRole('alert').filter({ hasText: 'beside those that are taken; make it longer.' }).waitFor();
  });

  it('makes 200 passkeys from a pattern with two clicks and three fields after the menu of the event', async () => {
    const before = (await passkeysOf(editor)).length;
    const page = await open();
    await focused(page, page.getByLabel('How many'));
    await page.keyboard.type('200');
    await page.keyboard.press('Tab');
    await page.keyboard.type('JOB-');
    await page.getByText('200 codes will be drawn at random, between JOB-AAAAAAAA and JOB-99999999.').waitFor();
    await page.getByRole('checkbox').first().check();
    await button(page, 'Create Passkeys…').click();
    await page.getByRole('table', { name: 'This will be sent' }).getByRole('row', { name: 'Passkeys to create 200' }).waitFor();
    const drawn = (await codesIn(page).inputValue()).trim().split('\n');
    await page.getByText(`The first code is ${drawn[0]}, the last one ${drawn[199]}.`).waitFor();
    assert.equal((await passkeysOf(editor)).length, before, 'nothing is sent before it was seen');
    await focused(page, page.getByRole('button', { name: /^Create [\d,]+ Passkeys?$/ }));
    await page.getByRole('button', { name: /^Create [\d,]+ Passkeys?$/ }).click();
    await page.getByText('200 passkeys were created.').waitFor();
    const made = (await passkeysOf(editor)).filter(({ passkey }) => passkey.startsWith('JOB-'));
    assert.equal(made.length, 200);
    const [group] = await groupsOf();
    assert.deepEqual(new Set(made.map(({ itemIds }) => String(itemIds.toSorted()))), new Set([String(group!.toSorted())]));
  });

  it('has times and numbers in fields of one height, refuses a start before today and a limit that is none, and goes to the first', async () => {
    const tab = await openTab();
    const page = await tab.page();
    const boxes = await Promise.all(['Start', 'Finish', 'Limit'].map((label) => page.getByLabel(label).boundingBox()));
    assert.equal(new Set(boxes.map((box) => box?.height)).size, 1);
    await page.getByLabel('Start').fill('2020-01-01T00:00:00');
    await page.getByLabel('Limit').fill('0');
    await button(page, 'Create Passkeys…').click();
    assert.equal(await problemAt(page, page.getByLabel('Start')), 'This is before today in America/Sao_Paulo.');
    assert.equal(await problemAt(page, page.getByLabel('Limit')), 'A whole number from 1 on.');
    await focused(page, page.getByLabel('Start'));
    await button(page, '2 problems').waitFor();
    assert.equal(await codesIn(page).inputValue(), '', 'nothing is made up before the rest is right');
    await assertAccessible(editor, tab, { what: 'problems of many passkeys', within: '.row:has([aria-invalid=true])' });
  });

  it('fault 58: offers what was typed when the form was closed and is opened again, and has it after its tab was hidden', async () => {
    const tab = await openTab();
    await codesIn(await tab.page()).fill('CLOSE-1\n');
    await (await tab.page()).getByLabel('Finish').fill('2031-01-02T03:04:05');
    await (await tab.page()).getByLabel('Limit').fill('2');
    await editor.draftKept('"limit":"2"');
    tab.close();
    const again = await openTab();
    const page = await again.page();
    await page.getByText('was not saved').waitFor();
    await button(page, 'Restore').click();
    const isThere = async (page: Page) => {
      assert.equal(await codesIn(page).inputValue(), 'CLOSE-1\n');
      assert.equal(await page.getByLabel('Finish').inputValue(), '2031-01-02T03:04:05');
      assert.equal(await page.getByLabel('Limit').inputValue(), '2');
      await page.getByText(/^0 of \d+ chosen/).waitFor();
    };
    await isThere(page);
    await editor.draftKept('"limit":"2"');
    editor.hide();
    const shown = await again.show();
    await figure(shown, counted).getByText('1').waitFor();
    await isThere(shown);
  });

  // Proved in passkey.test.ts.
  if (everything) {
    it('gives back what was typed after a reload, and loads its items once somebody has signed in', async () => {
      const tab = await openTab();
      await codesIn(await tab.page()).fill('RELOAD-1\nRELOAD-2\n');
      await (await tab.page()).getByLabel('Limit').fill('2');
      await editor.draftKept('"limit":"2"');
      await editor.signOut();
      try {
        await editor.reload();
        const page = await tab.page();
        await button(page, 'Sign In').waitFor();
        assert.equal(await codesIn(page).inputValue(), 'RELOAD-1\nRELOAD-2\n');
        assert.equal(await page.getByLabel('Limit').inputValue(), '2');
        await editor.signIn();
        await page.getByText(/^0 of \d+ chosen/).waitFor();
      } finally {
        await editor.signIn();
      }
    });
  }

  it('takes codes that it is given, also while it is open, and those of a file, and says in which column a file has none', async () => {
    const page = await (await openTab(['GIVEN-1'])).page();
    await figure(page, counted).getByText('1').waitFor();
    await openTab(['GIVEN-2', 'GIVEN-3']);
    await figure(page, counted).getByText('3').waitFor();
    const file = join(editor.fake.workspace, 'given.csv');
    await writeFile(file, 'GIVEN-4\nGIVEN-5\n');
    editor.user.choose = () => [file];
    await button(page, 'Take Codes from a File…').click();
    await figure(page, counted).getByText('5').waitFor();
    assert.equal(await codesIn(page).inputValue(), 'GIVEN-1\nGIVEN-2\nGIVEN-3\nGIVEN-4\nGIVEN-5\n');
    const none = join(editor.fake.workspace, 'no-codes.csv');
    await writeFile(none, 'code\n\n\n');
    editor.user.choose = () => [none];
    await button(page, 'Take Codes from a File…').click();
    await page.getByRole('alert').getByText('no-codes.csv has no codes in this column: code.').waitFor();
  });

  it('says which field is missing where there are neither codes nor a whole pattern, also where that is folded away', async () => {
    const page = await (await openTab(['GONE'])).page();
    await codesIn(page).fill('');
    const count = page.getByLabel('How many', { exact: true });
    assert.equal(await count.isVisible(), false);
    await page.getByText('Generate codes', { exact: true }).click();
    await count.fill('');
    await page.getByText('Generate codes', { exact: true }).click();
    await button(page, 'Create Passkeys…').click();
    const missing = 'Codes cannot be made up without it; or give the codes below.';
    assert.equal(await problemAt(page, count), missing);
    await focused(page, count);
    await button(page, '1 problem').waitFor();
    await count.fill('3');
    await page.getByLabel('Letters and digits').fill('');
    await button(page, 'Create Passkeys…').click();
    assert.equal(await problemAt(page, page.getByLabel('Letters and digits')), missing);
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 1);
    await codesIn(page).fill('TYPED-1');
    await button(page, 'Create Passkeys…').click();
    await page.getByRole('table', { name: 'This will be sent' }).waitFor();
  });

  it('sums up a batch as it was typed, sends what it showed, and says exactly what came of it', async () => {
    await makePasskey(editor, 'SUM-0');
    const tab = await openTab();
    const page = await tab.page();
    await codesIn(page).fill('SUM-1\nSUM-2\nSUM-1\n\nSUM-0\nSUM-3\n');
    await page.getByLabel('Start').fill('2030-03-01T10:00:00');
    await page.getByLabel('Finish').fill('2030-03-20T18:30:15');
    await page.getByLabel('Limit').fill('4');
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('checkbox').nth(2).check();
    await button(page, 'Create Passkeys…').click();
    const summary = page.getByRole('table', { name: 'This will be sent' });
    await summary.waitFor();
    const rows = (await summary.getByRole('row').all()).map(async (row) => [
      await row.getByRole('rowheader').innerText(),
      await row.getByRole('cell').innerText(),
    ]);
    assert.deepEqual(Object.fromEntries(await Promise.all(rows)), {
      'Environment': 'stg',
      'Event': 'Festival da Primavera',
      'Passkeys to create': '3',
      'At the service already': '1',
      'Items': 'Pista – sexta 04/12 › 1º lote\nPista – sexta 04/12 › 2º lote',
      'Start': '2030-03-01 10:00:00',
      'Finish': '2030-03-20 18:30:15',
      'Limit': '4',
    });
    await assertAccessible(editor, tab, { what: 'the summary of many passkeys', within: 'section:has(> .summary)' });
    assert.equal(await findPasskey(editor, 'SUM-1'), undefined, 'nothing was sent');
    // What is typed after it makes it old.
    await page.getByLabel('Limit').fill('5');
    await summary.waitFor({ state: 'hidden' });
    await button(page, 'Create Passkeys…').press('Enter');
    await page.getByRole('row', { name: 'Limit 5' }).waitFor();
    await focused(page, button(page, 'Create 3 Passkeys'));
    await page.keyboard.press('Enter');
    await page.getByText('3 passkeys were created. There already: 1.').waitFor();
    await focused(page, button(page, 'Show Passkeys'));
    assert.equal(await codesIn(page).isVisible(), false, 'what was sent does not look as if it were to be sent');
    assert.equal(await button(page, 'Create Passkeys…').isVisible(), false);
    assert.equal(await codesIn(page).inputValue(), '', 'what was sent is not sent again');
    const made = (await passkeysOf(editor)).filter(({ passkey }) => /^SUM-[1-9]$/.test(passkey));
    assert.deepEqual(
      made.map(({ start, finish, limit, itemIds }) => [start, finish, limit, itemIds.length]),
      Array(3).fill(['2030-03-01 10:00:00', '2030-03-20 18:30:15', 5, 2]),
    );
  });

  it('offers what it has created as a copy, as a file and in the table of the event, keeps that while its tab is hidden, and is no draft', async () => {
    await makePasskey(editor, 'USE-0');
    const tab = await openTab();
    let page = await tab.page();
    await codesIn(page).fill('USE-0\nUSE-1\nUSE-2\n');
    await page.getByLabel('Limit').fill('3');
    await page.getByRole('checkbox').nth(1).check();
    await button(page, 'Create Passkeys…').click();
    await button(page, 'Create 2 Passkeys').click();
    await button(page, 'Copy Passkeys').click();
    await until('they are copied', () => editor.fake.clipboard === 'USE-1\nUSE-2');
    const path = join(editor.fake.workspace, 'used.csv');
    editor.user.saveTo = () => path;
    await button(page, 'Save Passkeys…').click();
    const saved = await until('they are saved', () => readFile(path, 'utf8').catch(() => undefined));
    assert.deepEqual(saved.replace('\ufeff', '').trim().split(/\r?\n/), ['passkey', 'USE-1', 'USE-2']);
    // Whatever is shown in front of the form hides it.
    const table = await (await editor.openBy(() => button(page, 'Show Passkeys').click())).page();
    await table.getByRole('gridcell', { name: 'USE-1' }).waitFor();
    page = await tab.show();
    await page.getByText('2 passkeys were created. There already: 1.').waitFor();
    const result = await (await editor.openBy(() => button(page, 'Open Result').click())).page();
    await result.getByRole('heading', { name: /^Result: / }).waitFor();
    page = await tab.show();
    await button(page, 'Create More…').click();
    await focused(page, page.getByLabel('How many'));
    assert.equal(await codesIn(page).isVisible(), true);
    assert.equal(await page.getByLabel('Limit').inputValue(), '3', 'what all of them get is there for the next ones');
    await page.getByText(/^1 of \d+ chosen/).waitFor();
    assert.equal(await codesIn(page).inputValue(), '');
    tab.close();
    const again = await open();
    await focused(again, again.getByLabel('How many'));
    assert.equal(await again.getByText('was not saved').count(), 0);
  });

  it('fault 58: keeps what was typed when the service refuses it, and carries on from there', async () => {
    // A run that is left in the middle is offered by every form of its event.
    const other = editor.resource('event', '1002');
    faults.push({ kind: '403', operation: 'createPasskeys' });
    const page = await (await editor.open('createPasskeys', other)).page();
    await codesIn(page).fill('REFUSED-1\n');
    await button(page, 'Create Passkeys…').click();
    await page.getByRole('button', { name: /^Create [\d,]+ Passkeys?$/ }).click();
    await page.locator('.notice.warning', { hasText: '0 passkeys were created. Not known: 1. The run paused:' }).waitFor();
    assert.equal(await codesIn(page).inputValue(), 'REFUSED-1\n');
    await button(page, 'Show Runs').click();
    await until('the runs are shown', () => editor.fake.executed.some(([command]) => command === 'boxOffice.runs.focus'));
    await editor.draftKept('REFUSED-1');
    faults.length = 0;
    editor.active.close();
    const again = await (await editor.open('createPasskeys', other)).page();
    await button(again, 'Restore').click();
    await again.getByText('A run to this event is not at its end: 0 of 1 · paused.').waitFor();
    await button(again, 'Resume').click();
    await again.getByText('1 passkey was created.').waitFor();
    assert.equal(await codesIn(again).inputValue(), '', 'what was sent is not sent again');
  });
});
