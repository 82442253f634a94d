// What a row says of a passkey and of a code. Passkeys come as the one reader gives them; a code is read here.
import { parseDate, readCode, unknownDialect } from '../../client/index.ts';
import { openedItems } from '../../records/index.ts';
import { present, type Status, type Tools } from './event-facts.ts';
import { aliases, asNumber, asText, isObject, textIn, type Facts } from './fields.ts';

const statusAliases = aliases('status state');

/** Null is none; undefined is what the service does not show, or shows in a way that cannot be read. */
function readPasskey(value: unknown) {
  const { start, finish, used, limit } = isObject(value) ? value : {};
  return {
    start: asText(start),
    finish: finish === null ? null : asText(finish),
    used: asNumber(used),
    limit: limit === null ? null : asNumber(limit),
  };
}

export function passkeyFacts(value: unknown, tools: Tools): Facts {
  const { t, formats } = tools;
  const { start, finish } = readPasskey(value);
  const { text: word, badge } = passkeyStatus(value, tools);
  const count = openedCount(value, tools);
  const usage = usageText(value, tools);
  const from = start !== undefined && formats.isAhead(start) ? t('from {0}', formats.dayOf(start)) : undefined;
  const lines = () => [
    start && t('Starts: {0}', formats.moment(start)),
    finish && t('Ends: {0}', formats.moment(finish)),
    usage,
    count && t('Opens: {0}', count),
    word && t('Status: {0}', word),
  ];
  const edge = from ?? (finish && t('until {0}', formats.dayOf(finish)));
  return { parts: present([word, count, usage, edge]), lines: () => present(lines()), badge };
}

/** The same, one by one; undefined is what the service does not show. */
export function passkeyCells(value: unknown, tools: Tools) {
  const { t, formats } = tools;
  const { finish, used, limit } = readPasskey(value);
  const [usedText, limitText] = [used, limit].map((count) => (typeof count === 'number' ? formats.count(count) : undefined));
  return {
    opens: openedCount(value, tools),
    used:
      limitText === undefined
        ? usedText
        : usedText === undefined
          ? t('up to {0}', limitText)
          : t('{0} of {1}', usedText, limitText),
    until: finish === null ? t('no end') : finish && formats.dayOf(finish),
    status: passkeyState(value, tools),
  };
}

function openedCount(value: unknown, { t, formats }: Tools): string | undefined {
  const count = openedItems(value, unknownDialect)?.length;
  if (count === undefined) return undefined;
  return count === 1 ? t('1 item') : t('{0} items', formats.count(count));
}

/** How often it was used, and may be; undefined where the service says neither. */
export function usageText(value: unknown, { t, formats }: Tools): string | undefined {
  const { used, limit } = readPasskey(value);
  const most = limit ?? undefined;
  if (used === undefined && most === 1) return t('1 use');
  if (used === undefined) return most === undefined ? undefined : t('{0} uses', formats.count(most));
  return most === undefined ? t('{0} used', formats.count(used)) : t('{0} of {1} used', formats.count(used), formats.count(most));
}

export function limitText(value: unknown, { t, formats }: Tools): string {
  const { limit } = readPasskey(value);
  return limit === undefined ? t('not known') : limit === null ? t('none') : formats.count(limit);
}

/** The same wherever a passkey has a cell for it; no text where the service does not show when it ends. */
export function passkeyState(value: unknown, tools: Tools): Status {
  const { t, formats } = tools;
  const status = passkeyStatus(value, tools);
  const { start, finish } = readPasskey(value);
  if (status.text !== undefined) return status;
  if (start !== undefined && formats.isAhead(start)) return { text: t('from {0}', formats.dayOf(start)), isAhead: true };
  if (finish === undefined) return status;
  return { text: t({ message: 'active', comment: 'for a passkey' }), isOnSale: true };
}

/** What the tree says of it; nothing where it is as usual. */
function passkeyStatus(value: unknown, { t, formats }: Tools): Status {
  const { finish, used, limit } = readPasskey(value);
  const status = textIn(value, statusAliases)?.toLowerCase();
  if (status === 'cancelled' || status === 'canceled')
    return { text: t({ message: 'cancelled', comment: 'for a passkey' }), badge: 'cancelled' };
  if (finish && formats.isOver(finish)) return { text: t('expired'), badge: 'over' };
  if (used !== undefined && limit && limit > 0 && used >= limit) return { text: t('used up'), badge: 'soldOut' };
  const isUsual = ['approved', 'active', 'valid', 'enabled'].includes(status ?? 'active');
  return { text: isUsual ? undefined : status };
}

/** What can be counted of passkeys; what is not known is left out. */
export function passkeyMarks(value: unknown, formats: Tools['formats']): Record<string, boolean> {
  const { finish, used, limit } = readPasskey(value);
  const items = openedItems(value, unknownDialect);
  const isKnownLimit = limit !== undefined && limit !== 0;
  const isKnownFinish = finish === null || (finish !== undefined && parseDate(finish) !== undefined);
  return {
    ...(used !== undefined && { unused: used === 0 }),
    ...(used !== undefined && isKnownLimit && { usedUp: limit !== null && used >= limit }),
    ...(isKnownFinish && { expired: finish !== null && formats.isOver(finish) }),
    ...(items && { opensNothing: items.length === 0 }),
  };
}

export function passkeyMarkLabels(t: Tools['t']) {
  return [
    { name: 'unused', label: t('Unused') },
    { name: 'usedUp', label: t('Used up') },
    { name: 'expired', label: t('Expired') },
    { name: 'opensNothing', label: t('Opening nothing') },
  ];
}

export const passkeyFinish = (value: unknown) => readPasskey(value).finish ?? undefined;

/** The day on which a passkey begins or ends, for sorting. */
export function passkeyDay(value: unknown): string | undefined {
  const { start, finish } = readPasskey(value);
  return start ?? finish ?? undefined;
}

export function codeFacts(value: unknown, { t, formats }: Tools): Facts {
  const { used } = readCode(value, formats.dialect);
  return { parts: used === true ? [t('used')] : [], lines: () => [], badge: used === true ? 'over' : undefined };
}
