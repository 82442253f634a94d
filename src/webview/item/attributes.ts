import type { AttributeRow, ItemForm } from '../../protocol/item.ts';
import { freshId, h } from '../kit/dom.ts';
import { textField } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { rowFrame, rowList, type Row } from './rows.ts';
import { bound, sectionFrame, type Section } from './section.ts';

export function attributesSection(form: ItemForm, onInput: () => void): Section {
  // The interface names `integer` and says that there are others.
  const types = h('datalist', { id: freshId('types') }, h('option', { value: 'integer' }), h('option', { value: 'string' }));
  const rows = rowList('attributes', form.attributes, {
    make: (attribute) => attributeRow(attribute, types.id, onInput),
    fresh: (row) => ({ row, isNew: true, isFixed: false, key: '', value: '', type: 'integer' }),
    nameOf: ({ key }) => key,
    addLabel: t('Add Attribute'),
    removeLabel: t('Remove This New Attribute'),
    emptyText: t('There are no attributes.'),
    onChange: onInput,
  });
  return {
    element: sectionFrame('attributes', t('Attributes'), types, rows.element),
    read: () => ({ attributes: rows.read() }),
    write: (now) => rows.write(now.attributes),
    fields: rows.fields,
  };
}

function attributeRow(attribute: AttributeRow, types: string, onInput: () => void): Row<AttributeRow> {
  const { row, isNew, isFixed } = attribute;
  const key = bound(textField({ label: t('Key'), required: isNew, disabled: !isNew, onInput }), attribute.key);
  const hint = isFixed ? { hint: t('A value of this kind can only be shown.') } : {};
  const value = bound(textField({ label: t('Value'), disabled: isFixed, ...hint, onInput }), attribute.value);
  const type = bound(textField({ label: t('Type of value'), required: true, disabled: isFixed, onInput }), attribute.type);
  type.field.element.querySelector('input')?.setAttribute('list', types);
  const title = isNew ? t('New attribute') : attribute.key;
  const fields = h('div', { className: 'row' }, isNew && key.field.element, value.field.element, type.field.element);
  return {
    element: rowFrame(title, fields),
    isNew,
    read: () => ({ row, isNew, isFixed, key: key.read(), value: value.read(), type: type.read() }),
    write(now) {
      key.write(now.key);
      value.write(now.value);
      type.write(now.type);
    },
    fields: { key: key.field, value: value.field, type: type.field },
    focus: () => key.field.focus(),
  };
}
