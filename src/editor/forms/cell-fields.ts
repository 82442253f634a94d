// The fields of an item that stand in cells: where each stands in the item, and what a cell has of it, as it is typed.
import type { Row } from '../../client/index.ts';
import { editedFields, type CellTexts, type EditedField } from '../../protocol/item-edit.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { isFields, readRecord, type Item } from '../../records/index.ts';
import { knownOf, typedFieldsOf, type FormatContext } from './record-texts.ts';

/** The cells of a row; a field is not there where its cell stands for several, or has nothing that could be edited. */
export function cellTextsOf({ label, value }: Row, format: FormatContext): CellTexts | undefined {
  if (!isFields(value)) return undefined;
  const item = readRecord('item', value, format.dialect);
  const fields = typedFieldsOf(item, format);
  const texts = editedFields.flatMap((field) => {
    const text = isSummary(item, field) ? '' : (cellIn(fields, field, item)?.text ?? '');
    return text === '' ? [] : [[field, text] as const];
  });
  return { label, as: knownOf(item, format).price, ...Object.fromEntries(texts) };
}

/** Whether the cell stands for several. */
export function isSummary({ sections }: Item, field: EditedField): boolean {
  return isOfPeriod(field) && (sections.salePeriods ?? []).length > 1;
}

function isOfPeriod(field: EditedField): boolean {
  return field !== 'price' && field !== 'quantity';
}

/** Where the field stands; in which sale period is that of the item as it was seen. */
export function addressOf(field: EditedField, seen: Item): Omit<TypedEdit, 'text'> {
  if (isOfPeriod(field)) return { section: 'salePeriods', key: seen.sections.salePeriods?.[0]?.key ?? '', name: field };
  return { section: field === 'price' ? 'value' : 'data', key: '', name: field };
}

/** What the cell of a field has; undefined where that is not shown, or there is none any more. */
export function cellIn(fields: readonly TypedField[], field: EditedField, seen: Item): TypedField | undefined {
  const { section, key, name } = addressOf(field, seen);
  return fields.find((one) => one.section === section && one.key === key && one.name === name);
}

/** `salePeriods.row-1.finish` is the finish. */
export function fieldOf(place: string): string | undefined {
  return place.split('.').at(-1);
}
