// What is said after many things were deleted: exact counts, and what is not known.
import * as vscode from 'vscode';
import type { BulkResult } from './bulk.ts';
import { say } from '../platform/say.ts';

/** One sentence a count that is not zero. */
export function countsOf<T>({ done, gone, failed, unknown, left }: BulkResult<T>): string {
  const first = failed[0] ?? unknown[0];
  return [
    vscode.l10n.t('{0} deleted', done.length),
    ...(gone.length > 0 ? [vscode.l10n.t('{0} were gone already', gone.length)] : []),
    ...(failed.length > 0 ? [vscode.l10n.t('{0} not deleted', failed.length)] : []),
    ...(unknown.length > 0 ? [vscode.l10n.t('{0} unknown: look before you try again', unknown.length)] : []),
    ...(left.length > 0 ? [vscode.l10n.t('{0} not sent', left.length)] : []),
    ...(first ? [first.error instanceof Error ? first.error.message : String(first.error)] : []),
  ].join(' · ');
}

/** A success is information, anything else a warning; gives the button that was pressed. */
export function sayResult<T>(message: string, result: BulkResult<T>, ...buttons: string[]): Thenable<string | undefined> {
  const isWhole = result.failed.length + result.unknown.length + result.left.length === 0;
  return isWhole ? say.info(message, ...buttons) : say.warning(message, ...buttons);
}
