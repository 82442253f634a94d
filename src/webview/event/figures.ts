// What was sold, what is left and who came in: as tiles, and for each session as a bar beside its numbers.
import type { EventFigure, EventSession, SessionCounts, ShownValue } from '../../protocol/event.ts';
import { columnHead, h, replaceChildren, rowHead, svg, table } from '../kit/dom.ts';
import { countText, t } from '../kit/l10n.ts';
import { stateTag } from '../kit/head.ts';
import { nameOf, shown, valueCell } from './lists.ts';
import { asRows, listName, type MenuOf } from './rows.ts';

const tileNames = ['sold', 'left', 'gross', 'entered'] as const;
export type TileName = (typeof tileNames)[number];

/** Each is filled by a read of its own. */
export function tiles() {
  const labels: Record<TileName, string> = { sold: t('Sold'), left: t('Left'), gross: t('Gross'), entered: t('Entered') };
  const made = tileNames.map((name) => ({ name, place: h('dd', {}, h('span', { className: 'hint' }, t('Loading…'))) }));
  const pairs = made.map(({ name, place }) => h('div', {}, h('dt', {}, labels[name]), place));
  const show = (wanted: TileName, { value, note }: EventFigure) => {
    const place = made.find(({ name }) => name === wanted)?.place;
    if (!place) return;
    replaceChildren(place, shown(value), note !== '' && h('small', { className: 'hint' }, note));
  };
  return { element: h('dl', { className: 'tiles' }, pairs), show };
}

interface NotCounted {
  readonly why: string;
}

/** What a report says of the sessions; why it says nothing; or nothing yet. */
export type Counts = SessionCounts | NotCounted | undefined;

const isReason = (counts: SessionCounts | NotCounted): counts is NotCounted => typeof counts.why === 'string';

function countsIn(counts: Counts, id: string): SessionCounts[string] {
  return counts && !isReason(counts) && Object.hasOwn(counts, id) ? (counts[id] ?? {}) : {};
}

interface CountedSession extends EventSession {
  readonly sold: number | undefined;
  readonly entered: number | undefined;
}

/** Both reports may say how many were sold. */
export function sessionTable(
  sessions: readonly EventSession[],
  { sales, entries }: { readonly sales: Counts; readonly entries: Counts },
  open: (id: string) => void,
  menuOf: MenuOf,
): HTMLElement {
  if (sessions.length === 0) return h('p', { className: 'hint' }, t('No sessions yet'));
  const rows = sessions.map((session): CountedSession => {
    const { id = '' } = session;
    const came = countsIn(entries, id);
    return { ...session, sold: countsIn(sales, id).sold ?? came.sold, entered: came.entered };
  });
  const scale = Math.max(0, ...rows.flatMap(({ capacity = 0, sold = 0, entered = 0 }) => [capacity, sold, entered]));
  const hasCapacity = rows.some(({ capacity }) => capacity !== undefined);
  const head = [
    t('Session'),
    t('State'),
    columnHead(t('Sold'), 'number'),
    columnHead(t('Entered'), 'number'),
    scale > 0 && h('th', { scope: 'col', className: 'line' }, legend(hasCapacity, scale)),
  ];
  const cells = rows.map((row) => [
    rowHead(nameOf(row, open, t('Show the tickets of the session'), false), 'name'),
    h('td', {}, row.state && stateTag(row.state)),
    valueCell(orReason(soldText(row), [sales, entries]), 'number'),
    valueCell(orReason(enteredText(row), [entries]), 'number'),
    scale > 0 && h('td', { className: 'line' }, sessionBar(row, scale)),
  ]);
  const made = table({ className: 'lines sessions', head }, cells);
  asRows(made, listName('session'), (index) => rows[index] && menuOf(rows[index]));
  return h('div', { className: 'wide-table' }, made);
}

function orReason(text: string | undefined, from: readonly Counts[]): ShownValue {
  if (text !== undefined) return text;
  if (from.includes(undefined)) return '…';
  const [why] = from.flatMap((each) => (each && isReason(each) ? [each.why] : []));
  return { why: why ?? t('The reports do not name this session.') };
}

function soldText({ sold, capacity }: CountedSession): string | undefined {
  if (sold === undefined || capacity === undefined) return sold === undefined ? undefined : countText(sold);
  return t('{0} of {1}', countText(sold), countText(capacity));
}

/** No share of a session that is yet to begin, unless its doors are open. */
function enteredText({ entered, sold, isAhead }: CountedSession): string | undefined {
  if (entered === undefined || !sold || (isAhead && entered === 0)) return entered === undefined ? undefined : countText(entered);
  return t('{0} ({1}%)', countText(entered), Math.round((entered / sold) * 100));
}

const width = 1000;
const height = 10;

/** All sessions on one scale; what it shows stands beside it in numbers. */
function sessionBar({ capacity, sold, entered }: CountedSession, scale: number): SVGElement {
  const bar = (name: string, count: number | undefined) =>
    count === undefined ? [] : [svg('rect', { class: name, x: 0, y: 1, width: (count / scale) * width, height: height - 2 })];
  const box = { 'class': 'sold-bar', 'viewBox': `0 0 ${width} ${height}`, 'preserveAspectRatio': 'none', 'aria-hidden': 'true' };
  return svg('svg', box, ...bar('capacity', capacity), ...bar('sold', sold), ...bar('entered', entered));
}

function legend(hasCapacity: boolean, scale: number): HTMLElement {
  const entry = (name: string, text: string) => {
    const sign = svg('svg', { 'class': 'sold-bar', 'viewBox': '0 0 10 10', 'aria-hidden': 'true' });
    sign.append(svg('rect', { class: name, x: 1, y: 1, width: 8, height: 8 }));
    return h('span', {}, sign, ' ', text);
  };
  const entries = [entry('entered', t('Entered')), entry('sold', t('Sold')), hasCapacity && entry('capacity', t('Capacity'))];
  const hint = h('span', { className: 'hint' }, t('one scale, up to {0}', countText(scale)));
  return h('span', { className: 'legend' }, entries, hint);
}
