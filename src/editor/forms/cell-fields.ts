// The fields of an item that stand in cells: what a cell has of a form, as it is typed, and a form with another text in one.
import type { Row } from '../../client/index.ts';
import type { ItemForm } from '../../protocol/item.ts';
import { editedFields, type CellTexts, type EditedField } from '../../protocol/item-edit.ts';
import { isFields, readRecord, type Address } from '../../records/index.ts';
import { formOf, knownOf, shownFields, type FormatContext } from './item-record.ts';
import type { ItemSession } from './item-session.ts';

/** The cells of a row; a field is not there where its cell stands for several, or has nothing that could be edited. */
export function cellTextsOf({ label, value }: Row, format: FormatContext): CellTexts | undefined {
  if (!isFields(value)) return undefined;
  const item = readRecord('item', value, format.dialect);
  const form = formOf(item, format);
  const texts = editedFields.flatMap((field) => {
    const isShown = field !== 'quantity' || shownFields(item).includes(field);
    const text = isShown && !isSummary(form, field) ? cellOf(form, field) : '';
    return text === '' ? [] : [[field, text] as const];
  });
  return { label, as: knownOf(item, format).price, ...Object.fromEntries(texts) };
}

/** What the cell of a field has; empty where that is not known or there is none. `seen`: of which sale period. */
export function cellOf({ price, quantity, periods }: ItemForm, field: EditedField, seen?: ItemForm): string {
  if (field === 'price' || field === 'quantity') return field === 'price' ? price : quantity;
  const category = seen?.periods[0]?.appCategoryId;
  const period = seen ? periods.find(({ appCategoryId }) => appCategoryId === category) : periods[0];
  return period?.[field] ?? '';
}

/** Whether the cell stands for several. */
export function isSummary({ periods }: ItemForm, field: EditedField): boolean {
  return field !== 'price' && field !== 'quantity' && periods.length > 1;
}

/** The form with another text in the field; a sale period is the one that was seen. Undefined where there is none any more. */
export function withCell(form: ItemForm, field: EditedField, text: string, seen: ItemForm): ItemForm | undefined {
  if (field === 'price' || field === 'quantity') return { ...form, [field]: text };
  const category = seen.periods[0]?.appCategoryId;
  const index = form.periods.findIndex(({ appCategoryId }) => appCategoryId === category);
  const period = form.periods[index];
  return period && { ...form, periods: form.periods.with(index, { ...period, [field]: text }) };
}

/** Where the field stands: in which sale period is that of the form that was seen. */
export function addressOf(field: EditedField, seen: ItemForm): Address {
  if (field === 'price') return { section: 'value', key: '', name: field };
  if (field === 'quantity') return { section: 'data', key: '', name: field };
  return { section: 'salePeriods', key: seen.periods[0]?.appCategoryId ?? '', name: field };
}

/** Whether the record itself shows what its row in the list has. */
export function isKnownIn({ known, shown }: ItemSession, field: EditedField): boolean {
  if (field === 'quantity') return shown.includes(field);
  return !known.unseen.includes(field === 'price' ? 'values' : 'periods');
}

/** `periods.row-1.finish` is the finish. */
export function fieldOf(place: string): string | undefined {
  return place.split('.').at(-1);
}
