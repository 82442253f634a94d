import type { DataField, ItemForm } from '../../protocol/item.ts';
import { h } from '../kit/dom.ts';
import { checkbox, numberField, selectField, textField, type Choice, type Field } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { bound, sectionFrame, type Section } from './section.ts';

interface DataSection extends Section {
  /** The groups that the item may stand in. */
  offerGroups(groups: readonly Choice[]): void;
  focus(): void;
}

/** Name, description and what else the record has of its own. */
export function dataSection(form: ItemForm, shown: readonly DataField[], onInput: () => void): DataSection {
  const name = bound(textField({ label: t('Name'), required: true, onInput }), form.name);
  const description = bound(textField({ label: t('Description'), multiline: true, rows: 3, onInput }), form.description);
  description.field.element.classList.add('prose');
  const types = [...new Set(['Ticket', 'Group', form.type])].filter(Boolean).map((value) => ({ value, label: typeName(value) }));
  const type = bound(selectField({ label: t('Type'), choices: types, onInput }), form.type);
  const quantity = bound(numberField({ label: t('Quantity'), onInput }), form.quantity);
  const none = { value: '', label: t('None') };
  const parent = bound(selectField({ label: t('Group'), choices: parentChoices(none, form.parent, []), onInput }), form.parent);
  const hidden = checkbox(t('Hidden: only a passkey shows it'), form.hidden, onInput);
  const isShown = (field: DataField) => shown.includes(field);
  for (const [field, { element }] of Object.entries({
    description: description.field,
    type: type.field,
    quantity: quantity.field,
    parent: parent.field,
    hidden,
  }))
    element.hidden = !isShown(field as DataField);
  const row = h('div', { className: 'row' }, type.field.element, quantity.field.element, parent.field.element);
  const texts = { name, description, type, quantity, parent };
  return {
    element: sectionFrame('data', t('Name and data'), name.field.element, description.field.element, row, hidden.element),
    read: () => ({
      name: name.read(),
      description: description.read(),
      type: type.read(),
      quantity: quantity.read(),
      parent: parent.read(),
      hidden: hidden.checked,
    }),
    write(now) {
      requireOption(type.field, now.type);
      requireOption(parent.field, now.parent);
      for (const [field, { write }] of Object.entries(texts)) write(now[field as keyof typeof texts]);
      hidden.checked = now.hidden;
    },
    fields: () => Object.entries(texts).map(([field, { field: shownField }]) => [field, shownField] as const),
    offerGroups(groups) {
      const control = parent.field.element.querySelector('select');
      const current = parent.read();
      control?.replaceChildren(...parentChoices(none, current, groups).map(({ value, label }) => h('option', { value }, label)));
      parent.field.value = current;
    },
    focus: () => name.field.focus(),
  };
}

/** A value that is not among the choices is still the value. */
function requireOption({ element }: Field<string>, value: string): void {
  const control = element.querySelector('select');
  const isThere = [...(control?.options ?? [])].some((option) => option.value === value);
  if (!isThere && value !== '') control?.append(h('option', { value }, value));
}

function parentChoices(none: Choice, current: string, groups: readonly Choice[]): Choice[] {
  const isListed = current === '' || groups.some(({ value }) => value === current);
  return [none, ...(isListed ? [] : [{ value: current, label: current }]), ...groups];
}

function typeName(type: string): string {
  if (type === 'Ticket') return t('Ticket');
  return type === 'Group' ? t('Group') : type;
}
