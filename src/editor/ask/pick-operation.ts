import * as vscode from 'vscode';
import { operations, titleOf, type Operation } from '../../client/index.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';

interface OperationItem extends vscode.QuickPickItem {
  readonly operation?: Operation;
}

/** Every operation of the interface, by its group; in Restricted Mode those that read. */
export async function pickOperation(connection: Connection, title: string): Promise<Operation> {
  const { isTrusted } = vscode.workspace;
  const all = Object.values<Operation>(operations).filter(({ effect }) => isTrusted || effect === 'read');
  const groups = [
    { label: vscode.l10n.t('Events'), group: 'event' },
    { label: vscode.l10n.t('Tickets'), group: 'ticket' },
  ];
  const items: OperationItem[] = groups.flatMap(({ label, group }) => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...all.filter((operation) => operation.group === group).map(itemOf),
  ]);
  const placeHolder = vscode.l10n.t('Which operation?');
  const chosen = await vscode.window.showQuickPick(items, {
    title: titleIn(connection, title),
    placeHolder,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!chosen?.operation) throw new vscode.CancellationError();
  return chosen.operation;
}

const icons = { read: 'eye', write: 'edit', destroy: 'trash' };

function itemOf(operation: Operation): OperationItem {
  const { method, path, deprecated, effect } = operation;
  const mark = deprecated ? ` · ${vscode.l10n.t('deprecated')}` : '';
  return { label: `$(${icons[effect]}) ${titleOf(operation)}`, description: `${method} ${path}${mark}`, operation };
}
