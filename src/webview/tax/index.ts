import type { InitOf, TaxShown } from '../../protocol/contract.ts';
import type { TaxContract, TaxFields } from '../../protocol/tax.ts';
import { isTaxField } from '../../shared/form-checks.ts';
import { moneyText } from '../../shared/text.ts';
import { Latest, type Channel } from '../kit/channel.ts';
import { h, replaceChildren, svg } from '../kit/dom.ts';
import { moneyField, numberField, textField, withChoice } from '../kit/fields.ts';
import { createForm, firstWrong } from '../kit/form.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { eventLine, failureText, openPage, repeater, taxRows } from '../kit/page.ts';

/** How long nothing is typed before the service is asked, in milliseconds. */
const pause = 300;

function show(init: InitOf<TaxContract>, channel: Channel<TaxContract>): void {
  const { environment, eventId } = init;
  const { currency } = environment;
  channel.saveState({ environment: environment.name, kind: 'tax', eventId });
  const form = createForm({
    title: t('Tax Calculator'),
    environment,
    channel,
    read: texts,
    isChanged: () => JSON.stringify(texts()) !== JSON.stringify(initial),
  });
  const result = h('section', { attributes: { 'aria-live': 'polite' } });
  const newest = new Latest();
  const again = repeater((isAsked) => calculate(isAsked));
  const onInput = () => {
    form.changed();
    newest.after(pause, () => calculate(true));
  };
  const event = textField({
    label: t('Event'),
    value: eventId ?? '',
    hint: init.eventLabel ?? t('The id of the event; or give a producer instead.'),
    onInput: () => {
      event.note = undefined;
      onInput();
    },
  });
  const producer = textField({ label: t('Producer'), hint: t('The id of the producer; used when no event is given.'), onInput });
  const price = moneyField({ label: t('Price'), currency, cents: 10000, required: true, onInput });
  const share = numberField({
    label: t('Paid by the customer (%)'),
    value: '100',
    hint: t('How much of the tax, from 0 to 100.'),
    onInput,
  });
  // A number ends where the amounts beside it end.
  share.element.classList.add('figure');
  const tax = moneyField({ label: t('Custom tax'), currency, hint: t('Left empty, the usual tax is taken.'), onInput });
  const fields = { event, producer, price, share, tax };
  const initial = texts();

  function texts(): TaxFields {
    return { event: event.value, producer: producer.value, price: price.value, share: share.value, tax: tax.value };
  }

  function write(kept: TaxFields): void {
    for (const [name, field] of Object.entries(fields)) field.value = kept[name as keyof TaxFields];
  }

  async function chooseEvent(): Promise<void> {
    const { id, label } = await channel.request('pickEvent', null);
    event.value = id;
    event.note = label;
    form.changed();
    price.focus();
    calculate(true);
  }

  /** What is typed, with every problem shown at its field; nothing when there are any. */
  function read(): Record<string, number | string> | undefined {
    const distribution = share.value.trim() === '' ? undefined : Number(share.value.replace(',', '.'));
    event.problem =
      event.value.trim() === '' && producer.value.trim() === ''
        ? t('Give an event or a producer.')
        : idProblem('eventId', event.value);
    producer.problem = idProblem('producerId', producer.value);
    price.problem = price.cents === undefined ? t('This is not an amount.') : undefined;
    tax.problem = tax.value.trim() !== '' && tax.cents === undefined ? t('This is not an amount.') : undefined;
    share.problem = isTaxField('taxDistribution', distribution) ? undefined : t('From 0 to 100.');
    if (firstWrong(Object.values(fields))) return undefined;
    return {
      ...(event.value.trim() === '' ? { producerId: producer.value.trim() } : { eventId: event.value.trim() }),
      price: price.cents ?? 0,
      ...(distribution === undefined ? {} : { taxDistribution: distribution }),
      ...(tax.cents === undefined ? {} : { tax: tax.cents }),
    };
  }

  function calculate(isAsked: boolean): void {
    again.started();
    const query = read();
    // An old result beside what is wrong would pass for its answer.
    if (!query) return clear();
    const show = (found: TaxShown) => {
      form.notice.clear();
      replaceChildren(result, picture(found.shares, currency), taxRows(t('What the service says'), found));
    };
    const fail = (_message: string, error: Error) => {
      result.replaceChildren();
      const offer = again.buttons(error);
      form.notice.show('error', failureText(error), ...(isAsked ? offer.slice(0, -1) : offer));
    };
    void newest.ask(channel.request('calculate', { query, isAsked }), show, fail);
  }

  function clear(): void {
    form.notice.clear();
    result.replaceChildren();
  }

  const choose = () => form.notice.follow(chooseEvent());
  const picked = eventId === undefined ? withChoice(event, t('Event'), choose) : event.element;
  form.element.append(
    h('div', { className: 'row' }, picked, producer.element),
    h('div', { className: 'row' }, price.element, share.element, tax.element),
    result,
  );
  const path = eventId === undefined ? undefined : eventLine({ id: eventId, label: init.eventLabel ?? eventId });
  form.show(path, form.element);
  const begin = () => {
    form.focusAt(event.value === '' && producer.value === '' ? event : price);
    // A form that nobody has filled in yet is not wrong.
    if (event.value !== '' || producer.value !== '') calculate(!channel.isBack);
  };
  form.start(init.draft, (draft) => write(draft.fields), begin);
}

function idProblem(name: 'eventId' | 'producerId', text: string): string | undefined {
  return text.trim() === '' || isTaxField(name, text.trim())
    ? undefined
    : t('A whole number: the interface document types this id as an integer.');
}

/** Who pays what, as one bar: the price, and on it the customer's and the producer's share of the tax. */
function picture(shares: TaxShown['shares'], currency: string): Node | undefined {
  if (!shares) return undefined;
  const { price, customer, producer } = shares;
  const total = Math.max(1, price + customer);
  const segments = [
    { name: t('The producer receives'), cents: price - producer, colour: 'var(--vscode-charts-blue)' },
    { name: t('The producer pays'), cents: producer, colour: 'var(--vscode-charts-orange, var(--vscode-charts-yellow))' },
    { name: t('The customer pays on top'), cents: customer, colour: 'var(--vscode-charts-green)' },
  ];
  const money = (cents: number) => moneyText(cents, currency, currentLanguage());
  let x = 0;
  const bars = segments.map(({ cents, colour }) => {
    const width = (Math.max(0, cents) / total) * 100;
    const bar = svg('rect', { x, y: 0, width, height: 16, fill: colour });
    x += width;
    return bar;
  });
  const legend = segments.map(({ name, colour }) => {
    const square = { 'viewBox': '0 0 10 10', 'width': 10, 'height': 10, 'aria-hidden': 'true' };
    const dot = svg('svg', square, svg('rect', { width: 10, height: 10, fill: colour }));
    return h('li', {}, dot, ` ${name}`);
  });
  const text = segments.map(({ name, cents }) => `${name}: ${money(cents)}`).join('; ');
  const box = { viewBox: '0 0 100 16', width: '100%', height: 24, preserveAspectRatio: 'none' };
  const bar = svg('svg', { ...box, 'role': 'img', 'aria-label': text }, ...bars);
  return h('figure', { className: 'shares' }, bar, h('ul', {}, legend));
}

export function openTaxPage(): void {
  openPage<TaxContract>(show);
}
