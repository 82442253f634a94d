import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../src/service/database.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import type { EntryReport } from '../../src/service/reports.ts';
import { slowReplies } from '../harness/faults.ts';
import { assertAccessible, nextReply, shortenTimers } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { fromService, reportEnvironment, reportIn, saveAs } from './report.support.ts';

/** Nobody has come yet. */
const festival = ['1001', 'Festival da Primavera'] as const;
/** Three evenings that are over. */
const carnival = ['1024', 'Carnaval do Terreiro'] as const;
/** Some evenings sell tickets of one name in two groups, others in one of them. */
const theatre = ['1002', 'O Auto da Lua'] as const;
type KnownEvent = readonly [id: string, label: string];

interface ListedItem {
  readonly name: string;
  readonly children?: readonly number[];
}

describe('the page of an entry report', () => {
  const file = join(tmpdir(), `box-office-reports-${process.pid}.db`);
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, file, faults }, environment: reportEnvironment });

  afterEach(() => void (faults.length = 0));
  after(async () => {
    for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
  });

  const entryReport = ([id]: KnownEvent, session?: number) =>
    fromService<EntryReport>(
      editor,
      `/event/${id}/guestlist?method=report${session === undefined ? '' : `&sessionId=${session}`}`,
    );

  async function open([id, label]: KnownEvent): Promise<{ tab: Tab; page: Page; report: ReturnType<typeof reportIn> }> {
    const tab = await editor.open('showEntryReport', editor.resource('event', id));
    const page = await tab.page();
    await page.getByRole('heading', { name: 'Entry report', exact: true }).waitFor();
    await page.getByRole('link', { name: label }).waitFor();
    return { tab, page, report: reportIn(page) };
  }

  /** What a ticket is called: with its group, where it is in one. */
  async function ticketLabels([id]: KnownEvent): Promise<(ticket: EntryReport['validations_per_type'][number]) => string> {
    const { data } = (await editor.ask('GET', `/items?eventId=${id}&pageSize=200`)) as { data: ListedItem[] };
    return ({ item_id, name }) => {
      const group = data.find(({ children }) => children?.includes(item_id))?.name;
      return group === undefined ? name : `${group} · ${name}`;
    };
  }

  /** One more comes in, at the door and not through the editor. */
  async function letOneIn(): Promise<void> {
    const database = await openDatabase(file);
    try {
      database.run(
        `UPDATE sales SET checked_at = (SELECT min(checked_at) FROM sales WHERE event_id = ?1) WHERE id =
          (SELECT id FROM sales WHERE event_id = ?1 AND status = 'approved' AND checked_at IS NULL LIMIT 1)`,
        Number(carnival[0]),
      );
    } finally {
      database.close();
    }
  }

  it('has the figures that the service computes, before anybody came', async () => {
    const { tab, page, report } = await open(festival);
    await tab.isNamed('Entry report · Festival da Primavera');
    const { sold_count, checked_count, validations_per_type } = await entryReport(festival);
    assert.equal(await report.figure('Sold').textContent(), String(sold_count));
    assert.equal(await report.figure('Entered').textContent(), String(checked_count));
    assert.equal(await report.figure('Entry rate').textContent(), '0%');
    await report.section('Entries per hour').getByText('Nothing yet.').waitFor();
    const types = report.section('Entries per ticket type');
    const words = (await types.getByRole('img').getAttribute('aria-label')) ?? '';
    const labelOf = await ticketLabels(festival);
    for (const ticket of validations_per_type)
      assert.ok(words.includes(`${labelOf(ticket)}: Entered 0, Sold ${ticket.sold}`), words);
    await types.getByText('Table').click();
    assert.equal(await types.locator('tbody tr').count(), validations_per_type.length);
    await page.getByText('Raw reply').click();
    await page.locator('pre').getByText(`"sold_count": ${sold_count},`).waitFor();
  });

  it('has one row for a ticket, and says which hours are before the start', async () => {
    const { sessions } = await entryReport(theatre);
    const late = sessions.filter(({ starts_at, checked }) => starts_at.endsWith('20:30:00') && checked > 0);
    const evenings = await Promise.all(late.map(async ({ id }) => ({ id, ...(await entryReport(theatre, id)) })));
    const fullPrice = ({ validations_per_type }: EntryReport) => validations_per_type.filter(({ name }) => name === 'Inteira');
    const both = evenings.find((evening) => fullPrice(evening).length === 2);
    const alone = evenings.find((evening) => fullPrice(evening).length === 1);
    assert.ok(both && alone);
    const { page, report } = await open(theatre);
    await report.control('Session').selectOption(String(both.id));
    await report.control('Compare with').selectOption(String(alone.id));
    const types = report.section('Entries per ticket type');
    await page.locator('.comparison').waitFor();
    await types.getByText('Table').click();
    const tickets = [...both.validations_per_type, ...alone.validations_per_type];
    const labels = new Set(tickets.map(await ticketLabels(theatre)));
    assert.deepEqual((await types.locator('tbody th').allTextContents()).toSorted(), [...labels].toSorted());
    await page.getByRole('img', { name: /^Entries per hour.* -0\.5…\+0\.5h: / }).waitFor();
  });

  it('shows all sessions, one session, and two beside each other, and says where hours are left out', async () => {
    const { tab, page, report } = await open(carnival);
    const { checked_count, sessions } = await entryReport(carnival);
    assert.equal(await report.figure('Entered').textContent(), String(checked_count));
    await page.getByText('// on the line: hours in which nobody came are left out.').waitFor();
    await assertAccessible(editor, tab);
    const [monday, tuesday] = sessions as [EntryReport['sessions'][number], EntryReport['sessions'][number]];
    assert.ok(await report.control('Compare with').isDisabled(), 'no session is compared with a sum that it is a part of');
    await report.control('Session').selectOption(String(monday.id));
    await report.hasFigure('Entered', monday.checked);
    assert.equal(await report.figure('Sold').textContent(), String(monday.sold));
    const itself = report.control('Compare with').locator(`option[value="${monday.id}"]`);
    assert.ok(await itself.isDisabled(), 'not with itself');
    await report.control('Compare with').selectOption(String(tuesday.id));
    const row = page.locator('.comparison tr').filter({ hasText: 'Entered' });
    await row.waitFor();
    const more = monday.checked - tuesday.checked;
    assert.deepEqual(await row.getByRole('cell').allTextContents(), [
      String(monday.checked),
      String(tuesday.checked),
      `${more < 0 ? '−' : more > 0 ? '+' : ''}${Math.abs(more)}`,
    ]);
    const words = (await page.getByRole('img', { name: /^Entries per hour/ }).getAttribute('aria-label')) ?? '';
    const { validations_per_hour } = await entryReport(carnival, tuesday.id);
    const started = validations_per_hour.find(({ hour }) => hour === tuesday.starts_at);
    const [first, second] = [await report.chosen('Session'), await report.chosen('Compare with')];
    assert.match(words, new RegExp(`0…\\+1h: [^;]*Entered · ${second} ${started?.count}`));
    await page.getByText(`Difference: ${first} minus ${second}.`).waitFor();
    await assertAccessible(editor, tab, { hasOwnColors: true });
  });

  it('opens for the session of a row, also when the report is open', async () => {
    const [monday, tuesday] = (await entryReport(carnival)).sessions;
    assert.ok(monday && tuesday);
    const session = (id: number) => editor.resource('session', String(id), { eventId: carnival[0] });
    const page = await (await editor.open('showEntryReport', session(monday.id))).page();
    const report = reportIn(page);
    await report.hasFigure('Sold', monday.sold);
    await editor.run('showEntryReport', session(tuesday.id));
    await report.hasFigure('Sold', tuesday.sold);
    assert.equal(await report.control('Session').inputValue(), String(tuesday.id));
    assert.equal(editor.panels.length, 1);
  });

  it('remembers the sessions and the interval while it is hidden, and after a reload, once somebody has signed in', async () => {
    const { tab, page, report } = await open(carnival);
    await report.control('Session').selectOption({ index: 1 });
    await report.control('Compare with').selectOption({ index: 2 });
    await report.control('Refresh every').selectOption('5 min');
    await page.getByText('Figures side by side').waitFor();
    const sessions = [await report.control('Session').inputValue(), await report.control('Compare with').inputValue()];
    editor.hide();
    const again = reportIn(await tab.show());
    await (await tab.page()).getByText('Figures side by side').waitFor();
    assert.deepEqual([await again.control('Session').inputValue(), await again.control('Compare with').inputValue()], sessions);
    assert.equal(await again.control('Refresh every').inputValue(), '300');
    await editor.signOut();
    editor.user.type = () => editor.service.token;
    await editor.reload();
    const reloaded = await tab.page();
    await reloaded.getByRole('link', { name: 'Carnaval do Terreiro' }).waitFor();
    assert.equal(await reportIn(reloaded).control('Session').inputValue(), sessions[0]);
  });

  it('keeps a session that is still being read when it is refreshed', async () => {
    const { checked_count } = await entryReport(carnival);
    const { report } = await open(carnival);
    await report.control('Session').selectOption({ index: 1 });
    await report
      .figure('Entered')
      .filter({ hasNotText: String(checked_count) })
      .waitFor();
    const slow = slowReplies('getEntryReport', 200);
    faults.push(slow);
    await report.control('Session').selectOption('All sessions');
    await slow.begun(1);
    await report.refresh.click();
    await report.hasFigure('Entered', checked_count);
    assert.equal(await report.control('Session').inputValue(), '');
  });

  it('shows what was chosen last, though the answer to what was chosen before it comes later', async () => {
    const [monday, tuesday] = (await entryReport(carnival)).sessions;
    assert.ok(monday && tuesday);
    const { tab, page, report } = await open(carnival);
    const slow = slowReplies('getEntryReport', 300);
    faults.push(slow);
    const overtaken = await nextReply(page, `({ result }) => result?.scope?.session === '${monday.id}'`);
    await report.control('Session').selectOption(String(monday.id));
    await slow.begun(1);
    faults.length = 0;
    await report.control('Session').selectOption(String(tuesday.id));
    await report.hasFigure('Sold', tuesday.sold);
    await overtaken.came;
    assert.equal(await report.figure('Sold').textContent(), String(tuesday.sold));
    assert.equal(await report.control('Session').inputValue(), String(tuesday.id));
    editor.hide();
    await reportIn(await tab.show()).hasFigure('Sold', tuesday.sold);
  });

  it('is refreshed by hand and by itself, and what somebody opened stays open', async () => {
    const { page, report } = await open(carnival);
    const { checked_count } = await entryReport(carnival);
    await shortenTimers(page, 30_000);
    await report.section('Entries per hour').getByText('Table').click();
    await report.hasFigure('Entered', checked_count);
    await letOneIn();
    await report.refresh.press('Enter');
    await report.hasFigure('Entered', checked_count + 1);
    await letOneIn();
    await report.control('Refresh every').selectOption('30 s');
    await report.section('Entries per hour').getByText('Table').focus();
    await report.hasFigure('Entered', checked_count + 2);
    assert.equal(await page.locator('details[open]').count(), 1);
    await page.locator('summary:focus').waitFor();
    await letOneIn();
    await report.hasFigure('Entered', checked_count + 3);
  });

  it('fault 32: keeps the last figures and their session when others cannot be read, and says of when they are', async () => {
    const { page, report } = await open(carnival);
    const { checked_count } = await entryReport(carnival);
    await report.hasFigure('Entered', checked_count);
    await shortenTimers(page, 30_000);
    faults.push({ kind: '403', operation: 'getEntryReport' });
    await report.control('Session').selectOption({ index: 1 });
    await page.getByText('Old: read at').waitFor();
    assert.equal(await report.control('Session').inputValue(), '', 'what cannot be read is not shown as chosen');
    faults.length = 0;
    await report.refresh.click();
    await page.getByText('Old: read at').waitFor({ state: 'hidden' });
    faults.push({ kind: '403', operation: 'getEntryReport' });
    await report.control('Refresh every').selectOption('30 s');
    const old = page
      .getByRole('status')
      .filter({ hasText: /These figures are of \d+:\d\d:\d\d [AP]M: they could not be read again/ });
    await old.waitFor();
    await report.control('Refresh every').selectOption('Off');
    await page.getByText('Old: read at').waitFor();
    assert.equal(await report.figure('Entered').textContent(), String(checked_count));
    faults.length = 0;
    await report.refresh.click();
    await old.waitFor({ state: 'hidden' });
    await page.getByText('Old: read at').waitFor({ state: 'hidden' });
  });

  it('is saved as Markdown and CSV', async () => {
    const { page } = await open(carnival);
    const { sold_count, checked_count, validations_per_hour } = await entryReport(carnival);
    const markdown = await saveAs(editor, page, 'Save As › Markdown…', 'report.md');
    assert.equal(markdown.offered, 'Entry report Carnaval do Terreiro.md');
    const text = markdown.content.toString();
    assert.match(text, /^# Entry report$/m);
    assert.match(text, /^- Event: Carnaval do Terreiro$/m);
    assert.match(text, new RegExp(`^\\| Entered \\| ${checked_count} \\|$`, 'm'));
    const csv = await saveAs(editor, page, 'Save As › CSV…', 'report.csv');
    assert.equal(csv.offered, 'Entry report Carnaval do Terreiro.csv');
    const lines = csv.content.toString();
    assert.ok(lines.startsWith('\ufeffEntry report,Carnaval do Terreiro\r\n'));
    assert.match(lines, new RegExp(`^Sold,${sold_count}\r$`, 'm'));
    for (const { hour, count } of validations_per_hour) assert.ok(lines.includes(`\r\n${hour},${count}\r\n`), hour);
  });

  it('is used with the keyboard alone', async () => {
    const { page, report } = await open(carnival);
    const [monday] = (await entryReport(carnival)).sessions;
    await report.control('Session').focus();
    await page.keyboard.press('ArrowDown');
    await report.hasFigure('Sold', String(monday?.sold));
    const seen: string[] = [];
    for (let tabs = 0; tabs < 8; tabs++) {
      seen.push(await page.evaluate<string>('(document.activeElement.labels?.[0] ?? document.activeElement).textContent'));
      await page.keyboard.press('Tab');
    }
    assert.deepEqual(seen, ['Session', 'Compare with', 'Refresh every', 'Refresh', 'Save As', 'Print…', 'Save Picture', 'Table']);
  });
});
