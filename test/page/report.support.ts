// What the tests of reports have in common: the figures that the service itself gives, and what a person sees of a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import type { PageEditor } from './editor/use-editor.ts';

export const reportEnvironment = { eventCredential: 'bearer', ticketCredential: 'bearer', currency: 'BRL' };

/** Asks the service itself, past the extension. */
export async function fromService<T>({ service: { eventUrl, token } }: PageEditor, path: string): Promise<T> {
  const reply = await fetch(`${eventUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { responseData: T }).responseData;
}

/** What a person sees of a report. */
export const reportIn = (page: Page) => ({
  control: (label: string) => page.getByLabel(label, { exact: true }),
  chosen: (label: string) => page.getByLabel(label, { exact: true }).locator('option:checked').textContent(),
  figure: (name: string) => page.locator('.figures div').filter({ hasText: name }).locator('dd'),
  /** Waits until a figure is this one. */
  hasFigure: (name: string, value: number | string) =>
    page.locator('.figures div').filter({ hasText: name }).locator('dd').getByText(String(value), { exact: true }).waitFor(),
  section: (title: string) => page.locator('section').filter({ hasText: title }),
  refresh: page.getByRole('button', { name: 'Refresh' }),
});

/** What was saved, and how its file was to be called. */
export interface SavedFile {
  readonly offered: string;
  readonly content: Buffer;
}

/** Saves the report, or the picture of one of its sections. `button`: the menu and what is chosen in it. */
export async function saveAs(editor: PageEditor, page: Page, button: string, name: string, section?: string): Promise<SavedFile> {
  const path = join(editor.fake.workspace, name);
  let offered = '';
  editor.user.saveTo = (suggested) => {
    offered = suggested;
    return path;
  };
  const place = section === undefined ? page.locator('main') : page.locator('section').filter({ hasText: section });
  const [menu = '', choice = ''] = button.split(' › ');
  await place.locator('summary', { hasText: menu }).first().click();
  await place.locator('details[open]').getByRole('button', { name: choice }).click();
  await until(`it is said that ${name} was saved`, () => editor.user.shown.some((text) => text.startsWith(`${name} was saved.`)));
  return { offered: offered.replace(`${editor.fake.workspace}/`, ''), content: await readFile(path) };
}
