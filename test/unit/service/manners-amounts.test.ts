import assert from 'node:assert/strict';
import { festival, pricedItem, withManners, type Fields, type Polite } from './manners-support.ts';

/** What the event group shows of the item's price and fee. */
async function shownTicket({ events }: Polite, id: unknown): Promise<Fields> {
  const groups = (await events('GET', `/event/${festival}/tickets`)).data as unknown as { type: Fields[] }[];
  return groups.flatMap(({ type }) => type).find((each) => each.id === id) ?? {};
}

describe('amounts of the local service', () => {
  const forms: [string, unknown, unknown, unknown, unknown][] = [
    ['', 120.5, 132.5, 12, 2.5],
    ['cents', 12050, 13250, 1200, 250],
    ['decimals', 120.5, 132.5, 12, 2.5],
    ['whole', 120.5, 132.5, 12, 2.5],
    ['text', '120.50', '132.50', '12.00', '2.50'],
    ['text-comma', '120,50', '132,50', '12,00', '2,50'],
    ['fees=number', 120.5, 132.5, 1200, 250],
    ['text,fees=number', '120.50', '132.50', 1200, 250],
  ];
  for (const [words, price, finalPrice, feeSale, feeProducer] of forms)
    it(
      `${words || 'as always'}: a price of 120.50 is ${JSON.stringify(price)}, a fee of 12.00 ${JSON.stringify(feeSale)}`,
      withManners(words, async (service) => {
        const item = await pricedItem(service);
        assert.deepEqual(item.value, { price, finalPrice, feeSale, feeProducer, taxDistribution: 100 });
        const listed = (await service.tickets('GET', `/items?eventId=${festival}&pageSize=200`)).rows;
        assert.deepEqual(listed.find(({ id }) => id === item.id)?.value, item.value);
        const shown = await shownTicket(service, item.id);
        assert.equal(shown.price, price);
        assert.equal(shown.tax, words.includes('text') ? finalFee(words) : words === 'cents' ? 1200 : 12);
      }),
    );

  function finalFee(words: string): string {
    return words.includes('comma') ? '12,00' : '12.00';
  }

  it(
    'cents: what was written in cents is read in cents, and nothing is rounded',
    withManners('cents', async ({ tickets }) => {
      const { id } = (await tickets('POST', '/items', { name: 'One cent', eventId: festival })).data;
      const values = { price: 1, feeSale: 999_999_999_999, feeProducer: 0 };
      const reply = await tickets('POST', `/items/${String(id)}/values`, values);
      assert.deepEqual(reply.data, values);
      const { price, feeSale, feeProducer } = (await tickets('GET', `/items/${String(id)}`)).data.value as Fields;
      assert.deepEqual({ price, feeSale, feeProducer }, values);
    }),
  );

  it(
    'text: the reply to a write is text too',
    withManners('text', async ({ tickets }) => {
      const { id } = (await tickets('POST', '/items', { name: 'A', eventId: festival })).data;
      const reply = await tickets('POST', `/items/${String(id)}/values`, { price: 5, feeSale: 100, feeProducer: 0 });
      assert.deepEqual(reply.data, { price: '0.05', feeSale: '1.00', feeProducer: '0.00' });
    }),
  );

  const taxes: [string, unknown, unknown, unknown][] = [
    ['', 12000, 1200, 13200],
    ['tax=cents', 12000, 1200, 13200],
    ['tax=decimals', 120, 12, 132],
    ['tax=text', '120.00', '12.00', '132.00'],
    ['cents', 12000, 1200, 13200],
  ];
  for (const [words, price, tax, finalPrice] of taxes)
    it(
      `${words || 'as always'}: the tax of 120.00 is ${JSON.stringify(tax)}`,
      withManners(words, async ({ tickets }) => {
        const { data } = await tickets('GET', `/tax?eventId=${festival}&price=12000`);
        assert.deepEqual([data.price, data.tax, data.finalPrice, data.taxDistribution], [price, tax, finalPrice, 100]);
      }),
    );

  const totals = async ({ events }: Polite) => {
    const { data } = await events('GET', '/event/1002/bordero');
    return { totals: data.totals as Record<string, number>, line: (data.lines as Record<string, number>[])[0]! };
  };
  let usual: Awaited<ReturnType<typeof totals>>;
  it(
    'as always: the bordero is in cents',
    withManners('cents', async (service) => {
      usual = await totals(service);
      assert.ok(Number.isInteger(usual.totals.gross) && usual.totals.gross! > 100_000);
      for (const words of ['reports=decimals', 'reports=whole', 'reports=cents']) {
        const unit = words === 'reports=cents' ? 1 : 100;
        await withManners(words, async (other) => {
          const { totals: own, line } = await totals(other);
          for (const name of ['gross', 'fee_sale', 'fee_producer', 'net'])
            assert.equal(own[name], usual.totals[name]! / unit, `${words} ${name}`);
          assert.equal(line.price, usual.line.price! / unit);
          // Tickets are counted, not paid.
          assert.deepEqual([own.quantity, own.cancelled], [usual.totals.quantity, usual.totals.cancelled]);
        })();
      }
    }),
  );
});
