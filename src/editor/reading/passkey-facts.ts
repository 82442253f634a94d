// What a row says of a passkey and of a code.
import { idText } from '../../client/fields.ts';
import { idOf } from '../../client/index.ts';
import { present, type Tools } from './event-facts.ts';
import { arrayIn, flagIn, numberIn, textIn, words, type Facts } from './fields.ts';

const itemWords = words('itemids items itemid tickets');
const usedWords = words('used uses usage usedcount');
const limitWords = words('limit usagelimit maximum max');
const startWords = words('start startsat begin from');
const finishWords = words('finish end finishesat until expires expiresat');
const statusWords = words('status state');

/** The ids of the items that a passkey opens; nothing where it does not say. */
export function openedItems(value: unknown): string[] | undefined {
  return arrayIn(value, itemWords)?.flatMap((item) => idText(item) ?? idOf(item) ?? []);
}

export function passkeyFacts(value: unknown, tools: Tools): Facts {
  const { t, formats } = tools;
  const items = openedItems(value)?.length;
  const start = textIn(value, startWords);
  const finish = textIn(value, finishWords);
  const { word, mark } = passkeyStatus(value, tools);
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
  return { parts: present([word, count, usageText(value, tools), from ?? until]), lines: () => present(lines()), mark };
}

function usageText(value: unknown, { t, formats }: Tools): string | undefined {
  const used = numberIn(value, usedWords);
  const limit = numberIn(value, limitWords);
  if (used === undefined) return limit === undefined ? undefined : t('{0} uses', formats.count(limit));
  return limit === undefined
    ? t('{0} used', formats.count(used))
    : t('{0} of {1} used', formats.count(used), formats.count(limit));
}

function passkeyStatus(value: unknown, { t, formats }: Tools): { word?: string | undefined; mark?: Facts['mark'] } {
  const status = textIn(value, statusWords)?.toLowerCase();
  const finish = textIn(value, finishWords);
  const used = numberIn(value, usedWords);
  const limit = numberIn(value, limitWords);
  if (status === 'cancelled' || status === 'canceled')
    return { word: t({ message: 'cancelled', comment: 'for a passkey' }), mark: 'cancelled' };
  if (finish !== undefined && formats.isOver(finish)) return { word: t('expired'), mark: 'over' };
  if (used !== undefined && limit !== undefined && limit > 0 && used >= limit) return { word: t('used up'), mark: 'soldOut' };
  const isUsual = status === undefined || ['approved', 'active', 'valid', 'enabled'].includes(status);
  return { word: isUsual ? undefined : status };
}

/** The day on which a passkey begins or ends, for sorting. */
export function passkeyDay(value: unknown): string | undefined {
  return textIn(value, startWords) ?? textIn(value, finishWords);
}

export function codeFacts(value: unknown, { t }: Tools): Facts {
  const used = flagIn(value, usedWords);
  return { parts: used === true ? [t('used')] : [], lines: () => [], mark: used === true ? 'over' : undefined };
}
