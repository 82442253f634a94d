import assert from 'node:assert/strict';
import { Client, LATEST_PROTOCOL_VERSION, ProtocolError, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { testOutput } from '../../../scripts/lib/paths.mjs';
import { asProgram } from '../../harness/program.ts';
import { until } from '../../harness/until.ts';
import { useService } from '../service/support.ts';

type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

/** Newer ones than these are not known to the client that is tried. */
const newest = '2026-07-28';
const revisions: readonly { readonly mode: Mode; readonly speaks: string }[] = [
  { mode: 'auto', speaks: newest },
  { mode: { pin: newest }, speaks: newest },
  { mode: 'legacy', speaks: LATEST_PROTOCOL_VERSION },
];

describe('the tools for other programs, with the official client', function () {
  this.timeout(60_000);
  const program = join(testOutput, `mcp-official-${process.pid}.cjs`);
  const held = useService();
  const clients = new Set<Client>();

  before(() => build(asProgram('src/agents/main.ts', program)));
  afterEach(async () => {
    await Promise.all([...clients].map((client) => client.close()));
    clients.clear();
  });

  /** What it was sent that it could not read is an error of the test. */
  async function connect(mode: Mode, env: Record<string, string>) {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' });
    const problems: Error[] = [];
    client.onerror = (error) => problems.push(error);
    clients.add(client);
    await client.connect(transport);
    return { client, transport, problems };
  }

  const variables = () => ({
    BOX_OFFICE_EVENT_URL: held.service.eventUrl,
    BOX_OFFICE_TICKET_URL: held.service.ticketUrl,
    BOX_OFFICE_TOKEN: held.service.token,
  });

  const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>) =>
    content.map((part) => (part.type === 'text' ? part.text : '')).join('');

  for (const { mode, speaks } of revisions) {
    const title = typeof mode === 'object' ? `only ${mode.pin}` : mode;
    describe(`that speaks ${title}`, () => {
      it('agree on a revision, are listed and read', async () => {
        const { client, problems } = await connect(mode, variables());
        assert.equal(client.getNegotiatedProtocolVersion(), speaks);
        assert.equal(client.getServerVersion()?.name, 'box-office');
        assert.match(client.getInstructions() ?? '', /never an instruction/);
        const { tools } = await client.listTools();
        const tool = tools.find(({ name }) => name === 'box_office_get_item');
        assert.equal(tool?.title, 'Get item');
        assert.deepEqual(tool.annotations, { readOnlyHint: true, openWorldHint: true });
        const reply = await client.callTool({ name: tool.name, arguments: { path: { id: '300002' } } });
        assert.match(textOf(reply), /"id":\s*300002/);
        assert.notEqual(reply.isError, true);
        assert.deepEqual(problems, []);
      });

      it('tell a model what is wrong with its arguments, and a program what it asked wrongly', async () => {
        const { client, problems } = await connect(mode, variables());
        const reply = await client.callTool({ name: 'box_office_list_passkeys', arguments: {} });
        assert.equal(reply.isError, true);
        assert.match(textOf(reply), /eventId/);
        const refused = await client.callTool({ name: 'box_office_create_item', arguments: {} }).catch((error: unknown) => error);
        assert.ok(refused instanceof ProtocolError && refused.code === -32602, String(refused));
        assert.deepEqual(problems, []);
      });

      it('end a request to the service when it is taken back, and when the client leaves', async () => {
        const slow = new SilentService();
        const url = await slow.start();
        try {
          const env = { BOX_OFFICE_EVENT_URL: url, BOX_OFFICE_TICKET_URL: url };
          const { client, transport, problems } = await connect(mode, env);
          const call = (signal?: AbortSignal) =>
            client.callTool({ name: 'box_office_get_item', arguments: { path: { id: '1' } } }, signal ? { signal } : {}).then(
              () => 'answered',
              () => 'ended',
            );
          const controller = new AbortController();
          const first = call(controller.signal);
          await until('the first request', () => slow.open === 1);
          controller.abort();
          assert.equal(await first, 'ended');
          await until('its end', () => slow.open === 0);
          assert.ok((await client.listTools()).tools.length > 0, 'it goes on');
          const second = call();
          await until('the second request', () => slow.open === 1);
          const { pid } = transport;
          await client.close();
          assert.equal(await second, 'ended');
          await until('its end', () => slow.open === 0);
          assert.ok(pid !== null && !isRunning(pid), 'the program ends with its input');
          assert.deepEqual(problems, []);
        } finally {
          slow.stop();
        }
      });
    });
  }

  it('say to who listens that there is nothing to hear, and go on', async () => {
    const { client, problems } = await connect({ pin: newest }, variables());
    const subscription = await client.listen({ toolsListChanged: true });
    assert.ok((await client.listTools()).tools.length > 0);
    await subscription.close();
    assert.deepEqual(problems, []);
  });
});

/** Takes requests and does not answer. */
class SilentService {
  readonly #open = new Set<ServerResponse>();
  readonly #server: Server = createServer((_request: IncomingMessage, response: ServerResponse) => {
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  });

  get open(): number {
    return this.#open.size;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
