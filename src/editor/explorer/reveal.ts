// Shows a row in the tree, wherever it stands.
import { childrenOf, rootsOf } from './children.ts';
import type { Explorer } from './explorer.ts';
import type { Node } from './nodes.ts';

export async function revealPin(explorer: Explorer, environment: string, id: string): Promise<void> {
  await reveal(explorer, environment, 'pinned', ({ resource }) => resource?.id === id);
}

export async function revealCategory(explorer: Explorer, environment: string, category: string): Promise<void> {
  await reveal(explorer, environment, 'categories', (node) => node.type === 'category' && node.category === category);
}

async function reveal(
  explorer: Explorer,
  environment: string,
  folder: 'pinned' | 'categories',
  isWanted: (node: Node) => boolean,
): Promise<void> {
  // What a filter hides cannot be shown.
  if (explorer.filterText !== undefined) await explorer.filter(undefined);
  const root = rootsOf(environment).find((node) => node.type === 'folder' && node.folder === folder);
  const node = root && childrenOf(root, explorer).find(isWanted);
  if (node) await explorer.view.reveal(node, { select: true, focus: true, expand: true });
}
