import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { useService } from './support.ts';

describe('a request to the local service that never ends', function () {
  this.timeout(20_000);
  const held = useService({ timeouts: { headers: 200, request: 400, idle: 200 } });
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** Opens a connection, sends this, and goes on with a byte at a time; gives what came until the service ended it. */
  function untilClosed(begin: string, drip?: string): Promise<string> {
    const { hostname, port } = new URL(held.service.ticketUrl);
    return new Promise((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.write(begin));
      sockets.push(socket);
      const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 20);
      socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      // To write to a connection that has just been closed is no failure here.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve(text);
      });
    });
  }

  const head = (more: string) => {
    const { host } = new URL(held.service.ticketUrl);
    const authorization = `Authorization: Bearer ${held.service.token}`;
    return `POST /tickets-api/items HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\nContent-Type: application/json\r\n${more}`;
  };

  it('fault 78: is ended when nothing was sent at all', async () => {
    assert.match(await untilClosed(''), /^(?:HTTP\/1\.1 408 |$)/);
  });

  it('fault 78: is ended when its head does not end, also when more of it comes all the time', async () => {
    assert.match(await untilClosed(head('X-One: 1\r\n')), /^HTTP\/1\.1 408 /);
    assert.match(await untilClosed(head('X-One: '), 'x'), /^HTTP\/1\.1 408 /);
  });

  it('fault 78: is ended when its body does not end, also when more of it comes all the time', async () => {
    assert.match(await untilClosed(head('Content-Length: 1000000\r\n\r\n{"name":"')), /^HTTP\/1\.1 408 /);
    assert.match(await untilClosed(head('Content-Length: 1000000\r\n\r\n{"name":"'), 'x'), /^HTTP\/1\.1 408 /);
    assert.match(await untilClosed(head('Transfer-Encoding: chunked\r\n\r\n'), '1\r\nx\r\n'), /^HTTP\/1\.1 408 /);
  });

  it('fault 78: is ended when the rest of a refused body does not come, and the refusal was sent', async () => {
    const foreign = head('Content-Length: 1000000\r\nOrigin: https://evil.example\r\n\r\n{"name":"');
    assert.match(await untilClosed(foreign), /^HTTP\/1\.1 403 /);
    assert.match(await untilClosed(foreign, 'x'), /^HTTP\/1\.1 403 /);
  });

  it('fault 78: is ended when no other follows on its connection', async () => {
    const { host } = new URL(held.service.eventUrl);
    assert.match(await untilClosed(`GET /events-api/event/1001 HTTP/1.1\r\nHost: ${host}\r\n\r\n`), /^HTTP\/1\.1 200 /);
  });
});
