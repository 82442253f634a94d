import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../../scripts/lib/paths.mjs';
import { start } from '../../../scripts/lib/processes.mjs';
import { openDatabase } from '../../../src/service/database.ts';
import { mannerNames, type ArrivedMail } from '../../../src/service/index.ts';
import { TokenIssuer } from '../../../src/service/tokens.ts';
import { politeService } from './manners-support.ts';
import { program, run, stopProcesses, writeSample } from './processes.ts';
import { noon } from './support.ts';

describe('the manners of a service in a process of its own', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manners-'));
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const failed = async (...args: string[]) => {
    const child = start(process.execPath, [program(), ...args], { stdio: ['ignore', 'pipe', 'pipe'], cwd: root });
    const closed = once(child, 'close') as Promise<[number]>;
    const [out, error, [exit]] = await Promise.all([text(child.stdout!), text(child.stderr!), closed]);
    return { out, error: error.trim(), exit };
  };

  it('are those of --dialect, over those of --dialect-file', async () => {
    const file = join(folder, 'service.db');
    await writeSample(file);
    const dialect = join(folder, 'dialect.json');
    const recorded = {
      amounts: { items: 'cents' },
      paging: { largest: 3 },
      token: { ticket: { header: 'X-Access-Token' }, event: { header: 'X-Api-Key', own: true } },
    };
    await writeFile(dialect, JSON.stringify(recorded));
    const service = (await run(file, '--dialect-file', dialect, '--dialect', 'seen,cap=2,snake_case')) as Awaited<
      ReturnType<typeof run>
    > & {
      eventKey: string;
    };
    const items = await fetch(`${service.ticketUrl}/items?type=Ticket`, { headers: { 'x-access-token': service.token } });
    const { data } = (await items.json()) as { data: { event_id: number; value: { price: number } }[] };
    assert.equal(data.length, 2);
    assert.ok(data[0]!.event_id > 0 && data[0]!.value.price >= 1000, JSON.stringify(data[0]));
    const event = async (headers: Record<string, string>) => (await fetch(`${service.eventUrl}/event/1001`, { headers })).text();
    assert.match(await event({ 'x-api-key': service.eventKey }), /"id":1001/);
    assert.match(await event({}), /"response_data":null/);
  });

  it('are named in the help, every one of them', async () => {
    const { out, exit } = await failed('--help');
    assert.equal(exit, 0);
    for (const name of mannerNames) assert.match(out, new RegExp(`^ +${name}(\\[?=\\S+)? +\\S`, 'm'), name);
  });

  it('that do not exist are refused in words', async () => {
    const { error, exit } = await failed('--dialect', 'cents,dollars');
    assert.equal(exit, 1);
    assert.match(error, /^"dollars" is not a manner\. The known ones are seen, bare, /);
  });

  it('of a file that is none are refused in words', async () => {
    const path = join(folder, 'dialect.json');
    const missing = await failed('--dialect-file', path);
    assert.ok(missing.error.startsWith(`--dialect-file: ${path} cannot be read. `), missing.error);
    await writeFile(path, '{"amounts":{"items":"pounds"}}');
    const wrong = await failed('--dialect-file', path);
    assert.equal(
      wrong.error,
      `--dialect-file: ${path} is no dialect: amounts.items must be one of: decimals, cents, whole, text`,
    );
    assert.deepEqual([missing.exit, wrong.exit], [1, 1]);
  });

  it('mail an export to the user who asked, also where the event group is public', async () => {
    const file = join(folder, 'service.db');
    const { promise: mail, resolve: onMail } = Promise.withResolvers<ArrivedMail>();
    const service = await politeService('event-public', { file, onMail });
    try {
      const database = await openDatabase(file);
      const token = new TokenIssuer(database).issue({ name: 'Bia Lima', email: 'bia.lima@example.org' }, noon);
      database.close();
      const path = '/event/1001/export';
      assert.equal((await service.events('POST', path, { type: 'guestlist' }, {})).status, 401);
      const reply = await service.events('POST', path, { type: 'guestlist' }, { authorization: `Bearer ${token}` });
      assert.equal(reply.status, 200, reply.text);
      assert.match(await readFile((await mail).path, 'utf8'), /^To: bia\.lima@example\.org\r$/m);
    } finally {
      await service.stop();
    }
  });
});
