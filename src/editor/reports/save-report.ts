// Writes what a report page saves: somebody says where, and the file appears when it is whole.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { newFileMode, writeNewFile } from '../../codes/new-file.ts';
import { safeName } from '../../runs/names.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { nextStep } from '../platform/user-error.ts';
import { notifyWith } from '../platform/notify.ts';
import { UserError } from '../platform/user-error.ts';

const { l10n } = vscode;

const formats = {
  markdown: { ending: 'md', kind: 'Markdown' },
  csv: { ending: 'csv', kind: 'CSV' },
  svg: { ending: 'svg', kind: 'SVG' },
  png: { ending: 'png', kind: 'PNG' },
} as const;

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

async function save(name: string, format: keyof typeof formats, bytes: Buffer): Promise<void> {
  const path = await chooseWhereToSave({
    title: l10n.t('Save Report'),
    name: safeName(name, 'report'),
    ...formats[format],
    notOnDisk: l10n.t('A report can only be saved to a disk. Choose a folder of this machine.'),
  });
  await writeNewFile(path, newFileMode, (write) => write(bytes));
  void notifyWith('info', l10n.t('{0} was saved.', basename(path)), nextStep.openFile(vscode.Uri.file(path)));
}
