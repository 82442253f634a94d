// The Events view. What draws and reads the tree is loaded when the view first has something to show.
import * as vscode from 'vscode';
import type { AccountServices } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import { lazy } from '../platform/lazy.ts';
import { resourcesFrom } from '../platform/resources.ts';
import { CodesDrop } from './drop.ts';
import type { Explorer } from './explorer.ts';
import type { Node } from './nodes.ts';
import { stillTrue } from './still-true.ts';

export function registerExplorer(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  account: AccountServices,
  changes: Changes,
): void {
  const { connections } = account;
  const changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  let loaded: Explorer | undefined;
  const load = lazy(async (): Promise<Explorer> => {
    const [{ Explorer }, accounts] = await Promise.all([import('./explorer.ts'), account.accounts()]);
    loaded = new Explorer({ context, connections, accounts, changes, view, changed });
    return loaded;
  });
  const view = vscode.window.createTreeView<Node>('boxOffice.events', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) =>
        stillTrue(connections, async () => (connections.state === 'ready' ? (await load()).children(node) : [])),
      getTreeItem: (node) => loaded?.item(node) ?? load().then((explorer) => explorer.item(node)),
      resolveTreeItem: (item, node) => loaded?.pointedAt(item, node) ?? item,
      getParent: (node) => node.parent,
    },
    dragAndDropController: new CodesDrop(),
    canSelectMany: true,
    showCollapseAll: true,
  });
  context.subscriptions.push(view, changed, { dispose: () => loaded?.dispose() });
  afterStart(context, async () => (await import('./state.ts')).followState(view, connections, await account.accounts()));
  context.subscriptions.push(connections.onDidChange(() => loaded ?? changed.fire(undefined)));
  commands.selectionFrom(() => loaded?.selection ?? []);
  registerCommands(commands, load);
}

type Load = () => Promise<Explorer>;

const shownKinds = ['event', 'session', 'item', 'passkey', 'code'] as const;

function registerCommands(commands: CommandRegistry, load: Load): void {
  const actions = () => import('./actions.ts');
  commands.register('boxOffice.findEvent', async () => (await import('./find-event.ts')).findAndPin(await load()));
  commands.register('boxOffice.pinEvent', async (row?: unknown, rows?: unknown) =>
    (await actions()).pinEvent(await load(), row, rows),
  );
  commands.register('boxOffice.unpinEvent', async (row?: unknown, rows?: unknown) =>
    (await actions()).unpinEvent(await load(), row, rows),
  );
  commands.register('boxOffice.browseCategory', async (name?: unknown) => (await actions()).browseCategory(await load(), name));
  commands.register('boxOffice.refresh', async (row?: unknown, rows?: unknown) =>
    (await actions()).refresh(await load(), row, rows),
  );
  commands.register('boxOffice.filter', async (text?: unknown) => (await actions()).filter(await load(), text));
  commands.register('boxOffice.clearFilter', async () => (await load()).filter(undefined));
  commands.register('boxOffice.sort', async (order?: unknown) => (await actions()).sort(await load(), order));
  commands.register('boxOffice.loadMore', async (row?: unknown) => (await actions()).loadMore(await load(), row));
  commands.register('boxOffice.copyId', async (row?: unknown, rows?: unknown) =>
    (await actions()).copyId(await load(), row, rows),
  );
  commands.register('boxOffice.deleteSelected', async () => (await actions()).deleteSelected(await load()));
  commands.register('boxOffice.showInTree', async (row?: unknown, rows?: unknown) =>
    (await import('./show-in-tree.ts')).showInTree(await load(), resourcesFrom(shownKinds, row, rows)[0]),
  );
  commands.register('boxOffice.copyLink', async (row?: unknown, rows?: unknown) =>
    (await actions()).copyLink(await load(), row, rows),
  );
}
