// What was sold and what it brought: the figures and series of a bordero of any shape.
import { aliases, type Aliases } from '../../client/fields.ts';
import { contentOf } from '../../client/index.ts';
import { isObject, type JsonObject } from '../../client/replies.ts';
import type { Column, Figure, Report, Section, Value } from '../../protocol/report.ts';
import { leftoverSections } from './leftovers.ts';
import {
  allOf,
  asId,
  asNumber,
  asText,
  FieldReader,
  fieldOf,
  findBox,
  labelsOf,
  mostly,
  namingWith,
  rowsIn,
  sumOf,
  ticketNames,
  type FoundBox,
  type Naming,
  type Translate,
} from './report-reading.ts';

const lineAliases = aliases('lines rows details sales entries records');
/** Around lines, or around the one report that was asked for. */
const hitAliases = aliases('hits results');
const sessionListAliases = aliases('bysession persession sessions dates salespersession');
const ticketListAliases = aliases('byitem peritem byticket perticket bytype pertype items tickets types salesperticket');
const totalAliases = aliases('totals total summary sums overall result');
const currencyAliases = aliases('currency currencycode');
const eventAliases = aliases('event');
const nameAliases = aliases('name title label ticket tickettype item type itemname description');
const startAliases = aliases('startsat datetime startdate start date session name label');
const sessionIdAliases = aliases('sessionid eventdateid dateid session');
const ticketIdAliases = aliases('itemid ticketid typeid id');
const ownSessionAliases = aliases('sessionid eventdateid dateid session id');
const cancelledAliases = aliases('cancelled canceled cancelledcount canceledcount refunded');

/** In the order in which they are shown; all but the counts are amounts. */
const amountAliases = {
  price: aliases('price unitprice facevalue'),
  sold: aliases('quantity qty sold soldcount count ticketcount'),
  gross: aliases('gross grossamount grosstotal grossrevenue revenue bruto'),
  feeSale: aliases('feesale salefee buyerfee customerfee customertax conveniencefee'),
  feeProducer: aliases('feeproducer producerfee producertax'),
  fees: aliases('fees fee totalfees feestotal taxes tax'),
  net: aliases('net netamount nettotal netrevenue payout liquid liquido'),
} satisfies Record<string, Aliases>;
type AmountName = keyof typeof amountAliases;
type Amounts = Readonly<Record<AmountName, number | undefined>>;

const amountNames = Object.keys(amountAliases) as AmountName[];
const summed = amountNames.filter((name) => name !== 'price');
const known = {
  parts: allOf(lineAliases, sessionListAliases, ticketListAliases, totalAliases),
  values: allOf(hitAliases, ...summed.map((name) => amountAliases[name])),
};

interface BorderoOptions {
  readonly t: Translate;
  /** The currency of the environment, in which amounts are shown. */
  readonly currency: string;
  /** Only what was sold for this session. */
  readonly session?: string | undefined;
  readonly naming?: Naming | undefined;
}

interface Line extends Amounts {
  readonly name: string | undefined;
  readonly ticketId: string | undefined;
  readonly start: string | undefined;
  readonly sessionId: string | undefined;
}

/** What a reply says, with amounts in cents. */
interface Sales {
  readonly lines: readonly Line[];
  readonly sessions: readonly Line[];
  readonly tickets: readonly Line[];
  readonly totals: Amounts | undefined;
  readonly cancelled: number | undefined;
  readonly currency: string | undefined;
  readonly isDecimal: boolean;
  readonly left: readonly JsonObject[];
}

export function borderoOf(reply: unknown, options: BorderoOptions): Report {
  const sales = readSales(reply);
  const { t, session, naming = namingWith(new Map()) } = options;
  const scoped = inGroups(session === undefined ? sales : ofSession(sales, session), naming);
  return {
    figures: figuresOf(scoped, t),
    sections: [
      ...salesSections(scoped, t, session === undefined, naming.sharing),
      // What is left over is about the whole event.
      ...(session === undefined ? leftoverSections(sales.left, t) : []),
    ],
    notes: notesOf(sales, scoped, options),
  };
}

function readSales(reply: unknown): Sales {
  const { box, around } = boxOf(reply);
  const isDecimal = hasDecimals(reply);
  const list = (names: Aliases, id: Aliases) => box.take(names, (value) => readLines(value, isDecimal, id)) ?? [];
  const lines = list(allOf(lineAliases, hitAliases), sessionIdAliases);
  const sessions = list(sessionListAliases, ownSessionAliases);
  const tickets = list(ticketListAliases, sessionIdAliases);
  const totals = box.take(totalAliases, (value) => (isObject(value) ? new FieldReader(value) : undefined));
  const cancelled = totals?.take(cancelledAliases, asNumber) ?? box.take(cancelledAliases, asNumber);
  const own = takeAmounts(totals ?? box, isDecimal);
  const currency = box.take(currencyAliases, asText);
  // The event is named above the figures.
  box.take(eventAliases, (value) => value ?? undefined);
  const left = [box.left, ...(totals ? [totals.left] : []), around];
  return { lines, sessions, tickets, totals: hasAny(own) ? own : undefined, cancelled, currency, isDecimal, left };
}

/** A reply that is nothing but rows is one of lines. */
function boxOf(reply: unknown): FoundBox {
  const content = contentOf(reply);
  const isRows = Array.isArray(content) && content.length > 1;
  return isRows ? { box: new FieldReader({ lines: content }), around: {} } : findBox(reply, known);
}

function readLines(list: unknown, isDecimal: boolean, sessionIds: Aliases): Line[] | undefined {
  const rows = rowsIn(list, 'name', 'gross');
  const lines = rows?.map((row) => ({
    ...takeAmounts(new FieldReader(row), isDecimal),
    name: fieldOf(row, nameAliases, asText),
    ticketId: fieldOf(row, ticketIdAliases, asId),
    start: fieldOf(row, startAliases, asText),
    sessionId: fieldOf(row, sessionIds, asId),
  }));
  return lines && lines.length > 0 && mostly(lines, hasAny) ? lines : lines?.length === 0 ? lines : undefined;
}

function takeAmounts(box: FieldReader, isDecimal: boolean): Amounts {
  const take = (name: AmountName) => {
    const value = box.take(amountAliases[name], asNumber);
    return value === undefined || name === 'sold' ? value : isDecimal ? Math.round(value * 100) : value;
  };
  return Object.fromEntries(amountNames.map((name) => [name, take(name)])) as Amounts;
}

function hasAny(amounts: Amounts): boolean {
  return summed.some((name) => amounts[name] !== undefined);
}

const amountKeys = aliases(...amountNames.filter((name) => name !== 'sold').flatMap((name) => [...amountAliases[name].keys()]));

/** Amounts are cents; where one of them has a decimal sign, none of them is. */
export function hasDecimals(reply: unknown, depth = 0): boolean {
  if (typeof reply !== 'object' || reply === null || depth > 8) return false;
  return Object.entries(reply as JsonObject).some(([key, value]) => {
    if (typeof value === 'object') return hasDecimals(value, depth + 1);
    const isAmount = fieldOf({ [key]: value }, amountKeys, asNumber) !== undefined;
    return isAmount && (typeof value === 'string' ? value.includes('.') : !Number.isInteger(Number(value)));
  });
}

function ofSession(sales: Sales, session: string): Sales {
  const lines = sales.lines.filter(({ sessionId }) => sessionId === session);
  const totals = sales.sessions.find(({ sessionId }) => sessionId === session);
  return { ...sales, lines, sessions: [], tickets: [], totals, cancelled: undefined };
}

function inGroups(sales: Sales, naming: Naming): Sales {
  const ticketOf = ({ name, ticketId }: Line) => ({ name, id: ticketId });
  const nameOf = ticketNames([...sales.lines, ...sales.tickets].map(ticketOf), naming);
  const named = (line: Line) => ({ ...line, name: nameOf(ticketOf(line)) });
  return { ...sales, lines: sales.lines.map(named), tickets: sales.tickets.map(named) };
}

function totalsOf(lines: readonly Line[]): Amounts {
  return Object.fromEntries(amountNames.map((name) => [name, sumOf(lines.map((line) => line[name]))])) as Amounts;
}

/** The service's own totals, else the sums of the first list that there is. */
function bestTotals({ totals, lines, sessions, tickets }: Sales): Amounts {
  return totals ?? totalsOf([lines, tickets, sessions].find(({ length }) => length > 0) ?? []);
}

function figuresOf(sales: Sales, t: Translate): Figure[] {
  const totals = bestTotals(sales);
  const figures = amountColumns(summed, t).map(({ key, name, kind }) => ({ key, name, kind, value: totals[key] ?? null }));
  const cancelled = { key: 'cancelled', name: t('Cancelled'), kind: 'count' as const, value: sales.cancelled ?? null };
  return [...figures, cancelled].filter(({ value }) => value !== null);
}

interface AmountColumn extends Column {
  readonly key: AmountName;
}

function amountColumns(names: readonly AmountName[], t: Translate): AmountColumn[] {
  const titles: Record<AmountName, string> = {
    price: t('Price'),
    sold: t('Sold'),
    gross: t('Gross'),
    feeSale: t('Fees paid by customers'),
    feeProducer: t('Fees paid by the producer'),
    fees: t('Fees'),
    net: t('Net'),
  };
  return names.map((key) => ({ key, name: titles[key], kind: key === 'sold' ? 'count' : 'money' }));
}

function salesSections(sales: Sales, t: Translate, isWhole: boolean, sharing: ReadonlySet<string>): Section[] {
  const { lines } = sales;
  const tickets = sales.tickets.length > 0 ? sales.tickets : grouped(lines, ({ ticketId, name }) => ticketId ?? name);
  const bySession = grouped(lines, ({ sessionId, start }) => sessionId ?? start);
  const sessions = sales.sessions.length > 0 ? sales.sessions : bySession;
  return [
    ...section('perTicket', t('Sales per ticket'), [ticketLabels(tickets, t, sharing)], tickets, summed, t),
    ...(isWhole ? section('perSession', t('Sales per session'), [sessionLabels(sessions, t)], sessions, summed, t) : []),
    ...section('lines', t('All lines'), [sessionTexts(lines, t), ticketTexts(lines, t)], lines, amountNames, t),
  ];
}

function grouped(lines: readonly Line[], keyOf: (line: Line) => string | undefined): Line[] {
  const known = lines.filter((line) => keyOf(line) !== undefined);
  return [...Map.groupBy(known, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, ...totalsOf(group) }] : [];
  });
}

interface LabelColumn extends Column {
  readonly values: readonly Value[];
}

function ticketLabels(lines: readonly Line[], t: Translate, sharing: ReadonlySet<string>): LabelColumn {
  const tickets = lines.map(({ name, ticketId }) => ({ label: name, id: ticketId }));
  return { name: t('Ticket'), ...labelsOf(tickets, sharing) };
}

function sessionLabels(lines: readonly Line[], t: Translate): LabelColumn {
  return { name: t('Session'), ...labelsOf(lines.map(({ start, sessionId }) => ({ label: start, id: sessionId }))) };
}

/** As they stand: in a list of all lines, what is there twice is meant. */
function ticketTexts(lines: readonly Line[], t: Translate): LabelColumn {
  return { name: t('Ticket'), kind: 'text', values: lines.map(({ name, ticketId }) => name ?? ticketId ?? null) };
}

function sessionTexts(lines: readonly Line[], t: Translate): LabelColumn {
  return { name: t('Session'), kind: 'time', values: lines.map(({ start, sessionId }) => start ?? sessionId ?? null) };
}

/** None without rows; only the amounts that a row has. What can be drawn is drawn, unless two columns are needed to name a row. */
function section(
  key: string,
  title: string,
  labels: readonly LabelColumn[],
  lines: readonly Line[],
  names: readonly AmountName[],
  t: Translate,
): Section[] {
  if (lines.length === 0) return [];
  const amounts = amountColumns(
    names.filter((name) => lines.some((line) => line[name] !== undefined)),
    t,
  );
  const drawn = (['gross', 'net'] as const).map((name) => amounts.findIndex((column) => column.key === name));
  const money = drawn.filter((place) => place >= 0);
  const places = money.length > 0 ? money : amounts.length > 0 ? [0] : [];
  const shown: Section = {
    key,
    title,
    columns: [...labels, ...amounts].map(({ name, kind }) => ({ name, kind })),
    rows: lines.map((line, index) => [
      ...labels.map(({ values }) => values[index] ?? null),
      ...amounts.map((column) => line[column.key] ?? null),
    ]),
  };
  if (labels.length > 1 || places.length === 0) return [shown];
  return [{ ...shown, chart: { columns: places.map((place) => place + labels.length), isTime: false } }];
}

function notesOf(sales: Sales, scoped: Sales, { t, currency, session }: BorderoOptions): string[] {
  const isMissing = session !== undefined && scoped.lines.length === 0 && !scoped.totals;
  const theirs = sales.currency ?? currency;
  const isOther = theirs.toUpperCase() !== currency.toUpperCase();
  return [
    isMissing ? t('The reply names nothing that was sold for this session.') : '',
    isOther ? t('The service says {0}; amounts are shown in {1}, as the environment is set.', theirs, currency) : '',
    sales.isDecimal ? t('The amounts of this reply have decimals, and are not taken for cents.') : '',
    addsUp(scoped) ? '' : t('The lines do not add up to the totals that the service gives.'),
  ].filter(Boolean);
}

/** Whether the lines are the parts of the totals, as far as both are known. */
function addsUp({ totals, lines }: Sales): boolean {
  if (!totals || lines.length === 0) return true;
  const sums = totalsOf(lines);
  return summed.every((name) => totals[name] === undefined || sums[name] === undefined || totals[name] === sums[name]);
}
