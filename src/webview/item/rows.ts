// The sale periods and the attributes: lists of rows. Rows are added and edited; only a new one can be taken away again.
import type { ItemKnown } from '../../protocol/item.ts';
import type { TypedField } from '../../protocol/record-form.ts';
import { fieldsOfRow, placeOf, rowsOf, type TypedRow } from '../../shared/typed-fields.ts';
import { freshId, h, replaceChildren } from '../kit/dom.ts';
import { button, dateTimeField, numberField, suggest, textField, type Field } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { describeButton } from '../kit/page.ts';
import { bound } from '../kit/record-form.ts';
import { describeHint, fieldName } from '../kit/texts.ts';
import { sectionFrame, type Section } from './section.ts';
import { timeLine } from './time-line.ts';

export function periodsSection(known: ItemKnown, timeZone: string | undefined, onInput: () => void): Section {
  const picture = h('div', {});
  const onChange = () => {
    draw();
    onInput();
  };
  const rows = rowList({
    section: 'salePeriods',
    name: 'appCategoryId',
    make: ({ isNew, key, texts }) => {
      const available = numberField({
        label: fieldName('available'),
        required: isNew || texts.available !== '',
        onInput: onChange,
      });
      available.element.classList.add('figure');
      return {
        title: isNew ? t('New sale period') : t('Sale period of category {0}', key),
        className: isNew ? 'row period new' : 'row period',
        fields: {
          appCategoryId: numberField({
            label: fieldName('appCategoryId'),
            required: isNew,
            disabled: !isNew,
            onInput: onChange,
          }),
          start: dateTimeField({ label: fieldName('start'), required: true, onInput: onChange }),
          finish: dateTimeField({ label: fieldName('finish'), required: true, onInput: onChange }),
          available,
        },
      };
    },
    fresh: { start: '', finish: '', available: '' },
    addLabel: t('Add Sale Period'),
    removeLabel: t('Remove This New Sale Period'),
    isUnseen: ({ unseen }) => unseen.includes('periods'),
    unseenText: t(
      'No sale periods were found in what the service shows of this item: whether it has any is not known. {0}',
      describeHint(),
    ),
    emptyText: t('There is no sale period: nobody can buy this item.'),
    known,
    onChange,
  });
  const draw = () => replaceChildren(picture, timeLine(rowsOf(rows.read(), 'salePeriods'), Date.now()));
  const about = [
    t('Each sale period is for one application category, a number that the service knows as appCategoryId.'),
    t('A saved one can be changed; the service has no way to remove it.'),
    timeZone === undefined ? t("Times are those of the service's clock.") : t('Times are those of {0}.', timeZone),
  ];
  const hint = h('p', { className: 'hint' }, about.join(' '));
  return {
    ...rows,
    element: sectionFrame('periods', t('Sale periods'), hint, picture, rows.element),
    write(now) {
      rows.write(now);
      draw();
    },
  };
}

interface AttributesSection extends Section {
  /** The types of value that items of the event have. */
  offerTypes(used: readonly string[]): void;
}

export function attributesSection(known: ItemKnown, onInput: () => void): AttributesSection {
  // The interface names `integer` and says that there are others.
  let types = ['integer', 'string'];
  const rows = rowList({
    section: 'attributes',
    name: 'key',
    make: ({ isNew, isFixed, key }) => {
      const hint = isFixed ? { hint: t('A value of this kind can only be shown.') } : {};
      const type = textField({ label: t('Type of value'), required: true, disabled: isFixed, onInput });
      return {
        title: isNew ? t('New attribute') : key,
        className: 'row',
        fields: {
          key: textField({ label: fieldName('key'), required: isNew, disabled: !isNew, onInput }),
          value: textField({ label: fieldName('value'), disabled: isFixed, ...hint, onInput }),
          type: suggest(type, types),
        },
      };
    },
    fresh: { value: '', type: 'integer' },
    addLabel: t('Add Attribute'),
    removeLabel: t('Remove This New Attribute'),
    isUnseen: ({ unseen }) => unseen.includes('attributes'),
    unseenText: t(
      'No attributes were found in what the service shows of this item: whether it has any is not known. {0}',
      describeHint(),
    ),
    emptyText: t('There are no attributes.'),
    known,
    onChange: onInput,
  });
  return {
    ...rows,
    element: sectionFrame('attributes', t('Attributes'), rows.element),
    offerTypes(used) {
      const typed = rows.read().flatMap(({ name, text }) => (name === 'type' ? [text] : []));
      types = [...new Set([...types, ...used, ...typed])].filter((type) => type !== '');
      for (const [name, field] of rows.fields()) if (name.endsWith('.type')) suggest(field, types);
    },
  };
}

interface Options {
  readonly section: TypedField['section'];
  /** The field that is the key of a row: it is typed only while the row is new. */
  readonly name: string;
  readonly make: (row: TypedRow) => {
    readonly title: string;
    readonly className: string;
    readonly fields: Readonly<Record<string, Field>>;
  };
  /** The texts of a row that is added. */
  readonly fresh: Readonly<Record<string, string>>;
  readonly addLabel: string;
  readonly removeLabel: string;
  /** Whether the service does not show them: then nobody knows whether there are any. */
  readonly isUnseen: (known: ItemKnown) => boolean;
  readonly unseenText: string;
  readonly emptyText: string;
  readonly known: ItemKnown;
  readonly onChange: () => void;
}

function rowList(options: Options): Section {
  const { section, name, make, fresh, addLabel, removeLabel, emptyText, unseenText, onChange } = options;
  const rows = new Map<string, ReturnType<typeof insert>>();
  const list = h('div', { className: 'rows' });
  const empty = h('p', { className: 'hint' });
  const add = button(addLabel, () => {
    const row = freshId(`new-${Date.now()}`);
    const { focus } = insert({ row, key: '', isNew: true, isFixed: false, texts: fresh });
    onChange();
    focus();
  });
  const describe = describeButton();
  const showEmpty = () => {
    empty.hidden = rows.size > 0;
  };
  const note = (known: ItemKnown) => {
    const isUnseen = options.isUnseen(known);
    describe.hidden = !isUnseen;
    empty.textContent = isUnseen ? unseenText : emptyText;
  };

  function insert(value: TypedRow) {
    const { isNew } = value;
    const { title, className, fields } = make(value);
    const typed = bound(fields);
    const shown = Object.entries(fields).filter(([field]) => isNew || field !== name);
    const taking = button(removeLabel, () => remove(value.row), 'quiet');
    // A group with a name of its own, so that a screen reader says of which row a field is.
    const element = h(
      'fieldset',
      { className: 'item-row' },
      h('legend', {}, title),
      h(
        'div',
        { className },
        shown.map(([, field]) => field.element),
      ),
      isNew && h('div', { className: 'remove' }, taking),
    );
    const read = (): TypedRow => {
      const { [name]: key = '', ...texts } = typed.read();
      return { ...value, key: isNew ? key.trim() : value.key, texts };
    };
    const row = {
      ...{ element, isNew, fields, read },
      write: ({ key, texts }: TypedRow) => typed.write({ ...texts, [name]: key }),
      focus: () => fields[name]?.focus(),
    };
    row.write(value);
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

  function write(fields: readonly TypedField[]): void {
    const now = rowsOf(fields, section);
    const isHere = (value: TypedRow) => {
      const row = rows.get(value.row);
      return row?.isNew === value.isNew && (value.isNew || row.read().key === value.key);
    };
    if (now.length === rows.size && now.every(isHere)) {
      for (const value of now) rows.get(value.row)?.write(value);
      return;
    }
    rows.clear();
    list.replaceChildren();
    for (const value of now) insert(value);
    showEmpty();
  }

  note(options.known);
  showEmpty();
  return {
    element: h('div', {}, describe, list, empty, h('div', { className: 'actions' }, add)),
    note,
    read: () => [...rows.values()].flatMap((row) => fieldsOfRow(section, row.read())),
    write,
    fields: () =>
      [...rows].flatMap(([row, { fields }]) =>
        Object.entries(fields).map(([field, control]) => [placeOf({ section, row, name: field }), control] as const),
      ),
  };
}
