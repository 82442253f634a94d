// What the tests of tables have in common: a service of their own, and what a person sees of a table.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageFrame } from '../harness/forms.ts';
import type { Ui } from '../harness/ui.ts';

export const tableOptions = {
  service: { seed: 1 },
  // By its name it has a service of its own, in which nobody else changes a price.
  environment: { name: 'sandbox', eventCredential: 'nothing', ticketCredential: 'bearer', currency: 'BRL' },
};

/** Gives codes to the first item of the festival, past the editor. */
export async function uploadCodes({ host }: Ui, codes: readonly string[]): Promise<void> {
  const { ticketUrl, token } = host.service!;
  const body = new FormData();
  body.append('file', new Blob([['code', ...codes].join('\n')]), 'many.csv');
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers, body });
  assert.ok(response.ok, String(response.status));
}

/** What a person sees of the table in the active editor. */
export function tableOf(ui: Ui) {
  const page = () => ui.workbench.webview;
  const rows = () => page().locator('tbody tr:not(.space)');
  /** By the name of its field. */
  const header = (key: string) => page().locator(`thead th button[data-key="${key}"]`);
  const columns = async () =>
    Promise.all((await page().locator('thead th button').all()).map((button) => button.getAttribute('data-key')));
  const askToSave = async (format: string, file: string) => {
    await page().getByText('Save As').click();
    await page().getByRole('button', { name: format }).click();
    await ui.workbench.quickInput.getByText('Save Table').waitFor();
    // Until it offers a name, it fills in what it likes over what is typed.
    await ui.workbench.page.waitForFunction(
      `/\\/[^/]+\\.(csv|md|json)$/.test(document.querySelector('.quick-input-widget input[type="text"]')?.value ?? '')`,
    );
    await ui.workbench.answer(join(ui.host.folder, file));
  };
  return {
    page,
    rows,
    header,
    columns,
    /** The texts of the rows in the page, in one column. */
    texts: async (name: string) => {
      const place = (await columns()).indexOf(name) + 2;
      return page().locator(`tbody tr:not(.space) > :nth-child(${place})`).allTextContents();
    },
    count: (text: string | RegExp) => page().locator('.count').filter({ hasText: text }).waitFor(),
    copied: () => ui.workbench.page.evaluate<string>('navigator.clipboard.readText()'),
    focusedText: async () => (await pageFrame(ui)).evaluate<string>('document.activeElement.textContent'),
    filter: () => page().getByRole('searchbox', { name: 'Filter rows' }),
    askToSave,
    save: async (format: string, file: string) => {
      await askToSave(format, file);
      await ui.workbench.notifications.filter({ hasText: new RegExp(`Saved (1 row|[\\d,]+ rows) to ${file}\\.`) }).waitFor();
      return readFile(join(ui.host.folder, file), 'utf8');
    },
  };
}
