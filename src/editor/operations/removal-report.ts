// What is said after many things were deleted: exact counts, and what is not known.
import * as vscode from 'vscode';
import { ApiError } from '../../client/index.ts';
import { say } from '../platform/say.ts';
import type { BulkResult } from './bulk.ts';
import { showCopyOf } from './copies.ts';

/** A removal that was asked for and may be sent. */
export interface PreparedRemoval {
  readonly copy: vscode.Uri;
  /** Says that it was done, and offers the copy. */
  readonly tell: (reply: unknown) => void;
}

/** Where nobody knows whether it is gone, the copy may be all that is left of it. */
export function offerCopyIfUnknown(error: unknown, { copy }: PreparedRemoval): void {
  if (error instanceof ApiError && error.kind === 'unknownOutcome')
    offerCopy(say.warning, vscode.l10n.t('What may be gone now is in a copy.'), copy);
}

/** Nobody waits for the answer. */
export function offerCopy(show: typeof say.info, message: string, copy: vscode.Uri): void {
  const showCopy = vscode.l10n.t('Show Copy');
  void show(message, showCopy).then((chosen) => (chosen === showCopy ? showCopyOf(copy) : undefined));
}

/** What came of a removal of one thing. */
export function wholeResult<T>(target: T): BulkResult<T> {
  return { done: [target], gone: [], failed: [], unknown: [], left: [] };
}

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

/** A success is information, anything else a warning. */
export function toneOf<T>({ failed, unknown, left }: BulkResult<T>): typeof say.info {
  return failed.length + unknown.length + left.length === 0 ? say.info : say.warning;
}
