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
const pauses: readonly number[] = [0, 0, 50, 100, 200, 400, 800];

let latest = 0;

/**
 * VS Code gives up without a word on a row that it has not drawn yet, or draws anew in the middle of it, so it is asked again:
 * until somebody goes elsewhere, or asks for another row.
 */
export async function reveal(explorer: Explorer, find: () => Node | undefined | Promise<Node>): Promise<void> {
  // What a filter hides cannot be shown.
  if (explorer.filterText !== undefined) await explorer.filter(undefined);
  const { view, environment } = explorer;
  const mine = ++latest;
  const selected = view.selection[0]?.key;
  for (const pause of pauses) {
    if (pause > 0) await wait(pause);
    const [now] = view.selection;
    const isElsewhere = pause > 0 && (!view.visible || (now && now.key !== selected));
    if (isElsewhere || mine !== latest || explorer.environment !== environment) return;
    const node = await find();
    if (!node) return;
    await view.reveal(node, { select: true, focus: true, expand: true });
    if (view.selection.some(({ key }) => key === node.key)) return;
  }
}
