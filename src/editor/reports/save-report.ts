// Writes what a report page saves: somebody says where, and the file appears when it is whole.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { newFileMode, writeNewFile } from '../../codes/new-file.ts';
import { safeName } from '../../runs/names.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { plain } from '../platform/notify.ts';
import { UserError } from '../platform/user-error.ts';

const { l10n } = vscode;

const formats = {
  markdown: { ending: 'md', name: 'Markdown' },
  csv: { ending: 'csv', name: 'CSV' },
  svg: { ending: 'svg', name: 'SVG' },
  png: { ending: 'png', name: 'PNG' },
} as const;
type Format = keyof typeof formats;

export async function saveText(name: string, format: 'markdown' | 'csv', text: string): Promise<void> {
  // Without the mark, a spreadsheet takes the file for something other than UTF-8.
  await save(name, format, Buffer.from(format === 'csv' ? `\ufeff${text}` : text));
}

const pngBeginning = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** A picture comes from a page, so it is looked at before it is written. */
export async function savePicture(name: string, format: 'svg' | 'png', content: string): Promise<void> {
  const bytes = format === 'png' ? Buffer.from(content, 'base64') : Buffer.from(content);
  const isPicture = format === 'png' ? bytes.subarray(0, 4).equals(pngBeginning) : content.startsWith('<svg');
  if (!isPicture) throw new UserError(l10n.t('The page gave no picture. Refresh it and try again.'));
  await save(name, format, bytes);
}

async function save(name: string, format: Format, bytes: Buffer): Promise<void> {
  const path = await askForPath(name, format);
  await writeNewFile(path, newFileMode, (write) => write(bytes));
  const open = l10n.t('Open File');
  // Nobody waits for the answer.
  void vscode.window.showInformationMessage(plain(l10n.t('{0} was saved.', basename(path))), open).then(async (chosen) => {
    if (chosen === open) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
  });
}

function askForPath(name: string, format: Format): Promise<string> {
  const { ending, name: kind } = formats[format];
  return chooseWhereToSave({
    title: l10n.t('Save Report'),
    name: safeName(name, 'report'),
    ending,
    kind,
    notOnDisk: l10n.t('A report can only be saved to a disk. Choose a folder of this machine.'),
  });
}
