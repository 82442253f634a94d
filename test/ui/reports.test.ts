import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useFakeService } from '../harness/fake-service.ts';
import { ask, openForEvent, pageFrame, pictureInEveryTheme, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { openDatabase } from '../../src/service/database.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import type { Bordero, EntryReport } from '../../src/service/reports.ts';

/** Nobody has come yet. */
const festival = '1001';
/** Three evenings that are over. */
const carnival = '1024';
/** Some evenings sell tickets of one name in two groups, others in one of them. */
const theatre = '1002';

interface ListedItem {
  readonly name: string;
  readonly children?: readonly number[];
}

describe('the page of a report', function () {
  this.timeout(60_000);
  const file = join(tmpdir(), `box-office-reports-${process.pid}.db`);
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, file, faults },
    environment: { name: 'stg', eventCredential: 'bearer', ticketCredential: 'bearer', currency: 'BRL' },
  });

  before(() => signIn(ui));
  after(async () => {
    for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
  });

  const page = () => ui.workbench.webview;
  const control = (label: string) => page().getByLabel(label, { exact: true });
  const figure = (name: string) => page().locator('.figures div').filter({ hasText: name }).locator('dd');
  const money = (cents: number) => new Intl.NumberFormat('en', { style: 'currency', currency: 'BRL' }).format(cents / 100);

  async function fromService<T>(path: string): Promise<T> {
    const { eventUrl, token } = ui.host.service!;
    const reply = await fetch(`${eventUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await reply.json()) as { responseData: T }).responseData;
  }

  const entryReport = (event: string, session?: number) =>
    fromService<EntryReport>(`/event/${event}/guestlist?method=report${session === undefined ? '' : `&sessionId=${session}`}`);
  const bordero = (event: string) => fromService<Bordero>(`/event/${event}/bordero`);

  /** What a ticket is called: with its group, where it is in one. */
  async function ticketLabels(event: string): Promise<(ticket: EntryReport['validations_per_type'][number]) => string> {
    const { data } = (await ask(ui, 'GET', `/items?eventId=${event}&pageSize=200`)) as { data: ListedItem[] };
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
        Number(carnival),
      );
    } finally {
      database.close();
    }
  }

  async function open(command: string, event: string, heading: string, label: string): Promise<void> {
    await openForEvent(ui, command, event);
    await page().getByRole('heading', { name: heading, exact: true }).waitFor();
    await page().getByText(`Event: ${label}`).waitFor();
  }

  async function saveAs(button: string, offered: string, name: string, section?: string): Promise<Buffer> {
    const place = section === undefined ? page().locator('main') : page().locator('section').filter({ hasText: section });
    await place.getByRole('button', { name: button }).first().click();
    await ui.workbench.quickInput.getByText('Save Report').waitFor();
    // Until it offers a name, it fills in what it likes over what is typed.
    await ui.workbench.page.waitForFunction(
      `document.querySelector('.quick-input-widget input[type="text"]')?.value.endsWith(${JSON.stringify(`/workspace/${offered}`)})`,
    );
    await ui.workbench.answer(join(ui.host.folder, name));
    await ui.workbench.notifications.filter({ hasText: `${name} was saved.` }).waitFor();
    return readFile(join(ui.host.folder, name));
  }

  it('has the figures that the service computes, before anybody came', async () => {
    await open('Show Entry Report…', festival, 'Entry report', 'Festival da Primavera');
    const { sold_count, checked_count, validations_per_type } = await entryReport(festival);
    assert.equal(await figure('Sold').textContent(), String(sold_count));
    assert.equal(await figure('Entered').textContent(), String(checked_count));
    assert.equal(await figure('Entry rate').textContent(), '0%');
    await page().locator('section').filter({ hasText: 'Entries per hour' }).getByText('Nothing yet.').waitFor();
    const types = page().locator('section').filter({ hasText: 'Entries per ticket type' });
    const words = (await types.getByRole('img').getAttribute('aria-label')) ?? '';
    const labelOf = await ticketLabels(festival);
    for (const ticket of validations_per_type)
      assert.ok(words.includes(`${labelOf(ticket)}: Entered 0, Sold ${ticket.sold}`), words);
    await types.getByText('Table').click();
    assert.equal(await types.locator('tbody tr').count(), validations_per_type.length);
    await page().getByText('Raw reply').click();
    await page().locator('pre').getByText(`"sold_count": ${sold_count},`).waitFor();
  });

  it('has one row for a ticket, and says which hours are before the start', async () => {
    const { sessions } = await entryReport(theatre);
    const late = sessions.filter(({ starts_at, checked }) => starts_at.endsWith('20:30:00') && checked > 0);
    const evenings = await Promise.all(late.map(async ({ id }) => ({ id, ...(await entryReport(theatre, id)) })));
    const fullPrice = ({ validations_per_type }: EntryReport) => validations_per_type.filter(({ name }) => name === 'Inteira');
    const both = evenings.find((evening) => fullPrice(evening).length === 2);
    const alone = evenings.find((evening) => fullPrice(evening).length === 1);
    assert.ok(both && alone);
    await open('Show Entry Report…', theatre, 'Entry report', 'O Auto da Lua');
    await control('Session').selectOption(String(both.id));
    await control('Compare with').selectOption(String(alone.id));
    const types = page().locator('section').filter({ hasText: 'Entries per ticket type' });
    await page().locator('.comparison').waitFor();
    await types.getByText('Table').click();
    const tickets = [...both.validations_per_type, ...alone.validations_per_type];
    const labels = new Set(tickets.map(await ticketLabels(theatre)));
    assert.deepEqual((await types.locator('tbody th').allTextContents()).toSorted(), [...labels].toSorted());
    await page()
      .getByRole('img', { name: /^Entries per hour.* -0\.5…\+0\.5h: / })
      .waitFor();
    await ui.workbench.screenshot('entry report of half an hour');
  });

  it('shows one session, and two beside each other', async () => {
    await open('Show Entry Report…', carnival, 'Entry report', 'Carnaval do Terreiro');
    const { sessions, checked_count } = await entryReport(carnival);
    assert.equal(await figure('Entered').textContent(), String(checked_count));
    const [monday, tuesday] = sessions as [EntryReport['sessions'][number], EntryReport['sessions'][number]];
    await page().getByText('// on the line: hours in which nobody came are left out.').waitFor();
    await pictureInEveryTheme(ui, 'entry report');
    await control('Session').selectOption(String(monday.id));
    await figure('Entered').getByText(String(monday.checked), { exact: true }).waitFor();
    assert.equal(await figure('Sold').textContent(), String(monday.sold));
    assert.ok(await control('Compare with').locator(`option[value="${monday.id}"]`).isDisabled(), 'not with itself');
    await control('Compare with').selectOption(String(tuesday.id));
    const row = page().locator('.comparison tr').filter({ hasText: 'Entered' });
    await row.waitFor();
    assert.deepEqual(await row.getByRole('cell').allTextContents(), [
      String(monday.checked),
      String(tuesday.checked),
      `${monday.checked < tuesday.checked ? '−' : '+'}${Math.abs(monday.checked - tuesday.checked)}`,
    ]);
    const hours = page().getByRole('img', { name: /^Entries per hour/ });
    const words = (await hours.getAttribute('aria-label')) ?? '';
    const { validations_per_hour } = await entryReport(carnival, tuesday.id);
    const started = validations_per_hour.find(({ hour }) => hour === tuesday.starts_at);
    const name = await control('Compare with').locator('option:checked').textContent();
    assert.match(words, new RegExp(`0…\\+1h: [^;]*Entered · ${name} ${started?.count}`));
    const first = await control('Session').locator('option:checked').textContent();
    await page().getByText(`Difference: ${first} minus ${name}.`).waitFor();
    await pictureInEveryTheme(ui, 'entry report of two sessions');
  });

  it('remembers the session and the interval while it is hidden', async () => {
    await control('Refresh every').selectOption('5 min');
    const session = await control('Session').inputValue();
    await page().getByRole('button', { name: 'Refresh' }).click();
    await ui.workbench.run('Box Office: Calculate Tax…');
    await page().getByRole('heading', { name: 'Tax Calculator' }).waitFor();
    await ui.workbench.page.getByRole('tab', { name: 'Entry report · Carnaval do Terreiro' }).click();
    await page().getByText('Event: Carnaval do Terreiro').waitFor();
    assert.equal(await control('Session').inputValue(), session);
    assert.equal(await control('Refresh every').inputValue(), '300');
    await page().getByText('Figures side by side').waitFor();
    await control('Compare with').selectOption('Nothing');
    await figure('Sold').waitFor();
  });

  it('keeps a session that is still being read when it is refreshed', async () => {
    const { checked_count } = await entryReport(carnival);
    faults.push({ kind: 'latency', operation: 'getEntryReport', value: 1500, times: 1 });
    await control('Session').selectOption('All sessions');
    await page().getByRole('button', { name: 'Refresh' }).click();
    await figure('Entered').getByText(String(checked_count), { exact: true }).waitFor();
    assert.equal(await control('Session').inputValue(), '');
    faults.length = 0;
  });

  it('is refreshed by hand and by itself', async () => {
    const { checked_count } = await entryReport(carnival);
    await letOneIn();
    await page().getByRole('button', { name: 'Refresh' }).press('Enter');
    await figure('Entered')
      .getByText(String(checked_count + 1), { exact: true })
      .waitFor();
    await hurry();
    const table = page().locator('section').filter({ hasText: 'Entries per hour' }).getByText('Table');
    await table.click();
    await letOneIn();
    await control('Refresh every').selectOption('30 s');
    await figure('Entered')
      .getByText(String(checked_count + 2), { exact: true })
      .waitFor();
    assert.equal(await page().locator('details[open]').count(), 1, 'what somebody opened stays open');
    await page().locator('summary:focus').waitFor();
  });

  it('fault 32: keeps the last figures when they cannot be read again, and says of when they are', async () => {
    const { checked_count } = await entryReport(carnival);
    await figure('Entered').getByText(String(checked_count), { exact: true }).waitFor();
    faults.push({ kind: '403', operation: 'getEntryReport' });
    await page()
      .getByRole('status')
      .filter({ hasText: /These figures are of \d+:\d\d:\d\d [AP]M: they could not be read again/ })
      .waitFor();
    await page().getByText('Old: read at').waitFor();
    assert.equal(await figure('Entered').textContent(), String(checked_count));
    await ui.workbench.screenshot('entry report, stale');
    // A session that cannot be read is not shown as chosen.
    await control('Refresh every').selectOption('Off');
    await control('Session').selectOption({ index: 1 });
    await page().getByText('Old: read at').waitFor();
    assert.equal(await control('Session').inputValue(), '');
    faults.length = 0;
    await page().getByRole('button', { name: 'Refresh' }).click();
    await page().getByText('These figures are of').waitFor({ state: 'hidden' });
    await page().getByText('Old: read at').waitFor({ state: 'hidden' });
  });

  it('is saved as Markdown and CSV, and its charts as SVG and PNG', async () => {
    const { sold_count, checked_count, validations_per_hour } = await entryReport(carnival);
    const name = 'Entry report Carnaval do Terreiro';
    const markdown = (await saveAs('Save as Markdown…', `${name}.md`, 'report.md')).toString();
    assert.match(markdown, /^# Entry report$/m);
    assert.match(markdown, /^- Event: Carnaval do Terreiro$/m);
    assert.match(markdown, new RegExp(`^\\| Entered \\| ${checked_count} \\|$`, 'm'));
    const csv = (await saveAs('Save as CSV…', `${name}.csv`, 'report.csv')).toString();
    assert.ok(csv.startsWith('\ufeffEntry report,Carnaval do Terreiro\r\n'));
    assert.match(csv, new RegExp(`^Sold,${sold_count}\r$`, 'm'));
    for (const { hour, count } of validations_per_hour) assert.ok(csv.includes(`\r\n${hour},${count}\r\n`), hour);
    const chart = 'Entries per hour Carnaval do Terreiro';
    const svg = (await saveAs('Save as SVG…', `${chart}.svg`, 'chart.svg', 'Entries per hour')).toString();
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.ok(!svg.includes('var(--'), 'a file knows no theme');
    assert.equal(svg.match(/class="bar series-0"/g)?.length, validations_per_hour.length);
    assert.ok(svg.includes('>Entries per hour · Carnaval do Terreiro</text>'));
    const png = await saveAs('Save as PNG…', `${chart}.png`, 'chart.png', 'Entries per hour');
    assert.deepEqual([...png.subarray(1, 4)].map((code) => String.fromCharCode(code)).join(''), 'PNG');
    assert.equal(png.readUInt32BE(16), 2 * (960 + 32), 'as wide as it is drawn, twice as fine');
    assert.ok(!(await readdir(ui.host.folder)).some((saved) => saved.endsWith('.tmp')));
  });

  it('says of which session it is in its file names and pictures', async () => {
    await control('Session').selectOption({ index: 1 });
    const session = await control('Session').locator('option:checked').textContent();
    await page().getByText('Reading…').waitFor({ state: 'detached' });
    const offered = `Entries per hour Carnaval do Terreiro ${session?.replaceAll(':', '_')}.svg`;
    const svg = (await saveAs('Save as SVG…', offered, 'evening.svg', 'Entries per hour')).toString();
    assert.ok(svg.includes(`>Entries per hour · Carnaval do Terreiro · ${session}</text>`), svg);
    await control('Session').selectOption('All sessions');
    await page().getByText('Reading…').waitFor({ state: 'detached' });
  });

  it('is used with the keyboard alone', async () => {
    await control('Session').focus();
    const { keyboard } = ui.workbench.page;
    const [monday] = (await entryReport(carnival)).sessions;
    await keyboard.press('ArrowDown');
    await figure('Sold').getByText(String(monday?.sold), { exact: true }).waitFor();
    const focused = () =>
      pageFrame(ui).then((frame) =>
        frame.evaluate<string>('(document.activeElement.labels?.[0] ?? document.activeElement).textContent'),
      );
    const seen: string[] = [];
    for (let tabs = 0; tabs < 9; tabs++) {
      seen.push(await focused());
      await keyboard.press('Tab');
    }
    assert.deepEqual(seen, [
      'Session',
      'Compare with',
      'Refresh every',
      'Refresh',
      'Save as Markdown…',
      'Save as CSV…',
      'Save as SVG…',
      'Save as PNG…',
      'Table',
    ]);
  });

  it('of a bordero has sums that add up, as money', async () => {
    await open('Show Bordero…', festival, 'Bordero', 'Festival da Primavera');
    const { totals, by_session, by_item } = await bordero(festival);
    const shown = await Promise.all(['Gross', 'Fees paid by customers', 'Net'].map((name) => figure(name).textContent()));
    assert.deepEqual(shown, [totals.gross, totals.fee_sale, totals.net].map(money));
    assert.equal(await figure('Cancelled').textContent(), String(totals.cancelled));
    for (const [title, rows] of [
      ['Sales per ticket', by_item],
      ['Sales per session', by_session],
    ] as const) {
      const section = page().locator('section').filter({ hasText: title });
      await section.getByText('Table').click();
      const cells = await section.locator('tbody tr td:nth-child(3)').allTextContents();
      assert.deepEqual(
        cells,
        rows.map(({ gross }) => money(gross)),
      );
      assert.equal(
        rows.reduce((sum, { gross }) => sum + gross, 0),
        totals.gross,
      );
    }
    assert.equal(await page().getByText('do not add up').count(), 0);
    await pictureInEveryTheme(ui, 'bordero');
  });

  it('of a bordero shows one session and compares two', async () => {
    const [friday, saturday] = (await bordero(festival)).by_session;
    assert.ok(friday && saturday);
    await control('Session').selectOption(String(friday.session_id));
    await figure('Gross').getByText(money(friday.gross), { exact: true }).waitFor();
    await control('Compare with').selectOption(String(saturday.session_id));
    const row = page().locator('.comparison tr').filter({ hasText: 'Gross' });
    await row.waitFor();
    assert.deepEqual(await row.getByRole('cell').allTextContents(), [
      money(friday.gross),
      money(saturday.gross),
      `${friday.gross < saturday.gross ? '−' : '+'}${money(Math.abs(friday.gross - saturday.gross))}`,
    ]);
    await pictureInEveryTheme(ui, 'bordero of two sessions');
    const sessions = await Promise.all(
      ['Session', 'Compare with'].map((label) => control(label).locator('option:checked').textContent()),
    );
    const offered = `Bordero Festival da Primavera ${sessions.join(' ').replaceAll(':', '_')}.csv`;
    const csv = (await saveAs('Save as CSV…', offered, 'bordero.csv')).toString();
    assert.ok(csv.includes(`\r\nGross (BRL),${(friday.gross / 100).toFixed(2)},${(saturday.gross / 100).toFixed(2)}\r\n`), csv);
  });

  it('is there again after a reload, with its session', async () => {
    const session = await control('Session').inputValue();
    await ui.workbench.reload();
    await ui.workbench.quickInput.locator('input').first().waitFor();
    await ui.workbench.answer(ui.host.service!.token);
    await page().getByRole('heading', { name: 'Bordero' }).waitFor();
    assert.equal(await control('Session').inputValue(), session);
  });

  /** Half a minute of the page is over at once. */
  async function hurry(): Promise<void> {
    const frame = await pageFrame(ui);
    await frame.evaluate(
      'const real = window.setTimeout; window.setTimeout = (work, time) => real(work, time >= 30_000 ? 300 : time); 0',
    );
  }
});

describe('the page of a report whose shape nobody knows', () => {
  const doors = [
    { door: 'North', people: 12 },
    { door: '<b>South</b>', people: 30 },
  ];
  const totals = { quantity: 2, gross: 1_234_567, fees: 4_567, net: 1_230_000 };
  const replyTo = (path: string) => {
    if (path.includes('bordero')) return { totals };
    return path.startsWith('/event/7/') ? { doors, weather: { sky: 'clear' } } : { id: 7, title: 'Odd' };
  };
  const settings = useFakeService((path) => ({ body: { data: replyTo(path) } }), 'doors', { currency: 'USD' });
  const ui = useWorkbench({ settings });

  it('shows what there is as tables', async () => {
    await openForEvent(ui, 'Show Entry Report…', '7');
    const page = ui.workbench.webview;
    await page.getByRole('heading', { name: 'Entry report', exact: true }).waitFor();
    await page.getByRole('row', { name: /North.*12/ }).waitFor();
    await page.getByRole('row', { name: /<b>South<\/b>.*30/ }).waitFor();
    await page.getByText('clear').first().waitFor();
    await pictureInEveryTheme(ui, 'report of an unknown shape');
    assert.equal(await page.locator('main b').count(), 0);
  });

  it('shows cents as money in the currency of the environment', async () => {
    await openForEvent(ui, 'Show Bordero…', '7');
    const figure = (name: string) => ui.workbench.webview.locator('.figures div').filter({ hasText: name }).locator('dd');
    await figure('Gross')
      .filter({ hasText: /^\$12,345\.67$/ })
      .waitFor();
    await figure('Net')
      .filter({ hasText: /^\$12,300\.00$/ })
      .waitFor();
  });
});
