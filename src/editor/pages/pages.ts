// Every page of the extension, by its kind. The code of a kind is loaded when the first page of it opens.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { connectionTo, type AccountServices, type Connection, type Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { lazy } from '../platform/lazy.ts';
import type { Drafts } from './drafts.ts';
import type { AnyPage, Opening } from './panel.ts';
import type { SavedState } from './state.ts';

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

type PageKinds = Readonly<Record<string, () => Promise<PageKind>>>;

export const viewType = 'boxOffice.form';
/** The editor in which a file of codes is looked at. */
export const codeFileType = 'boxOffice.codes';

export class Pages {
  readonly #kinds: PageKinds;
  readonly #load: () => ReturnType<typeof loadPanels>;

  constructor(context: vscode.ExtensionContext, given: GivenServices, kinds: PageKinds) {
    this.#kinds = kinds;
    this.#load = lazy(() => loadPanels(context, given));
  }

  /** Shows the page, or the one that is open for the same thing. A preview leaves the focus where it is. */
  async show(state: SavedState, opening: Opening = {}, isPreview = false): Promise<void> {
    const [{ services, panels }, kind] = await Promise.all([this.#load(), this.#kinds[state.kind]?.()]);
    // English: only a command of this extension can name a kind.
    if (!kind) throw new Error(`There is no page of the kind ${state.kind}.`);
    panels.show(kind(services, state, opening), opening, isPreview);
  }

  /** Fills a panel that VS Code kept over a reload. What cannot be understood is closed: what was typed is in the drafts. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { services, panels, readState } = await this.#load();
    const saved = readState(state);
    const kind = saved && Object.hasOwn(this.#kinds, saved.kind) ? await this.#kinds[saved.kind]?.() : undefined;
    if (saved && kind) panels.fill(panel, kind(services, saved));
    else panel.dispose();
  }
}

/** What the first page needs and the extension's start does not. */
async function loadPanels(context: vscode.ExtensionContext, { accounts, ...given }: GivenServices) {
  const [{ PagePanels, readState }, { Drafts }] = await Promise.all([import('./panel.ts'), import('./drafts.ts')]);
  const storage = context.globalStorageUri.fsPath;
  const { connections, log } = given;
  const nameOf = (name: string) => connections.of(name)?.environment.label ?? name;
  const isProtected = (name: string) => connections.of(name)?.environment.protected ?? false;
  const drafts = new Drafts(join(storage, 'drafts'));
  const services: PageServices = { ...given, storage, drafts };
  const panels = new PagePanels({ viewType, extensionUri: context.extensionUri, log, nameOf, isProtected });
  context.subscriptions.push(
    drafts,
    (await accounts()).onDidChange((environment) => panels.signedIn(environment)),
  );
  return { services, panels, readState };
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
