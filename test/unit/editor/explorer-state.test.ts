import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Accounts } from '../../../src/editor/account/accounts.ts';
import type { Connections } from '../../../src/editor/account/index.ts';
import { localEnvironment } from '../../../src/editor/account/environments.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import { startEditor, stopEditor } from './stand-in.ts';

describe('the state of the Events view', () => {
  it('is the newest one, in whatever order the keyring answers', async () => {
    const editor = await startEditor();
    const { EventEmitter } = await import('vscode');
    const { followState } = await import('../../../src/editor/explorer/state.ts');
    const environment = localEnvironment('stg', { eventUrl: 'https://events.example', ticketUrl: 'https://tickets.example' });
    const changed = new EventEmitter<undefined>();
    const answers: ((isSignedIn: boolean) => void)[] = [];
    const connections = {
      state: 'ready',
      current: { environment, access: () => Promise.resolve('all') },
      onDidChange: changed.event,
    } as unknown as Connections;
    const accounts = {
      hintFor: () => Promise.resolve(undefined),
      isSignedIn: () => new Promise((resolve) => answers.push(resolve)),
      onDidChange: changed.event,
    } as unknown as Accounts;
    const view = {} as vscode.TreeView<Node>;
    const following = followState(view, connections, accounts);
    changed.fire(undefined);
    const [older, ...newer] = answers;
    for (const answer of newer) answer(false);
    await new Promise(setImmediate);
    assert.equal(editor.contextKeys.get('boxOffice.signedIn'), false);
    older!(true);
    await new Promise(setImmediate);
    assert.equal(editor.contextKeys.get('boxOffice.signedIn'), false);
    following.dispose();
    await stopEditor(editor);
  });
});
