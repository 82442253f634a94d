// The items and the passkeys of an event, as rows.
import type { EventItem, EventPasskey, ShownValue, SoldItems } from '../../protocol/event.ts';
import type { CellTexts, EditedCell, EditedField } from '../../protocol/item-edit.ts';
import { columnHead, h, rowHead, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { stateTag } from '../kit/head.ts';
import { countText, t } from '../kit/l10n.ts';
import { editHint } from '../kit/cell-field.ts';
import { asRows, listName, type MenuOf } from './rows.ts';
import { timeLineOf } from './time-axis.ts';
import { lineEnds, saleBar } from './time-line.ts';

/** What is not known is said, quietly; why is said to whoever points at it. */
export function shown(value: ShownValue): Node | string {
  return typeof value === 'string' ? value : h('span', { className: 'hint', title: value.why }, t('not known'));
}

export function valueCell(value: ShownValue, className = ''): HTMLElement {
  return h('td', { className }, shown(value));
}

/** What can be done with the items of a table; without `edit` nothing can be written. */
interface ItemActions {
  readonly open: (id: string) => void;
  readonly edit?: ((cell: EditedCell, texts: CellTexts | undefined) => void) | undefined;
  readonly menuOf: MenuOf;
}

export function itemTable(items: readonly EventItem[], now: number, { open, edit, menuOf }: ItemActions): HTMLElement {
  if (items.length === 0) return h('p', { className: 'hint' }, t('No items yet'));
  const line = timeLineOf(items, now);
  const head = [
    t('Name'),
    columnHead(t('Price'), 'number'),
    columnHead(t('Quantity'), 'number'),
    h('th', { scope: 'col', className: 'number sold' }, t('Sold')),
    columnHead(t('Available'), 'number'),
    columnHead(t('Start'), 'start'),
    t('Finish'),
    t('State'),
    line && h('th', { scope: 'col', className: 'line' }, lineEnds(line)),
  ];
  const rows = items.map((item) => [
    rowHead(nameOf(item, open, t('Edit the item')), `name depth-${Math.min(item.depth, 3)}`),
    itemCell(item, 'price', 'number', edit),
    itemCell(item, 'quantity', 'number', edit),
    h('td', { className: 'number sold' }),
    itemCell(item, 'available', 'number', edit),
    itemCell(item, 'start', 'start'),
    itemCell(item, 'finish', 'day', edit),
    h(
      'td',
      { className: 'states' },
      item.states.flatMap((state) => [stateTag(state), ' ']),
    ),
    line && h('td', { className: 'line' }, item.periods.length > 0 && saleBar(item, line)),
  ]);
  const made = table({ className: 'lines items', head }, rows);
  asRows(made, listName('item'), (index) => items[index] && menuOf(items[index]));
  const today = made.querySelector<HTMLElement>('.now-line');
  // One line through all rows: it begins in the head of its column and is as long as the rows are high.
  const body = made.querySelector('tbody');
  if (today && body) new ResizeObserver(() => (today.style.height = `${body.offsetHeight}px`)).observe(body);
  return h('div', { className: 'wide-table' }, made);
}

/** The column is there once the bordero names what was sold of any of them: of the others it is not known, and not none. */
export function showSold(place: Element, items: readonly EventItem[], sold: SoldItems | undefined): void {
  const countOf = ({ id = '' }: EventItem) => (sold && Object.hasOwn(sold, id) ? sold[id] : undefined);
  const isNamed = items.some((item) => countOf(item) !== undefined);
  for (const cell of place.querySelectorAll<HTMLElement>('.items .sold')) cell.hidden = !isNamed;
  for (const [index, cell] of [...place.querySelectorAll('.items td.sold')].entries()) {
    const item = items[index];
    const count = item && countOf(item);
    // A dash, since most are lots that nobody could buy yet; whoever points at it hears why.
    const notNamed = h('span', { className: 'hint', title: t('The bordero does not name this item.') }, '–');
    const none = item && hasNoSales(item) ? '' : notNamed;
    cell.replaceChildren(count === undefined ? none : countText(count));
  }
}

/** A group, which is sold by what is in it, or what cannot be read. */
function hasNoSales({ price, available }: EventItem): boolean {
  return price === '' && available === '';
}

/** Each field stands in a cell of its own, which says what it is of which item; one that is known can be edited in its place. */
function itemCell(item: EventItem, field: EditedField | 'start', className: string, edit?: ItemActions['edit']): HTMLElement {
  const { id, [field]: value } = item;
  const cell = valueCell(value, className);
  if (id !== undefined) Object.assign(cell.dataset, { item: id, field });
  if (field === 'start' || field === 'finish') cell.title = item.periodsText;
  if (!edit || id === undefined || field === 'start' || typeof value !== 'string' || value === '') return cell;
  const { texts } = item;
  const place = button(value, () => edit({ id, field }, texts), 'quiet');
  place.classList.add('edit');
  onEditKey(place, () => edit({ id, field }, texts));
  place.title = [cell.title, editHint(texts, field)].filter(Boolean).join(' · ');
  cell.replaceChildren(place);
  return cell;
}

function onEditKey(place: HTMLElement, edit: () => void): void {
  place.addEventListener('keydown', ({ key }) => key === 'F2' && edit());
}

/** `hint` says what a click does; F2 does the same where that is an edit. */
export function nameOf(
  { id, label }: { readonly id?: string | undefined; readonly label: string },
  open: (id: string) => void,
  hint: string,
  isEdit = true,
): Node {
  // It may be cut short: all of it is read out, and shown to whoever points at it.
  if (id === undefined) return h('span', { className: 'short', title: label }, label);
  const link = button(label, () => open(id), 'quiet');
  link.classList.add('short');
  link.title = `${label}\n${hint}`;
  link.ariaDescription = hint;
  if (isEdit) onEditKey(link, () => open(id));
  return link;
}

export function passkeyTable(passkeys: readonly EventPasskey[], open: (id: string) => void, menuOf: MenuOf): HTMLElement {
  if (passkeys.length === 0) return h('p', { className: 'hint' }, t('No passkeys yet'));
  const head = [t('Passkey'), t('Opens'), columnHead(t('Used'), 'number'), t('Until'), t('State')];
  const rows = passkeys.map((passkey) => [
    rowHead(nameOf(passkey, open, t('Edit the passkey')), 'name'),
    valueCell(passkey.opens),
    valueCell(passkey.used, 'number'),
    valueCell(passkey.until, 'day'),
    h('td', {}, passkey.state && stateTag(passkey.state)),
  ]);
  const made = table({ className: 'lines passkeys', head }, rows);
  asRows(made, listName('passkey'), (index) => passkeys[index] && menuOf(passkeys[index]));
  return h('div', { className: 'wide-table' }, made);
}
