// A file of codes to try things with. It has one of each usual problem, and stands where no workspace of anybody's is changed.
import * as vscode from 'vscode';

const sampleName = 'sample-codes.csv';
const fixedName = /^sample-codes\.fixed.*\.csv$/;

/** A duplicate, stray spaces and a blank line: what can be fixed, so that the way to the upload is clear. */
const sample = [
  'code',
  ...['WK3DEGZDPC', 'F54ERF5DHQ', 'D3DQCJU4KH', 'VMGNZGEDP9', 'D3DQCJU4KH', 'V9X6UEH4LX', '  K94CEWXY97 ', ''],
  ...['EFT8EDV6U2', 'YB7YLH9DPU', 'JR339FL63T'],
  '',
].join('\n');

/** Opens the sample and, if asked to, goes on with it. A sample that somebody has changed stays as it is. */
export async function openSampleCodes(storage: vscode.Uri, then: unknown): Promise<vscode.Uri> {
  const folder = vscode.Uri.joinPath(storage, 'samples');
  const uri = vscode.Uri.joinPath(folder, sampleName);
  await vscode.workspace.fs.createDirectory(folder);
  if (!(await exists(uri))) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(sample));
  const shown = then === 'upload' ? await fixedOrSample(folder, uri) : uri;
  await vscode.window.showTextDocument(shown, { preview: false });
  if (then === 'check') await vscode.commands.executeCommand('boxOffice.checkCodes', shown);
  if (then === 'upload') await vscode.commands.executeCommand('boxOffice.uploadCodes', shown);
  return shown;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Whoever has fixed the sample wants to upload what came of it: the last one that was made. */
async function fixedOrSample(folder: vscode.Uri, sampleUri: vscode.Uri): Promise<vscode.Uri> {
  const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).filter((name) => fixedName.test(name));
  const fixed = await Promise.all(
    names.map(async (name) => {
      const uri = vscode.Uri.joinPath(folder, name);
      return { uri, made: (await vscode.workspace.fs.stat(uri)).mtime };
    }),
  );
  return fixed.toSorted((a, b) => b.made - a.made)[0]?.uri ?? sampleUri;
}
