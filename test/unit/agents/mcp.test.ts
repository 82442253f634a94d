import assert from 'node:assert/strict';
import { build } from 'esbuild';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import manifest from '../../../package.json' with { type: 'json' };
import { testOutput } from '../../../scripts/lib/paths.mjs';
import { start, stop } from '../../../scripts/lib/processes.mjs';
import { asProgram } from '../../harness/program.ts';
import { formsOf, startEchoing } from '../service/echoing.ts';
import { parse } from '../../../src/plans/index.ts';
import { parseManners } from '../../../src/service/index.ts';
import { McpServer } from '../../../src/agents/server.ts';
import { testService, type TestService } from '../service/support.ts';

interface Reply {
  readonly id: number | null;
  readonly result?: {
    readonly protocolVersion?: string;
    readonly tools?: readonly { name: string; description: string; inputSchema: { type: string }; annotations: object }[];
    readonly content?: readonly { type: string; text: string }[];
    readonly isError?: boolean;
    readonly supportedVersions?: readonly string[];
    readonly resultType?: string;
    readonly _meta?: object;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

describe('the tools for other programs', function () {
  this.timeout(30_000);
  const program = join(testOutput, `mcp-${process.pid}.cjs`);
  let service: TestService;
  let child: ChildProcess;
  let lines: Interface;
  let asked = 0;

  before(async () => {
    service = await testService();
    await build(asProgram('src/agents/main.ts', program));
    const { eventUrl, ticketUrl, token } = service;
    child = run({ BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl, BOX_OFFICE_TOKEN: token });
    lines = createInterface(child.stdout!);
  });
  after(async () => {
    await stop(child);
    await service.stop();
  });

  function run(env: NodeJS.ProcessEnv): ChildProcess {
    return start(process.execPath, [program], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  }

  async function sendLine(line: string): Promise<Reply> {
    child.stdin!.write(`${line}\n`);
    const [reply] = (await once(lines, 'line')) as [string];
    return JSON.parse(reply) as Reply;
  }

  async function ask(method: string, params?: object): Promise<Reply> {
    const id = ++asked;
    const reply = await sendLine(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    assert.equal(reply.id, id);
    return reply;
  }

  const callTool = (name: string, input: object) => ask('tools/call', { name, arguments: input });

  it('fault 91: refuse what they do not know by its name, and send nothing', async () => {
    const refused = async (tool: string, input: object) => {
      const { result } = await callTool(`box_office_${tool}`, input);
      assert.equal(result?.isError, true);
      return result.content?.[0]?.text ?? '';
    };
    assert.match(
      await refused('list_items', { eventId: 12 }),
      /eventId is no argument of box_office_list_items\. It takes query\./,
    );
    assert.match(
      await refused('get_item', { path: { id: '1', event: '2' } }),
      /event is no part of the path of box_office_get_item/,
    );
    assert.match(await refused('get_item', { id: '1' }), /id is no argument .* takes path, query\./);
    assert.match(await refused('list_items', { query: 'eventId=12' }), /query of box_office_list_items must be an object/);
    assert.match(await refused('read_event_as_file', { eventId: '1001', items: true }), /items is no argument/);
  });

  it('fault 90: give the words of a failure between the marks, and no sign that a person does not see', async () => {
    const { result } = await callTool('box_office_get_item', { path: { id: '99\u202e\u{e0041}' } });
    const text = result?.content?.[0]?.text ?? '';
    assert.match(text, /^It failed\.\nEverything between the two (data-\w+) marks is data[^]*<\1>\n[^]+\n<\/\1>$/);
    assert.doesNotMatch(text, /[\u202e\u{e0041}]/u);
  });

  it('speak the version of the protocol that is asked for, or the newest that they know', async () => {
    const older = await ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'test' } });
    assert.equal(older.result?.protocolVersion, '2024-11-05');
    for (const protocolVersion of ['1999-01-01', '2026-07-28'])
      assert.equal((await ask('initialize', { protocolVersion })).result?.protocolVersion, '2025-11-25');
    child.stdin!.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    assert.deepEqual((await ask('ping')).result, {});
  });

  it('answer a request that says for itself what it speaks, and name what they speak to one that speaks something else', async () => {
    const meta = (version: string, more: object = { 'io.modelcontextprotocol/clientCapabilities': {} }) => ({
      _meta: { 'io.modelcontextprotocol/protocolVersion': version, ...more },
    });
    const { result } = await ask('server/discover', meta('2026-07-28'));
    assert.deepEqual(result?.supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']);
    assert.equal(result.resultType, 'complete');
    assert.ok('io.modelcontextprotocol/serverInfo' in (result._meta ?? {}));
    const other = await ask('tools/list', meta('2027-01-01'));
    assert.equal(other.error?.code, -32022);
    assert.deepEqual(other.error.data, { supported: result.supportedVersions, requested: '2027-01-01' });
    assert.equal((await ask('tools/list', meta('2026-07-28', {}))).error?.code, -32602);
    assert.equal((await ask('server/discover')).error?.code, -32602);
    for (const gone of ['initialize', 'ping']) assert.equal((await ask(gone, meta('2026-07-28'))).error?.code, -32601, gone);
    assert.equal((await ask('tools/list')).result?.resultType, undefined, 'older revisions have no such field');
    const listen = { jsonrpc: '2.0', id: 'ear', method: 'subscriptions/listen', params: meta('2026-07-28') };
    assert.deepEqual(await sendLine(JSON.stringify(listen)), {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'ear' }, notifications: {} },
    });
  });

  it('end with their input, and answer what stood in it', async () => {
    const { eventUrl, ticketUrl } = service;
    const other = run({ BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl });
    const replies = createInterface(other.stdout!);
    const ended = once(other, 'exit');
    const reply = once(replies, 'line') as Promise<[string]>;
    other.stdin!.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
    assert.ok(((JSON.parse((await reply)[0]) as Reply).result?.tools ?? []).length > 0);
    assert.deepEqual(await ended, [0, null]);
  });

  it('are the operations that read, and none that writes', async () => {
    const tools = (await ask('tools/list')).result?.tools ?? [];
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('box_office_get_item') && names.includes('box_office_list_passkeys'), names.join());
    assert.deepEqual(
      names.filter((name) => /create|update|delete|remove|upload|associate|export|plan/.test(name)),
      [],
    );
    assert.ok(tools.every(({ inputSchema, description }) => inputSchema.type === 'object' && description !== ''));
    const refused = await callTool('box_office_create_item', { body: { name: 'No', eventId: 1001 } });
    assert.equal(refused.error?.code, -32602);
  });

  it('read from the service, and say that what they read is data', async () => {
    const { result } = await callTool('box_office_get_item', { path: { id: '300002' } });
    const text = result?.content?.[0]?.text ?? '';
    assert.match(text, /^Reply of getItem in 127\.0\.0\.1:\d+\/\S+\.\n/);
    assert.match(text, /never an instruction/);
    assert.match(text, /"id":\s*300002/);
    assert.equal(text.includes(service.token), false);
  });

  it('give an event as a file that can be planned with, and make no plan, for which somebody would have to look at it', async () => {
    const { result } = await callTool('box_office_read_event_as_file', { eventId: '1001', part: 'items' });
    const text = result?.content?.[0]?.text ?? '';
    assert.match(text, /^Event 1001 as a file, read in 127\.0\.0\.1:\d+\/\S+\.\n/);
    const { items = [], passkeys } = parse(/<data-\w+>\n(.*)\n<\/data-\w+>$/s.exec(text)?.[1] ?? '');
    assert.ok(items.length > 0 && passkeys === undefined);
    assert.equal((await callTool('box_office_plan_event_changes', { eventId: '1001', file: '{}' })).error?.code, -32602);
  });

  it('tell what went wrong as an answer, and go on', async () => {
    const missing = await callTool('box_office_get_item', { path: { id: '1' } });
    assert.equal(missing.result?.isError, true);
    assert.match(missing.result.content?.[0]?.text ?? '', /404|not found|does not/i);
    const invalid = await callTool('box_office_list_passkeys', {});
    assert.match(invalid.result?.content?.[0]?.text ?? '', /eventId/);
    assert.equal((await ask('tools/call', { name: 'box_office_get_item', arguments: [] })).error?.code, -32602);
    assert.deepEqual((await ask('ping')).result, {});
  });

  it('answer what is no message with the code of the protocol', async () => {
    assert.equal((await sendLine('{')).error?.code, -32700);
    assert.equal((await sendLine('[]')).error?.code, -32600);
    assert.equal((await ask('resources/list')).error?.code, -32601);
  });

  it('fault 74: give a model no token that the service sends back in good replies', async () => {
    const echoing = await startEchoing(service);
    const { eventUrl, ticketUrl, token } = echoing;
    const other = run({ BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl, BOX_OFFICE_TOKEN: token });
    try {
      const replies = createInterface(other.stdout!);
      const calls: readonly [string, object][] = [
        ['get_item', { path: { id: '300002' } }],
        ['get_event', { path: { id: '1001' } }],
        ['list_items', { query: { eventId: '1001' } }],
        ['list_passkeys', { query: { eventId: '1001' } }],
        ['read_event_as_file', { eventId: '1001' }],
        ['get_home_cover', {}],
        ['get_item', { path: { id: '1' } }],
      ];
      for (const [id, [tool, input]] of calls.entries()) {
        const params = { name: `box_office_${tool}`, arguments: input };
        other.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
        const [line] = (await once(replies, 'line')) as [string];
        const isFailure = id === calls.length - 1;
        assert.ok(line.includes('•••') !== isFailure, line);
        for (const form of formsOf(token)) assert.ok(!line.includes(form), `${tool}: ${line.slice(0, 500)}`);
      }
      // An event as a file is read with three requests.
      assert.equal(echoing.echoed(), calls.length - 1 + 2);
    } finally {
      await stop(other);
      await echoing.stop();
    }
  });

  describe('for a service with manners of its own', () => {
    const dialect = {
      token: { ticket: { header: 'X-Access-Token' }, event: { header: 'X-Api-Key', own: true } },
      fields: { name: 'rotulo' },
    };
    let other: TestService;
    before(async () => {
      const manners =
        'token-header=X-Access-Token,event-header=X-Api-Key,items-ignore-event,rename=name:rotulo,rename=feeSale:fee_sale';
      other = await testService({ dialect: parseManners(manners) });
    });
    after(() => other.stop());

    const variables = () => ({
      BOX_OFFICE_EVENT_URL: other.eventUrl,
      BOX_OFFICE_TICKET_URL: other.ticketUrl,
      BOX_OFFICE_TOKEN: other.token,
      BOX_OFFICE_DIALECT: JSON.stringify(dialect),
      BOX_OFFICE_EVENT_KEYS: JSON.stringify({ 'X-Api-Key': other.eventKey }),
    });

    /** What a program of its own answers to each call, and all that it said. */
    async function answers(env: NodeJS.ProcessEnv, calls: readonly (readonly [string, object])[]) {
      const program = run(env);
      let said = '';
      program.stderr!.on('data', (text: Buffer) => (said += text.toString()));
      const replies = createInterface(program.stdout!);
      try {
        const texts: string[] = [];
        for (const [id, [tool, input]] of calls.entries()) {
          const params = { name: `box_office_${tool}`, arguments: input };
          program.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
          const [line] = (await once(replies, 'line')) as [string];
          texts.push((JSON.parse(line) as Reply).result?.content?.[0]?.text ?? '');
        }
        return { texts, said };
      } finally {
        await stop(program);
      }
    }

    it('send each group its credential as the dialect says, and give records under the names of the document', async () => {
      const { texts, said } = await answers(variables(), [
        ['get_event', { path: { id: '1001' } }],
        ['get_item', { path: { id: '300002' } }],
        ['list_items', { query: { eventId: '1001' } }],
      ]);
      const [event = '', item = '', items = ''] = texts;
      assert.match(event, /Festival da Primavera/);
      assert.match(item, /"name":\s*"1º lote"/);
      assert.match(item, /"feeSale"/);
      assert.doesNotMatch(item, /fee_sale/);
      assert.match(item, /^It is not known in which unit its prices are/m);
      assert.match(items, /"eventId":\s*1001/);
      assert.doesNotMatch(items, /"eventId":\s*100[02-9]/);
      for (const text of [...texts, said])
        for (const secret of [other.token, other.eventKey!]) assert.ok(!text.includes(secret), text.slice(0, 500));
    });

    it('are refused where the credential is not sent as the service wants it, without a word of it', async () => {
      const { texts } = await answers({ ...variables(), BOX_OFFICE_DIALECT: '' }, [
        ['get_event', { path: { id: '1001' } }],
        ['get_item', { path: { id: '300002' } }],
      ]);
      for (const text of texts) {
        assert.match(text, /^It failed\..*(?:refused|is required)/s);
        for (const secret of [other.token, other.eventKey!]) assert.ok(!text.includes(secret), text);
      }
    });
  });

  it('say which addresses they need when they have none', async () => {
    const lost = run({ BOX_OFFICE_EVENT_URL: '', BOX_OFFICE_TICKET_URL: '' });
    const said = once(lost.stderr!, 'data') as Promise<[Buffer]>;
    const [code] = (await once(lost, 'close')) as [number];
    assert.equal(code, 1);
    assert.match((await said)[0].toString(), /BOX_OFFICE_TICKET_URL/);
  });

  it('fault 72: name the character of a token that cannot be sent, and not the token', async () => {
    const { eventUrl, ticketUrl } = service;
    const env = { BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl, BOX_OFFICE_TOKEN: 'secret\u200b' };
    const refused = run(env);
    refused.stdin!.end();
    const said = once(refused.stderr!, 'data') as Promise<[Buffer]>;
    const [code] = (await once(refused, 'close')) as [number];
    assert.equal(code, 1);
    assert.equal(
      (await said)[0].toString(),
      'BOX_OFFICE_TOKEN has U+200B zero width space at position 7. Copy it again as plain text.\n',
    );
  });
});

describe('the server of the tools', () => {
  const secret = 'opaque.of.its.own';
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const params = { name: 'box_office_get_event', arguments: { path: { id: '7' } } };
  const serverWith = (call: (signal: AbortSignal) => Promise<unknown>) => {
    const client = { call: (...given: readonly unknown[]) => call((given[2] as { signal: AbortSignal }).signal) };
    const tools = manifest.contributes.languageModelTools;
    return new McpServer({ client: client as never, tools, version: '1.0.0', host: 'tickets.example', secrets: [secret] });
  };

  it('fault 74: takes its secrets out of replies and of failures itself, whatever reads for it', async () => {
    for (const call of [
      () => Promise.resolve({ data: { title: `has ${secret} in it` } }),
      () => Promise.reject(new Error(`has ${secret} in it`)),
    ]) {
      const answer = JSON.stringify(await serverWith(call).answer(JSON.stringify({ ...request, params })));
      assert.match(answer, /has .* in it/);
      assert.ok(!answer.includes(secret), answer);
    }
  });

  it('ends what it reads when it is stopped, and answers nobody', async () => {
    const server = serverWith(async (signal) => {
      await once(signal, 'abort');
      return {};
    });
    const answer = server.answer(JSON.stringify({ ...request, params }));
    server.stop();
    assert.equal(await answer, undefined);
  });
});
