// What an item costs, with the tax that the service works out for it while the price is typed.
import { valueFields, type ItemForm, type TaxPreview } from '../../protocol/item.ts';
import { centsOf, moneyText } from '../../protocol/money.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { moneyField } from '../kit/fields.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { bound } from './bound.ts';
import { sectionFrame, type Section } from './section.ts';

/** How long nothing is typed before the service is asked, in milliseconds. */
const pause = 300;

export function valuesSection(
  form: ItemForm,
  currency: string,
  askTax: ((price: number) => Promise<TaxPreview>) | undefined,
  onInput: () => void,
): Section {
  const preview = taxPreview(currency, askTax);
  const onPrice = () => {
    preview.soon(price.read());
    onInput();
  };
  const price = bound(moneyField({ label: t('Price'), currency, onInput: onPrice }), form.price);
  const feeField = (label: string, name: 'feeSale' | 'feeProducer') =>
    bound(moneyField({ label, currency, hint: feeHint(name), onInput }), form[name]);
  const feeSale = feeField(t('Sale fee'), 'feeSale');
  const feeProducer = feeField(t('Producer fee'), 'feeProducer');
  const amounts = { price, feeSale, feeProducer };
  preview.soon(form.price);
  const fields = h('div', {}, price.field.element, feeSale.field.element, feeProducer.field.element);
  return {
    element: sectionFrame('values', t('Values'), h('div', { className: 'beside' }, fields, preview.element)),
    read: () => ({ price: price.read(), feeSale: feeSale.read(), feeProducer: feeProducer.read() }),
    write(now) {
      for (const name of valueFields) amounts[name].write(now[name]);
      preview.soon(now.price);
    },
    fields: () => valueFields.map((name) => [name, amounts[name].field] as const),
  };
}

/** The interface says no more of the fees than their names. */
function feeHint(name: string): string {
  return t('Saved as {0}. It is not the tax.', name);
}

function taxPreview(currency: string, ask: ((price: number) => Promise<TaxPreview>) | undefined) {
  const content = h('div', { attributes: { 'aria-live': 'polite' } });
  const about = h(
    'p',
    { className: 'hint' },
    t('The service works the tax out; the customer and the producer share it. It is not saved.'),
  );
  const element = h('aside', { className: 'preview', hidden: !ask, attributes: { 'aria-label': t('Tax') } }, content, about);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  /** The price whose tax is shown or on its way. */
  let wanted: number | undefined;
  const say = (text: string) => replaceChildren(content, h('p', { className: 'hint' }, text));
  const show = async (price: number) => {
    const mine = asked;
    try {
      const found = await ask?.(price);
      // An answer that was overtaken is no longer the answer.
      if (mine !== asked || !found) return;
      replaceChildren(content, previewTable(found, price, currency));
    } catch (error) {
      if (mine !== asked) return;
      say(t('The tax could not be worked out: {0}', (error as Error).message));
      // No price: whichever is typed next is asked for, this one too.
      wanted = NaN;
    }
  };
  const clear = () => say(t('The tax shows here when there is a price.'));
  clear();
  return {
    element,
    soon(text: string) {
      const price = centsOf(text);
      if (price === wanted) return;
      clearTimeout(timer);
      // What is on its way is the tax of another price, and would mislead.
      asked++;
      wanted = price;
      if (price === undefined || price < 0) return clear();
      if (ask) timer = setTimeout(() => void show(price), pause);
    },
  };
}

function previewTable(tax: TaxPreview, price: number, currency: string): HTMLElement {
  const money = (cents: number) => moneyText(cents, currency, currentLanguage());
  const rows: [string, number | undefined][] = [
    [t('Price'), price],
    [t('Tax'), tax.tax],
    [t('Tax paid by the customer'), tax.customer],
    [t('Tax paid by the producer'), tax.producer],
    [t('The customer pays in all'), tax.finalPrice],
    [t('The producer receives'), tax.producerReceives],
  ];
  const known = rows.filter((row): row is [string, number] => row[1] !== undefined);
  return h(
    'table',
    {},
    h('caption', {}, t('Tax at this price, by the service')),
    h(
      'tbody',
      {},
      known.map(([name, cents]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', { className: 'number' }, money(cents)))),
    ),
  );
}
