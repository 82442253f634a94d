import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OperationId } from '../../../src/client/index.ts';
import { curlCommand, quote, shells } from '../../../src/editor/operations/curl.ts';
import { credentialParts } from '../../../src/client/credential-forms.ts';
import type { CredentialForm } from '../../../src/client/index.ts';

const run = promisify(execFile);
/** Windows has no `sh`; what PowerShell gets is compared as a text. */
const inShell = process.platform === 'win32' ? it.skip : it;
const now = Date.UTC(2026, 5, 15, 15);

const naughty = [
  "it's",
  "'; touch pwned; '",
  '"double"',
  '$HOME ${HOME} $(touch pwned) `touch pwned`',
  'back\\slash \\n \\',
  '!history !!',
  '* ? [a-z] {a,b} ~',
  'a\nb\r\nc\td',
  '& | ; < > ( )',
  '@/etc/passwd',
  '--data @/etc/passwd',
  '-K config',
  'º ã 日本語 😀 \u202e',
  '%00 %2e%2e%2f',
  '#fragment?query=1&x=2',
  '',
  ' ',
  '\u0007\u001b[31m',
];

interface Recorded {
  method: string | undefined;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

describe('a call as a cURL command', () => {
  const recorded: Recorded[] = [];
  let folder = '';
  let baseUrl = '';
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      recorded.push({ method: request.method, url: request.url ?? '', headers: request.headers, body });
      response.end('{}');
    });
  });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'curl-'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  /** Runs the command in a real shell and gives the one request that came of it. */
  async function requestOf(
    id: OperationId,
    input: Parameters<typeof curlCommand>[1],
    form: CredentialForm = 'nothing',
    env: NodeJS.ProcessEnv = {},
  ): Promise<Recorded> {
    const made = curlCommand(id, input, { baseUrl, credential: credentialParts({ token: { ticket: form } }, 'ticket') }, { now });
    assert.ok('command' in made, JSON.stringify(made));
    recorded.length = 0;
    await run('sh', ['-c', made.command], { cwd: folder, env: { PATH: process.env.PATH, HOME: '/nowhere', ...env } });
    assert.equal(recorded.length, 1);
    assert.ok(!existsSync(join(folder, 'pwned')), 'something of it was run');
    return recorded[0]!;
  }

  inShell('sends every payload as it is', async () => {
    for (const text of naughty.filter((one) => one !== '')) {
      const { method, body, headers } = await requestOf('updateItem', { path: { id: 5 }, body: { name: text, [text]: [text] } });
      assert.equal(method, 'PUT');
      assert.equal(headers['content-type'], 'application/json');
      assert.deepEqual(JSON.parse(body), { name: text, [text]: [text] });
    }
  });

  inShell('sends every id and query parameter as it is', async () => {
    for (const text of naughty.filter((one) => one !== '')) {
      const { method, url } = await requestOf('getItem', { path: { id: text }, query: { [`x${text}`]: text } });
      const address = new URL(url, baseUrl);
      assert.equal(method, 'GET');
      assert.equal(decodeURIComponent(address.pathname), `/api/items/${text}`);
      assert.equal(address.searchParams.get(`x${text}`), text);
    }
  });

  inShell('takes the token from a variable and never holds it', async () => {
    const { headers } = await requestOf('listTypes', {}, 'bearer', { BOX_OFFICE_TOKEN: 'a.b.c' });
    assert.equal(headers.authorization, 'Bearer a.b.c');
    assert.equal(headers.accept, 'application/json');
  });

  inShell('takes the token in another header or parameter, and a key of its own, from variables', async () => {
    const env = { BOX_OFFICE_TOKEN: 'a.b.c', BOX_OFFICE_X_API_KEY: '$(touch pwned)' };
    const prefixed = await requestOf('listTypes', {}, { header: 'X-Token', prefix: "it's $1 " }, env);
    assert.equal(prefixed.headers['x-token'], "it's $1 a.b.c");
    const keyed = await requestOf('listTypes', {}, { header: 'X-Api-Key', own: true }, env);
    assert.equal(keyed.headers['x-api-key'], '$(touch pwned)');
    assert.equal((await requestOf('listTypes', {}, { query: 'jwt' }, env)).url, '/api/types?jwt=a.b.c');
  });

  inShell('takes the parameters of the event group from variables, whatever they hold', async () => {
    const form = ['apikey', "user's token"];
    const env = { BOX_OFFICE_APIKEY: 'a&b=c d%', BOX_OFFICE_USER_S_TOKEN: '$(touch pwned)' };
    const { url } = await requestOf('requestExport', { path: { eventId: 1 }, query: { a: 'b' }, body: {} }, form, env);
    const { searchParams } = new URL(url, baseUrl);
    assert.deepEqual(
      [searchParams.get('a'), searchParams.get('apikey'), searchParams.get("user's token")],
      ['b', 'a&b=c d%', '$(touch pwned)'],
    );
  });

  inShell('sends a file with any name', async () => {
    for (const name of ['codes.csv', `we"ird;na,me's $(x).csv`]) {
      await writeFile(join(folder, name), 'A1\n');
      const { headers, body } = await requestOf('uploadCodes', { path: { eventId: 1 }, filePath: join(folder, name) });
      assert.match(headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
      assert.match(body, /name="file"[\s\S]*\r\n\r\nA1\n\r\n/);
    }
  });

  inShell('keeps every digit of a long id', async () => {
    const { url, body } = await requestOf('setPasskeyItems', {
      path: { id: 9007199254740993n },
      body: { itemIds: [9007199254740993n] },
    });
    assert.equal(url, '/api/passkeys/9007199254740993/items');
    assert.equal(body, '{"itemIds":[9007199254740993]}');
  });

  it('says what is missing instead', () => {
    const made = curlCommand('getItem', {}, { baseUrl, credential: [] }, { now });
    assert.deepEqual(made, { problem: 'path.id must be given' });
  });

  it('is written for PowerShell with its quotes, its line ends and its variables', () => {
    const credential = credentialParts({}, 'ticket');
    const input = { path: { id: 7 }, body: { name: "it’s 'new' $x `y`" } };
    const made = curlCommand('updateItem', input, { baseUrl, credential }, { now }, shells.powershell);
    assert.equal(
      'command' in made ? made.command : '',
      [
        'curl.exe --globoff',
        '--request PUT',
        `'${baseUrl}/items/7'`,
        "--header ('Authorization: Bearer ' + $env:BOX_OFFICE_TOKEN)",
        "--header 'Accept: application/json'",
        "--header 'Content-Type: application/json'",
        `--data-raw '{"name":"it’’s ''new'' $x \`y\`"}'`,
      ].join(' `\n  '),
    );
  });

  inShell('quotes so that a shell reads the same text', async () => {
    for (const text of naughty) {
      const { stdout } = await run('sh', ['-c', `printf %s ${quote(text)}`]);
      assert.equal(stdout, text);
    }
  });
});
