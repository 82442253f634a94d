import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { Uri } from './editor/vscode-types.ts';
import { useEditor } from './editor/use-editor.ts';
import { eventFile, eventText, firstLot, openPlan, type Edit } from './plan.support.ts';

/** A price and a period of the first lot, a group with a new item, and a passkey that opens it. */
const change: Edit = (file) => {
  const lot = firstLot(file);
  lot.price = '162.00';
  Object.assign(lot.salePeriods?.[0] ?? {}, { finish: '2031-11-11 23:59:59' });
  const open = { name: 'Open bar', type: 'Ticket', quantity: 10, price: '90.00', feeSale: '9.00', feeProducer: '0.00' };
  file.items.push({ name: 'Frente', type: 'Group', items: [open] });
  file.passkeys.push({ passkey: 'NOVA', items: ['Frente / Open bar'] });
};

const applyButton = (page: Page) => page.getByRole('button', { name: /^Apply .*Changes?…$/ });
const bodyOf = (page: Page, name: string) => page.locator('tbody', { has: page.locator('.name', { hasText: name }) });
const summary = (page: Page) => page.locator('.plan-summary');
/** The row of a record that says so, once there is one. */
const rowSaying = (page: Page, name: string, text: RegExp) => bodyOf(page, name).locator('tr', { hasText: text }).innerText();
const rowsOf = (page: Page, name: string) => bodyOf(page, name).locator('tr:not(.head)').allInnerTexts();

/** "Type stg to confirm." */
const typedAsAsked = ({ prompt = '' }: { readonly prompt?: string }) => /^Type (.*) to confirm\.$/.exec(prompt)?.[1] ?? '';

describe('the page of a plan', () => {
  const editor = useEditor({ service: { seed: 1 } });
  let before = '';
  beforeEach(async () => {
    await editor.restoreSample();
    before = await eventText(editor);
  });
  const path = (name: string) => join(editor.fake.workspace, name);
  const open = async (edit: Edit) => {
    const tab = await openPlan(editor, edit);
    const page = await tab.page();
    await summary(page).waitFor();
    return { tab, page };
  };
  /** Says yes to whatever is asked, and keeps the questions. */
  const agree = () => {
    const asked: string[] = [];
    editor.user.press = (message, buttons) => {
      asked.push(message);
      return buttons[0];
    };
    return asked;
  };
  const apply = async (page: Page) => {
    await applyButton(page).click();
    await page.getByText(/(?:steps were|step was) done, and the service shows (?:them|it)\./).waitFor();
  };

  it('says in one line what changes, unfolds only that, in the words and units of the forms, and leaves out what needs something that is left out', async () => {
    const { page } = await open((file) => {
      change(file);
      file.passkeys.splice(0, 1);
    });
    assert.equal(
      await summary(page).innerText(),
      '5 changes: 2 items new, 1 price changed, 1 sale period moved, 1 passkey new; 3 things to look at.',
    );
    const fields = await rowsOf(page, '1º lote');
    assert.match(fields[0] ?? '', /^Price\tR\$120\.00\tR\$162\.00/);
    assert.match(fields[1] ?? '', /^Sale period, category 1: Finish\t.*\tNov 11, 2031, 11:59 PM/);
    await page.getByText(/records stay as they are$/).waitFor();
    const box = bodyOf(page, 'ELENCO').getByRole('checkbox', { name: 'Remove ELENCO' });
    assert.equal(await box.isChecked(), false, 'what is only there stays');
    await page.getByRole('checkbox', { name: 'Apply Frente' }).uncheck();
    await bodyOf(page, 'NOVA').getByText('Left out with Frente / Open bar, which it needs.').waitFor();
    await bodyOf(page, 'Open bar').getByText('Left out with Frente, which it needs.').waitFor();
    assert.match(await summary(page).innerText(), /^2 changes: 1 price changed, 1 sale period moved/);
    assert.equal(await page.evaluate('document.activeElement?.type'), 'checkbox', 'the box keeps the focus');
    agree();
    await apply(page);
    const now = await eventText(editor);
    assert.ok(now.includes('162.00') && now.includes('ELENCO') && !/Frente|NOVA/.test(now));
  });

  it('asks once with what changes and where, does nothing when that is left, applies it after a yes, keeps the result, and reverts it', async () => {
    const { page } = await open(change);
    await applyButton(page).click();
    await until('it can be applied again', () => applyButton(page).isEnabled());
    assert.equal(await eventText(editor), before);
    const asked = agree();
    await apply(page);
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /Apply 5 Changes: Festival da Primavera\?[^]*stg[^]*2 items new/);
    await page.getByText('No changes.').waitFor();
    assert.match(await eventText(editor), /"passkey": "NOVA"/);
    const result = await editor.openBy(() => page.getByRole('button', { name: 'Open Result' }).click());
    await (await result.page()).getByText(/Price: R\$120\.00 → R\$162\.00/).waitFor();
    await result.show();
    await editor.run('revertPlan');
    const revert = await until('the plan that reverts', () => editor.panels.find(({ title }) => title.startsWith('Revert')));
    const undo = await editor.tab(revert).page();
    await summary(undo).waitFor();
    assert.match(await summary(undo).innerText(), /2 items removed, 1 price changed, 1 sale period moved, 1 passkey deleted/);
    editor.user.type = typedAsAsked;
    await apply(undo);
    assert.equal(await eventText(editor), before);
  });

  it('says what prevents applying, with the record and a link to its place', async () => {
    const { page } = await open((file) => void file.passkeys.push({ passkey: 'ONTEM', start: '2020-01-01', items: ['Nada'] }));
    const stops = page.getByRole('region', { name: 'This prevents applying' });
    await stops.getByText('ONTEM: It opens "Nada", which neither the file nor the event has.').waitFor();
    assert.equal(await applyButton(page).isDisabled(), true);
    await stops.getByRole('button', { name: 'Show in File' }).first().click();
    await until('the file is shown', () => editor.fake.executed.some(([command]) => command === 'showTextDocument'));
    await page.getByRole('checkbox', { name: 'Apply ONTEM' }).uncheck();
    await stops.waitFor({ state: 'detached' });
  });

  it('refuses a plan on what somebody else has changed since, names it, and reads the file and the event again when it is refreshed', async () => {
    const { page } = await open(change);
    await page.getByRole('checkbox', { name: 'Apply NOVA' }).uncheck();
    await page.getByText(/^4 changes/).waitFor();
    agree();
    const { id } = firstLot(JSON.parse(before) as Parameters<typeof firstLot>[0]);
    await editor.ask('PUT', `/items/${String(id)}/values`, { price: 14_000, feeSale: 1200, feeProducer: 0 });
    await applyButton(page).click();
    await page
      .getByText(/has changed since the plan was made, so nothing was sent[^]*1º lote: price is 140\.00 by now/)
      .waitFor();
    assert.doesNotMatch(await eventText(editor), /Frente/);
    await eventFile(editor, (file) => {
      change(file);
      firstLot(file).price = '170.00';
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    assert.match(await rowSaying(page, '1º lote', /R\$170\.00/), /^Price\tR\$140\.00\tR\$170\.00/);
    assert.match(await summary(page).innerText(), /^4 changes/, 'what was left out stays left out');
  });

  it('lets a person say which of two records of one name is meant', async () => {
    const group = (JSON.parse(before) as { items: { id: number; items?: unknown[] }[] }).items.find(({ items }) => items);
    for (let count = 0; count < 2; count++)
      await editor.ask('POST', '/items', { eventId: 1001, name: 'Gêmeo', type: 'Ticket', parent: group?.id });
    const { page } = await open((file) => {
      const inside = file.items.find(({ items }) => items)?.items ?? [];
      inside.splice(0, inside.length, { name: 'Gêmeo', description: 'Só um' });
    });
    await page.getByText(/It may be any of these/).waitFor();
    await page.getByLabel('Which one is Gêmeo?').selectOption({ index: 1 });
    await page.getByText(/^1 change: 1 other field of an item changed/).waitFor();
    await page.getByLabel('Which one is Gêmeo?').selectOption({ label: 'A new one' });
    await page.getByText(/^1 change: 1 item new/).waitFor();
  });

  it('comes from a file too: with a badge, refused when the file was changed or the event is another by now, and with its result beside it', async () => {
    const { page: first, tab } = await open(change);
    const file = path('festival.boxoffice-plan.json');
    editor.user.saveTo = () => file;
    await first.getByRole('button', { name: 'Save Plan…' }).click();
    await until('the plan is saved', () => editor.user.shown.some((message) => /was saved\./.test(message)));
    tab.close();
    const text = await readFile(file, 'utf8');
    const refused = async (content: string, name: string) => {
      await writeFile(path(name), content);
      await editor.run('applyPlan', Uri.file(path(name))).catch(() => undefined);
      return editor.user.shown.at(-1) ?? '';
    };
    assert.match(
      await refused(text.replace('16200', '16300'), 'a.boxoffice-plan.json'),
      /does not fit the rest: the file was changed/,
    );
    editor.user.shown.length = 0;
    assert.match(await refused(text.replaceAll('"stg"', '"prod"'), 'b.boxoffice-plan.json'), /does not fit the rest/);
    const { data } = (await editor.ask('POST', '/passkeys', { eventId: 1001, passkey: 'NOVA' })) as { data: { id: number } };
    const late = await editor.open('applyPlan', Uri.file(file));
    const page = await late.page();
    await page.getByText('Changed since the plan was made: NOVA is there already.').waitFor();
    assert.equal(await applyButton(page).isDisabled(), true);
    late.close();
    await editor.ask('DELETE', `/passkeys/${data.id}`);
    const again = await (await editor.open('applyPlan', Uri.file(file))).page();
    await again.getByText('from a file').waitFor();
    await again.getByText(/^5 changes: 2 items new, 1 price changed, 1 sale period moved, 1 passkey new/).waitFor();
    assert.match((await rowsOf(again, '1º lote'))[0] ?? '', /^Price\tR\$120\.00\tR\$162\.00/);
    agree();
    await apply(again);
    assert.match(await readFile(path('festival.boxoffice-plan-result.csv'), 'utf8'), /R\$162\.00/);
  });
});

describe('the page of a plan in Portuguese', () => {
  const editor = useEditor({ service: { seed: 1 }, language: 'pt-br' });

  it('says everything in Portuguese', async () => {
    const page = await (await openPlan(editor, change)).page();
    await summary(page).waitFor();
    const text = (await page.locator('main').innerText()).replaceAll(/Frente|Open bar|NOVA|festival\.boxoffice\.json/g, '');
    assert.match(text, /5 alterações/);
    assert.match(text, /R\$\s162,00/);
    assert.doesNotMatch(text, /\b(the|will|stays?|changes?|new|changed|Apply|Price|Show|Read)\b/);
  });
});

describe('the page of a plan in a protected environment', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: { name: 'prod', protected: true } });

  it('asks with the counts and names the environment, does nothing after a no, and deletes only after a name was typed', async () => {
    const before = await eventText(editor);
    const tab = await openPlan(editor, (file) => {
      change(file);
      file.passkeys.splice(0, 1);
    });
    const page = await tab.page();
    const asked: string[] = [];
    editor.user.press = (message) => void asked.push(message);
    await applyButton(page).click();
    await until('somebody is asked', () => asked.length > 0);
    assert.match(
      asked[0] ?? '',
      /^Apply 5 Changes: Festival da Primavera\?[^]*prod \(protected\)[^]*2 items new, 1 price changed, 1 sale period moved/,
    );
    assert.match(asked[0] ?? '', /1 passkey new/);
    await until('it can be applied again', () => applyButton(page).isEnabled());
    assert.equal(await eventText(editor), before);
    await page.getByRole('checkbox', { name: 'Remove ELENCO' }).check();
    await page.getByText(/^6 changes: .*1 passkey deleted/).waitFor();
    const typed: string[] = [];
    editor.user.press = (_message, buttons) => buttons[0];
    editor.user.type = (options) => {
      typed.push(typedAsAsked(options));
      return typed.at(-1);
    };
    await applyButton(page).click();
    await page.getByText(/^(\d+) of \1 steps were done, and the service shows them\./).waitFor();
    assert.deepEqual(typed, ['ELENCO']);
    assert.doesNotMatch(await eventText(editor), /ELENCO/);
  });
});
