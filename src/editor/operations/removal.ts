// Deletes only what a person was shown and a copy holds, and tells what is gone by a look at what is left.
import { basename } from 'node:path';
import { ApiError, contentOf, IncompleteList } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { messageOf, nextStep, UserError } from '../platform/user-error.ts';
import { fieldOf } from '../reading/resources.ts';
import type { BulkResult } from './bulk.ts';
import { dropCopy } from './copies.ts';

/** One thing that goes. */
export interface RemovalEntry<T> {
  readonly key: string;
  /** As the question names it. */
  readonly name: string;
  readonly record: T;
}

export interface Removal<T> {
  /** All that goes, as it is now; an error where it cannot be read completely. */
  read(): Promise<readonly RemovalEntry<T>[]>;
  /** An error without a yes. `isAgain`: what is there is not what was asked about before. */
  ask(entries: readonly RemovalEntry<T>[], isAgain: boolean): Promise<void>;
  /** Writes a copy, and gives its path. */
  copy(entries: readonly RemovalEntry<T>[]): Promise<string>;
  /** What is said when nothing is there. */
  whenEmpty(): Error;
  /** Whether a record that is still there was left as it was; by its name unless something else tells. */
  readonly isLeft?: (before: RemovalEntry<T>, after: RemovalEntry<T>) => boolean;
  /** What is said of one that is still there after a good reply. */
  readonly stayedText?: (name: string) => string;
}

/** What may be deleted now: somebody said yes to it, and the copy has all of it. */
export interface Prepared<T> {
  readonly entries: readonly RemovalEntry<T>[];
  readonly copy: string;
}

/** Reads, asks, and reads again: whatever is not as it was shown is asked about again. */
export async function prepare<T>(removal: Removal<T>): Promise<Prepared<T>> {
  let shown = await readAll(removal);
  for (let isAgain = false; ; isAgain = true) {
    if (shown.length === 0) throw removal.whenEmpty();
    await removal.ask(shown, isAgain);
    const entries = await readAll(removal);
    if (areSame(shown, entries)) return { entries, copy: await removal.copy(entries) };
    shown = entries;
  }
}

async function readAll<T>(removal: Removal<T>): Promise<readonly RemovalEntry<T>[]> {
  try {
    return await removal.read();
  } catch (error) {
    throw error instanceof IncompleteList ? notWhole(error) : error;
  }
}

/** Nothing goes of what nobody has seen all of. */
export function notWhole({ message }: IncompleteList, environment?: string): UserError {
  const text = t('{0} Describe Service… tells how this service pages. Nothing was deleted.', message);
  return new UserError(text, nextStep.describeService(environment));
}

function areSame<T>(some: readonly RemovalEntry<T>[], others: readonly RemovalEntry<T>[]): boolean {
  const names = new Map(some.map(({ key, name }) => [key, name]));
  return some.length === others.length && others.every(({ key, name }) => names.get(key) === name);
}

/** What is there after a delete, compared with what was there before it. */
interface Seen<T> {
  readonly gone: ReadonlySet<string>;
  /** Came after the copy was made, and is still there. */
  readonly appeared: readonly RemovalEntry<T>[];
}

/** A problem: it could not be read, so that nobody knows what is gone. */
async function lookBack<T>(removal: Removal<T>, { entries }: Prepared<T>): Promise<Seen<T> | { readonly problem: string }> {
  let found: readonly RemovalEntry<T>[];
  try {
    found = await removal.read();
  } catch (error) {
    return { problem: messageOf(error) };
  }
  const isLeft = removal.isLeft ?? ((before, after) => before.name === after.name);
  const after = new Map(found.map((entry) => [entry.key, entry]));
  const before = new Map(entries.map(({ key, name }) => [key, name]));
  const gone = entries.filter((entry) => {
    const same = after.get(entry.key);
    return same === undefined || !isLeft(entry, same);
  });
  return {
    gone: new Set(gone.map(({ key }) => key)),
    // The service may give the id of one that went to another.
    appeared: found.filter(({ key, name }) => before.get(key) !== name),
  };
}

/** Whether it may have been carried out all the same. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unknownOutcome';
}

/** What became of things that were deleted. */
export interface Confirmed<T> {
  readonly result: BulkResult<RemovalEntry<T>>;
  /** What came after the copy was made, and is still there. */
  readonly appeared: readonly RemovalEntry<T>[];
  /** Why nobody knows what is gone. */
  readonly problem?: string | undefined;
  /** Undefined: nothing was deleted, and there is none any more. */
  readonly copy: string | undefined;
}

/** Counts what is gone by a look at what is left, not by what the service said; a copy of what stayed is removed. */
export async function confirmGone<T>(
  removal: Removal<T>,
  prepared: Prepared<T>,
  result: BulkResult<RemovalEntry<T>>,
): Promise<Confirmed<T>> {
  const { copy } = prepared;
  const tried = [...result.done, ...result.gone, ...[...result.unknown, ...result.failed].filter(({ error }) => wasSent(error))];
  const seen = tried.length === 0 ? nothingGone : await lookBack(removal, prepared);
  if ('problem' in seen) return { result, appeared: [], problem: seen.problem, copy };
  const isNeeded = seen.gone.size > 0 || result.done.length + result.gone.length + result.unknown.length > 0;
  if (!isNeeded) await dropCopy(copy);
  return { result: corrected(result, seen, removal.stayedText), appeared: seen.appeared, copy: isNeeded ? copy : undefined };
}

const nothingGone = { gone: new Set<string>(), appeared: [] };

function corrected<T>(
  result: BulkResult<RemovalEntry<T>>,
  { gone }: Pick<Seen<T>, 'gone'>,
  stayedText = (name: string) => t('{0} is still there', name),
): BulkResult<RemovalEntry<T>> {
  const isGone = ({ key }: RemovalEntry<T>) => gone.has(key);
  const isThere = (entry: RemovalEntry<T>) => !gone.has(entry.key);
  const failed = [...result.failed, ...result.unknown].filter(({ target }) => isGone(target)).map(({ target }) => target);
  const stayed = [...result.done, ...result.gone].filter(isThere);
  return {
    done: [...result.done.filter(isGone), ...failed],
    gone: [...result.gone, ...result.left].filter(isGone),
    failed: [
      ...stayed.map((target) => ({ target, error: stayedText(target.name) })),
      ...result.failed.filter(({ target }) => isThere(target)),
    ],
    unknown: result.unknown.filter(({ target }) => isThere(target)),
    left: result.left.filter(isThere),
  };
}

/** Whether the service has heard of it: what it refuses it may have done a part of. */
function wasSent(error: unknown): boolean {
  return mayBeDone(error) || (error instanceof ApiError && error.status !== undefined);
}

/** The reply to a delete, or why there is none. */
export type CallOutcome = { readonly reply: unknown } | { readonly error: unknown };

/** The result of one request that deletes all that was prepared. */
export function resultOf<T>({ entries }: Prepared<T>, outcome: CallOutcome): BulkResult<RemovalEntry<T>> {
  const none = { done: [], gone: [], failed: [], unknown: [], left: [] };
  if ('reply' in outcome) return { ...none, done: entries };
  const failed = entries.map((target) => ({ target, error: outcome.error }));
  return mayBeDone(outcome.error) ? { ...none, unknown: failed } : { ...none, failed };
}

/** One sentence a count that is not zero. */
export function countsOf<T>({ result, problem }: Pick<Confirmed<T>, 'result' | 'problem'>): string {
  const { done, gone, failed, unknown, left } = result;
  const first = failed[0] ?? unknown[0];
  if (problem !== undefined)
    return [
      done.length > 0
        ? t('the service says that it deleted {0}, which could not be checked: {1}', done.length, withoutStop(problem))
        : t('what is gone could not be checked: {0}', withoutStop(problem)),
      ...(failed.length > 0 ? [t('{0} refused', failed.length)] : []),
      ...(unknown.length > 0 ? [t('{0} unknown: look before you try again', unknown.length)] : []),
      ...(left.length > 0 ? [t('{0} not sent', left.length)] : []),
      ...(first ? [withoutStop(messageOf(first.error))] : []),
    ].join(' · ');
  return [
    t('{0} deleted', done.length),
    ...(gone.length > 0 ? [t('{0} were gone already', gone.length)] : []),
    ...(failed.length > 0 ? [t('{0} not deleted', failed.length)] : []),
    ...(unknown.length > 0 ? [t('{0} unknown: look before you try again', unknown.length)] : []),
    ...(left.length > 0 ? [t('{0} not sent', left.length)] : []),
    ...(first ? [withoutStop(messageOf(first.error))] : []),
  ].join(' · ');
}

/** For what goes on after it. */
function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** A success is information, anything else a warning. */
export function isGood<T>({ result: { failed, unknown, left }, problem }: Confirmed<T>): boolean {
  return problem === undefined && failed.length + unknown.length + left.length === 0;
}

/** The only thing that was deleted, where that is all that there is to say. */
export function onlyOne<T>(confirmed: Confirmed<T>): RemovalEntry<T> | undefined {
  const { done, gone } = confirmed.result;
  return isGood(confirmed) && done.length === 1 && gone.length === 0 ? done[0] : undefined;
}

/** The message with the name of the copy, if there is one: a button opens it. */
export function withCopy(message: string, copy: string | undefined): string {
  return copy === undefined ? message : `${message} ${t('A copy was kept: {0}.', basename(copy))}`;
}

/** What a delete of codes was meant for. */
interface CodesMeant<T> {
  readonly event: string;
  readonly environment: string;
  /** What should go; undefined where nobody knows what the service makes of the query. */
  readonly isAsked?: ((entry: RemovalEntry<T>) => boolean) | undefined;
}

/** What became of the codes of an event, of which the copy has all. */
export function eventCodesText<T>(
  { result, appeared, problem }: Confirmed<T>,
  outcome: CallOutcome,
  { event, environment, isAsked }: CodesMeant<T>,
): { readonly message: string; readonly isGood: boolean } {
  const { done, gone, failed, unknown, left } = result;
  const copied = done.length + gone.length + failed.length + unknown.length + left.length;
  const lost = 'error' in outcome ? [messageOf(outcome.error)] : [];
  if (problem !== undefined) {
    const count = copied.toLocaleString();
    const text = t('It is not known which of the {0} codes of {1} in {2} are gone: {3}', count, event, environment, problem);
    return { message: [...lost, text].join(' '), isGood: false };
  }
  const there = [...failed, ...unknown].map(({ target }) => target);
  const stayed = isAsked ? there.filter(isAsked) : [];
  const tooMuch = isAsked ? done.filter((entry) => !isAsked(entry)) : [];
  const said = 'reply' in outcome ? Number(fieldOf(contentOf(outcome.reply), 'deleted') ?? 0) : 0;
  const warnings = [
    ...lost,
    ...(tooMuch.length > 0
      ? [
          t(
            'MORE IS GONE THAN WAS ASKED FOR: {0} codes of other tickets ({1}). The copy has them.',
            tooMuch.length.toLocaleString(),
            namesOf(tooMuch),
          ),
        ]
      : []),
    ...(stayed.length > 0 ? [t('{0} are still there: {1}.', stayed.length.toLocaleString(), namesOf(stayed))] : []),
    ...(appeared.length > 0
      ? [t('{0} came in between and are still there: {1}.', appeared.length.toLocaleString(), namesOf(appeared))]
      : []),
    ...(said > copied
      ? [t('The service says that it deleted {0}: those that came at the last moment are in no copy.', said.toLocaleString())]
      : []),
  ];
  const deleted = t('{0} codes of {1} were deleted in {2}.', done.length.toLocaleString(), event, environment);
  const now = there.length + left.length + appeared.length;
  const counts = t('There were {0} before; there are {1} now.', copied.toLocaleString(), now.toLocaleString());
  return { message: [deleted, counts, ...warnings].join(' '), isGood: warnings.length === 0 };
}

const maxNamed = 3;

function namesOf(entries: readonly RemovalEntry<unknown>[]): string {
  const names = entries.slice(0, maxNamed).map(({ name }) => name);
  return [...names, ...(entries.length > maxNamed ? ['…'] : [])].join(', ');
}
