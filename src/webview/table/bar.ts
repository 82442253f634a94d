// What can be done with the rows that are chosen.
import type { TableActs, TableFormat } from '../../protocol/table.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { menu } from '../kit/menu.ts';

interface BarActions {
  readonly edit: () => void;
  readonly remove: () => void;
  readonly copy: (hasHeader: boolean) => void;
  readonly save: (format: TableFormat) => void;
}

/** `update`: how many rows are chosen, and whether the only one has a form. */
export function selectionBar(acts: TableActs, actions: BarActions) {
  const status = h('span', { attributes: { role: 'status' } });
  const edit = button(t('Edit'), actions.edit);
  const remove = button(t('Delete…'), actions.remove);
  const parts = [
    status,
    ...(acts.edit ? [edit] : []),
    button(t('Copy'), () => actions.copy(false)),
    button(t('Copy with Headers'), () => actions.copy(true)),
    formatMenu(t('Export'), actions.save),
    ...(acts.remove ? [remove] : []),
  ];
  const attributes = { 'role': 'toolbar', 'aria-label': t('Selected rows') };
  const element = h('div', { className: 'tools selected', hidden: true, attributes }, parts);
  const update = (count: number, canEdit: boolean) => {
    element.hidden = count === 0;
    status.textContent = count === 0 ? '' : count === 1 ? t('1 row selected') : t('{0} rows selected', countText(count));
    edit.disabled = !canEdit;
  };
  return { element, update };
}

/** The kinds of files that a table can be saved as. */
export function formatMenu(title: string, save: (format: TableFormat) => void): HTMLElement {
  const choice = (label: string, format: TableFormat) =>
    button(
      label,
      () => {
        element.open = false;
        save(format);
      },
      'quiet',
    );
  const { element } = menu(
    title,
    choice(t('Excel…'), 'xlsx'),
    choice(t('CSV…'), 'csv'),
    choice(t('JSON…'), 'json'),
    choice(t('Markdown…'), 'markdown'),
  );
  return element;
}
