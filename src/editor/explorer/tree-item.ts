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

/** A drawing as VS Code wants it, without its tooltip. */
export function toTreeItem(node: Node, drawing: Drawing, id: string): vscode.TreeItem {
  const { label, description, icon, expands, contextValue, badge, command } = drawing;
  const item = new vscode.TreeItem(label, states[expands]);
  item.id = id;
  if (description) item.description = description;
  if (icon)
    item.iconPath = new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color));
  if (contextValue) item.contextValue = contextValue;
  if (badge) item.resourceUri = badgeUri(node.key, badge);
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

const scheme = 'box-office-node';

/** The address says all: a row whose badge has changed has another one. */
function badgeUri(key: string, badge: Badge): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${key}`, query: badge });
}

/** A colour and a letter for what a person should notice. */
export class Decorations implements vscode.FileDecorationProvider {
  provideFileDecoration({ scheme: own, query }: vscode.Uri): vscode.FileDecoration | undefined {
    return own === scheme ? decorationOf(query as Badge) : undefined;
  }
}

function decorationOf(badge: Badge): vscode.FileDecoration | undefined {
  const { t } = vscode.l10n;
  switch (badge) {
    case 'soldOut':
      return decoration(t({ message: 'S', comment: 'for sold out' }), t('sold out'), 'list.warningForeground');
    case 'hidden':
      return decoration(t({ message: 'H', comment: 'for hidden' }), t('hidden'), 'descriptionForeground');
    case 'over':
      return decoration(t({ message: 'E', comment: 'for ended' }), t('ended'), 'descriptionForeground');
    case 'cancelled':
      return decoration(t({ message: 'X', comment: 'for cancelled' }), t('cancelled'), 'list.errorForeground');
    case 'draft':
      return decoration(t({ message: 'D', comment: 'for a draft' }), t('draft'), 'descriptionForeground');
  }
}

function decoration(badge: string, tooltip: string, color: string): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor(color));
}
