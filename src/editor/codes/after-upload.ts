// After an upload was sent: what the service has by then, what of it is new, and what to do next.
import * as vscode from 'vscode';
import type { Comparison } from '../../codes/index.ts';
import { completeStep } from '../platform/changes.ts';
import { notifyWith, type Button } from '../platform/notify.ts';
import type { EventResource, Resource } from '../platform/resources.ts';
import { nextStep } from '../platform/user-error.ts';
import { offerList } from './code-lists.ts';
import type { PastUpload } from './memory.ts';
import { number } from './messages.ts';
import { reportOf, ticketsText, type UploadReport } from './report.ts';
import { readBack, type ReadBack, type SentUpload, type Unread, type UploadJob } from './send.ts';
import type { CodeServices } from './services.ts';
import type { UploadResult } from './upload-result.ts';

/** Undefined: it was never sent. A memory that fails is no reason to fail an upload. */
export async function remember(
  { checks, log }: CodeServices,
  job: UploadJob,
  became: Pick<PastUpload, 'message' | 'outcome' | 'list' | 'stored'> | undefined,
): Promise<void> {
  const { connection, event, at } = job;
  const sending = { environment: connection.environment.name, eventId: event.id, at };
  try {
    for (const { uri, sha256 } of filesOf(job)) {
      if (!became) await checks.memory.forgetUpload(uri.fsPath, sending);
      else await checks.memory.keepUpload(uri.fsPath, { ...sending, sha256, ...became });
    }
  } catch (error) {
    log.warn(`upload of ${job.file.name}: not remembered: ${String(error)}`);
  }
}

/** What was sent, and what it is a copy of: both have the same lines. */
function filesOf({ uri, result, source }: UploadJob): readonly NonNullable<UploadJob['source']>[] {
  return [{ uri, sha256: result.sha256 }, ...(source ? [source] : [])];
}

export function announce({ changes }: CodeServices, { connection, event }: UploadJob): void {
  changes.announce({ environment: connection.environment.name, kind: 'code', eventId: event.id });
}

export async function verify(
  services: CodeServices,
  job: UploadJob,
  sent: SentUpload,
  before: Comparison | undefined,
  isLater = false,
): Promise<UploadResult | undefined> {
  const { log, storage, pauses } = services;
  const look = { reads: pauses.uploadReads, before, storage, log };
  const isChanged = sent.kind === 'unknown' && sent.why === 'changed';
  const after: ReadBack | Unread = isChanged ? { problem: '' } : await readBack(job, sent, look);
  const report = reportOf(job, sent, before, after);
  log.info(`upload of ${job.file.name}: ${report.message}`);
  // A later look that saw nothing takes nothing away from what an earlier one has seen.
  if (!(isLater && 'problem' in after)) await keepSeen(services, job, sent, report, after);
  if (report.isGood) void completeStep('codesUploaded');
  // Before anybody can press a button that shows the lists.
  announce(services, job);
  const lookAgain = () => verify(services, job, sent, before, true);
  // Another look sees no more of a list until somebody has told how it goes on.
  const isCut = 'problem' in after ? after.isIncomplete === true : after.unread.length > 0;
  const buttons = [
    ...buttonsAfter(job, report, lookAgain),
    ...('receivers' in after ? shownAfter(job, report, after) : []),
    ...(isCut ? [nextStep.describeService(job.connection.environment.name)] : []),
  ];
  void notifyWith(report.isGood ? 'info' : 'warning', report.message, ...buttons);
  return report.result;
}

async function keepSeen(
  services: CodeServices,
  job: UploadJob,
  sent: SentUpload,
  { message, isGood, result }: UploadReport,
  after: ReadBack | Unread,
): Promise<void> {
  const isRead = 'firstMissing' in after && after.unread.length === 0;
  const lines = isRead && sent.kind === 'answered' ? rejectedLines(after, sent) : [];
  const [first] = lines;
  const at = first && ([number(first.line), first.message] as const);
  const reason = at && (job.result.workbook ? vscode.l10n.t('Row {0}: {1}', ...at) : vscode.l10n.t('Line {0}: {1}', ...at));
  const list = 'list' in after ? after.list : undefined;
  const outcome = isGood ? 'seen' : 'unsure';
  await remember(services, job, { message: [message, reason].filter(Boolean).join(' '), outcome, list, stored: result?.stored });
  for (const { uri, sha256 } of filesOf(job)) services.checks.addRejected(uri, { sha256, lines });
}

function rejectedLines({ firstMissing }: Comparison, sent: Extract<SentUpload, { kind: 'answered' }>) {
  const reasons = new Map(sent.reply.problems.map(({ line, message }) => [line, message]));
  return firstMissing.map(({ code, line }) => {
    const reason = reasons.get(line);
    const message =
      reason === undefined
        ? vscode.l10n.t('{0} is not at the service.', code)
        : vscode.l10n.t('{0} was rejected: {1}', code, reason);
    return { line, message, isRejected: reason !== undefined };
  });
}

/** A new code of its own row, where there is one; or the codes of an item that has some of the file's; or the event. */
function shownInTree(event: EventResource, { firstNew, receivers }: ReadBack): Resource {
  if (firstNew) return firstNew;
  const [itemId] = receivers.keys();
  if (itemId === undefined) return event;
  const { environment, id: eventId } = event;
  return { kind: 'code', environment, id: '', label: itemId, value: undefined, itemId, eventId };
}

/** What the service has now, and of it what is new. */
function shownAfter({ event }: UploadJob, { mustCheck, rejected, mayRepeat }: UploadReport, after: ReadBack): Button[] {
  const { list } = after;
  const isToBeDone = mustCheck === true || rejected > 0 || mayRepeat;
  const tree = isToBeDone || after.there === 0 ? [] : [nextStep.showInTree(shownInTree(event, after))];
  if (!list) return tree;
  const title = vscode.l10n.t('{0} codes added to {1}', number(after.added ?? list.count), event.label);
  const run = () => offerList(title, list, ticketsText(after.receivers, 'added'));
  return [...tree, { title: vscode.l10n.t('Show What Was Added'), run }];
}

/** The one thing to do next, where something is left to do. */
function buttonsAfter(
  { uri, event }: UploadJob,
  { mustCheck, rejected, mayRepeat, isGood, result }: UploadReport,
  lookAgain: () => Promise<unknown>,
): Button[] {
  if (mustCheck) return [nextStep.checkCodes(uri)];
  const look = { title: vscode.l10n.t('Look Again'), run: lookAgain };
  if (rejected > 0) return [nextStep.showProblems(), look];
  // It begins with a check and with a look at the event, so nothing is sent that is there by then.
  if (mayRepeat) return [{ ...nextStep.uploadCodes(uri, event), title: vscode.l10n.t('Upload Again') }, look];
  return result === undefined && !isGood ? [look] : [];
}
