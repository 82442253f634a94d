import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { testOutput } from '../../scripts/lib/paths.mjs';
import type { Driver } from './driver.ts';
import { until } from './until.ts';

/** How long a browser may take for anything, in milliseconds: much beside other work, and nothing is lost where all is well. */
const patience = 60_000;

/** How often this process has loaded a workbench; reloads are counted. */
export let pageLoads = 0;

export interface WindowOptions {
  readonly language?: string | undefined;
  readonly driver?: Driver | undefined;
}

/** The workbench of one window, as a person sees it: what can be clicked, typed and read. */
export class Workbench {
  readonly page: Page;
  readonly #driver: Driver | undefined;
  readonly #consoleLines: string[] = [];

  private constructor(page: Page, driver: Driver | undefined) {
    this.page = page;
    this.#driver = driver;
    page.on('console', (message) => this.#consoleLines.push(`[${message.type()}] ${message.text()}`));
    page.on('pageerror', (error) => this.#consoleLines.push(`[pageerror] ${error.stack ?? error.message}`));
  }

  static async open(browser: Browser, url: string, { language, driver }: WindowOptions = {}): Promise<Workbench> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: language ?? 'en-US',
      reducedMotion: 'reduce',
    });
    // What a language pack would set; the words of VS Code itself are not needed here.
    if (language) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const workbench = new Workbench(page, driver);
    driver?.expectNew();
    await page.goto(url);
    await workbench.ready();
    return workbench;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Does at once what nobody needs to see. */
  get driver(): Driver {
    if (!this.#driver) throw new Error('This window takes no orders.');
    return this.#driver;
  }

  /** Leaves whatever is open, so that the next test finds a window like a new one. */
  async tidy(): Promise<void> {
    // A dialog first: nothing else can be closed before it.
    const inTheWay = this.dialog.or(this.page.locator('.context-view .monaco-menu')).first();
    for (let tries = 0; tries < 5 && (await inTheWay.isVisible()); tries++) await this.page.keyboard.press('Escape');
    await this.driver.tidy();
    await this.page.mouse.move(640, 790);
    await this.page.waitForFunction(
      `!document.querySelector('.editor-group-container .tab, .monaco-dialog-box, .context-view .monaco-menu')`,
    );
  }

  /** Reloads the window and waits until it can be used again. */
  async reload(): Promise<void> {
    await Promise.all([this.page.waitForEvent('load'), this.driver.reload()]);
    await this.ready();
  }

  private async ready(): Promise<void> {
    pageLoads++;
    await this.page.locator('.monaco-workbench .statusbar').waitFor();
    await this.page.locator('.activitybar .action-label').first().waitFor();
    await this.#driver?.ready();
  }

  /** A key that is pressed while a window is restored may be lost: the palette that is there already stays when it is asked for again. */
  async openPalette(): Promise<void> {
    for (let tries = 1; tries < 40; tries++) {
      await this.page.keyboard.press('F1');
      if (await succeeds(this.quickInput.waitFor({ timeout: 500 }))) return;
    }
    throw new Error('The palette does not open.');
  }

  /** Runs a command from the palette by its whole title: "Box Office: Show Log". */
  async run(title: string): Promise<void> {
    const listed = this.quickInput.locator('.monaco-list-row').filter({ hasText: title }).first();
    // The palette lists what can run at the moment it opens, so a command that is about to be possible needs a second look.
    for (let tries = 1; ; tries++) {
      await this.page.keyboard.press('F1');
      // A page that is being restored takes the focus, which closes the palette.
      const typed = this.quickInput.locator('input').first().fill(`>${title}`, { timeout: 2000 });
      const found = await succeeds(typed.then(() => listed.waitFor({ timeout: 2000 })));
      if (found) {
        const { isClicked, isLeft } = await this.#click(listed, `>${title}`);
        if (isClicked && isLeft) return;
      }
      if (tries === 8) throw new Error(`The palette has no command "${title}".`);
      await this.page.keyboard.press('Escape');
    }
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** Answers the open quick input: types, then accepts. */
  async answer(text: string): Promise<void> {
    const input = this.quickInput.locator('input').first();
    await input.fill(text);
    // To the input itself: a page that is being restored may have taken the focus meanwhile.
    await input.press('Enter');
  }

  /** Types into the open quick input and chooses the row that says so. A list that is just being drawn misses a click. */
  async choose(text: string, row = text): Promise<void> {
    // A question without a list is the one before, which is about to go: what is typed then lands in the editor behind it.
    await this.page.waitForFunction(`[...document.querySelectorAll('.quick-input-widget')].some((widget) =>
      widget.checkVisibility() && widget.querySelector('.quick-input-list')?.checkVisibility())`);
    await this.quickInput.locator('input[type="text"]').first().fill(text);
    const listed = this.quickInput.locator('.monaco-list-row').filter({ hasText: row }).first();
    await listed.waitFor();
    for (let tries = 1, wasClicked = false; ; tries++) {
      const { isClicked, isLeft } = await this.#click(listed, text);
      wasClicked ||= isClicked;
      if (wasClicked && isLeft) return;
      if (tries === 5) throw new Error(`"${row}" could not be chosen.`);
    }
  }

  /** Ticks the row of the open quick input that says so; a list that is just being drawn misses a click. */
  async tick(row: Locator, count: number): Promise<void> {
    const isTicked = this.quickInput.getByText(`${count} Selected`);
    await row.waitFor();
    await until(`${count} are ticked`, async () => {
      if (await isTicked.isVisible()) return true;
      await succeeds(row.click({ timeout: 3000 }));
      return succeeds(isTicked.waitFor({ timeout: 3000 }));
    });
  }

  /** Clicks on a row of the quick input; a question with this text in it can go away by that, or because something else took the focus. */
  async #click(row: Locator, text: string): Promise<{ readonly isClicked: boolean; readonly isLeft: boolean }> {
    const left = `![...document.querySelectorAll('.quick-input-widget')].some((widget) => widget.checkVisibility()
      && widget.querySelector('input[type="text"]')?.value === ${JSON.stringify(text)})`;
    // The row may be gone already: what was chosen before goes a moment later.
    const isClicked = await succeeds(row.click({ timeout: 3000 }));
    return { isClicked, isLeft: await succeeds(this.page.waitForFunction(left, undefined, { timeout: 5000 })) };
  }

  /** Shows a view container by the title of its icon in the activity bar. */
  async showContainer(title: string): Promise<void> {
    const icon = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${title}"])`);
    const shown = this.page.locator('.sidebar .composite.title').filter({ hasText: title });
    await icon.waitFor();
    for (let tries = 1; ; tries++) {
      if (!(await icon.getAttribute('class'))?.includes('checked')) await icon.click();
      if (await succeeds(shown.waitFor({ timeout: 5000 }))) return;
      // A click in the moment in which a reloaded window shows it by itself hides it.
      if (tries === 3) throw new Error(`"${title}" does not show.`);
    }
  }

  /** A row of any tree or list in the side bar, by its label; or by a pattern, where the label has a day that moves with today. */
  row(label: string | RegExp): Locator {
    const pattern = typeof label === 'string' ? new RegExp(`^${escapeRegExp(label)}$`) : label;
    const name = this.page.locator('.label-name', { hasText: pattern });
    return this.page.locator('.sidebar .monaco-list-row').filter({ has: name });
  }

  /** Chooses from the menu of a row. */
  async rightClick(label: string | RegExp, entry: string, ...inside: readonly string[]): Promise<void> {
    const entryOf = (name: string) => this.page.locator('.monaco-menu').getByText(name, { exact: true });
    const listed = entryOf(entry);
    // A menu has what was known when it opened: right after the start the extension may not be.
    for (let tries = 1; ; tries++) {
      // A menu that comes late is in the way of the next click.
      const isClicked = await succeeds(this.row(label).first().click({ button: 'right', timeout: 5000 }));
      if (isClicked && (await succeeds(listed.waitFor({ timeout: 5000 })))) break;
      if (tries === 5) throw new Error(`The menu has no "${entry}".`);
      await this.page.keyboard.press('Escape');
    }
    // A menu takes no click in the moment that it opens.
    await listed.hover();
    await this.page.keyboard.press('Enter');
    for (const name of inside) {
      await entryOf(name).hover();
      await this.page.keyboard.press('Enter');
    }
  }

  /** What opens and closes a row of a tree, whatever a click on the row itself does. */
  twistie(label: string): Locator {
    return this.row(label).first().locator('.monaco-tl-twistie');
  }

  /** Opens a row of a tree. What draws the tree anew at this moment may close it again. */
  async expand(label: string): Promise<void> {
    const open = this.row(label).and(this.page.locator('[aria-expanded="true"]')).first();
    for (let tries = 1; ; tries++) {
      if (!(await open.isVisible())) await this.twistie(label).click();
      if (await succeeds(open.waitFor({ timeout: 5000 }))) return;
      if (tries === 3) throw new Error(`"${label}" does not open.`);
    }
  }

  /** Asks for the guest list of an event of the tree. */
  async requestGuestList(event: string): Promise<void> {
    await this.rightClick(event, 'Reports and Exports', 'Request Export…');
    await this.webview.getByLabel('Type').selectOption('guestlist');
    await this.webview.getByRole('button', { name: 'Request Export' }).click();
  }

  /** The welcome text of a view without rows. */
  get welcome(): Locator {
    return this.page.locator('.sidebar .welcome-view-content');
  }

  /** The inside of the web page that the active editor shows. */
  get webview(): FrameLocator {
    return this.page.locator('iframe.webview.ready').last().contentFrame().frameLocator('iframe#active-frame');
  }

  /** The toasts on screen. */
  get notifications(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item');
  }

  /** The modal dialog on screen. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** What the window printed to the browser's console so far. */
  get console(): string {
    return this.#consoleLines.join('\n');
  }

  clearConsole(): void {
    this.#consoleLines.length = 0;
  }

  /** Saves a picture of the window under the tests' output, where somebody has asked for pictures: `npm run test:ui -- --pictures`. */
  async screenshot(name: string): Promise<void> {
    if (!process.env.BOX_OFFICE_PICTURES) return;
    const path = join(testOutput, 'screenshots', `${fileName(name)}.png`);
    await mkdir(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
  }

  /** Saves what helps to understand a failure: the picture, the console, the logs. */
  async saveFailure(title: string, logs: string): Promise<string> {
    const folder = join(testOutput, 'failures', fileName(title));
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, 'workbench.png') });
    await writeFile(join(folder, 'console.log'), this.console);
    await writeFile(join(folder, 'vscode.log'), logs);
    return folder;
  }
}

/** For what may fail and is then tried once more. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
