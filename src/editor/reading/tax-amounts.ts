// The amounts of a tax reply: in cents where the reply or the environment tells their unit, and no other figure for an amount.
import { centsOf, type AmountUnit, type Dialect } from '../../client/index.ts';
import { aliases, isObject } from './fields.ts';
import { fold } from '../../client/fields.ts';

const amountAliases = aliases(
  'price tax fee customertax producertax finalprice totalprice producerreceives total gross net',
  'customerfee producerfee buyertax sellertax amount',
);
const priceAliases = aliases('price');

export function isTaxAmount(name: string): boolean {
  return amountAliases.has(fold(name));
}

/** What the environment says; else what the reply makes of the price that was sent in cents, where it names it. */
export function taxUnit(reply: unknown, sentPrice: number | undefined, { amounts }: Dialect): AmountUnit | undefined {
  if (amounts?.tax !== undefined) return amounts.tax;
  const [, echo] = Object.entries(isObject(reply) ? reply : {}).find(([key]) => priceAliases.has(fold(key))) ?? [];
  if (sentPrice === undefined || sentPrice === 0 || echo === undefined) return undefined;
  return (['cents', 'decimals'] as const).find((unit) => centsOf(echo, unit) === sentPrice);
}
