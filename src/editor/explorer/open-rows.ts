// Which rows are open and which one is selected, kept for the next time that the window opens: VS Code forgets it with a reload.
import type * as vscode from 'vscode';
import type { Drawing } from './draw.ts';
import type { Node } from './nodes.ts';

const openKey = 'explorer.open';
const selectedKey = 'explorer.selected';
/** What was opened longest ago is forgotten first. */
const maxRows = 500;

interface OpenRowsRules {
  /** Whether what is opened now is kept for later. */
  readonly isKept: () => boolean;
  /** Whether VS Code may close a row that was opened just now, because it draws it as it was before. */
  readonly mayCloseAgain: () => boolean;
}

export class OpenRows implements vscode.Disposable {
  readonly #view: vscode.TreeView<Node>;
  readonly #memory: vscode.Memento;
  readonly #open: Map<string, boolean>;
  readonly #disposables: vscode.Disposable[];
  /** The row that was selected before the reload, until it is there again. */
  #wanted: string | undefined;

  constructor(view: vscode.TreeView<Node>, memory: vscode.Memento, rules: OpenRowsRules) {
    this.#view = view;
    this.#memory = memory;
    this.#open = new Map(readOpen(memory.get(openKey)));
    this.#wanted = memory.get<string>(selectedKey);
    const note = (node: Node, open: boolean) => {
      if (rules.isKept()) this.#note(node.key, open);
      if (open && rules.mayCloseAgain() && view.visible) void this.#reveal(node, { select: false, focus: false, expand: true });
    };
    this.#disposables = [
      view.onDidExpandElement(({ element }) => note(element, true)),
      view.onDidCollapseElement(({ element }) => note(element, false)),
      view.onDidChangeSelection(({ selection: [first] }) => {
        if (!first) return;
        this.#wanted = undefined;
        void memory.update(selectedKey, first.key);
      }),
    ];
  }

  #note(key: string, open: boolean): void {
    this.#open.delete(key);
    this.#open.set(key, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxRows && oldest !== undefined) this.#open.delete(oldest);
    void this.#memory.update(openKey, [...this.#open]);
  }

  /** The drawing of a row as it was left. */
  asLeft(node: Node, drawing: Drawing): Drawing {
    const open = this.#open.get(node.key);
    if (open === undefined || drawing.expands === 'no') return drawing;
    return { ...drawing, expands: open ? 'expanded' : 'collapsed' };
  }

  /** Selects the row that was selected, once it is among those that VS Code is given. */
  select(nodes: readonly Node[]): void {
    if (this.#wanted === undefined || !this.#view.visible) return;
    const node = nodes.find(({ key }) => key === this.#wanted);
    if (!node) return;
    this.#wanted = undefined;
    // VS Code has to have the row before it can be told to select it.
    setTimeout(() => void this.#reveal(node, { select: true, focus: false, expand: false }), 0);
  }

  async #reveal(node: Node, options: Parameters<vscode.TreeView<Node>['reveal']>[1]): Promise<void> {
    try {
      await this.#view.reveal(node, options);
    } catch {
      // The tree has changed meanwhile: then the row is as VS Code shows it, and nothing is lost.
    }
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function readOpen(kept: unknown): [string, boolean][] {
  if (!Array.isArray(kept)) return [];
  return kept.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'boolean') as [
    string,
    boolean,
  ][];
}
