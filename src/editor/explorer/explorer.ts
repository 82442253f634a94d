// The tree at work: gives VS Code its rows, reads what they need, and draws anew exactly what has changed.
import * as vscode from 'vscode';
import type { AccountParts } from '../account/index.ts';
import type { Change, Changes } from '../platform/changes.ts';
import type { Resource } from '../platform/resources.ts';
import { categories, pageSize } from '../platform/settings.ts';
import { childrenOf, rootsOf } from './children.ts';
import type { Known, Pin } from './frame.ts';
import { Decorations } from './decorations.ts';
import { draw, type Drawing } from './draw.ts';
import { filterTree, isShown, type FilterResult } from './filter.ts';
import { Formats } from './formats.ts';
import { toTreeItem } from './items.ts';
import { listOf, type Node } from './nodes.ts';
import { OpenRows } from './open-rows.ts';
import { Pins } from './pins.ts';
import { sortNodes, sortOrders, type SortOrder } from './sorting.ts';
import { callFor, listKey, type ListSource, type PageWanted } from './sources.ts';
import { ListStore, type ReadCause } from './store.ts';

export interface ExplorerParts {
  readonly context: vscode.ExtensionContext;
  readonly account: AccountParts;
  readonly changes: Changes;
  readonly view: vscode.TreeView<Node>;
  readonly changed: vscode.EventEmitter<Node | Node[] | undefined>;
}

const sortKey = 'explorer.sort';
/** How long nothing must be opened before counts are drawn, in milliseconds. */
const idleTime = 400;

export class Explorer implements Known, vscode.Disposable {
  readonly store: ListStore;
  readonly #parts: ExplorerParts;
  readonly #pins: Pins;
  readonly #openRows: OpenRows;
  readonly #disposables: vscode.Disposable[];
  /** The rows that VS Code has, by their keys: only they can be drawn anew. */
  readonly #shown = new Map<string, Node>();
  readonly #formats = new Map<string, Formats>();
  /** Rows to draw anew once nobody opens anything. */
  readonly #idleKeys = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  #idleTimer: NodeJS.Timeout | undefined;
  #opening = 0;
  #environment: string | undefined;
  #connection: unknown;
  #filter: { readonly text: string; result: FilterResult | undefined } | undefined;

  constructor(parts: ExplorerParts) {
    const { context, account, changes } = parts;
    this.#parts = parts;
    this.#pins = new Pins(context.globalState);
    this.#openRows = new OpenRows(parts.view, context.workspaceState, () => this.#filter === undefined);
    this.store = new ListStore((...wanted) => this.#read(...wanted), pageSize);
    this.store.onDidChange((...change) => this.#listChanged(...change));
    this.#environment = account.connections.current?.environment.name;
    this.#connection = account.connections.current;
    this.#disposables = [
      this.#openRows,
      vscode.window.registerFileDecorationProvider(new Decorations()),
      account.connections.onDidChange(() => this.#connectionChanged()),
      account.accounts.onDidChange((environment) => this.#signInChanged(environment)),
      changes.onDidChange((change) => this.#dataChanged(change)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('boxOffice.categories')) this.redraw();
      }),
    ];
  }

  /** The environment whose tree is shown. */
  get environment(): string | undefined {
    return this.#parts.account.connections.current?.environment.name;
  }

  get account(): AccountParts {
    return this.#parts.account;
  }

  get view(): vscode.TreeView<Node> {
    return this.#parts.view;
  }

  async children(node?: Node): Promise<Node[]> {
    const { environment } = this;
    if (!node) return environment === undefined ? [] : this.#keep(this.#arrange(rootsOf(environment)));
    const list = listOf(node);
    this.#opening += 1;
    try {
      if (list) await this.store.load(node.environment, list);
      return this.#keep(this.#arrange(childrenOf(node, this)));
    } finally {
      this.#opening -= 1;
      this.#redrawWhenIdle([]);
      // The rows are on their way to VS Code; it has them a moment later.
      setTimeout(() => this.#waiting.get(node.key)?.(), 0);
    }
  }

  item(node: Node): vscode.TreeItem {
    const drawing = this.draw(node);
    if (!this.#filter) return toTreeItem(node, this.#openRows.asLeft(node, drawing), node.key);
    // VS Code keeps whether a row of this id is open; another id lets the way to the matches open by itself.
    const isOnTheWay = drawing.expands !== 'no' && this.#filterResult()?.visible.has(node.key) === true;
    const isMatch = this.#filterResult()?.matches.has(node.key) === true;
    const opened: Drawing = isOnTheWay && !isMatch ? { ...drawing, expands: 'expanded' } : drawing;
    return toTreeItem(node, opened, `${this.#filter.text}?${node.key}`);
  }

  draw(node: Node): Drawing {
    const { t } = vscode.l10n;
    const list = (environment: string, source: ListSource) => this.list(environment, source);
    return draw(node, { t, formats: this.formatsOf(node.environment), list });
  }

  formatsOf(environment: string): Formats {
    const found = this.account.connections.of(environment)?.environment;
    const currency = found?.currency ?? 'BRL';
    const timeZone = found?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const key = `${currency} ${timeZone}`;
    const known = this.#formats.get(key);
    if (known) return known;
    const formats = new Formats({ language: vscode.env.language, currency, timeZone, now: Date.now });
    this.#formats.set(key, formats);
    return formats;
  }

  list(environment: string, source: ListSource) {
    return this.store.get(environment, source);
  }

  pins(environment: string): readonly Pin[] {
    return this.#pins.of(environment);
  }

  /** Those of the settings and those that were browsed in this workspace. */
  categories(environment: string): readonly string[] {
    return [...new Set([...categories(), ...this.#addedCategories(environment)])];
  }

  #addedCategories(environment: string): string[] {
    const added = this.#parts.context.workspaceState.get<unknown>(`categories.${environment}`);
    return Array.isArray(added) ? added.filter((name) => typeof name === 'string') : [];
  }

  async addCategory(environment: string, name: string): Promise<void> {
    if (this.categories(environment).includes(name)) return;
    const added = [...this.#addedCategories(environment), name];
    await this.#parts.context.workspaceState.update(`categories.${environment}`, added);
    await this.redrawn(`${environment}/categories`);
  }

  async pin(environment: string, pins: readonly Pin[]): Promise<void> {
    await this.#pins.add(environment, pins);
    this.#drawPinsAnew(environment);
    await this.redrawn(`${environment}/pinned`);
  }

  async unpin(environment: string, ids: readonly string[]): Promise<void> {
    await this.#pins.remove(environment, ids);
    this.#drawPinsAnew(environment);
  }

  /** The folder of pins, and the same events elsewhere, whose buttons have changed. */
  #drawPinsAnew(environment: string): void {
    this.redraw(...[...this.#shown.values()].filter((node) => node.environment === environment && showsEvents(node)));
  }

  get sortOrder(): SortOrder {
    const kept = this.#parts.context.globalState.get<unknown>(sortKey);
    return sortOrders.find((order) => order === kept) ?? 'service';
  }

  async sort(order: SortOrder): Promise<void> {
    await this.#parts.context.globalState.update(sortKey, order);
    this.redraw();
  }

  get filterText(): string | undefined {
    return this.#filter?.text;
  }

  async filter(text: string | undefined): Promise<void> {
    const wanted = text?.trim();
    this.#filter = wanted ? { text: wanted, result: undefined } : undefined;
    await vscode.commands.executeCommand('setContext', 'boxOffice.filtered', this.#filter !== undefined);
    this.redraw();
    this.#showFilterMessage();
  }

  #showFilterMessage(): void {
    const result = this.#filterResult();
    const { l10n } = vscode;
    const rows = result && (result.matches.size === 1 ? l10n.t('1 row') : l10n.t('{0} rows', result.matches.size));
    this.view.message = this.#filter && rows ? l10n.t('Filter: {0} · {1}', this.#filter.text, rows) : undefined;
  }

  #filterResult(): FilterResult | undefined {
    const { environment } = this;
    if (!this.#filter || environment === undefined) return undefined;
    this.#filter.result ??= filterTree({
      text: this.#filter.text,
      roots: rootsOf(environment),
      childrenOf: (node) => childrenOf(node, this),
      textOf: (node) => {
        const { label, description = '' } = this.draw(node);
        return `${label} ${description} ${node.resource?.id ?? ''}`;
      },
    });
    return this.#filter.result;
  }

  #arrange(nodes: readonly Node[]): readonly Node[] {
    const result = this.#filterResult();
    const shown = result ? nodes.filter((node) => isShown(node, result)) : nodes;
    return sortNodes(shown, this.sortOrder, vscode.env.language);
  }

  #keep(nodes: readonly Node[]): Node[] {
    for (const node of nodes) this.#shown.set(node.key, node);
    this.#openRows.select(nodes);
    return [...nodes];
  }

  /** The row that VS Code shows for a key; none if it was never shown. */
  shown(key: string): Node | undefined {
    return this.#shown.get(key);
  }

  /** Every row that VS Code has been given. */
  allShown(): Iterable<Node> {
    return this.#shown.values();
  }

  /** Draws these rows and all below them anew, or the whole tree. */
  redraw(...nodes: Node[]): void {
    if (this.#filter) {
      this.#filter.result = undefined;
      this.#parts.changed.fire(undefined);
      this.#showFilterMessage();
    } else this.#parts.changed.fire(nodes.length > 0 ? nodes : undefined);
  }

  /**
   * Whoever opened a list gets its rows by that; only what is said of the list itself has to be drawn anew. A row that is opened at
   * the moment at which VS Code draws those around it stays empty, so this waits until nobody opens anything.
   */
  #redrawWhenIdle(keys: readonly string[]): void {
    for (const key of keys) this.#idleKeys.add(key);
    clearTimeout(this.#idleTimer);
    if (this.#idleKeys.size > 0) this.#idleTimer = setTimeout(() => this.#redrawIdle(), idleTime);
  }

  #redrawIdle(): void {
    if (this.#opening > 0) return;
    const nodes = [...this.#idleKeys].flatMap((key) => this.#shown.get(key) ?? []);
    this.#idleKeys.clear();
    if (nodes.length > 0) this.redraw(...nodes);
  }

  /** Draws a row anew and waits until VS Code has its children, if it wants them. */
  async redrawn(key: string): Promise<void> {
    const node = this.#shown.get(key);
    if (!node) return;
    const given = new Promise<void>((resolve) => this.#waiting.set(key, resolve));
    this.redraw(node);
    await Promise.race([given, new Promise((resolve) => setTimeout(resolve, idleTime))]);
    this.#waiting.delete(key);
  }

  redrawKey(key: string): void {
    const node = this.#shown.get(key);
    if (node) this.redraw(node);
  }

  async #read(environment: string, source: ListSource, page: PageWanted): Promise<unknown> {
    const connection = this.account.connections.of(environment);
    if (!connection) throw new Error(vscode.l10n.t('{0} is not connected.', environment));
    const { operation, input } = callFor(source, page);
    return connection.read(operation, input as never, { interactive: false });
  }

  #listChanged(environment: string, source: ListSource, cause: ReadCause): void {
    const key = listKey(source);
    const here = [...this.#shown.values()].filter((node) => node.environment === environment);
    // An event's own row shows what was read, so the list that it stands in gives a new one.
    const ofEvent = source.list === 'event' ? here.filter(({ resource }) => isEvent(resource, source.eventId)) : [];
    const touched = here.filter((node) => {
      const list = listOf(node);
      return (list !== undefined && listKey(list) === key) || ofEvent.some(({ parent }) => parent?.key === node.key);
    });
    if (touched.length === 0) return;
    if (cause === 'asked') this.redraw(...touched);
    else this.#redrawWhenIdle(touched.map(({ key }) => key));
  }

  #connectionChanged(): void {
    const { current } = this.account.connections;
    const name = current?.environment.name;
    const isSame = name === this.#environment;
    // The same environment at another address, or started again, may hold other data.
    if (current && isSame && current !== this.#connection) this.store.expire(current.environment.name);
    if (!current && this.#environment !== undefined) this.store.expire(this.#environment);
    this.#connection = current;
    if (name !== undefined) this.#environment = name;
    this.redraw();
  }

  #signInChanged(environment: string): void {
    for (const { source, problem } of this.store.all(environment)) if (problem) void this.store.refresh(environment, source);
  }

  /** Reads exactly the list that a change touched. */
  #dataChanged({ environment, kind, eventId, itemId }: Change): void {
    const touched = this.store.all(environment).filter(({ source }) => {
      if (kind === 'code')
        return (
          source.list === 'codes' &&
          (itemId === undefined ? this.#holdsCodes(environment, source.itemId, eventId) : source.itemId === itemId)
        );
      const list = kind === 'item' ? 'items' : 'passkeys';
      return source.list === list && (eventId === undefined || source.eventId === eventId);
    });
    for (const { source } of touched) void this.store.refresh(environment, source);
  }

  /** The lists that hold codes of an event's items; all of them where its items are not known. */
  #holdsCodes(environment: string, itemId: string, eventId: string | undefined): boolean {
    const items = eventId === undefined ? undefined : this.list(environment, { list: 'items', eventId });
    return !items?.known || items.rows.some(({ id }) => id === itemId);
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function isEvent(resource: Resource | undefined, id: string): boolean {
  return resource?.kind === 'event' && resource.id === id;
}

function showsEvents({ type, ...node }: Node): boolean {
  if (type === 'category' || type === 'section') return true;
  return 'folder' in node && ['pinned', 'featured', 'home', 'cover'].includes(node.folder);
}
