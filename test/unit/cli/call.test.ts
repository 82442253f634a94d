import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, readList, type Operation } from '../../../src/client/index.ts';
import { testService, useService } from '../service/support.ts';
import { box, documentIn, variablesOf } from './support.ts';

describe('box-office call', () => {
  const held = useService();
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'box-office-cli-'))));
  after(() => rm(folder, { recursive: true }));
  const call = (...args: string[]) => box(['call', ...args], { env: variablesOf(held.service), cwd: folder });

  it('prints a reply as JSON, indented for a person and in one line for a script', async () => {
    const read = await call('listItems', '--query.eventId', '1001');
    assert.equal(read.code, 0);
    assert.match(read.out, /^\{\n {2}"/);
    const scripted = await call('listItems', '--query.eventId', '1001', '--json');
    assert.equal(scripted.out.split('\n').length, 1);
    assert.ok(readList(documentIn(scripted)).rows.length > 0);
  });

  it('writes, with a body from options, a file, standard input or the line itself', async () => {
    await writeFile(join(folder, 'item.json'), '\ufeff{"name":"Balcony","eventId":1001}');
    const whole = ['createItem', '--json', '--body'];
    const around = { env: variablesOf(held.service), cwd: folder, input: '{"name":"Pit","eventId":1001}' };
    for (const [ended, name] of [
      [await call(...whole, '@item.json'), 'Balcony'],
      [await call(...whole, '{"name":"Stalls","eventId":1001}'), 'Stalls'],
      [await call(...whole, '{"name":"Stalls","eventId":1001}', '--body.name', 'Loge'), 'Loge'],
      [await box(['call', ...whole, '-'], around), 'Pit'],
    ] as const) {
      assert.equal(ended.code, 0, ended.out);
      assert.match(ended.out, new RegExp(name));
    }
  });

  it('sends nothing of a body that is not UTF-8: its characters would only be guessed', async () => {
    const latin = Buffer.from('{"name":"Balc\u00e3o"}', 'latin1');
    await writeFile(join(folder, 'latin.json'), latin);
    const file = await call('createItem', '--body', '@latin.json', '--dry-run');
    assert.deepEqual([file.code, file.out], [2, '']);
    assert.match(file.err, /--body: latin\.json is not UTF-8/);
    const input = await box(['call', 'createItem', '--body', '-', '--dry-run'], { env: variablesOf(held.service), input: latin });
    assert.deepEqual([input.code, input.out], [2, '']);
    assert.match(input.err, /--body: standard input is not UTF-8/);
  });

  it('shows what would steer a terminal in the words of a service', async () => {
    const rude = createServer((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"\\u001b[2Jgone"}');
    });
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const env = { BOX_OFFICE_TICKET_URL: `http://127.0.0.1:${(rude.address() as AddressInfo).port}` };
    const { err } = await box(['call', 'listTypes'], { env });
    rude.closeAllConnections();
    rude.close();
    assert.match(err, /\(status 400: \\u001b\[2Jgone\)/);
  });

  it('uploads a file', async () => {
    await writeFile(join(folder, 'codes.csv'), 'code\nAB-1\nAB-2\n');
    const ended = await call('uploadCodes', '--path.eventId', '1001', '--file', 'codes.csv');
    assert.equal(ended.code, 0, ended.err);
  });

  it('shows what it would send, with every digit and without a credential, and sends nothing', async () => {
    const nowhere = { BOX_OFFICE_TICKET_URL: 'http://127.0.0.1:1/api', BOX_OFFICE_TOKEN: 'very-secret' };
    const args = [
      'setPasskeyItems',
      '--path.id',
      '12345678901234567891',
      '--body',
      '{"itemIds":[98765432109876543211]}',
      '--dry-run',
    ];
    const { code, out } = await box(['call', ...args], { env: nowhere });
    assert.equal(code, 0);
    assert.equal(
      out.split('\n\n')[0],
      'PUT http://127.0.0.1:1/api/passkeys/12345678901234567891/items\naccept: application/json\nAuthorization: Bearer <token>\ncontent-type: application/json',
    );
    const scripted = await box(['call', ...args, '--json'], { env: nowhere });
    assert.match(scripted.out, /"body":\{"itemIds":\[98765432109876543211\]\}/);
    assert.doesNotMatch(out + scripted.out, /very-secret/);
  });

  it('does not ask for the token of what it does not send', async () => {
    const args = ['listTypes', '--dry-run', '--token-command', 'exit 7'];
    assert.equal((await call(...args)).code, 0);
  });

  it('removes nothing without a yes, and says what it would remove', async () => {
    const refused = await call('deleteEventCodes', '--path.eventId', '1002', '--json');
    assert.equal(refused.code, 3);
    const { error } = documentIn(refused) as { error: Record<string, unknown> };
    assert.equal(error.removes, 'every code of event 1002');
    for (const [id, row] of Object.entries<Operation>(operations)) {
      if (row.effect !== 'destroy') continue;
      const ids = [...row.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => [`--path.${name}`, '7']);
      const away = { BOX_OFFICE_TICKET_URL: 'http://127.0.0.1:1', BOX_OFFICE_DIALECT: '{"removal":{"gone":true}}' };
      const ended = await box(['call', id, ...ids], { env: away });
      assert.equal(ended.code, 3, id);
      assert.match(ended.err, /removes .* at 127\.0\.0\.1:1\. Add --yes/, id);
    }
    assert.equal((await call('deleteEventCodes', '--path.eventId', '1002', '--yes')).code, 0);
  });

  it('does not guess what removes an item', async () => {
    const { code, err } = await call('removeItem', '--path.id', '1', '--yes');
    assert.equal(code, 3);
    assert.match(err, /does not show what removes an item/);
  });

  for (const [args, code, message] of [
    [['listItems', '--query.pag', '2'], 2, /no --query\.pag\. Did you mean --query\.page\?/],
    [['getItem', '--path.di', '2'], 2, /no --path\.di\. .*It has --path\.id\./],
    [['getItem', '7'], 2, /--path\.id 7/],
    [['getItem'], 3, /path\.id must be given/],
    [['getItem', '--path.id', '7', '--body', '{}'], 3, /takes no payload/],
    [['getItem', '--path.id', '7', '--file', 'x.csv'], 2, /takes no --file/],
    [['createItem', '--body', '@nothing.json'], 2, /nothing\.json cannot be read \(ENOENT\)/],
    [['createItem', '--body', 'item.json'], 2, /write --body @item\.json/],
    [['createItem', '--body', '@'], 2, /--body @ names no file/],
    [['createItem', '--body='], 2, /its value is no JSON \([^)]*\)\.\n/],
    [['createItem', '--body', '[]', '--body.name', 'x'], 2, /must be a JSON object/],
    [['calculateTax', '--query.price', 'ten'], 3, /query\.price must be a whole number/],
    [['uploadCodes', '--path.eventId', '1'], 2, /needs --file FILE/],
    [['uploadCodes', '--path.eventId', '1', '--file', '.'], 2, /--file: \. cannot be sent/],
    [['listItems', '--dialect', 'nothing.json'], 2, /--dialect: nothing\.json cannot be read/],
    [['listItems', '--timeout', 'soon'], 2, /--timeout must be a number of seconds/],
    [['listItems', '--ticket-url', 'http://example.com'], 2, /--ticket-url: Plain http/],
    [['getItem', '--path.id', '999999'], 4, /999999/],
  ] as const)
    it(`ends with ${code} and a word on why: ${args.join(' ')}`, async () => {
      const ended = await call(...args);
      assert.equal(ended.code, code, ended.err);
      assert.equal(ended.out, '');
      assert.match(ended.err, message);
    });

  it('needs the address of the group that it calls, and no other', async () => {
    const { ticketUrl, token } = held.service;
    const env = { BOX_OFFICE_TICKET_URL: ticketUrl, BOX_OFFICE_TOKEN: token };
    assert.equal((await box(['call', 'listTypes'], { env })).code, 0);
    const other = await box(['call', 'getFeatured'], { env });
    assert.equal(other.code, 2);
    assert.match(other.err, /--event-url URL or set BOX_OFFICE_EVENT_URL/);
  });

  it('takes the token that a command prints, and never says it', async () => {
    const { ticketUrl, token } = held.service;
    const env = { ...process.env, BOX_OFFICE_TICKET_URL: ticketUrl, SECRET: token, BOX_OFFICE_TOKEN: undefined };
    const print = process.platform === 'win32' ? 'echo %SECRET%' : 'echo $SECRET';
    assert.equal((await box(['call', 'listTypes', '--token-command', print], { env })).code, 0);
    const failing = await box(['call', 'listTypes', '--token-command', `${print} && exit 7`], { env });
    assert.equal(failing.code, 2);
    assert.match(failing.err, /--token-command ended with 7/);
    assert.ok(!failing.err.includes(token));
    for (const wrong of [`nothing-called-${token}`, `${process.platform === 'win32' ? 'rem' : ':'} ${token}`]) {
      const { code, err } = await box(['call', 'listTypes', '--token-command', wrong], { env });
      assert.deepEqual([code, err.includes(token)], [2, false], err);
    }
    // One that asks on its standard input finds the end of it, and does not wait.
    const asking = await box(['call', 'listTypes', '--token-command', 'sort'], { env });
    assert.deepEqual([asking.code, asking.err.split('\n')[0]], [2, 'box-office call: --token-command printed no token.']);
    const refused = await box(['call', 'listTypes', '--json'], { env: { ...env, BOX_OFFICE_TOKEN: 'wrong-token-of-somebody' } });
    assert.deepEqual([refused.code, (documentIn(refused).error as { kind: string }).kind], [4, 'unauthorized']);
    assert.doesNotMatch(refused.out, /wrong-token/);
  });

  it('says that the outcome of a write is not known when its reply is lost', async () => {
    const service = await testService({ faults: [{ kind: 'reset-after', operation: 'createItem' }] });
    const lost = await box(['call', 'createItem', '--body.name', 'Balcony', '--json'], { env: variablesOf(service) });
    await service.stop();
    assert.equal(lost.code, 5);
    const { error } = documentIn(lost) as { error: { kind: string; message: string } };
    assert.equal(error.kind, 'unknownOutcome');
    assert.match(error.message, /not known whether/);
  });

  it('sends the token nowhere else: a redirect is a failure', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const value = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const service = await testService({ faults: [{ kind: 'redirect', operation: 'listTypes', value }] });
    const { code } = await box(['call', 'listTypes'], { env: variablesOf(service) });
    await service.stop();
    other.close();
    assert.deepEqual([code, seen], [4, []]);
  });

  it('ends with 130 when it is cancelled', async () => {
    const cancel = new AbortController();
    const silent = createServer(() => cancel.abort(new DOMException('It was cancelled.', 'AbortError')));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const env = { BOX_OFFICE_TICKET_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    const { code } = await box(['call', 'listTypes'], { env, signal: cancel.signal });
    silent.closeAllConnections();
    silent.close();
    assert.equal(code, 130);
  });

  it('tells of every operation what it takes', async () => {
    const all = await box(['call', '--help']);
    for (const [id, row] of Object.entries<Operation>(operations)) {
      assert.match(all.out, new RegExp(`^  ${id} `, 'm'));
      const { out } = await box(['call', id, '--help']);
      assert.ok(out.includes(`${row.method} ${row.path}`), id);
      for (const [, name] of row.path.matchAll(/\{(\w+)\}/g)) assert.match(out, new RegExp(`--path\\.${name} .*Required`), id);
      assert.doesNotMatch(out, /undefined/);
    }
    assert.match((await box(['call', 'updateValues', '--help'])).out, /--body\.price +Price, in cents\./);
  });
});
