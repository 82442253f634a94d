import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { recordIn, recordsIn, askTickets, csvFile, form, formType, useService } from './support.ts';

describe('a large upload of codes', () => {
  const held = useService();
  const eventId = 1005;
  let item = 0;
  let ticket = '';

  before(async () => {
    const [first] = recordsIn(await held.client.call('listItems', { query: { eventId, type: 'Ticket' } }));
    item = Number(first!.id);
    ticket = String(first!.name);
  });

  async function stored(term = ''): Promise<number> {
    const { text } = await askTickets(held.service, 'GET', `/items/${item}/codes?pageSize=1&term=${term}`);
    return (JSON.parse(text) as { pagination: { total: number } }).pagination.total;
  }

  it('of 200,000 lines is counted exactly: what is stored, what existed, and what is rejected with its line', async () => {
    const lines = ['ticket;code'];
    const rejected: number[] = [];
    for (let number = 1; number < 200_000; number++) {
      if (number % 1000 === 7) rejected.push(lines.length + 1);
      const name = number % 2000 === 7 ? 'Nobody' : ticket;
      const code = number % 2000 === 1007 ? '' : `L${number % 100 === 50 ? number - 1 : number}`;
      lines.push(`${name};${code}`);
    }
    const before = await stored();
    const file = csvFile(`${lines.join('\r\n')}\r\n`);
    const reply = recordIn(await held.client.call('uploadCodes', { path: { eventId }, file }));
    const counts = { received: 199_999, stored: 199_999 - 2000 - 200, existing: 2000, rejected: 200 };
    const { problems, ...rest } = reply as { problems: { line: number; message: string }[] };
    assert.deepEqual(rest, counts);
    assert.equal(await stored(), before + counts.stored);
    assert.deepEqual(
      problems.map(({ line }) => line),
      rejected.slice(0, 100),
    );
    assert.match(problems[0]!.message, /no ticket named Nobody/);
    assert.match(problems[1]!.message, /the code is empty/);

    const again = recordIn(await held.client.call('uploadCodes', { path: { eventId }, file }));
    assert.deepEqual([again.stored, again.existing, again.rejected], [0, 199_999 - 200, 200]);
    assert.equal(await stored(), before + counts.stored);
  });

  it('of a spreadsheet in Portuguese is stored, by the ticket that its header names if it names one', async () => {
    const before = await stored();
    const people = csvFile('\uFEFFC\u00f3digo;Nome\r\nPT1;Jo\u00e3o\r\nPT2;Concei\u00e7\u00e3o\r\n');
    const tickets = csvFile(`"Setor";"Pre\u00e7o";"C\u00f3digo de barras"\r\n"${ticket}";"10,50";"PT3"\r\n`);
    for (const [file, count] of [
      [people, 2],
      [tickets, 1],
    ] as const) {
      const reply = recordIn(await held.client.call('uploadCodes', { path: { eventId }, file }));
      assert.deepEqual(reply, { received: count, stored: count, existing: 0, rejected: 0, problems: [] });
    }
    assert.deepEqual([await stored('PT'), await stored()], [3, before + 3]);
  });

  it('that is cut off stores nothing, and does not disturb the next', async () => {
    const before = await stored();
    const body = form({
      fileName: 'codes.csv',
      content: Array.from({ length: 50_000 }, (_, number) => `CUT${number}`).join('\n'),
    });
    for (const part of [0.001, 0.2, 0.6, 0.999]) {
      await cutOff(body, Math.floor(body.length * part));
      assert.equal(await stored('CUT'), 0);
    }
    const { status } = await askTickets(held.service, 'POST', `/events/${eventId}/codes`, body, { 'content-type': formType });
    assert.equal(status, 200);
    assert.equal(await stored(), before + 50_000);
  });

  it('can be read back although the list was read while it arrived', async () => {
    const finish = await beginUpload(form({ fileName: 'codes.csv', content: 'MEANWHILE1\nMEANWHILE2\n' }));
    // The service reads what has come before it answers another request of this process.
    for (let round = 0; round < 5; round++) assert.equal(await stored('MEANWHILE'), 0);
    assert.equal(await finish(), 200);
    assert.equal(await stored('MEANWHILE'), 2);
  });

  it('whose ticket is removed while it arrives stores nothing', async () => {
    const created = recordIn(await held.client.call('createItem', { body: { name: 'Brief', eventId } }));
    const content = `ticket;code\n${ticket};GONE1\nBrief;GONE2\n`;
    const finish = await beginUpload(form({ fileName: 'codes.csv', content }));
    for (let round = 0; round < 5; round++) assert.equal(await stored('GONE'), 0);
    await held.client.call('removeItem', { path: { id: Number(created.id) } });
    assert.equal(await finish(), 409);
    assert.equal(await stored('GONE'), 0);
  });

  /** Sends all of an upload but its last bytes; the function that it gives sends them, and gives the status of the reply. */
  async function beginUpload(body: string): Promise<() => Promise<number>> {
    const { hostname, port, pathname } = new URL(held.service.ticketUrl);
    const headers = {
      'authorization': `Bearer ${held.service.token}`,
      'content-type': formType,
      'content-length': body.length,
    };
    const request = httpRequest({ hostname, port, method: 'POST', path: `${pathname}/events/${eventId}/codes`, headers });
    const replied = new Promise<number>((resolve, reject) => {
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
      request.on('error', reject);
    });
    await new Promise((resolve) => request.write(body.slice(0, -12), resolve));
    return () => {
      request.end(body.slice(-12));
      return replied;
    };
  }

  it('to an event that does not exist, or without a token, is refused in words although nobody reads it', async () => {
    const file = csvFile('X1\n'.repeat(4_000_000));
    for (let round = 0; round < 3; round++) {
      await assert.rejects(held.client.call('uploadCodes', { path: { eventId: 99 }, file }), { kind: 'notFound', code: '3002' });
      const headers = { 'content-type': formType, 'authorization': 'Bearer x.y.z' };
      const body = form({ fileName: 'codes.csv', content: 'X1\n'.repeat(2_000_000) });
      assert.equal((await askTickets(held.service, 'POST', `/events/${eventId}/codes`, body, headers)).status, 401);
    }
  });

  it('with a quote that is never closed is refused before long', async () => {
    const content = `"${Array.from({ length: 300_000 }, (_, number) => `OPEN${number}`).join('\n')}`;
    const body = form({ fileName: 'codes.csv', content });
    const { status, text } = await askTickets(held.service, 'POST', `/events/${eventId}/codes`, body, {
      'content-type': formType,
    });
    assert.equal(status, 400, text);
    assert.match(text, /file has a quote on line 1 that is not closed/);
    assert.equal(await stored('OPEN'), 0);
  }).timeout(5000);

  /** Sends the first bytes of an upload and hangs up; resolves when the service has noticed. */
  async function cutOff(body: string, bytes: number): Promise<void> {
    const { hostname, port, pathname } = new URL(held.service.ticketUrl);
    const headers = {
      'authorization': `Bearer ${held.service.token}`,
      'content-type': formType,
      'content-length': body.length,
    };
    const request = httpRequest({ hostname, port, method: 'POST', path: `${pathname}/events/${eventId}/codes`, headers });
    const closed = new Promise((resolve) => request.on('error', () => undefined).on('close', resolve));
    await new Promise((resolve) => request.write(body.slice(0, bytes), resolve));
    request.destroy();
    await closed;
  }
});
