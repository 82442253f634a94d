// Web pages of the extension as tabs of a bare Chromium: the built page with its own policy, the theme of a real workbench around it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { browser } from '../../harness/browser.ts';
import { EventEmitter } from './vscode-types.ts';

/** As `npm run themes` has saved them. */
interface SavedThemes {
  readonly defaultStyles: string;
  readonly themes: Readonly<Record<string, SavedTheme>>;
}

interface SavedTheme {
  /** The class and the attributes of the page's body. */
  readonly body: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
}

const saved = JSON.parse(readFileSync(join(import.meta.dirname, 'themes.json'), 'utf8')) as SavedThemes;
export type ThemeName = 'light' | 'dark' | 'high contrast' | 'high contrast light';
export const themeNames = Object.keys(saved.themes) as readonly ThemeName[];

const origin = 'https://page.invalid';
/** A page that is not shown: of the same origin, so that Chromium keeps the process. */
const nowhere = `${origin}/`;
const viewport = { width: 1000, height: 700 };

/** What VS Code puts into a page before the page's own script runs. */
const pageStart = `(() => {
  let state;
  // Nobody listens any more to a page that goes.
  let isGone = false;
  addEventListener('pagehide', () => (isGone = true));
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => void (isGone || window.toEditor('message', JSON.stringify(message))),
    getState: () => (state ??= window.savedState),
    setState: (next) => {
      state = next;
      void window.toEditor('state', JSON.stringify(next));
    },
  });
})()`;

/** The panel of a page, as the extension sees it. */
export class Panel {
  readonly viewType: string;
  title: string;
  iconPath: unknown;
  readonly viewColumn = 1;
  readonly webview: PanelWebview;
  readonly #strip: TabStrip;
  readonly #disposed = new EventEmitter<void>();
  readonly #viewState = new EventEmitter<unknown>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewState.event;
  #isDisposed = false;

  constructor(strip: TabStrip, viewType: string, title: string, state?: unknown) {
    this.#strip = strip;
    this.viewType = viewType;
    this.title = title;
    this.webview = new PanelWebview(strip, state);
  }

  get active(): boolean {
    return this.#strip.active === this;
  }

  get visible(): boolean {
    return this.active;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  reveal(): void {
    this.#strip.activate(this);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#strip.remove(this);
    this.#disposed.fire();
  }
}

class PanelWebview {
  options: unknown = {};
  readonly cspSource = origin;
  readonly #strip: TabStrip;
  readonly #received = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.#received.event;
  /** What the page has asked VS Code to keep. */
  state: unknown;
  #html = '';
  #page: Promise<Page> | undefined;
  #leaving = Promise.resolve();
  /** How many of the next messages get lost on their way, to the page and to the editor; of all, or only of those that are meant. */
  lose: { toPage: number; toEditor: number; isMeant?: (message: unknown) => boolean } = { toPage: 0, toEditor: 0 };
  /** Everything that the page has sent. */
  readonly sent: unknown[] = [];

  constructor(strip: TabStrip, state: unknown) {
    this.#strip = strip;
    this.state = state;
  }

  get html(): string {
    return this.#html;
  }

  set html(html: string) {
    this.#html = html;
    this.show();
  }

  /** A page whose panel was hidden is made anew; what the last one has said in time is heard before. */
  show(): void {
    if (this.#html !== '') this.#page ??= this.#leaving.then(() => this.#strip.openPage(this));
  }

  hide(): void {
    const page = this.#page;
    this.#page = undefined;
    if (page) this.#leaving = this.#strip.leavePage(page);
  }

  get page(): Promise<Page> | undefined {
    return this.#page;
  }

  async postMessage(message: unknown): Promise<boolean> {
    if (this.#isLost('toPage', message)) return true;
    const page = await this.#page;
    if (!page) return false;
    const text = JSON.stringify(message);
    return page.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(text)}), '*')`).then(
      () => true,
      // It was closed meanwhile.
      () => false,
    );
  }

  receive(message: unknown): void {
    this.sent.push(message);
    if (!this.#isLost('toEditor', message)) this.#received.fire(message);
  }

  #isLost(direction: 'toPage' | 'toEditor', message: unknown): boolean {
    const { lose } = this;
    return lose[direction] > 0 && (lose.isMeant?.(message) ?? true) && lose[direction]-- > 0;
  }
}

/** All open panels, one of them in front. Whatever is behind is not there, as in VS Code. */
export class TabStrip {
  readonly #language: string;
  readonly #panels: Panel[] = [];
  readonly #byPage = new Map<Page, PanelWebview>();
  #context: Promise<BrowserContext> | undefined;
  #active: Panel | undefined;
  #theme: ThemeName = 'dark';
  #opened = 0;
  readonly #documents = new Map<string, string>();
  readonly #free: Page[] = [];
  #leaving: Promise<unknown> = Promise.resolve();
  /** What pages have asked the network for: nothing may leave a page. */
  readonly requested: string[] = [];
  /** What went wrong in pages. */
  readonly errors: string[] = [];

  constructor(language: string) {
    this.#language = language;
  }

  get panels(): readonly Panel[] {
    return this.#panels;
  }

  get active(): Panel | undefined {
    return this.#active;
  }

  create(viewType: string, title: string, state?: unknown, isBehind = false): Panel {
    const panel = new Panel(this, viewType, title, state);
    this.#panels.push(panel);
    if (!isBehind) this.activate(panel);
    return panel;
  }

  activate(panel: Panel | undefined): void {
    if (this.#active === panel) return;
    this.#active?.webview.hide();
    this.#active = panel;
    panel?.webview.show();
  }

  remove(panel: Panel): void {
    const at = this.#panels.indexOf(panel);
    if (at >= 0) this.#panels.splice(at, 1);
    panel.webview.hide();
    if (this.#active !== panel) return;
    this.#active = undefined;
    this.activate(this.#panels.at(-1));
  }

  /** A page that was left is used again, which takes a third of the time of a new one; its document is always a new one. */
  async openPage(webview: PanelWebview): Promise<Page> {
    this.#context ??= this.#makeContext();
    const context = await this.#context;
    const page = this.#free.pop() ?? (await this.#newPage(context));
    this.#byPage.set(page, webview);
    const url = `${origin}/${++this.#opened}`;
    this.#documents.set(url, asShown(webview.html, webview.state));
    await page.goto(url);
    await wear(page, this.#theme);
    return page;
  }

  leavePage(opening: Promise<Page>): Promise<void> {
    const leaving = opening
      .then(async (page) => {
        await page.goto(nowhere);
        this.#byPage.delete(page);
        await page.setViewportSize(viewport);
        this.#free.push(page);
      })
      // A page that is closed with its context needs no leave.
      .catch(() => undefined);
    this.#leaving = Promise.all([this.#leaving, leaving]);
    return leaving;
  }

  async #newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    return page;
  }

  /** Chromium tells of each message by its page: one binding for all of them is quicker than one a page. */
  async #makeContext(): Promise<BrowserContext> {
    const locale = this.#language === 'en' ? 'en-US' : this.#language;
    const context = await (await browser()).newContext({ viewport, locale });
    await context.addInitScript(pageStart);
    await context.exposeBinding('toEditor', ({ page }, kind: string, text: string | undefined) => {
      const webview = this.#byPage.get(page);
      const value: unknown = text === undefined ? undefined : JSON.parse(text);
      if (kind === 'state' && webview) webview.state = value;
      else webview?.receive(value);
    });
    await context.route('**/*', (route) => {
      const url = route.request().url();
      const body = url === nowhere ? '' : this.#documents.get(url);
      if (body !== undefined) return route.fulfill({ contentType: 'text/html', body });
      this.requested.push(url);
      return route.abort();
    });
    return context;
  }

  async setTheme(name: ThemeName): Promise<void> {
    this.#theme = name;
    const page = await this.#active?.webview.page;
    if (page) await wear(page, name);
  }

  async closeAll(): Promise<void> {
    // One by one, the next would be shown for a moment.
    this.activate(undefined);
    for (const panel of [...this.#panels].reverse()) panel.dispose();
    this.activate(undefined);
    await this.#leaving;
    this.#documents.clear();
  }

  async stop(): Promise<void> {
    await this.closeAll();
    await (await this.#context)?.close();
  }
}

/** VS Code's own styles come first, so that the page's may change them; they and the state need the page's leave. */
function asShown(html: string, state: unknown): string {
  const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1] ?? '';
  const kept = state === undefined ? '' : JSON.stringify(state).replaceAll('<', '\\u003c');
  const start = kept && `<script nonce="${nonce}">window.savedState = ${kept}</script>`;
  return html.replace('<head>', () => `<head><style nonce="${nonce}">${saved.defaultStyles}</style>${start}`);
}

async function wear(page: Page, name: ThemeName): Promise<void> {
  const { body, variables } = saved.themes[name]!;
  await page.evaluate(
    ([attributes, values]) => {
      const { documentElement, body: element } = (globalThis as unknown as { document: PageDocument }).document;
      const { style } = documentElement;
      // As VS Code does: what only the theme before had is gone.
      for (const variable of [...style].filter((name) => name.startsWith('--vscode-') && !(name in values)))
        style.removeProperty(variable);
      for (const [variable, value] of Object.entries(values)) style.setProperty(variable, value);
      // A page lets the editor shine through.
      style.setProperty('background-color', 'var(--vscode-editor-background)');
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    },
    [body, variables] as const,
  );
}

/** The part of a browser's document that is needed, whose types these files do not have. */
interface PageDocument {
  readonly documentElement: {
    readonly style: Iterable<string> & { setProperty(name: string, value: string): void; removeProperty(name: string): void };
  };
  readonly body: { setAttribute(name: string, value: string): void };
}
