// The file that an operation sends.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { localFile, type LocalFile } from '../../codes/local-file.ts';
import { CodeFileError } from '../../codes/errors.ts';
import { specialText } from './file-messages.ts';
import { chooseCsvFiles } from '../platform/choose-file.ts';
import { UserError } from '../platform/user-error.ts';

export async function fileOnDisk({ scheme, fsPath }: vscode.Uri): Promise<LocalFile> {
  if (scheme !== 'file') throw new UserError(vscode.l10n.t('Only files on disk can be uploaded. Save it to this machine first.'));
  try {
    return await localFile(fsPath);
  } catch (error) {
    const isSpecial = error instanceof CodeFileError && error.data.kind === 'notAFile';
    const name = basename(fsPath);
    throw new UserError(
      isSpecial ? specialText(name, error.data.what) : vscode.l10n.t('{0} is not a file. Choose another.', name),
    );
  }
}

export async function askForFile(): Promise<vscode.Uri> {
  const [file] = await chooseCsvFiles(vscode.l10n.t('Upload'));
  return file;
}
