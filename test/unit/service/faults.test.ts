import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiError,
  operations,
  readList,
  type ApiErrorKind,
  type CallInput,
  type OperationId,
} from '../../../src/client/index.ts';
import { faultKinds, parseFaults, type ServiceFault } from '../../../src/service/index.ts';
import { FaultPlan } from '../../../src/service/faults.ts';
import { failureOf, hastyClock } from '../client/support.ts';
import { until } from '../../harness/until.ts';
import { askEvents, askTickets, clientOf, csvFile, stopServices, testService, type TestService } from './support.ts';

type Kind = ServiceFault['kind'];

const newItem = JSON.stringify({ name: 'Struck' });

async function itemsMade(service: TestService): Promise<number> {
  // Faults strike one operation only, so that this read is not struck.
  const { text } = await askTickets(service, 'GET', '/items?term=Struck');
  return readList(JSON.parse(text)).rows.length;
}

describe('faults on demand', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'faults-'));
    await (await testService({ file: join(folder, 'sample.db') })).stop();
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  let count = 0;

  /** A service on a copy of the sample, which is quicker than making it anew. */
  async function struckService(faults: readonly ServiceFault[], seed = 1): Promise<TestService> {
    const file = join(folder, `${++count}.db`);
    await copyFile(join(folder, 'sample.db'), file);
    return testService({ file, faults, seed });
  }

  const hit = (kind: Kind, more: Partial<ServiceFault> = {}) => struckService([{ kind, operation: 'createItem', ...more }]);

  describe('a fault of the local service', () => {
    afterEach(stopServices);

    const statuses: [Kind, number, string, boolean][] = [
      ['401', 401, 'The token is not valid', false],
      ['403', 403, 'made to fail', false],
      ['409', 409, 'made to fail', false],
      ['429', 429, 'made to fail', false],
      ['500', 500, 'made to fail', false],
      ['503-after', 503, 'made to fail', true],
    ];
    for (const [kind, expected, words, done] of statuses) {
      it(`${kind} answers ${expected}, ${done ? 'after' : 'without'} doing the work`, async () => {
        const service = await hit(kind);
        const { status, headers, text } = await askTickets(service, 'POST', '/items', newItem);
        assert.equal(status, expected);
        assert.ok(text.includes(words), text);
        assert.equal(headers['retry-after'], kind === '429' ? '1' : undefined);
        assert.equal(await itemsMade(service), Number(done));
      });
    }

    it('429 asks for as long a pause as it was told', async () => {
      const service = await hit('429', { value: 7 });
      assert.equal((await askTickets(service, 'POST', '/items', newItem)).headers['retry-after'], '7');
    });

    for (const [kind, done] of [
      ['reset-before', false],
      ['reset-after', true],
      ['truncate', true],
    ] as const) {
      it(`${kind} cuts the connection, ${done ? 'after' : 'without'} doing the work`, async () => {
        const service = await hit(kind);
        const error = await failureOf(askTickets(service, 'POST', '/items', newItem));
        assert.match(String(error), /ECONNRESET|socket hang up|aborted/);
        assert.equal(await itemsMade(service), Number(done));
      });
    }

    it('html answers a page of a gateway without doing the work, wrong-type calls the true reply a page', async () => {
      let service = await hit('html');
      const page = await askTickets(service, 'POST', '/items', newItem);
      assert.deepEqual(
        [page.status, page.headers['content-type'], page.text.slice(0, 15)],
        [200, 'text/html', '<!doctype html>'],
      );
      assert.equal(await itemsMade(service), 0);
      service = await hit('wrong-type');
      const reply = await askTickets(service, 'POST', '/items', newItem);
      assert.equal(reply.headers['content-type'], 'text/html');
      assert.equal((JSON.parse(reply.text) as { data: { name: string } }).data.name, 'Struck');
      assert.equal(await itemsMade(service), 1);
    });

    it('invalid-json answers JSON that no parser takes, after doing the work', async () => {
      const service = await hit('invalid-json');
      const { status, headers, text } = await askTickets(service, 'POST', '/items', newItem);
      assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
      assert.throws(() => JSON.parse(text), SyntaxError);
      assert.equal(await itemsMade(service), 1);
    });

    it('redirect points elsewhere, where it was told, without doing the work', async () => {
      const service = await hit('redirect', { value: 'https://evil.example/' });
      const { status, headers } = await askTickets(service, 'POST', '/items', newItem);
      assert.deepEqual([status, headers.location], [307, 'https://evil.example/']);
      assert.equal(await itemsMade(service), 0);
    });

    it('latency and drip take their time and then answer all of it', async () => {
      let service = await hit('latency', { value: 80 });
      let started = performance.now();
      const late = await askTickets(service, 'POST', '/items', newItem);
      assert.ok(performance.now() - started >= 75);
      assert.equal(late.status, 200);
      service = await struckService([{ kind: 'drip', operation: 'listTypes', value: 1 }]);
      started = performance.now();
      const { text, headers } = await askTickets(service, 'GET', '/types');
      assert.ok(performance.now() - started >= text.length * 0.9);
      assert.equal(Number(headers['content-length']), text.length);
      assert.equal(readList(JSON.parse(text)).rows.length, 2);
    });

    it('duplicate does the work twice and answers once', async () => {
      const service = await hit('duplicate');
      const { status, text } = await askTickets(service, 'POST', '/items', newItem);
      assert.equal(status, 200);
      const [first, second] = readList(JSON.parse((await askTickets(service, 'GET', '/items?term=Struck')).text)).rows;
      assert.equal(first!.id, String((JSON.parse(text) as { data: { id: number } }).data.id));
      assert.notEqual(first!.id, second!.id);
    });

    it('duplicate of what cannot be done twice answers as the first did', async () => {
      const service = await struckService([{ kind: 'duplicate' }]);
      const passkey = JSON.stringify({ eventId: 1001, passkey: 'once' });
      assert.equal((await askTickets(service, 'POST', '/passkeys', passkey)).status, 200);
      const reply = (await clientOf(service).call('uploadCodes', { path: { eventId: 1001 }, file: csvFile('D1\nD2') })) as {
        data: object;
      };
      assert.deepEqual(reply.data, { received: 2, stored: 2, existing: 0, rejected: 0, problems: [] });
      assert.deepEqual(service.errors, []);
    });

    it('late-commit cuts the connection and does the work afterwards, an upload too', async () => {
      const service = await hit('late-commit', { value: 2000 });
      await failureOf(askTickets(service, 'POST', '/items', newItem));
      assert.equal(await itemsMade(service), 0);
      await until('the item is made', async () => (await itemsMade(service)) === 1);

      const uploading = await struckService([{ kind: 'late-commit', operation: 'uploadCodes', value: 20 }]);
      await failureOf(clientOf(uploading).call('uploadCodes', { path: { eventId: 1001 }, file: csvFile('LATE1\nLATE2') }));
      await until('both codes', async () => {
        const { text } = await askTickets(uploading, 'GET', '/items/300002/codes?term=LATE');
        return readList(JSON.parse(text)).rows.length === 2;
      });
      assert.deepEqual([...service.errors, ...uploading.errors], []);
    });

    it('of every kind strikes the event group too, whose 401 stands inside HTTP 200', async () => {
      for (const kind of faultKinds) {
        const service = await struckService([{ kind, operation: 'identifyEvent', value: 1 }]);
        const outcome = await askEvents(service, 'GET', '/event?link=1001&fields=title').then(
          ({ status, text }) => `${status} ${text}`,
          (error: unknown) => String(error),
        );
        const expected = {
          '401': /^200 .*"code":2006/,
          '403': /^403/,
          '409': /^409/,
          '429': /^429/,
          '500': /^500/,
          '503-after': /^503/,
          'html': /^200 <!doctype/,
          'redirect': /^307/,
          'invalid-json': /^200 .*,}$/,
        }[kind as string];
        const cut = ['reset-before', 'reset-after', 'truncate', 'late-commit'].includes(kind);
        assert.match(outcome, expected ?? (cut ? /ECONNRESET|hang up|aborted/ : /^200 .*Festival da Primavera/), kind);
        await service.stop();
      }
    });

    it('strikes only the operation it names, and as often as it says', async () => {
      const service = await struckService([{ kind: '500', operation: 'listTypes', times: 2 }]);
      const seen: number[] = [];
      for (let round = 0; round < 4; round++) seen.push((await askTickets(service, 'GET', '/types')).status);
      assert.deepEqual(seen, [500, 500, 200, 200]);
      assert.equal((await askTickets(service, 'GET', '/items')).status, 200);
    });

    it('strikes operations that share an address: by what is exported, and where nothing tells them apart, under either name', async () => {
      const ask = async (service: TestService, type: string) =>
        (await askEvents(service, 'POST', '/event/1001/export', JSON.stringify({ type }))).status;
      const report = await struckService([{ kind: '500', operation: 'requestPasskeysReport' }]);
      assert.deepEqual([await ask(report, 'guestlist'), await ask(report, 'passkey')], [200, 500]);
      await failureOf(clientOf(report).call('requestPasskeysReport', { path: { eventId: 1001 }, body: {} }));
      assert.equal((await askEvents(report, 'POST', '/event/1001/export')).status, 200);
      const all = await struckService([{ kind: '500', operation: 'requestExport' }]);
      assert.deepEqual([await ask(all, 'guestlist'), await ask(all, 'passkey')], [500, 500]);
      for (const operation of ['getHome', 'getHomeSections']) {
        const service = await struckService([{ kind: '500', operation }]);
        const { status, text } = await askEvents(service, 'GET', '/home/sections');
        assert.equal(status, 500);
        assert.match(text, new RegExp(`"${operation} was made to fail`));
      }
    });

    it('strikes the removal of an item and its change apart, although both are a PUT', async () => {
      const service = await struckService([{ kind: '500', operation: 'removeItem' }]);
      assert.equal((await askTickets(service, 'PUT', '/items/300002', '{"name":"x"}')).status, 200);
      assert.equal((await askTickets(service, 'PUT', '/items/300002')).status, 500);
    });

    it('with a probability strikes by a seeded die: the same seed, the same strikes', async () => {
      const strikes = async (seed: number) => {
        const service = await struckService([{ kind: '500', operation: 'listTypes', probability: 0.5 }], seed);
        const seen: number[] = [];
        for (let round = 0; round < 40; round++) seen.push((await askTickets(service, 'GET', '/types')).status);
        await service.stop();
        return seen.join(' ');
      };
      const first = await strikes(5);
      assert.equal(await strikes(5), first);
      assert.notEqual(await strikes(6), first);
    });

    it('with a probability strikes about that often, whatever the seed', () => {
      const firsts: boolean[] = [];
      for (let seed = 0; seed < 200; seed++) {
        const plan = new FaultPlan([{ kind: '500', probability: 0.3 }], seed);
        const struck = Array.from({ length: 200 }, () => plan.faultFor(['getItem']) !== undefined);
        const share = struck.filter(Boolean).length / struck.length;
        assert.ok(share > 0.15 && share < 0.45, `seed ${seed}: ${share}`);
        firsts.push(struck[0]!);
      }
      const share = firsts.filter(Boolean).length / firsts.length;
      assert.ok(share > 0.2 && share < 0.4, `first throws: ${share}`);
    });
  });

  describe('faults on a command line', () => {
    it('are written operation:kind, with a value, a probability and a number of times', () => {
      assert.deepEqual(parseFaults(''), []);
      assert.deepEqual(parseFaults(' createItem:reset-after@0.5 , *:latency=200,getItem:429=3#2, '), [
        { kind: 'reset-after', operation: 'createItem', probability: 0.5 },
        { kind: 'latency', value: 200 },
        { kind: '429', operation: 'getItem', value: 3, times: 2 },
      ]);
      assert.deepEqual(parseFaults('getItem:redirect=http://127.0.0.1:1/x@1#3'), [
        { kind: 'redirect', operation: 'getItem', value: 'http://127.0.0.1:1/x', probability: 1, times: 3 },
      ]);
      for (const kind of faultKinds) assert.deepEqual(parseFaults(`*:${kind}`), [{ kind }]);
    });

    for (const text of [
      'createItem',
      'createItem:',
      ':500',
      'createItem:explode',
      '*:500@',
      '*:500@often',
      '*:500@1.5',
      '*:500@0.5.5',
      '*:500#-1',
      '*:500#x',
      'creatItem:500',
      'constructor:500',
      '**:500',
      '*:toString',
      '*:500 *:403',
    ]) {
      it(`are refused when they read ${text}`, () => {
        assert.throws(
          () => parseFaults(text),
          (error) => error instanceof Error && error.message.includes(`"${text}"`),
        );
      });
    }
  });

  describe('a fault of the local service, for the client', () => {
    afterEach(stopServices);

    /** What a read and a write (that may not be sent twice) come to, and how often each is sent. */
    const table: [Kind, read: ApiErrorKind | 'fine', tries: number, write: ApiErrorKind | 'fine', made: number][] = [
      ['latency', 'fine', 1, 'fine', 1],
      ['drip', 'fine', 1, 'fine', 1],
      ['duplicate', 'fine', 1, 'fine', 2],
      ['reset-before', 'network', 3, 'unknownOutcome', 0],
      ['reset-after', 'network', 3, 'unknownOutcome', 1],
      ['late-commit', 'network', 3, 'unknownOutcome', 1],
      ['truncate', 'network', 3, 'unknownOutcome', 1],
      ['wrong-type', 'reply', 1, 'unknownOutcome', 1],
      ['html', 'reply', 1, 'unknownOutcome', 0],
      ['invalid-json', 'reply', 1, 'unknownOutcome', 1],
      ['redirect', 'reply', 1, 'reply', 0],
      ['401', 'unauthorized', 1, 'unauthorized', 0],
      ['403', 'forbidden', 1, 'forbidden', 0],
      ['409', 'conflict', 1, 'conflict', 0],
      ['429', 'rateLimited', 3, 'rateLimited', 0],
      ['500', 'server', 3, 'unknownOutcome', 0],
      ['503-after', 'server', 3, 'unknownOutcome', 1],
    ];

    it('has an expectation for every kind', () => {
      assert.deepEqual(table.map(([kind]) => kind).sort(), [...faultKinds].sort());
    });

    for (const [kind, read, tries, write, made] of table) {
      it(`${kind}: a read is ${read}, a write is ${write} and is sent once`, async () => {
        const faults = [
          { kind, operation: 'listTypes', value: 1 } as const,
          { kind, operation: 'createItem', value: 1 } as const,
        ];
        const service = await struckService(faults);
        let sent = 0;
        const client = clientOf(service, { clock: hastyClock(), random: () => 0.5, log: () => sent++ });
        const outcome = async <Id extends OperationId>(id: Id, input: CallInput<Id>) => {
          sent = 0;
          try {
            await client.call(id, input);
            return 'fine';
          } catch (error) {
            assert.ok(error instanceof ApiError, String(error));
            return error.kind;
          }
        };
        assert.equal(await outcome('listTypes', {}), read);
        assert.equal(sent, tries);
        assert.equal(await outcome('createItem', { body: { name: 'Struck' } }), write);
        assert.equal(sent, 1);
        await until('all that is made', async () => (await itemsMade(service)) >= made);
        assert.equal(await itemsMade(service), made);
        assert.equal(operations.createItem.idempotent, false);
      });
    }

    it('that passes is gone at the next try of a read', async () => {
      for (const kind of ['reset-before', 'truncate', '429', '500', '503-after'] as const) {
        const service = await struckService([{ kind, operation: 'getItem', times: 2 }]);
        const client = clientOf(service, { clock: hastyClock() });
        assert.ok(await client.call('getItem', { path: { id: 300002 } }), kind);
        await service.stop();
      }
    });

    it('that loses the reply of a delete does not make the delete fail', async () => {
      const service = await struckService([{ kind: 'reset-after', operation: 'deletePasskey', times: 1 }]);
      const client = clientOf(service, { clock: hastyClock() });
      await client.call('deletePasskey', { path: { id: 700001 } });
      assert.equal((await askTickets(service, 'GET', '/passkeys/700001')).status, 404);
    });

    it('drip is given up after the time limit', async () => {
      const service = await struckService([{ kind: 'drip', operation: 'getItem', value: 200 }]);
      const error = await failureOf(clientOf(service, { timeout: 300 }).call('getItem', { path: { id: 300002 } }));
      assert.equal((error as ApiError).kind, 'timeout');
    });
  });
});
