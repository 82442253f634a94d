// Windows of Chromium that serve one editor after another: to make a context and its pages takes longer than most tests.
import type { BrowserContext, Page } from 'playwright-core';
import { browser } from '../../harness/browser.ts';

export const origin = 'https://page.invalid';
/** A page that is not shown: of the same origin, so that Chromium keeps the process. */
const nowhere = `${origin}/`;
const viewport = { width: 1000, height: 700 };

/** What VS Code puts into a page before the page's own script runs. */
const pageStart = `(() => {
  let state;
  const { href } = location;
  // Nobody listens any more to a page that goes.
  let isGone = false;
  addEventListener('pagehide', () => (isGone = true));
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => void (isGone || window.toEditor(href, 'message', JSON.stringify(message))),
    getState: () => (state ??= window.savedState),
    setState: (next) => {
      state = next;
      void window.toEditor(href, 'state', JSON.stringify(next));
    },
  });
})()`;

/** Who has the window for now. */
export interface WindowOwner {
  /** The document at an address, while it is shown. */
  documentAt(url: string): string | undefined;
  receive(url: string, kind: string, value: unknown): void;
  /** A page has asked the network for this. */
  onRequest(url: string): void;
  onError(text: string): void;
}

export interface WindowOptions {
  readonly language: string;
  /** For tests that change the window itself, such as its clock: nobody has it before or after them. */
  readonly isOwn: boolean;
}

export class BrowserWindow {
  owner: WindowOwner | undefined;
  readonly options: WindowOptions;
  readonly #context: BrowserContext;
  /** Pages that nobody looks at. The document of the last one may still be there: the next one takes its place. */
  readonly #free: Page[] = [];

  private constructor(context: BrowserContext, options: WindowOptions) {
    this.#context = context;
    this.options = options;
  }

  static async open(options: WindowOptions): Promise<BrowserWindow> {
    const locale = options.language === 'en' ? 'en-US' : options.language;
    const context = await (await browser()).newContext({ viewport, locale });
    const window = new BrowserWindow(context, options);
    await context.addInitScript(pageStart);
    // Chromium tells of each message by its page: one binding for all of them is quicker than one a page.
    await context.exposeBinding('toEditor', (_, url: string, kind: string, text: string | undefined) =>
      window.owner?.receive(url, kind, text === undefined ? undefined : JSON.parse(text)),
    );
    await context.route('**/*', (route) => {
      const url = route.request().url();
      const body = url === nowhere ? '' : window.owner?.documentAt(url);
      if (body !== undefined) return route.fulfill({ contentType: 'text/html', body });
      window.owner?.onRequest(url);
      return route.abort();
    });
    return window;
  }

  /** A page that was left is used again, which takes a third of the time of a new one; its document is always a new one. */
  async show(url: string): Promise<Page> {
    const page = this.#free.pop() ?? (await this.#newPage());
    await page.goto(url);
    return page;
  }

  /** Takes the document away; what it has said in time is heard before. */
  async leave(page: Page): Promise<void> {
    await page.goto(nowhere);
    await this.#release(page);
  }

  /** Leaves the document to whoever needs the page next: nobody looks at it or hears it. */
  abandon(page: Page): Promise<void> {
    return this.#release(page);
  }

  async #release(page: Page): Promise<void> {
    const { width, height } = page.viewportSize() ?? viewport;
    if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport);
    this.#free.push(page);
  }

  async #newPage(): Promise<Page> {
    const page = await this.#context.newPage();
    page.setDefaultTimeout(10_000);
    const onError = (text: string) => {
      if (!this.#free.includes(page)) this.owner?.onError(text);
    };
    page.on('pageerror', (error) => onError(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') onError(message.text());
    });
    return page;
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

const idle: BrowserWindow[] = [];

export async function takeWindow(options: WindowOptions, owner: WindowOwner): Promise<BrowserWindow> {
  const at = options.isOwn ? -1 : idle.findIndex((window) => window.options.language === options.language);
  const [window = await BrowserWindow.open(options)] = at < 0 ? [] : idle.splice(at, 1);
  window.owner = owner;
  return window;
}

export async function giveBack(window: BrowserWindow): Promise<void> {
  window.owner = undefined;
  if (window.options.isOwn) await window.close();
  else idle.push(window);
}
