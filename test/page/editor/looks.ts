// What is asked of every page: nothing that axe-core finds, whatever the theme, and fields that the keyboard reaches.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { everything } from '../../harness/everything.ts';
import { themeNames, type ThemeName } from './themes.ts';
import type { PageEditor, Tab } from './use-editor.ts';

const require = createRequire(import.meta.url);
const axeSource = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

interface AxeChoice {
  /** These rules; all of them unless some are named. */
  readonly rules?: readonly string[] | undefined;
  /** Only what is in this part of the page, by its selector. */
  readonly within?: string | undefined;
}

/** What axe-core finds wrong with a page. */
export async function accessibilityProblems(page: Page, { rules, within }: AxeChoice = {}): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(`${axeSource};0`);
  // Nothing here plays, so that nothing has to be loaded before it can be looked at.
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const where = within === undefined ? 'document' : JSON.stringify(within);
  const found = await page.evaluate<AxeResults>(`axe.run(${where}, ${JSON.stringify(options)})`);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/**
 * Runs in the page: of elements that stand in the same kind of elements and differ in nothing but texts, numbers and addresses, the first two
 * stay, because they show the colours of all.
 */
const dropTwins = `() => {
  const textual = /^(id|title|href|for|name|value|placeholder|aria-(label|labelledby|describedby)|data-.*)$/;
  const counts = new Map();
  const twins = [];
  const isTwin = (one, place) => {
    const attributes = [...one.attributes].map(({ name, value }) => name + '=' + (textual.test(name) ? '' : name === 'class' ? value : value.replace(/[0-9.-]+/g, '')));
    const hasText = [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '');
    const kind = place + '>' + [one.tagName, hasText, ...attributes];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const parts = [...one.children].filter((part) => !isTwin(part, kind));
    const has = counts.get(kind) > 2 && parts.length === 0;
    if (has) twins.push(one);
    return has;
  };
  isTwin(document.body, '');
  for (const one of twins) one.remove();
}`;

/** The rules that depend on colours, in which themes differ. */
const colorRules = ['color-contrast', 'link-in-text-block'];

export interface AccessibleChoice {
  readonly what?: string;
  /** In all themes: for a page as it is opened, and for a state with colours that nothing else has. */
  readonly hasOwnColors?: boolean;
  /** The part of the page that is new, by its selector, where the rest was looked at elsewhere. */
  readonly within?: string;
  /** Nobody needs the page afterwards: of rows that look the same, the other themes are asked about two. */
  readonly isLast?: boolean;
}

/** Nothing is wrong with the page that is in front: in the theme that it has, or in all of them. */
export async function assertAccessible(
  editor: PageEditor,
  tab: Tab,
  { what = tab.title, hasOwnColors = false, within, isLast = false }: AccessibleChoice = {},
): Promise<void> {
  const page = await tab.page();
  const part = everything ? {} : { within };
  assert.deepEqual(await accessibilityProblems(page, part), [], what);
  if (!hasOwnColors && !everything) return;
  if (isLast && !everything) await page.evaluate(`(${dropTwins})()`);
  for (const theme of themeNames.filter((name) => name !== editor.theme)) {
    await editor.setTheme(theme);
    assert.deepEqual(await accessibilityProblems(page, { ...part, rules: colorRules }), [], `${what}, ${theme}`);
  }
}

export async function inEveryTheme(editor: PageEditor, look: (theme: ThemeName) => Promise<void>): Promise<void> {
  for (const theme of themeNames) {
    await editor.setTheme(theme);
    await look(theme);
  }
}

/** The text that a screen reader says of what is wrong at a field, once there is one. */
export async function problemAt(page: Page, field: Locator): Promise<string> {
  await field.and(page.locator('[aria-invalid="true"]')).waitFor();
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  return page.locator(`[id="${described.split(' ').at(-1)}"]`).innerText();
}

/** The line that explains a field, as a screen reader says it. */
export async function hintAt(page: Page, field: Locator): Promise<string> {
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  return page.locator(`[id="${described.split(' ')[0]}"]`).innerText();
}

/** Waits until a control of the page has the focus. */
export async function focused(page: Page, control: Locator): Promise<void> {
  await control.and(page.locator(':focus')).waitFor();
}

/** Goes to a control as a person without a mouse does, from where the form begins. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await page.locator(':focus').first().waitFor();
  const here = control.and(page.locator(':focus'));
  for (let presses = 0; presses < 80; presses++) {
    if ((await here.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`The Tab key never reached ${String(control)}.`);
}

/** Texts that have broken programs, from a list that is kept for that. */
export async function naughtyStrings(): Promise<string[]> {
  const strings = JSON.parse(await readFile(require.resolve('big-list-of-naughty-strings/blns.json'), 'utf8')) as string[];
  return strings.filter((text) => text !== '' && text.isWellFormed());
}

/** A reply of the editor to the page that is still to come; `isIt` is written for the page: `(reply) => …`. */
export async function nextReply(page: Page, isIt: string): Promise<{ readonly came: Promise<unknown> }> {
  await page.evaluate(`(window.comes = new Promise((resolve) => addEventListener('message', ({ data }) => {
    if (data.kind === 'reply' && (${isIt})(data)) resolve();
  }))), 0`);
  return { came: page.evaluate('window.comes') };
}

/** Timers of the page that would take this long or longer, in milliseconds, are over at once: nobody sits through them. */
export async function shortenTimers(page: Page, atLeast: number): Promise<void> {
  await page.evaluate(`(() => {
    const real = window.setTimeout;
    window.setTimeout = (work, time) => real(work, time >= ${atLeast} ? 50 : time);
  })()`);
}
