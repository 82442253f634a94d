import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import { signIn, useUserStub, useService } from './kit.ts';
import { usePages } from './pages.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);

/** All of them: a glob leaves out whatever begins with a dot. A link, as to the extension, is left. */
function filesIn(folder: string): string[] {
  return listed(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}

/** Nothing of a folder, or of a file that was only there for a moment. */
function contentOf(path: string): Buffer {
  return ifThere(() => readFileSync(path)) ?? Buffer.alloc(0);
}

function listed(folder: string): Dirent[] {
  return ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** A window writes and removes files while they are looked at. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!['ENOENT', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}

describe('the token of an environment', () => {
  const user = useUserStub();
  const pages = usePages();
  const held = useService('vault');
  const workspace = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
  const data = join(workspace, '..', 'data');
  const isKept = (pattern: string, text: string) =>
    globSync(`data/User/globalStorage/box-office.box-office/${pattern}`, { cwd: data }).some((name) =>
      contentOf(join(data, name)).includes(text),
    );
  const kept = (pattern: string, text: string) => until(`${text} in ${pattern}`, () => isKept(pattern, text));
  const event = { kind: 'event', environment: 'vault', id: '1001', label: 'Festival da Primavera', value: {} };
  const csv = join(workspace, 'vault.csv');
  const settings = join(workspace, '.vscode');

  before(async function () {
    // On a desktop VS Code keeps its data elsewhere.
    if (vscode.env.remoteName === undefined) this.skip();
    await signIn(user, held.service.token);
  });
  after(async () => {
    await run('signOut');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(csv, { force: true });
    await rm(settings, { recursive: true, force: true });
  });

  async function leaveDraftAndJournal(): Promise<void> {
    await run('createPasskeys', event);
    const page = await pages.next();
    const fields = {
      start: '',
      finish: '',
      limit: '',
      itemIds: [],
      pattern: { prefix: '', length: '', alphabet: '', count: '' },
    };
    await page.ask('start', { ...fields, codes: 'VAULTRUN1\nVAULTRUN2' });
    await kept('runs/*/**', 'VAULTRUN1');
    // The real page in the tab empties its form at the end of the run, and with it the draft; what is typed after that stays.
    await until('the draft stays', async () => {
      await page.ask('keepDraft', { ...fields, codes: 'VAULTDRAFT' });
      return isKept('drafts/*.json', 'VAULTDRAFT');
    });
  }

  async function upload(): Promise<void> {
    await writeFile(csv, 'VAULTUPLOAD1\nVAULTUPLOAD2\n');
    await run('uploadCodes', vscode.Uri.file(csv), event);
    await until('the upload', () => user.shown.find((text) => /codes uploaded to Festival da Primavera/.test(text)));
  }

  async function leaveCopy(): Promise<void> {
    const uri = (await run('runOperation', 'createPasskey', { body: { eventId: 1001, passkey: 'VAULTCOPY' } })) as vscode.Uri;
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const { id } = (JSON.parse(text) as { data: { id: number } }).data;
    const passkey = { kind: 'passkey', environment: 'vault', id: String(id), label: 'VAULTCOPY', value: {}, eventId: '1001' };
    await run('deletePasskey', passkey);
    await kept('copies/*', 'VAULTCOPY');
  }

  it('fault 8: stands in no file of VS Code or the workspace, raw or encoded, after all that leaves files was done', async () => {
    user.press = (_message, buttons) => buttons.find((button) => !/^(?:Show|Undo)/.test(button));
    await leaveDraftAndJournal();
    await upload();
    await leaveCopy();
    await mkdir(settings, { recursive: true });
    await writeFile(join(settings, 'settings.json'), '{}');
    const { token } = held.service;
    const [, claims = '', signature = ''] = token.split('.');
    const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
    const parts = [token, base64(token), base64(`Bearer ${token}`), claims, signature];
    const files = [data, workspace].flatMap(filesIn);
    for (const one of [csv, join(settings, 'settings.json')]) assert.ok(files.includes(one), one);
    assert.ok(files.some((path) => path.includes('globalStorage')) && files.some((path) => path.endsWith('.log')));
    const leaks = files.filter((path) => {
      const content = contentOf(path);
      return parts.some((part) => content.includes(part));
    });
    assert.deepEqual(leaks, []);
  });
});
