import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallInput, type Dialect, type OperationId } from '../../../src/client/index.ts';
import { probe } from '../../../src/records/index.ts';
import { parseManners } from '../../../src/service/index.ts';
import { startLiteral } from '../../dialects/literal-service.ts';
import { clientOf, stopServices, testService } from '../service/support.ts';

const eventId = '1001';

/** What is found of a service with these manners, and what was asked of it. */
async function look(manners: string) {
  const service = await testService({ dialect: parseManners(manners) });
  const client = clientOf(service);
  const asked: OperationId[] = [];
  const read = (operation: OperationId, input: object, signal?: AbortSignal) => {
    asked.push(operation);
    return client.call(operation, input as CallInput<typeof operation>, signal ? { signal } : {});
  };
  const { findings, unfound } = await probe(read, { eventId });
  const known: Record<string, unknown> = {};
  for (const { part } of findings)
    for (const [name, value] of Object.entries(part)) known[name] = { ...(known[name] as object), ...(value as object) };
  return { known: known as Dialect, findings, unfound, asked };
}

describe('a look at a service', () => {
  afterEach(stopServices);

  const pagings: [manners: string, paging: Dialect['paging']][] = [
    ['', { by: 'page', page: 'page', size: 'pageSize', first: 1 }],
    ['cap=10', { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 10 }],
    ['zero-based,no-total', { by: 'page', page: 'page', size: 'pageSize', first: 0 }],
    ['page-names=pageNumber:rows,zero-based', undefined],
    ['page-names=pageNumber:pageSize', { by: 'page', page: 'pageNumber', size: 'pageSize', first: 1 }],
    ['offset', { by: 'offset', page: 'offset', size: 'limit' }],
    ['cursor', { by: 'cursor', page: 'cursor', size: 'limit' }],
  ];
  for (const [manners, paging] of pagings)
    it(`finds how a service pages: ${manners || 'as it is'}`, async () => {
      const { known, unfound } = await look(manners);
      assert.deepEqual(known.paging, paging);
      assert.equal(
        unfound.some(({ name }) => name === 'paging'),
        paging === undefined,
      );
    });

  for (const [what, manners, words] of [
    ['ignores the parameters of pages', {}, /gives all 130 rows, whichever page is asked for/],
    ['refuses them', { refuses: 400 }, /gives 130 rows, and the service refuses/],
  ] as const)
    it(`fault 85: finds that lists come whole at a service that ${what}`, async () => {
      const literal = await startLiteral(manners);
      const client = clientOf(literal);
      const read = (operation: OperationId, input: object) => client.call(operation, input as CallInput<typeof operation>);
      const { findings } = await probe(read, { eventId: '7' });
      await literal.close();
      const paging = findings.find(({ name }) => name === 'paging');
      assert.deepEqual(paging?.part, { paging: { by: 'none' } });
      assert.match(paging.evidence, words);
    });

  it('finds the unit of the tax by the price that comes back, whatever it is called', async () => {
    assert.equal((await look('tax=cents')).known.amounts?.tax, 'cents');
    assert.equal((await look('tax=decimals')).known.amounts?.tax, 'decimals');
    const renamed = await look('tax=cents,rename=price:ticketAmount');
    assert.equal(renamed.known.amounts?.tax, 'cents');
    assert.ok(renamed.findings.some(({ evidence }) => evidence.includes('ticketAmount = 12345')));
  });

  it('takes a fraction for the unit of prices, and a whole number for none', async () => {
    assert.equal((await look('text')).known.amounts?.items, 'text');
    const { known, unfound } = await look('cents');
    assert.equal(known.amounts?.items, undefined);
    assert.ok(unfound.some(({ name, reason }) => name === 'amounts.items' && reason.includes('may be cents or not')));
  });

  it('names the fields that are there where one is not found', async () => {
    const { unfound } = await look('rename=value:pricing');
    const reason = unfound.find(({ name }) => name === 'amounts.items')?.reason ?? '';
    assert.match(reason, /has no price under a name that is known\. Its fields: .*pricing/);
  });

  it('only reads', async () => {
    const { asked } = await look('');
    assert.deepEqual(
      asked.filter((operation) => !/^(?:get|list|calculate)/.test(operation)),
      [],
    );
  });

  it('ends without a word of fault of a service that answers with nothing that is a list', async () => {
    const server = createServer((_request, response) => response.end('{"hello":"world"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = clientOf({ eventUrl: origin, ticketUrl: origin, token: 'x' });
    const read = (operation: OperationId, input: object) => client.call(operation, input as CallInput<typeof operation>);
    const { findings, unfound } = await probe(read, { eventId });
    server.close();
    assert.deepEqual(findings, []);
    assert.ok(unfound.some(({ name }) => name === 'paging'));
  });
});
