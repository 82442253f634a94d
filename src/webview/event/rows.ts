// The rows of a list: one stop of the Tab key, arrows from there, and a menu with what can be done with a row.
import type { RowAction, RowKind } from '../../protocol/event.ts';
import { t } from '../kit/l10n.ts';
import { contextMenu, type MenuChoice, type Point } from '../kit/menu.ts';
import { actionLabel, mayWrite } from './actions.ts';

export interface RowMenu {
  readonly label: string;
  readonly choices: readonly MenuChoice[];
}

export type MenuOf = (row: { readonly id?: string | undefined; readonly label: string }) => RowMenu | undefined;

export function menuMaker<Action extends RowAction>(
  actions: readonly Action[],
  isTrusted: boolean,
  run: (action: Action, id: string) => void,
): MenuOf {
  return ({ id, label }) =>
    id === undefined || actions.length === 0
      ? undefined
      : {
          label,
          choices: actions.map((action) => ({
            label: actionLabel(action),
            run: () => run(action, id),
            disabled: mayWrite(action) && !isTrusted,
            startsGroup: groupStarts.has(action),
            ...(removals.has(action) ? { keys: 'Delete' } : {}),
          })),
        };
}

const removals: ReadonlySet<RowAction> = new Set(['removeItem', 'deletePasskey']);
const groupStarts: ReadonlySet<RowAction> = new Set(['listCodes', 'copyId', 'openAsJson', ...removals]);

/** What a list of these rows is called to who cannot see it. */
export function listName(kind: RowKind): string {
  return { item: t('Items'), passkey: t('Passkeys'), session: t('Sessions') }[kind];
}

/** `menuOf` gives what can be done with a row by its place. */
export function asRows(table: HTMLElement, name: string, menuOf: (index: number) => RowMenu | undefined = () => undefined): void {
  table.setAttribute('role', 'grid');
  table.ariaLabel = name;
  table.dataset.vscodeContext = JSON.stringify({ preventDefaultContextMenuItems: true });
  const buttonsIn = (element: Element) =>
    [...element.querySelectorAll<HTMLElement>('button')].filter((each) => !each.closest('.cell-editor'));
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')].filter((row) => buttonsIn(row).length > 0);
  const rove = (to: HTMLElement | undefined) => {
    for (const each of rows.flatMap(buttonsIn)) each.tabIndex = each === to ? 0 : -1;
  };
  rove(rows.flatMap(buttonsIn)[0]);
  const rowOf = (target: EventTarget | null) =>
    target instanceof Element ? rows.find((row) => row.contains(target)) : undefined;
  const menuAt = (row: HTMLElement) => menuOf([...(row.parentElement?.children ?? [])].indexOf(row));
  const openMenu = (row: HTMLElement, at: Point, button: HTMLElement | undefined): boolean => {
    const menu = menuAt(row);
    if (menu) contextMenu(at, menu.label, menu.choices, () => button?.focus());
    return menu !== undefined;
  };

  table.addEventListener('focusin', ({ target }) => {
    const row = rowOf(target);
    if (row && target instanceof HTMLElement && buttonsIn(row).includes(target)) rove(target);
  });
  table.addEventListener('contextmenu', (event) => {
    const { target, clientX: x, clientY: y } = event;
    const row = rowOf(target);
    if (!row || (target as Element).closest('.cell-editor')) return;
    const [first] = buttonsIn(row);
    const button = (target as Element).closest<HTMLElement>('button') ?? first;
    button?.focus({ preventScroll: true });
    if (openMenu(row, { x, y }, button)) event.preventDefault();
  });
  table.addEventListener('keydown', (event) => {
    const { target: button } = event;
    const row = rowOf(button);
    if (!row || !(button instanceof HTMLElement)) return;
    const next = neighbour(event, rows, row, button, buttonsIn);
    next?.focus();
    if (next || actOn(event, row, button)) event.preventDefault();
  });

  function actOn({ key, shiftKey }: KeyboardEvent, row: HTMLElement, button: HTMLElement): boolean {
    const { left, bottom } = button.getBoundingClientRect();
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return openMenu(row, { x: left, y: bottom }, button);
    if (key !== 'Delete') return false;
    const removal = menuAt(row)?.choices.find(({ keys, disabled }) => keys === 'Delete' && !disabled);
    removal?.run();
    return removal !== undefined;
  }
}

/** Whoever stands in a row stays there when the rows are drawn anew, or goes to the one that took its place. */
export function focusSame(place: Element, focused: Element | null): void {
  const cell = focused?.closest<HTMLTableCellElement>('tbody :is(td, th)');
  const before = cell?.closest('tr');
  if (!cell || !before || document.activeElement !== document.body) return;
  const rows = [...place.querySelectorAll<HTMLTableRowElement>('tbody tr')];
  const row = rows[Math.min(before.rowIndex, rows.length) - 1];
  (row?.cells[cell.cellIndex]?.querySelector('button') ?? row?.querySelector('button'))?.focus();
}

/** Up and down in the same column, else to the name of the row; to the sides from button to button. */
function neighbour(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  rows: readonly HTMLElement[],
  row: HTMLElement,
  button: HTMLElement,
  buttonsIn: (element: Element) => HTMLElement[],
): HTMLElement | undefined {
  const own = buttonsIn(row);
  const index = rows.indexOf(row);
  const place = own.indexOf(button);
  const columnOf = (each: HTMLElement) => each.closest<HTMLTableCellElement>('td, th')?.cellIndex;
  const inRow = (to: number) => {
    const others = rows[to] ? buttonsIn(rows[to]) : [];
    return others.find((each) => columnOf(each) === columnOf(button)) ?? others[0];
  };
  const isCommand = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowDown':
      return inRow(isCommand ? rows.length - 1 : index + 1);
    case 'ArrowUp':
      return inRow(isCommand ? 0 : index - 1);
    case 'ArrowRight':
      return own[place + 1];
    case 'ArrowLeft':
      return own[place - 1];
    case 'Home':
      return isCommand ? inRow(0) : own[0];
    case 'End':
      return isCommand ? inRow(rows.length - 1) : own.at(-1);
    default:
      return undefined;
  }
}
