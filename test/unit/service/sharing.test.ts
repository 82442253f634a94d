import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readList } from '../../../src/client/index.ts';
import { openDatabase } from '../../../src/service/database.ts';
import { run, spawn, stopProcesses, writeSample, type Running } from './processes.ts';
import { ask, askEvents, askTickets, clientOf, csvFile, recordIn, recordsIn } from './support.ts';

describe('two processes of the local service with one file', function () {
  this.timeout(60_000);
  let folder = '';
  let count = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sharing-'));
  });
  afterEach(stopProcesses);
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const newFile = () => join(folder, `${++count}.db`);

  async function pair(): Promise<{ file: string; one: Running; other: Running }> {
    const file = newFile();
    await writeSample(file);
    const [one, other] = await Promise.all([run(file), run(file)]);
    return { file, one, other };
  }

  async function itemNames(service: Running): Promise<unknown[]> {
    return recordsIn(await clientOf(service).call('listItems', { query: { eventId: 1001, pageSize: 100 } })).map(
      ({ name }) => name,
    );
  }

  async function codes(service: Running, itemId: number): Promise<number> {
    const { text } = await askTickets(service, 'GET', `/items/${itemId}/codes?pageSize=1`);
    return readList(JSON.parse(text)).paging!.total!;
  }

  const rename = (service: Running, name: string) =>
    clientOf(service).call('updateItem', { path: { id: 300002 }, body: { name } });

  it('may start at the same moment on a new file: it is filled once, and the tokens of each work with all', async () => {
    const file = newFile();
    const services = await Promise.all(Array.from({ length: 4 }, () => run(file, '--scale', '3')));
    const lists = await Promise.all(services.map(itemNames));
    for (const list of lists) assert.deepEqual(list, lists[0]);
    const { token } = services[0]!;
    for (const service of services) assert.equal((await askTickets({ ...service, token }, 'GET', '/types')).status, 200);
  });

  it('see what the other writes, although they have just read and kept it', async () => {
    const { one, other } = await pair();
    for (let round = 0; round < 5; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      await itemNames(reader);
      await rename(writer, `Round ${round}`);
      assert.ok((await itemNames(reader)).includes(`Round ${round}`));
    }
  });

  it('store each code once when both get the same file at the same time', async () => {
    const { one, other } = await pair();
    const content = Array.from({ length: 50_000 }, (_, number) => `S${number}`).join('\n');
    const upload = async (service: Running) =>
      recordIn(await clientOf(service).call('uploadCodes', { path: { eventId: 1005 }, file: csvFile(content) }));
    const replies = await Promise.all([upload(one), upload(other), upload(one), upload(other)]);
    const sum = (name: string) => replies.reduce((total, reply) => total + Number(reply[name]), 0);
    assert.deepEqual([sum('received'), sum('stored'), sum('existing')], [200_000, 50_000, 150_000]);
  });

  it('give one passkey to one of two that ask for it at the same time, and tell the other so', async () => {
    const { one, other } = await pair();
    for (let round = 0; round < 40; round++) {
      const body = JSON.stringify({ eventId: 1001, passkey: `once ${round}` });
      const replies = await Promise.all([one, other].map((service) => askTickets(service, 'POST', '/passkeys', body)));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    }
  });

  it('both have the sample again after a reset of one, with the same file and the same tokens, and go on writing', async () => {
    const { file, one, other } = await pair();
    const before = await itemNames(other);
    await rename(one, 'Changed');
    await clientOf(one).call('createItem', { body: { name: 'New', eventId: 1001 } });
    assert.notDeepEqual(await itemNames(other), before);
    const { ino } = await stat(file);

    assert.equal(await one.order({ reset: {} }), undefined);

    assert.deepEqual(await itemNames(one), before);
    assert.deepEqual(await itemNames(other), before);
    assert.equal((await stat(file)).ino, ino);
    await rename(other, 'After');
    assert.ok((await itemNames(one)).includes('After'));
    await one.stop();
    assert.ok((await itemNames(other)).includes('After'));
  });

  it('survive many resets while the other writes and reads without a pause', async () => {
    const { one, other } = await pair();
    let resetting = true;
    let calls = 0;
    const busy = async () => {
      for (; resetting; calls++) {
        await rename(other, `Call ${calls}`);
        await clientOf(other).call('uploadCodes', { path: { eventId: 1005 }, file: csvFile(`R${calls}`) });
        assert.equal((await itemNames(other)).length, (await itemNames(one)).length);
      }
    };
    const resets = async () => {
      for (let round = 0; round < 5; round++) assert.equal(await one.order({ reset: {} }), undefined);
      resetting = false;
    };
    await Promise.all([busy(), resets()]);
    assert.ok(calls > 0);
  });

  it('undo a reset from the copy that it kept', async () => {
    const { one, other } = await pair();
    const copy = join(folder, 'copy.db');
    const [item] = recordsIn(await clientOf(one).call('listItems', { query: { eventId: 1005, type: 'Ticket' } }));
    await rename(one, 'Kept');
    await clientOf(one).call('uploadCodes', { path: { eventId: 1005 }, file: csvFile('K1\nK2') });
    const [names, held] = [await itemNames(other), await codes(other, Number(item!.id))];
    for (let round = 0; round < 2; round++) {
      assert.equal(await one.order({ reset: { copy } }), undefined);
      assert.ok(!(await itemNames(other)).includes('Kept'));
      assert.equal(await other.order({ restore: { copy } }), undefined);
      assert.deepEqual([await itemNames(one), await codes(one, Number(item!.id))], [names, held]);
    }
    assert.match((await one.order({ restore: { copy: `${copy}.none` } })) ?? '', /There is no copy/);
    assert.deepEqual(await itemNames(other), names);
  });

  it('are reset by a third that starts with --reset', async () => {
    const { file, one, other } = await pair();
    const before = await itemNames(one);
    await rename(other, 'Changed');
    const third = await run(file, '--reset');
    for (const service of [one, other, third]) assert.deepEqual(await itemNames(service), before);
    assert.equal((await askTickets({ ...third, token: one.token }, 'GET', '/types')).status, 200);
  });

  it('forget an export that a reset threw away, and make the next one, which has its number', async () => {
    const { one, other } = await pair();
    const request = async (service: Running, type: string) =>
      recordIn(JSON.parse((await askEvents(service, 'POST', '/event/1001/export', JSON.stringify({ type }))).text)).id;
    const first = await request(one, 'guestlist');
    assert.equal(await other.order({ reset: {} }), undefined);
    assert.equal(await request(one, 'transactions'), first);
    const { link, fileName } = await one.mail;
    assert.match(fileName, /transactions/);
    assert.equal((await ask(other.eventUrl, { path: new URL(link).pathname })).status, 200);
  });

  it('refuse a file of another version, and take it with --reset', async () => {
    const file = newFile();
    const database = await openDatabase(file);
    database.execute('DROP TABLE crew; CREATE TABLE former (id); PRAGMA user_version = 99');
    database.close();
    const child = spawn(file, []);
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(code, 1);
    assert.ok((await itemNames(await run(file, '--reset'))).length > 5);
  });
});
