// What a row says of a passkey and of a code. Passkeys come as the one reader gives them; a code is read here.
import { openedItems, readCode, unknownDialect } from '../../client/index.ts';
import { present, type Tools } from './event-facts.ts';
import { isObject, numberIn, textIn, aliases, type Facts } from './fields.ts';

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
  const count = items === undefined ? undefined : items === 1 ? t('1 item') : t('{0} items', formats.count(items));
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

function usageText(value: unknown, { t, formats }: Tools): string | undefined {
  const used = numberIn(value, usedAliases);
  const limit = numberIn(value, limitAliases);
  if (used === undefined && limit === 1) return t('1 use');
  if (used === undefined) return limit === undefined ? undefined : t('{0} uses', formats.count(limit));
  return limit === undefined
    ? t('{0} used', formats.count(used))
    : t('{0} of {1} used', formats.count(used), formats.count(limit));
}

/** What the tree says of it; nothing where it is as usual. */
export const passkeyState = (value: unknown, tools: Tools) => passkeyStatus(value, tools).word;

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

/** What can be counted of passkeys; what the service does not show is left out. */
export function passkeyMarks(value: unknown, formats: Tools['formats']): Record<string, boolean> {
  const used = numberIn(value, usedAliases);
  const limit = numberIn(value, limitAliases);
  const finish = textIn(value, finishAliases);
  const items = openedItems(value, unknownDialect);
  const shows = (name: string) => isObject(value) && name in value;
  const isUsedUp = limit !== undefined && limit > 0 && used !== undefined && used >= limit;
  return {
    ...(used === undefined ? {} : { unused: used === 0 }),
    ...(used !== undefined && shows('limit') ? { usedUp: isUsedUp } : {}),
    ...(shows('finish') ? { expired: finish !== undefined && formats.isOver(finish) } : {}),
    ...(items === undefined ? {} : { opensNothing: items.length === 0 }),
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

/** The day on which a passkey begins or ends, for sorting. */
export function passkeyDay(value: unknown): string | undefined {
  return textIn(value, startAliases) ?? textIn(value, finishAliases);
}

export function codeFacts(value: unknown, { t, formats }: Tools): Facts {
  const { used } = readCode(value, formats.dialect);
  return { parts: used === true ? [t('used')] : [], lines: () => [], badge: used === true ? 'over' : undefined };
}
