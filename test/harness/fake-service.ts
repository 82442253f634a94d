import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeReply {
  readonly status?: number;
  readonly body: unknown;
}

/**
 * A service that says whatever a test wants. Gives the settings that lead to it, which are whole when the tests begin. Under a name of
 * its own, an environment shares no open rows with another suite's.
 */
export function useFakeService(answer: (path: string) => FakeReply, name = 'stg', more: object = {}): Record<string, unknown> {
  const settings: Record<string, unknown> = { 'boxOffice.environment': name };
  const server = createServer((request, response) => {
    const { status = 200, body } = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    settings['boxOffice.environments'] = { [name]: { eventUrl: url, ticketUrl: url, ticketCredential: 'nothing', ...more } };
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return settings;
}
