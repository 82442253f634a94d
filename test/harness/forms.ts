import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { askService } from './ask-service.ts';
import type { Ui } from './ui.ts';
import { until } from './until.ts';

/** Signs in as the local service's own user, where nobody is signed in: a window that was reloaded has forgotten it. */
export async function signIn({ workbench, host }: Ui): Promise<void> {
  await workbench.showContainer('Box Office');
  const status = workbench.page.locator('.statusbar-item').filter({ hasText: /· (signed out|Ana Souza)/ });
  await status.waitFor();
  if (await status.filter({ hasText: 'signed out' }).isVisible()) {
    const signedIn = workbench.driver.run('boxOffice.signIn');
    const input = workbench.quickInput.locator('input[type="password"]');
    await input.fill(host.service!.token);
    await input.press('Enter');
    await signedIn;
  }
  await status.filter({ hasText: 'Ana Souza' }).waitFor();
  // The tree is drawn anew by it: a row that is used before that is lost to VS Code.
  await workbench.row('Signed out').first().waitFor({ state: 'detached' });
}

/** Opens a form that asks for its event first. */
export async function openForEvent(ui: Ui, command: string, eventId: string): Promise<void> {
  await ui.workbench.run(`Box Office: ${command}`);
  await chooseFirst(ui, eventId);
}

/** Types into the open search and takes the first row, once that is the one that was meant: others stand there until the search answers. */
export async function chooseFirst({ workbench: { quickInput } }: Ui, text: string, row = text): Promise<void> {
  const input = quickInput.locator('input').first();
  await input.fill(text);
  await quickInput.locator('.monaco-list-row').first().filter({ hasText: row }).waitFor();
  await input.press('Enter');
}

/** The cells and marks of tables that are not wholly inside the page, as it stands. */
export async function cutOff(ui: Ui): Promise<string[]> {
  return (await pageFrame(ui)).evaluate<string[]>(`[...document.querySelectorAll('.wide-table :is(th, td, .tag, svg)')]
    .filter((part) => part.getBoundingClientRect().right > part.closest('.wide-table').getBoundingClientRect().right + 1)
    .map((part) => part.textContent)`);
}

/** Asks the service itself, past the editor. */
export async function ask({ host }: Ui, method: string, path: string, body?: unknown): Promise<unknown> {
  return askService(host.service!, method, path, body);
}

export interface PasskeyRow {
  readonly id: number;
  readonly passkey: string;
  readonly start: string | null;
  readonly finish: string | null;
  readonly limit: number | null;
  readonly itemIds: number[];
}

export async function passkeysOf(ui: Ui, eventId: string): Promise<PasskeyRow[]> {
  const reply = (await ask(ui, 'GET', `/passkeys?eventId=${eventId}&pageSize=1000`)) as { data: PasskeyRow[] };
  return reply.data;
}

/** Waits until what was typed is on disk, where it outlives the window. */
export async function draftKept({ host }: Ui, text: string): Promise<void> {
  await until(`a draft has "${text}"`, async () => {
    const files = globSync('data/User/globalStorage/**/drafts/*.json', { cwd: host.dataFolder });
    const drafts = await Promise.all(files.map((name) => readFile(join(host.dataFolder, name), 'utf8').catch(() => '')));
    return drafts.some((draft) => draft.includes(text));
  });
}

/** `mark`: the class that the workbench has with such a theme. */
export async function chooseTheme({ workbench }: Ui, name: string, mark: string): Promise<void> {
  await workbench.run('Preferences: Color Theme');
  await workbench.answer(name);
  await workbench.quickInput.waitFor({ state: 'hidden' });
  await workbench.page.locator(`.monaco-workbench.${mark}`).waitFor();
  await workbench.webview.locator(`body.${pageMarks[mark]}`).waitFor();
}

const pageMarks: Readonly<Record<string, string>> = {
  'vs': 'vscode-light',
  'vs-dark': 'vscode-dark',
  'hc-black': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light',
};

/** The frame of the page itself, in which scripts can run. */
export async function pageFrame({ workbench }: Ui): Promise<Frame> {
  const handle = await workbench.webview.locator('html').elementHandle();
  const frame = await handle.ownerFrame();
  assert.ok(frame, 'there is no page');
  return frame;
}

/** Waits until keys go to the page of the active editor, and not to the frame around it. */
export async function pageHasFocus(ui: Ui): Promise<void> {
  await (await pageFrame(ui)).waitForFunction('document.hasFocus()');
}

/** Applies the plan of the page in front, and waits until the service shows all of it. */
export async function applyPlan({ workbench: { webview, dialog } }: Ui): Promise<void> {
  await webview.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await webview.getByText(/steps were done, and the service shows them\./).waitFor();
}
