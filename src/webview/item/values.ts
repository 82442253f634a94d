// What an item costs, with the tax that the service works out for it while the price is typed.
import type { ItemKnown } from '../../protocol/item.ts';
import type { TypedField } from '../../protocol/record-form.ts';
import type { TaxShown } from '../../protocol/contract.ts';
import { feeNames, fittingFee, type FeeName, type SeenFees } from '../../shared/fees.ts';
import { centsOf, editableMoney, moneyText } from '../../shared/text.ts';
import { Latest } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { amountField, button } from '../kit/fields.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { describeButton, taxRows } from '../kit/page.ts';
import { singleFields } from '../kit/record-form.ts';
import { describeHint, fieldName } from '../kit/texts.ts';
import { textIn } from '../../shared/typed-fields.ts';
import { sectionFrame, type Section } from './section.ts';

/** How long nothing is typed before the service is asked, in milliseconds. */
const pause = 300;

type AskTax = (price: number) => Promise<TaxShown>;

interface ValuesSection extends Section {
  /** Fees that the items beside a new one have: they are filled in with the price. */
  suggest(fees: Fees): void;
}

export function valuesSection(
  base: () => readonly TypedField[],
  known: ItemKnown,
  askTax: AskTax | undefined,
  onInput: () => void,
): ValuesSection {
  /** What the tax is at the saved price and at those that are typed. */
  const taxes = new Map<number, TaxShown>();
  const seen: SeenFees = new Map();
  const preview = taxPreview(
    () => as.currency,
    askTax,
    (price, found) => void takeTax(price, found),
  );
  const showTax = (price: string) => preview.changed(as.price === 'money' || hasDecimals(price) ? price : '');
  const changed = () => {
    showOffers();
    showRequired();
    onInput();
  };
  const onPrice = () => {
    showTax(amounts.price.value);
    if (amounts.price.value.trim() !== '') fillFees();
    changed();
  };
  let as = known;
  let likely: Fees | undefined;
  // The interface says no more of the fees than their names.
  const feeField = (name: FeeName) =>
    amountField({
      label: fieldName(name),
      currency: known.currency,
      hint: t('Saved as {0}. It is not the tax.', name),
      onInput: changed,
    });
  const amounts = {
    price: amountField({ label: fieldName('price'), currency: known.currency, onInput: onPrice }),
    feeSale: feeField('feeSale'),
    feeProducer: feeField('feeProducer'),
  };
  const typed = singleFields('value', amounts);
  const offers = { feeSale: feeOffer(amounts.feeSale), feeProducer: feeOffer(amounts.feeProducer) };
  const notes = h('div', {});

  /** Price and fees are written together: with one of them all are needed. */
  function showRequired(): void {
    const isMeant = Object.values(amounts).some(({ value }) => value.trim() !== '');
    for (const field of Object.values(amounts)) field.required = isMeant;
  }

  /** Each once: whoever empties it again means it. */
  function fillFees(): void {
    for (const name of feeNames) if (likely && amounts[name].value === '') amounts[name].value = likely[name];
    likely = undefined;
  }

  async function takeTax(price: number, found: TaxShown): Promise<void> {
    taxes.set(price, found);
    const before = centsOf(textIn(base(), 'price'));
    if (before !== undefined && !taxes.has(before)) {
      // What cannot be told is not offered.
      const former = await askTax?.(before).catch(() => undefined);
      if (former) taxes.set(before, former);
    }
    showOffers();
  }

  function sharesAt(price: number | undefined): TaxShown['shares'] {
    return price === undefined ? undefined : taxes.get(price)?.shares;
  }

  /** Where a fee was the tax of the old price and is not that of the new one, the new one is offered. */
  function showOffers(): void {
    const price = centsOf(amounts.price.value);
    const [saved, now] = [base(), typed.read()].map(feesIn) as [Fees, Fees];
    const shares = { before: sharesAt(centsOf(textIn(base(), 'price'))), now: sharesAt(price) };
    for (const name of feeNames) {
      const fits = as.fees === 'money' ? fittingFee(name, saved, now, shares, seen) : undefined;
      if (fits === undefined) {
        offers[name].hide();
        continue;
      }
      const text = moneyText(fits, as.currency, currentLanguage());
      offers[name].show(
        t('It was as much as the tax at the old price. At this price the tax is {0}.', text),
        t('Use {0}', text),
        () => {
          amounts[name].value = editableMoney(fits, currentLanguage());
          changed();
          amounts[name].focus();
        },
      );
    }
  }

  const note = (now: ItemKnown) => {
    as = now;
    const isUnseen = now.unseen.includes('values');
    const texts = [
      isUnseen &&
        t('No values were found in what the service shows of this item: whether it has any is not known. {0}', describeHint()),
      now.isPresumed &&
        t('Whole numbers are shown as cents, as the interface says. Whether they are is asked before the first price is saved.'),
      now.price === 'number' &&
        t('Prices are shown as the service sends them. Whether they are in cents is asked before the first one is saved.'),
    ];
    replaceChildren(
      notes,
      texts.filter((text) => text !== false).map((text) => h('p', { className: 'hint' }, text)),
      isUnseen ? describeButton() : [],
    );
    amounts.price.as = { kind: now.price, currency: now.currency };
    amounts.feeSale.as = amounts.feeProducer.as = { kind: now.fees, currency: now.currency };
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
      showTax(textIn(now, 'price'));
      showRequired();
      showOffers();
    },
    suggest: (fees) => void (likely = fees),
  };
}

type Fees = Readonly<Record<FeeName, string>>;

function feesIn(fields: readonly TypedField[]): Fees {
  return { feeSale: textIn(fields, 'feeSale'), feeProducer: textIn(fields, 'feeProducer') };
}

/** With decimals a price is money, whatever the service shows. */
function hasDecimals(price: string): boolean {
  return /[.,]\d{1,2}$/.test(price.trim());
}

/** What is said of a fee, with a button that takes another one. */
function feeOffer({ element }: { readonly element: HTMLElement }) {
  const place = h('div', { className: 'hint offer', hidden: true, attributes: { role: 'status' } });
  element.append(place);
  let shown = '';
  const fill = (text: string, ...content: readonly Node[]) => {
    if (shown === text) return;
    shown = text;
    place.hidden = text === '';
    replaceChildren(place, h('span', {}, text), content);
  };
  return {
    show: (text: string, label: string, onTake: () => void) => fill(text, button(label, onTake)),
    hide: () => fill(''),
  };
}

function taxPreview(currency: () => string, ask: AskTax | undefined, onShown: (price: number, found: TaxShown) => void) {
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
      const caption = t('Tax at {0}, by the service', moneyText(price, currency(), currentLanguage()));
      const show = (found: TaxShown) => {
        replaceChildren(content, taxRows(caption, found));
        onShown(price, found);
      };
      const fail = (message: string) => {
        showHint(t('The tax could not be worked out: {0}', message));
        // No price: whichever is typed next is asked for, this one too.
        wanted = NaN;
      };
      newest.after(pause, () => void newest.ask(ask(price), show, fail));
    },
  };
}
