// The sale periods and the attributes: lists of rows. Rows are added and edited; only a new one can be taken away again.
import type { AttributeRow, ItemForm, ItemKnown, PeriodRow } from '../../protocol/item.ts';
import { freshId, h, replaceChildren } from '../kit/dom.ts';
import { button, dateTimeField, numberField, suggest, textField, type Field } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { describeButton } from '../kit/page.ts';
import { describeHint } from '../kit/texts.ts';
import { bound, sectionFrame, type Section } from './section.ts';
import { timeLine } from './time-line.ts';

export function periodsSection(form: ItemForm, known: ItemKnown, timeZone: string | undefined, onInput: () => void): Section {
  const picture = h('div', {});
  let isUnseen = known.unseen.includes('periods');
  const describe = describeButton();
  describe.hidden = !isUnseen;
  const onChange = () => {
    draw();
    onInput();
  };
  const rows = rowList('periods', form.periods, {
    name: 'appCategoryId',
    make: ({ isNew, appCategoryId, available: count }: PeriodRow) => {
      const available = numberField({ label: t('Available'), required: isNew || count !== '', onInput: onChange });
      available.element.classList.add('figure');
      return {
        title: isNew ? t('New sale period') : t('Sale period of category {0}', appCategoryId),
        className: isNew ? 'row period new' : 'row period',
        fields: {
          appCategoryId: numberField({
            label: t('Application category'),
            required: isNew,
            disabled: !isNew,
            onInput: onChange,
          }),
          start: dateTimeField({ label: t('Start'), required: true, onInput: onChange }),
          finish: dateTimeField({ label: t('Finish'), required: true, onInput: onChange }),
          available,
        },
      };
    },
    fresh: (row) => ({ row, isNew: true, appCategoryId: '', start: '', finish: '', available: '' }),
    addLabel: t('Add Sale Period'),
    removeLabel: t('Remove This New Sale Period'),
    emptyText: () =>
      isUnseen
        ? t(
            'No sale periods were found in what the service shows of this item: whether it has any is not known. {0}',
            describeHint(),
          )
        : t('There is no sale period: nobody can buy this item.'),
    onChange,
  });
  const draw = () => replaceChildren(picture, timeLine(rows.read(), Date.now()));
  draw();
  const about = [
    t('Each sale period is for one application category, a number that the service knows as appCategoryId.'),
    t('A saved one can be changed; the service has no way to remove it.'),
    timeZone === undefined ? t("Times are those of the service's clock.") : t('Times are those of {0}.', timeZone),
  ];
  const hint = h('p', { className: 'hint' }, about.join(' '));
  return {
    element: sectionFrame('periods', t('Sale periods'), hint, picture, describe, rows.element),
    note: (now) => {
      isUnseen = now.unseen.includes('periods');
      describe.hidden = !isUnseen;
      rows.showEmpty();
    },
    read: () => ({ periods: rows.read() }),
    write(now) {
      rows.write(now.periods);
      draw();
    },
    fields: rows.fields,
  };
}

interface AttributesSection extends Section {
  /** The types of value that items of the event have. */
  offerTypes(used: readonly string[]): void;
}

export function attributesSection(form: ItemForm, known: ItemKnown, onInput: () => void): AttributesSection {
  let isUnseen = known.unseen.includes('attributes');
  // The interface names `integer` and says that there are others.
  let types = ['integer', 'string'];
  const describe = describeButton();
  describe.hidden = !isUnseen;
  const rows = rowList('attributes', form.attributes, {
    name: 'key',
    make: ({ isNew, isFixed, key }: AttributeRow) => {
      const hint = isFixed ? { hint: t('A value of this kind can only be shown.') } : {};
      const type = textField({ label: t('Type of value'), required: true, disabled: isFixed, onInput });
      return {
        title: isNew ? t('New attribute') : key,
        className: 'row',
        fields: {
          key: textField({ label: t('Key'), required: isNew, disabled: !isNew, onInput }),
          value: textField({ label: t('Value'), disabled: isFixed, ...hint, onInput }),
          type: suggest(type, types),
        },
      };
    },
    fresh: (row) => ({ row, isNew: true, isFixed: false, key: '', value: '', type: 'integer' }),
    addLabel: t('Add Attribute'),
    removeLabel: t('Remove This New Attribute'),
    emptyText: () =>
      isUnseen
        ? t(
            'No attributes were found in what the service shows of this item: whether it has any is not known. {0}',
            describeHint(),
          )
        : t('There are no attributes.'),
    onChange: onInput,
  });
  return {
    element: sectionFrame('attributes', t('Attributes'), describe, rows.element),
    note: (now) => {
      isUnseen = now.unseen.includes('attributes');
      describe.hidden = !isUnseen;
      rows.showEmpty();
    },
    read: () => ({ attributes: rows.read() }),
    write: (now) => rows.write(now.attributes),
    fields: rows.fields,
    offerTypes(used) {
      types = [...new Set([...types, ...used, ...rows.read().map(({ type }) => type)])].filter((type) => type !== '');
      for (const [name, field] of rows.fields()) if (name.endsWith('.type')) suggest(field, types);
    },
  };
}

type RowOf<Name extends string> = { readonly row: string; readonly isNew: boolean } & Readonly<Record<Name, string>>;

interface Options<T, Name extends string> {
  /** The field by which a row that exists is called: it is typed only while the row is new. */
  readonly name: Name;
  readonly make: (value: T) => {
    readonly title: string;
    readonly className: string;
    readonly fields: Readonly<Record<Name, Field<string>>>;
  };
  readonly fresh: (row: string) => T;
  readonly addLabel: string;
  readonly removeLabel: string;
  readonly emptyText: () => string;
  readonly onChange: () => void;
}

function rowList<Name extends string, T extends RowOf<Name>>(
  section: string,
  values: readonly T[],
  { name, make, fresh, addLabel, removeLabel, emptyText, onChange }: Options<T, Name>,
) {
  const rows = new Map<string, ReturnType<typeof insert>>();
  const list = h('div', { className: 'rows' });
  const empty = h('p', { className: 'hint' });
  const add = button(addLabel, () => {
    const { focus } = insert(fresh(freshId(`new-${Date.now()}`)));
    onChange();
    focus();
  });
  const showEmpty = () => {
    empty.hidden = rows.size > 0;
    empty.textContent = emptyText();
  };

  function insert(value: T) {
    const { isNew } = value;
    const { title, className, fields } = make(value);
    const typed = bound(fields, value);
    const shown = typed.fields().filter(([field]) => isNew || field !== name);
    const controls = shown.map(([, field]) => field.element);
    const taking = button(removeLabel, () => remove(value.row), 'quiet');
    // A group with a name of its own, so that a screen reader says of which row a field is.
    const element = h(
      'fieldset',
      { className: 'item-row' },
      h('legend', {}, title),
      h('div', { className }, controls),
      isNew && h('div', { className: 'remove' }, taking),
    );
    const row = { ...typed, element, isNew, read: () => ({ ...value, ...typed.read() }), focus: () => fields[name].focus() };
    rows.set(value.row, row);
    list.append(element);
    showEmpty();
    return row;
  }

  function remove(row: string): void {
    rows.get(row)?.element.remove();
    rows.delete(row);
    showEmpty();
    onChange();
    add.focus();
  }

  function write(now: readonly T[]): void {
    const isHere = (value: T) => {
      const row = rows.get(value.row);
      return row?.isNew === value.isNew && (value.isNew || row.read()[name] === value[name]);
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
  showEmpty();
  return {
    element: h('div', {}, list, empty, h('div', { className: 'actions' }, add)),
    showEmpty,
    read: () => [...rows.values()].map((row) => row.read()),
    write,
    fields: () =>
      [...rows].flatMap(([row, { fields }]) =>
        fields().map(([field, control]) => [`${section}.${row}.${field}`, control] as const),
      ),
  };
}
