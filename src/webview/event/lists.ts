// The items and the passkeys of an event; and when each item is sold, as thin bars on one time line.
import type { AttentionRow, EventItem, EventPasskey, ShownValue, SoldItems } from '../../protocol/event.ts';
import type { CellTexts, EditedCell, EditedField } from '../../protocol/item-edit.ts';
import { columnHead, h, rowHead, svg, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { stateTag } from '../kit/head.ts';
import { countText, currentLanguage, t } from '../kit/l10n.ts';
import { editHint } from '../kit/cell-field.ts';
import { asRows, listName, type MenuOf } from './rows.ts';

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
  if (id === undefined) return h('span', {}, label);
  const link = button(label, () => open(id), 'quiet');
  link.title = hint;
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

/** What is of this event, and what is of others that are pinned, where there is any. */
export function attentionTables(rows: readonly AttentionRow[], open: (index: number) => void): Node[] {
  const all = rows.map((row, index) => ({ ...row, index }));
  const own = all.filter(({ event }) => event === undefined);
  const others = all.filter(({ event }) => event !== undefined);
  return [
    own.length > 0
      ? attentionTable(own, open)
      : h('p', { className: 'hint' }, t('Nothing that was looked at in this event needs attention.')),
    ...(others.length > 0 ? [h('h3', {}, t('Other pinned events')), attentionTable(others, open)] : []),
  ];
}

function attentionTable(
  rows: readonly (AttentionRow & { readonly index: number })[],
  open: (index: number) => void,
): HTMLElement {
  const hasEvent = rows.some(({ event }) => event !== undefined);
  const head = [t('Name'), hasEvent && t('Event'), t('What'), t('Details')];
  const cells = rows.map(({ what, detail, label, event, index }) => [
    rowHead(
      nameOf({ id: String(index), label }, () => open(index), t('Open it')),
      'name',
    ),
    event,
    h('td', {}, h('span', { className: 'tag warning' }, h('span', { className: 'sign', ariaHidden: 'true' }, '▲'), what)),
    detail,
  ]);
  const made = table({ className: 'lines attention', head }, cells);
  asRows(made, hasEvent ? t('Other pinned events') : t('Needs attention'));
  return h('div', { className: 'wide-table' }, made);
}

interface TimeLine {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** From the first sale to the last; nothing where no item says when it is sold. */
function timeLineOf(items: readonly EventItem[], now: number): TimeLine | undefined {
  const moments = items.flatMap(({ periods }) => periods.flatMap(({ from, to }) => [from ?? to ?? now, to ?? from ?? now]));
  if (moments.length === 0) return undefined;
  const all = { from: Math.min(...moments), to: Math.max(...moments) };
  return all.from === all.to ? { from: all.from - 1, to: all.to + 1, now } : { ...all, now };
}

const width = 1000;
const height = 10;

/** The same stands beside it in words, so that nobody needs the picture. */
function saleBar({ periods, states }: EventItem, line: TimeLine): SVGElement {
  const open = states.some(({ tone }) => tone === 'soldOut') ? 'bar sold-out' : 'bar';
  const x = (moment: number) => shareOf(line, moment) * width;
  const bars = periods.map(({ from = line.from, to = line.to }) =>
    svg('rect', {
      class: to < line.now ? 'bar past' : open,
      x: x(from),
      y: 2,
      width: Math.max(4, x(to) - x(from)),
      height: height - 4,
    }),
  );
  const box = { 'class': 'sale-bar', 'viewBox': `0 0 ${width} ${height}`, 'preserveAspectRatio': 'none', 'aria-hidden': 'true' };
  return svg('svg', box, ...bars);
}

function shareOf({ from, to }: TimeLine, moment: number): number {
  return (moment - from) / (to - from);
}

function hasNow({ from, to, now }: TimeLine): boolean {
  return now > from && now < to;
}

/** What the two ends of the line are, and where today is. */
function lineEnds(line: TimeLine): HTMLElement {
  const yearOf = (moment: number) => new Date(moment).getFullYear();
  const day = (moment: number) =>
    new Date(moment).toLocaleDateString(currentLanguage(), {
      ...{ day: 'numeric', month: 'short' },
      ...(yearOf(moment) === yearOf(line.now) ? {} : { year: 'numeric' }),
    });
  const ends = [line.from, line.to].map(day);
  return h(
    'span',
    { ariaLabel: t('{0} to {1}', ...ends), role: 'img' },
    h(
      'span',
      { className: 'ends' },
      ends.map((end) => h('span', {}, end)),
    ),
    hasNow(line) && todayMark(shareOf(line, line.now)),
  );
}

/** The word moves back by as much of itself, so that it stays inside at either end; the line below it goes through all rows. */
function todayMark(share: number): HTMLElement {
  const word = h('span', { className: 'today' }, t('Today'));
  const through = h('span', { className: 'now-line' });
  word.style.left = through.style.left = `${share * 100}%`;
  word.style.transform = `translateX(${-share * 100}%)`;
  return h('span', { className: 'now' }, word, through);
}
