import * as vscode from 'vscode';
import { withoutIcons } from '../platform/notify.ts';
import { ask } from '../platform/questions.ts';
import type { Preflight } from '../../codes/index.ts';
import { nameOf } from './files.ts';

/** How a column is called: by its header, or by its number. */
export function columnName({ header }: Pick<Preflight, 'header'>, column: number): string {
  return header?.[column]?.trim() || vscode.l10n.t('Column {0}', column + 1);
}

/** Asks which column holds the codes; the likely ones come first. A cancel of the check takes the question away. */
export async function askForColumn(uri: vscode.Uri, result: Preflight, signal?: AbortSignal): Promise<number> {
  const all = Array.from({ length: result.columns }, (_, column) => column);
  const likely = all.filter((column) => result.candidates.includes(column));
  const others = all.filter((column) => !result.candidates.includes(column));
  const choices = [...likely, ...others].map((column) => ({
    label: withoutIcons(columnName(result, column)),
    description: firstCells(result, column),
    column,
  }));
  const title = vscode.l10n.t('Which column of {0} holds the codes?', nameOf(uri));
  const gone = new vscode.CancellationTokenSource();
  const cancel = () => gone.cancel();
  signal?.addEventListener('abort', cancel);
  const options = { title, ignoreFocusOut: true, matchOnDescription: true };
  try {
    const chosen = await ask(() => vscode.window.showQuickPick(choices, options, gone.token), Boolean);
    if (!chosen) throw new vscode.CancellationError();
    return chosen.column;
  } finally {
    signal?.removeEventListener('abort', cancel);
    gone.dispose();
  }
}

function firstCells({ sample }: Preflight, column: number): string {
  return sample
    .slice(0, 3)
    .map((row) => withoutIcons(row[column] ?? ''))
    .join(' · ');
}
