// What a cell that is edited is made of: the control that the form has for its field, and the mark of what was typed and is not saved.
import type { CellTexts, EditedField, EditStart } from '../../protocol/item-edit.ts';
import { h } from './dom.ts';
import { amountField, dateTimeField, numberField, type Field } from './fields.ts';
import { t } from './l10n.ts';
import { fieldName } from './texts.ts';
import { clockText } from './times.ts';

/** What is in the cell when somebody begins, as it is typed. */
export type StartedCell = Omit<Extract<EditStart, { kind: 'input' }>, 'kind'>;

export function cellField(name: EditedField, { as, timeZone }: StartedCell, currency: string, onInput: () => void): Field {
  const label = fieldName(name);
  if (as === 'time') return dateTimeField({ label, hint: clockText(timeZone ?? '', timeZone !== undefined), onInput });
  if (as === 'count') return numberField({ label, onInput });
  const field = amountField({ label, currency, onInput });
  field.as = { kind: as, currency };
  return field;
}

/** Stands over the value that the cell shows. */
export function cellMark(read: () => string) {
  const text = h('span', { className: 'text' });
  const element = h('span', { className: 'typed' }, h('span', { className: 'unseen' }, t('Typed and not saved:'), ' '), text);
  return {
    element,
    /** `isWaiting`: there is something to read or to answer. */
    update(isWaiting = element.classList.contains('waiting')): void {
      // Seconds are seldom meant.
      text.textContent = read().replace(/(\d\d:\d\d):00$/, '$1');
      element.classList.toggle('waiting', isWaiting);
    },
  };
}

/** What a click on the cell does: one that stands for several sale periods is edited in the form. */
export function editHint(texts: CellTexts | undefined, field: EditedField): string {
  return texts?.[field] === undefined ? t('Edit in the form') : t('Edit');
}
