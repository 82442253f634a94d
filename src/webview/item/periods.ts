import type { ItemForm, PeriodRow } from '../../protocol/item.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { dateTimeField, numberField } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { rowFrame, rowList, type Row } from './rows.ts';
import { bound, sectionFrame, type Section } from './section.ts';
import { timeLine } from './time-line.ts';

export function periodsSection(form: ItemForm, timeZone: string | undefined, onInput: () => void): Section {
  const picture = h('div', {});
  const onChange = () => {
    draw();
    onInput();
  };
  const rows = rowList('periods', form.periods, {
    make: (period) => periodRow(period, onChange),
    fresh: (row) => ({ row, isNew: true, appCategoryId: '', start: '', finish: '', available: '' }),
    nameOf: ({ appCategoryId }) => appCategoryId,
    addLabel: t('Add Sale Period'),
    removeLabel: t('Remove This New Sale Period'),
    emptyText: t('There is no sale period: nobody can buy this item.'),
    onChange,
  });
  const draw = () => replaceChildren(picture, timeLine(rows.read(), Date.now()));
  draw();
  const about = [
    t('Each sale period is for one application category, a number that the service knows as appCategoryId.'),
    t('A saved one can be changed; the service has no way to remove it.'),
  ];
  const zone = timeZone === undefined ? t("Times are those of the service's clock.") : t('Times are those of {0}.', timeZone);
  return {
    element: sectionFrame(
      'periods',
      t('Sale periods'),
      h('p', { className: 'hint' }, [...about, zone].join(' ')),
      picture,
      rows.element,
    ),
    read: () => ({ periods: rows.read() }),
    write(now) {
      rows.write(now.periods);
      draw();
    },
    fields: rows.fields,
  };
}

function periodRow(period: PeriodRow, onInput: () => void): Row<PeriodRow> {
  const { row, isNew } = period;
  const category = bound(
    numberField({ label: t('Application category'), required: isNew, disabled: !isNew, onInput }),
    period.appCategoryId,
  );
  const start = bound(dateTimeField({ label: t('Start'), required: true, onInput }), period.start);
  const finish = bound(dateTimeField({ label: t('Finish'), required: true, onInput }), period.finish);
  const available = bound(numberField({ label: t('Available'), required: true, onInput }), period.available);
  const title = isNew ? t('New sale period') : t('Sale period of category {0}', period.appCategoryId);
  return {
    element: rowFrame(
      title,
      h(
        'div',
        { className: isNew ? 'row period new' : 'row period' },
        isNew && category.field.element,
        start.field.element,
        finish.field.element,
        available.field.element,
      ),
    ),
    isNew,
    read: () => ({
      row,
      isNew,
      appCategoryId: category.read(),
      start: start.read(),
      finish: finish.read(),
      available: available.read(),
    }),
    write(now) {
      category.write(now.appCategoryId);
      start.write(now.start);
      finish.write(now.finish);
      available.write(now.available);
    },
    fields: { appCategoryId: category.field, start: start.field, finish: finish.field, available: available.field },
    focus: () => category.field.focus(),
  };
}
