// A service whose every text is an attack: the local service, with the texts of its replies exchanged on their way.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageEditor } from './editor/use-editor.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';

/** Markup that would run in a text, in an attribute, in a link and in a script. */
export const markup = `javascript:ran()/*'"--></title><img src=x onerror=ran()><script>ran()</script><a class=hostile href=//x>y</a>`;

export interface HostileService {
  /** What stands in the place of each text; undefined leaves them as they are. */
  exchange: ((text: string) => string) | undefined;
  /** What is answered instead of a reply. */
  rewrite: ((reply: unknown, url: URL) => unknown) | undefined;
  /** Another status than the service's own. */
  status: ((url: URL) => number | undefined) | undefined;
  /** Refuses everything with this message. */
  refusal: string | undefined;
}

/** What keeps its meaning: times, numbers, addresses, and the names by which the service tells kinds apart. */
const meaning = /^(?:\d[\d\s:./,T+-]*Z?|Ticket|Group|[A-Z]{3}|[A-Z]\w+\/\w+|)$/;
const keptKeys = new Set(['type', 'status', 'timezone']);

/** Puts itself between the editor and its service; no token is needed to ask it. */
export function useHostileService(editor: PageEditor): HostileService {
  const hostile: HostileService = { exchange: undefined, rewrite: undefined, status: undefined, refusal: undefined };
  const server = createServer((request, response) => {
    answer(editor, hostile, request, response).catch(() => response.destroy());
  });
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const through = (url: string) => `${origin}${new URL(url).pathname}`;
    const { eventUrl, ticketUrl } = editor.service;
    const open = { eventCredential: 'nothing', ticketCredential: 'nothing', dialect: seenDialect, currency: 'BRL' };
    editor.fake.change('boxOffice.environments', {
      [editor.environment]: { eventUrl: through(eventUrl), ticketUrl: through(ticketUrl), ...open },
    });
  });
  afterEach(() => {
    hostile.exchange = undefined;
    hostile.rewrite = undefined;
    hostile.status = undefined;
    hostile.refusal = undefined;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return hostile;
}

async function answer(
  { service }: PageEditor,
  { exchange, rewrite, status, refusal }: HostileService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (refusal !== undefined) {
    send(404, JSON.stringify({ code: 3001, message: refusal, info: [] }));
    return;
  }
  const headers = { 'Authorization': `Bearer ${service.token}`, 'Content-Type': 'application/json' };
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
  const url = new URL(request.url ?? '', service.eventUrl);
  const reply = await fetch(url, { method: request.method ?? 'GET', headers, ...body });
  const text = await reply.text();
  const shown = rewrite ? JSON.stringify(rewrite(JSON.parse(text), url)) : text;
  send(status?.(url) ?? reply.status, exchange ? JSON.stringify(exchanged(JSON.parse(shown), exchange)) : shown);
}

function exchanged(value: unknown, exchange: (text: string) => string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => exchanged(entry, exchange, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, exchanged(entry, exchange, name)]));
  return typeof value === 'string' && !meaning.test(value) && !keptKeys.has(key) ? exchange(value) : value;
}
