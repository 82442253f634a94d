// What must hold before a call is sent, beyond the shape of its input.
import { isBeforeToday, isSkipped, todayIn } from './dates.ts';
import type { FieldProblem } from './errors.ts';
import { l10nKey, t } from './l10n.ts';

/** What a precondition may look at: the input as it will be sent, and the day it is. */
interface PreconditionInput {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeZone: string;
  readonly now: number;
}

export interface Precondition {
  /** The rule: `rulesOf` says it to a person. */
  readonly text: string;
  readonly problem: (input: PreconditionInput) => FieldProblem | undefined;
}

export const startNotBeforeToday: Precondition = {
  text: l10nKey('start must not be earlier than the current day'),
  problem: ({ body, timeZone, now }) =>
    typeof body.start === 'string' && isBeforeToday(body.start, timeZone, now)
      ? { field: 'body.start', message: t('must not be earlier than {0}', todayIn(timeZone)) }
      : undefined,
};

export const startAndFinishExist: Precondition = {
  text: l10nKey('start and finish must be times that exist in the time zone'),
  problem({ body, timeZone }) {
    const skipped = ['start', 'finish'].find((name) => {
      const time = body[name];
      return typeof time === 'string' && isSkipped(time, timeZone);
    });
    if (skipped === undefined) return undefined;
    return { field: `body.${skipped}`, message: t('does not exist in {0}: the clock is set forward over it', timeZone) };
  },
};

export const eventOrProducer: Precondition = {
  text: l10nKey('eventId or producerId must be given'),
  problem: ({ query }) =>
    query.eventId === undefined && query.producerId === undefined
      ? { field: 'query.eventId', message: t('must be given, or producerId') }
      : undefined,
};

export const filtersFitType: Precondition = {
  text: l10nKey('guestlist filters have name and value, passkey filters have status'),
  problem({ body }) {
    const wanted = { guestlist: 'name', passkey: 'status' }[String(body.type)];
    const misfit = (body.filters as object[]).findIndex((filter) => wanted !== undefined && !Object.hasOwn(filter, wanted));
    if (misfit < 0) return undefined;
    const message =
      wanted === 'name' ? t('must have a name and a value for the type guestlist') : t('must have a status for the type passkey');
    return { field: `body.filters.${misfit}`, message };
  },
};
