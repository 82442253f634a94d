import assert from 'node:assert/strict';
import { ask, cleanPicture, inEveryTheme, pageFrame, pageHasFocus, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { tableOf, tableOptions } from './tables.support.ts';

interface Kind {
  /** As the palette offers it. */
  readonly what: string;
  /** What is typed at each question that follows, and what the row has that is meant. */
  readonly asks?: readonly (readonly [typed: string, row: string])[];
  /** As a pattern: the sample moves with the day. */
  readonly title: string;
}

const festival = ['1001', '1001'] as const;
const firstLot = ['300002', '1º lote'] as const;
const inCapitals = 'COMPANHEIROS';
const kinds: readonly Kind[] = [
  { what: 'Tickets of a session', asks: [festival, ['6:00', '6:00']], title: 'Tickets of .* 6:00\\sPM' },
  { what: 'Items of an event', asks: [festival], title: 'Items of Festival da Primavera' },
  { what: 'Passkeys of an event', asks: [festival], title: 'Passkeys of Festival da Primavera' },
  { what: 'Crew of an event', asks: [festival], title: 'Crew of Festival da Primavera' },
  { what: 'Attributes of an event', asks: [festival], title: 'Attributes of Festival da Primavera' },
  { what: 'Codes of an item', asks: [firstLot], title: 'Codes of 1º lote' },
  { what: 'Triggers of an item', asks: [firstLot], title: 'Triggers of 1º lote' },
  { what: 'Ticket types', title: 'Ticket types' },
  { what: 'Featured events', title: 'Featured events' },
  { what: 'Events in a category', asks: [['concerts', 'concerts']], title: 'Events in concerts' },
  { what: 'Home sections', title: 'Home sections' },
];

const whole = (title: string) => new RegExp(`^${title}$`);

describe('a table from elsewhere', () => {
  const ui = useWorkbench(tableOptions);
  const table = tableOf(ui);

  before(async () => {
    await ask(ui, 'POST', '/passkeys', { eventId: 1001, passkey: inCapitals });
    await signIn(ui);
  });

  for (const { what, asks = [], title } of kinds)
    it(`opens for ${what.toLowerCase()} from the palette`, async () => {
      await ui.workbench.run('Box Office: Open as Table');
      await ui.workbench.choose(what);
      for (const [typed, row] of asks) await ui.workbench.choose(typed, row);
      await hasRows(title);
      await pageHasFocus(ui);
    });

  it('is offered for the reply of an operation that is a list', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await ui.workbench.choose('Get home cover');
    await ui.workbench.choose('Nothing more');
    await ui.workbench.notifications
      .filter({ hasText: 'Get home cover: the reply is a list.' })
      .getByRole('button', { name: 'Open as Table' })
      .click();
    await hasRows('Get home cover');
    assert.ok((await table.texts('title')).includes('O Auto da Lua'));
  });

  it('is offered in the form of an operation', async () => {
    await ui.workbench.run('Box Office: Open Operation Form…');
    await ui.workbench.choose('Get featured events');
    await table.page().getByRole('button', { name: 'Read' }).click();
    await table.page().getByRole('button', { name: 'Open as Table' }).click();
    await hasRows('Get featured events');
  });

  it('fault 12: shows markup of the service as text', async () => {
    await table.page().getByRole('gridcell', { name: /<b>/ }).first().waitFor();
    assert.equal(await table.page().locator('main b').count(), 0);
  });

  it('shows a short text whole, though it is in capitals', async () => {
    await showAgain('Passkeys of Festival da Primavera');
    assert.ok((await table.texts('passkey')).includes(inCapitals));
    const frame = await pageFrame(ui);
    const cut = `[...document.querySelectorAll('tbody td')].filter((cell) => cell.scrollWidth > cell.clientWidth)`;
    assert.deepEqual(await frame.evaluate(`${cut}.map((cell) => cell.textContent)`), []);
  });

  it('fault 60: has no violation that axe-core finds, whatever it lists, in any theme', async function () {
    this.timeout(120_000);
    const listed = [...kinds, { what: 'Reply that is a list', title: 'Get home cover' }];
    await inEveryTheme(ui, async (theme) => {
      for (const { what, title } of listed) {
        await showAgain(title);
        await cleanPicture(ui, `table, ${what}, ${theme}`);
      }
    });
  });

  it('opens from a folder of the tree', async () => {
    await ui.workbench.row('Featured').hover();
    await ui.workbench.row('Featured').getByRole('button', { name: 'Open as Table' }).click();
    await hasRows('Featured events');
  });

  it('fault 57: is there again after the window was reloaded', async () => {
    await ui.workbench.reload();
    await hasRows('Featured events');
  });

  /** Shows a table that is open, by its tab. */
  async function showAgain(title: string): Promise<void> {
    await ui.workbench.page.getByRole('tab', { name: whole(title) }).click();
    await hasRows(title);
  }

  async function hasRows(title: string): Promise<void> {
    await table
      .page()
      .getByRole('heading', { name: whole(title) })
      .waitFor();
    await table.rows().first().waitFor();
  }
});
