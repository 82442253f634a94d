// Shows a row in the tree, wherever it stands.
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

/** How often VS Code is asked while nothing changes in the view: the second time it has drawn what it was told to before. */
const triesInARow = 2;

/** The one that runs: another row that is asked for takes its place. */
let latest: Search | undefined;

/**
 * VS Code gives up without a word on a row that it has not drawn yet, or draws anew in the middle of it. So it is asked again
 * whenever it was given rows, until the row is selected, somebody goes elsewhere, or asks for another row.
 */
export async function reveal(explorer: Explorer, find: () => Node | undefined | Promise<Node>): Promise<void> {
  // What a filter hides cannot be shown.
  if (explorer.filterText !== undefined) await explorer.filter(undefined);
  latest?.end();
  const search = new Search(explorer);
  latest = search;
  try {
    for (let tries = 1; search.goesOn(); tries++) {
      const before = search.changes;
      const node = await find();
      if (!node || !search.goesOn()) return;
      if (await search.ask(node)) return;
      if (search.changes > before) tries = 0;
      else if (tries >= triesInARow) await search.nextChange();
    }
  } finally {
    search.end();
  }
}

/** Follows what happens in the view while a row is to be shown. */
class Search {
  /** How often the view has changed since it began. */
  changes = 0;
  #isOver = false;
  readonly #explorer: Explorer;
  readonly #following: readonly { dispose(): unknown }[];
  /** What may be selected without anybody going elsewhere. */
  readonly #expected: Set<string>;
  #wake: () => void = () => undefined;

  constructor(explorer: Explorer) {
    this.#explorer = explorer;
    const { view, environment, connections } = explorer;
    this.#expected = new Set(view.selection.map(({ key }) => key));
    this.#following = [
      view.onDidChangeSelection(({ selection }) => this.#changed(selection.every(({ key }) => this.#expected.has(key)))),
      view.onDidChangeVisibility(({ visible }) => this.#changed(visible)),
      connections.onDidChange(() => this.#changed(explorer.environment === environment)),
      explorer.onDidGiveRows(() => this.#changed(true)),
    ];
  }

  goesOn(): boolean {
    return !this.#isOver;
  }

  #changed(goesOn: boolean): void {
    this.changes += 1;
    if (goesOn) this.#wake();
    else this.end();
  }

  /** Asks VS Code to show a row, and gives whether it did. */
  async ask(node: Node): Promise<boolean> {
    const { view } = this.#explorer;
    this.#expected.add(node.key);
    try {
      await view.reveal(node, { select: true, focus: true, expand: true });
    } catch {
      // It has forgotten the rows around this one, which it draws anew.
      return false;
    }
    return view.selection.some(({ key }) => key === node.key);
  }

  async nextChange(): Promise<void> {
    if (!this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  end(): void {
    this.#isOver = true;
    for (const followed of this.#following) followed.dispose();
    this.#wake();
  }
}
