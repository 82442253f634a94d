import * as vscode from 'vscode';
import { markedUri } from './decorations.ts';
import { asPreview } from '../platform/resources.ts';
import type { Drawing } from './row-view.ts';
import type { Node } from './nodes.ts';

const states = {
  no: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** A drawing as VS Code wants it, without its tooltip. */
export function toTreeItem(node: Node, drawing: Drawing, id: string): vscode.TreeItem {
  const { label, description, icon, expands, contextValue, badge, command } = drawing;
  const item = new vscode.TreeItem(label, states[expands]);
  item.id = id;
  if (description) item.description = description;
  if (icon)
    item.iconPath = new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color));
  if (contextValue) item.contextValue = contextValue;
  if (badge) item.resourceUri = markedUri(node.key, badge);
  if (command) {
    const { id: name, title, on = node, isPreview } = command;
    item.command = { command: name, title, arguments: isPreview ? [on, asPreview] : [on] };
  }
  return item;
}

/** The tooltip is a text: a service's words must never become a link. */
export function withTooltip(item: vscode.TreeItem, { label, tooltip }: Drawing): vscode.TreeItem {
  item.tooltip = tooltip ? tooltip().join('\n') : label;
  return item;
}
