// Sends a file of codes and reads them back, whatever the service says or fails to say.
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { ApiError, IncompleteList, type UploadFile } from '../../client/index.ts';
import { onlyAsChecked, type Comparison, type RowWriter } from '../../codes/index.ts';
import type { Connection } from '../account/index.ts';
import { changedSinceSent } from '../ask/file-messages.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import type { CodeResource, EventResource } from '../platform/resources.ts';
import { messageOf } from '../platform/user-error.ts';
import { toCode } from '../reading/resources.ts';
import { listPath, removeList, ticketHeader, ticketRow, writeList, type CodeList } from './code-lists.ts';
import type { SeenListener } from './event-codes.ts';
import { fileName } from './files.ts';
import { isConfirmed, readUploadReply, type UploadReply } from './upload-result.ts';
import {
  bytesReporter,
  ChangedFile,
  compareWithEvent,
  countReporter,
  type CompareOptions,
  type EventComparison,
} from './services.ts';
import type { FileCheck } from './workbooks.ts';

/** One file on its way to one event. */
export interface UploadJob {
  readonly connection: Connection;
  readonly event: EventResource;
  readonly uri: vscode.Uri;
  readonly file: UploadFile;
  readonly result: FileCheck;
  /** The file of which this one is the copy in UTF-8. */
  readonly source?: { readonly uri: vscode.Uri; readonly sha256: string } | undefined;
  /** When it was sent off, in milliseconds. */
  readonly at: number;
}

/**
 * `unknown`: the reply was lost or does not tell, the service stores it later or the upload was cancelled under way, so only a look at the
 * service tells; or it was stopped since the file is not what was checked.
 */
export type SentUpload =
  | { readonly kind: 'answered'; readonly reply: UploadReply }
  | { readonly kind: 'unknown'; readonly why: 'lost' | 'unclear' | 'accepted' | 'cancelled' | 'changed' };

export async function sendUpload({ connection, event, file: given, result }: UploadJob): Promise<SentUpload> {
  const title = vscode.l10n.t('Uploading {0} to {1}', given.name, event.label);
  const sending = { isOther: false };
  const file = onlyAsChecked(given, result, () => (sending.isOther = true));
  let isCancelled = () => false;
  try {
    const reply = await withDelayedProgress(title, (signal, report) => {
      isCancelled = () => signal.aborted;
      const reportBytes = bytesReporter(report);
      const onProgress = ({ sent, total }: { sent: number; total: number }) => reportBytes(sent, total);
      const options = { target: event.label, confirmed: true, signal, onProgress };
      return connection.write('uploadCodes', { path: { eventId: event.id }, file }, options);
    });
    return { kind: 'answered', reply: readUploadReply(reply) };
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    if (error.accepted) return { kind: 'unknown', why: 'accepted' };
    if (sending.isOther) return { kind: 'unknown', why: 'changed' };
    if (isCancelled()) return { kind: 'unknown', why: 'cancelled' };
    return { kind: 'unknown', why: (error.status ?? 500) < 300 ? 'unclear' : 'lost' };
  }
}

/** What was found, and what of it is new: known only where somebody looked before. */
export interface ReadBack extends EventComparison {
  /** The new codes, where a file of them could be kept. */
  readonly list?: CodeList;
  /** A new code that has a row of its own. */
  readonly firstNew?: CodeResource;
}

/** Why nothing could be read back. */
export interface Unread {
  readonly problem: string;
  /** Nothing shows that a list was whole. */
  readonly isIncomplete?: boolean;
  /** The file is not what was sent any more. */
  readonly isFileOther?: boolean;
}

/** Reads until everything is there that should be, or the time has passed. A problem: the service could not be read. */
export async function readBack(job: UploadJob, sent: SentUpload, look: LookOptions): Promise<ReadBack | Unread> {
  const title = vscode.l10n.t('Reading back the codes of {0}', job.event.label);
  let isCancelled = () => false;
  try {
    return await withDelayedProgress(title, (signal, report) => {
      isCancelled = () => signal.aborted;
      return readUntilConfirmed(job, sent, look, { signal, interactive: true, onProgress: countReporter(report) });
    });
  } catch (error) {
    if (isCancelled()) return { problem: vscode.l10n.t('the look was cancelled') };
    if (error instanceof ChangedFile) return { problem: changedSinceSent(fileName(job.uri)), isFileOther: true };
    return { problem: messageOf(error), isIncomplete: error instanceof IncompleteList };
  }
}

/** Whether a later look may succeed: a list that grew while it was read, or a service that is busy. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return ['network', 'timeout', 'server', 'rateLimited', 'reported'].includes(error.kind);
  return error instanceof IncompleteList;
}

interface LookOptions {
  /** When to look, in milliseconds. */
  readonly reads: readonly number[];
  readonly before: Comparison | undefined;
  /** The folder in which lists are kept. */
  readonly storage: string;
  readonly log: vscode.LogOutputChannel;
}

async function readUntilConfirmed(
  job: UploadJob,
  sent: SentUpload,
  look: LookOptions,
  options: CompareOptions,
): Promise<ReadBack> {
  const started = performance.now();
  const reply = sent.kind === 'answered' ? sent.reply : undefined;
  let seen: ReadBack | undefined;
  for (const [index, time] of look.reads.entries()) {
    const wait = started + time - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: options.signal });
    const isLast = index === look.reads.length - 1;
    try {
      seen = await compareAfter(job, look, options);
      if (isLast || isConfirmed(seen, reply)) return seen;
    } catch (error) {
      if (!isLast && mayPass(error)) continue;
      // What an earlier look has seen stays true.
      if (seen) return seen;
      throw error;
    }
  }
  // English: it never happens.
  throw new Error('There is always a last look.');
}

/** A list that cannot be kept is no reason to know nothing of an upload. */
async function compareAfter(job: UploadJob, look: LookOptions, options: CompareOptions): Promise<ReadBack> {
  const { connection, event, uri, result } = job;
  const { before, storage, log } = look;
  let firstNew: CodeResource | undefined;
  const compare = async (rows?: RowWriter) => {
    const onSeen: SeenListener = (ticket, codes) => {
      let writing: Promise<void> | undefined;
      for (const { row, code, seen } of codes) {
        if (seen !== 'new') continue;
        if (row.id !== undefined) firstNew ??= { ...toCode(connection, row, ticket.itemId), eventId: event.id };
        writing = rows?.add(ticketRow(code, ticket)) ?? writing;
      }
      return writing;
    };
    const after = await compareWithEvent(connection, event.id, uri, result, { ...options, before, onSeen });
    return { ...after, ...(firstNew && { firstNew }) };
  };
  if (!before?.places) return compare();
  try {
    // One for each upload: a later look replaces it.
    const name = vscode.l10n.t('codes added to {0}', event.label);
    const path = await listPath(storage, name, [connection.environment.name, event.id, uri.fsPath, job.at].join('\n'));
    const after = await writeList(path, ticketHeader, async (rows): Promise<ReadBack> => {
      const found = await compare(rows);
      return rows.rows === 0 ? found : { ...found, list: { path, count: rows.rows, name } };
    });
    if (!after.list) await removeList(path);
    return after;
  } catch (error) {
    if (!isOfFile(error)) throw error;
    log.warn(`upload of ${job.file.name}: the list of new codes was not kept: ${String(error)}`);
    firstNew = undefined;
    return compare();
  }
}

/** Whether the disk refused something, as opposed to the service. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && !(error instanceof ApiError) && 'syscall' in error;
}
