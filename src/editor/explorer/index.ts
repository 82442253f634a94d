// The Events view. What draws and reads the tree is loaded when the view first has something to show.
import * as vscode from 'vscode';
import type { AccountServices, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import { lazy } from '../platform/lazy.ts';
import { notify } from '../platform/notify.ts';
import { eventAround } from '../platform/resources.ts';
import type * as actionsModule from './actions.ts';
import type { Explorer } from './explorer.ts';
import type { Node } from './nodes.ts';
import type * as rowActionsModule from './row-actions.ts';

export function registerExplorer(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  account: AccountServices,
  changes: Changes,
): { readonly openLink: (uri: vscode.Uri) => Promise<unknown> } {
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
    dragAndDropController: codesDrop,
    canSelectMany: true,
    showCollapseAll: true,
  });
  context.subscriptions.push(view, changed, { dispose: () => loaded?.dispose() });
  afterStart(context, async () => (await import('./state.ts')).followState(view, connections, await account.accounts()));
  context.subscriptions.push(connections.onDidChange(() => loaded ?? changed.fire(undefined)));
  commands.selectionFrom(() => loaded?.selection ?? []);
  registerCommands(commands, load);
  // English: for the log.
  const openLink = (uri: vscode.Uri) =>
    commands.guard('a link', async () => (await import('./open-link.ts')).openLink(connections, load, uri));
  return { openLink };
}

type Actions = typeof actionsModule;
type RowActions = typeof rowActionsModule;
type Action = (explorer: Explorer, ...given: unknown[]) => Promise<void>;

function registerCommands(commands: CommandRegistry, load: () => Promise<Explorer>): void {
  const action = (name: keyof Actions) => async (row?: unknown, rows?: unknown) => {
    const actions: Record<keyof Actions, Action> = await import('./actions.ts');
    await actions[name](await load(), row, rows);
  };
  const rowAction = (name: keyof RowActions) => async (row?: unknown, rows?: unknown) => {
    const actions: Record<keyof RowActions, Action> = await import('./row-actions.ts');
    await actions[name](await load(), row, rows);
  };
  commands.register('boxOffice.findEvent', async () => (await import('./find-event.ts')).findAndOpen(await load()));
  commands.register('boxOffice.pinEvent', action('pinEvent'));
  commands.register('boxOffice.unpinEvent', action('unpinEvent'));
  commands.register('boxOffice.browseCategory', action('browseCategory'));
  commands.register('boxOffice.refresh', action('refresh'));
  commands.register('boxOffice.refreshAll', () => action('refresh')());
  commands.register('boxOffice.filter', action('filter'));
  commands.register('boxOffice.sort', action('sort'));
  commands.register('boxOffice.loadMore', action('loadMore'));
  commands.register('boxOffice.copyId', rowAction('copyId'));
  commands.register('boxOffice.copyLink', rowAction('copyLink'));
  commands.register('boxOffice.openRow', rowAction('openRow'));
  commands.register('boxOffice.editRow', rowAction('editRow'));
  commands.register('boxOffice.copyRow', rowAction('copyRow'));
  commands.register('boxOffice.deleteSelected', rowAction('deleteSelected'));
  commands.register('boxOffice.clearFilter', async () => (await load()).filter(undefined));
  commands.register('boxOffice.showInTree', action('showInTree'));
}

/**
 * Rows that are true of the chosen environment when they come: VS Code takes an answer that is under way for the one to a later question
 * too, also to the one that it asks because another environment was chosen.
 * @internal each order of answers is tried by itself
 */
export async function stillTrue<T>(chosen: Pick<Connections, 'state' | 'chosenName'>, read: () => Promise<T>): Promise<T> {
  for (;;) {
    const { state, chosenName } = chosen;
    const rows = await read();
    if (chosen.state === state && chosen.chosenName === chosenName) return rows;
  }
}

const uriList = 'text/uri-list';

/** A file of codes that is dropped on an event, or on anything below one, is uploaded to it; the upload asks for the rest. */
const codesDrop: vscode.TreeDragAndDropController<Node> = {
  dropMimeTypes: [uriList],
  dragMimeTypes: [],
  handleDrop: async (target, dropped) => {
    const lines = ((await dropped.get(uriList)?.asString()) ?? '').split(/\r?\n/);
    // Comments begin with a number sign.
    const uris = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map((line) => vscode.Uri.parse(line, true));
    const files = uris.filter(({ path }) => /\.(csv|tsv|txt|xlsx)$/i.test(path));
    const event = eventAround(target);
    const [first] = files;
    if (first && event) await vscode.commands.executeCommand('boxOffice.uploadCodes', first, files, event);
    else void notify.warning(vscode.l10n.t('Drop a file of codes on an event to upload it: CSV, text or Excel.'));
  },
};
