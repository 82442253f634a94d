// The tree at work: gives VS Code its rows, reads what they need, and draws anew exactly what has changed.
import * as vscode from 'vscode';
import { operations, unknownDialect, type Dialect, type ReadPage } from '../../client/index.ts';
import { credentialParts } from '../../client/credential-forms.ts';
import { noCurrency } from '../../shared/text.ts';
import { localName } from '../account/environments.ts';
import type { Access } from '../account/connection.ts';
import type { Accounts, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import { getOrInsert } from '../platform/once.ts';
import { categories, pageSize } from '../platform/settings.ts';
import { childrenOf, rootsOf } from './children.ts';
import { draw, lookOf, type Drawing } from './draw.ts';
import { filterTree, isShown, type FilterResult } from './filter.ts';
import { formatsFor, type Formats } from '../reading/formats.ts';
import { listOf, type FolderName, type Known, type Node } from './nodes.ts';
import { followOpenRows, type OpenRows } from './open-rows.ts';
import { Pins, type Pin } from '../reading/pins.ts';
import { ShownRows } from './shown-rows.ts';
import { sortNodes, sortOrders, type SortOrder } from './sorting.ts';
import { pagesOf, type Read } from '../reading/reads.ts';
import { ListStore, type ListState, type ReadCause } from './store.ts';
import { listsTouchedBy, rowsListing, rowsTouchedBy, showsEvents } from './touched.ts';
import { decorations, toTreeItem } from './tree-item.ts';

interface ExplorerServices {
  readonly context: vscode.ExtensionContext;
  readonly connections: Connections;
  readonly accounts: Accounts;
  readonly changes: Changes;
  readonly view: vscode.TreeView<Node>;
  readonly changed: vscode.EventEmitter<Node | Node[] | undefined>;
}

const sortKey = 'explorer.sort';

export class Explorer implements Known, vscode.Disposable {
  readonly store: ListStore;
  readonly connections: Connections;
  readonly view: vscode.TreeView<Node>;
  readonly rows: ShownRows;
  readonly #context: vscode.ExtensionContext;
  readonly #accounts: Accounts;
  readonly #pins: Pins;
  readonly #changes: Changes;
  readonly #openRows: OpenRows;
  readonly #disposables: vscode.Disposable[];
  /** By environment; asking for the settings of one for each row would be slow. */
  readonly #formats = new Map<string, Formats>();
  /** The environment that was last shown, and the connection that each was shown with. */
  readonly #last: { readonly connections: Map<string, unknown>; environment: string | undefined };
  /** Whose lists these are, by environment: another sign-in may not see what the one before it did. */
  readonly #readAs = new Map<string, number>();
  /** What was last selected. */
  #selected: readonly Node[] = [];
  /** What can be read, for which the roots were last drawn. */
  #access: Access | undefined;
  #filter: { readonly text: string; result: FilterResult | undefined } | undefined;

  constructor({ context, connections, accounts, changes, view, changed }: ExplorerServices) {
    this.connections = connections;
    this.view = view;
    this.#context = context;
    this.#accounts = accounts;
    this.#pins = new Pins(context.globalState);
    this.#changes = changes;
    this.rows = new ShownRows(changed, (node) => lookOf(this.draw(node)));
    this.#openRows = followOpenRows(view, context.workspaceState, {
      isKept: () => this.#filter === undefined,
      mayCloseAgain: () => this.rows.isDrawing,
    });
    const { current } = connections;
    this.#last = { connections: new Map(), environment: current?.environment.name };
    if (current) this.#last.connections.set(current.environment.name, current);
    this.store = new ListStore((...wanted) => this.#pagesOf(...wanted), pageSize);
    this.store.onDidChange((...change) => this.#listChanged(...change));
    this.#disposables = [
      this.rows,
      this.#openRows,
      view.onDidChangeSelection(({ selection }) => (this.#selected = selection)),
      vscode.window.registerFileDecorationProvider(decorations),
      connections.onDidChange(() => this.#connectionChanged()),
      accounts.onDidChange((environment) => void this.#signInChanged(environment)),
      changes.onDidChange((change) => {
        for (const list of listsTouchedBy(change, this.store)) void this.store.refresh(change.environment, list);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('boxOffice.categories')) this.redraw();
      }),
    ];
    this.#showArrangement();
  }

  /** The environment whose tree is shown. */
  get environment(): string | undefined {
    return this.connections.current?.environment.name;
  }

  /** The rows that are selected. VS Code knows of none while it draws them anew. */
  get selection(): readonly Node[] {
    const { selection } = this.view;
    if (selection.length > 0) return selection;
    return this.#selected.filter((node) => node.environment === this.environment && this.rows.has(node));
  }

  async children(node?: Node): Promise<Node[]> {
    const nodes = await this.rows.give(node, async () => {
      if (!node) return this.#roots();
      const list = listOf(node);
      if (list) await this.store.load(node.environment, list);
      return this.#arrange(childrenOf(node, this));
    });
    this.#openRows.select(nodes);
    return nodes;
  }

  /** Where nothing can be read without a sign-in, the welcome text of the view asks for it. */
  async #roots(): Promise<readonly Node[]> {
    const { environment } = this;
    this.#access = await this.connections.current?.access();
    if (environment === undefined || this.#access === 'nothing') return [];
    const roots = this.#arrange(rootsOf(environment, this));
    if (roots.length === 0) return [{ type: 'empty', of: 'filter', key: `${environment}/filter`, environment }];
    return this.#access === 'all' ? roots : [{ type: 'signedOut', key: `${environment}/signedOut`, environment }, ...roots];
  }

  item(node: Node): vscode.TreeItem {
    const drawing = this.draw(node);
    this.rows.drawn(node, lookOf(drawing));
    if (!this.#filter) return toTreeItem(node, this.#openRows.asLeft(node, drawing), node.key);
    // VS Code keeps whether a row of this id is open; another id lets the way to the matches open by itself.
    const result = this.#filterResult();
    const isOnTheWay = drawing.expands !== 'no' && result?.visible.has(node.key) && !result.matches.has(node.key);
    const opened: Drawing = isOnTheWay ? { ...drawing, expands: 'expanded' } : drawing;
    return toTreeItem(node, opened, `${this.#filter.text}?${node.key}`);
  }

  /** Somebody points at the row. */
  pointedAt(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    const { label, tooltip } = this.draw(node);
    // A text: a service's words must never become a link.
    item.tooltip = tooltip ? tooltip().join('\n') : label;
    return item;
  }

  draw(node: Node): Drawing {
    const list = (environment: string, read: Read) => this.list(environment, read);
    const environment = this.connections.of(node.environment)?.environment;
    const mayRemove = environment !== undefined && environment.dialect.removal !== undefined;
    return draw(node, { t: vscode.l10n.t, formats: this.formatsOf(node.environment), list, mayRemove });
  }

  dialectOf(environment: string): Dialect | undefined {
    return this.connections.of(environment)?.environment.dialect;
  }

  formatsOf(environment: string): Formats {
    return getOrInsert(this.#formats, environment, () =>
      formatsFor(
        this.connections.of(environment)?.environment ?? { currency: noCurrency, dialect: unknownDialect },
        vscode.env.language,
      ),
    );
  }

  list(environment: string, read: Read): ListState | undefined {
    return this.store.get(environment, read);
  }

  pins(environment: string): readonly Pin[] {
    return this.#pins.of(environment);
  }

  /** Those of the service and of the settings, and those that were browsed in this workspace. */
  categories(environment: string): readonly string[] {
    return [...new Set([...categories(this.dialectOf(environment)), ...this.#addedCategories(environment)])];
  }

  #addedCategories(environment: string): string[] {
    const added = this.#context.workspaceState.get<unknown>(`categories.${environment}`);
    return Array.isArray(added) ? added.filter((name) => typeof name === 'string') : [];
  }

  async addCategory(environment: string, name: string): Promise<void> {
    if (this.categories(environment).includes(name)) return;
    const added = [...this.#addedCategories(environment), name];
    await this.#context.workspaceState.update(`categories.${environment}`, added);
    this.redraw(...this.#folders(environment, 'categories'));
  }

  async pin(environment: string, pins: readonly Pin[]): Promise<void> {
    await this.#pins.add(environment, pins);
    this.#drawPinsAnew(environment);
  }

  async unpin(environment: string, ids: readonly string[]): Promise<void> {
    await this.#pins.remove(environment, ids);
    this.#drawPinsAnew(environment);
  }

  /** The folder of pins, and the same events elsewhere, whose buttons have changed. */
  #drawPinsAnew(environment: string): void {
    this.#changes.announcePins(environment);
    const pinned = this.#folders(environment, 'pinned');
    const lists = this.rows.all().filter((node) => node.environment === environment && showsEvents(node));
    this.redraw(...pinned, ...this.#changedBelow(lists.filter((node) => !pinned.includes(node))));
  }

  #folders(environment: string, name: FolderName): Node[] {
    return this.rows.all().filter((node) => node.key === `${environment}/${name}`);
  }

  /** The rows below these that look otherwise than VS Code shows them. */
  #changedBelow(nodes: readonly Node[]): Node[] {
    return nodes.flatMap((node) => this.rows.update(childrenOf(node, this)));
  }

  get sortOrder(): SortOrder {
    const kept = this.#context.globalState.get<unknown>(sortKey);
    return sortOrders.find((order) => order === kept) ?? 'service';
  }

  async sort(order: SortOrder): Promise<void> {
    await this.#context.globalState.update(sortKey, order);
    this.redraw();
    this.#showArrangement();
  }

  get filterText(): string | undefined {
    return this.#filter?.text;
  }

  async filter(text: string | undefined): Promise<void> {
    const wanted = text?.trim();
    this.#filter = wanted ? { text: wanted, result: undefined } : undefined;
    await vscode.commands.executeCommand('setContext', 'boxOffice.filtered', this.#filter !== undefined);
    this.redraw();
    this.#showArrangement();
  }

  /** How the rows are narrowed and ordered, where somebody has asked for it. */
  #showArrangement(): void {
    const { t } = vscode.l10n;
    const count = this.#filterResult()?.matches.size ?? 0;
    const rows = count === 1 ? t('1 row') : t('{0} rows', count);
    const orders: Record<SortOrder, string> = { service: '', name: t('sorted by name'), date: t('sorted by date') };
    const filter = this.#filter ? t('Filter: {0} · {1}', this.#filter.text, rows) : '';
    const { sortOrder } = this;
    void vscode.commands.executeCommand('setContext', 'boxOffice.sorted', sortOrder !== 'service');
    this.view.message = [filter, orders[sortOrder]].filter(Boolean).join(' · ');
  }

  #filterResult(): FilterResult | undefined {
    const { environment } = this;
    if (!this.#filter || environment === undefined) return undefined;
    this.#filter.result ??= filterTree(this.#filter.text, environment, this, (node) => {
      const { label, description = '' } = this.draw(node);
      return `${label} ${description} ${node.resource?.id ?? ''}`;
    });
    return this.#filter.result;
  }

  #arrange(nodes: readonly Node[]): readonly Node[] {
    const result = this.#filterResult();
    const shown = result ? nodes.filter((node) => isShown(node, result)) : nodes;
    return sortNodes(shown, this.sortOrder, vscode.env.language);
  }

  /** Draws these rows and all below them anew, or the whole tree. */
  redraw(...nodes: Node[]): void {
    if (!this.#filter) return this.rows.redraw(...nodes);
    // Which rows match may have changed anywhere.
    this.#filter.result = undefined;
    this.rows.redraw();
    this.#showArrangement();
  }

  #pagesOf(environment: string, read: Read): ReadPage {
    const connection = this.connections.of(environment);
    if (!connection) throw new Error(vscode.l10n.t('{0} is not connected.', environment));
    if (!this.#readAs.has(environment)) this.#readAs.set(environment, this.#accounts.generationOf(connection.environment));
    return pagesOf(connection, read, { interactive: false, keepsUnclaimed: true });
  }

  #listChanged(environment: string, read: Read, cause: ReadCause): void {
    const shown = this.rows.all();
    const touched = rowsTouchedBy(environment, read, shown);
    if (touched.length === 0) return;
    if (cause === 'asked' || this.#filter) return this.redraw(...touched);
    // What is said of an event may be the same as before; only where it is not, its row is drawn anew.
    const listing = rowsListing(environment, read, shown);
    const around = touched.filter((node) => !listing.includes(node));
    this.rows.redrawWhenIdle([...listing, ...this.#changedBelow(around)]);
  }

  #connectionChanged(): void {
    const { current } = this.connections;
    const { environment } = this.#last;
    const name = current?.environment.name;
    if (!current && environment !== undefined) this.store.expire(environment);
    // The same environment at another address, or the local service started or reset, may hold other data.
    const isOther = name !== undefined && this.#last.connections.get(name) !== current;
    if (name !== undefined && (isOther || (name === localName && name === environment))) this.store.expire(name);
    if (name !== undefined) this.#last.connections.set(name, current);
    this.#last.environment = name ?? environment;
    this.#formats.clear();
    this.redraw();
  }

  /** What could not be read may be readable now, and what another sign-in has read is nobody's any more. */
  async #signInChanged(environment: string): Promise<void> {
    this.#forgetOthers(environment);
    const access = environment === this.environment ? await this.connections.current?.access() : this.#access;
    if (access !== this.#access) {
      // A sign-in is told more than once, by its keyring too; one of them draws.
      this.#access = access;
      this.redraw();
    }
    for (const { read, problem } of this.store.all(environment)) if (problem) void this.store.refresh(environment, read);
  }

  /** A sign-in is told more than once; the lists are forgotten when it is another one. */
  #forgetOthers(environment: string): void {
    const connection = this.connections.of(environment);
    if (!connection || !this.#readAs.has(environment)) return;
    const now = this.#accounts.generationOf(connection.environment);
    if (this.#readAs.get(environment) === now) return;
    this.#readAs.set(environment, now);
    const { dialect } = connection.environment;
    const isOwned = ({ operation }: Read) => credentialParts(dialect, operations[operation].group).length > 0;
    const forgotten = this.store.forget(environment, isOwned);
    const touched = forgotten.flatMap((read) => rowsTouchedBy(environment, read, this.rows.all()));
    if (touched.length > 0) this.redraw(...new Set(touched));
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
