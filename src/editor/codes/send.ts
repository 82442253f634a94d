// Sends a file of codes and proves what became of them: whatever the service says or fails to say, its codes are read back.
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ApiError, type UploadFile } from '../../client/index.ts';
import { onlyAsChecked, type Preflight } from '../../codes/index.ts';
import type { Connection } from '../account/index.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import type { EventResource } from '../platform/resources.ts';
import { bytesReporter } from './services.ts';
import { isConfirmed, readUploadReply, type UploadReply } from './upload-result.ts';
import { compareWithEvent, type CompareWork, type EventComparison } from './server.ts';
import { number } from './messages.ts';

/** One file on its way to one event. */
export interface UploadJob {
  readonly connection: Connection;
  readonly event: EventResource;
  readonly uri: vscode.Uri;
  readonly file: UploadFile;
  readonly result: Preflight;
  /** When it was sent off, in milliseconds. */
  readonly at: number;
}

/**
 * `unknown`: the reply was lost or the upload was cancelled under way, so only a look at the service tells; or it was stopped since the
 * file is not what was checked.
 */
export type Sent =
  | { readonly kind: 'answered'; readonly reply: UploadReply }
  | { readonly kind: 'unknown'; readonly why: 'lost' | 'cancelled' | 'changed' };

export async function send({ connection, event, file: given, result }: UploadJob): Promise<Sent> {
  const title = vscode.l10n.t('Uploading {0} to {1}', given.name, event.label);
  const sending = { isOther: false };
  const file = onlyAsChecked(given, result, () => (sending.isOther = true));
  let isCancelled = () => false;
  try {
    const reply = await withDelayedProgress(title, (signal, tell) => {
      isCancelled = () => signal.aborted;
      const report = bytesReporter(tell);
      const onProgress = ({ sent, total }: { sent: number; total: number }) => report(sent, total);
      const how = { target: event.label, confirmed: true, signal, onProgress };
      return connection.write('uploadCodes', { path: { eventId: event.id }, file }, how);
    });
    return { kind: 'answered', reply: readUploadReply(reply) };
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    return { kind: 'unknown', why: sending.isOther ? 'changed' : isCancelled() ? 'cancelled' : 'lost' };
  }
}

/** Looks until everything is there that should be, or the time has passed. A problem: the service could not be read. */
export async function readBack(
  shipment: UploadJob,
  sent: Sent,
  reads: readonly number[],
): Promise<EventComparison | { readonly problem: string }> {
  const title = vscode.l10n.t('Reading back the codes of {0}', shipment.event.label);
  let isCancelled = () => false;
  try {
    return await withDelayedProgress(title, (signal, tell) => {
      isCancelled = () => signal.aborted;
      const onProgress = (read: number, total: number) => tell({ message: `${number(read)} / ${number(total)}` });
      return lookUntilConfirmed(shipment, sent, reads, { signal, interactive: true, onProgress });
    });
  } catch (error) {
    if (isCancelled()) return { problem: vscode.l10n.t('the look was cancelled') };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function lookUntilConfirmed(
  { connection, event, uri, result }: UploadJob,
  sent: Sent,
  reads: readonly number[],
  work: CompareWork,
): Promise<EventComparison> {
  const started = performance.now();
  const reply = sent.kind === 'answered' ? sent.reply : undefined;
  for (const [index, time] of reads.entries()) {
    const wait = started + time - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: work.signal });
    const after = await compareWithEvent(connection, event.id, uri, result, work);
    if (index === reads.length - 1 || isConfirmed(after, reply)) return after;
  }
  // English: it never happens.
  throw new Error('There is always a last look.');
}
