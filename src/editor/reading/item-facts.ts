// What a row says of a ticket item, of a ticket of a session, and of what belongs to an item. Items come as the one reader gives them.
import { contentOf, labelOf, sessionsOf, type AmountKind } from '../../client/index.ts';
import { ownText } from '../../client/fields.ts';
import type { State } from '../../protocol/record-head.ts';
import { present, type Status, type Tools } from './event-facts.ts';
import {
  arrayIn,
  asNumber,
  asText,
  isObject,
  numberIn,
  objectIn,
  textIn,
  aliases,
  type Badge,
  type Facts,
  type JsonObject,
} from './fields.ts';
import { isCalledGroup } from '../../records/item-groups.ts';

type FactName = 'values' | 'salePeriod' | 'itemAttributes' | 'triggers' | 'attribute' | 'notKnown';

/** One line about a record. */
export interface Fact {
  readonly fact: FactName;
  /** The attribute's own name, when a trigger fires, or what is not known. */
  readonly name?: string | undefined;
  readonly value: unknown;
}

/** How many are left, in the place of how many there are: for showing, and never to be written. */
const leftAliases = aliases('left remaining stock');
const quantityAliases = aliases('quantity total capacity');
const statusAliases = aliases('status state');
const feeAliases = aliases('feesale tax fee');
const triggerAliases = aliases('triggers');
const actionAliases = aliases('action');

export interface Period {
  readonly start: string | undefined;
  readonly finish: string | undefined;
  readonly left: number | undefined;
}

function fieldIn(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Undefined where the service does not show them. */
function periodsOf(value: unknown): readonly unknown[] | undefined {
  const periods = fieldIn(value, 'salePeriods');
  return Array.isArray(periods) ? periods : undefined;
}

function readPeriod(value: unknown): Period {
  return {
    start: asText(fieldIn(value, 'start')),
    finish: asText(fieldIn(value, 'finish')),
    left: asNumber(fieldIn(value, 'available')) ?? numberIn(value, leftAliases),
  };
}

/** As it came: what it is worth is the dialect's to say. */
function priceOf(value: unknown): unknown {
  return fieldIn(fieldIn(value, 'value'), 'price') ?? undefined;
}

/** What a page says of how an item is sold: `first` and `last` are the ends of all its periods, `when` says each of them. */
export function itemSale(value: unknown, tools: Tools) {
  const sale = readSale(value, tools);
  const { periods } = sale;
  return {
    ...sale,
    first: first(periods.map(({ start }) => start)),
    last: last(periods.map(({ finish }) => finish)),
    when: periods.map((period) => rangeText(period, tools)).join('; '),
    quantity: numberIn(value, quantityAliases),
    /** False where the service does not show when it is sold. */
    hasPeriods: periodsOf(value) !== undefined,
  };
}

type SaleState = 'archived' | 'soldOut' | 'over' | 'open' | 'ahead' | 'noPeriod' | 'noQuantity' | 'unavailable' | 'hidden';

/** In which state an item is, the same wherever it is shown: what a buyer meets now, and whether it is hidden. */
export function saleStates(
  value: unknown,
  isGroup: boolean,
  tools: Tools,
): { readonly state: SaleState; readonly word: string }[] {
  const states = [buyerState(value, isGroup, tools), fieldIn(value, 'hidden') === true ? ('hidden' as const) : undefined];
  return states.flatMap((state) => (state === undefined ? [] : [{ state, word: stateWord(state, tools.t) }]));
}

/** Only a number that the service shows says that something is sold out. A group is sold by what is in it. */
function buyerState(value: unknown, isGroup: boolean, { formats }: Tools): SaleState | undefined {
  const periods = salesOf(value);
  const open = periods.filter((period) => isOpen(period, formats));
  const status = textIn(value, statusAliases)?.toLowerCase();
  const { state } = saleWindow(periods, formats);
  if (fieldIn(value, 'archived') === true) return 'archived';
  if (status === 'soldout') return 'soldOut';
  // What is left of a sale that is over is of no use to who buys now.
  if (leftToSell(value, open.length > 0 ? open : periods) === 0)
    return numberIn(value, quantityAliases) === 0 ? 'noQuantity' : 'soldOut';
  if (state === 'over' || state === 'ahead') return state;
  if (!isGroup && periodsOf(value)?.length === 0) return 'noPeriod';
  // That nothing can be bought does not say why.
  if (!isGroup && (status === 'unavailable' || (fieldIn(value, 'available') === false && priceOf(value) !== undefined)))
    return 'unavailable';
  return state === 'open' ? 'open' : undefined;
}

function stateWord(state: SaleState, t: Tools['t']): string {
  switch (state) {
    case 'archived':
      return t('archived');
    case 'soldOut':
      return t('sold out');
    case 'over':
      return t('sale ended');
    case 'open':
      return t('on sale');
    case 'ahead':
      return t('sale not started');
    case 'noPeriod':
      return t('no sale period');
    case 'noQuantity':
      return t('no quantity set');
    case 'unavailable':
      return t('unavailable');
    case 'hidden':
      return t('hidden');
  }
}

function readSale(value: unknown, { formats }: Tools) {
  const periods = salesOf(value);
  const left = leftToSell(value, periods);
  const { state, edge } = saleWindow(periods, formats);
  return {
    price: priceOf(value),
    left,
    periods,
    state,
    edge,
    isOver: state === 'over',
    isHidden: fieldIn(value, 'hidden') === true,
    isArchived: fieldIn(value, 'archived') === true,
  };
}

/** `kind`: where its price was read. */
export function itemFacts(value: unknown, tools: Tools, kind: AmountKind = 'items', isGroup = isCalledGroup(value)): Facts {
  const { t, formats } = tools;
  const { price, left, periods, state, edge } = readSale(value, tools);
  const quantity = numberIn(value, quantityAliases);
  const stock = left !== undefined && left > 0 ? t('{0} left', formats.count(left)) : undefined;
  const states = saleStates(value, isGroup, tools);
  const [main] = states.filter((each) => each.state !== 'hidden');
  const isDated = main?.state === 'open' || main?.state === 'ahead';
  const parts = present([
    price === undefined ? undefined : formats.amount(price, kind),
    // The day beside it says these two.
    isDated ? stock : (main?.word ?? stock),
    edge && (state === 'ahead' ? t('from {0}', edge) : t('until {0}', edge)),
    ...states.filter((each) => each.state === 'hidden').map(({ word }) => word),
  ]);
  const lines = () =>
    present([
      asText(fieldIn(value, 'description')),
      price === undefined ? undefined : t('Price: {0}', formats.amount(price, kind)),
      stock && (quantity ? t('Stock: {0} of {1}', stock, formats.count(quantity)) : t('Stock: {0}', stock)),
      ...periods.map((period) => t('Sale: {0}', rangeText(period, { t, formats }))),
    ]);
  return { parts, lines, badge: states.map((each) => badges[each.state]).find((badge) => badge !== undefined) };
}

const sessionListAliases = aliases('sessions eventdates sessiondates sessionids dates');

/** The service shows the list of its sessions, and it is empty; where it shows none, nothing is known of them. */
export function hasNoSession(value: unknown): boolean {
  return arrayIn(value, sessionListAliases)?.length === 0;
}

function salesOf(value: unknown): Period[] {
  return (periodsOf(value) ?? []).map(readPeriod);
}

/** How many are left to sell; not known where one of the periods does not show it. */
function leftToSell(value: unknown, periods: readonly Period[]): number | undefined {
  const counts = periods.flatMap(({ left }) => left ?? []);
  if (counts.length === 0) return asNumber(fieldIn(value, 'available'));
  return counts.length < periods.length ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

function isOpen({ start, finish }: Period, formats: Tools['formats']): boolean {
  return (finish === undefined || !formats.isOver(finish)) && (start === undefined || !formats.isAhead(start));
}

/** Whether something is on sale, and the next day on which that changes. */
function saleWindow(
  periods: readonly Period[],
  formats: Tools['formats'],
): { readonly state: 'over' | 'unknown' | 'ahead' | 'open'; readonly edge: string | undefined } {
  const pending = periods.filter(({ finish }) => finish === undefined || !formats.isOver(finish));
  if (pending.length === 0) return { state: periods.length > 0 ? 'over' : 'unknown', edge: undefined };
  const open = pending.filter((period) => isOpen(period, formats));
  if (open.length === 0) return { state: 'ahead', edge: dayText(first(pending.map(({ start }) => start)), formats) };
  return { state: 'open', edge: dayText(last(open.map(({ finish }) => finish)), formats) };
}

function first(texts: readonly (string | undefined)[]): string | undefined {
  return present(texts).sort()[0];
}

/** The last end, unless one of them never ends. */
function last(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : present(texts).sort().at(-1);
}

function dayText(text: string | undefined, formats: Tools['formats']): string | undefined {
  return text === undefined ? undefined : formats.dayOf(text);
}

/** The day on which an item goes on sale, for sorting. */
export function saleStart(value: unknown): string | undefined {
  return first(salesOf(value).map(({ start }) => start));
}

/** An open end is said as such. */
function daysText(periods: readonly Period[], { t, formats }: Tools): string {
  if (periods.length === 0) return '';
  const [start, finish] = [first(periods.map((period) => period.start)), last(periods.map((period) => period.finish))];
  const [from, to] = [start, finish].map((text) => formats.onClock(text ?? '')?.date);
  if (from !== undefined && to !== undefined && from <= to) return formats.days(from, to);
  return present([
    start === undefined ? undefined : t('from {0}', formats.dayOf(start)),
    finish === undefined ? undefined : t('until {0}', formats.dayOf(finish)),
  ]).join(' ');
}

function rangeText({ start, finish }: Period, { t, formats }: Tools): string {
  if (start !== undefined && finish !== undefined) return t('{0} to {1}', formats.moment(start), formats.moment(finish));
  if (start !== undefined) return t('from {0}', formats.moment(start));
  return finish === undefined ? t('times not known') : t('until {0}', formats.moment(finish));
}

interface FactText {
  readonly label: string;
  readonly text: string;
  readonly badge?: 'over' | 'soldOut' | undefined;
}

/** One line below an item or an event. */
export function factText({ fact, name = '', value }: Fact, tools: Tools): FactText {
  const { t } = tools;
  const texts: Record<FactName, () => FactText> = {
    values: () => ({ label: t('Values'), text: valuesText(value, tools) }),
    salePeriod: () => periodText(value, tools),
    itemAttributes: () => ({ label: t('Attributes'), text: pairsText(value) }),
    triggers: () => ({ label: name === 'soldout' ? t('When sold out') : t('At {0}', name), text: triggerText(value, t) }),
    attribute: () => ({ label: name, text: plainText(value) }),
    notKnown: () => ({
      label: name === 'values' ? t('Values') : t('Sale periods'),
      text: t('not known: not found in what the service shows'),
    }),
  };
  return texts[fact]();
}

function valuesText(value: unknown, { t, formats }: Tools): string {
  const shown = (name: string, kind: AmountKind) => {
    const amount = fieldIn(value, name);
    return amount === undefined || amount === null ? undefined : formats.amount(amount, kind);
  };
  const [price, final] = [shown('price', 'items'), shown('finalPrice', 'items')];
  const fee = shown('feeSale', 'fees') ?? numberIn(value, feeAliases)?.toString();
  const producerFee = numberIn(value, aliases('feeproducer')) ? shown('feeProducer', 'fees') : undefined;
  return present([
    price,
    final && t('customer pays {0}', final),
    fee && t('fee {0}', fee),
    producerFee && t('producer fee {0}', producerFee),
  ]).join(' · ');
}

function periodText(value: unknown, tools: Tools): FactText {
  const period = readPeriod(value);
  const { finish, left } = period;
  const { t, formats } = tools;
  const category = labelledId(fieldIn(value, 'appCategoryId'));
  const label = category === undefined ? t('Sale period') : t('Sale period, category {0}', category);
  const stock = left === undefined ? undefined : left === 0 ? t('sold out') : t('{0} left', formats.count(left));
  const isOver = finish !== undefined && formats.isOver(finish);
  const text = present([isOver ? t('sale ended') : undefined, rangeText(period, tools), stock]).join(' · ');
  return { label, text, badge: isOver ? 'over' : left === 0 ? 'soldOut' : undefined };
}

function labelledId(value: unknown): string | undefined {
  return asText(value) ?? asNumber(value)?.toString();
}

function pairsText(value: unknown): string {
  const pairs = Array.isArray(value) ? value.map(pairOf) : Object.entries(isObject(value) ? value : {});
  return pairs.map(([key, part]) => `${key}: ${plainText(part)}`).join(' · ');
}

/** `{ key, value }`, where attributes are a list. */
function pairOf(value: unknown): [string, unknown] {
  const key = textIn(value, aliases('key name attribute'));
  return isObject(value) && key !== undefined && Object.hasOwn(value, 'value') ? [key, value.value] : [labelOf(value), ''];
}

/** One object of a list, for a cell: an attribute, what it is called, when it is. Undefined where nothing of it can be read without its field names. */
export function entryText(value: JsonObject, tools: Tools): string | undefined {
  const [key, part] = pairOf(value);
  if (part !== '' && part !== null && !isObject(part)) return `${key}: ${plainText(part)}`;
  const days = daysText([readPeriod(value)], tools);
  return ownText(value) ?? (days === '' ? sessionDay(value, tools) : days);
}

function sessionDay(value: JsonObject, { formats }: Tools): string | undefined {
  const date = sessionsOf([value], formats.dialect.clock)[0]?.date;
  return date === undefined ? undefined : formats.day(date);
}

function triggerText(value: unknown, t: Tools['t']): string {
  const action = textIn(value, actionAliases);
  return action === undefined ? labelOf(value) : t('{0} ({1})', labelOf(value), action);
}

export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  return labelOf(value);
}

/** What belongs to an item, as lines: its values, sale periods, attributes and triggers. */
export function factsBelow(value: unknown): Fact[] {
  const values = fieldIn(value, 'value');
  const attributes = fieldIn(value, 'attributes');
  const hasAttributes = typeof attributes === 'object' && attributes !== null && Object.keys(attributes).length > 0;
  const periods = periodsOf(value);
  const notKnown = (name: string): Fact => ({ fact: 'notKnown', name, value: undefined });
  return [
    ...(isObject(values) ? [{ fact: 'values' as const, value: values }] : values === undefined ? [notKnown('values')] : []),
    ...(periods ?? []).map((period) => ({ fact: 'salePeriod' as const, value: period })),
    ...(periods ? [] : [notKnown('salePeriods')]),
    ...(hasAttributes ? [{ fact: 'itemAttributes' as const, value: attributes }] : []),
    ...triggersOf(value),
  ];
}

function triggersOf(value: unknown): Fact[] {
  const triggers = objectIn(value, triggerAliases) ?? {};
  return Object.entries(triggers).flatMap(([name, list]) =>
    (Array.isArray(list) ? (list as unknown[]) : []).map((trigger) => ({ fact: 'triggers' as const, name, value: trigger })),
  );
}

/** The attributes of an event: an object of names and values, or a list of them. */
export function attributePairs(reply: unknown): [string, unknown][] {
  const content = contentOf(reply);
  if (Array.isArray(content)) return content.map(pairOf);
  return isObject(content) ? Object.entries(content) : [];
}

/** Not by its colour alone: each has its word. */
export function stateOf({ text, badge, isOnSale, isAhead }: Status): { state?: State } {
  if (text === undefined) return {};
  const byBadge: Partial<Record<string, State['tone']>> = { soldOut: 'soldOut', over: 'ended', cancelled: 'cancelled' };
  return { state: { word: text, tone: byBadge[badge ?? ''] ?? (isOnSale ? 'onSale' : isAhead ? 'ahead' : 'plain') } };
}

const badges: Partial<Record<SaleState, Badge>> = { archived: 'over', soldOut: 'soldOut', over: 'over', hidden: 'hidden' };
const tones: Partial<Record<SaleState, State['tone']>> = { over: 'ended', open: 'onSale', soldOut: 'soldOut', ahead: 'ahead' };

/** A group is sold by what is in it. */
export function itemStates(value: unknown, isGroup: boolean, tools: Tools): State[] {
  const states = saleStates(value, isGroup, tools);
  return states.map(({ state, word }) => ({ word, tone: tones[state] ?? 'plain' }));
}
