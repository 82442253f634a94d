import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { root, tarballPath } from '../../scripts/lib/paths.mjs';
import { run, start, stop } from '../../scripts/lib/processes.mjs';
import { ensureNode, npm } from '../../scripts/setup.mjs';

interface Ready {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
}

const program = `
import { ApiError, createClient, operations } from 'box-office/client';
const [eventUrl, ticketUrl] = process.argv.slice(2);
const client = createClient({ eventUrl, ticketUrl, token: () => process.env.BOX_OFFICE_TOKEN });
const failed = await client.call('getItem', { path: { id: 999999 } }).catch((error) => error instanceof ApiError && error.kind);
console.log(JSON.stringify({ title: operations.listTypes.title, types: typeof (await client.call('listTypes', {})), failed }));
`;

/** Every line that must not compile says so; the others must. */
const consumer = `
import { ApiError, createClient, localFile, operations, parseJson, type CallInput, type Dialect, type OperationId } from 'box-office/client';
const dialect: Dialect = { token: { event: 'bearer' }, amounts: { items: 'cents' } };
const client = createClient({ eventUrl: 'https://a.example', ticketUrl: 'https://a.example', token: () => undefined, dialect });
export const reply: Promise<unknown> = client.call('listItems', { query: { eventId: 7, page: 2 } });
export const sold: CallInput<'updateValues'> = { path: { id: 12n }, body: { price: 9900 } };
export const made = client.call('createItem', { body: { name: 'Balcony', other: [1] } });
export const sent = localFile('codes.csv').then((file) => client.call('uploadCodes', { path: { eventId: 7 }, file }));
export const ids: OperationId[] = Object.values(operations).map(({ id }) => id);
export const kind = new ApiError('', { kind: 'network', operation: 'getItem' }).kind;
export const parsed: unknown = parseJson('1');
// @ts-expect-error a reply is unknown
export const name = (await reply).name;
// @ts-expect-error the path has an id
export const noPath = client.call('getItem', {});
// @ts-expect-error a price is a number
export const text = client.call('updateValues', { path: { id: 1 }, body: { price: '9900' } });
// @ts-expect-error there is no such operation
export const none = client.call('sellEverything', {});
`;

describe('the npm package', function () {
  // npm and several processes one after another.
  this.timeout(120_000);
  let folder: string;
  let installed: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-npm-'));
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    await run(npm, ['install', ...flags, tarballPath], { cwd: folder });
    installed = join(folder, 'node_modules', 'box-office');
    await writeFile(join(folder, 'program.js'), program);
    await writeFile(join(folder, 'good.csv'), 'code\nAB-1\nAB-2\n');
    await writeFile(join(folder, 'bad.csv'), 'code\nAB-1\nAB-1\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is alone: it brings no dependency, and its version is that of the extension', async () => {
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as { packages: object };
    assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/box-office']);
    const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    const manifest = await read(join(installed, 'package.json'));
    assert.equal(manifest.version, (await read(join(root, 'package.json'))).version);
    assert.equal(manifest.dependencies, undefined);
  });

  for (const resolution of ['node16', 'nodenext', 'bundler'])
    it(`types what a call takes for a strict consumer without the types of Node or the DOM, and no reply, by ${resolution}`, async () => {
      const project = join(folder, resolution);
      await mkdir(project);
      await writeFile(join(project, 'index.ts'), consumer);
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
      const modules = { module: resolution === 'bundler' ? 'esnext' : resolution, moduleResolution: resolution };
      const compilerOptions = { ...strict, ...modules, target: 'es2022', lib: ['es2022'], types: [] };
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }));
      await run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project]);
    });

  it('declares what the client names, and nothing behind it', async () => {
    const declared = await readdir(join(installed, 'dist', 'types'), { recursive: true });
    const names = declared.filter((name) => name.endsWith('.ts')).map((name) => name.replaceAll('\\', '/'));
    const ofClient = ['call-parts', 'errors', 'json'].map((name) => `client/${name}.d.ts`);
    assert.deepEqual(names.sort(), ['cli/client/index.d.ts', 'cli/client/plain-types.d.ts', ...ofClient]);
    const entry = await readFile(join(installed, 'dist', 'types', 'cli', 'client', 'index.d.ts'), 'utf8');
    assert.match(entry, /Replies are\s+\* `unknown`: the interface document shows no reply/);
  });

  for (const major of [22, 24])
    describe(`on Node ${major}`, () => {
      let node: string;
      let service: ChildProcess;
      let ready: Ready | undefined;

      before(async () => {
        node = await ensureNode(major);
        service = box('service', '--json', '--seed', '1');
        const [line] = (await once(createInterface(service.stdout!), 'line')) as [string];
        ready = JSON.parse(line) as Ready;
      });
      after(() => stop(service));

      function box(...args: string[]): ChildProcess {
        const env = { ...process.env, BOX_OFFICE_TOKEN: ready?.token };
        const command = join(folder, 'node_modules', 'box-office', 'bin', 'box-office.cjs');
        return start(node, [command, ...args], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
      }

      async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
        child.stdin!.end();
        const closed = once(child, 'close') as Promise<[number | null]>;
        const [out, err, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), closed]);
        return { code, out, err };
      }

      const there = () => ['--event-url', ready!.eventUrl, '--ticket-url', ready!.ticketUrl];

      it('explains itself', async () => {
        const { code, out, err } = await ended(box('--help'));
        assert.deepEqual([code, err], [0, '']);
        assert.match(out, /^Commands$/m);
      });

      it('calls the service', async () => {
        const read = await ended(box('call', 'listTypes', ...there(), '--json'));
        assert.deepEqual([read.code, read.err], [0, '']);
        assert.equal(typeof JSON.parse(read.out), 'object');
        assert.equal((await ended(box('call', 'deletePasskey', '--path.id', '1', ...there()))).code, 3);
        const dry = await ended(box('call', 'createItem', '--body.name', 'Pit', ...there(), '--dry-run', '--json'));
        assert.equal((JSON.parse(dry.out) as { method: string }).method, 'POST');
      });

      it('checks a file of codes', async () => {
        assert.equal((await ended(box('check', 'good.csv'))).code, 0);
        const { code, out } = await ended(box('check', 'bad.csv'));
        assert.equal(code, 1);
        assert.match(out, /bad\.csv:3:1: /);
      });

      it('serves an agent until its input ends', async () => {
        const child = box('mcp', ...there());
        child.stdin!.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
        const { code, out } = await ended(child);
        assert.equal(code, 0);
        assert.match(out, /"tools":\[\{/);
      });

      it('is a client for programs', async () => {
        const env = { ...process.env, BOX_OFFICE_TOKEN: ready!.token };
        const output = await run(node, ['program.js', ready!.eventUrl, ready!.ticketUrl], { cwd: folder, env });
        assert.deepEqual(JSON.parse(output), { title: 'List ticket types', types: 'object', failed: 'notFound' });
      });

      it('ends its service when it is told to, without a word', async () => {
        const child = box('service', '--json');
        await once(createInterface(child.stdout!), 'line');
        const closed = Promise.all([text(child.stderr!), once(child, 'close') as Promise<[number | null]>]);
        child.kill('SIGTERM');
        const [err, [code]] = await closed;
        // On Windows a signal ends a process at once.
        assert.deepEqual([err, code], ['', process.platform === 'win32' ? null : 0]);
      });
    });
});
