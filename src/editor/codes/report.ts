// What is said after an upload.
import * as vscode from 'vscode';
import type { Comparison } from '../../codes/index.ts';
import { changedWhileSent } from '../ask/file-messages.ts';
import type { UploadResult, UploadReply } from './upload-result.ts';
import { proofOf } from './upload-result.ts';
import type { Sent, UploadJob } from './send.ts';
import type { EventComparison } from './server.ts';
import { number } from './messages.ts';

const maxNamed = 3;

export interface Report {
  readonly message: string;
  /** Whether all is well; anything else is a warning. */
  readonly isGood: boolean;
  readonly rejected: number;
  /** Whether to send the file once more makes sense. */
  readonly mayRepeat: boolean;
  /** Whether the file has to be checked before anything else. */
  readonly mustCheck?: boolean;
  readonly proof?: UploadResult | undefined;
}

export function reportOf(
  shipment: UploadJob,
  sent: Sent,
  before: Comparison | undefined,
  after: EventComparison | { readonly problem: string },
): Report {
  if (sent.kind === 'unknown' && sent.why === 'changed') return changed(shipment);
  if ('problem' in after) return unread(shipment, sent, after.problem);
  const reply = sent.kind === 'answered' ? sent.reply : undefined;
  const proof = proofOf(before, after, reply);
  if (sent.kind === 'unknown') return resolved(shipment, sent.why === 'cancelled', after, proof);
  const { event, connection } = shipment;
  const place = [event.label, connection.environment.label] as const;
  const sentences = proof
    ? [...countSentences(proof, place), ...whose(after), ...disagreement(proof, sent.reply)]
    : [
        vscode.l10n.t(
          '{0} of {1} codes are in {2} ({3}) now.',
          number(after.codes - after.missing),
          number(after.codes),
          ...place,
        ),
      ];
  return { message: sentences.join(' '), isGood: after.missing === 0, rejected: after.missing, mayRepeat: false, proof };
}

function countSentences({ wanted, stored, existing, rejected }: UploadResult, place: readonly [string, string]): string[] {
  return [
    vscode.l10n.t('{0} of {1} codes uploaded to {2} ({3}).', number(stored), number(wanted), ...place),
    ...otherCounts(existing, rejected),
  ];
}

function otherCounts(existing: number, rejected: number): string[] {
  return [
    existing === 1 && vscode.l10n.t('1 was there already.'),
    existing > 1 && vscode.l10n.t('{0} were there already.', number(existing)),
    rejected === 1 && vscode.l10n.t('1 was rejected.'),
    rejected > 1 && vscode.l10n.t('{0} were rejected.', number(rejected)),
  ].filter((sentence) => sentence !== false);
}

/** A file names items by themselves, or none of them. */
function whose({ receivers }: EventComparison): string[] {
  const labels = [...new Set(receivers.values())];
  if (labels.length === 0) return [];
  if (labels.length > maxNamed) return [vscode.l10n.t('They belong to {0} items.', number(receivers.size))];
  return [vscode.l10n.t('They belong to {0}.', labels.join(', '))];
}

/** A service that counts otherwise is quoted, not believed. */
function disagreement({ stored }: UploadResult, reply: UploadReply): string[] {
  if (reply.stored === undefined || reply.stored === stored) return [];
  return [vscode.l10n.t('The service says that it stored {0}; this is what its lists show.', number(reply.stored))];
}

/** What the file holds now says nothing of what was sent. */
function changed({ event, connection, file }: UploadJob): Report {
  const message = changedWhileSent(file.name, event.label, connection.environment.label);
  return { message, isGood: false, rejected: 0, mayRepeat: false, mustCheck: true };
}

/** The reply was lost, and a look at the service told what happened. */
function resolved(shipment: UploadJob, isCancelled: boolean, after: Comparison, proof: UploadResult | undefined): Report {
  const { event, connection, file } = shipment;
  const place = [event.label, connection.environment.label] as const;
  const why = isCancelled
    ? vscode.l10n.t('The upload of {0} was cancelled under way.', file.name)
    : vscode.l10n.t('The reply to the upload of {0} was lost.', file.name);
  const isStored = after.missing === 0;
  const counts = isStored
    ? proof
      ? countSentences(proof, place)
      : [vscode.l10n.t('All {0} codes are in {1} ({2}).', number(after.codes), ...place)]
    : [notStored(after, proof, place)];
  return { message: [why, ...counts].join(' '), isGood: isStored, rejected: 0, mayRepeat: !isStored, proof };
}

function notStored({ codes, missing }: Comparison, proof: UploadResult | undefined, place: readonly [string, string]): string {
  if (proof?.stored === 0) return vscode.l10n.t('Nothing of it was stored in {0} ({1}) so far.', ...place);
  return vscode.l10n.t(
    '{0} of {1} codes are in {2} ({3}), {4} are not.',
    number(codes - missing),
    number(codes),
    ...place,
    number(missing),
  );
}

function unread({ event, connection, file }: UploadJob, sent: Sent, problem: string): Report {
  const place = [event.label, connection.environment.label] as const;
  if (sent.kind === 'unknown') {
    const message = vscode.l10n.t(
      'It is not known whether {0} was stored in {1} ({2}): {3}. Look at its codes before you upload again.',
      file.name,
      ...place,
      problem,
    );
    return { message, isGood: false, rejected: 0, mayRepeat: false };
  }
  const { stored, existing, rejected } = sent.reply;
  const said = [
    stored === undefined
      ? vscode.l10n.t('{0} was uploaded to {1} ({2}).', file.name, ...place)
      : vscode.l10n.t('{0} codes uploaded to {1} ({2}), says the service.', number(stored), ...place),
    ...otherCounts(existing ?? 0, rejected ?? 0),
    vscode.l10n.t('They could not be read back: {0}', problem),
  ];
  return { message: said.join(' '), isGood: false, rejected: rejected ?? 0, mayRepeat: false };
}
