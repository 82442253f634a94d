import assert from 'node:assert/strict';
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Client } from '../../src/client/index.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';
import { parse, planChanges, readEvent, stepsOf, storePlan } from '../../src/plans/index.ts';
import { runPlan } from '../../src/runs/index.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { clientFor, eventId, eventText, firstLot, openPlan, type EditableEvent } from './plan.support.ts';

interface RunRow {
  readonly runId: string;
}

describe('a run of a plan', () => {
  const editor = useEditor({ service: { seed: 1 } });
  beforeEach(async () => {
    await editor.restoreSample();
  });
  afterEach(async () => {
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Discard');
    for (const { node } of await rows()) await editor.run('discardRun', node);
  });

  async function rows(): Promise<{ node: RunRow; text: string }[]> {
    const tree = await until('the Runs view', () => editor.fake.trees.get('boxOffice.runs'));
    const nodes = ((await tree.getChildren()) ?? []) as RunRow[];
    const items = await Promise.all(nodes.map((node) => tree.getTreeItem(node) as Promise<{ description: string }>));
    return nodes.map((node, index) => ({ node, text: items[index]?.description ?? '' }));
  }
  const rowSaying = (text: RegExp) =>
    until(`a run says ${String(text)}`, async () => (await rows()).find((row) => text.test(row.text)));

  /** A price, a group with a new item, and a passkey that opens it: five steps that need each other. */
  async function wanted(): Promise<string> {
    const file = JSON.parse(await eventText(editor)) as EditableEvent;
    firstLot(file).price = '162.00';
    const open = { name: 'Open bar', type: 'Ticket', quantity: 10, price: '90.00', feeSale: '9.00', feeProducer: '0.00' };
    file.items.push({ name: 'Frente', type: 'Group', items: [open] });
    file.passkeys.push({ passkey: 'NOVA', items: ['Frente / Open bar'] });
    return JSON.stringify(file);
  }

  /** Applies a plan as a window does that dies with one of its writes, after the service did it and before anybody knows. */
  async function crash(at: number): Promise<number> {
    const client = clientFor(editor);
    const there = await readEvent(client, eventId, { environment: editor.environment });
    const { plan, stops, questions } = planChanges(parse(await wanted()), there, { dialect: seenDialect });
    assert.deepEqual([stops, questions], [[], []]);
    const folder = join(editor.fake.home, 'storage', 'runs');
    const place = { environment: editor.environment, at: editor.service };
    const stored = await storePlan(plan, { folder, ...place });
    let writes = 0;
    const call: Client['call'] = async (operation, input, options) => {
      const reply = await client.call(operation, input, options);
      if (!/^(?:get|list)/.test(typeof operation === 'string' ? operation : operation.id) && ++writes === at)
        throw new Error('crashed');
      return reply;
    };
    const dying = { dialect: seenDialect, call };
    const steps = stepsOf(dying, () => ({ dialect: seenDialect, now: Date.now() }));
    await assert.rejects(runPlan(stored, { client: dying, target: place, steps, concurrency: 1 }), /crashed/);
    return plan.steps.length;
  }

  const timesMade = async (name: string) => (await eventText(editor)).split(`"${name}"`).length - 1;

  it('fault 43: that a crash interrupted goes on from its row, does each step once, and can be reverted', async () => {
    const before = await eventText(editor);
    const steps = await crash(2);
    await editor.reload();
    const { node } = await rowSaying(/interrupted/);
    await editor.run('resumeRuns', node);
    await rowSaying(new RegExp(`^${steps} of ${steps} · finished`));
    await until('its end is said', () => editor.user.shown.some((text) => text.includes(`${steps} of ${steps} steps`)));
    assert.deepEqual([await timesMade('Frente'), await timesMade('Open bar'), await timesMade('NOVA')], [1, 1, 1]);
    assert.equal(await timesMade('162.00'), 1);
    const result = join(editor.fake.home, 'storage', 'runs', node.runId, 'plan-result.csv');
    assert.equal((await readFile(result, 'utf8')).trimEnd().split('\r\n').length, steps + 1);
    await editor.run('revertPlan', node);
    const panel = await until('the plan that reverts', () => editor.panels.find(({ title }) => title.startsWith('Revert')));
    const page = await editor.tab(panel).page();
    await page.getByText(/2 items removed.*1 price changed.*1 passkey deleted/).waitFor();
    editor.user.press = (_message, buttons) => buttons[0];
    editor.user.type = ({ prompt = '' }) => /^Type (.*) to confirm\.$/.exec(prompt)?.[1] ?? '';
    await page.getByRole('button', { name: /^Apply .* Changes…$/ }).click();
    await page.getByText(/steps were done, and the service shows them\./).waitFor();
    assert.equal(await eventText(editor), before);
  });

  it('that a crash interrupted is resumed or discarded before another plan is applied in its event, and is no run of Create Many Passkeys', async () => {
    await crash(2);
    await editor.reload();
    await rowSaying(/interrupted/);
    const form = await (await editor.open('createPasskeys', editor.resource('event', eventId))).page();
    await form.getByRole('heading', { name: 'Create Many Passkeys' }).waitFor();
    await form.getByLabel('Codes').waitFor();
    assert.equal(await form.getByText('A run to this event is not at its end').count(), 0);
    const tab = await openPlan(editor, (file) => void (firstLot(file).price = '171.00'));
    const page = await tab.page();
    const apply = page.getByRole('button', { name: /^Apply .*Changes?…$/ });
    editor.user.press = (_message, buttons) => buttons[0];
    await apply.click();
    await page.getByText('Whether steps of an earlier plan were done in this event is not known.').waitFor();
    assert.equal((await eventText(editor)).includes('171.00'), false, 'nothing was sent');
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Discard');
    for (const { node } of await rows()) await editor.run('discardRun', node);
    editor.user.press = (_message, buttons) => buttons[0];
    await apply.click();
    await page.getByText('The step was done, and the service shows it.').waitFor();
    assert.equal((await eventText(editor)).includes('171.00'), true);
  });
});

describe('the page of a plan whose run was stopped in the middle', () => {
  /** Steps of one item, of which each waits for the one before: at this pace there are seconds to stop them. */
  const steps = 16;
  let pace = 0;
  let quick = 0;
  const slow: ServiceFault = {
    kind: 'latency',
    operation: 'createAttribute',
    get value() {
      return quick-- > 0 ? 0 : pace;
    },
  };
  const editor = useEditor({ service: { seed: 1, faults: [slow] } });
  beforeEach(() => editor.restoreSample());

  const stopped = (page: Page) => page.locator('.page > .notice.warning');
  const resumeButton = (page: Page) => stopped(page).getByRole('button', { name: 'Resume' });
  const finished = (page: Page) => page.getByText(`${steps} of ${steps} steps were done, and the service shows them.`);
  const timesMade = async () => (await eventText(editor)).split('"mark-').length - 1;

  interface Stopped {
    readonly tab: Tab;
    readonly page: Page;
    /** How much was done. */
    readonly made: number;
    readonly runId: string;
  }

  /** Opens a plan, applies it, and cancels that on the page. */
  async function cancel(): Promise<Stopped> {
    const tab = await openPlan(editor, (file) => {
      const lot = firstLot(file);
      const marks = Array.from({ length: steps }, (_, number) => [`mark-${number}`, `of ${number}`]);
      lot.attributes = { ...lot.attributes, ...(Object.fromEntries(marks) as Record<string, string>) };
    });
    return stopInTheMiddle(tab);
  }

  /** Applies the plan of a page, and cancels it once something of it was done. */
  async function stopInTheMiddle(tab: Tab): Promise<Stopped> {
    [pace, quick] = [200, 3];
    const page = await tab.page();
    editor.user.press = (_message, buttons) => buttons[0];
    await page.getByRole('button', { name: /^Apply .*Changes?…$/ }).click();
    await page.getByText(/^[1-9]\d* of \d+$/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await stopped(page).waitFor();
    pace = 0;
    editor.user.press = () => undefined;
    const made = await timesMade();
    assert.ok(made > 0 && made < steps, `${made} were made`);
    const tree = await until('the Runs view', () => editor.fake.trees.get('boxOffice.runs'));
    const [row] = ((await tree.getChildren()) ?? []) as RunRow[];
    return { tab, page, made, runId: row?.runId ?? '' };
  }

  /** What a window leaves that was killed: the journal without its last line, which says how the run ended. */
  async function killed(runId: string): Promise<void> {
    const journal = join(editor.fake.home, 'storage', 'runs', runId, 'journal');
    const text = await readFile(journal, 'utf8');
    await truncate(journal, Buffer.byteLength(text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)));
  }

  it('fault 48: says what was done and what was not sent, claims no more than was seen, and goes on from there', async () => {
    const { tab, page, made } = await cancel();
    assert.equal(
      await stopped(page).locator('span').innerText(),
      `The run was cancelled at ${made} of ${steps} steps. Done, as the service answered: ${made}. Not sent: ${steps - made}. ` +
        'Resuming looks at what the service has, and sends only what it lacks.',
    );
    assert.equal(await page.locator('button.primary').allInnerTexts().then(String), 'Resume', 'one thing to do next');
    // The plan is what is left of it.
    await page.getByText(`${steps - made} changes: ${steps - made} attributes changed.`).waitFor();
    await assertAccessible(editor, tab, {
      what: 'a plan whose run was cancelled',
      hasOwnColors: true,
      within: '.page > .notice.warning',
    });
    const result = await (await editor.openBy(() => stopped(page).getByRole('button', { name: 'Open Result' }).click())).page();
    await result.getByText('It answered so; nobody has looked yet.').first().waitFor();
    await result.getByText('not sent', { exact: true }).first().waitFor();
    const again = await tab.show();
    await resumeButton(again).click();
    await finished(again).waitFor();
    await stopped(again).waitFor({ state: 'hidden' });
    assert.equal(await timesMade(), steps);
  });

  it('says after a reload of the window that it was interrupted, and goes on', async () => {
    const { tab, made, runId } = await cancel();
    await killed(runId);
    await editor.reload();
    const page = await tab.page();
    await stopped(page).getByText(`The run was interrupted at ${made} of ${steps} steps.`).waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    assert.equal(await stopped(page).isVisible(), true, 'nothing else takes its place');
    await resumeButton(page).click();
    await finished(page).waitFor();
    assert.equal(await timesMade(), steps);
    await editor.reload();
    const last = await tab.page();
    await last.getByText('No changes.').waitFor();
    assert.equal(await stopped(last).count(), 0);
  });

  it('forgets a run that is discarded in the Runs view, and follows one that goes on there', async () => {
    const { tab, page, runId } = await cancel();
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Discard');
    await editor.run('discardRun', { runId });
    await stopped(page).waitFor({ state: 'hidden' });
    const another = await stopInTheMiddle(tab);
    await editor.run('resumeRuns', { runId: another.runId });
    await page.getByText(/^(\d+) of \1 steps were done, and the service shows them\.$/).waitFor();
    assert.equal(await stopped(page).isVisible(), false);
    assert.equal(await timesMade(), steps);
  });
});
