// The filters of a guest list: rows of a name and a value.
import { isFilter } from '../../shared/form-checks.ts';
import { h } from '../kit/dom.ts';
import { button, suggest, textField, type Field } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';

/** Names that services are known to take; any other may be typed. */
const knownNames = ['channel', 'term'];

interface Filter {
  readonly name: string;
  readonly value: string;
}

interface FilterRow {
  readonly element: HTMLElement;
  readonly name: Field<string>;
  readonly value: Field<string>;
}

interface FilterRows {
  readonly element: HTMLElement;
  value: Filter[];
  /** Marks what is wrong and goes there; true when nothing is. */
  check(): boolean;
}

export function filterRows(onInput: () => void): FilterRows {
  let rows: FilterRow[] = [];
  const list = h('div');
  const add = button(t('Add Filter'), () => {
    append({ name: '', value: '' }).name.focus();
    onInput();
  });
  const hint = t('Each has a name, such as channel or term, and a value. Without any, the whole list is exported.');
  const element = h('fieldset', {}, h('legend', { className: 'hint' }, hint), list, add);

  function onName(name: Field<string>): void {
    name.problem = undefined;
    onInput();
  }

  function append(filter: Filter): FilterRow {
    const name: Field<string> = suggest(
      textField({ label: t('Name'), value: filter.name, onInput: () => onName(name) }),
      knownNames,
    );
    const value = textField({ label: t('Value'), value: filter.value, onInput });
    const remove = button(t('Remove'), () => {
      rows = rows.filter((other) => other !== row);
      row.element.remove();
      (rows.at(-1)?.name ?? { focus: () => add.focus() }).focus();
      onInput();
    });
    const row: FilterRow = { name, value, element: h('div', { className: 'row filter' }, name.element, value.element, remove) };
    rows.push(row);
    list.append(row.element);
    return row;
  }

  return {
    element,
    get value() {
      return rows.map(({ name, value }) => ({ name: name.value.trim(), value: value.value }));
    },
    set value(filters) {
      rows = [];
      list.replaceChildren();
      for (const filter of filters) append(filter);
    },
    check() {
      for (const { name, value } of rows) {
        const filter = { name: name.value.trim(), value: value.value };
        const isBlank = filter.name === '' && filter.value === '';
        name.problem = isBlank || isFilter(filter) ? undefined : t('A name is needed.');
      }
      const first = rows.find(({ name }) => name.problem !== undefined);
      first?.name.focus();
      return first === undefined;
    },
  };
}
