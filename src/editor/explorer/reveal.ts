// Shows a row in the tree, wherever it stands.
import { childrenOf, rootsOf } from './children.ts';
import type { Explorer } from './explorer.ts';
import type { FolderName, Node } from './nodes.ts';

/** Shows a row of one of the folders at the root. */
export async function revealBelow(
  explorer: Explorer,
  environment: string,
  folder: FolderName,
  isWanted: (node: Node) => boolean,
): Promise<void> {
  await reveal(explorer, () => {
    const root = rootsOf(environment, explorer).find((node) => node.folder === folder);
    return root && childrenOf(root, explorer).find(isWanted);
  });
}

/** How often VS Code is asked while nothing changes in the view: the second time it has drawn what it was told to before. */
const triesInARow = 2;

/** Ends the one that runs: another row that is asked for takes its place. */
let endLatest: () => void = () => undefined;

/**
 * VS Code gives up without a word on a row that it has not drawn yet, or draws anew in the middle of it. So it is asked again
 * whenever it was given rows, until the row is selected, somebody goes elsewhere, or asks for another row.
 */
export async function reveal(explorer: Explorer, find: () => Node | undefined | Promise<Node>): Promise<void> {
  // What a filter hides cannot be shown.
  if (explorer.filterText !== undefined) await explorer.filter(undefined);
  endLatest();
  const { view, environment, connections, rows } = explorer;
  /** What may be selected without anybody going elsewhere. */
  const expected = new Set(view.selection.map(({ key }) => key));
  let changes = 0;
  let isOver = false;
  let wake: () => void = () => undefined;
  const changed = (isStillWanted: boolean) => {
    changes += 1;
    if (isStillWanted) wake();
    else end();
  };
  const following: readonly { dispose(): unknown }[] = [
    view.onDidChangeSelection(({ selection }) => changed(selection.every(({ key }) => expected.has(key)))),
    view.onDidChangeVisibility(({ visible }) => changed(visible)),
    connections.onDidChange(() => changed(explorer.environment === environment)),
    rows.onDidGive(() => changed(true)),
  ];
  const end = () => {
    isOver = true;
    for (const followed of following) followed.dispose();
    wake();
  };
  endLatest = end;
  const goesOn = () => !isOver;
  try {
    for (let tries = 1; goesOn(); tries++) {
      const before = changes;
      const node = await find();
      if (!node || !goesOn()) return;
      expected.add(node.key);
      if (await isRevealed(view, node)) return;
      if (changes > before) tries = 0;
      else if (tries >= triesInARow && goesOn()) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    end();
  }
}

/** Asks VS Code to show a row, and gives whether it did. */
async function isRevealed(view: Explorer['view'], node: Node): Promise<boolean> {
  try {
    await view.reveal(node, { select: true, focus: true, expand: true });
  } catch {
    // It has forgotten the rows around this one, which it draws anew.
    return false;
  }
  return view.selection.some(({ key }) => key === node.key);
}
