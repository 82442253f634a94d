// The one way in which a form is shown: one panel for each resource and environment, pinned to the environment it was opened in.
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  issuePlaces,
  pageMessage,
  type Contract,
  type EventName,
  type EventOf,
  type InitOf,
  type PageMessage,
  type PayloadOf,
  type RequestName,
  type ResultOf,
} from '../../protocol/contract.ts';
import { pageHtml, pageOptions } from '../platform/page.ts';

/** What a panel needs to be made again after a reload; the page keeps it and knows nothing else of the editor. */
export const savedState = v.strictObject({
  environment: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  kind: v.pipe(v.string(), v.maxLength(50)),
  id: v.optional(v.pipe(v.string(), v.maxLength(500))),
  eventId: v.optional(v.pipe(v.string(), v.maxLength(500))),
});
export type SavedState = v.InferOutput<typeof savedState>;

export type Handlers<C extends Contract> = {
  readonly [Name in RequestName<C>]: (payload: PayloadOf<C, Name>) => Promise<ResultOf<C, Name>>;
};

export interface PageContent<C extends Contract> {
  readonly contract: C;
  /** Asked for each time the page is ready: after it was hidden and shown again, too. */
  readonly init: () => Promise<InitOf<C>>;
  readonly handlers: Handlers<C>;
}

export interface PageOptions<C extends Contract> {
  readonly state: SavedState;
  readonly title: string;
  readonly icon: string;
  /** The page's folder in src/webview. */
  readonly page: string;
  readonly content: (panel: FormPanel<C>) => PageContent<C>;
}

export type AnyPage = PageOptions<Contract>;

/** A page among others: what it may ask and be told is checked at run time, by its own contract. */
export function anyPage<C extends Contract>(options: PageOptions<C>): AnyPage {
  return options as unknown as AnyPage;
}

/** A shown page, to which events can be sent. */
export class FormPanel<C extends Contract> {
  readonly panel: vscode.WebviewPanel;
  readonly #log: vscode.LogOutputChannel;
  readonly #content: PageContent<C>;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(panel: vscode.WebviewPanel, options: PageOptions<C>, log: vscode.LogOutputChannel) {
    this.panel = panel;
    this.#log = log;
    this.#content = options.content(this);
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message));
  }

  send<Name extends EventName<C>>(name: Name, payload: EventOf<C, Name>): void {
    void this.panel.webview.postMessage({ kind: 'event', name, payload });
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = v.safeParse(pageMessage, message);
    if (!parsed.success) return this.#log.warn(`a page sent something unknown: ${issuePlaces(parsed.issues)}`);
    if (parsed.output.kind === 'ready') await this.#sendInit();
    else await this.#answer(parsed.output);
  }

  async #sendInit(): Promise<void> {
    try {
      const payload = await this.#content.init();
      const words = vscode.l10n.bundle ?? {};
      await this.panel.webview.postMessage({ kind: 'init', payload, words, language: vscode.env.language });
    } catch (error) {
      await this.panel.webview.postMessage({ kind: 'reply', id: 0, problem: messageOf(error) });
    }
  }

  async #answer({ id, name, payload }: Extract<PageMessage, { kind: 'request' }>): Promise<void> {
    const { requests } = this.#content.contract;
    const wanted = Object.hasOwn(requests, name) ? requests[name] : undefined;
    const parsed = wanted && v.safeParse(wanted.payload, payload);
    if (!parsed?.success) {
      this.#log.warn(
        `a page asked for "${name.slice(0, 50)}" in a wrong way: ${parsed ? issuePlaces(parsed.issues) : 'its name'}`,
      );
      await this.panel.webview.postMessage({
        kind: 'reply',
        id,
        problem: vscode.l10n.t('The form asked for something unknown.'),
      });
      return;
    }
    try {
      const result = await this.#runOnce(name, parsed.output);
      await this.panel.webview.postMessage({ kind: 'reply', id, result });
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) this.#log.error(`${name} failed`, messageOf(error));
      const problem = error instanceof vscode.CancellationError ? '' : messageOf(error);
      await this.panel.webview.postMessage({ kind: 'reply', id, problem });
    }
  }

  /** A second save while one is under way gets the first one's answer: a double click writes once. */
  #runOnce<Name extends RequestName<C>>(name: Name, payload: PayloadOf<C, Name>): Promise<ResultOf<C, Name>> {
    if (name !== 'save') return this.#content.handlers[name](payload);
    const running = this.#running.get(name) ?? this.#content.handlers[name](payload).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}

/** All open forms. */
export class FormPanels {
  readonly #extensionUri: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  readonly #open = new Map<string, vscode.WebviewPanel>();

  constructor(extensionUri: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#extensionUri = extensionUri;
    this.#log = log;
  }

  /** Shows the page, or the one that is open for the same thing. */
  show<C extends Contract>(viewType: string, options: PageOptions<C>): void {
    const open = this.#open.get(keyOf(viewType, options.state));
    if (open) return open.reveal();
    this.#fill(vscode.window.createWebviewPanel(viewType, options.title, vscode.ViewColumn.Active), viewType, options);
  }

  /** Fills a panel that VS Code kept over a reload. */
  restore<C extends Contract>(panel: vscode.WebviewPanel, viewType: string, options: PageOptions<C>): void {
    this.#fill(panel, viewType, options);
  }

  #fill<C extends Contract>(panel: vscode.WebviewPanel, viewType: string, options: PageOptions<C>): void {
    const key = keyOf(viewType, options.state);
    this.#open.set(key, panel);
    panel.onDidDispose(() => this.#open.delete(key));
    panel.title = options.title;
    panel.iconPath = new vscode.ThemeIcon(options.icon);
    panel.webview.options = pageOptions(this.#extensionUri);
    new FormPanel(panel, options, this.#log);
    panel.webview.html = pageHtml(panel.webview, this.#extensionUri, options.page, options.title);
  }
}

export function keyOf(viewType: string, { environment, kind, id, eventId }: SavedState): string {
  return JSON.stringify([viewType, environment, kind, id, eventId]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
