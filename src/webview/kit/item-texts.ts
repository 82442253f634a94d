// What the fields and sections of an item are called, and what is said of a field that is wrong.
import type { FormProblem, SavedSection } from '../../protocol/item.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { t } from './l10n.ts';
import { fieldName } from './texts.ts';

export function formFieldName({ section, key, name }: TypedField): string {
  if (section === 'salePeriods') return t('Sale period {0}: {1}', key, fieldName(name));
  if (section === 'attributes') return t('Attribute {0}: {1}', key, fieldName(name));
  return fieldName(name);
}

/** A sale period and an attribute are one thing, whatever of them changed. */
export function changeName({ section, key, name }: TypedEdit): string {
  if (section === 'salePeriods') return key === '' ? t('a new sale period') : t('sale period {0}', key);
  if (section === 'attributes') return key === '' ? t('a new attribute') : t('attribute {0}', key);
  return fieldName(name);
}

export function sectionName({ section, name }: SavedSection): string {
  return {
    data: t('Name and data'),
    values: t('Values'),
    period: t('Sale period {0}', name),
    attribute: t('Attribute {0}', name),
  }[section];
}

export function problemText({ field, rule, text = '' }: FormProblem, timeZone = '', isUnseen = false): string {
  return {
    missing: missingText(field, isUnseen),
    amount: t('This is not an amount.'),
    negative: t('This must not be negative.'),
    count: t('Give a whole number.'),
    time: t('Give a day and a time that exist.'),
    jumped: t('This time does not exist in {0}: the clock is set forward over it.', timeZone),
    order: t('This is before the start.'),
    id: t('A whole number: the interface document types this id as an integer.'),
    twice: field.startsWith('salePeriods')
      ? t('There is a sale period for this category already.')
      : t('There is an attribute with this key already.'),
    whole: t('A value of the type integer is a whole number.'),
    group: t('This is not a group of this event.'),
    refused: t('This cannot be saved: {0}', text),
  }[rule];
}

/** `isUnseen`: there may be an amount that the service does not show; nothing invites to write 0 over it. */
function missingText(field: string, isUnseen: boolean): string {
  if (field === 'name') return t('Give a name.');
  if (/^(price|fee)/.test(field))
    return isUnseen
      ? t('Give what it is now: price and fees are sent together, and this one is not known.')
      : t('Give an amount; 0 for none.');
  if (/\.(start|finish)$/.test(field)) return t('Give a day and a time.');
  return t('This must not be empty.');
}
