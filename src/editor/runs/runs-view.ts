// The Runs view: there while there are any runs. What reads and carries them out is loaded when it is first needed.
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { lazy } from '../platform/lazy.ts';
import type { RunHost, RunHostServices } from './run-host.ts';
import type { RunNode, RunsTree } from './runs-tree.ts';

interface Loaded {
  readonly host: RunHost;
  readonly tree: RunsTree;
}

export class RunsView {
  readonly #context: vscode.ExtensionContext;
  readonly #parts: RunHostServices;
  readonly #changed = new vscode.EventEmitter<RunNode | undefined>();
  #view: vscode.TreeView<RunNode> | undefined;
  readonly #load = lazy(() => this.#loadParts());

  constructor(context: vscode.ExtensionContext, parts: RunHostServices) {
    this.#context = context;
    this.#parts = parts;
    context.subscriptions.push(this.#changed);
  }

  async host(): Promise<RunHost> {
    return (await this.#load()).host;
  }

  /** Shows what there is. A lock that was left behind tells that a run may have been interrupted. */
  async look(): Promise<void> {
    const names = await this.#update();
    const locks = await Promise.allSettled(names.map((name) => access(join(this.#parts.folder, name, 'lock'))));
    if (!locks.some(({ status }) => status === 'fulfilled')) return;
    const { offerInterrupted } = await import('./offer.ts');
    await offerInterrupted(await this.host(), this.#context.globalState, this.#parts.pauses.runLook);
  }

  async #loadParts(): Promise<Loaded> {
    const [{ RunHost }, { RunsTree }] = await Promise.all([import('./run-host.ts'), import('./runs-tree.ts')]);
    const host = new RunHost(this.#parts);
    const tree = new RunsTree(host, this.#parts.connections);
    this.#context.subscriptions.push(
      host,
      tree,
      host.onDidChange(() => void this.#update()),
      tree.onDidChangeTreeData((node) => this.#changed.fire(node)),
    );
    return { host, tree };
  }

  /** One look at the folder tells whether there is anything to show; gives the names of what is in it. */
  async #update(): Promise<readonly string[]> {
    const entries = await readdir(this.#parts.folder, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    if (names.length > 0) this.#show();
    if (this.#view) await vscode.commands.executeCommand('setContext', 'boxOffice.hasRuns', names.length > 0);
    return names;
  }

  #show(): void {
    if (this.#view) return;
    const tree = async () => (await this.#load()).tree;
    this.#view = vscode.window.createTreeView<RunNode>('boxOffice.runs', {
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getChildren: async (node) => (await tree()).getChildren(node),
        getTreeItem: async (node) => (await tree()).getTreeItem(node),
      },
      canSelectMany: true,
    });
    this.#context.subscriptions.push(this.#view);
  }
}
