// What is said of a time that cannot be, in the words of a page.
import { isReversed, isTwice, timeProblem, type TimeRule } from '../../shared/times.ts';
import type { Field } from './fields.ts';
import { t } from './l10n.ts';

interface Period {
  readonly start: Field<string>;
  readonly finish: Field<string>;
}

/** Shows at the two fields what is wrong with them; `startToday`: the start must not lie before the current day. */
export function checkPeriod({ start, finish }: Period, timeZone: string, startToday: boolean): void {
  start.problem = ruleText(timeProblem(start.value, timeZone, startToday ? { now: Date.now() } : undefined), timeZone);
  finish.problem =
    ruleText(timeProblem(finish.value, timeZone), timeZone) ??
    (isReversed(start.value, finish.value) ? t('This is before the start.') : undefined);
}

/** What is worth knowing of them without being wrong. */
export function periodNote({ start, finish }: Period, timeZone: string): string {
  const twice = [start.value, finish.value].filter((text) => text !== '' && isTwice(text, timeZone));
  return twice
    .map((text) => t('The clock shows {0} twice in {1}; the service decides which one is meant.', text, timeZone))
    .join('\n');
}

function ruleText(rule: TimeRule | undefined, timeZone: string): string | undefined {
  const texts: Readonly<Record<TimeRule, string>> = {
    noTime: t('This is not a time.'),
    skipped: t('This time does not exist in {0}: the clock is set forward over it.', timeZone),
    beforeToday: t('This is before today in {0}.', timeZone),
  };
  return rule && texts[rule];
}
