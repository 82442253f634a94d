// Says what became of things that were deleted, and offers the copy of them.
import * as vscode from 'vscode';
import { notify } from '../platform/notify.ts';
import { copiesFolder, copyDays, type Storage } from './copies.ts';
import { withCopy } from './removal-messages.ts';

/** For the question: it is asked before there is a copy. */
export function copyDetail(storage: Storage, isAgain: boolean): string {
  return againDetail(vscode.l10n.t('A copy is kept for {0} days in {1}.', copyDays, copiesFolder(storage)), isAgain);
}

/** Says first that the question is another one than before. */
export function againDetail(detail: string, isAgain: boolean): string {
  if (!isAgain) return detail;
  return `${vscode.l10n.t('What is there has changed since you were asked. Look at it again; nothing was deleted so far.')}\n\n${detail}`;
}

/** Nobody waits for the answer. */
export function report(isGood: boolean, message: string, copy: string | undefined): void {
  const showCopy = vscode.l10n.t('Show Copy');
  const show = isGood ? notify.info : notify.warning;
  void show(withCopy(message, copy), ...(copy === undefined ? [] : [showCopy])).then((chosen) =>
    chosen === showCopy && copy !== undefined ? showCopyOf(copy) : undefined,
  );
}

export async function showCopyOf(copy: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(copy));
}
