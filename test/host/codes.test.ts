import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { writeXlsx } from '../../src/xlsx/index.ts';
import { until } from '../harness/until.ts';
import { useUserStub } from './kit.ts';

/** Of a larger file VS Code tells extensions nothing. */
const mostText = 50 * 1024 * 1024;
/** Of a file that is larger. */
const rows = 500;

interface Summary {
  path: string;
  codes: number;
  problems: number;
  counts: Record<string, number>;
}

describe('files of codes in the editor', () => {
  const made: vscode.Uri[] = [];
  const user = useUserStub();

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => Promise.all(made.map(({ fsPath }) => rm(fsPath, { force: true }))));

  async function fileOf(name: string, content: string | Buffer): Promise<vscode.Uri> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder, name);
    await writeFile(uri.fsPath, content);
    made.push(uri);
    return uri;
  }

  /** Over the limit for text, in few rows; the last code is the first once more. */
  async function largeFile(name: string): Promise<vscode.Uri> {
    const note = 'x'.repeat(Math.ceil(mostText / rows));
    const lines = Array.from({ length: rows + 1 }, (_, row) => `1º lote,L${row % rows},${note}\n`);
    return fileOf(name, `ticket,code,note\n${lines.join('')}`);
  }

  const event = { kind: 'event', environment: 'local', id: '1001', label: 'An event', value: {} };
  const check = (...args: unknown[]) => vscode.commands.executeCommand<Summary[] | undefined>('boxOffice.checkCodes', ...args);
  const problems = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Box Office');

  it('are checked, and every problem stands at its line and column with a code', async () => {
    const uri = await fileOf('host-problems.csv', 'name,code\nAna,A1\nBia, B2\nCaio,A1\nDavi,\nEva,\u200bE5\n');
    const [summary] = (await check(uri)) ?? [];
    assert.deepEqual([summary?.codes, summary?.problems], [4, 4]);
    assert.deepEqual(
      problems(uri).map(({ code, range, severity }) => [code, range.start.line, range.start.character, severity]),
      [
        ['whitespace', 2, 4, vscode.DiagnosticSeverity.Warning],
        ['duplicate', 3, 5, vscode.DiagnosticSeverity.Warning],
        ['blank', 4, 5, vscode.DiagnosticSeverity.Warning],
        ['invisible', 5, 4, vscode.DiagnosticSeverity.Warning],
      ],
    );
    const [, duplicate] = problems(uri);
    assert.equal(duplicate?.relatedInformation?.[0]?.location.range.start.line, 1);
    assert.equal(duplicate.range.end.character, 7);
  });

  it('open as a table, also over the limit for text', async () => {
    const uri = await largeFile('host-long.csv');
    await vscode.commands.executeCommand('boxOffice.openAsTable', uri);
    await until('the tab of the file', () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab;
      return active?.input instanceof vscode.TabInputWebview && active.label === 'host-long.csv';
    });
    // The check begins with the page.
    const [problem] = await until('its problem', () => problems(uri).length > 0 && problems(uri));
    assert.equal(problem?.range.start.line, rows + 1);
  });

  it('are checked again when they are saved', async () => {
    const uri = await fileOf('host-save.csv', 'code\nA1\nA1\n');
    await check(uri);
    assert.equal(problems(uri).length, 1);
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.replace(new vscode.Range(2, 0, 2, 2), 'B2'));
    assert.ok(await editor.document.save());
    await until('no problems', () => problems(uri).length === 0);
  });

  it('are fixed into a new file that the quick fix names, never in place', async () => {
    const content = 'code\nA1\nA1\n  B2\n\nC3\n';
    const uri = await fileOf('host-fix.csv', content);
    await check(uri);
    await vscode.window.showTextDocument(uri);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      new vscode.Range(2, 0, 2, 2),
      vscode.CodeActionKind.QuickFix.value,
    );
    const titles = actions.map(({ title }) => title);
    assert.deepEqual(titles, ['Remove Duplicates (New File)', 'Fix All (New File)']);
    const { command, arguments: args = [] } = actions[1]!.command!;
    const [fixed] = await vscode.commands.executeCommand<vscode.Uri[]>(command, ...(args as unknown[]));
    made.push(fixed!);
    assert.match(fixed!.path, /host-fix\.fixed\.csv$/);
    assert.equal(await readFile(fixed!.fsPath, 'utf8'), 'code\nA1\nB2\nC3\n');
    assert.equal(await readFile(uri.fsPath, 'utf8'), content);
    assert.deepEqual(problems(fixed!), []);
    const [second] = await vscode.commands.executeCommand<vscode.Uri[]>(command, ...(args as unknown[]));
    made.push(second!);
    assert.match(second!.path, /host-fix\.fixed-2\.csv$/);
  });

  it('faults 49 and 52: are refused when they are no text, which is an error at the file', async () => {
    const uri = await fileOf('host-odd.csv', Buffer.from('code\nA1\nB\u00e9\u0081\n', 'latin1'));
    assert.equal(await check(uri), undefined);
    const [problem] = problems(uri);
    assert.equal(problem?.code, 'encoding');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.match(problem.message, /host-odd\.csv is neither UTF-8 nor Windows-1252: the byte at offset 9 is wrong/);
  });

  it('are checked and uploaded when no editor could open them, without opening them', async () => {
    await vscode.commands.executeCommand('boxOffice.startLocalService');
    const uri = await largeFile('host-large.csv');
    const [summary] = (await check(uri)) ?? [];
    assert.deepEqual([summary?.codes, summary?.counts], [rows + 1, { duplicate: 1 }], user.shown.join('\n'));
    assert.equal(problems(uri)[0]?.range.start.line, rows + 1);
    user.press = (_message, buttons) => buttons.find((button) => button === 'Upload Anyway');
    const proofs = await vscode.commands.executeCommand<{ stored: number }[] | undefined>('boxOffice.uploadCodes', uri, event);
    assert.equal(proofs?.[0]?.stored, rows, user.shown.join('\n'));
    assert.ok(!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()));
    await vscode.commands.executeCommand('boxOffice.stopLocalService');
  });

  it('are workbooks too: problems stand at the rows of a read-only document, and the fix is a CSV beside it', async () => {
    const uri = await fileOf('host-book.XLSX', '');
    const codes = ['ABC-001', ' ABC-002', 'ABC-003', 'ABC-004', 'ABC-005', 'ABC-001', 'ABC-006'];
    const rows = codes.map((code) => [code]);
    await writeXlsx(uri.fsPath, ['Code'], rows, { sheetName: 'Plan1' });
    const [summary] = (await check(uri)) ?? [];
    assert.equal(summary?.codes, 7);
    const at = vscode.Uri.from({ scheme: 'box-office-sheet', path: `${uri.path}/Plan1.csv` });
    const duplicate = problems(at).find(({ code }) => code === 'duplicate');
    assert.equal(duplicate?.range.start.line, 6);
    assert.deepEqual(problems(uri), []);
    const editor = await vscode.window.showTextDocument(at);
    assert.equal(editor.document.lineAt(6).text, 'ABC-001');
    assert.equal(vscode.workspace.fs.isWritableFileSystem('box-office-sheet'), false);
    const [fixed] = await vscode.commands.executeCommand<vscode.Uri[]>('boxOffice.fixCodes', at, { fixes: 'all' });
    made.push(fixed!);
    assert.match(fixed!.path, /\/host-book\.csv$/);
    await vscode.commands.executeCommand('boxOffice.openAsTable', at);
    await until('its workbook as a table', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'host-book.XLSX');
  });

  it('are checked many at a time', async () => {
    const uris = [await fileOf('host-one.csv', 'A1\nA1\n'), await fileOf('host-two.csv', 'B1\nB2\n')];
    const summaries = (await check(uris[0], uris)) ?? [];
    assert.deepEqual(
      summaries.map(({ codes, problems: count }) => [codes, count]),
      [
        [2, 1],
        [2, 0],
      ],
    );
  });

  it('are not sent without a yes', async () => {
    await vscode.commands.executeCommand('boxOffice.startLocalService');
    const uri = await fileOf('host-upload.csv', 'HOSTUPLOAD1\nHOSTUPLOAD2\n');
    assert.equal(await vscode.commands.executeCommand('boxOffice.uploadCodes', uri, event), undefined);
    assert.ok(
      user.shown.some((text) => text.startsWith('Upload codes to An event?')),
      user.shown.join('\n'),
    );
    const reply = await vscode.commands.executeCommand<vscode.Uri>('boxOffice.runOperation', 'listCodes', {
      path: { itemId: 300002 },
    });
    const listed = (await vscode.workspace.openTextDocument(reply)).getText();
    assert.ok(Array.isArray(JSON.parse(listed)) && !listed.includes('HOSTUPLOAD'));
    await vscode.commands.executeCommand('boxOffice.stopLocalService');
  });
});
