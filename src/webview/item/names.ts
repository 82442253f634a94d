// What the fields and parts of an item are called, and what is said of a field that is wrong.
import type { FormField } from '../../protocol/item-fields.ts';
import type { FormProblem, SavedPart } from '../../protocol/item.ts';
import { t } from '../kit/l10n.ts';

export function fieldName({ part, owner, name }: FormField): string {
  if (part === 'period') return t('Sale period {0}: {1}', owner, nameOf(name));
  if (part === 'attribute') return t('Attribute {0}: {1}', owner, nameOf(name));
  return nameOf(name);
}

/** A sale period and an attribute are one thing, whatever of them changed. */
export function changeName(field: FormField): string {
  if (field.part === 'period') return field.owner === '' ? t('a new sale period') : t('sale period {0}', field.owner);
  if (field.part === 'attribute') return field.owner === '' ? t('a new attribute') : t('attribute {0}', field.owner);
  return nameOf(field.name);
}

export function partName({ part, name }: SavedPart): string {
  switch (part) {
    case 'data':
      return t('Name and data');
    case 'values':
      return t('Values');
    case 'period':
      return t('Sale period {0}', name);
    case 'attribute':
      return t('Attribute {0}', name);
  }
}

function nameOf(name: string): string {
  switch (name) {
    case 'name':
      return t('Name');
    case 'description':
      return t('Description');
    case 'type':
      return t('Type');
    case 'quantity':
      return t('Quantity');
    case 'parent':
      return t('Group');
    case 'hidden':
      return t('Hidden');
    case 'price':
      return t('Price');
    case 'feeSale':
      return t('Sale fee');
    case 'feeProducer':
      return t('Producer fee');
    case 'start':
      return t('Start');
    case 'finish':
      return t('Finish');
    case 'available':
      return t('Available');
    case 'value':
      return t('Value');
    default:
      return name;
  }
}

export function problemText({ field, rule, text }: FormProblem, timeZone: string | undefined): string {
  switch (rule) {
    case 'missing':
      return missingText(field);
    case 'amount':
      return t('This is not an amount.');
    case 'negative':
      return t('This must not be negative.');
    case 'count':
      return t('Give a whole number.');
    case 'time':
      return t('Give a day and a time that exist.');
    case 'jumped':
      return t('This time does not exist in {0}: the clock is set forward over it.', timeZone ?? '');
    case 'order':
      return t('This is before the start.');
    case 'id':
      return t('An id is a whole number.');
    case 'twice':
      return field.startsWith('periods')
        ? t('There is a sale period for this category already.')
        : t('There is an attribute with this key already.');
    case 'whole':
      return t('A value of the type integer is a whole number.');
    case 'group':
      return t('This is not a group of this event.');
    case 'refused':
      return t('This cannot be saved: {0}', text ?? '');
  }
}

function missingText(field: string): string {
  if (field === 'name') return t('Give a name.');
  if (/^(price|fee)/.test(field)) return t('Give an amount; 0 for none.');
  if (/\.(start|finish)$/.test(field)) return t('Give a day and a time.');
  return t('This must not be empty.');
}
