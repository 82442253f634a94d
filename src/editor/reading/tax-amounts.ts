// The amounts of a tax reply: in cents where the reply or the environment tells their unit, and no other figure for an amount.
import { centsOf, labelOf, type AmountUnit, type Dialect } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import type { TaxShown } from '../../protocol/contract.ts';
import { moneyText } from '../../shared/text.ts';
import type { Environment } from '../account/environments.ts';
import { aliases, isObject } from './fields.ts';

const amountAliases = aliases(
  'price tax fee customertax producertax finalprice totalprice producerreceives total gross net',
  'customerfee producerfee buyertax sellertax amount',
);
/** What the name of an amount ends in, as `platformFee`. */
const amountWords = aliases('price tax fee amount gross net pays receives');
/** What the name of the price that was sent may end in. */
const priceWords = aliases('price amount');

const maxRows = 30;
const maxName = 100;

/** `fee` of `platformFee` and of `platform_fee`. */
function lastWord(name: string): string {
  const words = name.slice(-maxName).split(/(?=[A-Z])|[^A-Za-z]/);
  return fold(words.at(-1) ?? '');
}

/** @internal each name of an amount is tried by itself */
export function isTaxAmount(name: string): boolean {
  return amountAliases.has(fold(name)) || amountWords.has(lastWord(name));
}

/**
 * What the environment says; else what the reply makes of the price that was sent in cents, where it names it in one way.
 * @internal what a reply tells of its unit is tried by itself
 */
export function taxUnit(reply: unknown, sentPrice: number | undefined, { amounts }: Dialect): AmountUnit | undefined {
  if (amounts?.tax !== undefined) return amounts.tax;
  if (sentPrice === undefined || sentPrice === 0 || !isObject(reply)) return undefined;
  const echoes = Object.keys(reply).filter((name) => priceWords.has(lastWord(name)));
  const units = (['cents', 'decimals'] as const).filter((unit) =>
    echoes.some((name) => centsOf(reply[name], unit) === sentPrice),
  );
  return units.length === 1 ? units[0] : undefined;
}

/** Any reply, name by name; amounts as money, and who pays what, only where their unit is known. */
export function taxShown(
  reply: unknown,
  sentPrice: number | undefined,
  { currency, dialect }: Pick<Environment, 'currency' | 'dialect'>,
  language: string,
): TaxShown {
  const fields: [string, unknown][] = typeof reply === 'object' && reply !== null ? Object.entries(reply) : [['', reply]];
  const unit = taxUnit(reply, sentPrice, dialect);
  const cents = new Map<string, number>();
  const rows = fields.slice(0, maxRows).map(([name, value]) => {
    const amount = unit !== undefined && isTaxAmount(name) ? centsOf(value, unit) : undefined;
    if (amount !== undefined) cents.set(name, amount);
    const isPercent = fold(name) === 'taxdistribution' && typeof value === 'number';
    const text = isPercent ? `${value} %` : labelOf(value);
    return { name: name.slice(0, maxName), text: amount === undefined ? text : moneyText(amount, currency, language) };
  });
  const [customer, producer, price, tax] = ['customerTax', 'producerTax', 'price', 'tax'].map((name) => cents.get(name));
  const areAmounts = customer !== undefined && producer !== undefined && price !== undefined;
  return {
    rows,
    unshown: fields.length - rows.length,
    isUnitKnown: cents.size > 0,
    ...(areAmounts && { shares: { customer, producer, price, ...(tax !== undefined && { tax }) } }),
  };
}
