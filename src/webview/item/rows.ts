// A list of rows of which some are new: rows are added and edited; only a new one can be taken away again.
import { freshId, h } from '../kit/dom.ts';
import { button, type Field } from '../kit/fields.ts';

export interface Row<T> {
  readonly element: HTMLElement;
  readonly isNew: boolean;
  read(): T;
  write(value: T): void;
  readonly fields: Readonly<Record<string, Field<string>>>;
  focus(): void;
}

interface RowList<T> {
  readonly element: HTMLElement;
  readonly read: () => T[];
  readonly write: (values: readonly T[]) => void;
  readonly fields: () => (readonly [string, Field<string>])[];
}

interface Options<T> {
  readonly make: (value: T) => Row<T>;
  readonly fresh: (row: string) => T;
  /** What a row that exists is called by. */
  readonly nameOf: (value: T) => string;
  readonly addLabel: string;
  readonly removeLabel: string;
  readonly emptyText: string;
  readonly onChange: () => void;
}

export function rowList<T extends { readonly row: string; readonly isNew: boolean }>(
  section: string,
  values: readonly T[],
  { make, fresh, nameOf, addLabel, removeLabel, emptyText, onChange }: Options<T>,
): RowList<T> {
  const rows = new Map<string, Row<T>>();
  const list = h('div', { className: 'rows' });
  const empty = h('p', { className: 'hint' }, emptyText);
  const add = button(addLabel, () => {
    const value = fresh(freshId(`new-${Date.now()}`));
    insert(value);
    onChange();
    rows.get(value.row)?.focus();
  });
  const showEmpty = () => (empty.hidden = rows.size > 0);

  function insert(value: T): void {
    const row = make(value);
    const taking = button(removeLabel, () => remove(value.row), 'quiet');
    if (row.isNew) row.element.append(h('div', { className: 'remove' }, taking));
    rows.set(value.row, row);
    list.append(row.element);
    showEmpty();
  }

  function remove(name: string): void {
    rows.get(name)?.element.remove();
    rows.delete(name);
    showEmpty();
    onChange();
    add.focus();
  }

  function write(now: readonly T[]): void {
    const isHere = (value: T) => {
      const row = rows.get(value.row);
      return row?.isNew === value.isNew && (value.isNew || nameOf(row.read()) === nameOf(value));
    };
    const isSame = now.length === rows.size && now.every(isHere);
    if (isSame) {
      for (const value of now) rows.get(value.row)?.write(value);
      return;
    }
    rows.clear();
    list.replaceChildren();
    for (const value of now) insert(value);
    showEmpty();
  }

  write(values);
  return {
    element: h('div', {}, list, empty, h('div', { className: 'actions' }, add)),
    read: () => [...rows.values()].map((row) => row.read()),
    write,
    fields: () =>
      [...rows].flatMap(([row, { fields }]) =>
        Object.entries(fields).map(([name, field]) => [`${section}.${row}.${name}`, field] as const),
      ),
  };
}

/** A row is a group with a name of its own, so that a screen reader says of which row a field is. */
export function rowFrame(title: string, ...content: readonly Node[]): HTMLElement {
  return h('fieldset', { className: 'item-row' }, h('legend', {}, title), ...content);
}
