// The texts about runs: states, exact counts, why a run stopped or cannot go on, and the words of the result file.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { parseJson } from '../../client/index.ts';
import { l10nKey, t } from '../../client/l10n.ts';
import { RunError, type RunErrorKind } from '../../runs/errors.ts';
import type {
  CodeResult,
  LeftCodes,
  RunKind,
  RunPlan,
  ResultWords,
  RunCounts,
  RunReport,
  RunState,
  RunSummary,
  Undecided,
} from '../../runs/index.ts';
import type { PlanStep } from '../../plans/index.ts';
import { noCurrency } from '../../shared/text.ts';
import type { Environment } from '../account/environments.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { PlanWords } from '../reading/plan-words.ts';

export function formatCount(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** `61,000 of 100,000`: how many of the codes are decided. */
export function progressText({ wanted, left, unknown }: RunCounts): string {
  return t('{0} of {1}', formatCount(wanted - left - unknown), formatCount(wanted));
}

/** Where the codes came from, or of which ticket they are deleted. */
export function sourceLabel({ kind, input, deletion }: RunPlan): string {
  if (deletion) return t('Delete codes of {0}', deletion.ticket);
  if (kind === 'applyPlan' && input.path === undefined) return t('Plan of changes');
  return input.path === undefined ? t('Codes from the form') : basename(input.path);
}

/** Where the codes came from, and where they go. */
export function runLabel(plan: RunPlan): string {
  return `${sourceLabel(plan)} → ${plan.eventLabel}`;
}

/** What a run works on, as a person calls it. */
export function runTarget({ deletion, eventLabel }: Pick<RunPlan, 'deletion' | 'eventLabel'>): string {
  return deletion ? t('codes of {0} in {1}', deletion.ticket, eventLabel) : eventLabel;
}

export function progressTitle(plan: Pick<RunPlan, 'kind' | 'deletion' | 'eventLabel'>): string {
  if (plan.kind === 'applyPlan') return t('Applying a plan to {0}', plan.eventLabel);
  return plan.kind === 'deleteCodes' ? t('Deleting {0}', runTarget(plan)) : t('Creating passkeys in {0}', plan.eventLabel);
}

/** What is done while nothing is sent. */
export function phaseText(kind: RunKind): string {
  if (kind === 'applyPlan') return t('reading back what was done');
  return kind === 'deleteCodes' ? t('reading back what is left') : t('reading back what was created');
}

export function interruptedText(plan: RunPlan, counts: RunCounts): string {
  const stands = progressText(counts);
  if (plan.kind === 'applyPlan') return t('Applying a plan to {0} was interrupted at {1}.', plan.eventLabel, stands);
  return plan.kind === 'deleteCodes'
    ? t('Deleting {0} was interrupted at {1}.', runTarget(plan), stands)
    : t('Creating passkeys in {0} was interrupted at {1}.', plan.eventLabel, stands);
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

/** A plan of which something was done. */
export function isRevertible({ plan, state, counts }: Pick<RunSummary, 'plan' | 'state' | 'counts'>): boolean {
  return plan?.kind === 'applyPlan' && state !== 'running' && (counts?.made ?? 0) > 0;
}

/** One line a count that is not zero; those that were created, or deleted, always. */
export function countLines({ wanted, made, existed, rejected, unknown, left }: RunCounts, kind: RunKind): string[] {
  const isDelete = kind === 'deleteCodes';
  const line = (count: number, text: string) => (count > 0 ? [t(text, formatCount(count))] : []);
  if (kind === 'applyPlan')
    return [
      t('Steps: {0}', formatCount(wanted)),
      t('Done: {0}', formatCount(made)),
      ...line(existed, l10nKey('So already: {0}')),
      ...line(rejected, l10nKey('Not done: {0}')),
      ...line(unknown, l10nKey('Not known: {0}')),
      ...line(left, l10nKey('Not sent: {0}')),
    ];
  return [
    t('Codes: {0}', formatCount(wanted)),
    isDelete ? t('Deleted: {0}', formatCount(made)) : t('Created: {0}', formatCount(made)),
    ...line(existed, isDelete ? l10nKey('Gone already: {0}') : l10nKey('There already: {0}')),
    ...line(rejected, isDelete ? l10nKey('Not deleted: {0}') : l10nKey('Rejected: {0}')),
    ...line(unknown, l10nKey('Not known: {0}')),
    ...line(left, l10nKey('Not sent: {0}')),
  ];
}

/** The notification for the end of a run; `result` is the file that says what became of each code. */
export function endMessage(report: RunReport, plan: RunPlan, environment: string, result?: string): string {
  const { state, counts, reason, left: seen } = report;
  const { existed, rejected, unknown, left } = counts;
  const { deletion } = plan;
  const sentences = [
    doneText(counts, plan, environment),
    sentence(existed, countTexts[plan.kind].existed),
    sentence(rejected, countTexts[plan.kind].rejected),
    sentence(unknown, l10nKey('Not known: {0}.')),
    sentence(left, l10nKey('Not sent: {0}.')),
    sentence(report.unshown, l10nKey('Answered, and not shown by this service: {0}.')),
    ...(seen ? leftTexts(seen, deletion?.unread ?? []) : []),
    state === 'paused' ? t('It paused: {0}', reason?.message ?? '') : '',
    ...(state === 'needsDecision' ? saidTexts(report) : []),
    state === 'needsDecision' && plan.kind !== 'applyPlan' ? t('A person has to decide about the ones that are not known.') : '',
    result === undefined ? '' : t('{0} says what became of each.', basename(result)),
    deletion ? t('A copy was kept: {0}.', basename(deletion.copy)) : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

const countTexts: Record<RunKind, { readonly existed: string; readonly rejected: string }> = {
  createPasskeys: { existed: l10nKey('There already: {0}.'), rejected: l10nKey('Rejected: {0}.') },
  deleteCodes: { existed: l10nKey('Gone already: {0}.'), rejected: l10nKey('Not deleted: {0}.') },
  applyPlan: { existed: l10nKey('So already: {0}.'), rejected: l10nKey('Not done: {0}.') },
};

function doneText({ made, wanted }: RunCounts, { kind, eventLabel, deletion }: RunPlan, environment: string): string {
  if (kind === 'applyPlan')
    return t('{0} of {1} steps of the plan done in {2} ({3}).', formatCount(made), formatCount(wanted), eventLabel, environment);
  if (deletion) {
    const numbers = [formatCount(made), formatCount(wanted)];
    return t('{0} of {1} codes of {2} deleted in {3} ({4}).', ...numbers, deletion.ticket, eventLabel, environment);
  }
  return made === 1
    ? t('1 passkey created in {0} ({1}).', eventLabel, environment)
    : t('{0} passkeys created in {1} ({2}).', formatCount(made), eventLabel, environment);
}

/** What the service said, once. */
function saidTexts({ undecided }: RunReport): string[] {
  return [...new Set(undecided.flatMap(({ said }) => said ?? []))];
}

/** One for a count that is not zero. */
function sentence(count: number, text: string): string {
  return count > 0 ? t(text, formatCount(count)) : '';
}

/** What the lists have at the end of a deletion. */
function leftTexts({ appeared, others }: LeftCodes, unread: readonly string[]): string[] {
  const [before, names] = [formatCount(others.before), appeared.slice(0, codesShown).join(', ')];
  const more = appeared.length > codesShown ? ', …' : '';
  return [
    appeared.length > 0 ? t('{0} came in between and are still there: {1}.', formatCount(appeared.length), names + more) : '',
    'problem' in others
      ? t('It is not known whether the {0} codes of other tickets are as they were: {1}', before, others.problem)
      : othersText(others, before),
    unread.length > 0 ? t('Codes of these tickets could not be read: {0}.', unread.join(', ')) : '',
  ];
}

function othersText({ before, after, isSame }: { before: number; after: number; isSame: boolean }, count: string): string {
  if (!isSame) return t('The codes of other tickets changed meanwhile: {0} before, {1} now.', count, formatCount(after));
  return before > 0 ? t('{0} codes of other tickets are as they were.', count) : '';
}

/** Whether all went as it was meant to. */
export function isGoodEnd({ state, counts, left }: RunReport): boolean {
  const isSame = left === undefined || ('isSame' in left.others && left.others.isSame && left.appeared.length === 0);
  return state === 'finished' && counts.rejected + counts.unknown === 0 && isSame;
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
  return undecided.map(({ why, codes, said }) => {
    const text = doubtTexts[why];
    const rest = codes.length > codesShown ? `, ${t('and {0} more', formatCount(codes.length - codesShown))}` : '';
    return [`${t(text)}: ${codes.slice(0, codesShown).join(', ')}${rest}`, ...(said === undefined ? [] : [said])].join('\n');
  });
}

type OutcomeTexts = Record<CodeResult['outcome'], string>;
const rest = { unknown: l10nKey('not known'), left: l10nKey('not sent') };
const outcomeTexts: Record<RunKind, OutcomeTexts> = {
  createPasskeys: {
    ...rest,
    made: l10nKey('created'),
    existed: l10nKey('there already'),
    rejected: l10nKey('rejected'),
  },
  deleteCodes: {
    ...rest,
    made: l10nKey('deleted'),
    existed: l10nKey('gone already'),
    rejected: l10nKey('not deleted'),
  },
  applyPlan: {
    ...rest,
    made: l10nKey('done'),
    existed: l10nKey('was so already'),
    rejected: l10nKey('not done'),
  },
};
const rejectedTexts: Partial<Record<NonNullable<CodeResult['rejected']>, string>> = {
  blank: l10nKey('blank'),
  tooLong: l10nKey('too long'),
  duplicate: l10nKey('stands there before'),
};

/** The result file is for a person: its words are in the person's language. */
export function resultWords(kind: RunKind, environment?: Environment): ResultWords {
  const words = (text: string | undefined) => (text === undefined ? '' : t(text));
  if (kind === 'applyPlan') {
    const plans = new PlanWords(environment ?? { currency: noCurrency, dialect: {} });
    return {
      header: [t('Row'), t('Step'), t('Result'), t('What the service shows')],
      code: ({ code }) => plans.step(parseJson(code) as PlanStep),
      result: ({ outcome }) => words(outcomeTexts[kind][outcome]),
      reason: (result) => result.reason ?? shownText(result),
    };
  }
  return {
    header: [t('Row'), t('Code'), t('Result'), t('Reason')],
    result: ({ outcome }) => words(outcomeTexts[kind][outcome]),
    reason: ({ rejected, reason }) => reason ?? words(rejected && rejectedTexts[rejected]),
  };
}

/** A step is done when a read shows it. */
function shownText({ outcome, id, isClaimed, isUnshown }: CodeResult): string {
  if (outcome !== 'made' && outcome !== 'existed') return '';
  if (isUnshown) return t('The service answered, and does not show it.');
  if (isClaimed) return t('It answered so; nobody has looked yet.');
  return id === undefined ? t('It shows this.') : t('It shows this, with the id {0}.', id);
}

/** The error of a run, for the user; any other error as it is. */
export function asUserError(error: unknown): unknown {
  if (!(error instanceof RunError)) return error;
  return new UserError(errorTexts[error.kind](error), error.kind === 'listIncomplete' ? nextStep.describeService() : undefined);
}

const storageText = ({ systemCode, message }: RunError) =>
  t(
    'The journal of the run cannot be written ({0}), so nothing more is sent. Make room for it, then resume the run.',
    systemCode ?? message,
  );

const errorTexts: Record<RunErrorKind, (error: RunError) => string> = {
  stalePlan: ({ details: { changed, count = 0, reasons } }) => {
    if (reasons)
      return [
        t('The event has changed since the plan was made, so nothing was sent. Make the plan again.'),
        ...reasons.slice(0, codesShown),
        ...(reasons.length > codesShown ? [t('and {0} more', formatCount(reasons.length - codesShown))] : []),
      ].join('\n');
    if (changed === 'input') return t('The file is not what it was when the run was planned. Begin a new run with it.');
    if (changed === 'service')
      return t('Somebody else created some of the codes in the meantime: {0}. Look at them and begin again.', formatCount(count));
    return t(
      'The environment has another address than when the run was planned, so the run does not go on there. Configure the old address, or begin a new run.',
    );
  },
  locked: () => t('Another window is at work on this run. Wait until it is done.'),
  busy: () => t('Another run is at work in this event. Wait until it is done, or cancel it.'),
  finished: () => t('This run is finished. Open its result to see what became of each code.'),
  missing: () => t('This run is gone. Begin a new one.'),
  corrupt: () => t('The files of this run are damaged, so it cannot go on. What it has done stays done; discard the rest.'),
  listIncomplete: () => t('The service did not give the whole list of passkeys, so nothing was sent. Try again.'),
  storage: storageText,
  journal: storageText,
  invalidPayload: ({ details: { problems = [] }, message: text }) =>
    problems.map(({ field, message }) => `${field}: ${message}`).join('\n') || text,
};
