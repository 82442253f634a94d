// The rows that VS Code has, and when it is told to draw them anew.
import type * as vscode from 'vscode';
import type { Node } from './nodes.ts';

/** How long nothing must be opened before counts are drawn, in milliseconds. */
const idleTime = 400;
/** How long VS Code may take to draw what it was told to, on a slow machine, in milliseconds. */
const drawingTime = 3000;

export class ShownRows implements vscode.Disposable {
  readonly #changed: vscode.EventEmitter<Node | Node[] | undefined>;
  /** By their keys: VS Code knows a row by the very object that it was given. */
  readonly #rows = new Map<string, Node>();
  readonly #idleKeys = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  #idleTimer: NodeJS.Timeout | undefined;
  #opening = 0;
  #drawnAt = -Infinity;

  constructor(changed: vscode.EventEmitter<Node | Node[] | undefined>) {
    this.#changed = changed;
  }

  all(): Node[] {
    return [...this.#rows.values()];
  }

  /** Gives VS Code the rows that `find` finds below a row, or the roots. */
  async give(parent: Node | undefined, find: () => Promise<readonly Node[]>): Promise<Node[]> {
    this.#opening += 1;
    try {
      const nodes = await find();
      for (const node of nodes) this.#rows.set(node.key, node);
      return [...nodes];
    } finally {
      this.#opening -= 1;
      this.redrawWhenIdle([]);
      // The rows are on their way to VS Code; it has them a moment later.
      if (parent) setTimeout(() => this.#waiting.get(parent.key)?.(), 0);
    }
  }

  /** Whether VS Code may still be drawing rows as they were a moment ago. */
  get isDrawing(): boolean {
    return Date.now() - this.#drawnAt < drawingTime;
  }

  /** Draws these rows and all below them anew, or the whole tree. */
  redraw(...nodes: Node[]): void {
    this.#drawnAt = Date.now();
    this.#changed.fire(nodes.length > 0 ? nodes : undefined);
  }

  /**
   * Whoever opened a list gets its rows by that; only what is said of the list itself has to be drawn anew. A row that is opened at
   * the moment at which VS Code draws those around it stays empty, so this waits until nobody opens anything.
   */
  redrawWhenIdle(nodes: readonly Node[]): void {
    for (const { key } of nodes) this.#idleKeys.add(key);
    clearTimeout(this.#idleTimer);
    if (this.#idleKeys.size > 0) this.#idleTimer = setTimeout(() => this.#redrawIdle(), idleTime);
  }

  #redrawIdle(): void {
    if (this.#opening > 0) return;
    const nodes = [...this.#idleKeys].flatMap((key) => this.#rows.get(key) ?? []);
    this.#idleKeys.clear();
    if (nodes.length > 0) this.redraw(...nodes);
  }

  /** Draws a row anew and waits until VS Code has its children, if it wants them. */
  async redrawn(key: string): Promise<void> {
    const node = this.#rows.get(key);
    if (!node) return;
    const given = new Promise<void>((resolve) => this.#waiting.set(key, resolve));
    this.redraw(node);
    await Promise.race([given, new Promise((resolve) => setTimeout(resolve, idleTime))]);
    this.#waiting.delete(key);
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
  }
}
