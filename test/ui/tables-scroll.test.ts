import assert from 'node:assert/strict';
import { pageFrame, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { tableOf, tableOptions, uploadCodes } from './tables.support.ts';

/** In milliseconds. A page that answers later than this feels stuck. */
const longest = 100;

/** Something that moves the rows, and what undoes it. */
interface Step {
  readonly go: () => Promise<unknown>;
  readonly back: () => Promise<unknown>;
}

describe('a table of 50,000 rows', () => {
  // By its name it has a service of its own, which nobody else has to carry.
  const ui = useWorkbench({ ...tableOptions, environment: { ...tableOptions.environment, name: 'crowded' } });
  const table = tableOf(ui);

  before(async function () {
    this.timeout(180_000);
    await uploadCodes(
      ui,
      Array.from({ length: 50_000 }, (_, index) => `MANY-${String(index).padStart(5, '0')}`),
    );
    await signIn(ui);
    await ui.workbench.run('Box Office: Open as Table');
    await ui.workbench.choose('Codes of an item');
    await ui.workbench.choose('300002', '1º lote');
    await table.count(/^Rows: 500 of 5\d,\d{3}$/);
    // To search the list is to read the rest of it, page by page.
    await table.filter().fill('MANY-0');
    const found = table
      .page()
      .locator('.count')
      .filter({ hasText: /^Rows: 10,000 of 5\d,\d{3}$/ });
    await found.waitFor({ timeout: 120_000 });
    await table.filter().fill('');
    await table.count(/^Rows: 5\d,\d{3}$/);
    await evaluate(watch);
    const busy = () => evaluate(`new Promise((resolve) => setTimeout(() => resolve((${keepBusy})(2 * ${longest}))))`);
    assert.ok((await stallDuring(busy)) > longest, 'a stall is noticed');
  });

  it('scrolls from the first to the last with the wheel, and no turn of it stalls the page for over 100 ms', async function () {
    this.timeout(60_000);
    await table.page().locator('.grid').hover();
    const end = await evaluate<number>('grid.scrollHeight - grid.clientHeight');
    // Notches that leave most of the rows, then turns that leave none.
    const notches = Array.from({ length: 10 }, (_, index) => index * 120);
    const turns = Array.from({ length: 40 }, (_, index) => 1200 + (index * (end - 1200)) / 40);
    const stops = [...notches, ...turns, end].map(Math.round);
    const turn = (from: number, to: number): Step => ({
      go: async () => {
        await ui.workbench.page.mouse.wheel(0, to - from);
        await evaluate(`scrolledTo(${to})`);
      },
      back: () => evaluate(`grid.scrollTop = ${from}`),
    });
    await neverStalls(stops.slice(1).map((to, index) => turn(stops[index] ?? 0, to)));
    await table.page().getByText('MANY-49999').waitFor();
  });

  it('goes to the next page, the end and the start with the keyboard, and no key stalls the page for over 100 ms', async function () {
    this.timeout(60_000);
    const { keyboard } = ui.workbench.page;
    const press = (key: string, opposite: string): Step => ({
      go: () => keyboard.press(key),
      back: () => keyboard.press(opposite),
    });
    const pages = (key: string, opposite: string) => Array.from({ length: 15 }, () => press(key, opposite));
    const [toStart, toEnd] = [press('Control+Home', 'Control+End'), press('Control+End', 'Control+Home')];
    await table.rows().last().locator('td').first().click();
    await neverStalls([toStart, ...pages('PageDown', 'PageUp'), toEnd, ...pages('PageUp', 'PageDown'), toStart]);
    assert.equal(await table.page().locator('tbody tr:focus-within').getAttribute('aria-rowindex'), '2');
  });

  /**
   * A step that stalls is done again, twice at most. A machine with other things to do takes the processor from the page once, and hardly
   * three times in the same few milliseconds; what the page itself does too slowly is slow each time.
   */
  async function neverStalls(steps: readonly Step[]): Promise<void> {
    for (const [index, { go, back }] of steps.entries()) {
      let least = await stallDuring(go);
      for (let again = 0; again < 2 && least > longest; again++) {
        await stallDuring(back);
        least = Math.min(least, await stallDuring(go));
      }
      assert.ok(least <= longest, `step ${index + 1} of ${steps.length} stalls the page for ${Math.round(least)} ms`);
    }
  }

  /** For how long the page can answer nothing at a time, until it has drawn what follows. */
  async function stallDuring(work: () => Promise<unknown>): Promise<number> {
    await evaluate('forgetStalls()');
    await work();
    return evaluate('longestStall()');
  }

  async function evaluate<T = unknown>(script: string): Promise<T> {
    return (await pageFrame(ui)).evaluate<T>(script);
  }

  const keepBusy = `(time) => { for (const end = performance.now() + time; performance.now() < end; ); }`;

  /** Runs in the page: notes the tasks of its thread that take long, as the browser tells them; those of the window around it do not count. */
  const watch = `(() => {
    window.grid = document.querySelector('.grid');
    const stalls = [];
    const note = (tasks) => stalls.push(...tasks.filter(({ name }) => !name.endsWith('ancestor')).map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'longtask' });
    window.forgetStalls = () => {
      observer.takeRecords();
      stalls.length = 0;
    };
    window.scrolledTo = (top) => new Promise((resolve) => {
      const look = () => (Math.abs(grid.scrollTop - top) < 2 ? resolve() : requestAnimationFrame(look));
      look();
    });
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    window.longestStall = async () => {
      await drawn();
      note(observer.takeRecords());
      return Math.max(0, ...stalls);
    };
  })()`;
});
