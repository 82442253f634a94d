import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';

interface Passkey {
  id: number;
  passkey: string;
}

const run = (operation: string, input?: object) =>
  vscode.commands.executeCommand<vscode.Uri | undefined>('boxOffice.runOperation', operation, input);

async function reply<T>(operation: string, input: object): Promise<T> {
  const uri = await run(operation, input);
  assert.ok(uri, `${operation} gave no reply`);
  return JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()) as T;
}

describe('operations in the editor', () => {
  let eventId = 0;
  let itemId = 0;

  before(async () => {
    await vscode.commands.executeCommand('boxOffice.startLocalService');
    const [item] = await reply<{ id: number; eventId: number }[]>('listItems', { query: { type: 'Ticket' } });
    eventId = item!.eventId;
    itemId = item!.id;
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => vscode.commands.executeCommand('boxOffice.stopLocalService'));

  it('runs an operation by its name and shows the reply as JSON', async () => {
    const uri = await run('getItem', { path: { id: itemId } });
    const document = await vscode.workspace.openTextDocument(uri!);
    assert.equal(document.languageId, 'json');
    assert.equal((JSON.parse(document.getText()) as { id: number }).id, itemId);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri!.toString());
  });

  it('runs a write', async () => {
    const passkey = `HOST${Date.now()}`;
    const made = await reply<Passkey>('createPasskey', { body: { eventId, passkey } });
    assert.equal(made.passkey, passkey);
    assert.equal((await reply<Passkey>('getPasskey', { path: { id: made.id } })).passkey, passkey);
  });

  it('sends nothing that the interface does not allow', async () => {
    assert.equal(await run('createPasskey', { body: { eventId, passkey: '' } }), undefined);
    assert.equal(await run('getItem', { path: {} }), undefined);
  });

  it('fault 40: deletes nothing without a yes, however it is called', async () => {
    const { id } = await reply<Passkey>('createPasskey', { body: { eventId, passkey: `KEEP${Date.now()}` } });
    const resource = {
      kind: 'passkey',
      environment: 'local',
      id: String(id),
      label: 'KEEP',
      value: {},
      eventId: String(eventId),
    };
    await vscode.commands.executeCommand('boxOffice.deletePasskey', resource);
    await vscode.commands.executeCommand('boxOffice.deletePasskey', { resource }, [{ resource }]);
    assert.equal(await run('deletePasskey', { path: { id } }), undefined);
    const item = { kind: 'item', environment: 'local', id: String(itemId), label: 'An item', value: {} };
    await vscode.commands.executeCommand('boxOffice.removeItem', item);
    assert.equal((await reply<Passkey>('getPasskey', { path: { id }, query: { again: 1 } })).id, id);
    assert.ok(await run('getItem', { path: { id: itemId }, query: { again: 1 } }));
  });

  it('lists the codes of several items as a table each', async () => {
    const items = [1, 2].map((id) => ({ kind: 'item', environment: 'local', id: String(id), label: `Item ${id}`, value: {} }));
    await vscode.commands.executeCommand('boxOffice.listCodes', items[0], items);
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label)).join(', ');
    const isThere = () => items.every(({ label }) => tabs().includes(label));
    // VS Code says of its tabs a moment later.
    await until('a tab for each item', isThere);
  });

  describe('with more rows than anybody means', () => {
    const show = vscode.window.showWarningMessage;
    let said: string[] = [];
    const answer = (message: string) => Promise.resolve(void said.push(message));
    before(() => Object.assign(vscode.window, { showWarningMessage: answer }));
    beforeEach(() => (said = []));
    after(() => Object.assign(vscode.window, { showWarningMessage: show }));

    const row = (kind: string) => (_row: unknown, index: number) => ({
      resource: { kind, environment: 'local', id: String(index), label: `${kind} ${index}`, value: {}, itemId: '1' },
    });
    for (const [command, kind] of [
      ['deletePasskey', 'passkey'],
      ['deleteCode', 'code'],
      ['removeItem', 'item'],
    ] as const)
      it(`fault 40: ${command} asks, copies and deletes nothing`, async () => {
        const rows = Array.from({ length: 501 }, row(kind));
        await vscode.commands.executeCommand(`boxOffice.${command}`, rows[0], rows);
        assert.deepEqual(said, ['501 are too many to delete at once. Choose at most 500; nothing was deleted.']);
      });

    it('says how the codes of more than one event are deleted', async () => {
      const events = Array.from({ length: 2 }, row('event'));
      await vscode.commands.executeCommand('boxOffice.deleteEventCodes', events[0], events);
      assert.deepEqual(said, ['Codes are deleted event by event, each after its own answer. Choose one event.']);
    });

    it('says how the codes of many items are listed', async () => {
      const items = Array.from({ length: 11 }, row('item'));
      await vscode.commands.executeCommand('boxOffice.listCodes', items[0], items);
      assert.deepEqual(said, ['The codes of each item open as a table of their own. Choose at most 10 items.']);
    });
  });

  it('copies the read of a row as a cURL command, without the token', async () => {
    const resource = { kind: 'item', environment: 'local', id: String(itemId), label: 'An item', value: {} };
    const command = await vscode.commands.executeCommand<string>('boxOffice.copyAsCurl', resource);
    assert.match(command, new RegExp(`/items/${itemId}'`));
    assert.match(command, /--header 'Authorization: Bearer '"\$BOX_OFFICE_TOKEN"/);
    assert.doesNotMatch(command, /eyJ/);
    assert.equal(await vscode.env.clipboard.readText(), command);
  });
});
