// The rows that VS Code has, and when it is told to draw them anew.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { listOf, type Node } from './nodes.ts';

/** How long nothing must be opened before counts are drawn elsewhere than where they were read, in milliseconds. */
const idleTime = 400;
/** How long VS Code may take to draw what it was told to, on a slow machine, in milliseconds. */
const drawingTime = 3000;
/** VS Code collects changes for 200 ms before it draws them. */
const collectingTime = 300;

export class ShownRows implements vscode.Disposable {
  readonly #changed: vscode.EventEmitter<Node | Node[] | undefined>;
  readonly #lookOf: (node: Node) => string;
  /** By their keys: VS Code knows a row by the very object that it was given. */
  readonly #rows = new Map<string, Node>();
  /** How each row that can change with a list looked when VS Code last asked for it. */
  readonly #looks = new Map<string, string>();
  /** The rows whose children VS Code has, and how many it asks for right now. */
  readonly #given = new Set<string>();
  readonly #giving = new Map<string, number>();
  readonly #idleKeys = new Set<string>();
  /** Who waits until VS Code asks for a row. */
  readonly #waiting = new Map<string, () => void>();
  readonly #listeners = new Set<() => void>();
  #idleTimer: NodeJS.Timeout | undefined;
  #drawnAt = -Infinity;

  /** `lookOf`: all that VS Code shows of a row, to compare. */
  constructor(changed: vscode.EventEmitter<Node | Node[] | undefined>, lookOf: (node: Node) => string) {
    this.#changed = changed;
    this.#lookOf = lookOf;
  }

  all(): Node[] {
    return [...this.#rows.values()];
  }

  has(node: Node): boolean {
    return this.#rows.has(node.key);
  }

  /** Tells each time that VS Code was given rows, a moment later, when it has them. */
  onDidGive(listener: () => void): vscode.Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Gives VS Code the rows that `find` finds below a row, or the roots. */
  async give(parent: Node | undefined, find: () => Promise<readonly Node[]>): Promise<Node[]> {
    const key = parent?.key ?? '';
    this.#giving.set(key, (this.#giving.get(key) ?? 0) + 1);
    try {
      const nodes = (await find()).map((node) => this.#adopt(node));
      if (parent) await this.#drawFirst(parent);
      this.#given.add(key);
      return nodes;
    } finally {
      const left = (this.#giving.get(key) ?? 1) - 1;
      if (left > 0) this.#giving.set(key, left);
      else this.#giving.delete(key);
      this.redrawWhenIdle([]);
      // The rows are on their way to VS Code; it has them a moment later.
      setTimeout(() => this.#listeners.forEach((listener) => listener()), 0);
    }
  }

  /** The one object that stands for this row, with what is known of it now. */
  #adopt(node: Node): Node {
    const known = this.#rows.get(node.key);
    if (known?.type !== node.type) {
      this.#rows.set(node.key, node);
      return node;
    }
    for (const name of Object.keys(known)) if (!(name in node)) Reflect.deleteProperty(known, name);
    return Object.assign(known, node);
  }

  /**
   * To draw a row anew, VS Code forgets the rows below it until it has asked for them again, and a command that is called on one of
   * them meanwhile gets nothing. So a row whose text has changed with its list is drawn before VS Code has the rows of that list.
   */
  async #drawFirst(parent: Node): Promise<void> {
    const node = this.#rows.get(parent.key);
    if (!node || !this.#isOutdated(node)) return;
    const drawn = new Promise<void>((resolve) => this.#waiting.set(node.key, resolve));
    this.redraw(node);
    // While it draws a row above this one, it waits for these very rows and asks later.
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([drawn, new Promise((resolve) => (timer = setTimeout(resolve, collectingTime)))]);
    clearTimeout(timer);
    this.#waiting.delete(node.key);
    await nextTurn();
  }

  /** VS Code asks how a row looks, and is told. */
  drawn(node: Node, look: string): void {
    if (this.#rows.get(node.key) !== node || (node.type !== 'event' && !listOf(node))) return;
    this.#looks.set(node.key, look);
    this.#waiting.get(node.key)?.();
  }

  #isOutdated(node: Node): boolean {
    const look = this.#looks.get(node.key);
    return look !== undefined && look !== this.#lookOf(node);
  }

  /** Takes over what is known now of rows that VS Code has, and gives those that look otherwise than it shows them. */
  update(nodes: readonly Node[]): Node[] {
    return nodes
      .filter((node) => this.has(node))
      .map((node) => this.#adopt(node))
      .filter((node) => this.#isOutdated(node));
  }

  /** Whether VS Code may still be drawing rows as they were a moment ago. */
  get isDrawing(): boolean {
    return performance.now() - this.#drawnAt < drawingTime;
  }

  /** Draws these rows and all below them anew, or the whole tree. */
  redraw(...nodes: Node[]): void {
    this.#drawnAt = performance.now();
    this.#changed.fire(nodes.length > 0 ? nodes : undefined);
  }

  /**
   * Whoever opened a list gets its rows by that; only where else it stands it has to be drawn anew. A row that is opened at the
   * moment at which VS Code draws those around it stays empty, so this waits until nobody opens anything.
   */
  redrawWhenIdle(nodes: readonly Node[]): void {
    for (const { key } of nodes) if (!this.#giving.has(key)) this.#idleKeys.add(key);
    clearTimeout(this.#idleTimer);
    if (this.#idleKeys.size > 0) this.#idleTimer = setTimeout(() => this.#redrawIdle(), idleTime);
  }

  #redrawIdle(): void {
    if (this.#giving.size > 0) return;
    const nodes = [...this.#idleKeys].flatMap((key) => this.#rows.get(key) ?? []);
    this.#idleKeys.clear();
    const changed = nodes.filter((node) => this.#isOutdated(node) || (node.type !== 'event' && this.#given.has(node.key)));
    if (changed.length > 0) this.redraw(...changed);
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
  }
}
