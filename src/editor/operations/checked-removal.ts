// Deletes only what a person was shown and a copy holds, and tells what is gone by a look at what is left.
import { ApiError, IncompleteList } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { UserError } from '../platform/user-error.ts';
import type { BulkResult } from './bulk.ts';
import { dropCopy } from './copies.ts';

/** One thing that goes. */
export interface Entry<T> {
  readonly key: string;
  /** As the question names it. */
  readonly name: string;
  readonly record: T;
}

export interface Removal<T> {
  /** All that goes, as it is now; an error where it cannot be read completely. */
  read(): Promise<readonly Entry<T>[]>;
  /** An error without a yes. `isAgain`: what is there is not what was asked about before. */
  ask(entries: readonly Entry<T>[], isAgain: boolean): Promise<void>;
  /** Keeps a copy, and gives its path. */
  keep(entries: readonly Entry<T>[]): Promise<string>;
  /** What is said when nothing is there. */
  whenEmpty(): Error;
  /** Whether a record that is still there was left as it was; by its name unless something else tells. */
  readonly isLeft?: (before: Entry<T>, after: Entry<T>) => boolean;
}

/** What may be deleted now: somebody said yes to it, and the copy has all of it. */
export interface Prepared<T> {
  readonly entries: readonly Entry<T>[];
  readonly copy: string;
}

/** Reads, asks, and reads again: whatever is not as it was shown is asked about again. */
export async function prepare<T>(removal: Removal<T>): Promise<Prepared<T>> {
  let shown = await readAll(removal);
  for (let isAgain = false; ; isAgain = true) {
    if (shown.length === 0) throw removal.whenEmpty();
    await removal.ask(shown, isAgain);
    const entries = await readAll(removal);
    if (areSame(shown, entries)) return { entries, copy: await removal.keep(entries) };
    shown = entries;
  }
}

async function readAll<T>(removal: Removal<T>): Promise<readonly Entry<T>[]> {
  try {
    return await removal.read();
  } catch (error) {
    throw error instanceof IncompleteList ? new UserError(t('{0} Nothing was deleted.', error.message)) : error;
  }
}

function areSame<T>(some: readonly Entry<T>[], others: readonly Entry<T>[]): boolean {
  const names = new Map(some.map(({ key, name }) => [key, name]));
  return some.length === others.length && others.every(({ key, name }) => names.get(key) === name);
}

/** What is there after a delete, compared with what was there before it. */
interface Seen<T> {
  readonly gone: ReadonlySet<string>;
  readonly left: readonly Entry<T>[];
  /** Came after the copy was made, and is still there. */
  readonly appeared: readonly Entry<T>[];
}

/** A problem: it could not be read, so that nobody knows what is gone. */
export async function lookBack<T>(
  removal: Removal<T>,
  { entries }: Prepared<T>,
): Promise<Seen<T> | { readonly problem: string }> {
  let found: readonly Entry<T>[];
  try {
    found = await removal.read();
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const isLeft = removal.isLeft ?? ((before, after) => before.name === after.name);
  const after = new Map(found.map((entry) => [entry.key, entry]));
  const before = new Map(entries.map(({ key, name }) => [key, name]));
  const left = entries.filter((entry) => {
    const same = after.get(entry.key);
    return same !== undefined && isLeft(entry, same);
  });
  const leftKeys = new Set(left.map(({ key }) => key));
  return {
    gone: new Set([...before.keys()].filter((key) => !leftKeys.has(key))),
    left,
    // The service may give the id of one that went to another.
    appeared: found.filter(({ key, name }) => before.get(key) !== name),
  };
}

/** Whether it may have been carried out all the same. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unknownOutcome';
}

/** What became of things that were deleted one by one. */
export interface Confirmed<T> {
  readonly result: BulkResult<Entry<T>>;
  /** Why nobody knows what is gone. */
  readonly problem?: string | undefined;
  /** Undefined: nothing was deleted, and there is none any more. */
  readonly copy: string | undefined;
}

/** Counts what is gone by a look at what is left, not by what the service said; a copy of what stayed is removed. */
export async function confirmGone<T>(
  removal: Removal<T>,
  prepared: Prepared<T>,
  result: BulkResult<Entry<T>>,
): Promise<Confirmed<T>> {
  const { copy } = prepared;
  const tried = [...result.done, ...result.gone, ...[...result.unknown, ...result.failed].filter(({ error }) => wasSent(error))];
  const seen = tried.length === 0 ? nothingGone : await lookBack(removal, prepared);
  if ('problem' in seen) return { result, problem: seen.problem, copy };
  const isNeeded = seen.gone.size > 0 || result.done.length + result.gone.length + result.unknown.length > 0;
  if (!isNeeded) await dropCopy(copy);
  return { result: corrected(result, seen), copy: isNeeded ? copy : undefined };
}

const nothingGone = { gone: new Set<string>() };

function corrected<T>(result: BulkResult<Entry<T>>, { gone }: Pick<Seen<T>, 'gone'>): BulkResult<Entry<T>> {
  const isGone = ({ key }: Entry<T>) => gone.has(key);
  const isThere = (entry: Entry<T>) => !gone.has(entry.key);
  const failed = [...result.failed, ...result.unknown].filter(({ target }) => isGone(target)).map(({ target }) => target);
  const stayed = [...result.done, ...result.gone].filter(isThere);
  return {
    done: [...result.done.filter(isGone), ...failed],
    gone: [...result.gone, ...result.left].filter(isGone),
    failed: [
      ...stayed.map((target) => ({ target, error: new Error(t('{0} is still there', target.name)) })),
      ...result.failed.filter(({ target }) => isThere(target)),
    ],
    unknown: result.unknown.filter(({ target }) => isThere(target)),
    left: result.left.filter(isThere),
  };
}

/** For one who sends the delete itself: what there is to do after it. */
export interface PreparedRemoval {
  done(reply: unknown): Promise<void>;
  failed(error: unknown): Promise<void>;
}

/** The reply to a delete; or the error of one that may be carried out all the same. */
export type Outcome = { readonly reply: unknown } | { readonly error: unknown };

/** What was refused needs no copy, once a look has shown that nothing of it is gone; anything else is told. */
export function preparedRemoval<T>(
  removal: Removal<T>,
  prepared: Prepared<T>,
  finish: (outcome: Outcome) => Promise<void>,
): PreparedRemoval {
  const isUntouched = async (error: unknown) => {
    if (mayBeDone(error)) return false;
    const seen = wasSent(error) ? await lookBack(removal, prepared) : nothingGone;
    return !('problem' in seen) && seen.gone.size === 0;
  };
  return {
    done: (reply) => finish({ reply }),
    failed: async (error) => ((await isUntouched(error)) ? dropCopy(prepared.copy) : finish({ error })),
  };
}

/** Whether the service has heard of it: what it refuses it may have done a part of. */
function wasSent(error: unknown): boolean {
  return mayBeDone(error) || (error instanceof ApiError && error.status !== undefined);
}

/** The result of one delete of all that was prepared. */
export function resultOf<T>({ entries }: Prepared<T>, outcome: Outcome): BulkResult<Entry<T>> {
  const none = { done: [], gone: [], failed: [], unknown: [], left: [] };
  if ('reply' in outcome) return { ...none, done: entries };
  return { ...none, unknown: entries.map((target) => ({ target, error: outcome.error })) };
}
