// The fields of a period, and what is said of a time that cannot be.
import { lastZone } from '../../client/dates.ts';
import { isReversed, isTwice, timeProblem, type TimeRule } from '../../shared/times.ts';
import { h } from './dom.ts';
import { dayOrTimeField } from './fields.ts';
import { t } from './l10n.ts';

/** From when to when; `check` shows at both what is wrong with them, and `note` what is worth knowing without being wrong. */
export function periodFields(timeZone: string, startHint: string, finishHint: string, onInput: () => void) {
  const start = dayOrTimeField({ label: t('Start'), hint: startHint, timeOfDay: '00:00:00', onInput });
  const finish = dayOrTimeField({ label: t('Finish'), hint: finishHint, timeOfDay: '23:59:59', onInput });
  const note = h('div', { className: 'hint', attributes: { role: 'status' } });
  /** `startToday`: the start must not lie before the current day. */
  const check = (startToday: boolean) => {
    start.problem = ruleText(timeProblem(start.value, timeZone, startToday ? { now: Date.now() } : undefined), timeZone);
    finish.problem =
      ruleText(timeProblem(finish.value, timeZone), timeZone) ??
      (isReversed(start.value, finish.value) ? t('This is before the start.') : undefined);
    const twice = [start.value, finish.value].filter((text) => text !== '' && isTwice(text, timeZone));
    note.textContent = twice
      .map((text) => t('The clock shows {0} twice in {1}; the service decides which one is meant.', text, timeZone))
      .join('\n');
  };
  return { start, finish, note, check };
}

/** By which clock times are meant. */
export function clockText(timeZone: string, isKnown: boolean): string {
  return isKnown
    ? t('Days and times are those of {0}.', timeZone)
    : t("Days and times are sent as they are typed: they are those of the service's clock, whose time zone is not known.");
}

function ruleText(rule: TimeRule | undefined, timeZone: string): string | undefined {
  const texts: Readonly<Record<TimeRule, string>> = {
    noTime: t('This is not a time.'),
    skipped: t('This time does not exist in {0}: the clock is set forward over it.', timeZone),
    beforeToday:
      timeZone === lastZone ? t('This is before today, anywhere in the world.') : t('This is before today in {0}.', timeZone),
  };
  return rule && texts[rule];
}
