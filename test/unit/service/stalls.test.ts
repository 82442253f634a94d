// Requests that are costly to read: others must be answered meanwhile.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, stopProcesses, writeSample, type Running } from './processes.ts';
import { askTickets, form, formType, type RawReply } from './support.ts';

describe('while the local service reads what is hard to read', function () {
  this.timeout(60_000);
  let folder = '';
  let service: Running;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stalls-'));
    await writeSample(join(folder, 'service.db'));
    service = await run(join(folder, 'service.db'));
  });
  after(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const json = (body: string) => askTickets(service, 'POST', '/items', body);
  const csv = (content: string) => {
    const body = form({ fileName: 'codes.csv', content });
    return askTickets(service, 'POST', '/events/1001/codes', body, { 'content-type': formType });
  };

  /** The reply, and the longest time in milliseconds that another request took until it came. */
  async function slowestMeanwhile(request: Promise<RawReply>): Promise<{ reply: RawReply; slowest: number }> {
    let reply: RawReply | undefined;
    void request.then((each) => (reply = each));
    let slowest = 0;
    while (!reply) {
      const begun = performance.now();
      assert.equal((await askTickets(service, 'GET', '/types')).status, 200);
      slowest = Math.max(slowest, performance.now() - begun);
    }
    return { reply, slowest };
  }

  /** A second for a busy machine, and some times what a sound request of the same size takes. */
  async function requirePrompt(sound: Promise<RawReply>, send: () => Promise<RawReply>, status: number): Promise<RawReply> {
    const anchor = await slowestMeanwhile(sound);
    assert.equal(anchor.reply.status, 200, anchor.reply.text.slice(0, 200));
    const { reply, slowest } = await slowestMeanwhile(send());
    assert.equal(reply.status, status, reply.text.slice(0, 200));
    const limit = 1000 + 5 * anchor.slowest;
    assert.ok(slowest < limit, `another request took ${slowest} ms, with ${limit} at most`);
    return reply;
  }

  const size = 8_000_000;
  const soundJson = () => json(`{"name":"x","eventId":1001,"note":"${'x'.repeat(size)}"}`);

  const numbers: [string, string, string][] = [
    ['a number of 8 million digits', `{"name":"x","note":${'7'.repeat(size)}}`, 'note'],
    ['a negative one', `{"name":"x","note":-${'7'.repeat(size)}}`, 'note'],
    ['one in a list', `{"name":"x","more":{"notes":[1,${'7'.repeat(size)}]}}`, 'more.notes.1'],
  ];
  for (const [what, body, field] of numbers)
    it(`fault 78: ${what} is refused by the name of its field, and others are answered`, async () => {
      const { text } = await requirePrompt(soundJson(), () => json(body), 400);
      const { message, info } = JSON.parse(text) as { message: string; info: string[] };
      assert.deepEqual([message, info], [`${field} has more than 4000 digits`, [field]]);
    });

  it('fault 78: a text of 8 million digits is taken, and others are answered', async () => {
    await requirePrompt(soundJson(), () => json(`{"name":"x","eventId":1001,"note":"${'7'.repeat(size)}"}`), 200);
  });

  it('fault 78: an integer of 4000 digits keeps them all', async () => {
    const digits = '7'.repeat(4000);
    const { text } = await json(`{"name":"x","eventId":1001,"note":${digits}}`);
    assert.ok(text.includes(`"note":${digits}`), text.slice(0, 200));
  });

  it('fault 78: 3 MB of quotes are no JSON, and others are answered', async () => {
    await requirePrompt(soundJson(), () => json(`{"name":${'"'.repeat(3_000_000)}`), 400);
    await requirePrompt(soundJson(), () => json('"'.repeat(3_000_000)), 400);
  });

  const quotes: [string, string][] = [
    ['3 MB of quotes', '"'.repeat(3_000_000)],
    ['12 MB of quotes, one of them open', '"'.repeat(12_000_001)],
    ['3 MB of cells that open a quote', ',"'.repeat(1_500_000)],
    ['12 MB of text in quotes that close nothing', '"a'.repeat(6_000_000)],
    ['a quote after 3 MB without an end of line', `${'a'.repeat(3_000_000)}"`],
  ];
  for (const [what, content] of quotes)
    it(`fault 78: a file with ${what} is refused, and others are answered`, async () => {
      const sound = csv(Array.from({ length: 300_000 }, (_, number) => `S${String(number).padStart(8, '0')}\n`).join(''));
      const { text } = await requirePrompt(sound, () => csv(content), 400);
      assert.match(text, /file has a quote on line 1/);
    });
});
