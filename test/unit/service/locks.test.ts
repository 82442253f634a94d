import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ArrivedMail, ServiceTimeouts } from '../../../src/service/index.ts';
import { writeSample, stopProcesses } from './processes.ts';
import { askEvents, askTickets, form, formType, stopServices, testService, type RawReply, type TestService } from './support.ts';

const newItem = '{"name":"x","eventId":1001}';

describe('data of the local service that another program has locked', function () {
  this.timeout(20_000);
  let folder = '';
  let other: DatabaseSync;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locks-'));
    await writeSample(join(folder, 'service.db'));
  });
  afterEach(async () => {
    other.close();
    await stopServices();
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A service whose database is locked by somebody else, who is a part of this process: a service that blocks it never gets the lock. */
  async function locked(timeouts: ServiceTimeouts, onMail?: (mail: ArrivedMail) => void): Promise<TestService> {
    const file = join(folder, 'service.db');
    const service = await testService({ file, timeouts, ...(onMail ? { onMail } : {}) });
    other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    return service;
  }

  const writes: [string, (service: TestService) => Promise<RawReply>][] = [
    ['a write', (service) => askTickets(service, 'POST', '/items', newItem)],
    ['a write of the event group', (service) => askEvents(service, 'POST', '/event/1001/export', '{}')],
    [
      'an upload',
      (service) => {
        const body = form({ fileName: 'codes.csv', content: 'LOCKED1\nLOCKED2\n' });
        return askTickets(service, 'POST', '/events/1001/codes', body, { 'content-type': formType });
      },
    ],
  ];
  for (const [what, write] of writes) {
    it(`fault 78: ${what} gets 503 after a while, and reads are answered meanwhile`, async () => {
      const service = await locked({ lock: 2000 });
      let done = false;
      const reply = write(service).finally(() => (done = true));
      for (const path of ['/types', '/items?pageSize=5', '/passkeys?eventId=1001'])
        assert.equal((await askTickets(service, 'GET', path)).status, 200);
      assert.match((await askEvents(service, 'GET', '/event/1001')).text, /"responseError":null/);
      assert.equal(done, false, 'the reads did not wait for the write');
      const { status, headers, text } = await reply;
      assert.deepEqual([status, headers['retry-after']], [503, '1'], text);
      assert.match(text, /Another program has locked the data/);
      assert.deepEqual(service.errors, []);
      other.exec('ROLLBACK');
      assert.equal((await write(service)).status, 200);
    });

    it(`fault 78: ${what} is done as soon as the lock is gone`, async () => {
      const service = await locked({ lock: 15_000 });
      const reply = write(service);
      assert.equal((await askTickets(service, 'GET', '/types')).status, 200);
      other.exec('ROLLBACK');
      assert.equal((await reply).status, 200);
    });
  }

  it('fault 78: an export that was asked for before is made when the lock is gone', async () => {
    const mail = Promise.withResolvers<ArrivedMail>();
    const file = join(folder, 'service.db');
    const service = await testService({ file, timeouts: { lock: 50 }, exportDelay: 100, onMail: mail.resolve });
    other = new DatabaseSync(file);
    assert.match((await askEvents(service, 'POST', '/event/1001/export', '{}')).text, /"requested"/);
    other.exec('BEGIN EXCLUSIVE');
    assert.equal((await askTickets(service, 'POST', '/items', newItem)).status, 503);
    assert.equal((await askTickets(service, 'POST', '/items', newItem)).status, 503);
    assert.equal((await askTickets(service, 'POST', '/items', newItem)).status, 503);
    other.exec('ROLLBACK');
    await mail.promise;
    assert.deepEqual(service.errors, []);
  });

  it('fault 78: a reset waits for the lock without blocking', async () => {
    const service = await locked({ lock: 50 });
    const reset = service.reset();
    assert.equal((await askTickets(service, 'GET', '/types')).status, 200);
    other.exec('ROLLBACK');
    assert.equal(await reset, undefined);
  });

  it('fault 78: a start waits for the lock without blocking', async () => {
    const file = join(folder, 'new.db');
    other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    const starting = testService({ file });
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('ROLLBACK');
    assert.equal((await askTickets(await starting, 'GET', '/types')).status, 200);
  });
});
