import * as vscode from 'vscode';
import type { Badge } from '../reading/fields.ts';

const scheme = 'box-office-node';

/** The address says all: a row whose badge has changed has another one. */
export function markedUri(key: string, badge: Badge): vscode.Uri {
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
