// What can be done with a column, where somebody asks for it at its name.
import type { TableView } from '../../protocol/table.ts';
import { t } from '../kit/l10n.ts';
import { contextMenu, type Point } from '../kit/menu.ts';
import type { TableRows } from './rows.ts';

export interface HeaderMenuActions {
  readonly sortBy: (sort: TableView['sort']) => void;
  readonly hide: (key: string) => void;
}

interface OwnActions extends HeaderMenuActions {
  readonly fit: (key: string) => void;
  readonly enterFilter: (key: string) => void;
}

/** At the pointer, and with the keys at what has the focus. */
export function headerMenu(head: HTMLElement, data: TableRows, actions: OwnActions): void {
  head.addEventListener('contextmenu', (event) => {
    const name = (event.target as Element).closest('th')?.querySelector<HTMLElement>('[data-key]');
    if (!name) return;
    event.preventDefault();
    open(name, { x: event.clientX, y: event.clientY });
  });
  head.addEventListener('keydown', (event) => {
    const name = event.target as HTMLElement;
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (!isMenu || name.dataset.key === undefined) return;
    event.preventDefault();
    const { left, bottom } = name.getBoundingClientRect();
    open(name, { x: left, y: bottom });
  });

  const names = () => [...head.querySelectorAll<HTMLElement>('[data-key]')];

  function open({ dataset: { key = '' } }: HTMLElement, at: Point): void {
    const column = data.shown.find((each) => each.key === key);
    if (!column) return;
    const sort = data.view.sort?.key === key ? data.view.sort : undefined;
    const sorted = (isDescending: boolean) => ({
      run: () => actions.sortBy({ key, isDescending }),
      disabled: sort?.isDescending === isDescending,
    });
    const hide = () => {
      const all = names();
      const place = all.findIndex(({ dataset }) => dataset.key === key);
      // The focus stays among the names when this one goes.
      (all[place + 1] ?? all[place - 1])?.focus();
      actions.hide(key);
    };
    const choices = [
      { label: t('Sort Ascending'), ...sorted(false) },
      { label: t('Sort Descending'), ...sorted(true) },
      { label: t('Do Not Sort'), run: () => actions.sortBy(undefined), disabled: !sort },
      { label: t('Filter'), run: () => actions.enterFilter(key), keys: '↓' },
      { label: t('Fit Width'), run: () => actions.fit(key), keys: 'Shift+Enter' },
      { label: t('Hide Column'), run: hide, disabled: data.shown.length < 2 },
    ];
    // It may be another element by then.
    const focusName = () =>
      names()
        .find(({ dataset }) => dataset.key === key)
        ?.focus();
    contextMenu(at, t('Column {0}', column.label), choices, focusName);
  }
}
