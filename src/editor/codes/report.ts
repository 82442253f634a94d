// What is reported after an upload.
import * as vscode from 'vscode';
import type { Comparison } from '../../codes/index.ts';
import { changedWhileSent } from '../ask/file-messages.ts';
import { number } from './messages.ts';
import type { SentUpload, UploadJob } from './send.ts';
import type { EventComparison } from './services.ts';
import { uploadResultOf, type UploadReply, type UploadResult } from './upload-result.ts';

const { l10n } = vscode;
const maxNamed = 3;

export interface UploadReport {
  readonly message: string;
  /** Whether all is well; anything else is a warning. */
  readonly isGood: boolean;
  readonly rejected: number;
  /** Whether to send the file once more makes sense. */
  readonly mayRepeat: boolean;
  /** Whether the file has to be checked before anything else. */
  readonly mustCheck?: boolean;
  readonly result?: UploadResult | undefined;
}

/** The labels of the event and of its environment. */
type Target = readonly [event: string, environment: string];

const warning = { isGood: false, rejected: 0, mayRepeat: false };

export function reportOf(
  { event, connection, file }: UploadJob,
  sent: SentUpload,
  before: Comparison | undefined,
  after: EventComparison | { readonly problem: string },
): UploadReport {
  const target: Target = [event.label, connection.environment.label];
  // What the file holds now says nothing of what was sent.
  if (sent.kind === 'unknown' && sent.why === 'changed')
    return { ...warning, message: changedWhileSent(file.name, ...target), mustCheck: true };
  if ('problem' in after) return reportUnread(file.name, target, sent, after.problem);
  if (after.unread.length > 0 && after.missing > 0) return reportPartlyRead(target, after);
  const result = uploadResultOf(before, after, sent.kind === 'answered' ? sent.reply : undefined);
  if (sent.kind === 'unknown') return withUnread(reportDoubt(file.name, target, sent.why, after, result), after);
  const { codes, missing } = after;
  const { rejected, problems } = sent.reply;
  const isTold = rejected !== undefined || problems.length > 0;
  const sentences = result
    ? [...countSentences(result, target, isTold), ...receiverSentences(after), ...disagreement(result, sent.reply)]
    : [l10n.t('{0} of {1} codes are in {2} ({3}) now.', number(codes - missing), number(codes), ...target)];
  const report = { message: sentences.join(' '), isGood: missing === 0, rejected: missing, mayRepeat: false, result };
  return withUnread(report, after);
}

/** What is in none of the lists may be in one that is not there. */
function reportPartlyRead(target: Target, after: EventComparison): UploadReport {
  const { codes, missing } = after;
  const message = l10n.t('{0} of {1} codes are in {2} ({3}) now.', number(codes - missing), number(codes), ...target);
  return withUnread({ ...warning, message }, after);
}

function withUnread(report: UploadReport, { unread }: EventComparison): UploadReport {
  if (unread.length === 0) return report;
  const names = unread.slice(0, maxNamed).join(', ') + (unread.length > maxNamed ? ', …' : '');
  const remark = l10n.t('The service has no list of the codes of {0}: what is there is not known.', names);
  return { ...report, message: `${report.message} ${remark}` };
}

function countSentences({ wanted, stored, existing, rejected }: UploadResult, target: Target, isTold = true): string[] {
  return [
    l10n.t('{0} of {1} codes uploaded to {2} ({3}).', number(stored), number(wanted), ...target),
    ...otherCounts(existing, rejected, isTold),
  ];
}

/** `isTold`: the service says itself that it rejected some; another one may store them yet. */
function otherCounts(existing: number, rejected: number, isTold: boolean): string[] {
  const missing = isTold
    ? rejected === 1
      ? l10n.t('1 was rejected.')
      : l10n.t('{0} were rejected.', number(rejected))
    : rejected === 1
      ? l10n.t('1 is not there: the service may store it later, or has left it out.')
      : l10n.t('{0} are not there: the service may store them later, or has left them out.', number(rejected));
  return [
    existing === 1 && l10n.t('1 was there already.'),
    existing > 1 && l10n.t('{0} were there already.', number(existing)),
    rejected > 0 && missing,
  ].filter((sentence) => sentence !== false);
}

function receiverSentences({ receivers }: EventComparison): string[] {
  const labels = [...new Set(receivers.values())];
  if (labels.length === 0) return [];
  if (labels.length > maxNamed) return [l10n.t('They belong to {0} items.', number(receivers.size))];
  return [l10n.t('They belong to {0}.', labels.join(', '))];
}

/** A service that counts otherwise is quoted, not believed. */
function disagreement({ stored }: UploadResult, reply: UploadReply): string[] {
  if (reply.stored === undefined || reply.stored === stored) return [];
  return [l10n.t('The service says that it stored {0}; this is what its lists show.', number(reply.stored))];
}

/** The lists of the service tell what happened. */
function reportDoubt(
  file: string,
  target: Target,
  why: Extract<SentUpload, { kind: 'unknown' }>['why'],
  after: Comparison,
  result: UploadResult | undefined,
): UploadReport {
  const reasons = {
    lost: l10n.t('The reply to the upload of {0} was lost.', file),
    unclear: l10n.t('The service did not say what became of {0}.', file),
    accepted: l10n.t('The upload of {0} was accepted, to be stored later.', file),
    cancelled: l10n.t('The upload of {0} was cancelled under way.', file),
    changed: changedWhileSent(file, ...target),
  };
  const isStored = after.missing === 0;
  const message = [reasons[why], ...storedSentences(after, result, target)].join(' ');
  // What is still to be stored is not sent once more.
  const mayRepeat = !isStored && why !== 'accepted';
  return { message, isGood: isStored, rejected: 0, mayRepeat, result: isStored || mayRepeat ? result : undefined };
}

function storedSentences({ codes, missing }: Comparison, result: UploadResult | undefined, target: Target): string[] {
  if (missing === 0 && result) return countSentences(result, target);
  if (missing === 0) return [l10n.t('All {0} codes are in {1} ({2}).', number(codes), ...target)];
  if (result?.stored === 0) return [l10n.t('Nothing of it was stored in {0} ({1}) so far.', ...target)];
  const counts = [number(codes - missing), number(codes), ...target, number(missing)];
  return [l10n.t('{0} of {1} codes are in {2} ({3}), {4} are not.', ...counts)];
}

function reportUnread(file: string, target: Target, sent: SentUpload, problem: string): UploadReport {
  if (sent.kind === 'unknown') {
    const message = l10n.t(
      'It is not known whether {0} was stored in {1} ({2}): {3}. Look at its codes before you upload again.',
      ...[file, ...target, problem.replace(/\.$/, '')],
    );
    return { ...warning, message };
  }
  const { stored, existing = 0, rejected = 0 } = sent.reply;
  const sentences = [
    stored === undefined
      ? l10n.t('{0} was uploaded to {1} ({2}).', file, ...target)
      : l10n.t('{0} codes uploaded to {1} ({2}), says the service.', number(stored), ...target),
    ...otherCounts(existing, rejected, true),
    l10n.t('They could not be read back: {0}', problem),
  ];
  return { ...warning, message: sentences.join(' '), rejected };
}
