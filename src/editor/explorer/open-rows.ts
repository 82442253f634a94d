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

export type OpenRows = ReturnType<typeof followOpenRows>;

export function followOpenRows(view: vscode.TreeView<Node>, memory: vscode.Memento, rules: OpenRowsRules) {
  const openRows = new Map(readOpen(memory.get(openKey)));
  /** The row that was selected before the reload, until it is there again. */
  let wanted = memory.get<string>(selectedKey);

  const reveal = async (node: Node, options: Parameters<typeof view.reveal>[1]) => {
    try {
      await view.reveal(node, options);
    } catch {
      // The tree has changed meanwhile: then the row is as VS Code shows it, and nothing is lost.
    }
  };
  const keep = (key: string, open: boolean) => {
    openRows.delete(key);
    openRows.set(key, open);
    const [oldest] = openRows.keys();
    if (openRows.size > maxRows && oldest !== undefined) openRows.delete(oldest);
    void memory.update(openKey, [...openRows]);
  };
  const note = (node: Node, open: boolean) => {
    if (rules.isKept()) keep(node.key, open);
    if (open && rules.mayCloseAgain() && view.visible) void reveal(node, { select: false, focus: false, expand: true });
  };
  const disposables = [
    view.onDidExpandElement(({ element }) => note(element, true)),
    view.onDidCollapseElement(({ element }) => note(element, false)),
    view.onDidChangeSelection(({ selection: [first] }) => {
      if (!first) return;
      wanted = undefined;
      void memory.update(selectedKey, first.key);
    }),
  ];
  return {
    /** The drawing of a row as it was left. */
    asLeft(node: Node, drawing: Drawing): Drawing {
      const open = openRows.get(node.key);
      if (open === undefined || drawing.expands === 'no') return drawing;
      return { ...drawing, expands: open ? 'expanded' : 'collapsed' };
    },
    /** Selects the row that was selected, once it is among those that VS Code is given. */
    select(nodes: readonly Node[]): void {
      if (wanted === undefined || !view.visible) return;
      const node = nodes.find(({ key }) => key === wanted);
      if (!node) return;
      wanted = undefined;
      // VS Code has to have the row before it can be told to select it.
      setTimeout(() => {
        // To reveal a row shows its view, which somebody may have left.
        if (view.visible) void reveal(node, { select: true, focus: false, expand: false });
      }, 0);
    },
    dispose: () => disposables.forEach((disposable) => void disposable.dispose()),
  };
}

function readOpen(kept: unknown): [string, boolean][] {
  const isRow = (entry: unknown): entry is [string, boolean] =>
    Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'boolean';
  return Array.isArray(kept) ? kept.filter(isRow) : [];
}
