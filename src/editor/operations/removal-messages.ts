// What is said after things were deleted: exact counts, what is not known, and where the copy is.
import { contentOf } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type { BulkResult } from './bulk.ts';
import { lookBack, type Entry, type Outcome, type Prepared, type Removal, type Confirmed } from './checked-removal.ts';
import { fieldOf } from '../reading/resources.ts';

/** One sentence a count that is not zero. */
export function countsOf<T>({ result, problem }: Pick<Confirmed<T>, 'result' | 'problem'>): string {
  if (problem !== undefined) return t('it is not known what is gone: {0}', problem);
  const { done, gone, failed, unknown, left } = result;
  const first = failed[0] ?? unknown[0];
  return [
    t('{0} deleted', done.length),
    ...(gone.length > 0 ? [t('{0} were gone already', gone.length)] : []),
    ...(failed.length > 0 ? [t('{0} not deleted', failed.length)] : []),
    ...(unknown.length > 0 ? [t('{0} unknown: look before you try again', unknown.length)] : []),
    ...(left.length > 0 ? [t('{0} not sent', left.length)] : []),
    ...(first ? [first.error instanceof Error ? first.error.message : String(first.error)] : []),
  ].join(' · ');
}

/** A success is information, anything else a warning. */
export function isGood<T>({ result, problem }: Confirmed<T>): boolean {
  return problem === undefined && isWhole(result);
}

function isWhole<T>({ failed, unknown, left }: BulkResult<T>): boolean {
  return failed.length + unknown.length + left.length === 0;
}

/** The only thing that was deleted, where that is all that there is to say. */
export function onlyOne<T>(confirmed: Confirmed<T>): Entry<T> | undefined {
  const { done, gone } = confirmed.result;
  return isGood(confirmed) && done.length === 1 && gone.length === 0 ? done[0] : undefined;
}

/** The message with the place of the copy, if there is one. */
export function withCopy(message: string, copy: string | undefined): string {
  return copy === undefined ? message : `${message} ${t('A copy is at {0}.', copy)}`;
}

interface Report {
  readonly message: string;
  readonly isGood: boolean;
}

/** What became of the codes of an event, by a look at those that are left. */
export async function eventCodesReport<T>(
  removal: Removal<T>,
  prepared: Prepared<T>,
  outcome: Outcome,
  place: { readonly event: string; readonly environment: string },
): Promise<Report> {
  const seen = await lookBack(removal, prepared);
  const copied = prepared.entries.length;
  const where = [place.event, place.environment] as const;
  const lost = 'error' in outcome ? [outcome.error instanceof Error ? outcome.error.message : String(outcome.error)] : [];
  if ('problem' in seen) {
    const count = copied.toLocaleString();
    const unknown = t('It is not known which of the {0} codes of {1} in {2} are gone: {3}', count, ...where, seen.problem);
    return { message: [...lost, unknown].join(' '), isGood: false };
  }
  const { gone, left, appeared } = seen;
  const said = 'reply' in outcome ? Number(fieldOf(contentOf(outcome.reply), 'deleted') ?? 0) : 0;
  const warnings = [
    ...lost,
    ...(left.length > 0 ? [t('{0} are still there: {1}.', left.length.toLocaleString(), namesOf(left))] : []),
    ...(appeared.length > 0
      ? [t('{0} came in between and are still there: {1}.', appeared.length.toLocaleString(), namesOf(appeared))]
      : []),
    ...(said > copied
      ? [t('The service says that it deleted {0}: those that came at the last moment are in no copy.', said.toLocaleString())]
      : []),
  ];
  const deleted = t('{0} codes of {1} were deleted in {2}.', gone.size.toLocaleString(), ...where);
  return { message: [deleted, ...warnings].join(' '), isGood: warnings.length === 0 };
}

const maxNamed = 3;

function namesOf(entries: readonly Entry<unknown>[]): string {
  const names = entries.slice(0, maxNamed).map(({ name }) => name);
  return [...names, ...(entries.length > maxNamed ? ['…'] : [])].join(', ');
}
