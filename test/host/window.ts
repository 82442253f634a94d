// What the extension shows in this window, noted from before its start: its tree, its item in the status bar, its context keys.
import * as vscode from 'vscode';
import type { Node } from '../../src/editor/explorer/nodes.ts';

export interface EventsTree {
  readonly view: vscode.TreeView<Node>;
  readonly provider: vscode.TreeDataProvider<Node>;
}

export interface ShownWindow {
  tree?: EventsTree;
  statusBar?: vscode.StatusBarItem;
  decorations?: vscode.FileDecorationProvider;
  readonly context: Map<string, unknown>;
}

// Each test file is a bundle of its own.
const place = globalThis as { boxOfficeWindow?: ShownWindow };

/** What is shown; noted since the first call, which must come before the extension starts. */
export function shownWindow(): ShownWindow {
  return (place.boxOfficeWindow ??= watchWindow());
}

function watchWindow(): ShownWindow {
  const shown: ShownWindow = { context: new Map() };
  const { createTreeView, createStatusBarItem, registerFileDecorationProvider } = vscode.window;
  const { executeCommand } = vscode.commands;
  Object.assign(vscode.window, {
    createTreeView: (id: string, options: vscode.TreeViewOptions<Node>) => {
      const view = createTreeView(id, options);
      if (id === 'boxOffice.events') shown.tree = { view, provider: options.treeDataProvider };
      return view;
    },
    createStatusBarItem: (...args: Parameters<typeof createStatusBarItem>) => {
      const item = createStatusBarItem(...args);
      if (item.id.endsWith('boxOffice.environment')) shown.statusBar = item;
      return item;
    },
    registerFileDecorationProvider: (provider: vscode.FileDecorationProvider) => {
      shown.decorations = provider;
      return registerFileDecorationProvider(provider);
    },
  });
  Object.assign(vscode.commands, {
    executeCommand: (command: string, ...args: unknown[]) => {
      if (command === 'setContext') shown.context.set(String(args[0]), args[1]);
      return executeCommand(command, ...args);
    },
  });
  return shown;
}
