import assert from 'node:assert/strict';
import { ask, cleanPicture, inEveryTheme, openForEvent, passkeysOf, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const eventId = '1001';
const names = ['Balcão nobre', 'Frisa azul', 'Frisa verde'] as const;

describe('the forms of passkeys, of what they open', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    // Nobody else has a use for the items that are made here.
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Recife' },
  });
  const ids = new Map<string, number>();

  before(async () => {
    for (const name of names) {
      await ask(ui, 'POST', '/items', { name, eventId: Number(eventId), type: 'Ticket' });
    }
    for (const { id, name } of await itemsOf()) ids.set(name, id);
    await signIn(ui);
  });
  afterEach(() => ui.workbench.run('View: Close All Editors'));

  const page = () => ui.workbench.webview;
  const items = () => page().getByRole('group', { name: 'Items' });
  const box = (name: string) => items().getByRole('checkbox', { name: `${name} (${ids.get(name)})` });
  const search = () => page().getByRole('searchbox', { name: 'Search in Items' });
  const listed = () => items().locator('.list label:visible').allTextContents();
  const itemsOf = async () =>
    ((await ask(ui, 'GET', `/items?eventId=${eventId}&pageSize=1000`)) as { data: { id: number; name: string }[] }).data;
  const lists = (...wanted: string[]) => {
    const labels = wanted.map((name) => `${name} (${ids.get(name)})`);
    return until(`${wanted.join(' and ')} are listed alone`, async () => String((await listed()).toSorted()) === String(labels));
  };

  it('list what is searched for, keep what is ticked and not listed, and open exactly what is ticked', async () => {
    await openForEvent(ui, 'Create Passkey…', eventId);
    await page().getByLabel('Passkey', { exact: true }).fill('FRISAS');
    const opensNothing = page().getByText('A passkey without items opens nothing.');
    await opensNothing.waitFor();
    await box('Balcão nobre').check();
    await opensNothing.waitFor({ state: 'hidden' });
    const all = await listed();
    assert.equal(all.length, (await itemsOf()).length);
    await search().fill('FRISA');
    await lists('Frisa azul', 'Frisa verde');
    await page().getByText(`1 of ${all.length} chosen`).waitFor();
    await box('Frisa azul').check();
    await page().getByText(`2 of ${all.length} chosen`).waitFor();
    await ui.workbench.screenshot('passkey form, items searched');
    // Who looks for a name without its accents finds it, as everywhere else.
    await search().fill('balcao');
    await lists('Balcão nobre');
    assert.ok(await box('Balcão nobre').isChecked());
    await search().fill('no such item');
    await lists();
    await search().fill('');
    await until('all are listed again', async () => (await listed()).length === all.length);
    assert.deepEqual(await Promise.all(names.map((name) => box(name).isChecked())), [true, true, false]);
    await search().fill('verde');
    await lists('Frisa verde');
    await page().getByRole('button', { name: 'Create Passkey' }).click();
    await page().getByText('The passkey FRISAS was created.').waitFor();
    const made = (await passkeysOf(ui, eventId)).find(({ passkey }) => passkey === 'FRISAS');
    assert.deepEqual(made?.itemIds.toSorted(), [ids.get('Balcão nobre'), ids.get('Frisa azul')].toSorted());
  });

  it('sum up a batch as it was typed before it is sent, without a violation that axe-core finds, in any theme', async function () {
    this.timeout(60_000);
    const [existing] = await passkeysOf(ui, eventId);
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    await page().getByLabel('Codes').fill(`LOTE-1\nLOTE-2\nLOTE-1\n\n${existing!.passkey}\nLOTE-3\n`);
    await page().getByLabel('Start').fill('2030-03-01T10:00:00');
    await page().getByLabel('Finish').fill('2030-03-20T18:30:15');
    await page().getByLabel('Limit').fill('4');
    await box('Frisa azul').check();
    await box('Frisa verde').check();
    await page().getByRole('button', { name: 'Review…' }).click();
    const summary = page().getByRole('table', { name: 'This will be sent' });
    await summary.waitFor();
    const rows = await Promise.all(
      (await summary.getByRole('row').all()).map(async (row) => [
        await row.getByRole('rowheader').innerText(),
        await row.getByRole('cell').innerText(),
      ]),
    );
    assert.deepEqual(Object.fromEntries(rows), {
      'Environment': 'stg',
      'Event': 'Festival da Primavera',
      'Passkeys to create': '3',
      'At the service already': '1',
      'Items': '2',
      'Start': '2030-03-01 10:00:00',
      'Finish': '2030-03-20 18:30:15',
      'Limit': '4',
    });
    await inEveryTheme(ui, async (kind) => {
      await summary.waitFor();
      await cleanPicture(ui, `passkeys form, summary, ${kind}`);
    });
    assert.ok(!(await passkeysOf(ui, eventId)).some(({ passkey }) => passkey === 'LOTE-1'), 'nothing was sent');
    // What is typed after it makes it old.
    await page().getByLabel('Limit').fill('5');
    await summary.waitFor({ state: 'hidden' });
  });
});
