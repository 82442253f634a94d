// The document says that amounts of items are whole numbers of cents. A reply with a decimal or a text shows that a service does otherwise.
import { isObject } from '../../client/replies.ts';
import { unknownDialect, type Dialect } from '../../client/index.ts';

/** Those of which a reply was seen that is not as the document says. */
const others = new WeakSet<Dialect>();

/** Looks at the amounts of an item, under the document's names. */
export function noteAmounts(dialect: Dialect, { value }: { readonly value?: unknown }): void {
  if (!isObject(value) || dialect.amounts?.items !== undefined || dialect === unknownDialect) return;
  for (const amount of [value.price, value.feeSale, value.feeProducer])
    if (typeof amount === 'string' || (typeof amount === 'number' && !Number.isInteger(amount))) others.add(dialect);
}

/** Whether a whole number is shown as cents, where nobody has said in what amounts are. */
export function areCentsByDocument(dialect: Dialect): boolean {
  return !others.has(dialect);
}
