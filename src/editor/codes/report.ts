// What is reported after an upload.
import * as vscode from 'vscode';
import type { Comparison } from '../../codes/index.ts';
import { changedWhileSent } from '../ask/file-messages.ts';
import { number } from './messages.ts';
import type { SentUpload, Unread, UploadJob } from './send.ts';
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
  before: (Comparison & Pick<EventComparison, 'headingCode'>) | undefined,
  after: EventComparison | Unread,
): UploadReport {
  const target: Target = [event.label, connection.environment.label];
  // What the file holds now says nothing of what was sent.
  if (sent.kind === 'unknown' && sent.why === 'changed')
    return { ...warning, message: changedWhileSent(file.name, ...target), mustCheck: true };
  if ('problem' in after) return reportUnread(file.name, target, sent, after);
  if (after.unread.length > 0 && after.missing > 0) return reportPartlyRead(target, after);
  const result = uploadResultOf(before, after, sent.kind === 'answered' ? sent.reply : undefined);
  if (sent.kind === 'unknown') return withUnread(reportDoubt(file.name, target, sent.why, after, result), after);
  const { codes, missing } = after;
  const told = sent.reply.rejected ?? sent.reply.problems.length;
  const sentences = result
    ? [...countSentences(result, target, told), ...receiverSentences(after), ...disagreement(result, sent.reply)]
    : [
        l10n.t('{0} of {1} codes are in {2} ({3}) now.', number(codes - missing), number(codes), ...target),
        ...missingSentences(missing, told),
        ...receiverSentences(after),
      ];
  // The document does not say whether the service takes the first line for a code.
  const isHeadingStored = after.headingCode !== undefined && before?.headingCode === undefined;
  if (isHeadingStored)
    sentences.push(l10n.t('It has the heading of the file as a code too: {0}. Delete that code.', after.headingCode ?? ''));
  const isGood = missing === 0 && !isHeadingStored;
  const report = { message: sentences.join(' '), isGood, rejected: missing, mayRepeat: false, result };
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

function countSentences({ wanted, stored, existing, rejected }: UploadResult, target: Target, told = rejected): string[] {
  return [
    l10n.t('{0} of {1} codes uploaded to {2} ({3}).', number(stored), number(wanted), ...target),
    ...(existing === 1 ? [l10n.t('1 was there already.')] : []),
    ...(existing > 1 ? [l10n.t('{0} were there already.', number(existing))] : []),
    ...missingSentences(rejected, told),
  ];
}

/** Of those that were seen not to be there, the service says of `told` that it rejected them; the others it may store yet. */
function missingSentences(missing: number, told: number): string[] {
  const rejected = Math.min(missing, told);
  const open = missing - rejected;
  return [
    rejected === 1 && l10n.t('1 was rejected.'),
    rejected > 1 && l10n.t('{0} were rejected.', number(rejected)),
    open === 1 && l10n.t('1 is not there: the service may store it later, or has left it out.'),
    open > 1 && l10n.t('{0} are not there: the service may store them later, or has left them out.', number(open)),
  ].filter((sentence) => sentence !== false);
}

/** Where nobody could look before, all that is known is what is there now. */
function receiverSentences({ receivers, there, added }: EventComparison): string[] {
  if (there === 0 || added === 0) return [];
  if (added === undefined)
    return [l10n.t('Which of them are new is not known. They belong to {0}.', ticketsText(receivers, 'found'))];
  return [l10n.t('The new ones belong to {0}.', ticketsText(receivers, 'added'))];
}

/** `Pista › 1º lote (8), VIP (4)`: those with the most come first. */
export function ticketsText(tickets: EventComparison['receivers'], count: 'found' | 'added'): string {
  const all = [...tickets.values()].filter((ticket) => ticket[count] > 0).sort((one, other) => other[count] - one[count]);
  const named = all.slice(0, maxNamed).map((ticket) => `${ticket.label} (${number(ticket[count])})`);
  const more = all.length - named.length;
  return [...named, ...(more > 0 ? [l10n.t('{0} more', number(more))] : [])].join(', ');
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
  after: EventComparison,
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
  const message = [reasons[why], ...storedSentences(after, result, target), ...receiverSentences(after)].join(' ');
  // What is still to be stored is not sent once more.
  const mayRepeat = !isStored && why !== 'accepted';
  return { message, isGood: isStored, rejected: 0, mayRepeat, result: isStored || mayRepeat ? result : undefined };
}

function storedSentences({ codes, missing }: Comparison, result: UploadResult | undefined, target: Target): string[] {
  if (missing === 0 && result) return countSentences(result, target);
  if (missing === 0) return [l10n.t('All {0} codes are in {1} ({2}).', number(codes), ...target)];
  if (result?.stored === 0) return [l10n.t('None of its codes was found in {0} ({1}) so far.', ...target)];
  const counts = [number(codes - missing), number(codes), ...target, number(missing)];
  return [l10n.t('{0} of {1} codes are in {2} ({3}), {4} are not.', ...counts)];
}

function reportUnread(file: string, target: Target, sent: SentUpload, { problem, isFileOther = false }: Unread): UploadReport {
  const shared = { ...warning, mustCheck: isFileOther };
  if (sent.kind === 'unknown') {
    const message = l10n.t(
      'It is not known whether {0} was stored in {1} ({2}): {3}. Look at its codes before you upload again.',
      ...[file, ...target, problem.replace(/\.$/, '')],
    );
    return { ...shared, message };
  }
  const { stored, existing = 0, rejected = 0 } = sent.reply;
  const sentences = [
    stored === undefined && l10n.t('{0} was uploaded to {1} ({2}).', file, ...target),
    stored === 1 && l10n.t('The service says that it stored 1 code in {0} ({1}).', ...target),
    stored !== undefined &&
      stored !== 1 &&
      l10n.t('The service says that it stored {0} codes in {1} ({2}).', number(stored), ...target),
    // Nobody has seen it.
    rejected === 1 && l10n.t('The service says that it rejected 1 code.'),
    rejected > 1 && l10n.t('The service says that it rejected {0} codes.', number(rejected)),
    existing === 1 && l10n.t('The service says that 1 code was there already.'),
    existing > 1 && l10n.t('The service says that {0} codes were there already.', number(existing)),
    l10n.t('What was added is not known.'),
    isFileOther ? problem : l10n.t('They could not be read back: {0}', problem),
  ];
  return { ...shared, message: sentences.filter((sentence) => sentence !== false).join(' ') };
}
