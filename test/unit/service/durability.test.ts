import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { hostVersions, newestHost } from '../../../scripts/setup.mjs';
import { readList } from '../../../src/client/index.ts';
import { ask, askEvents, askTickets, clientOf, form, formType, recordIn, recordsIn, seededRandom } from './support.ts';
import { kill, run, spawn, stopProcesses, writeSample, type Running } from './processes.ts';

/** Kills at random moments are many where most people are; an older Node differs in nothing that they could meet. */
const isNewestNode = process.versions.node.startsWith(`${hostVersions[newestHost].node}.`);
const rounds = isNewestNode ? 10 : 3;
const samples = isNewestNode ? 3 : 1;

/** What does not change while codes and passkeys come and go. */
async function snapshot(service: Running): Promise<string[]> {
  const replies = [
    await askTickets(service, 'GET', '/items?pageSize=1000'),
    await askTickets(service, 'GET', '/passkeys?eventId=1002'),
    await askEvents(service, 'GET', '/event/1001'),
    await askEvents(service, 'GET', '/event/1001/bordero'),
    await askEvents(service, 'GET', '/concerts'),
  ];
  for (const { status } of replies) assert.equal(status, 200);
  return replies.map(({ text }) => text);
}

describe('the data of the local service', function () {
  this.timeout(60_000);
  const random = seededRandom(4);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-'));
  });
  after(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /**
   * Kills the service at a random moment of a write, again and again; each write must be there whole or not at all, and whole when it
   * was answered.
   */
  async function killDuring(
    file: string,
    write: (service: Running, mark: string) => Promise<number>,
    count: (service: Running, mark: string) => Promise<number>,
  ): Promise<void> {
    await writeSample(file);
    let service = await run(file);
    // The first token works all the time.
    const { token } = service;
    const before = await snapshot(service);
    const started = performance.now();
    const whole = await write(service, 'first-');
    const duration = performance.now() - started;
    const written = [{ mark: 'first-', answered: true }];
    for (let round = 0; round < rounds; round++) {
      const mark = `round${round}-`;
      const reply = write({ ...service, token }, mark).then(
        () => true,
        () => false,
      );
      // Some die before they begin, and some after they have answered.
      await wait(duration * (0.05 + random() * 1.2));
      await service.kill();
      written.push({ mark, answered: await reply });
      service = { ...(await run(file)), token };
      assert.deepEqual(await snapshot(service), before);
      const found = await count(service, mark);
      assert.ok(found === whole || (found === 0 && !written.at(-1)!.answered), `${found} of ${whole} are there`);
    }
    for (const { mark, answered } of written) {
      const found = await count(service, mark);
      assert.ok(found === whole || (found === 0 && !answered), `${found} of ${whole} of ${mark} are there`);
    }
    await service.stop();
  }

  async function total(service: Running, path: string): Promise<number> {
    const { status, text } = await askTickets(service, 'GET', path);
    assert.equal(status, 200, text);
    return readList(JSON.parse(text)).paging!.total!;
  }

  it('are all there or none when the process is killed during a batch of passkeys', async () => {
    const codes = Array.from({ length: 5_000 }, (_, number) => String(number).padStart(5, '0'));
    const write = async (service: Running, mark: string) => {
      const body = JSON.stringify({ codes: codes.map((code) => mark + code), itemIds: [300002, 300003], limit: 2 });
      const { status, text } = await askTickets(service, 'POST', '/event/1001/passkeys', body);
      assert.equal(status, 200, text);
      return codes.length;
    };
    const count = async (service: Running, mark: string) => {
      const found = await total(service, `/passkeys?eventId=1001&pageSize=1&term=${mark}`);
      const last = await askTickets(service, 'GET', `/passkeys?eventId=1001&term=${mark}&page=5&pageSize=1000`);
      const rows = recordsIn(JSON.parse(last.text));
      assert.ok(rows.every(({ itemIds, limit }) => limit === 2 && String(itemIds) === '300002,300003'));
      return found;
    };
    await killDuring(join(folder, 'passkeys.db'), write, count);
  });

  it('are all there or none when the process is killed during an upload of codes', async () => {
    const lines = 30_000;
    const write = async (service: Running, mark: string) => {
      const content = Array.from({ length: lines }, (_, number) => mark + String(number)).join('\n');
      const body = form({ fileName: 'codes.csv', content });
      const { status, text } = await askTickets(service, 'POST', '/events/1001/codes', body, { 'content-type': formType });
      assert.equal(status, 200, text);
      return lines;
    };
    const count = (service: Running, mark: string) => total(service, `/items/300002/codes?pageSize=1&term=${mark}`);
    await killDuring(join(folder, 'codes.db'), write, count);
  });

  it('are whole when the process is killed while it makes the sample', async () => {
    for (let round = 0; round < samples; round++) {
      const file = join(folder, `sample-${round}.db`);
      const child = spawn(file, ['--sample', '--scale', '5']);
      const ready = once(createInterface(child.stdout!), 'line');
      await Promise.race([ready, wait(150 + random() * 900)]);
      await kill(child);
      const service = await run(file, '--sample', '--scale', '5');
      assert.equal((await askEvents(service, 'GET', '/event/1200')).text.includes('"responseError":null'), true);
      await service.stop();
    }
  });

  it('survive a restart, and an empty database stays empty', async () => {
    const file = join(folder, 'restart.db');
    let service = await run(file);
    const { token } = service;
    const created = await clientOf(service).call('createItem', {
      body: { name: 'Kept', eventId: 1001, note: 9007199254740993n },
    });
    const { id } = recordIn(created);
    const before = await snapshot(service);
    await service.stop();
    service = { ...(await run(file)), token };
    assert.deepEqual(await clientOf(service).call('getItem', { path: { id: Number(id) } }), created);
    assert.deepEqual(await snapshot(service), before);
    await service.stop();

    const empty = join(folder, 'empty.db');
    await (await run(empty, '--empty')).stop();
    service = await run(empty);
    assert.equal(await total(service, '/items'), 0);
    await service.stop();
  });

  it('include an export that was asked for: killed before it is made, the service makes it after a restart', async () => {
    const file = join(folder, 'export.db');
    await writeSample(file);
    let service = await run(file);
    const { text } = await askEvents(service, 'POST', '/event/1001/export', '{"type":"guestlist"}');
    assert.match(text, /"requested"/);
    await service.kill();
    service = await run(file);
    const { link, path, subject } = await service.mail;
    assert.ok(path.startsWith(service.outbox));
    assert.match(subject, /Festival da Primavera/);
    const reply = await ask(service.eventUrl, { path: new URL(link).pathname });
    assert.equal(reply.status, 200);
    assert.ok(reply.text.split('\r\n').length > 100);
    await service.stop();
  });
});
