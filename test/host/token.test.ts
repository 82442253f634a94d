import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useGuidedInputs, useUserStub } from './kit.ts';

const jsonWebToken = /eyJ[\w-]{6,}\.[\w-]{6,}/;
/** Those that end or throw away what the others need. */
const left = new Set(['boxOffice.stopLocalService', 'boxOffice.resetLocalService', 'boxOffice.startLocalService']);

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe('the token of the local service', () => {
  // Whoever is asked something leaves, so that every command ends.
  useGuidedInputs(useUserStub());
  before(() => vscode.commands.executeCommand('boxOffice.startLocalService'));
  after(() => vscode.commands.executeCommand('boxOffice.stopLocalService'));

  it('fault 11: no command gives it to whoever calls it', async function () {
    this.timeout(60_000);
    const extension = vscode.extensions.getExtension('box-office.box-office')!;
    const { contributes } = extension.packageJSON as Manifest;
    const given: string[] = [];
    for (const { command } of contributes.commands) {
      if (left.has(command)) continue;
      given.push(JSON.stringify((await vscode.commands.executeCommand(command)) ?? null));
    }
    assert.ok(given.length > 20);
    assert.deepEqual(
      given.filter((text) => jsonWebToken.test(text)),
      [],
    );
  });

  it('fault 11: an operation that anybody may run shows none in its reply', async () => {
    const uri = await vscode.commands.executeCommand<vscode.Uri>('boxOffice.runOperation', 'listTypes', {});
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(text, /Ticket/);
    assert.doesNotMatch(text + uri.toString(), jsonWebToken);
  });

  it('fault 11: is no account of VS Code, so that there is no session to hand out', () => {
    const manifest = vscode.extensions.getExtension('box-office.box-office')?.packageJSON as { contributes: object } | undefined;
    assert.ok(manifest && !('authentication' in manifest.contributes));
  });
});
