// Files of codes: checked, fixed, compared and uploaded.
import * as vscode from 'vscode';
import { LoadedLists } from '../ask/find-among.ts';
import { codeFileType, type PageKind } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import type { CodeResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { compareFile } from './compare-file.ts';
import { CodesFeature } from './feature.ts';
import { codeFilePage, openCodeFiles } from './file-editor.ts';
import { findCode } from './find-code.ts';
import { fixFiles } from './fix.ts';
import { openSampleCodes } from './sample.ts';
import type { CodesFeatureServices } from './services.ts';
import { uploadCodes } from './upload.ts';
import { fileBehind } from './workbooks.ts';

export function registerCodes(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  given: CodesFeatureServices,
): { readonly page: PageKind; readonly filePage: PageKind } {
  const feature = new CodesFeature(context, given);
  const { services, page } = feature;
  const lists = new LoadedLists<CodeResource>(given.changes, given.connections, given.accounts);
  context.subscriptions.push(lists, vscode.window.registerCustomEditorProvider(codeFileType, fileEditor(given)));
  commands.register('boxOffice.checkCodes', (...args: unknown[]) => feature.check(args));
  commands.register('boxOffice.fixCodes', (...args: unknown[]) => fixFiles(services, args));
  commands.register('boxOffice.uploadCodes', (...args: unknown[]) => uploadCodes(services, args));
  commands.register('boxOffice.compareCodes', (...args: unknown[]) => compareFile(services, args));
  commands.register('boxOffice.findCode', (row?: unknown) => findCode(services, lists, row));
  commands.register('boxOffice.openSampleCodes', (then?: unknown) => openSampleCodes(context.globalStorageUri, then));
  commands.register('boxOffice.openCodeFile', (...args: unknown[]) => openCodeFiles(args));
  return { page, filePage: codeFilePage(services) };
}

function fileEditor({ pages, connections }: CodesFeatureServices): vscode.CustomReadonlyEditorProvider {
  return {
    openCustomDocument(uri) {
      if (fileBehind(uri).scheme === 'file') return { uri, dispose: () => undefined };
      throw new UserError(vscode.l10n.t('Only files on disk can be opened here. Save it to this machine first.'));
    },
    async resolveCustomEditor({ uri }, panel) {
      const file = fileBehind(uri);
      if (file === uri) return pages.restore(panel, { environment: connections.chosenName, kind: 'codeFile', id: uri.fsPath });
      // A sheet is shown with its workbook: the tab would keep its name when another one is read.
      panel.dispose();
      await vscode.commands.executeCommand('vscode.openWith', file, codeFileType);
    },
  };
}
