import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import {
  checkAddress,
  checkInput,
  operations,
  type Operation,
  readList,
  setTranslator,
  titleOf,
  type LogEntry,
} from '../../../src/client/index.ts';
import { inEnglish } from '../../../src/client/l10n.ts';
import { clientOf, failureOf, recordingServer, sendJson, stopServers } from './support.ts';

describe('what the client says in Portuguese', () => {
  before(async () => {
    const bundle = JSON.parse(await readFile(join(root, 'l10n', 'bundle.l10n.pt-br.json'), 'utf8')) as Record<string, string>;
    setTranslator((message, ...values) => inEnglish(bundle[message] ?? message, ...values));
  });
  after(() => setTranslator(inEnglish));
  afterEach(stopServers);

  it('is a sentence with the title of the operation and the reason, while the log stays in English', async () => {
    const server = await recordingServer((_request, response) => response.writeHead(404).end());
    const entries: LogEntry[] = [];
    const client = clientOf(server.origin, { log: (entry) => entries.push(entry) });
    const error = await failureOf(client.call('getItem', { path: { id: 7 } }));
    const { host } = new URL(server.origin);
    assert.equal(error.message, `${host} não encontrou o que "Obter item" pediu (status 404). Confira o ID.`);
    const closed = clientOf('http://127.0.0.1:1', { log: (entry) => entries.push(entry) });
    assert.match(
      (await failureOf(closed.call('createItem', { body: { name: 'x' } }))).message,
      /ninguém responde neste endereço/,
    );
    assert.equal(entries.at(-1)?.problem, 'nothing listens at this address');
  });

  it('quotes the service in its own words', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { message: 'no such {0}' }, 409));
    const error = await failureOf(clientOf(server.origin).call('createItem', { body: { name: 'x' } }));
    assert.match(error.message, /^"Criar item" entra em conflito .* \(status 409: no such \{0\}\)\./);
  });

  it('names what is wrong with an input', async () => {
    const wrong = (operation: Operation, input: object) =>
      checkInput(operation, input, { timeZone: 'UTC', now: 0 }).problems.map(({ field, message }) => `${field} ${message}`);
    assert.deepEqual(wrong(operations.updateValues, { path: { id: '..' }, body: { price: 1.5, feeProducer: 2 } }), [
      'path.id não pode ser ".."',
      'body.price deve ser um número inteiro',
    ]);
    assert.deepEqual(wrong(operations.updateItem, { path: { id: '1' }, body: {} }), ['body.name deve ser informado']);
    const error = await failureOf(clientOf('http://127.0.0.1:1').call('createItem', { body: { name: '' } }));
    assert.equal(error.message, 'A operação "Criar item" não foi enviada: body.name não pode ficar vazio.');
  });

  it('speaks of addresses, rows and titles', () => {
    assert.equal(checkAddress('ftp://x').problem, 'O endereço deve começar com https://.');
    assert.deepEqual(
      readList([{ id: 1 }, 5]).rows.map(({ problem }) => problem),
      [undefined, 'Esta linha é um número, não um objeto.'],
    );
    assert.equal(titleOf(operations.getBordero), 'Obter borderô');
  });
});
