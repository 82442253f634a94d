// The Events view and its commands.
import * as vscode from 'vscode';
import type { AccountServices, Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { notify } from '../platform/notify.ts';
import { eventAround } from '../platform/resources.ts';
import { browseCategory, filter, loadMore, pinEvent, refresh, showInTree, sort, unpinEvent } from './actions.ts';
import { Explorer } from './explorer.ts';
import { findAndOpen } from './find-event.ts';
import type { Node } from './nodes.ts';
import { openLink } from './open-link.ts';
import { copyId, copyLink, copyRow, deleteSelected, editRow, openRow } from './row-actions.ts';
import { followState } from './state.ts';

export function registerExplorer(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  { connections, accounts }: AccountServices,
  changes: Changes,
): { readonly openLink: (uri: vscode.Uri) => Promise<unknown> } {
  const changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  const view: vscode.TreeView<Node> = vscode.window.createTreeView<Node>('boxOffice.events', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => stillTrue(connections, async () => (connections.state === 'ready' ? explorer.children(node) : [])),
      getTreeItem: (node) => explorer.item(node),
      resolveTreeItem: (item, node) => explorer.pointedAt(item, node),
      getParent: (node) => node.parent,
    },
    dragAndDropController: codesDrop,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const explorer: Explorer = new Explorer({ context, connections, accounts, changes, view, changed });
  context.subscriptions.push(view, changed, explorer, followState(view, connections, accounts));
  commands.selectionFrom(() => explorer.selection);
  registerCommands(commands, explorer);
  // English: for the log.
  return { openLink: (uri) => commands.guard('a link', () => openLink(connections, explorer, uri)) };
}

type Action = (explorer: Explorer, ...given: unknown[]) => Promise<void>;

function registerCommands(commands: CommandRegistry, explorer: Explorer): void {
  const onRows = (action: Action) => (row?: unknown, rows?: unknown) => action(explorer, row, rows);
  commands.register('boxOffice.findEvent', () => findAndOpen(explorer));
  commands.register('boxOffice.pinEvent', onRows(pinEvent));
  commands.register('boxOffice.unpinEvent', onRows(unpinEvent));
  commands.register('boxOffice.browseCategory', onRows(browseCategory));
  commands.register('boxOffice.refresh', onRows(refresh));
  commands.register('boxOffice.refreshAll', () => refresh(explorer, undefined, undefined));
  commands.register('boxOffice.filter', onRows(filter));
  commands.register('boxOffice.sort', onRows(sort));
  commands.register('boxOffice.loadMore', onRows(loadMore));
  commands.register('boxOffice.copyId', onRows(copyId));
  commands.register('boxOffice.copyLink', onRows(copyLink));
  commands.register('boxOffice.openRow', onRows(openRow));
  commands.register('boxOffice.editRow', onRows(editRow));
  commands.register('boxOffice.copyRow', onRows(copyRow));
  commands.register('boxOffice.deleteSelected', onRows(deleteSelected));
  commands.register('boxOffice.clearFilter', () => explorer.filter(undefined));
  commands.register('boxOffice.showInTree', onRows(showInTree));
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
