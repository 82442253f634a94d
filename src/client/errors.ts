import { l10nKey, t } from './l10n.ts';

/**
 * Every way in which a call can fail. `reported`: the service says that it failed, and nothing known says in which way. `unknownOutcome`: a
 * write that may or may not have happened.
 */
export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'rateLimited'
  | 'network'
  | 'timeout'
  | 'server'
  | 'reply'
  | 'reported'
  | 'unknownOutcome';

/** What is wrong with one field of the input. */
export interface FieldProblem {
  /** Where it stands, as `body.start` or `path.id`. */
  readonly field: string;
  readonly message: string;
}

export interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  /** The id of the operation that failed. */
  readonly operation: string;
  readonly status?: number | undefined;
  /** The service's own error code. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Which fields are wrong, when the input was refused before it was sent. */
  readonly problems?: readonly FieldProblem[] | undefined;
  /** Whether the call carried a credential; not known where nothing was sent. */
  readonly carriedCredential?: boolean | undefined;
  /** The service took a write, and does it later. */
  readonly accepted?: boolean | undefined;
  /** The service itself told of a failure, in a reply with a good status. */
  readonly reported?: boolean | undefined;
  /** The beginning of what the service answered. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** A failed call. Its message is a sentence for a person: what happened and what to do. It never holds a credential. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly problems: readonly FieldProblem[];
  readonly carriedCredential: boolean | undefined;
  readonly accepted: boolean;
  readonly reported: boolean;
  readonly body: string | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = details.kind;
    this.operation = details.operation;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.problems = details.problems ?? [];
    this.carriedCredential = details.carriedCredential;
    this.accepted = details.accepted ?? false;
    this.reported = details.reported ?? false;
    this.body = details.body;
  }
}

/** What the service says of a record that it does not have, by its kind. */
const missingTexts: Readonly<Record<string, string>> = {
  event: l10nKey('{0} has no event {1}. It says: {2}.'),
  item: l10nKey('{0} has no item {1}. It says: {2}.'),
  passkey: l10nKey('{0} has no passkey {1}. It says: {2}.'),
  code: l10nKey('{0} has no code {1}. It says: {2}.'),
};

/** A record that was asked for by its own address, and the service's own words. */
export interface MissingRecord {
  readonly kind: string;
  readonly id: string;
  readonly said: string;
}

const sentences = {
  forbidden: l10nKey('{0} does not allow "{1}" with this account{2}. Ask for access or use another account.'),
  notFound: l10nKey('{0} did not find what "{1}" asked for{2}. Check the id.'),
  conflict: l10nKey('"{1}" clashes with what {0} has now{2}. Reload it and try again.'),
  invalid: l10nKey('{0} refused the input of "{1}"{2}. Correct it and try again.'),
  network: l10nKey('{0} could not be reached for "{1}"{2}. Check the connection, the proxy and the environment\'s address.'),
  timeout: l10nKey('{0} did not finish "{1}" in time{2}. Try again, or raise the time limit.'),
  server: l10nKey('{0} failed at "{1}"{2}. Try again later.'),
  reply: l10nKey(
    '{0} answered "{1}" with something that is not a reply of the service{2}. Check the environment\'s address and the proxy.',
  ),
  reported: l10nKey('{0} answered "{1}" with an error{2}. Look at what it says before you try again.'),
  unknownOutcome: l10nKey('It is not known whether {0} carried out "{1}"{2}. Look there before you send it again.'),
} as const;

interface SentenceFacts extends Pick<ApiErrorDetails, 'retryAfter' | 'accepted'> {
  /** Where it was sent. */
  readonly host: string;
  /** What was asked for, as "Create item". */
  readonly action: string;
  /** What is known of the cause: the service's message, a status, a network error. */
  readonly reason: string;
  /** What would have been gone, for an operation that removes. */
  readonly removes?: string | undefined;
  /** What the service itself says is not there. */
  readonly missing?: MissingRecord | undefined;
  /** What the group is called that it was asked of. */
  readonly group: string;
  /** What the environment is called; the host where it has no name. */
  readonly name: string;
  readonly carried?: { readonly what: string; readonly how: string } | undefined;
}

/** The sentence for a person: what happened, and what to do. */
export function sentenceFor(kind: ApiErrorKind, facts: SentenceFacts): string {
  const { action, reason, retryAfter, accepted, removes, missing, name, host } = facts;
  const because = reason ? ` (${reason})` : '';
  if (kind === 'unauthorized') return refusedText(facts, because);
  if (kind === 'rateLimited')
    return retryAfter === undefined
      ? t('{0} asks to slow down{1}. Try again later.', name, because)
      : t('{0} asks to slow down{1}. Try again in {2}.', name, because, timeText(retryAfter));
  const missingText = kind === 'notFound' && missing && missingTexts[missing.kind];
  if (missingText) return t(missingText, name, missing.id, missing.said);
  // A second try of a removal clashes again. Of many records some may be gone.
  if (kind === 'conflict' && removes !== undefined)
    return removes === 'codesOfEvent'
      ? t('{0} refused "{1}"{2}.', name, action, because)
      : t('{0} refused "{1}"{2}. It was not deleted.', name, action, because);
  if (kind === 'unknownOutcome' && accepted)
    return t('{0} accepted "{1}"{2}. Look there before you send it again.', name, action, because);
  // Where nothing of the service was heard, its address is what somebody looks at.
  const isUnheard = kind === 'network' || kind === 'reply';
  const sentence = sentences[kind];
  return t(sentence, isUnheard && name !== host ? `${name} (${host})` : name, action, because);
}

/** Which group refused what it was sent. */
function refusedText({ group, name, carried, action }: SentenceFacts, because: string): string {
  if (!carried)
    return t(
      'The {0} of {1} refused "{2}"{3}, which carries no credential. Configure Environments says how it sends one.',
      group,
      name,
      action,
      because,
    );
  const { what, how } = carried;
  return t('The {0} of {1} refused {2} (sent as {3}) for "{4}"{5}. Sign in again.', group, name, what, how, action, because);
}

function timeText(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
