// What a row says of a passkey and of a code. Passkeys come as the one reader gives them; a code is read here.
import { parseDate, readCode, unknownDialect } from '../../client/index.ts';
import { openedItems } from '../../records/index.ts';
import { present, type Tools } from './event-facts.ts';
import { aliases, asNumber, asText, fieldIn, numberIn, textIn, type Facts } from './fields.ts';

const usedAliases = aliases('used');
const limitAliases = aliases('limit');
const startAliases = aliases('start');
const finishAliases = aliases('finish');
const statusAliases = aliases('status state');

export function passkeyFacts(value: unknown, tools: Tools): Facts {
  const { t, formats } = tools;
  const items = openedItems(value, unknownDialect)?.length;
  const start = textIn(value, startAliases);
  const finish = textIn(value, finishAliases);
  const { word, badge } = passkeyStatus(value, tools);
  const count = items === undefined ? undefined : itemCount(items, tools);
  const until = finish === undefined ? undefined : t('until {0}', formats.dayOf(finish));
  const from = start !== undefined && formats.isAhead(start) ? t('from {0}', formats.dayOf(start)) : undefined;
  const lines = () => [
    start === undefined ? undefined : t('Starts: {0}', formats.moment(start)),
    finish === undefined ? undefined : t('Ends: {0}', formats.moment(finish)),
    usageText(value, tools),
    count && t('Opens: {0}', count),
    word && t('Status: {0}', word),
  ];
  return { parts: present([word, count, usageText(value, tools), from ?? until]), lines: () => present(lines()), badge };
}

/** The same, one by one; undefined is what the service does not show. */
export function passkeyCells(value: unknown, tools: Tools) {
  const { t, formats } = tools;
  const items = openedItems(value, unknownDialect)?.length;
  const finish = textIn(value, finishAliases);
  const [used, limit] = [numberIn(value, usedAliases), numberIn(value, limitAliases)];
  return {
    opens: items === undefined ? undefined : itemCount(items, tools),
    used:
      used === undefined || limit === undefined
        ? countOf(used, limit, tools)
        : t('{0} of {1}', formats.count(used), formats.count(limit)),
    until: finish === undefined ? (isEndless(value) ? t('no end') : undefined) : formats.dayOf(finish),
    status: passkeyState(value, tools),
  };
}

function isEndless(value: unknown): boolean {
  return fieldIn(value, finishAliases, (field) => (field === null ? true : undefined)) === true;
}

function countOf(used: number | undefined, limit: number | undefined, { t, formats }: Tools): string | undefined {
  if (limit !== undefined) return t('up to {0}', formats.count(limit));
  return used === undefined ? undefined : formats.count(used);
}

function itemCount(count: number, { t, formats }: Tools): string {
  return count === 1 ? t('1 item') : t('{0} items', formats.count(count));
}

/** How often it was used, and may be; undefined where the service says neither. */
export function usageText(value: unknown, { t, formats }: Tools): string | undefined {
  const used = numberIn(value, usedAliases);
  const limit = numberIn(value, limitAliases);
  if (used === undefined && limit === 1) return t('1 use');
  if (used === undefined) return limit === undefined ? undefined : t('{0} uses', formats.count(limit));
  return limit === undefined
    ? t('{0} used', formats.count(used))
    : t('{0} of {1} used', formats.count(used), formats.count(limit));
}

/** How often it may be used; null is no limit, and what is not shown is not known. */
export function limitText(value: unknown, { t, formats }: Tools): string {
  const limit = fieldIn(value, limitAliases, (field) => (field === null ? null : asNumber(field)));
  return limit === undefined ? t('not known') : limit === null ? t('none') : formats.count(limit);
}

interface PasskeyState {
  readonly text: string | undefined;
  readonly badge?: Facts['badge'];
  readonly isOnSale?: boolean;
  readonly isAhead?: boolean;
}

/** The same wherever a passkey has a cell for it; no text where the service does not show when it ends. */
export function passkeyState(value: unknown, tools: Tools): PasskeyState {
  const { t, formats } = tools;
  const { word, badge } = passkeyStatus(value, tools);
  const start = textIn(value, startAliases);
  if (word !== undefined) return { text: word, badge };
  if (start !== undefined && formats.isAhead(start)) return { text: t('from {0}', formats.dayOf(start)), isAhead: true };
  const hasEnd = textIn(value, finishAliases) !== undefined || isEndless(value);
  return hasEnd ? { text: t({ message: 'active', comment: 'for a passkey' }), isOnSale: true } : { text: undefined };
}

/** What the tree says of it; nothing where it is as usual. */
function passkeyStatus(value: unknown, { t, formats }: Tools): { word?: string | undefined; badge?: Facts['badge'] } {
  const status = textIn(value, statusAliases)?.toLowerCase();
  const finish = textIn(value, finishAliases);
  const used = numberIn(value, usedAliases);
  const limit = numberIn(value, limitAliases);
  if (status === 'cancelled' || status === 'canceled')
    return { word: t({ message: 'cancelled', comment: 'for a passkey' }), badge: 'cancelled' };
  if (finish !== undefined && formats.isOver(finish)) return { word: t('expired'), badge: 'over' };
  if (used !== undefined && limit !== undefined && limit > 0 && used >= limit) return { word: t('used up'), badge: 'soldOut' };
  const isUsual = status === undefined || ['approved', 'active', 'valid', 'enabled'].includes(status);
  return { word: isUsual ? undefined : status };
}

/** What can be counted of passkeys. Null says that there is none of it; what is not shown, or cannot be read, is left out. */
export function passkeyMarks(value: unknown, formats: Tools['formats']): Record<string, boolean> {
  const used = numberIn(value, usedAliases);
  const limit = fieldIn(value, limitAliases, (field) => (field === null ? null : asNumber(field)));
  const finish = fieldIn(value, finishAliases, (field) => (field === null ? null : asDate(field)));
  const items = openedItems(value, unknownDialect);
  const isKnownLimit = limit !== undefined && limit !== 0;
  return {
    ...(used === undefined ? {} : { unused: used === 0 }),
    ...(used === undefined || !isKnownLimit ? {} : { usedUp: limit !== null && used >= limit }),
    ...(finish === undefined ? {} : { expired: finish !== null && formats.isOver(finish) }),
    ...(items === undefined ? {} : { opensNothing: items.length === 0 }),
  };
}

function asDate(field: unknown): string | undefined {
  const text = asText(field);
  return text !== undefined && parseDate(text) ? text : undefined;
}

export function passkeyMarkLabels(t: Tools['t']) {
  return [
    { name: 'unused', label: t('Unused') },
    { name: 'usedUp', label: t('Used up') },
    { name: 'expired', label: t('Expired') },
    { name: 'opensNothing', label: t('Opening nothing') },
  ];
}

/** The day on which a passkey begins or ends, for sorting. */
export function passkeyDay(value: unknown): string | undefined {
  return textIn(value, startAliases) ?? textIn(value, finishAliases);
}

export function codeFacts(value: unknown, { t, formats }: Tools): Facts {
  const { used } = readCode(value, formats.dialect);
  return { parts: used === true ? [t('used')] : [], lines: () => [], badge: used === true ? 'over' : undefined };
}
