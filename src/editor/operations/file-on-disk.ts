// A file that is read while it is sent: it is never held in memory.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { UploadFile } from '../../client/index.ts';
import { chooseCsvFiles } from '../platform/choose-file.ts';
import { Refusal } from '../platform/refusal.ts';

const pieceSize = 512 * 1024;

export async function fileOnDisk(uri: vscode.Uri): Promise<UploadFile> {
  if (uri.scheme !== 'file')
    throw new Refusal(vscode.l10n.t('Only files on disk can be uploaded. Save it to this machine first.'));
  const { fsPath } = uri;
  const found = await stat(fsPath).catch(() => undefined);
  if (!found?.isFile()) throw new Refusal(vscode.l10n.t('{0} is not a file. Choose another.', basename(fsPath)));
  return {
    name: basename(fsPath),
    size: found.size,
    type: 'text/csv',
    stream: () => createReadStream(fsPath, { highWaterMark: pieceSize }),
  };
}

export async function askForFile(): Promise<vscode.Uri> {
  const [file] = await chooseCsvFiles(vscode.l10n.t('Upload'));
  return file;
}
