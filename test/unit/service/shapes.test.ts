import assert from 'node:assert/strict';
import {
  contentOf,
  idOf,
  labelOf,
  pagingOf,
  readList,
  sessionsOf,
  type CallInput,
  type OperationId,
} from '../../../src/client/index.ts';
import { shapeNames } from '../../../src/service/index.ts';
import { clientOf, csvFile, stopServices, testService } from './support.ts';

/** What an operation that reads takes. */
interface Input {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** Lists that a person looks through, each with a page of it. */
const lists: [OperationId, Input][] = [
  ['listTypes', {}],
  ['listItems', { query: { eventId: 1001, page: 2, pageSize: 5 } }],
  ['listPasskeys', { query: { eventId: 1002, pageSize: 3 } }],
  ['listCodes', { path: { itemId: 300002 }, query: { pageSize: 4 } }],
  ['searchCategory', { path: { category: 'concerts' }, query: { page: 2, pageSize: 3 } }],
  ['getFeatured', { query: { pageSize: 4 } }],
  ['getFeatured', { query: { method: 'banner' } }],
  ['getEventTickets', { path: { id: 1001 } }],
  ['getSessionTickets', { path: { id: 1001, sessionId: 20001 } }],
  ['getEventCrew', { path: { id: 1001 } }],
  ['getHomeSections', {}],
  ['getHomeCover', {}],
  ['listItems', { query: { eventId: 1001, term: 'nothing like it' } }],
];

const records: [OperationId, Input][] = [
  ['getEvent', { path: { id: 1001 } }],
  ['identifyEvent', { query: { link: 'o-auto-da-lua' } }],
  ['getEventAttributes', { path: { id: 1001 } }],
  ['getItem', { path: { id: 300002 } }],
  ['getPasskey', { path: { id: 700001 } }],
  ['calculateTax', { query: { eventId: 1001, price: 999 } }],
  ['getEntryReport', { path: { eventId: 1002 } }],
  ['getBordero', { path: { eventId: 1002 } }],
];

describe('the shapes of replies', () => {
  const clients = new Map<string, ReturnType<typeof clientOf>>();
  before(async () => {
    for (const shape of shapeNames) {
      const client = clientOf(await testService({ shape }));
      await client.call('uploadCodes', { path: { eventId: 1001 }, file: csvFile('S1\nS2\nS3\nS4\nS5') });
      clients.set(shape, client);
    }
  });
  after(stopServices);

  const call = (shape: string, id: OperationId, input: Input) =>
    clients.get(shape)!.call(id as 'getItem', input as CallInput<'getItem'>);

  it('are not all the same', async () => {
    const replies = await Promise.all(shapeNames.map((shape) => call(shape, 'listTypes', {})));
    assert.equal(new Set(replies.map((reply) => JSON.stringify(reply))).size, shapeNames.length);
  });

  for (const shape of shapeNames) {
    for (const [id, input] of lists) {
      it(`${shape}: ${id} ${JSON.stringify(input)} gives the same rows, ids and labels as usual`, async () => {
        const usual = readList(await call('usual', id, input));
        const reply = await call(shape, id, input);
        const { rows, paging } = readList(reply);
        assert.deepEqual(rows, usual.rows);
        assert.ok(rows.every(({ problem, label }) => problem === undefined && label !== ''));
        if (!JSON.stringify(input).includes('nothing')) assert.ok(rows.length > 0);
        assert.deepEqual(paging, pagingOf(reply));
        if (shape === 'bare') assert.equal(paging, undefined);
        else if (usual.paging) assert.equal(paging?.total, usual.paging.total);
        if (shape === 'other') assert.deepEqual(paging, usual.paging);
      });
    }

    for (const [id, input] of records) {
      it(`${shape}: ${id} gives the same content, id and label as usual`, async () => {
        const [usual, own] = [contentOf(await call('usual', id, input)), contentOf(await call(shape, id, input))];
        assert.deepEqual(own, usual);
        assert.deepEqual([idOf(own), labelOf(own)], [idOf(usual), labelOf(usual)]);
      });
    }

    it(`${shape}: the sessions of an event are those of the usual shape`, async () => {
      for (const id of [1001, 1002]) {
        const own = sessionsOf(await call(shape, 'getEvent', { path: { id } }));
        assert.deepEqual(own, sessionsOf(await call('usual', 'getEvent', { path: { id } })));
        assert.ok(own.length > 1 && own.every(({ id: session, date, time }) => session && date && time));
      }
    });

    it(`${shape}: an event that does not exist is a failure all the same`, async () => {
      await assert.rejects(call(shape, 'getEvent', { path: { id: 99 } }), { kind: 'notFound', code: '3002' });
      await assert.rejects(call(shape, 'getItem', { path: { id: 99 } }), { kind: 'notFound', status: 404 });
    });
  }
});
