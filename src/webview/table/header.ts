// The columns: their names, which sort; their filters; and widths that stay as they are until somebody changes them.
import type { TableColumn, TableView } from '../../protocol/table.ts';
import { figuresIn, maxSize } from '../../shared/table-rows.ts';
import { h } from '../kit/dom.ts';
import { t } from '../kit/l10n.ts';
import type { TableRows } from './rows.ts';

interface HeaderActions {
  readonly sort: (key: string) => void;
  readonly filter: (key: string, text: string) => void;
  /** Makes a column so wide, in pixels, while somebody drags its edge or once they let it go. */
  readonly resize: (key: string, width: number, isDone: boolean) => void;
  /** Makes it as wide as what it shows. */
  readonly fit: (key: string) => void;
  /** Goes to the filter of the column. */
  readonly enterFilter: (key: string) => void;
  /** Goes to the rows. */
  readonly enterRows: () => void;
}

/** How long nothing is typed before the rows are searched, in milliseconds. */
const pause = 250;
const keyStep = 16;
const minWidth = 40;

/** The names of the columns: each is a button that sorts by it. Tab stops at one of them, the arrows go to the others. */
export function headerRow(columns: readonly TableColumn[], sort: TableView['sort'], actions: HeaderActions): HTMLElement {
  const cells = columns.map((column) => headerCell(column, sort?.key === column.key ? sort : undefined, actions));
  const buttons = cells.map((cell) => cell.querySelector('button'));
  buttons.forEach((each, index) => {
    if (each) each.tabIndex = index === 0 ? 0 : -1;
  });
  const row = h(
    'tr',
    { attributes: { 'aria-rowindex': '1' } },
    h('th', { scope: 'col', className: 'number frozen' }, h('span', { className: 'unseen' }, t('Row'))),
    cells,
    h('th', { scope: 'col', className: 'acts' }, h('span', { className: 'unseen' }, t('Actions'))),
  );
  row.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((each) => each === event.target);
    const column = columns[at];
    if (!column || event.ctrlKey || event.metaKey || event.altKey) return;
    const isDone = event.shiftKey ? resizeByKey(event.key, column, buttons[at], actions) : moveTo(event.key, at, column);
    if (!isDone) return;
    event.preventDefault();
    // The name may be another element by now, and the rows would take the key for theirs.
    event.stopPropagation();
  });
  const moveTo = (key: string, at: number, column: TableColumn): boolean => {
    const places: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 };
    if (key === 'ArrowDown') return (actions.enterFilter(column.key), true);
    const place = places[key];
    if (place !== undefined) buttons[place]?.focus();
    return place !== undefined;
  };
  row.addEventListener('focusin', ({ target }) => {
    for (const each of buttons) if (each) each.tabIndex = each === target ? 0 : -1;
  });
  return row;
}

function resizeByKey(
  key: string,
  column: TableColumn,
  button: Element | null | undefined,
  { resize, fit }: HeaderActions,
): boolean {
  if (key === 'Enter') return (fit(column.key), true);
  const step = key === 'ArrowLeft' ? -keyStep : key === 'ArrowRight' ? keyStep : 0;
  const width = button?.closest('th')?.getBoundingClientRect().width ?? 0;
  if (step !== 0) resize(column.key, Math.max(minWidth, width + step), true);
  return step !== 0;
}

function headerCell(
  { key, label, title = label, isNumber }: TableColumn,
  sort: TableView['sort'],
  actions: HeaderActions,
): HTMLElement {
  const direction = sort === undefined ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  const arrow = sort && h('span', { ariaHidden: 'true' }, sort.isDescending ? ' ▼' : ' ▲');
  const button = h('button', { type: 'button', title, on: { click: () => actions.sort(key) } }, label, arrow);
  button.dataset.key = key;
  return h(
    'th',
    { scope: 'col', className: isNumber ? 'number' : '', attributes: { 'aria-sort': direction } },
    button,
    edge(key, actions),
  );
}

/** What is dragged with the mouse; the keys do the same at the name. */
function edge(key: string, { resize, fit }: HeaderActions): HTMLElement {
  const element = h('span', { className: 'edge', ariaHidden: 'true' });
  element.addEventListener('dblclick', () => fit(key));
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const cell = element.closest('th');
    const start = (cell?.getBoundingClientRect().width ?? 0) - event.clientX;
    let isMoved = false;
    const widthAt = ({ clientX }: PointerEvent) => Math.max(minWidth, Math.round(start + clientX));
    const move = (moved: PointerEvent) => {
      isMoved = true;
      resize(key, widthAt(moved), false);
    };
    const end = (last: PointerEvent) => {
      element.removeEventListener('pointermove', move);
      if (isMoved) resize(key, widthAt(last), true);
    };
    element.setPointerCapture(event.pointerId);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end, { once: true });
  });
  return element;
}

/** A filter for each column: part of a text, or a comparison. */
export function filterRow(columns: readonly TableColumn[], data: TableRows, { filter, enterRows }: HeaderActions): HTMLElement {
  const row = h(
    'tr',
    { className: 'filters', attributes: { 'aria-rowindex': '2' } },
    h('td', { className: 'number frozen' }),
    columns.map(({ key, label }) => h('td', {}, filterInput(key, label, data.filterOf(key), filter))),
    h('td', { className: 'acts' }),
  );
  row.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    enterRows();
  });
  return row;
}

function filterInput(key: string, label: string, value: string, change: HeaderActions['filter']): HTMLElement {
  const input = h('input', {
    type: 'search',
    value,
    maxLength: 200,
    spellcheck: false,
    ariaLabel: t('Filter {0}', label),
    title: t('A part of the text, or a comparison: >100, <=2026-01-31, =sold out. = alone finds what is empty.'),
  });
  input.dataset.filter = key;
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => change(key, input.value), pause);
  });
  return input;
}

const minSize = 5;
/** The row number, in pixels. */
const rowNumber = 64;
/** The button at the end of a row. */
const actsWidth = 36;

/** The widths of all columns, the row number and the button too. */
export function columnWidths(columns: readonly TableColumn[], data: TableRows): readonly string[] {
  const widths = columns.map(({ key, label, size = 0 }) => {
    const longest = Math.max(size, figuresIn(label) + 2);
    const chosen = data.widthOf(key);
    return chosen === undefined ? `${Math.max(minSize, Math.min(maxSize, Math.ceil(longest))) + 2}ch` : `${chosen}px`;
  });
  return [`${rowNumber}px`, ...widths, `${actsWidth}px`];
}

export function sizedColumn(width: string): HTMLElement {
  const column = h('col');
  column.style.width = width;
  return column;
}
