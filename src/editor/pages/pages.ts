// Every page of the extension, by its kind.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { connectionTo, type AccountServices, type Connection, type Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { Contract } from '../../protocol/contract.ts';
import { Drafts } from './drafts.ts';
import { pageHtml, pageOptions } from './html.ts';
import { PagePanel, type AnyPage, type Opening } from './panel.ts';
import { keyOf, readState, tabTitle, type SavedState } from './state.ts';

/** What a page may use. */
export interface PageServices {
  readonly connections: Connections;
  readonly changes: Changes;
  readonly log: vscode.LogOutputChannel;
  readonly drafts: Drafts;
  /** The extension's own folder, the same for every window. */
  readonly storage: string;
}

/** A kind of page: what it is and does, for what it was opened for. */
export type PageKind = (services: PageServices, state: SavedState, opening?: Opening) => AnyPage;

type GivenServices = Pick<PageServices, 'connections' | 'changes' | 'log'> & Pick<AccountServices, 'accounts'>;

type PageKinds = Readonly<Record<string, PageKind>>;

export const viewType = 'boxOffice.form';

/** All open pages: one panel for each resource and environment. */
export class Pages {
  readonly #kinds: PageKinds;
  readonly #services: PageServices;
  readonly #extensionUri: vscode.Uri;
  readonly #open = new Map<string, Pick<PagePanel<Contract>, 'panel' | 'onReopen' | 'pin' | 'tab' | 'signedIn'>>();
  /** The preview tab: the next preview takes its place. */
  #preview: vscode.WebviewPanel | undefined;

  constructor(context: vscode.ExtensionContext, { accounts, ...given }: GivenServices, kinds: PageKinds) {
    this.#kinds = kinds;
    this.#extensionUri = context.extensionUri;
    const storage = context.globalStorageUri.fsPath;
    const drafts = new Drafts(join(storage, 'drafts'));
    this.#services = { ...given, storage, drafts };
    context.subscriptions.push(
      drafts,
      accounts.onDidChange((environment) => {
        for (const { tab, signedIn } of this.#open.values()) if (tab.environment === environment) signedIn();
      }),
    );
  }

  /** Shows the page, or the one that is open for the same thing. A preview leaves the focus where it is. */
  show(state: SavedState, opening: Opening = {}, isPreview = false): void {
    const kind = this.#kinds[state.kind];
    // English: only a command of this extension can name a kind.
    if (!kind) throw new Error(`There is no page of the kind ${state.kind}.`);
    const options = kind(this.#services, state, opening);
    const open = this.#open.get(keyOf(state));
    if (open) {
      if (!isPreview) open.pin();
      open.panel.reveal(undefined, isPreview);
      open.onReopen?.({ ...opening, isPreview });
      return;
    }
    const before = isPreview ? this.#preview : undefined;
    const showOptions = { viewColumn: before?.viewColumn ?? vscode.ViewColumn.Active, preserveFocus: isPreview };
    const panel = vscode.window.createWebviewPanel(viewType, options.title, showOptions, pageOptions);
    try {
      this.#fill(panel, options, { ...opening, isPreview });
    } catch (error) {
      panel.dispose();
      throw error;
    }
    if (isPreview) this.#preview = panel;
    before?.dispose();
  }

  /** Fills a panel that VS Code kept over a reload. What cannot be understood is closed: what was typed is in the drafts. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = readState(state);
    const kind = saved && Object.hasOwn(this.#kinds, saved.kind) ? this.#kinds[saved.kind] : undefined;
    if (saved && kind) this.#fill(panel, kind(this.#services, saved));
    else panel.dispose();
  }

  #fill(panel: vscode.WebviewPanel, options: AnyPage, { isPreview = false, row }: Opening = {}): void {
    const { environment, eventId = row?.eventId } = options.state;
    // Before all else: where its file is gone nothing is open, and the next command tries again.
    const html = pageHtml(this.#extensionUri, options.page, options.title, {
      environment: this.#nameOf(environment),
      ...(this.#services.connections.of(environment)?.environment.protected ? { protected: '' } : {}),
      ...(eventId === undefined || options.page === 'event' ? {} : { event: eventId }),
      ...(row?.eventLabel === undefined ? {} : { 'event-label': row.eventLabel }),
      ...(row === undefined || row.label === options.state.id ? {} : { record: row.label }),
      ...(isPreview ? { preview: '' } : {}),
    });
    let key = keyOf(options.state);
    const pin = () => {
      if (this.#preview === panel) this.#preview = undefined;
    };
    panel.onDidDispose(() => {
      this.#open.delete(key);
      pin();
      this.#nameTabs();
    });
    panel.iconPath = new vscode.ThemeIcon(options.icon);
    panel.webview.options = pageOptions;
    const page = new PagePanel(panel, options, this.#services.log, (state) => {
      this.#open.delete(key);
      key = keyOf(state);
      this.#open.set(key, page);
    });
    page.pin = pin;
    page.onTitle = () => this.#nameTabs();
    this.#open.set(key, page);
    this.#nameTabs();
    panel.webview.html = html;
  }

  /** What a person calls an environment. */
  #nameOf(name: string): string {
    return this.#services.connections.of(name)?.environment.label ?? name;
  }

  #nameTabs(): void {
    const open = [...this.#open.values()];
    const tabs = open.map(({ tab }) => tab);
    for (const { panel, tab } of open) {
      const title = tabTitle(tab, tabs, (name) => this.#nameOf(name));
      if (panel.title !== title) panel.title = title;
    }
  }
}

/** The connection that a page is pinned to. */
export function connectionOf({ connections }: PageServices, { environment }: SavedState): Connection {
  return connectionTo(connections, environment);
}

/** What a page shows of its environment. */
export function environmentFor({ environment }: Connection) {
  const { name, label, currency } = environment;
  return { name, label, protected: environment.protected, currency };
}
