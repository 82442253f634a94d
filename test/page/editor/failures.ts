import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { testOutput } from '../../../scripts/lib/paths.mjs';

/** Saves what helps to understand a failure: the picture of the page, its text, what was said and logged. */
export async function saveFailure(title: string, page: Page | undefined, lines: readonly string[]): Promise<string> {
  const folder = join(testOutput, 'failures', title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100));
  await mkdir(folder, { recursive: true });
  if (page && !page.isClosed()) {
    await page.screenshot({ path: join(folder, 'page.png') });
    await writeFile(join(folder, 'page.txt'), await page.locator('body').innerText());
  }
  await writeFile(join(folder, 'editor.log'), lines.join('\n'));
  return folder;
}
