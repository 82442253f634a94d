import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Drawing } from '../../../src/editor/explorer/draw.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import { followOpenRows } from '../../../src/editor/explorer/open-rows.ts';

describe('the rows that are open', () => {
  const row = { key: 'stg/featured' } as Node;
  const atRest = { isKept: () => true, mayCloseAgain: () => false };
  const beingDrawn = { isKept: () => true, mayCloseAgain: () => true };

  it('are opened again where VS Code may have closed them by drawing them as they were', () => {
    const tree = recordingTree();
    followOpenRows(tree.view, memory(), beingDrawn);
    tree.open(row);
    assert.deepEqual(tree.revealed, [[row, { select: false, focus: false, expand: true }]]);
  });

  it('are left alone in a tree at rest, and in a hidden one, which would come to the front', () => {
    for (const [tree, rules] of [
      [recordingTree(), atRest],
      [recordingTree({ visible: false }), beingDrawn],
    ] as const) {
      followOpenRows(tree.view, memory(), rules);
      tree.open(row);
      assert.deepEqual(tree.revealed, []);
    }
  });

  it('are drawn open in the next window too', () => {
    const tree = recordingTree();
    const kept = memory();
    followOpenRows(tree.view, kept, atRest);
    tree.open(row);
    const drawing = { label: 'Featured', expands: 'collapsed' } as unknown as Drawing;
    assert.equal(followOpenRows(recordingTree().view, kept, atRest).asLeft(row, drawing).expands, 'expanded');
  });
});

/** A tree view that can be told what a person opens, and records which rows it is told to reveal. */
function recordingTree({ visible = true } = {}) {
  const revealed: unknown[][] = [];
  const listeners: ((event: { element: Node }) => void)[] = [];
  const ignored = () => ({ dispose: () => undefined });
  const view = {
    visible,
    onDidExpandElement: (listener: (event: { element: Node }) => void) => (listeners.push(listener), ignored()),
    onDidCollapseElement: ignored,
    onDidChangeSelection: ignored,
    reveal: (...told: unknown[]) => Promise.resolve(void revealed.push(told)),
  } as unknown as vscode.TreeView<Node>;
  const open = (element: Node) => listeners.forEach((listener) => listener({ element }));
  return { view, open, revealed };
}

function memory(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
}
