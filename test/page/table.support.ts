// What the tests of tables have in common: what a person sees of a table, and how it is saved.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { OperationId } from '../../src/client/index.ts';
import type { Read } from '../../src/editor/reading/reads.ts';
import type { Service } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import type { PageEditor, Tab } from './editor/use-editor.ts';

export const tableEnvironment = { eventCredential: 'nothing', ticketCredential: 'bearer', currency: 'BRL' };

/** Gives codes to the first item of the festival, past the editor. */
export async function uploadCodes({ ticketUrl, token }: Service, codes: readonly string[]): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([['code', ...codes].join('\n')]), 'many.csv');
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers, body });
  assert.ok(response.ok, String(response.status));
}

/** Opens a list of the service as a table. */
export function openTable(
  editor: PageEditor,
  { operation, title, ...input }: { readonly operation: OperationId; readonly title: string } & Read['input'],
): Promise<Tab> {
  return editor.open('openAsTable', { environment: editor.environment, title, read: { operation, input } });
}

/** The row that the tree was last asked to show. */
export async function revealedRow(
  editor: PageEditor,
): Promise<{ readonly kind: string; readonly id: string; readonly label: string }> {
  return until('a row is shown in the tree', () => {
    const [command, row] = editor.fake.executed.at(-1) ?? [];
    return command === 'reveal' && (row as { resource?: { kind: string; id: string; label: string } }).resource;
  });
}

/** Where a document was opened last. */
export async function openedDocument(editor: PageEditor): Promise<string> {
  return until('a document is shown', () => {
    const [command, uri] = editor.fake.executed.at(-1) ?? [];
    return command === 'showTextDocument' && decodeURIComponent(String(uri));
  });
}

export type Table = ReturnType<typeof tableIn>;

/** What a person sees of a table. */
export function tableIn(page: Page) {
  const rows = page.locator('tbody tr:not(.space)');
  const columns = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('thead th button')].map(({ dataset }) => dataset.key)`);
  return {
    rows,
    columns,
    filter: page.getByRole('searchbox', { name: 'Filter rows' }),
    /** By the name of its field. */
    header: (key: string) => page.locator(`thead th button[data-key="${key}"]`),
    /** The texts of the rows in the page, in one column. */
    texts: async (key: string) =>
      page.locator(`tbody tr:not(.space) > :nth-child(${(await columns()).indexOf(key) + 2})`).allTextContents(),
    count: (text: string | RegExp) => page.locator('.count').filter({ hasText: text }).waitFor(),
    /** What is said for a while, beside the count. */
    said: (text: string | RegExp) => page.locator('.said').filter({ hasText: text }).waitFor(),
    /** Opens what the row offers by the button at its end, and chooses from it. */
    choose: async (row: number, name: string) => {
      await rows.nth(row).hover();
      await rows.nth(row).locator('.acts button').click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    },
    focusedText: () => page.evaluate<string>('document.activeElement.textContent'),
    /** As a screen reader counts it: the names of the columns are row 1. */
    focusedRow: () => page.locator('tbody tr:focus-within').getAttribute('aria-rowindex'),
  };
}

/** Saves the table as a file of the workspace, and gives what is in it. */
export async function save(
  editor: PageEditor,
  page: Page,
  format: 'CSV…' | 'JSON…' | 'Markdown…',
  file: string,
): Promise<string> {
  const path = join(editor.fake.workspace, file);
  editor.user.saveTo = () => path;
  await page.getByText('Save As').click();
  await page.getByRole('button', { name: format }).click();
  const said = new RegExp(`^Saved (1 row|[\\d,]+ rows) to ${file}\\.`);
  await until(`it is said that ${file} was saved`, () => editor.user.shown.some((text) => said.test(text)));
  return readFile(path, 'utf8');
}
