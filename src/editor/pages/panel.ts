// The one way in which a form is shown: one panel for each resource and environment, pinned to the environment it was opened in.
import * as vscode from 'vscode';
import type { Contract, EventName, EventOf } from '../../protocol/contract.ts';
import { pageHtml, pageOptions } from './html.ts';
import { onBehalfOfPage } from '../platform/questions.ts';
import type { SavedState } from './saved-state.ts';
import { tabTitle, type Tab } from './tab-title.ts';
import { Receiver, type PageContent, type Surroundings } from './receiver.ts';

export type { Handlers, PageContent } from './receiver.ts';
export { readState, type SavedState } from './saved-state.ts';

export interface PageOptions<C extends Contract> {
  readonly state: SavedState;
  readonly title: string;
  readonly icon: string;
  /** The page's folder in src/webview. */
  readonly page: string;
  /** The part of the page to begin with. */
  readonly part?: string | undefined;
  readonly content: (panel: FormPanel<C>) => PageContent<C>;
}

export type AnyPage = PageOptions<Contract>;

/** A page among others: what it may ask and be told is checked at run time, by its own contract. */
export function anyPage<C extends Contract>(options: PageOptions<C>): AnyPage {
  return options;
}

/** A shown page, to which events can be sent. */
export class FormPanel<C extends Contract> {
  readonly panel: vscode.WebviewPanel;
  /** Called when the open page is asked for once more, perhaps for another part of it. */
  onAgain: ((part: string | undefined) => void) | undefined;
  /** Says what the page stands for from now on: what was new has an id once it is saved. */
  readonly become: (state: SavedState) => void;
  /** Something is done in the page, so that it does not give way to the next glance. */
  keep: () => void = () => undefined;
  /** Told when the tab is called something else. */
  onTitle: () => void = () => undefined;
  tab: Tab;
  readonly #outdate: () => void;
  #isOpen = true;

  constructor(
    panel: vscode.WebviewPanel,
    options: PageOptions<C>,
    log: vscode.LogOutputChannel,
    become: (state: SavedState) => void,
  ) {
    this.panel = panel;
    this.become = become;
    this.tab = { label: options.title, environment: options.state.environment, isTouched: false };
    const receiver = new Receiver(options.content(this), surroundings(panel.webview, log));
    this.#outdate = () => receiver.outdate();
    const takeFocus = () => {
      if (this.#isOpen && panel.active) panel.reveal(panel.viewColumn);
    };
    panel.onDidDispose(() => (this.#isOpen = false));
    panel.webview.onDidReceiveMessage((message: unknown) => void onBehalfOfPage(takeFocus, () => receiver.receive(message)));
    receiver.prepare();
  }

  setTitle(label: string, isTouched = false): void {
    this.tab = { ...this.tab, label, isTouched };
    this.onTitle();
  }

  send<Name extends EventName<C>>(name: Name, payload: EventOf<C, Name>): void {
    this.#outdate();
    void this.panel.webview.postMessage({ kind: 'event', name, payload });
  }
}

function surroundings(webview: vscode.Webview, log: vscode.LogOutputChannel): Surroundings {
  return {
    // A page that was closed meanwhile needs no answer.
    post: async (message) => {
      try {
        await webview.postMessage(message);
      } catch {
        log.debug('a page was closed before it was answered');
      }
    },
    warn: (text) => log.warn(text),
    error: (text, reason) => log.error(text, reason),
    words: () => ({ words: vscode.l10n.bundle ?? {}, language: vscode.env.language }),
    isCancel: (error) => error instanceof vscode.CancellationError,
    unknownRequest: vscode.l10n.t('The form asked for something unknown.'),
  };
}

/** All open forms. */
export class FormPanels {
  readonly #extensionUri: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  readonly #nameOf: (environment: string) => string;
  readonly #open = new Map<string, Pick<FormPanel<Contract>, 'panel' | 'onAgain' | 'keep' | 'tab'>>();
  /** The page that somebody only looks at; the next such look takes its place. */
  #glance: vscode.WebviewPanel | undefined;

  /** `nameOf`: what a person calls an environment. */
  constructor(extensionUri: vscode.Uri, log: vscode.LogOutputChannel, nameOf: (environment: string) => string) {
    this.#extensionUri = extensionUri;
    this.#log = log;
    this.#nameOf = nameOf;
  }

  /** Shows the page, or the one that is open for the same thing. A glance leaves the focus where it is. */
  show<C extends Contract>(viewType: string, options: PageOptions<C>, isGlance = false): void {
    const open = this.#open.get(keyOf(viewType, options.state));
    if (open) {
      if (!isGlance) open.keep();
      open.panel.reveal(undefined, isGlance);
      open.onAgain?.(options.part);
      return;
    }
    const before = isGlance ? this.#glance : undefined;
    const place = { viewColumn: before?.viewColumn ?? vscode.ViewColumn.Active, preserveFocus: isGlance };
    const safe = pageOptions;
    const panel = vscode.window.createWebviewPanel(viewType, options.title, place, safe);
    if (isGlance) this.#glance = panel;
    this.#fill(panel, viewType, options);
    before?.dispose();
  }

  /** Fills a panel that VS Code kept over a reload. */
  restore<C extends Contract>(panel: vscode.WebviewPanel, viewType: string, options: PageOptions<C>): void {
    this.#fill(panel, viewType, options);
  }

  #fill<C extends Contract>(panel: vscode.WebviewPanel, viewType: string, options: PageOptions<C>): void {
    let key = keyOf(viewType, options.state);
    const keep = () => {
      if (this.#glance === panel) this.#glance = undefined;
    };
    panel.onDidDispose(() => {
      this.#open.delete(key);
      keep();
      this.#nameTabs();
    });
    panel.iconPath = new vscode.ThemeIcon(options.icon);
    panel.webview.options = pageOptions;
    const form = new FormPanel(panel, options, this.#log, (state) => {
      this.#open.delete(key);
      key = keyOf(viewType, state);
      this.#open.set(key, form);
    });
    form.keep = keep;
    form.onTitle = () => this.#nameTabs();
    this.#open.set(key, form);
    this.#nameTabs();
    panel.webview.html = pageHtml(this.#extensionUri, options.page, options.title);
  }

  #nameTabs(): void {
    const open = [...this.#open.values()];
    const tabs = open.map(({ tab }) => tab);
    for (const { panel, tab } of open) {
      const title = tabTitle(tab, tabs, this.#nameOf);
      if (panel.title !== title) panel.title = title;
    }
  }
}

export function keyOf(viewType: string, { environment, kind, id, eventId }: SavedState): string {
  return JSON.stringify([viewType, environment, kind, id, eventId]);
}
