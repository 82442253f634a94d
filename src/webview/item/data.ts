import type { TypedField } from '../../protocol/record-form.ts';
import { textIn } from '../../shared/typed-fields.ts';
import { h } from '../kit/dom.ts';
import { checkField, numberField, selectField, suggest, textField, type Choice, type Field } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { singleFields } from '../kit/record-form.ts';
import { fieldName } from '../kit/texts.ts';
import { sectionFrame, type Section } from './section.ts';

interface DataSection extends Section {
  /** The groups that the item may stand in. */
  offerGroups(groups: readonly Choice[]): void;
  /** The types that items of the service have. */
  offerTypes(types: readonly string[]): void;
  focus(): void;
}

/** Name, description and what else the record has of its own. */
export function dataSection(base: readonly TypedField[], onInput: () => void): DataSection {
  const none = { value: '', label: t('None') };
  const own = {
    name: textField({ label: fieldName('name'), required: true, onInput }),
    description: textField({ label: fieldName('description'), multiline: true, rows: 3, onInput }),
    // The interface names no types: any may be typed, and those that the service was seen to use are offered.
    type: textField({ label: fieldName('type'), hint: t('Left empty, the service chooses.'), onInput }),
    quantity: numberField({ label: fieldName('quantity'), onInput }),
    parent: selectField({ label: fieldName('parent'), choices: [none], onInput }),
    hidden: checkField(t('Hidden: only a passkey shows it'), onInput),
  };
  const { name, description, type, quantity, parent, hidden } = own;
  const isOther = ({ section, name: field }: TypedField) => section === 'data' && !Object.hasOwn(own, field);
  const others = base.filter(isOther).map((field) => [field.name, textField({ label: fieldName(field.name), onInput })] as const);
  const fields: Readonly<Record<string, Field>> = { ...own, ...Object.fromEntries(others) };
  description.element.classList.add('prose');
  // A number ends where the amounts below it end.
  quantity.element.classList.add('figure');
  const typed = singleFields('data', fields);
  const beside = others.map(([, { element }]) => element);
  const row = h('div', { className: 'row' }, type.element, quantity.element, parent.element, beside);
  return {
    ...typed,
    // A box has no place for a note or a problem.
    fields: () => Object.entries(fields).filter(([place]) => place !== 'hidden'),
    element: sectionFrame('data', t('Name and data'), name.element, description.element, row, hidden.element),
    write(now) {
      requireOption(parent, textIn(now, 'parent'));
      typed.write(now);
    },
    offerGroups(groups) {
      const current = textIn(typed.read(), 'parent');
      const isListed = current === '' || groups.some(({ value }) => value === current);
      const choices = [none, ...(isListed ? [] : [{ value: current, label: current }]), ...groups];
      const options = choices.map(({ value, label }) => h('option', { value }, label));
      parent.element.querySelector('select')?.replaceChildren(...options);
      parent.value = current;
    },
    offerTypes: (types) => void suggest(type, types),
    focus: () => name.focus(),
  };
}

/** A value that is not among the choices is still the value. */
function requireOption({ element }: Field, value: string): void {
  const control = element.querySelector('select');
  const isThere = [...(control?.options ?? [])].some((option) => option.value === value);
  if (!isThere && value !== '') control?.append(h('option', { value }, value));
}
