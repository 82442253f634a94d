// Every web page of the extension, opened with something to show, for what is asked of all of them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { Uri } from './editor/vscode-types.ts';
import { firstLot, openPlan } from './plan.support.ts';
import type { PageEditor, Tab } from './editor/use-editor.ts';

const eventId = '1001';
const item = '300002';

/** Opens each of them as a row of the tree does. */
export const everyPage = {
  'an item': (editor) => editor.open('editItem', editor.resource('item', item)),
  'a new item': (editor) => editor.open('createItem', event(editor)),
  'a passkey': async (editor) => editor.open('editPasskey', editor.resource('passkey', await anyPasskey(editor), { eventId })),
  'a new passkey': (editor) => editor.open('createPasskey', event(editor)),
  'many passkeys': (editor) => editor.open('createPasskeys', event(editor)),
  'a plan': async (editor) => {
    const tab = await openPlan(editor, (file) => {
      firstLot(file).price = '0.00';
      file.items.push({ name: 'Frente', type: 'Group', items: [{ name: 'Open bar', type: 'Ticket' }] });
      file.passkeys.splice(0, 1, { passkey: 'NOVA', items: ['Nada'] });
    });
    await (await tab.page()).locator('.plan-summary').waitFor();
    return tab;
  },
  'an export': async (editor) => {
    const tab = await editor.open('requestExport', event(editor));
    const page = await tab.page();
    await page.getByLabel('Type').selectOption('guestlist');
    await page.getByRole('button', { name: 'Add Filter' }).click();
    return tab;
  },
  'a passkeys report': (editor) => editor.open('requestPasskeysReport', event(editor)),
  'the tax calculator': async (editor) => {
    const tab = await editor.open('calculateTax', event(editor));
    const page = await tab.page();
    await page.getByLabel('Price (BRL)').fill('120');
    await page.getByRole('row', { name: /The customer pays/ }).waitFor();
    return tab;
  },
  'an environment': (editor) => editor.open('describeService'),
  'any operation': (editor) => editor.open('openOperationForm', 'createSalePeriod'),
  'a reply of an operation': async (editor) => {
    const tab = await editor.open('openOperationForm', 'getEvent');
    const page = await tab.page();
    await page.getByLabel('id *').fill(eventId);
    await page.getByRole('button', { name: 'Read' }).click();
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    return tab;
  },
  'an event': (editor) => editor.open('openEvent', event(editor)),
  'a table': (editor) => openTable(editor, 'listItems', {}, { eventId }),
  'a table of codes': (editor) => openTable(editor, 'listCodes', { itemId: item }, {}),
  'an entry report': (editor) => editor.open('showEntryReport', event(editor)),
  'a bordero': (editor) => editor.open('showBordero', event(editor)),
  'a file of codes': (editor) => openCodes(editor, 'codes.csv', 'ticket,code\n1,AAA\n2,AAA\n3, BBB\n4,\n'),
  'the rows of a file of codes': (editor) =>
    openCodes(editor, 'rows.csv', 'ticket,code\n1,AAA\n2,AAA\n3, BBB\n4,\n', 'openAsTable'),
} satisfies Readonly<Record<string, (editor: PageEditor) => Promise<Tab>>>;

/** What comes last in a page that does not say that it still reads. */
const lastIn: Partial<Record<keyof typeof everyPage, (page: Page) => Locator>> = {
  'an item': (page) => page.getByRole('complementary', { name: 'Tax' }).getByRole('table'),
  'a new item': (page) => page.locator('.path'),
};

export const pageNames = Object.keys(everyPage) as readonly (keyof typeof everyPage)[];

/** Opens one of them and waits until nothing of it is still to come. */
export async function openWhole(editor: PageEditor, name: keyof typeof everyPage): Promise<{ tab: Tab; page: Page }> {
  const tab = await everyPage[name](editor);
  const page = await tab.page();
  await allLoaded(page);
  await lastIn[name]?.(page).waitFor();
  return { tab, page };
}

export async function allLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await until('everything is loaded', async () => !/(Loading|Reading|Checking)/.test(await page.locator('main').innerText()));
}

function openTable(editor: PageEditor, operation: string, path: object, query: object): Promise<Tab> {
  const read = { operation, input: { path, query } };
  return editor.open('openAsTable', { environment: editor.environment, title: 'All of them', read });
}

/** The check page of a file with these contents, or its table. */
export async function openCodes(editor: PageEditor, name: string, text: string, command = 'checkCodes'): Promise<Tab> {
  const path = join(editor.fake.workspace, name);
  await writeFile(path, text);
  return editor.open(command, Uri.file(path));
}

const event = (editor: PageEditor) => editor.resource('event', eventId);

async function anyPasskey(editor: PageEditor): Promise<string> {
  const { data } = (await editor.ask('GET', `/passkeys?eventId=${eventId}&pageSize=1`)) as { data: { id: number }[] };
  return String(data[0]?.id);
}
