import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  chooseEnvironment,
  forgetEnvironments,
  startRecordingServer,
  type Answer,
  type Arrived,
  type RecordingServer,
} from './kit.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';

/** As the service wrote them: numbers that no double holds, and fields that no version of the interface names. */
const item = `{"id":7,"name":"Pista","eventId":1,"description":"Standing","seatMap":{"rows":[{"label":"A","seats":[1,2]}],"big":9007199254740993},
"legacyCode":null,"value":{"price":10,"feeSale":1,"feeProducer":0,"finalPrice":11,"rounding":"half-even"},"salePeriods":[],"attributes":{}}`;
const passkey = `{"id":8,"passkey":"VIP","eventId":1,"start":null,"finish":null,"itemIds":[7],"campaign":{"id":9007199254740993,"tags":["x",null]}}`;

/** A service that changes the fields it is sent and keeps all others. */
class Records {
  readonly #texts = new Map([
    ['/items/7', item],
    ['/passkeys/8', passkey],
  ]);

  answer({ method, url, body }: Arrived): Answer {
    const [path = ''] = url.split('?');
    if (method === 'PUT') this.#write(path, JSON.parse(body) as Record<string, unknown>);
    const text = this.#texts.get(path) ?? '{}';
    return { body: `{"data":${text}}` };
  }

  /** In the text itself, so that what was not sent stays as it was, to the letter. */
  #write(path: string, sent: Record<string, unknown>): void {
    const record = path.replace(/\/values$/, '');
    const isValue = record !== path;
    let text = this.#texts.get(record) ?? '{}';
    for (const [key, value] of Object.entries(sent)) {
      const shown = isValue ? (value as number) / 100 : value;
      text = text.replace(new RegExp(`"${key}":(?:"[^"]*"|[\\d.]+)`), `"${key}":${JSON.stringify(shown)}`);
    }
    this.#texts.set(record, text);
  }

  text(path: string): string {
    return this.#texts.get(path) ?? '';
  }
}

describe('fields that nobody here knows', () => {
  let server: RecordingServer;
  let records: Records;

  before(async () => {
    server = await startRecordingServer((request) => records.answer(request));
    await chooseEnvironment('strange', {
      eventUrl: server.url,
      ticketUrl: server.url,
      ticketCredential: 'nothing',
      dialect: seenDialect,
    });
  });
  beforeEach(() => (records = new Records()));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await forgetEnvironments();
    server.stop();
  });

  const writes = () =>
    server.arrived
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [`${method} ${url}`, JSON.parse(body) as unknown]);

  /** Opens a record as a document, edits it, saves it, and gives what a fresh read shows then. */
  async function edit(kind: string, id: string, from: string, to: string): Promise<string> {
    const resource = { kind, environment: 'strange', id, label: `${kind} ${from}`, value: {} };
    const [uri] = await vscode.commands.executeCommand<vscode.Uri[]>('boxOffice.openAsJson', resource);
    const document = await vscode.workspace.openTextDocument(uri!);
    const start = document.getText().indexOf(from);
    assert.ok(start >= 0, `${from} is not in ${document.getText()}`);
    const change = new vscode.WorkspaceEdit();
    change.replace(uri!, new vscode.Range(document.positionAt(start), document.positionAt(start + from.length)), to);
    assert.ok(await vscode.workspace.applyEdit(change));
    server.arrived.length = 0;
    assert.ok(await document.save());
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri!));
  }

  it('fault 28: are not sent when an item is saved as a document, and are still there afterwards', async () => {
    const now = await edit('item', '7', '"Standing"', '"Seated"');
    assert.deepEqual(writes(), [['PUT /items/7', { name: 'Pista', description: 'Seated', eventId: 1 }]]);
    assert.equal(records.text('/items/7'), item.replace('"Standing"', '"Seated"'));
    assert.match(now, /"description": "Seated"/);
    assert.match(now, /"big": 9007199254740993\b/);
    assert.match(now, /"legacyCode": null/);
  });

  it('fault 28: are not sent when the values of an item are saved as a document, and are still there afterwards', async () => {
    const now = await edit('item', '7', '"price": 10', '"price": 12.5');
    assert.deepEqual(writes(), [['PUT /items/7/values', { price: 1250, feeSale: 100, feeProducer: 0 }]]);
    assert.equal(records.text('/items/7'), item.replace('"price":10', '"price":12.5'));
    assert.match(now, /"price": 12.5/);
    assert.match(now, /"rounding": "half-even"/);
  });

  it('fault 28: are not sent when a passkey is saved as a document, and are still there afterwards', async () => {
    const now = await edit('passkey', '8', '"VIP"', '"VIP2"');
    assert.deepEqual(writes(), [['PUT /passkeys/8', { eventId: 1, passkey: 'VIP2' }]]);
    assert.equal(records.text('/passkeys/8'), passkey.replace('"VIP"', '"VIP2"'));
    assert.match(now, /"id": 9007199254740993\b/);
  });

  it('fault 28: are sent as they were written when they are what somebody edits', async () => {
    await edit('item', '7', '"label": "A"', '"label": "B"');
    const [[request, body] = []] = writes();
    assert.equal(request, 'PUT /items/7');
    assert.deepEqual(Object.keys(body as object), ['name', 'description', 'eventId', 'seatMap']);
    assert.match(server.arrived.find(({ method }) => method === 'PUT')?.body ?? '', /"big":9007199254740993\b/);
  });
});
