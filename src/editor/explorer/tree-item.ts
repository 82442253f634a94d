// Rows as VS Code wants them: items of a tree, and the badges of what a person should notice.
import * as vscode from 'vscode';
import type { Badge } from '../reading/fields.ts';
import { asPreview } from '../platform/resources.ts';
import type { Drawing } from './draw.ts';
import type { Node } from './nodes.ts';

const states = {
  no: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

const scheme = 'box-office-node';

/** A drawing as VS Code wants it, without its tooltip. */
export function toTreeItem(node: Node, drawing: Drawing, id: string): vscode.TreeItem {
  const { label, description, icon, expands, contextValue, badge, command } = drawing;
  const item = new vscode.TreeItem(label, states[expands]);
  item.id = id;
  if (description) item.description = description;
  if (icon)
    item.iconPath = new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color));
  if (contextValue) item.contextValue = contextValue;
  // The address says all: a row whose badge has changed has another one.
  if (badge) item.resourceUri = vscode.Uri.from({ scheme, path: `/${node.key}`, query: badge });
  if (command) {
    const { id: name, title, on = node, isPreview } = command;
    item.command = { command: name, title, arguments: isPreview ? [on, asPreview] : [on] };
  }
  return item;
}

/** A colour for what a person should notice. What it is stands beside the name, so that no letter has to be learned. */
export const decorations: vscode.FileDecorationProvider = {
  provideFileDecoration: ({ scheme: own, query }) =>
    own === scheme ? new vscode.FileDecoration(undefined, undefined, new vscode.ThemeColor(colors[query as Badge])) : undefined,
};

const colors: Record<Badge, string> = {
  soldOut: 'list.warningForeground',
  hidden: 'descriptionForeground',
  over: 'descriptionForeground',
  cancelled: 'list.errorForeground',
  draft: 'descriptionForeground',
};
