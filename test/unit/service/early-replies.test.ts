// Replies that are known before the request was read: whoever sent it must get them, and not a broken connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, stopProcesses, writeSample, type Running } from './processes.ts';
import { askTickets, clientOf, csvFile, form, formType } from './support.ts';

const megabyte = 2 ** 20;
const rounds = 16;

describe('a reply of the local service that comes before the request was read', function () {
  this.timeout(120_000);
  let folder = '';
  // In a process of its own: within this one, the service has always read what was sent before it answers.
  let service: Running;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'early-'));
    await writeSample(join(folder, 'service.db'));
    service = await run(join(folder, 'service.db'));
  });
  after(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const upload = form({ fileName: 'codes.csv', content: 'X1\n'.repeat(megabyte) });
  const large = `{"name":"${'x'.repeat(10 * megabyte)}"}`;
  const stranger = { authorization: 'Bearer x.y.z' };

  /**
   * Sends all of a request before it reads anything, as simple programs do, and gives the status. Any failure to send is a failure: a
   * connection that was reset takes with it what was not read yet.
   */
  async function sendWhole(path: string, type: string, body: string, headers: Record<string, string>): Promise<number> {
    const { hostname, port, host } = new URL(service.ticketUrl);
    const all = { host, 'authorization': `Bearer ${service.token}`, 'content-type': type, ...headers };
    const isChunked = 'transfer-encoding' in all;
    const length = isChunked ? '' : `content-length: ${body.length}\r\n`;
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    await once(socket, 'connect');
    socket.write(`POST /tickets-api${path} HTTP/1.1\r\n${head.join('')}${length}\r\n`);
    for (let start = 0; start < body.length; start += 65_536) {
      const piece = body.slice(start, start + 65_536);
      const framed = isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
      if (!socket.write(framed)) await once(socket, 'drain');
    }
    if (isChunked) await new Promise((resolve) => socket.write('0\r\n\r\n', resolve));
    let text = '';
    for await (const piece of socket.setEncoding('utf8') as AsyncIterable<string>) text += piece;
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  }

  const cases: [string, string, string, string, Record<string, string>, number][] = [
    ['an upload to an event that is not there', '/events/99/codes', formType, upload, {}, 404],
    ['an upload to an address that is not there', '/nowhere', formType, upload, {}, 404],
    ['an upload without a token', '/events/1001/codes', formType, upload, stranger, 401],
    ['an upload from a web page', '/events/1001/codes', formType, upload, { origin: 'https://evil.example' }, 403],
    ['an upload that is no form', '/events/1001/codes', 'text/csv', upload, {}, 415],
    ['a payload beyond the limit', '/items', 'application/json', large, {}, 413],
  ];
  for (const [what, path, type, body, headers, status] of cases)
    for (const framing of ['with its length', 'in chunks'])
      it(`fault 78: arrives at ${what}, sent ${framing}, every time`, async () => {
        const more = framing === 'in chunks' ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
        for (let round = 0; round < rounds / 2; round++) {
          assert.equal(await sendWhole(path, type, body, more), status, `round ${round}`);
          assert.equal((await askTickets(service, 'POST', path, body, { 'content-type': type, ...more })).status, status);
        }
      });

  it('fault 78: arrives at the client every time', async () => {
    const client = clientOf(service);
    const file = csvFile('X1\n'.repeat(megabyte));
    for (let round = 0; round < rounds; round++)
      await assert.rejects(client.call('uploadCodes', { path: { eventId: 99 }, file }), { kind: 'notFound', code: '3002' });
  });
});
