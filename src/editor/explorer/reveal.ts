// Shows a row in the tree, wherever it stands.
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf, rootsOf } from './children.ts';
import type { Explorer } from './explorer.ts';
import type { Node } from './nodes.ts';

export async function revealPin(explorer: Explorer, environment: string, id: string): Promise<void> {
  await revealBelow(explorer, environment, 'pinned', ({ resource }) => resource?.id === id);
}

export async function revealCategory(explorer: Explorer, environment: string, category: string): Promise<void> {
  await revealBelow(explorer, environment, 'categories', (node) => node.type === 'category' && node.category === category);
}

async function revealBelow(
  explorer: Explorer,
  environment: string,
  folder: 'pinned' | 'categories',
  isWanted: (node: Node) => boolean,
): Promise<void> {
  await reveal(explorer, () => {
    const root = rootsOf(environment).find((node) => node.type === 'folder' && node.folder === folder);
    return root && childrenOf(root, explorer).find(isWanted);
  });
}

/** How long is waited before each look for the row, in milliseconds. */
const pauses: readonly number[] = [0, 0, 50, 100, 200, 400, 800, 1600];

/** VS Code gives up without a word on a row that it has not drawn yet, or draws anew in the middle of it. */
export async function reveal(explorer: Explorer, find: () => Node | undefined | Promise<Node>): Promise<void> {
  // What a filter hides cannot be shown.
  if (explorer.filterText !== undefined) await explorer.filter(undefined);
  for (const pause of pauses) {
    if (pause > 0) await wait(pause);
    const node = await find();
    if (!node) return;
    await explorer.view.reveal(node, { select: true, focus: true, expand: true });
    if (explorer.view.selection.some(({ key }) => key === node.key)) return;
  }
}
