import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { parse, textOf, type EventFile, type FileItem } from '../../src/plans/index.ts';
import { until } from '../harness/until.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { signIn, useGuidedInputs, useService, useUserStub } from './kit.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);

describe('an event as a file', () => {
  const user = useUserStub();
  useGuidedInputs(user);
  const faults: ServiceFault[] = [];
  const held = useService('files', { faults });
  const event = { kind: 'event', environment: 'files', id: '1001', label: 'Festival da Primavera', value: {} };
  let folder: string;
  let offered: vscode.Uri | undefined;
  const { showSaveDialog } = vscode.window;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-events-'));
    const choose = ({ defaultUri }: vscode.SaveDialogOptions = {}) => {
      offered = defaultUri;
      return Promise.resolve(vscode.Uri.file(join(folder, basename(defaultUri!.fsPath))));
    };
    Object.assign(vscode.window, { showSaveDialog: choose });
    await signIn(user, held.service.token);
  });
  beforeEach(() => (faults.length = 0));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    Object.assign(vscode.window, { showSaveDialog });
    await run('signOut');
    await rm(folder, { recursive: true });
  });

  const said = (pattern: RegExp) => until(String(pattern), () => user.shown.find((text) => pattern.test(text)));

  async function saved(): Promise<{ readonly path: string; readonly file: EventFile; readonly text: string }> {
    await run('saveEventAsFile', event);
    const path = join(folder, basename(offered!.fsPath));
    const text = await readFile(path, 'utf8');
    return { path, text, file: parse(text) };
  }

  /** A file of the event in which one item is another. */
  async function changed(
    name: string,
    change: (item: FileItem) => FileItem,
  ): Promise<{ readonly uri: vscode.Uri; readonly file: EventFile }> {
    const { file } = await saved();
    let isDone = false;
    const within = (item: FileItem): FileItem => {
      if (item.items) return { ...item, items: item.items.map(within) };
      if (isDone || typeof item.price !== 'string') return item;
      isDone = true;
      return change(item);
    };
    const wanted = { ...file, items: file.items!.map(within) };
    const path = join(folder, `${name}.boxoffice.json`);
    await writeFile(path, textOf(wanted));
    return { uri: vscode.Uri.file(path), file: wanted };
  }

  const diff = () =>
    until('a diff editor', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    });
  const textIn = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

  it('is saved under its own name, opened, and the same with every read', async () => {
    const { text, file, path } = await saved();
    const workspace = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
    assert.equal(offered!.fsPath, join(workspace, 'festival-da-primavera.boxoffice.json'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, path);
    assert.deepEqual(file.event, { id: 1001, name: 'Festival da Primavera', environment: 'files' });
    await said(/^festival-da-primavera\.boxoffice\.json was saved\. Items and groups: \d+; passkeys: \d+\./);
    assert.equal((await saved()).text, text);
  });

  it('leaves no file behind when it cannot be read', async () => {
    await rm(join(folder, 'festival-da-primavera.boxoffice.json'), { force: true });
    faults.push(...Array.from({ length: 20 }, () => ({ kind: '500', operation: 'listItems' }) as const));
    await run('saveEventAsFile', event);
    assert.ok(!(await readdir(folder)).some((name) => name.startsWith('festival')), (await readdir(folder)).join());
  });

  it('is compared with the event in the diff editor, and in a sentence', async () => {
    const { uri } = await changed('dearer', (item) => ({ ...item, price: '987.00' }));
    user.pick = (items) => items.find(({ label }) => label.includes('dearer'));
    await vscode.window.showTextDocument(uri);
    await run('compareEvents', event);
    const { original, modified } = await diff();
    const [left, right] = [(await textIn(original)).split('\n'), (await textIn(modified)).split('\n')];
    const differing = right.filter((line, at) => line !== left[at]).map((line) => line.trim());
    assert.deepEqual(differing, ['"price": "987.00",']);
    await said(/dearer\.boxoffice\.json compared with Festival da Primavera \(files\): 1 price changed\. \| Plan Changes…/);
    const names = user.offered[0]?.map(({ label }) => label) ?? [];
    assert.equal(names.filter((name) => name.includes('dearer')).length, 1);
  });

  it('is the same as itself', async () => {
    const { path } = await saved();
    await run('compareEvents', vscode.Uri.file(path), [vscode.Uri.file(path), vscode.Uri.file(path)]);
    assert.match(await said(/No difference was found/), /found\.$/);
  });

  it('is shown with a copy of an item before anything is made', async () => {
    user.type = () => 'Lote promocional';
    const item = { kind: 'item', environment: 'files', id: '300002', label: '1º lote', value: {}, eventId: '1001' };
    await run('duplicateItem', { resource: item }, [{ resource: item }]);
    assert.deepEqual([user.asked[0]?.value, user.asked.length], ['2º lote', 1]);
    const tabs = () => vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all.map(({ label }) => label));
    await until('the page of the plan', () => tabs().find((label) => label.startsWith('Duplicate 1º lote')));
    const { file } = await saved();
    assert.doesNotMatch(textOf(file), /Lote promocional/);
  });

  it('says what is wrong in a file that is no event, and compares nothing', async () => {
    const path = join(folder, 'broken.boxoffice.json');
    await writeFile(path, '{"items":[{"name":"A","price":120}]}');
    await run('compareEvents', vscode.Uri.file(path), [vscode.Uri.file(path), vscode.Uri.file(path)]);
    await said(/broken\.boxoffice\.json, line 1: items\.0\.price must be an amount/);
  });

  it('is marked by the schema, and beyond it by what no schema can say', async () => {
    const path = join(folder, 'marked.boxoffice.json');
    await writeFile(path, '{"items":[{"name":"A","price":120,"salePeriods":[{"start":"2027-02-30 10:00:00"}]}]}');
    const uri = vscode.Uri.file(path);
    await vscode.window.showTextDocument(uri);
    const marks = () => vscode.languages.getDiagnostics(uri);
    const ours = await until('our mark', () => marks().find(({ source }) => source === 'Box Office'));
    assert.equal(ours.message, 'start must be a time, such as "2027-03-01 10:00:00"');
    const schema = await until('the mark of the schema', () => marks().find(({ source }) => source !== 'Box Office'));
    assert.match(schema.message, /string/);
    assert.equal(marks().length, 2);
  });

  it('has its units in what the editor shows of a field', async () => {
    const path = join(folder, 'hovered.boxoffice.json');
    await writeFile(path, '{"items":[{"name":"A","price":"1.00"}]}');
    const uri = vscode.Uri.file(path);
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const at = new vscode.Position(0, text.indexOf('price') + 1);
    const read = async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, at);
      return hovers
        .flatMap(({ contents }) => contents)
        .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
        .join();
    };
    let shown = '';
    await until('a hover', async () => (shown = await read()).includes('currency'));
    assert.match(shown, /Text with two decimals, in the currency of the service/);
  });
});
