import { isTaxField, taxContract, type TaxContract, type TaxFields } from '../../protocol/tax.ts';
import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { moneyText } from '../../protocol/money.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren, svg } from '../kit/dom.ts';
import { button, moneyField, numberField, textField } from '../kit/fields.ts';
import { failure, heading, mount, notice } from '../kit/page.ts';
import { beginAt, draftSaver, startForm } from '../kit/drafts.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { taxName } from './names.ts';

/** How long nothing is typed before the service is asked, in milliseconds. */
const pause = 300;

function show(init: InitOf<TaxContract>, channel: Channel<TaxContract>): void {
  const { place } = init;
  channel.saveState({ environment: place.name, kind: 'tax', ...(init.eventId === undefined ? {} : { eventId: init.eventId }) });
  const news = notice();
  const result = h('section', { attributes: { 'aria-live': 'polite' } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const onInput = () => {
    typed.soon();
    clearTimeout(timer);
    // What is on its way is the answer to something else.
    asked++;
    timer = setTimeout(() => void calculate(true), pause);
  };
  const event = textField({
    label: t('Event'),
    value: init.eventId ?? '',
    hint: init.eventLabel ?? t('The id of the event; or give a producer instead.'),
    onInput,
  });
  const producer = textField({ label: t('Producer'), hint: t('The id of the producer; used when no event is given.'), onInput });
  const price = moneyField({ label: t('Price'), currency: place.currency, cents: 10000, required: true, onInput });
  const share = numberField({
    label: t('Paid by the customer (%)'),
    value: '100',
    hint: t('How much of the tax, from 0 to 100.'),
    onInput,
  });
  const tax = moneyField({
    label: t('Custom tax'),
    currency: place.currency,
    hint: t('Left empty, the usual tax is taken.'),
    onInput,
  });

  const fields = { event, producer, price, share, tax };
  const form = h(
    'div',
    {},
    h('div', { className: 'row' }, event.element, producer.element),
    h('div', { className: 'row' }, price.element, share.element, tax.element),
    result,
  );
  const initial = texts();
  const typed = draftSaver(
    () => JSON.stringify(texts()) !== JSON.stringify(initial),
    () => channel.request('keepDraft', texts()),
    () => channel.request('dropDraft', null),
  );

  function texts(): TaxFields {
    return { event: event.value, producer: producer.value, price: price.value, share: share.value, tax: tax.value };
  }

  function write(kept: TaxFields): void {
    for (const [name, field] of Object.entries(fields)) field.value = kept[name as keyof TaxFields];
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
    if (Object.values(fields).some(({ problem }) => problem !== undefined)) return undefined;
    return {
      ...(event.value.trim() === '' ? { producerId: producer.value.trim() } : { eventId: event.value.trim() }),
      price: price.cents ?? 0,
      ...(distribution === undefined ? {} : { taxDistribution: distribution }),
      ...(tax.cents === undefined ? {} : { tax: tax.cents }),
    };
  }

  /** An old result beside what is wrong would pass for its answer. */
  function clear(): void {
    news.clear();
    result.replaceChildren();
  }

  async function calculate(isAsked: boolean): Promise<void> {
    const query = read();
    if (!query) return clear();
    const mine = ++asked;
    try {
      const found = await channel.request('calculate', { query, isAsked });
      // An answer that was overtaken is no longer the answer.
      if (mine !== asked) return;
      news.clear();
      replaceChildren(result, picture(found.shares, place.currency), table(found));
    } catch (error) {
      if (mine !== asked) return;
      result.replaceChildren();
      news.show('error', (error as Error).message, ...(isAsked ? [] : [button(t('Try Again'), () => void calculate(true))]));
    }
  }

  mount(heading(t('Tax Calculator'), place), news.element, form);
  const { isBack } = channel;
  const begin = () => {
    beginAt(event, isBack);
    // A form that nobody has filled in yet is not wrong.
    if (event.value !== '' || producer.value !== '') void calculate(!isBack);
  };
  const drop = () => void channel.request('dropDraft', null).catch(() => undefined);
  startForm({ draft: init.draft, isBack, form, news, write, drop, begin });
}

function idProblem(name: 'eventId' | 'producerId', text: string): string | undefined {
  return text.trim() === '' || isTaxField(name, text.trim()) ? undefined : t('An id is a whole number.');
}

/** Who pays what, as one bar: the price, and on it the customer's and the producer's part of the tax. */
function picture(shares: ResultOf<TaxContract, 'calculate'>['shares'], currency: string): Node | undefined {
  if (!shares) return undefined;
  const { price, customer, producer } = shares;
  const total = Math.max(1, price + customer);
  const parts = [
    { name: t('The producer receives'), cents: price - producer, colour: 'var(--vscode-charts-blue)' },
    { name: t('The producer pays'), cents: producer, colour: 'var(--vscode-charts-orange)' },
    { name: t('The customer pays on top'), cents: customer, colour: 'var(--vscode-charts-green)' },
  ];
  const text = parts.map(({ name, cents }) => `${name}: ${moneyText(cents, currency, currentLanguage())}`).join('; ');
  let x = 0;
  const bars = parts.map(({ cents, colour }) => {
    const width = (Math.max(0, cents) / total) * 100;
    const bar = svg('rect', { x, y: 0, width, height: 16, fill: colour });
    x += width;
    return bar;
  });
  const legend = parts.map(({ name, cents, colour }) => {
    const dot = svg(
      'svg',
      { 'viewBox': '0 0 10 10', 'width': 10, 'height': 10, 'aria-hidden': 'true' },
      svg('rect', { width: 10, height: 10, fill: colour }),
    );
    return h('li', {}, dot, ` ${name} `, h('strong', {}, moneyText(cents, currency, currentLanguage())));
  });
  return h(
    'figure',
    { className: 'shares' },
    svg(
      'svg',
      {
        'viewBox': '0 0 100 16',
        'width': '100%',
        'height': 24,
        'preserveAspectRatio': 'none',
        'role': 'img',
        'aria-label': text,
      },
      ...bars,
    ),
    h('ul', {}, legend),
  );
}

function table({ rows }: ResultOf<TaxContract, 'calculate'>): HTMLElement {
  return h(
    'table',
    {},
    h('caption', {}, t('What the service says')),
    h(
      'tbody',
      {},
      rows.map(({ name, text }) =>
        h('tr', {}, h('th', { scope: 'row', title: name }, taxName(name)), h('td', { className: 'number' }, text)),
      ),
    ),
  );
}

connect(taxContract, show, (problem, retry) => mount(failure(problem, retry)));
