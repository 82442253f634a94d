// The texts about runs: states, exact counts, why a run stopped or cannot go on, and the words of the result file.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10nKey, t } from '../../client/l10n.ts';
import { RunError, type RunErrorKind } from '../../runs/errors.ts';
import type { CodeResult, RunPlan, ResultWords, RunCounts, RunReport, RunState, Undecided } from '../../runs/index.ts';
import { UserError } from '../platform/user-error.ts';

export function formatCount(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** `61,000 of 100,000`: how many of the codes are decided. */
export function progressText({ wanted, left, unknown }: RunCounts): string {
  return t('{0} of {1}', formatCount(wanted - left - unknown), formatCount(wanted));
}

/** Where the codes came from. */
export function sourceLabel({ input }: RunPlan): string {
  return input.path === undefined ? t('Codes from the form') : basename(input.path);
}

/** Where the codes came from, and where they go. */
export function runLabel(plan: RunPlan): string {
  return `${sourceLabel(plan)} → ${plan.eventLabel}`;
}

export function stateText(state: RunState): string {
  const texts: Record<RunState, string> = {
    planned: t('not started'),
    running: t('running'),
    interrupted: t('interrupted'),
    paused: t('paused'),
    cancelled: vscode.l10n.t({ message: 'cancelled', comment: 'for a run' }),
    needsDecision: t('needs a decision'),
    finished: vscode.l10n.t({ message: 'finished', comment: 'for a run' }),
    damaged: t('damaged'),
  };
  return texts[state];
}

/** One line a count that is not zero; those that were created always. */
export function countLines({ wanted, made, existed, rejected, unknown, left }: RunCounts): string[] {
  return [
    t('Codes: {0}', formatCount(wanted)),
    t('Created: {0}', formatCount(made)),
    ...(existed > 0 ? [t('There already: {0}', formatCount(existed))] : []),
    ...(rejected > 0 ? [t('Rejected: {0}', formatCount(rejected))] : []),
    ...(unknown > 0 ? [t('Not known: {0}', formatCount(unknown))] : []),
    ...(left > 0 ? [t('Not sent: {0}', formatCount(left))] : []),
  ];
}

/** The notification for the end of a run; `result` is the file that says what became of each code. */
export function endMessage({ state, counts, reason }: RunReport, event: string, environment: string, result?: string): string {
  const { made, existed, rejected, unknown, left } = counts;
  const sentences = [
    made === 1
      ? t('1 passkey created in {0} ({1}).', event, environment)
      : t('{0} passkeys created in {1} ({2}).', formatCount(made), event, environment),
    existed > 0 ? t('There already: {0}.', formatCount(existed)) : '',
    rejected > 0 ? t('Rejected: {0}.', formatCount(rejected)) : '',
    unknown > 0 ? t('Not known: {0}.', formatCount(unknown)) : '',
    left > 0 ? t('Not sent: {0}.', formatCount(left)) : '',
    state === 'paused' ? t('It paused: {0}', reason?.message ?? '') : '',
    state === 'needsDecision' ? t('A person has to decide about the ones that are not known.') : '',
    result === undefined ? '' : t('{0} says what became of each.', basename(result)),
  ];
  return sentences.filter(Boolean).join(' ');
}

const codesShown = 5;
const doubtTexts: Record<Undecided['why'], string> = {
  foundTwice: l10nKey('The event has them more than once'),
  foundDifferently: l10nKey('The event has them in another spelling only'),
  differs: l10nKey('They are there, with other items or another limit'),
  vanished: l10nKey('They were there, and then they were not'),
  notListed: l10nKey('The service took them, and does not list them'),
  listIncomplete: l10nKey('Nothing shows that the list of passkeys is whole'),
};

/** Why codes are in doubt, and the first of them. */
export function doubtLines(undecided: readonly Undecided[]): string[] {
  return undecided.map(({ why, codes }) => {
    const text = doubtTexts[why];
    const rest = codes.length > codesShown ? `, ${t('and {0} more', formatCount(codes.length - codesShown))}` : '';
    return `${t(text)}: ${codes.slice(0, codesShown).join(', ')}${rest}`;
  });
}

const outcomeTexts: Record<CodeResult['outcome'], string> = {
  made: l10nKey('created'),
  existed: l10nKey('there already'),
  rejected: l10nKey('rejected'),
  unknown: l10nKey('not known'),
  left: l10nKey('not sent'),
};
const rejectedTexts: Partial<Record<NonNullable<CodeResult['rejected']>, string>> = {
  blank: l10nKey('blank'),
  tooLong: l10nKey('too long'),
  duplicate: l10nKey('stands there before'),
};

/** The result file is for a person: its words are in the person's language. */
export function resultWords(): ResultWords {
  const words = (text: string | undefined) => (text === undefined ? '' : t(text));
  return {
    header: [t('Row'), t('Code'), t('Result'), t('Reason')],
    result: ({ outcome }) => words(outcomeTexts[outcome]),
    reason: ({ rejected, reason }) => reason ?? words(rejected && rejectedTexts[rejected]),
  };
}

/** The error of a run, for the user; any other error as it is. */
export function asUserError(error: unknown): unknown {
  return error instanceof RunError ? new UserError(errorTexts[error.kind](error)) : error;
}

const storageText = ({ systemCode, message }: RunError) =>
  t(
    'The journal of the run cannot be written ({0}), so nothing more is sent. Make room for it, then resume the run.',
    systemCode ?? message,
  );

const errorTexts: Record<RunErrorKind, (error: RunError) => string> = {
  stalePlan: ({ details: { changed, count = 0 } }) => {
    if (changed === 'input') return t('The file is not what it was when the run was planned. Begin a new run with it.');
    if (changed === 'service')
      return t('Somebody else created some of the codes in the meantime: {0}. Look at them and begin again.', formatCount(count));
    return t(
      'The environment has another address than when the run was planned, so the run does not go on there. Configure the old address, or begin a new run.',
    );
  },
  locked: () => t('Another window is at work on this run. Wait until it is done.'),
  busy: () => t('Another run creates passkeys in this event. Wait until it is done, or cancel it.'),
  finished: () => t('This run is finished. Open its result to see what became of each code.'),
  missing: () => t('This run is gone. Begin a new one.'),
  corrupt: () => t('The files of this run are damaged, so it cannot go on. What it created stays; discard the rest.'),
  listIncomplete: () => t('The service did not give the whole list of passkeys, so nothing was sent. Try again.'),
  storage: storageText,
  journal: storageText,
  invalidPayload: ({ details: { problems = [] }, message: text }) =>
    problems.map(({ field, message }) => `${field}: ${message}`).join('\n') || text,
};
