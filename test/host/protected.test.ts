import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ServiceFault } from '../../src/service/index.ts';
import { askService } from '../harness/ask-service.ts';
import { until } from '../harness/until.ts';
import { signIn, useLists, useUserStub, useService } from './kit.ts';
import { labelsBelow, rowAt, rowsBelow, showTree } from './tree.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);

interface Reply {
  readonly data: Record<string, unknown>[];
  readonly pagination: { readonly total: number };
}

describe('a protected environment', () => {
  const user = useUserStub();
  const lists = useLists();
  const faults: ServiceFault[] = [];
  const held = useService('guarded', { faults }, { protected: true });
  const eventId = 1001;
  const event = { kind: 'event', environment: 'guarded', id: String(eventId), label: 'Festival da Primavera', value: {} };
  /** What every question says here. */
  const mark = 'Environment: guarded (protected)';

  before(showTree);
  beforeEach(async () => {
    await signIn(user, held.service.token);
    for (const list of [user.asked, user.shown]) list.length = 0;
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => run('signOut'));

  const ask = <T = Reply>(method: string, path: string, body?: object) => askService<T>(held.service, method, path, body);

  const said = (pattern: RegExp) => until(String(pattern), () => user.shown.find((text) => pattern.test(text)));

  it('fault 33: shows what a refused sign-in cannot read, asks once, and goes on after a good one', async () => {
    // The token is good at sign-in, and refused from then on.
    faults.push({ kind: '401', operation: 'listItems' }, { kind: '401', operation: 'listPasskeys' });
    user.shown.length = 0;
    let press: (button: string | undefined) => void = () => undefined;
    const pressed = new Promise<string | undefined>((resolve) => (press = resolve));
    const { showWarningMessage } = vscode.window;
    // Nobody answers before both lists have asked.
    Object.assign(vscode.window, {
      showWarningMessage: (text: string) => {
        user.shown.push(text);
        return pressed;
      },
    });
    try {
      assert.deepEqual(await labelsBelow('Featured', 'Festival da Primavera', 'Items'), ['Sign in to see these']);
      assert.deepEqual(await labelsBelow('Featured', 'Festival da Primavera', 'Passkeys'), ['Sign in to see these']);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    assert.deepEqual(
      user.shown,
      ['The ticket group of guarded refused the token (sent as Authorization: Bearer).'],
      'one question for two lists',
    );
    faults.length = 0;
    user.type = () => held.service.token;
    press('Sign In');
    await until('the passkeys', async () =>
      (await rowsBelow('Featured', 'Festival da Primavera', 'Passkeys')).some(({ description }) => description.includes('used')),
    );
    assert.match(user.asked.at(-1)?.prompt ?? '', /Environment: guarded \(protected\).*It is kept in the secret storage/);
    await until('the items', async () =>
      (await labelsBelow('Featured', 'Festival da Primavera', 'Items')).some((label) => label.startsWith('Pista – sexta ')),
    );
  });

  it('says its name in the question before the items of a passkey are changed, and in the list', async () => {
    const { data: passkey } = await ask<{ data: { id: number } }>('POST', '/passkeys', { eventId, passkey: 'GUARDED' });
    const resource = {
      kind: 'passkey',
      environment: 'guarded',
      id: String(passkey.id),
      label: 'GUARDED',
      value: {},
      eventId: String(eventId),
    };
    user.press = (_message, buttons) => buttons.find((button) => button === 'Associate passkey to items');
    const done = run('associatePasskey', resource);
    const list = await lists.opened();
    await until('its items', () => !list.busy && list.items.length > 1);
    assert.ok(list.title?.includes(mark), list.title);
    // The window may not have drawn the list yet.
    await until('a row with the focus', async () => {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      return list.activeItems[0]?.label.startsWith('$(folder)') === false;
    });
    await vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
    await until('a checked row', () => list.selectedItems.length === 1);
    const chosen = list.selectedItems[0]?.value?.id;
    await lists.accept();
    await done;
    assert.match(user.shown[0] ?? '', /^Associate passkey to items: GUARDED\?/);
    assert.ok(user.shown[0]?.includes(mark));
    await said(/^GUARDED opens 1 item in guarded now\./);
    const { data } = await ask('GET', `/passkeys?eventId=${eventId}&pageSize=1000`);
    assert.deepEqual(data.find((each) => each.passkey === 'GUARDED')?.itemIds, [Number(chosen)]);
  });

  it('fault 40: deletes the codes of an event only after names, count, environment and a typed answer, and keeps a copy', async () => {
    const codes = async () => (await ask('GET', '/items/300002/codes')).pagination.total;
    const before = await codes();
    assert.ok(before > 0);
    user.pick = (items) => items.find(({ label }) => label.includes('All tickets of the event'));
    user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Codes of Event');
    user.type = (options) => {
      assert.match(`${options.title} ${options.prompt}`, /Type guarded to confirm\./);
      assert.ok(`${options.title} ${options.prompt}`.includes(mark));
      assert.equal(options.validateInput?.('stg'), 'This is not guarded.');
      return undefined;
    };
    await run('deleteEventCodes', event);
    assert.equal(user.asked.length, 1);
    assert.match(user.shown[0] ?? '', /codes of Festival da Primavera/);
    assert.match(user.shown[0] ?? '', /A copy is kept for 30 days; you can open it afterwards\./);
    assert.ok(user.shown[0]?.includes(mark));
    assert.equal(await codes(), before, 'nothing was deleted without the typed answer');
    user.type = () => 'guarded';
    user.press = (message, buttons) =>
      buttons.find((button) => button === (message.includes('were deleted') ? 'Open Copy' : 'Delete Codes of Event'));
    const [first] = (await ask('GET', '/items/300002/codes')).data;
    await run('deleteEventCodes', event);
    await said(/codes of Festival da Primavera were deleted in guarded/);
    assert.equal(await codes(), 0);
    const shown = () => vscode.window.activeTextEditor?.document.uri;
    const copy = await until('the copy', () => shown()?.path.includes('/copies/') && shown());
    assert.ok((await vscode.workspace.openTextDocument(copy)).getText().includes(String(first?.code)));
  });

  it('removes an item after its name was typed', async () => {
    const { data: item } = await ask<{ data: { id: number } }>('POST', '/items', { name: 'To be typed', eventId });
    const resource = {
      kind: 'item',
      environment: 'guarded',
      id: String(item.id),
      label: 'To be typed',
      value: {},
      eventId: String(eventId),
    };
    user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Item');
    user.type = ({ title = '', prompt = '' }) =>
      /Type To be typed to confirm\./.test(`${title} ${prompt}`) ? 'To be typed' : undefined;
    await run('removeItem', resource);
    assert.match(user.shown[0] ?? '', /^Delete Item: To be typed\?/);
    assert.ok(user.shown[0]?.includes(mark));
    await said(/^Item To be typed was deleted in guarded/);
    const { data } = await ask('GET', `/items?eventId=${eventId}&pageSize=1000`);
    assert.ok(!data.some(({ name }) => name === 'To be typed'));
  });

  it('opens a report of the tree as JSON', async () => {
    const { node } = await rowAt('Featured', 'Festival da Primavera', 'Reports', 'Bordero');
    await run('openAsJson', node);
    const editor = await until('an editor', () => vscode.window.activeTextEditor);
    assert.match(editor.document.getText(), /"currency"/);
  });
});
