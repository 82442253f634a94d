// The amounts of a tax reply: in cents where the reply or the environment tells their unit, and no other figure for an amount.
import { centsOf, type AmountUnit, type Dialect } from '../../client/index.ts';
import { aliases, isObject } from './fields.ts';
import { fold } from '../../client/fields.ts';

const amountAliases = aliases(
  'price tax fee customertax producertax finalprice totalprice producerreceives total gross net',
  'customerfee producerfee buyertax sellertax amount',
);
/** What the name of an amount ends in, as `platformFee`. */
const amountWords = aliases('price tax fee amount gross net pays receives');
/** What the name of the price that was sent may end in. */
const priceWords = aliases('price amount');

const lastWord = (name: string) => fold(/[A-Z]?[a-z]+$/.exec(name)?.[0] ?? '');

export function isTaxAmount(name: string): boolean {
  return amountAliases.has(fold(name)) || amountWords.has(lastWord(name));
}

/** What the environment says; else what the reply makes of the price that was sent in cents, where it names it in one way. */
export function taxUnit(reply: unknown, sentPrice: number | undefined, { amounts }: Dialect): AmountUnit | undefined {
  if (amounts?.tax !== undefined) return amounts.tax;
  if (sentPrice === undefined || sentPrice === 0 || !isObject(reply)) return undefined;
  const echoes = Object.keys(reply).filter((name) => priceWords.has(lastWord(name)));
  const units = (['cents', 'decimals'] as const).filter((unit) =>
    echoes.some((name) => centsOf(reply[name], unit) === sentPrice),
  );
  return units.length === 1 ? units[0] : undefined;
}
