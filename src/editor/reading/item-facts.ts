// What a row says of a ticket item, of a ticket of a session, and of what belongs to an item. Items come as the one reader gives them.
import { contentOf, labelOf, sessionsOf, type AmountKind } from '../../client/index.ts';
import { ownText } from '../../client/fields.ts';
import { l10nKey } from '../../client/l10n.ts';
import type { State } from '../../protocol/record-head.ts';
import { present, type Status, type Tools } from './event-facts.ts';
import {
  asLine,
  asNumber,
  asText,
  isObject,
  numberIn,
  objectIn,
  textIn,
  aliases,
  type Facts,
  type JsonObject,
} from './fields.ts';
import { isCalledGroup } from '../../records/item-groups.ts';

/** One line about a record. */
export interface Fact {
  readonly fact: 'values' | 'salePeriod' | 'itemAttributes' | 'triggers' | 'attribute' | 'notKnown';
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
const keyAliases = aliases('key name attribute');

export interface Period {
  readonly start: string | undefined;
  readonly finish: string | undefined;
  readonly left: number | undefined;
}

const fieldsOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

function readPeriod(value: unknown): Period {
  const { start, finish, available } = fieldsOf(value);
  return { start: asText(start), finish: asText(finish), left: asNumber(available) ?? numberIn(value, leftAliases) };
}

/** Undefined where the service does not show them. */
function periodsOf(value: unknown): readonly Period[] | undefined {
  const { salePeriods } = fieldsOf(value);
  return Array.isArray(salePeriods) ? salePeriods.map(readPeriod) : undefined;
}

/** How an item is sold: `first` and `last` are the ends of all its periods. */
export function itemSale(value: unknown, tools: Tools) {
  const { hidden, archived, available } = fieldsOf(value);
  const shown = periodsOf(value);
  const periods = shown ?? [];
  return {
    /** As it came: what it is worth is the dialect's to say. */
    price: fieldsOf(fieldsOf(value).value).price ?? undefined,
    quantity: numberIn(value, quantityAliases),
    left: leftToSell(periods, available),
    periods,
    /** False where the service does not show when it is sold. */
    hasPeriods: shown !== undefined,
    first: first(periods),
    last: last(periods),
    when: () => periods.map((period) => rangeText(period, tools)).join('; '),
    ...saleWindow(periods, tools.formats),
    isHidden: hidden === true,
    isArchived: archived === true,
  };
}

/** How many are left to sell; not known where one of the periods does not show it. */
function leftToSell(periods: readonly Period[], available: unknown): number | undefined {
  const counts = periods.flatMap(({ left }) => left ?? []);
  if (counts.length === 0) return asNumber(available);
  return counts.length < periods.length ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** What is on sale, and the next day on which that changes. */
function saleWindow(periods: readonly Period[], formats: Tools['formats']) {
  const pending = periods.filter(({ finish }) => finish === undefined || !formats.isOver(finish));
  const open = pending.filter(({ start }) => start === undefined || !formats.isAhead(start));
  const state: SaleName | undefined =
    open.length > 0 ? 'open' : pending.length > 0 ? 'ahead' : periods.length > 0 ? 'over' : undefined;
  const edge = open.length > 0 ? last(open) : first(pending);
  return { open, state, edge: edge && formats.dayOf(edge) };
}

function first(periods: readonly Period[]): string | undefined {
  return present(periods.map(({ start }) => start)).sort()[0];
}

/** The last end, unless one of them never ends. */
function last(periods: readonly Period[]): string | undefined {
  const ends = present(periods.map(({ finish }) => finish));
  return ends.length < periods.length ? undefined : ends.sort().at(-1);
}

/** The day on which an item goes on sale, for sorting. */
export const saleStart = (value: unknown) => first(periodsOf(value) ?? []);

interface SaleState extends State {
  readonly badge?: Facts['badge'];
}

/** What a buyer meets. */
const states = {
  archived: { word: l10nKey('archived'), tone: 'plain', badge: 'over' },
  soldOut: { word: l10nKey('sold out'), tone: 'soldOut', badge: 'soldOut' },
  over: { word: l10nKey('sale ended'), tone: 'ended', badge: 'over' },
  open: { word: l10nKey('on sale'), tone: 'onSale' },
  ahead: { word: l10nKey('sale not started'), tone: 'ahead' },
  noPeriod: { word: l10nKey('no sale period'), tone: 'plain' },
  noQuantity: { word: l10nKey('no quantity set'), tone: 'plain' },
  unavailable: { word: l10nKey('unavailable'), tone: 'plain' },
} as const satisfies Readonly<Record<string, SaleState>>;

type SaleName = keyof typeof states;

const hidden: SaleState = { word: l10nKey('hidden'), tone: 'plain', badge: 'hidden' };

/** In which state an item is, the same wherever it is shown: what a buyer meets now, and whether it is hidden. */
export function itemStates(value: unknown, isGroup: boolean, tools: Tools): State[] {
  return statesOf(value, isGroup, tools).map(({ word, tone }) => ({ word: tools.t(word), tone }));
}

function statesOf(value: unknown, isGroup: boolean, tools: Tools): SaleState[] {
  const sale = itemSale(value, tools);
  const state = buyerState(value, sale, isGroup);
  return [...(state ? [states[state]] : []), ...(sale.isHidden ? [hidden] : [])];
}

/** Only a number that the service shows says that something is sold out. A group is sold by what is in it. */
function buyerState(value: unknown, sale: ReturnType<typeof itemSale>, isGroup: boolean): SaleName | undefined {
  const { open, periods, state, quantity, price } = sale;
  const { available } = fieldsOf(value);
  const status = textIn(value, statusAliases)?.toLowerCase();
  if (sale.isArchived) return 'archived';
  if (status === 'soldout') return 'soldOut';
  // What is left of a sale that is over is of no use to who buys now.
  if (leftToSell(open.length > 0 ? open : periods, available) === 0) return quantity === 0 ? 'noQuantity' : 'soldOut';
  if (isGroup || state === 'over' || state === 'ahead') return state;
  if (sale.hasPeriods && periods.length === 0) return 'noPeriod';
  // That nothing can be bought does not say why.
  return status === 'unavailable' || (available === false && price !== undefined) ? 'unavailable' : state;
}

/** `kind`: where its price was read. */
export function itemFacts(value: unknown, tools: Tools, kind: AmountKind = 'items', isGroup = isCalledGroup(value)): Facts {
  const { t, formats } = tools;
  const { price, left, quantity, periods, state, edge } = itemSale(value, tools);
  const stock = left !== undefined && left > 0 ? t('{0} left', formats.count(left)) : undefined;
  const all = statesOf(value, isGroup, tools);
  const said = ({ word }: SaleState) => t(word);
  const main = all.find((each) => each !== hidden);
  // The day beside it says these two.
  const isDated = main === states.open || main === states.ahead;
  const priceText = price === undefined ? undefined : formats.amount(price, kind);
  const parts = present([
    priceText,
    main && !isDated ? said(main) : stock,
    edge && (state === 'ahead' ? t('from {0}', edge) : t('until {0}', edge)),
    all.includes(hidden) ? said(hidden) : undefined,
  ]);
  const lines = () =>
    present([
      asText(fieldsOf(value).description),
      priceText && t('Price: {0}', priceText),
      stock && (quantity ? t('Stock: {0} of {1}', stock, formats.count(quantity)) : t('Stock: {0}', stock)),
      ...periods.map((period) => t('Sale: {0}', rangeText(period, tools))),
    ]);
  return { parts, lines, badge: all.find(({ badge }) => badge)?.badge };
}

/** An open end is said as such. */
function daysText({ start, finish }: Period, { t, formats }: Tools): string {
  const [from, to] = [start, finish].map((text) => formats.onClock(text ?? '')?.date);
  if (from !== undefined && to !== undefined && from <= to) return formats.days(from, to);
  return present([start && t('from {0}', formats.dayOf(start)), finish && t('until {0}', formats.dayOf(finish))]).join(' ');
}

function rangeText({ start, finish }: Period, { t, formats }: Tools): string {
  if (start !== undefined && finish !== undefined) return t('{0} to {1}', formats.moment(start), formats.moment(finish));
  if (start !== undefined) return t('from {0}', formats.moment(start));
  return finish === undefined ? t('times not known') : t('until {0}', formats.moment(finish));
}

interface FactText {
  readonly label: string;
  readonly text: string;
  readonly badge?: Facts['badge'];
}

/** One line below an item or an event. */
export function factText({ fact, name = '', value }: Fact, tools: Tools): FactText {
  const { t } = tools;
  switch (fact) {
    case 'values':
      return { label: t('Values'), text: valuesText(value, tools) };
    case 'salePeriod':
      return periodText(value, tools);
    case 'itemAttributes':
      return { label: t('Attributes'), text: pairsOf(value).map(pairText).join(' · ') };
    case 'triggers':
      return { label: name === 'soldout' ? t('When sold out') : t('At {0}', name), text: triggerText(value, t) };
    case 'attribute':
      return { label: name, text: plainText(value) };
    case 'notKnown':
      return {
        label: name === 'values' ? t('Values') : t('Sale periods'),
        text: t('not known: not found in what the service shows'),
      };
  }
}

function valuesText(value: unknown, { t, formats }: Tools): string {
  const { price, finalPrice, feeSale, feeProducer } = fieldsOf(value);
  const shown = (amount: unknown, kind: AmountKind) =>
    amount === undefined || amount === null ? undefined : formats.amount(amount, kind);
  const final = shown(finalPrice, 'items');
  const fee = shown(feeSale, 'fees') ?? numberIn(value, feeAliases)?.toString();
  const producerFee = asNumber(feeProducer) ? shown(feeProducer, 'fees') : undefined;
  return present([
    shown(price, 'items'),
    final && t('customer pays {0}', final),
    fee && t('fee {0}', fee),
    producerFee && t('producer fee {0}', producerFee),
  ]).join(' · ');
}

function periodText(value: unknown, tools: Tools): FactText {
  const period = readPeriod(value);
  const { finish, left } = period;
  const { t, formats } = tools;
  const category = asLine(fieldsOf(value).appCategoryId);
  const label = category === undefined ? t('Sale period') : t('Sale period, category {0}', category);
  const stock = left === undefined ? undefined : left === 0 ? t('sold out') : t('{0} left', formats.count(left));
  const isOver = finish !== undefined && formats.isOver(finish);
  const text = present([isOver ? t('sale ended') : undefined, rangeText(period, tools), stock]).join(' · ');
  return { label, text, badge: isOver ? 'over' : left === 0 ? 'soldOut' : undefined };
}

/** An object of names and values, or a list of them. */
function pairsOf(value: unknown): [string, unknown][] {
  return Array.isArray(value) ? value.map(pairOf) : Object.entries(fieldsOf(value));
}

/** `{ key, value }`, where attributes are a list. */
function pairOf(value: unknown): [string, unknown] {
  const key = textIn(value, keyAliases);
  return isObject(value) && key !== undefined && Object.hasOwn(value, 'value') ? [key, value.value] : [labelOf(value), ''];
}

function pairText([key, value]: [string, unknown]): string {
  return `${key}: ${plainText(value)}`;
}

/** One object of a list, for a cell: an attribute, what it is called, when it is. Undefined where nothing of it can be read without its field names. */
export function entryText(value: JsonObject, tools: Tools): string | undefined {
  const [key, part] = pairOf(value);
  if (part !== '' && part !== null && !isObject(part)) return pairText([key, part]);
  const days = daysText(readPeriod(value), tools);
  return ownText(value) ?? (days === '' ? sessionDay(value, tools) : days);
}

function sessionDay(value: JsonObject, { formats }: Tools): string | undefined {
  const date = sessionsOf([value], formats.dialect.clock)[0]?.date;
  return date && formats.day(date);
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
export function factsBelow(item: unknown): Fact[] {
  const { value, attributes, salePeriods } = fieldsOf(item);
  const notKnown = (name: string): Fact => ({ fact: 'notKnown', name, value: undefined });
  return [
    ...(isObject(value) ? [{ fact: 'values' as const, value }] : value === undefined ? [notKnown('values')] : []),
    ...(Array.isArray(salePeriods)
      ? salePeriods.map((period: unknown) => ({ fact: 'salePeriod' as const, value: period }))
      : [notKnown('salePeriods')]),
    ...(pairsOf(attributes).length > 0 ? [{ fact: 'itemAttributes' as const, value: attributes }] : []),
    ...triggersOf(item),
  ];
}

function triggersOf(value: unknown): Fact[] {
  const triggers = Object.entries(objectIn(value, triggerAliases) ?? {});
  return triggers.flatMap(([name, list]) =>
    Array.isArray(list) ? list.map((trigger: unknown): Fact => ({ fact: 'triggers', name, value: trigger })) : [],
  );
}

/** The attributes of an event: an object of names and values, or a list of them. */
export const attributePairs = (reply: unknown) => pairsOf(contentOf(reply));

/** Not by its colour alone: each has its word. */
export function stateOf({ text, badge, isOnSale, isAhead }: Status): { state?: State } {
  if (text === undefined) return {};
  const byBadge: Partial<Record<string, State['tone']>> = { soldOut: 'soldOut', over: 'ended', cancelled: 'cancelled' };
  return { state: { word: text, tone: byBadge[badge ?? ''] ?? (isOnSale ? 'onSale' : isAhead ? 'ahead' : 'plain') } };
}
