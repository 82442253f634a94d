// What an item costs, with the tax that the service works out for it while the price is typed.
import type { ItemForm, ItemKnown } from '../../protocol/item.ts';
import type { TaxShown } from '../../protocol/contract.ts';
import { centsOf, moneyText } from '../../shared/text.ts';
import { Latest } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { amountField } from '../kit/fields.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { describeButton, taxRows } from '../kit/page.ts';
import { describeHint, fieldName } from '../kit/texts.ts';
import { bound, sectionFrame, type Section } from './section.ts';

/** How long nothing is typed before the service is asked, in milliseconds. */
const pause = 300;

export function valuesSection(
  form: ItemForm,
  known: ItemKnown,
  currency: string,
  askTax: ((price: number) => Promise<TaxShown>) | undefined,
  onInput: () => void,
): Section {
  const preview = taxPreview(currency, askTax);
  const showTax = (price: string) => preview.changed(as.price === 'money' || hasDecimals(price) ? price : '');
  const onPrice = () => {
    showTax(typed.read().price);
    onInput();
  };
  let as = known;
  // The interface says no more of the fees than their names.
  const feeField = (name: 'feeSale' | 'feeProducer') =>
    amountField({ label: fieldName(name), currency, hint: t('Saved as {0}. It is not the tax.', name), onInput });
  const amounts = {
    price: amountField({ label: t('Price'), currency, onInput: onPrice }),
    feeSale: feeField('feeSale'),
    feeProducer: feeField('feeProducer'),
  };
  const typed = bound(amounts, form);
  showTax(form.price);
  const notes = h('div', {});
  const note = (now: ItemKnown) => {
    as = now;
    const isUnseen = now.unseen.includes('values');
    const texts = [
      isUnseen &&
        t('No values were found in what the service shows of this item: whether it has any is not known. {0}', describeHint()),
      now.price === 'number' &&
        t('Prices are shown as the service sends them. Whether they are in cents is asked before the first one is saved.'),
    ];
    replaceChildren(
      notes,
      texts.filter((text) => text !== false).map((text) => h('p', { className: 'hint' }, text)),
      isUnseen ? describeButton() : [],
    );
    amounts.price.as = now.price;
    amounts.feeSale.as = amounts.feeProducer.as = now.fees;
  };
  note(known);
  const elements = Object.values(amounts).map(({ element }) => element);
  return {
    element: sectionFrame(
      'values',
      t('Values'),
      h('div', { className: 'beside' }, h('div', {}, notes, elements), preview.element),
    ),
    ...typed,
    note,
    write(now) {
      typed.write(now);
      showTax(now.price);
    },
  };
}

/** With decimals a price is money, whatever the service shows. */
function hasDecimals(price: string): boolean {
  return /[.,]\d{1,2}$/.test(price.trim());
}

function taxPreview(currency: string, ask: ((price: number) => Promise<TaxShown>) | undefined) {
  const content = h('div', { attributes: { 'aria-live': 'polite' } });
  const about = h(
    'p',
    { className: 'hint' },
    t('The service works the tax out; the customer and the producer share it. It is not saved.'),
  );
  const element = h('aside', { className: 'preview', hidden: !ask, attributes: { 'aria-label': t('Tax') } }, content, about);
  const newest = new Latest();
  /** The price whose tax is shown or on its way. */
  let wanted: number | undefined;
  const showHint = (text: string) => replaceChildren(content, h('p', { className: 'hint' }, text));
  const clear = () => showHint(t('The tax shows here when there is a price.'));
  clear();
  return {
    element,
    changed(text: string) {
      const price = centsOf(text);
      if (price === wanted) return;
      newest.cancel();
      wanted = price;
      if (price === undefined || price < 0) return clear();
      if (!ask) return;
      const caption = t('Tax at {0}, by the service', moneyText(price, currency, currentLanguage()));
      const show = (found: TaxShown) => replaceChildren(content, taxRows(caption, found));
      const fail = (message: string) => {
        showHint(t('The tax could not be worked out: {0}', message));
        // No price: whichever is typed next is asked for, this one too.
        wanted = NaN;
      };
      newest.after(pause, () => void newest.ask(ask(price), show, fail));
    },
  };
}
