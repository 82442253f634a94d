import assert from 'node:assert/strict';
import { operations, parseJson } from '../../../src/client/index.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import type { Connections } from '../../../src/editor/account/index.ts';
import { differencesFrom, readRecord, type Fields } from '../../../src/records/index.ts';
import { planItem } from '../records/support.ts';
import { readForm } from '../../../src/editor/forms/operation-fields.ts';
import { tableId, tableIn } from '../../../src/editor/reports/table-reads.ts';
import type { FakeEditor, QuickPickRow } from '../../page/editor/fake-editor.ts';
import { recordingServer, stopServers, type RecordingServer } from '../client/support.ts';
import { localDialect } from './dialects.ts';
import { connectionTo, startEditor, stopEditor } from './stand-in.ts';

/** In the order in which the client sends them. */
const odd = '"__proto__":{"polluted":true},"prototype":[1],"constructor":{"prototype":{"polluted":true}}';
const body = `{"name":"x","nested":{${odd}},${odd}}`;
const given = `{"nested":{${odd}},${odd}}`;
const context = { timeZone: 'UTC', dialect: { ...localDialect, clock: 'UTC' }, now: Date.UTC(2026, 5, 15) };

describe('fields whose names mean something to JavaScript', () => {
  let editor: FakeEditor;
  let server: RecordingServer;
  let connection: Connection;

  before(async () => (editor = await startEditor()));
  beforeEach(async () => {
    server = await recordingServer();
    connection = await connectionTo(server.origin);
  });
  afterEach(async () => {
    await stopServers();
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
  after(() => stopEditor(editor));

  const sent = () => server.requests.map((request) => request.body.toString());

  it('fault 73: are sent by Run Operation, byte for byte', async () => {
    const { askInput } = await import('../../../src/editor/ask/operation-input.ts');
    const chosen = ['$(add) Add fields…', '$(check) Nothing more'];
    editor.user.pick = (rows) => take(rows, chosen);
    editor.user.type = ({ prompt = '' }) => (prompt.startsWith('Optional') ? given : 'x');
    const input = await askInput(connection, operations.createItem);
    await connection.writeAny('createItem', input, { target: 'x' });
    assert.deepEqual(sent(), [body]);
  });

  it('fault 73: are sent by the form of an operation, byte for byte', async () => {
    const { input, problems } = readForm(operations.createItem, { 'body.name': 'x', 'body': given }, context);
    assert.deepEqual(problems, []);
    await connection.writeAny('createItem', input, { target: 'x' });
    assert.deepEqual(sent(), [body]);
  });

  it('fault 73: are sent by a tool of an agent, and stand in its question', async () => {
    const { Tools } = await import('../../../src/editor/agents/tools.ts');
    const { Changes } = await import('../../../src/editor/platform/changes.ts');
    const { CancellationTokenSource } = await import('vscode');
    const connections = { chosenName: 'open', of: () => connection } as unknown as Connections;
    const tools = new Tools(connections, new Changes(), () => undefined);
    const call = { input: parseJson(`{"body":${body}}`), toolInvocationToken: undefined };
    const { confirmationMessages } = await tools.prepare('box_office_create_item', call.input);
    const { value } = confirmationMessages!.message as { value: string };
    const [lines = '', payload = ''] = value.split('Payload: ');
    for (const part of [lines, payload]) assert.equal(part.match(/__proto__/g)?.length, 2, part);
    await tools.invoke('box_office_create_item', call, new CancellationTokenSource().token);
    assert.deepEqual(sent(), [body]);
  });

  it('fault 73: are sent by a record that is edited as a document', async () => {
    const opened = { id: 1, name: 'x', value: { price: 1, feeSale: 1, feeProducer: 1 } };
    const edited = parseJson(`{"id":1,"name":"x","value":{"price":1,"feeSale":1,"feeProducer":1,${odd}},${odd}}`) as Fields;
    const { steps, problems } = planItem(opened, edited, context);
    assert.deepEqual(problems, []);
    for (const { operation, body } of steps) await connection.writeAny(operation, { path: { id: 1 }, body }, { target: 'x' });
    const [item = '', values = ''] = sent();
    assert.equal(item, `{"name":"x",${odd}}`);
    assert.ok(values.includes(odd), values);
  });

  it('fault 73: of an unknown write are not taken from what every object has', () => {
    const body = parseJson('{"name":"x","__proto__":{}}') as Fields;
    const written = { section: 'data', key: '', body };
    const shown = (record: Fields) => readRecord('item', record, context.dialect);
    assert.deepEqual(differencesFrom(shown({ name: 'x' }), written), [{ field: '__proto__', expected: '{}', isUnshown: true }]);
    assert.deepEqual(differencesFrom(shown(body), written), []);
  });

  it('fault 73: are parameters of the list that a table keeps and reads again', async () => {
    const query = parseJson('{"term":"x","__proto__":"a","constructor":["b","c"],"prototype":1}') as Record<string, unknown>;
    const table = tableIn(tableId({ title: 'Items', read: { operation: 'listItems', input: { query } } }));
    assert.deepEqual(table?.read.input.query, query);
    await connection.readAny('listItems', { query: { ...table.read.input.query, page: 1 } });
    assert.deepEqual(
      server.requests.map(({ url }) => url),
      ['/items?term=x&page=1&__proto__=a&prototype=1&constructor=b&constructor=c'],
    );
  });

  it('fault 73: are no parameter of a path that a table keeps, where one is no text', () => {
    assert.equal(tableIn('{"operation":"listItems","title":"x","path":{"__proto__":{"polluted":true}}}'), undefined);
  });
});

/** The row of the next choice, which is then taken. */
function take(rows: readonly QuickPickRow[], chosen: string[]): QuickPickRow | undefined {
  const label = chosen.shift();
  return rows.find((row) => row.label === label);
}
