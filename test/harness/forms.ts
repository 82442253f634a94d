import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
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

/** Switches to another environment, and waits until the status bar says so. */
export async function switchTo({ workbench }: Ui, name: string): Promise<void> {
  await workbench.run('Box Office: Switch Environment');
  await workbench.choose(name);
  await workbench.page.locator('.statusbar-item').filter({ hasText: name }).first().waitFor();
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

/** A reply of the editor to the page that is still to come; `isIt` is written for the page: `(reply) => …`. */
export async function nextReply(ui: Ui, isIt: string): Promise<{ readonly came: Promise<unknown> }> {
  const frame = await pageFrame(ui);
  await frame.evaluate(`(window.comes = new Promise((resolve) => addEventListener('message', ({ data }) => {
    if (data.kind === 'reply' && (${isIt})(data)) resolve();
  }))), 0`);
  return { came: frame.evaluate('window.comes') };
}

/** The text that a screen reader says of what is wrong at a field, once there is one. */
export async function problemAt({ workbench }: Ui, field: Locator): Promise<string> {
  await field.and(workbench.webview.locator('[aria-invalid="true"]')).waitFor();
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  return workbench.webview.locator(`[id="${described.split(' ').at(-1)}"]`).innerText();
}

/** The line that explains a field, as a screen reader says it. */
export async function hintAt({ workbench }: Ui, field: Locator): Promise<string> {
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  return workbench.webview.locator(`[id="${described.split(' ')[0]}"]`).innerText();
}

/** Waits until a control of the page has the focus. */
export async function focused({ workbench }: Ui, control: Locator): Promise<void> {
  await workbench.webview.locator(`[id="${await control.getAttribute('id')}"]:focus`).waitFor();
}

/** Goes to a control as a person without a mouse does. */
export async function tabTo(ui: Ui, control: Locator): Promise<void> {
  const here = control.and(ui.workbench.webview.locator(':focus'));
  // Somewhere in the page it begins.
  await ui.workbench.webview.locator(':focus').first().waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if ((await here.count()) > 0) return;
    await ui.workbench.page.keyboard.press('Tab');
  }
  assert.fail(`The Tab key never reached ${String(control)}.`);
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

const themes = [
  ['light', 'Light Modern', 'vs'],
  ['high contrast', 'Dark High Contrast', 'hc-black'],
  ['dark', 'Dark Modern', 'vs-dark'],
] as const;

/** Does the same in each kind of theme. Many pages in one theme take less time than one page in many themes. */
export async function inEveryTheme(ui: Ui, look: (kind: string) => Promise<void>): Promise<void> {
  for (const [kind, theme, mark] of themes) {
    await chooseTheme(ui, theme, mark);
    await look(kind);
  }
}

/** A picture of what is shown, in which axe-core finds nothing wrong. */
export async function cleanPicture(ui: Ui, name: string): Promise<void> {
  await ui.workbench.screenshot(name);
  assert.deepEqual(await accessibilityProblems(ui), [], name);
}

/** A picture in each kind of theme, in which axe-core finds nothing wrong. */
export async function pictureInEveryTheme(ui: Ui, name: string): Promise<void> {
  await inEveryTheme(ui, (kind) => cleanPicture(ui, `${name}, ${kind}`));
}

interface AxeResults {
  readonly violations: readonly { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

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

/** Puts something else in the place of what VS Code keeps of the page over a reload. */
export async function saveState(ui: Ui, state: unknown): Promise<void> {
  const outer = (await pageFrame(ui)).parentFrame();
  assert.ok(outer, 'there is no frame around the page');
  await outer.evaluate(`window.__vscode_post_message__('do-update-state', ${JSON.stringify(JSON.stringify(state))})`);
}

/** Texts that have broken programs, from a list that is kept for that. */
export async function naughtyStrings(): Promise<string[]> {
  const path = createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json');
  const strings = JSON.parse(await readFile(path, 'utf8')) as string[];
  return strings.filter((text) => text !== '' && text.isWellFormed());
}

/** What axe-core finds wrong with the page of the active editor. */
export async function accessibilityProblems(ui: Ui): Promise<string[]> {
  const frame = await pageFrame(ui);
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await frame.evaluate(`${axe};0`);
  const found = await frame.evaluate<AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Applies the plan of the page in front, and waits until the service shows all of it. */
export async function applyPlan({ workbench: { webview, dialog } }: Ui): Promise<void> {
  await webview.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await webview.getByText(/steps were done, and the service shows them\./).waitFor();
}
