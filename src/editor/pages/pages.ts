// Every page of the extension, by its kind.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { connectionTo, type AccountServices, type Connection, type Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { Drafts } from './drafts.ts';
import { PagePanels, readState, type AnyPage, type Opening, type SavedState } from './panel.ts';

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
/** The editor in which a file of codes is looked at. */
export const codeFileType = 'boxOffice.codes';

export class Pages {
  readonly #kinds: PageKinds;
  readonly #services: PageServices;
  readonly #panels: PagePanels;

  constructor(context: vscode.ExtensionContext, { accounts, ...given }: GivenServices, kinds: PageKinds) {
    this.#kinds = kinds;
    const storage = context.globalStorageUri.fsPath;
    const { connections, log } = given;
    const nameOf = (name: string) => connections.of(name)?.environment.label ?? name;
    const isProtected = (name: string) => connections.of(name)?.environment.protected ?? false;
    const drafts = new Drafts(join(storage, 'drafts'));
    this.#services = { ...given, storage, drafts };
    this.#panels = new PagePanels({ viewType, extensionUri: context.extensionUri, log, nameOf, isProtected });
    context.subscriptions.push(
      drafts,
      accounts.onDidChange((environment) => this.#panels.signedIn(environment)),
    );
  }

  /** Shows the page, or the one that is open for the same thing. A preview leaves the focus where it is. */
  show(state: SavedState, opening: Opening = {}, isPreview = false): void {
    const kind = this.#kinds[state.kind];
    // English: only a command of this extension can name a kind.
    if (!kind) throw new Error(`There is no page of the kind ${state.kind}.`);
    this.#panels.show(kind(this.#services, state, opening), opening, isPreview);
  }

  /** Fills a panel that VS Code kept over a reload. What cannot be understood is closed: what was typed is in the drafts. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const saved = readState(state);
    const kind = saved && Object.hasOwn(this.#kinds, saved.kind) ? this.#kinds[saved.kind] : undefined;
    if (saved && kind) this.#panels.fill(panel, kind(this.#services, saved));
    else panel.dispose();
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
