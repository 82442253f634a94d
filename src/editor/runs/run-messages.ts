// What is said of runs: how they stand, exact counts, why they stopped, and the words of the result file.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { CodeResult, Plan, ResultWords, RunCounts, RunReport, RunState, Undecided } from '../../runs/index.ts';

const { l10n } = vscode;

export function formatCount(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** `61,000 of 100,000`: how many of the codes are decided. */
export function progressText({ wanted, left, unknown }: RunCounts): string {
  return l10n.t('{0} of {1}', formatCount(wanted - left - unknown), formatCount(wanted));
}

/** Where the codes came from. */
export function sourceLabel({ input }: Plan): string {
  return input.path === undefined ? l10n.t('Codes from the form') : basename(input.path);
}

/** Where the codes came from, and where they go. */
export function runLabel(plan: Plan): string {
  return `${sourceLabel(plan)} → ${plan.eventLabel}`;
}

export function stateText(state: RunState): string {
  const texts: Record<RunState, string> = {
    planned: l10n.t('not started'),
    running: l10n.t('running'),
    interrupted: l10n.t('interrupted'),
    paused: l10n.t('paused'),
    cancelled: l10n.t({ message: 'cancelled', comment: 'for a run' }),
    needsDecision: l10n.t('needs a decision'),
    finished: l10n.t({ message: 'finished', comment: 'for a run' }),
    damaged: l10n.t('damaged'),
  };
  return texts[state];
}

/** One line a count that is not zero; those that were created always. */
export function countLines({ wanted, made, existed, rejected, unknown, left }: RunCounts): string[] {
  return [
    l10n.t('Codes: {0}', formatCount(wanted)),
    l10n.t('Created: {0}', formatCount(made)),
    ...(existed > 0 ? [l10n.t('There already: {0}', formatCount(existed))] : []),
    ...(rejected > 0 ? [l10n.t('Rejected: {0}', formatCount(rejected))] : []),
    ...(unknown > 0 ? [l10n.t('Not known: {0}', formatCount(unknown))] : []),
    ...(left > 0 ? [l10n.t('Not sent: {0}', formatCount(left))] : []),
  ];
}

interface EndFacts {
  readonly event: string;
  readonly environment: string;
  /** The file that says what became of each code. */
  readonly result?: string | undefined;
}

/** One notification for the end of a run. */
export function endMessage({ state, counts, reason }: RunReport, { event, environment, result }: EndFacts): string {
  const { made, existed, rejected, unknown, left } = counts;
  const parts = [
    made === 1
      ? l10n.t('1 passkey created in {0} ({1}).', event, environment)
      : l10n.t('{0} passkeys created in {1} ({2}).', formatCount(made), event, environment),
    existed > 0 ? l10n.t('There already: {0}.', formatCount(existed)) : '',
    rejected > 0 ? l10n.t('Rejected: {0}.', formatCount(rejected)) : '',
    unknown > 0 ? l10n.t('Not known: {0}.', formatCount(unknown)) : '',
    left > 0 ? l10n.t('Not sent: {0}.', formatCount(left)) : '',
    state === 'paused' ? l10n.t('It paused: {0}', reason?.message ?? '') : '',
    state === 'needsDecision' ? l10n.t('A person has to decide about the ones that are not known.') : '',
    result === undefined ? '' : l10n.t('{0} says what became of each.', basename(result)),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const codesShown = 5;

/** Why codes are in doubt, and the first of them. */
export function doubtLines(undecided: readonly Undecided[]): string[] {
  const reasons: Record<Undecided['why'], string> = {
    foundTwice: l10n.t('The event has them more than once'),
    foundDifferently: l10n.t('The event has them in another spelling only'),
    differs: l10n.t('They are there, with other items or another limit'),
    vanished: l10n.t('They were there, and then they were not'),
    notListed: l10n.t('The service took them, and does not list them'),
    listIncomplete: l10n.t('Nothing shows that the list of passkeys is whole'),
  };
  return undecided.map(({ why, codes }) => {
    const rest = codes.length > codesShown ? `, ${l10n.t('and {0} more', formatCount(codes.length - codesShown))}` : '';
    return `${reasons[why]}: ${codes.slice(0, codesShown).join(', ')}${rest}`;
  });
}

/** The result file is for a person: its words are in the person's language. */
export function resultWords(): ResultWords {
  return {
    header: [l10n.t('Row'), l10n.t('Code'), l10n.t('Result'), l10n.t('Reason')],
    result: ({ outcome }) => outcomeText(outcome),
    reason: ({ rejected, reason }) => reason ?? rejectedText(rejected),
  };
}

function outcomeText(outcome: CodeResult['outcome']): string {
  const texts: Record<CodeResult['outcome'], string> = {
    made: l10n.t('created'),
    existed: l10n.t('there already'),
    rejected: l10n.t('rejected'),
    unknown: l10n.t('not known'),
    left: l10n.t('not sent'),
  };
  return texts[outcome];
}

function rejectedText(rejected: CodeResult['rejected']): string {
  switch (rejected) {
    case 'blank':
      return l10n.t('blank');
    case 'tooLong':
      return l10n.t('too long');
    case 'duplicate':
      return l10n.t('stands there before');
    default:
      return '';
  }
}
