// What was sold and what it brought: the figures and series of a bordero of any shape.
import { centsOf, contentOf, type AmountUnit } from '../../client/index.ts';
import { l10nKey, type Translate } from '../../client/l10n.ts';
import type { Column, Figure, Report, Section } from '../../protocol/report.ts';
import {
  aliases,
  asId,
  asLine,
  asNumber,
  asObject,
  fieldIn,
  isObject,
  type Aliases,
  type JsonObject,
} from '../reading/fields.ts';
import {
  allOf,
  FieldReader,
  findReport,
  inGroups,
  labelsOf,
  leftoverSections,
  mostly,
  inOrder,
  namingWith,
  rowsIn,
  sectionOf,
  sumOf,
} from './report-reading.ts';
import type { FilledColumn, FoundReport, Naming, Ticket } from './report-reading.ts';

const lineAliases = aliases('lines rows details sales entries records');
/** Around lines, or around the one report that was asked for. */
const hitAliases = aliases('hits results');
const sessionListAliases = aliases('bysession persession sessions dates salespersession');
const ticketListAliases = aliases('byitem peritem byticket perticket bytype pertype items tickets types salesperticket');
const totalAliases = aliases('totals total summary sums overall result');
const currencyAliases = aliases('currency currencycode');
const eventAliases = aliases('event');
const nameAliases = aliases('name title label ticket tickettype item type itemname description');
/** What a line may have instead of the name and the id of its ticket. */
const ticketAliases = aliases('item ticket tickettype');
const ticketNameAliases = aliases('name title label');
const startAliases = aliases('startsat datetime startdate start date session');
/** What a session may be called by; the name of a line is that of its ticket. */
const sessionNameAliases = aliases('name label');
const sessionIdAliases = aliases('sessionid eventdateid dateid session');
const ticketIdAliases = aliases('itemid ticketid typeid id');
const ownSessionAliases = aliases('sessionid eventdateid dateid session id');
const cancelledAliases = aliases('cancelled canceled cancelledcount canceledcount refunded');

/** In the order in which they are shown; all but the counts are amounts. */
const amountFields = {
  price: [l10nKey('Price'), aliases('price unitprice facevalue')],
  sold: [l10nKey('Sold'), aliases('quantity qty sold soldcount count ticketcount')],
  gross: [l10nKey('Gross'), aliases('gross grossamount grosstotal grossrevenue revenue bruto')],
  feeSale: [l10nKey('Fees paid by customers'), aliases('feesale salefee buyerfee customerfee customertax conveniencefee')],
  feeProducer: [l10nKey('Fees paid by the producer'), aliases('feeproducer producerfee producertax')],
  fees: [l10nKey('Fees'), aliases('fees fee totalfees feestotal taxes tax servicefee servicefees platformfee')],
  net: [l10nKey('Net'), aliases('net netamount nettotal netrevenue payout liquid liquido')],
} satisfies Record<string, readonly [title: string, names: Aliases]>;
type AmountName = keyof typeof amountFields;
type Amounts = Readonly<Record<AmountName, number | undefined>>;

const amountNames = Object.keys(amountFields) as AmountName[];
const aliasesOf = (names: readonly AmountName[]) => allOf(...names.map((name) => amountFields[name][1]));
const summed = amountNames.filter((name) => name !== 'price');
const known = {
  parts: allOf(lineAliases, sessionListAliases, ticketListAliases, totalAliases),
  values: allOf(hitAliases, aliasesOf(summed)),
};

interface BorderoOptions {
  readonly t: Translate;
  /** The currency of the environment, in which amounts are shown. */
  readonly currency: string;
  /** Only what was sold for this session. */
  readonly session?: string | undefined;
  readonly naming?: Naming | undefined;
  /** In what the environment's reports give amounts, where it is known. */
  readonly unit?: AmountUnit | undefined;
}

/** What was sold of a ticket, for a session. */
interface Line extends Amounts, Ticket {
  readonly start: string | undefined;
  readonly sessionId: string | undefined;
}

/** What a reply says, with amounts in cents where their unit is known. */
interface Sales {
  readonly lines: readonly Line[];
  readonly sessions: readonly Line[];
  readonly tickets: readonly Line[];
  readonly totals: Amounts | undefined;
  readonly cancelled: number | undefined;
  readonly currency: string | undefined;
  /** In what the reply gives its amounts; undefined where that is not known, and they are what the reply has. */
  readonly unit: AmountUnit | undefined;
  readonly left: readonly JsonObject[];
}

export function borderoOf(reply: unknown, options: BorderoOptions): Report {
  const sales = readSales(reply, options.unit);
  const { t, session, naming = namingWith() } = options;
  const scoped = withGroups(session === undefined ? sales : ofSession(sales, session), naming);
  return {
    figures: figuresOf(scoped, t),
    sections: [
      ...salesSections(scoped, t, session === undefined, naming),
      // What is left over is about the whole event.
      ...(session === undefined ? leftoverSections(sales.left, t) : []),
    ],
    notes: notesOf(sales, scoped, options),
  };
}

function readSales(reply: unknown, known: AmountUnit | undefined): Sales {
  const { fields, around } = fieldsOf(reply);
  const unit = known ?? (hasDecimals(reply) ? 'decimals' : undefined);
  const list = (names: Aliases, ids: Aliases, starts: Aliases) =>
    fields.take(names, (value) => readLines(value, unit, ids, starts)) ?? [];
  const lines = list(allOf(lineAliases, hitAliases), sessionIdAliases, startAliases);
  const sessions = list(sessionListAliases, ownSessionAliases, allOf(startAliases, sessionNameAliases));
  const tickets = list(ticketListAliases, sessionIdAliases, startAliases);
  const totals = fields.take(totalAliases, (value) => (isObject(value) ? new FieldReader(value) : undefined));
  const cancelled = totals?.take(cancelledAliases, asNumber) ?? fields.take(cancelledAliases, asNumber);
  const own = takeAmounts(totals ?? fields, unit);
  const currency = fields.take(currencyAliases, asLine);
  // The event is named above the figures.
  fields.take(eventAliases, (value) => value ?? undefined);
  const left = [fields.left, ...(totals ? [totals.left] : []), around];
  return { lines, sessions, tickets, totals: hasAny(own) ? own : undefined, cancelled, currency, unit, left };
}

/** A reply that is nothing but rows is one of lines. */
function fieldsOf(reply: unknown): FoundReport {
  const content = contentOf(reply);
  const isRows = Array.isArray(content) && content.length > 1;
  return isRows ? { fields: new FieldReader({ lines: content }), around: {} } : findReport(reply, known);
}

function readLines(list: unknown, unit: AmountUnit | undefined, sessionIds: Aliases, starts: Aliases): Line[] | undefined {
  const rows = rowsIn(list, 'name', 'gross');
  const ticketOf = (row: JsonObject) => fieldIn(row, ticketAliases, asObject);
  const lines = rows?.map((row) => ({
    ...takeAmounts(new FieldReader(row), unit),
    name: fieldIn(row, nameAliases, asLine) ?? fieldIn(ticketOf(row), ticketNameAliases, asLine),
    id: fieldIn(row, ticketIdAliases, asId) ?? asId(ticketOf(row)),
    start: fieldIn(row, starts, asLine),
    sessionId: fieldIn(row, sessionIds, asId),
  }));
  return lines && mostly(lines, hasAny) ? lines : undefined;
}

function takeAmounts(fields: FieldReader, unit: AmountUnit | undefined): Amounts {
  const read = (name: AmountName) =>
    name === 'sold' || unit === undefined ? asNumber : (value: unknown) => centsOf(value, unit);
  const take = (name: AmountName) => fields.take(amountFields[name][1], read(name));
  return Object.fromEntries(amountNames.map((name) => [name, take(name)])) as Amounts;
}

function hasAny(amounts: Amounts): boolean {
  return summed.some((name) => amounts[name] !== undefined);
}

const amountKeys = aliasesOf(amountNames.filter((name) => name !== 'sold'));

/** Where one amount has a decimal sign, none of them is in cents. */
function hasDecimals(reply: unknown, depth = 0): boolean {
  if (typeof reply !== 'object' || reply === null || depth > 8) return false;
  return Object.entries(reply as JsonObject).some(([key, value]) => {
    if (typeof value === 'object') return hasDecimals(value, depth + 1);
    const isAmount = fieldIn({ [key]: value }, amountKeys, asNumber) !== undefined;
    return isAmount && (typeof value === 'string' ? value.includes('.') : !Number.isInteger(Number(value)));
  });
}

function ofSession(sales: Sales, session: string): Sales {
  const lines = sales.lines.filter(({ sessionId }) => sessionId === session);
  const totals = sales.sessions.find(({ sessionId }) => sessionId === session);
  return { ...sales, lines, sessions: [], tickets: [], totals, cancelled: undefined };
}

function withGroups(sales: Sales, naming: Naming): Sales {
  const { length } = sales.lines;
  const named = inGroups([...sales.lines, ...sales.tickets], naming);
  return { ...sales, lines: named.slice(0, length), tickets: named.slice(length) };
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
  const figures = amountColumns(summed, t, sales.unit).map(({ key, name, kind }) => ({
    key,
    name,
    kind,
    value: totals[key] ?? null,
  }));
  const cancelled = { key: 'cancelled', name: t('Cancelled'), kind: 'count' as const, value: sales.cancelled ?? null };
  return [...figures, cancelled].filter(({ value }) => value !== null);
}

interface AmountColumn extends Column {
  readonly key: AmountName;
}

/** What has no known unit is shown as a number. */
function amountColumns(names: readonly AmountName[], t: Translate, unit: AmountUnit | undefined): AmountColumn[] {
  return names.map((key) => {
    const [title] = amountFields[key];
    return { key, name: t(title), kind: key === 'sold' || unit === undefined ? 'count' : 'money' };
  });
}

function salesSections(sales: Sales, t: Translate, isWhole: boolean, naming: Naming): Section[] {
  const { unit } = sales;
  const ofSessions = [...Map.groupBy(sales.lines, ({ sessionId, start }) => sessionId ?? start).values()];
  const parts = ofSessions.map((part) => inOrder(part, naming));
  // One session after the other, each with its sums.
  const lines = parts.flat();
  const tickets = inOrder(sales.tickets.length > 0 ? sales.tickets : grouped(lines, ({ id, name }) => id ?? name), naming);
  const sessions = sessionsIn(sales);
  const ticketLabels = { name: t('Ticket'), ...labelsOf(tickets, naming.sharing) };
  const sessionLabels = {
    name: t('Session'),
    ...labelsOf(sessions.map(({ start, sessionId }) => ({ name: start, id: sessionId }))),
  };
  // As they stand: in a list of all lines, what is there twice is meant.
  const lineLabels: FilledColumn[] = [
    { name: t('Session'), kind: 'time', values: lines.map(({ start, sessionId }) => start ?? sessionId ?? null) },
    { name: t('Ticket'), kind: 'text', values: lines.map(({ name, id }) => name ?? id ?? null) },
  ];
  return [
    ...section('perTicket', t('Sales per ticket'), [ticketLabels], [tickets], amountColumns(summed, t, unit), t),
    ...(isWhole
      ? section('perSession', t('Sales per session'), [sessionLabels], [sessions], amountColumns(summed, t, unit), t)
      : []),
    ...section('lines', t('All lines'), lineLabels, parts, amountColumns(amountNames, t, unit), t).map((made) => ({
      ...made,
      isGrouped: true as const,
    })),
  ];
}

function sessionsIn({ lines, sessions }: Sales): readonly Line[] {
  return sessions.length > 0 ? sessions : grouped(lines, ({ sessionId, start }) => sessionId ?? start);
}

/** How many were sold for each session that the reply names. */
export function soldPerSession(reply: unknown) {
  return sessionsIn(readSales(reply, undefined)).map(({ sessionId, start, sold }) => ({ id: sessionId, start, sold }));
}

function grouped(lines: readonly Line[], keyOf: (line: Line) => string | undefined): Line[] {
  const known = lines.filter((line) => keyOf(line) !== undefined);
  return [...Map.groupBy(known, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, ...totalsOf(group) }] : [];
  });
}

/** Under each of several parts with more than a line its sums, and under all of them the total; a price is not added up. */
function sumsOf(
  parts: readonly (readonly Line[])[],
  names: readonly AmountName[],
  labels: number,
  t: Translate,
): Section['sums'] {
  const rowOf = (name: string, lines: readonly Line[], after: number) => {
    const sums = totalsOf(lines);
    const amounts = names.map((each) => (each === 'price' ? null : (sums[each] ?? null)));
    return { after, name, values: [...Array.from({ length: labels }, () => null), ...amounts] };
  };
  const all = parts.flat();
  let after = 0;
  const subtotals = parts.flatMap((lines) => {
    after += lines.length;
    return parts.length > 1 && lines.length > 1 ? [rowOf(t('Subtotal'), lines, after)] : [];
  });
  return all.length > 1 ? [...subtotals, rowOf(t('Total'), all, all.length)] : [];
}

/** None without rows; only the amounts that a row has. What can be drawn is drawn, unless two columns are needed to name a row. */
function section(
  key: string,
  title: string,
  labels: readonly FilledColumn[],
  parts: readonly (readonly Line[])[],
  columns: readonly AmountColumn[],
  t: Translate,
): Section[] {
  const lines = parts.flat();
  if (lines.length === 0) return [];
  const filled = columns.filter(({ key: name }) => lines.some((line) => line[name] !== undefined));
  const given = filled.map((column) => column.key);
  const amounts = filled.map((column) => ({ ...column, values: lines.map((line) => line[column.key]) }));
  const money = [given.indexOf('gross'), given.indexOf('net')].filter((index) => index >= 0);
  const indexes = money.length > 0 ? money : [0];
  const isDrawn = labels.length === 1 && given.length > 0;
  const chart = { columns: indexes.map((index) => index + 1), isTime: false };
  const made = sectionOf(key, title, [...labels, ...amounts], isDrawn ? chart : undefined);
  return [{ ...made, sums: sumsOf(parts, given, labels.length, t) }];
}

function notesOf(sales: Sales, scoped: Sales, { t, currency, session }: BorderoOptions): string[] {
  const isMissing = session !== undefined && scoped.lines.length === 0 && !scoped.totals;
  const theirs = sales.currency ?? currency;
  const isOther = theirs.toUpperCase() !== currency.toUpperCase();
  return [
    isMissing ? t('The reply names nothing that was sold for this session.') : '',
    isOther ? t('The service says {0}; amounts are shown in {1}, as the environment is set.', theirs, currency) : '',
    sales.unit === undefined
      ? t('In what the amounts of this reply are given is not known: they are shown as the service sends them.')
      : '',
    addsUp(scoped) ? '' : t('The lines do not add up to the totals that the service gives.'),
  ].filter(Boolean);
}

/** Whether the lines are the parts of the totals, as far as both are known. */
function addsUp({ totals, lines }: Sales): boolean {
  if (!totals || lines.length === 0) return true;
  const sums = totalsOf(lines);
  return summed.every((name) => totals[name] === undefined || sums[name] === undefined || totals[name] === sums[name]);
}
