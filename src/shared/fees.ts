// Which fees fit a price: one that was the tax of the old price is offered as the tax of the new one; any other is meant as it is.
import type { TaxShown } from '../protocol/contract.ts';
import { centsOf } from './text.ts';

export type FeeName = 'feeSale' | 'feeProducer';
export const feeNames: readonly FeeName[] = ['feeSale', 'feeProducer'];

/** What the tax is at the saved price, and at the one that is typed. */
interface Taxes {
  readonly before: TaxShown['shares'];
  readonly now: TaxShown['shares'];
}

type Shares = NonNullable<TaxShown['shares']>;

/** As what part of the tax a fee was seen: a price that is saved without it does not make it one that is meant. */
export type SeenFees = Map<FeeName, { readonly fee: number; readonly part: keyof Shares }>;

/** The fee that fits the new price, in cents, where that is another than the saved one and nobody has typed one. */
export function fittingFee(
  name: FeeName,
  base: Readonly<Record<FeeName, string>>,
  typed: Readonly<Record<FeeName, string>>,
  { before, now }: Taxes,
  seen: SeenFees = new Map(),
): number | undefined {
  const fee = centsOf(base[name]);
  if (!before || !now || fee === undefined || centsOf(typed[name]) !== fee) return undefined;
  const parts = name === 'feeSale' ? (['customer', 'tax'] as const) : (['producer'] as const);
  const former = seen.get(name);
  const part = parts.find((one) => before[one] === fee) ?? (former?.fee === fee ? former.part : undefined);
  if (part !== undefined) seen.set(name, { fee, part });
  const fits = part && now[part];
  return fits === fee ? undefined : fits;
}
