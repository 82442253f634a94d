// Web pages of the extension as tabs of a bare Chromium: the built page with its own policy, the theme of a real workbench around it.
import type { Page } from 'playwright-core';
import { giveBack, origin, takeWindow, type BrowserWindow, type WindowOptions } from './browser-window.ts';
import { bodyOf, defaultStyles, rootStyleOf, type ThemeName } from './themes.ts';
import { EventEmitter } from './vscode-types.ts';

/** How many documents were shown: each has an address of its own. */
let opened = 0;

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
    if (page) this.#leaving = this.#strip.leavePage(this, page);
  }

  /** Nobody hears the page any more, whatever becomes of it. */
  async abandon(): Promise<void> {
    const page = this.#page;
    this.#page = undefined;
    if (page) await this.#strip.abandonPage(this, page);
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
    if (this.#isLost('toEditor', message)) return;
    const work = this.#received.fire(message);
    if (draftRequests.has(String((message as { readonly name?: unknown } | null)?.name))) this.#strip.keeping(Promise.all(work));
  }

  #isLost(direction: 'toPage' | 'toEditor', message: unknown): boolean {
    const { lose } = this;
    return lose[direction] > 0 && (lose.isMeant?.(message) ?? true) && lose[direction]-- > 0;
  }
}

const draftRequests: ReadonlySet<string> = new Set(['keepDraft', 'dropDraft', 'keepEdit', 'endEdit']);

/** All open panels, one of them in front. Whatever is behind is not there, as in VS Code. */
export class TabStrip {
  readonly #options: WindowOptions;
  readonly #panels: Panel[] = [];
  readonly #shown = new Map<string, { readonly webview: PanelWebview; readonly document: string }>();
  #window: Promise<BrowserWindow> | undefined;
  #active: Panel | undefined;
  #theme: ThemeName = 'dark';
  #leaving: Promise<unknown> = Promise.resolve();
  /** What pages have asked the network for: nothing may leave a page. */
  readonly requested: string[] = [];
  /** What went wrong in pages. */
  readonly errors: string[] = [];
  readonly #keeping = new Set<Promise<unknown>>();

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  keeping(work: Promise<unknown>): void {
    this.#keeping.add(work);
    void work.finally(() => this.#keeping.delete(work));
  }

  /** The editor has done what pages have said of drafts. */
  async draftsKept(): Promise<void> {
    await Promise.all(this.#keeping);
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

  async openPage(webview: PanelWebview): Promise<Page> {
    const window = await (this.#window ??= this.#take());
    const url = `${origin}/${++opened}`;
    const theme = this.#theme;
    this.#shown.set(url, { webview, document: asShown(webview.html, webview.state, theme) });
    const page = await window.show(url);
    if (theme !== this.#theme) await wear(page, this.#theme);
    return page;
  }

  leavePage(webview: PanelWebview, opening: Promise<Page>): Promise<void> {
    return this.#part(opening, async (window, page) => {
      await window.leave(page);
      this.#forget(webview);
    });
  }

  abandonPage(webview: PanelWebview, opening: Promise<Page>): Promise<void> {
    return this.#part(opening, (window, page) => {
      this.#forget(webview);
      return window.abandon(page);
    });
  }

  get theme(): ThemeName {
    return this.#theme;
  }

  async setTheme(name: ThemeName): Promise<void> {
    this.#theme = name;
    const page = await this.#active?.webview.page;
    if (page) await wear(page, name);
  }

  async closeAll(): Promise<void> {
    void this.#active?.webview.abandon();
    // One by one, the next would be shown for a moment.
    this.activate(undefined);
    for (const panel of [...this.#panels].reverse()) panel.dispose();
    this.activate(undefined);
    await this.#leaving;
  }

  async stop(): Promise<void> {
    await this.closeAll();
    if (this.#window) await giveBack(await this.#window);
  }

  #take(): Promise<BrowserWindow> {
    return takeWindow(this.#options, {
      documentAt: (url) => this.#shown.get(url)?.document,
      receive: (url, kind, value) => {
        const webview = this.#shown.get(url)?.webview;
        if (kind === 'state' && webview) webview.state = value;
        else webview?.receive(value);
      },
      onRequest: (url) => this.requested.push(url),
      onError: (text) => this.errors.push(text),
    });
  }

  #part(opening: Promise<Page>, work: (window: BrowserWindow, page: Page) => Promise<void>): Promise<void> {
    const parting = Promise.all([this.#window, opening])
      .then(([window, page]) => window && work(window, page))
      // A page that is closed with its window needs no leave.
      .catch(() => undefined);
    this.#leaving = Promise.all([this.#leaving, parting]);
    return parting;
  }

  #forget(webview: PanelWebview): void {
    for (const [url, shown] of this.#shown) if (shown.webview === webview) this.#shown.delete(url);
  }
}

/** VS Code's own styles come first, so that the page's may change them; they, the theme and the state need the page's leave. */
function asShown(html: string, state: unknown, theme: ThemeName): string {
  const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1] ?? '';
  const kept = state === undefined ? '' : `window.savedState = ${JSON.stringify(state).replaceAll('<', '\\u003c')}`;
  const start = `<style nonce="${nonce}">${defaultStyles}</style><script nonce="${nonce}">${rootStyleOf(theme)}${kept}</script>`;
  const attributes = Object.entries(bodyOf(theme)).map(([name, value]) => ` ${name}="${value}"`);
  return html.replace('<head>', () => `<head>${start}`).replace('<body', () => `<body${attributes.join('')}`);
}

async function wear(page: Page, name: ThemeName): Promise<void> {
  const set = `for (const [name, value] of Object.entries(${JSON.stringify(bodyOf(name))})) document.body.setAttribute(name, value);`;
  await page.evaluate(`${rootStyleOf(name)}${set}0`);
}
