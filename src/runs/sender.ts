// One request: its intent on the disk, the call, and what came of it in the journal.
import { ApiError, contentOf, labelOf, type ApiErrorKind } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import type { RunContext } from './context.ts';
import { noCount } from './row-states.ts';
import { formatRows, type RowNumbers } from './rows.ts';
import type { PauseKind, PauseReason } from './types.ts';

/**
 * - `withdrawn`: it was not its turn any more.
 * - `unproved`: the reply is a good one, and does not say what was done.
 * - `passing`: it was not sent, and another try may go better.
 * - `later`: it was refused for now; whether a part of it was done is read back.
 * - `refused`: the same again would be refused again.
 * - `stop`: nothing else can be done either.
 */
export type SentBatch =
  | { readonly result: 'done' | 'withdrawn' | 'unproved' }
  | { readonly result: 'unknown'; readonly message: string }
  | { readonly result: 'passing' | 'later' | 'stop'; readonly reason: PauseReason }
  | { readonly result: 'refused'; readonly error: ApiError };

/** Sends rows; whatever happens is in the journal, but nobody waits for the disk after an answer: the next intent does. */
export async function sendBatch(work: RunContext, rows: RowNumbers, admit: () => Promise<boolean>): Promise<SentBatch> {
  const { plan, codes, states, client } = work;
  const attempt = states.nextAttempt();
  await work.record({ type: 'intent', attempt, rows: formatRows(rows) });
  if (!(await admit())) {
    work.note({ type: 'unsent', attempt, reason: 'withdrawn' });
    return { result: 'withdrawn' };
  }
  // The intent may be old: a process that was suspended meanwhile may have lost the run to another.
  work.requireLock();
  const body = {
    ...plan.payload,
    itemIds: plan.payload.itemIds && [...plan.payload.itemIds],
    codes: rows.map((row) => codes[row] as string),
  };
  let reply: unknown;
  try {
    // Never with the run's signal: what is under way is finished, so that its outcome is known.
    reply = await client.call('createPasskeys', { path: { eventId: plan.eventId }, body });
  } catch (error) {
    return noteFailure(work, attempt, rows, error);
  }
  return noteReply(work, attempt, rows, reply);
}

function noteReply(work: RunContext, attempt: number, rows: RowNumbers, reply: unknown): SentBatch {
  const { created, existing } = readReply(reply);
  if (created === undefined) {
    work.note({ type: 'unknown', attempt, reason: wordsOf(reply), accepted: true });
    return { result: 'unproved' };
  }
  const there = rows.filter((row) => existing.has(work.codes[row] ?? ''));
  if (created + there.length !== rows.length) {
    const message = t('{0} of {1} were created', created, rows.length);
    // Of what it put in a queue a service has made nothing yet.
    work.note({ type: 'unknown', attempt, reason: message, ...(created === 0 ? { accepted: true } : {}) });
    return { result: 'unknown', message };
  }
  // What was sent before without an answer, and is there now, is there because of that.
  const existed = there.filter((row) => !work.states.wasDoubted(row));
  const counts = { made: rows.length - existed.length, existed: existed.length };
  work.note({ type: 'done', attempt, existed: formatRows(existed), counts });
  return { result: 'done' };
}

/** What a service said instead of a count, for whoever has to decide. */
function wordsOf(reply: unknown): string {
  const content = contentOf(reply);
  const isEmpty = typeof content !== 'object' || content === null || Object.keys(content).length === 0;
  // English: for the journal.
  return isEmpty ? noCount : t('The service answered: {0}', labelOf(content));
}

/** How many the service says it created, and which codes it had already; it may say neither. */
function readReply(reply: unknown): { created?: number | undefined; existing: ReadonlySet<string> } {
  const content = contentOf(reply);
  const { created, existing } = (typeof content === 'object' && content !== null ? content : {}) as Record<string, unknown>;
  const count = Array.isArray(created) ? created.length : created;
  return {
    created: typeof count === 'number' ? count : undefined,
    existing: new Set(Array.isArray(existing) ? existing.filter((code) => typeof code === 'string') : []),
  };
}

const passing: Partial<Record<ApiErrorKind, PauseKind>> = {
  rateLimited: 'rateLimited',
  network: 'network',
  timeout: 'network',
  server: 'network',
};
const stopping: Partial<Record<ApiErrorKind, PauseKind>> = {
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  notFound: 'notFound',
  reply: 'reply',
};

function noteFailure(work: RunContext, attempt: number, rows: RowNumbers, error: unknown): SentBatch {
  if (!(error instanceof ApiError)) {
    // English: for the journal.
    work.note({ type: 'unknown', attempt, reason: 'it failed' });
    throw error;
  }
  const reason = error.message;
  if (error.kind === 'unknownOutcome') {
    const isInput = error.reported ? { isInput: true as const } : {};
    work.note({ type: 'unknown', attempt, reason, ...isInput, ...(isTaken(error) ? { accepted: true } : {}) });
    return error.accepted ? { result: 'unproved' } : { result: 'unknown', message: reason };
  }
  const failure = failureOf(error);
  if (error.status === undefined) {
    work.note({ type: 'unsent', attempt, reason });
    return failure ?? { result: 'refused', error };
  }
  // Whatever a reply says, a part may have been done before it: nothing is sent again without a look.
  const isInput = failure ? {} : { isInput: true as const };
  work.note({ type: 'refused', attempt, conflict: error.kind === 'conflict', reason, ...isInput });
  if (failure?.result === 'passing') return { ...failure, result: 'later' };
  return failure ?? { result: 'refused', error };
}

/** Created, or accepted to be: without a word of what. */
function isTaken({ status }: ApiError): boolean {
  return status === 201 || status === 202;
}

/** A failure that came with a good status: less of a word than one with a status of its own. */
export function isInsideGoodReply({ status }: ApiError): boolean {
  return status !== undefined && status < 300;
}

/** What an error that is no refusal of the input means for the whole run. */
export function failureOf({
  kind,
  message,
  retryAfter,
}: ApiError): { readonly result: 'passing' | 'stop'; readonly reason: PauseReason } | undefined {
  const passes = passing[kind];
  if (passes) return { result: 'passing', reason: { kind: passes, message, retryAfter } };
  const stops = stopping[kind];
  return stops && { result: 'stop', reason: { kind: stops, message } };
}
