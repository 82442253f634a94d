// What somebody types to change many records at once: "8 %", "+5.00", "-10 %", "7 d", "-2 h". Whatever cannot be meant is refused with the reason.
import { t } from '../client/l10n.ts';
import { centsOf, foldText } from '../shared/text.ts';
import { placedItems, type EventFile, type FileItem } from './event-file.ts';
import type { ManyChanges, PriceChange } from './small-plans.ts';
import type { Shift } from './times.ts';

type Asked<T> = { readonly value: T; readonly problem?: undefined } | { readonly problem: string };

/** Ten times as much is nobody's next lot. */
const maxPercent = 1000;

/** A percentage, or an amount with its sign: without one, "5.00" could be the new price. */
export function askedPrice(text: string): Asked<PriceChange['by']> {
  const clean = text.replace(/[\s\u00a0]/g, '').replace(/^[−–]/, '-');
  const [, sign = '', amount = '', mark] = /^([+-]?)([\d.,]+)(%?)$/.exec(clean) ?? [];
  if (sign === '' && mark === '')
    return { problem: t('Begin an amount with + or -, or end a percentage with %: {0} could be either.', clean) };
  const isPercent = mark === '%';
  const hundredths = isPercent && !/^\d{1,6}(?:[.,]\d{1,2})?$/.test(amount) ? undefined : centsOf(amount);
  if (hundredths === undefined)
    return { problem: t('Type a percentage, such as 8 % or -10 %, or an amount, such as +5.00 or -2.50.') };
  if (hundredths === 0) return { problem: t('This changes nothing.') };
  const signed = sign === '-' ? -hundredths : hundredths;
  if (!isPercent) return { value: { cents: signed } };
  if (signed < -100 * 100) return { problem: t('No price can fall by more than 100 %.') };
  if (signed > maxPercent * 100) return { problem: t('A price can rise by at most {0} %.', maxPercent) };
  return { value: { basisPoints: signed } };
}

/** Ten years. */
const maxDays = 3660;

/** Days, hours or both; the sign stands for all of it. */
export function askedShift(text: string): Asked<Shift> {
  const clean = text.trim().toLowerCase().replace(/^[−–]/, '-').replace(/\s+/g, '');
  const match = /^([+-]?)(?:(\d{1,6})(?:d|days?|dias?))?(?:(\d{1,6})(?:h|hours?|horas?))?$/.exec(clean);
  const [, sign, days = '', hours = ''] = match ?? [];
  if (days === '' && hours === '') return { problem: t('Type days, hours or both, such as 7 d, -2 h or 1 d 12 h.') };
  const shift = { days: Number(days), hours: Number(hours) };
  if (shift.days === 0 && shift.hours === 0) return { problem: t('This changes nothing.') };
  if (shift.days + shift.hours / 24 > maxDays) return { problem: t('Move it by at most {0} days.', maxDays) };
  const signed = (amount: number) => (sign === '-' && amount > 0 ? -amount : amount);
  return { value: { days: signed(shift.days), hours: signed(shift.hours) } };
}

export function askedCount(text: string): Asked<number> {
  const count = /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
  return count === undefined ? { problem: t('Type a whole number, 0 or more.') } : { value: count };
}

/** A group stands for whatever is in it. */
export function withInner(event: EventFile, ids: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set(ids);
  // A group stands before what is in it.
  for (const { item, parent } of placedItems(event))
    if (parent?.item.id !== undefined && item.id !== undefined && all.has(String(parent.item.id))) all.add(String(item.id));
  return all;
}

/** What a person calls the items that a change cannot be made to: they stay as they are. Groups have nothing to change. */
export function leftAlone(event: EventFile, ids: ReadonlySet<string>, changes: ManyChanges): string[] {
  const isChangeable = ({ price, salePeriods }: FileItem) =>
    changes.price ? typeof price === 'string' : salePeriods !== undefined && salePeriods.length > 0;
  return placedItems(event).flatMap(({ item, path }) => {
    const isMeant = item.id !== undefined && ids.has(String(item.id)) && !item.items && item.type !== 'Group';
    return isMeant && !isChangeable(item) ? [path] : [];
  });
}

/** What a copy is called at first: the next lot of a lot, otherwise the same with a word that says it. */
export function copyName(name: string): string {
  const [, ordinal, mark = '', rest = ''] = /^(\d{1,4})([ºª°])(.*)$/s.exec(name) ?? [];
  if (ordinal !== undefined) return `${Number(ordinal) + 1}${mark}${rest}`;
  const [number = ''] = /(?<!\d)\d{1,4}$/.exec(name) ?? [];
  const before = name.slice(0, name.length - number.length);
  const isLot = number !== '' && /\s$/.test(before) && /\blote?$/i.test(before.trimEnd());
  return isLot ? `${before}${Number(number) + 1}` : t('{0} (copy)', name);
}

/** The name of a file for an event: `festival-da-primavera` for Festival da Primavera. */
export function fileNameOf(name: string): string {
  return (foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []).join('-');
}
