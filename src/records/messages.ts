// What is said of an edit that cannot be saved.
import { l10nKey, t } from '../client/l10n.ts';
import type { SyntaxRule } from './json-tree.ts';
import type { PlanProblem, PlanRule } from './steps.ts';

const syntaxTexts: Readonly<Record<SyntaxRule, string>> = {
  value: l10nKey('A value is missing here.'),
  key: l10nKey('A field name in double quotes is missing here.'),
  colon: l10nKey('A colon is missing here.'),
  comma: l10nKey('A comma or a closing bracket is missing here.'),
  text: l10nKey('This text is not closed, or holds a character that must be written with a backslash.'),
  number: l10nKey('This is not a number.'),
  end: l10nKey('There is something after the end of the record.'),
  twice: l10nKey('This field is there twice.'),
  deep: l10nKey('This is nested too deeply.'),
};

export function syntaxMessage(rule: SyntaxRule): string {
  const text = syntaxTexts[rule];
  return t(text);
}

const problemTexts: Readonly<Record<PlanRule, string>> = {
  cents: l10nKey('{0} must be an amount with at most two decimals, such as 120.50.'),
  count: l10nKey('{0} must be a whole number: how many there are, not whether there are any.'),
  time: l10nKey('{0} must be a time that exists, such as 2026-03-20 18:00:00.'),
  dayOrTime: l10nKey('{0} must be a day or a time that exists, such as 2026-03-20 or 2026-03-20 18:00:00.'),
  unit: l10nKey('{0} has no unit that is known here: say first whether it is in cents.'),
  clock: l10nKey('{0} cannot be written: the time zone of the service is not known.'),
  plain: l10nKey('{0} is a plain number at this service: give a whole number, without decimals.'),
  retyped: l10nKey('{0} was typed while prices were read as cents, and they are not. Look at it again, then save.'),
  notShown: l10nKey('{0} is not known, because the service does not show it. Give a value: an update sends all of its fields.'),
  readOnly: l10nKey('{0} is worked out by the service and cannot be changed here.'),
  notRemovable: l10nKey('{0} cannot be removed: the service has no operation for it.'),
  object: l10nKey('{0} must be an object.'),
  list: l10nKey('{0} must be a list.'),
  ambiguous: l10nKey('{0} names more than one sale period: the service could not tell them apart.'),
  service: l10nKey('{0} {1}.'),
};

export function problemMessage({ path, rule, text = '' }: PlanProblem): string {
  const field = path.length === 0 ? t('The record') : path.join('.');
  const message = problemTexts[rule];
  return t(message, field, text);
}
