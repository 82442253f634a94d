import * as vscode from 'vscode';
import type { Mark } from './facts/reading.ts';

const scheme = 'box-office-node';

/** The address says all: a row whose mark has changed has another one. */
export function markedUri(key: string, mark: Mark): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${key}`, query: mark });
}

/** A colour and a letter for what a person should notice. */
export class Decorations implements vscode.FileDecorationProvider {
  provideFileDecoration({ scheme: own, query }: vscode.Uri): vscode.FileDecoration | undefined {
    return own === scheme ? decorationOf(query as Mark) : undefined;
  }
}

function decorationOf(mark: Mark): vscode.FileDecoration | undefined {
  const { t } = vscode.l10n;
  switch (mark) {
    case 'soldOut':
      return decoration('S', t('sold out'), 'list.warningForeground');
    case 'hidden':
      return decoration('H', t('hidden'), 'descriptionForeground');
    case 'over':
      return decoration('E', t('ended'), 'disabledForeground');
    case 'cancelled':
      return decoration('X', t('cancelled'), 'list.errorForeground');
    case 'draft':
      return decoration('D', t('draft'), 'descriptionForeground');
  }
}

function decoration(badge: string, tooltip: string, color: string): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor(color));
}
