import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { configurationFor, configurationStyles, type ConfigurationStyle } from '../../../src/agents/configuration.ts';
import { copyProgram, launchOf, type Launch } from '../../../src/agents/launch.ts';
import type { Dialect } from '../../../src/client/index.ts';
import { parseManners } from '../../../src/service/index.ts';
import { asProgram } from '../../harness/program.ts';
import { testService } from '../service/support.ts';

const launch: Launch = { command: '/bin/node', args: ['/storage/mcp.cjs'], env: {} };
const addresses = { eventUrl: 'https://events.example', ticketUrl: 'https://tickets.example' };
const ownKey: Dialect = { token: { event: { header: 'X-Api-Key', own: true }, ticket: 'bearer' } };

interface Server {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const serverIn = (text: string) => {
  const whole = JSON.parse(text) as { mcpServers?: Record<string, Server>; servers?: Record<string, Server>; inputs?: object[] };
  const [entry] = Object.entries(whole.mcpServers ?? whole.servers ?? {});
  assert.ok(entry);
  return { name: entry[0], server: entry[1], inputs: whole.inputs };
};

describe('the configuration for another program', () => {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'box-office-mcp-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const configure = (dialect: Dialect, style: ConfigurationStyle = 'plain', name = 'stg') =>
    configurationFor({ name, ...addresses, dialect }, launch, style);

  it('names a variable for the token and one for each key of a group, as the program writes them', () => {
    const expected = {
      plain: ['${BOX_OFFICE_STG_TOKEN}', '${BOX_OFFICE_STG_X_API_KEY}'],
      prefixed: ['${env:BOX_OFFICE_STG_TOKEN}', '${env:BOX_OFFICE_STG_X_API_KEY}'],
      asked: ['${input:BOX_OFFICE_STG_TOKEN}', '${input:BOX_OFFICE_STG_X_API_KEY}'],
    };
    for (const style of configurationStyles) {
      const { text, variables } = configure({ ...ownKey, removal: { gone: true } }, style);
      const { name, server, inputs } = serverIn(text);
      assert.equal(name, 'box-office-stg');
      assert.deepEqual(variables, ['BOX_OFFICE_STG_TOKEN', 'BOX_OFFICE_STG_X_API_KEY']);
      assert.deepEqual(server, {
        command: '/bin/node',
        args: ['/storage/mcp.cjs'],
        env: {
          BOX_OFFICE_EVENT_URL: addresses.eventUrl,
          BOX_OFFICE_TICKET_URL: addresses.ticketUrl,
          BOX_OFFICE_DIALECT: JSON.stringify(ownKey),
          BOX_OFFICE_TOKEN: expected[style][0],
          BOX_OFFICE_EVENT_KEYS: JSON.stringify({ 'X-Api-Key': expected[style][1] }),
        },
      });
      const asked = variables.map((id) => ({ type: 'promptString', id, description: id, password: true }));
      assert.deepEqual(inputs, style === 'asked' ? asked : undefined);
    }
  });

  it('never gives two secrets one variable', () => {
    const header = { header: 'X-Api-Key', own: true };
    assert.deepEqual(configure({ token: { event: header, ticket: header } }, 'plain', 'hml a').variables, [
      'BOX_OFFICE_HML_A_EVENT_X_API_KEY',
      'BOX_OFFICE_HML_A_TICKET_X_API_KEY',
    ]);
    const { variables } = configure({ token: { event: ['token', 'a-b', 'a_b'] } });
    assert.equal(variables.length, 4);
    assert.equal(new Set(variables).size, 4, variables.join());
  });

  it('never gives the secrets of two environments one variable because of letters that a variable cannot have', () => {
    const variableFor = (name: string) => configure({}, 'plain', name).variables[0] ?? '';
    assert.equal(variableFor('São Paulo'), 'BOX_OFFICE_SAO_PAULO_TOKEN');
    const names = ['日本', '中国', 'stg', 'stg 東', 'stg 西', 'Ж', 'Ы'];
    assert.equal(new Set(names.map(variableFor)).size, names.length, names.map(variableFor).join());
    assert.equal(new Set(names.map((name) => serverIn(configure({}, 'plain', name).text).name)).size, names.length);
    for (const name of names) assert.match(variableFor(name), /^BOX_OFFICE(?:_[A-Z\d]+)+_TOKEN$/);
    assert.equal(variableFor('日本'), variableFor('日本'));
  });

  it('starts the program with what it is to be started with', () => {
    const started = { ...launch, env: { ELECTRON_RUN_AS_NODE: '1' } };
    const { text } = configurationFor({ name: 'stg', ...addresses, dialect: {} }, started, 'plain');
    assert.equal(serverIn(text).server.env.ELECTRON_RUN_AS_NODE, '1');
  });

  it('names none where nothing is sent', () => {
    const { text, variables } = configure({ token: { ticket: 'nothing' } }, 'asked');
    assert.deepEqual(variables, []);
    assert.equal(serverIn(text).inputs, undefined);
  });

  describe('starts the tools', () => {
    async function programNamedNode(version: string): Promise<string> {
      const path = join(folder, version);
      await mkdir(path);
      await writeFile(join(path, 'node'), `#!/bin/sh\necho ${version}\n`);
      await chmod(join(path, 'node'), 0o755);
      return path;
    }
    const host = (env: Record<string, string>, versions: Record<string, string> = {}, execPath = '/opt/code/code') => ({
      platform: 'linux',
      execPath,
      env,
      versions,
    });

    it('with a Node that is new enough, by its whole path', async function () {
      if (process.platform === 'win32') this.skip();
      const [old, fit] = [await programNamedNode('v18.20.0'), await programNamedNode('v22.4.0')];
      const openFolder = relative(process.cwd(), await programNamedNode('v24.1.0'));
      const PATH = ['.', openFolder, join(folder, 'none'), old, fit].join(delimiter);
      assert.deepEqual(await launchOf('/p.cjs', host({ PATH }, { electron: '40.0.0' })), {
        command: join(fit, 'node'),
        args: ['/p.cjs'],
        env: {},
      });
    });

    it('with VS Code itself where there is none', async () => {
      const env = { ELECTRON_RUN_AS_NODE: '1' };
      const desktop = { command: '/opt/code/code', args: ['/p.cjs'], env };
      assert.deepEqual(await launchOf('/p.cjs', host({}, { electron: '40.0.0' })), desktop);
      assert.deepEqual(await launchOf('/p.cjs', host({ PATH: folder }, {}, '/server/node')), {
        command: '/server/node',
        args: ['/p.cjs'],
        env: {},
      });
      const snap = await launchOf('/p.cjs', host({}, { electron: '40.0.0' }, '/snap/code/217/usr/share/code/code'));
      assert.equal(snap.command, '/snap/code/current/usr/share/code/code');
    });

    it('from a copy that stays where it is when the extension is updated, and is replaced as a whole', async () => {
      const [from, to] = [join(folder, 'mcp.cjs'), join(folder, 'storage', 'mcp.cjs')];
      for (const text of ['first', 'second', 'second']) {
        await writeFile(from, text);
        await copyProgram(from, to);
        assert.equal(await readFile(to, 'utf8'), text);
        assert.deepEqual(await readdir(join(folder, 'storage')), ['mcp.cjs']);
      }
      await rm(from);
      await assert.rejects(copyProgram(from, to));
      assert.equal(await readFile(to, 'utf8'), 'second', 'what cannot be replaced stays');
    });

    it('that read with the key of the event group, without a PATH', async function () {
      this.timeout(30_000);
      const service = await testService({ dialect: parseManners('event-header=X-Api-Key') });
      const [built, program] = [join(folder, 'built.cjs'), join(folder, 'storage', 'mcp.cjs')];
      await build(asProgram('src/agents/main.ts', built));
      await copyProgram(built, program);
      const started = await launchOf(program, { ...host({}, { electron: '40.0.0' }), execPath: process.execPath });
      const { eventUrl, ticketUrl, token, eventKey } = service;
      const { text } = configurationFor({ name: 'stg', eventUrl, ticketUrl, dialect: ownKey }, started, 'prefixed');
      for (const secret of [token, eventKey!]) assert.ok(!text.includes(secret));
      const { server } = serverIn(text);
      // A program that does not put values in hands its own variables on.
      const env = { ...server.env, BOX_OFFICE_STG_TOKEN: token, BOX_OFFICE_STG_X_API_KEY: eventKey! };
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StdioClientTransport({ ...server, env, stderr: 'ignore' }));
      try {
        for (const [tool, id] of [
          ['get_event', '1001'],
          ['get_item', '300002'],
        ]) {
          const reply = await client.callTool({ name: `box_office_${tool}`, arguments: { path: { id } } });
          assert.notEqual(reply.isError, true, JSON.stringify(reply));
        }
      } finally {
        await client.close();
        await service.stop();
      }
    });
  });
});
