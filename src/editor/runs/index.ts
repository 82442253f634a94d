// Long work that a person can see: the Runs view and its commands. What reads and carries out runs is loaded when it is first needed.
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/later.ts';
import type { RunHost } from './run-host.ts';
import type { RunNode, RunsTree } from './runs-tree.ts';

/** Gives the runs of this window. */
export type LoadRuns = () => Promise<RunHost>;

export function registerRuns(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  log: vscode.LogOutputChannel,
): LoadRuns {
  const folder = join(context.globalStorageUri.fsPath, 'runs');
  let loaded: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => (loaded ??= loadRuns(context, { folder, connections, changes }, view));
  const view: RunsView = new RunsView(folder, async () => (await load()).tree);
  context.subscriptions.push(view);
  const host = async () => (await load()).host;
  registerCommands(commands, connections, host);
  afterStart(context, async () => {
    await lookForRuns(view, host, context).catch((error: unknown) => log.error('runs', String(error)));
    return undefined;
  });
  return host;
}

interface Loaded {
  readonly host: RunHost;
  readonly tree: RunsTree;
}

async function loadRuns(
  context: vscode.ExtensionContext,
  parts: { folder: string; connections: Connections; changes: Changes },
  view: RunsView,
): Promise<Loaded> {
  const [{ RunHost }, { RunsTree }] = await Promise.all([import('./run-host.ts'), import('./runs-tree.ts')]);
  const host = new RunHost(parts);
  const tree = new RunsTree(host, parts.connections);
  context.subscriptions.push(
    host,
    tree,
    host.onDidChange(() => view.update()),
    tree.onDidChangeTreeData((node) => view.changed.fire(node)),
  );
  return { host, tree };
}

/** The view is there while there are any runs. */
class RunsView implements vscode.Disposable {
  readonly folder: string;
  readonly changed = new vscode.EventEmitter<RunNode | undefined>();
  readonly #tree: () => Promise<RunsTree>;
  #view: vscode.TreeView<RunNode> | undefined;

  constructor(folder: string, tree: () => Promise<RunsTree>) {
    this.folder = folder;
    this.#tree = tree;
  }

  /** One look at the folder tells whether there is anything to show; gives the names of what is in it. */
  async update(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    if (names.length > 0) this.#show();
    if (this.#view) await vscode.commands.executeCommand('setContext', 'boxOffice.hasRuns', names.length > 0);
    return names;
  }

  #show(): void {
    this.#view ??= vscode.window.createTreeView<RunNode>('boxOffice.runs', {
      treeDataProvider: {
        onDidChangeTreeData: this.changed.event,
        getChildren: async (node) => (await this.#tree()).getChildren(node),
        getTreeItem: async (node) => (await this.#tree()).getTreeItem(node),
      },
      canSelectMany: true,
    });
  }

  dispose(): void {
    this.changed.dispose();
    this.#view?.dispose();
  }
}

/** A lock that was left behind tells that a run may have been interrupted. */
async function lookForRuns(view: RunsView, load: LoadRuns, { globalState }: vscode.ExtensionContext): Promise<void> {
  const names = await view.update();
  const locks = await Promise.allSettled(names.map((name) => access(join(view.folder, name, 'lock'))));
  if (!locks.some(({ status }) => status === 'fulfilled')) return;
  const { offerInterrupted } = await import('./offer.ts');
  await offerInterrupted(await load(), globalState);
}

function registerCommands(commands: CommandRegistry, connections: Connections, load: LoadRuns): void {
  const parts = async () => ({ host: await load(), connections });
  const actions = () => import('./run-commands.ts');
  commands.register('boxOffice.resumeRuns', async (row?: unknown, selected?: unknown) =>
    (await actions()).resumeRuns(await parts(), row, selected),
  );
  commands.register('boxOffice.cancelRun', async (row?: unknown, selected?: unknown) =>
    (await actions()).cancelRun(await parts(), row, selected),
  );
  commands.register('boxOffice.openRunResult', async (row?: unknown, selected?: unknown) =>
    (await actions()).openRunResult(await parts(), row, selected),
  );
  commands.register('boxOffice.discardRun', async (row?: unknown, selected?: unknown) =>
    (await actions()).discardRuns(await parts(), row, selected),
  );
}
