import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  ApiError,
  createClient,
  localFile,
  LongNumberError,
  operations,
  parseJson,
  readDialect,
  stringifyJson,
  type ApiErrorKind,
  type CallInput,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Dialect,
  type FieldProblem,
  type LogEntry,
  type OperationFacts,
  type OperationId,
  type UploadFile,
} from '../../../src/cli/client/index.ts';
import { operations as rows } from '../../../src/client/index.ts';
import { useService } from '../service/support.ts';

describe('the client for programs', () => {
  const held = useService();

  function clientWith(more: Partial<ClientOptions> = {}): Client {
    const { eventUrl, ticketUrl, token } = held.service;
    return createClient({ eventUrl, ticketUrl, token: () => token, ...more });
  }

  it('calls an operation, tells of its requests, and gives the reply as it is', async () => {
    const entries: LogEntry[] = [];
    const input: CallInput<'listItems'> = { query: { eventId: '1001' } };
    const options: CallOptions = { signal: new AbortController().signal };
    const reply = await clientWith({ log: (entry) => entries.push(entry) }).call('listItems', input, options);
    assert.equal(typeof reply, 'object');
    assert.deepEqual(
      entries.map(({ operation, status }) => [operation, status]),
      [['listItems', 200]],
    );
  });

  it('fails with an error that says what kind it is and which field is wrong', async () => {
    const failure = async (work: Promise<unknown>): Promise<[ApiErrorKind, readonly FieldProblem[]]> => {
      const error: unknown = await work.catch((reason: unknown) => reason);
      assert.ok(error instanceof ApiError);
      return [error.kind, error.problems];
    };
    assert.deepEqual(await failure(clientWith().call('getItem', { path: { id: 999_999 } })), ['notFound', []]);
    const [kind, [problem]] = await failure(clientWith().call('getItem', { path: { id: '' } }));
    assert.deepEqual([kind, problem?.field], ['invalid', 'path.id']);
  });

  it('sends a file of this machine', async () => {
    const file: UploadFile = await localFile(join(import.meta.dirname, 'client.test.ts'));
    assert.equal(file.name, 'client.test.ts');
  });

  it('has the facts of every operation', () => {
    const ids = Object.keys(operations) as OperationId[];
    assert.deepEqual(ids, Object.keys(rows));
    const facts: OperationFacts = operations.deletePasskey;
    const { method, path, effect, isPaged } = facts;
    assert.deepEqual([method, path, effect, isPaged], ['DELETE', '/passkeys/{id}', 'destroy', false]);
  });

  it('reads JSON and dialects as the client does', () => {
    assert.equal(stringifyJson(parseJson('{"id":12345678901234567891}')), '{"id":12345678901234567891}');
    assert.throws(() => parseJson('1'.repeat(5000)), LongNumberError);
    const dialect: Dialect = { put: 'merges' };
    assert.deepEqual(readDialect(dialect), { dialect });
  });
});
