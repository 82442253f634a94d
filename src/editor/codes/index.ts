// Files of codes: checked, fixed and uploaded. All of it is loaded with the first command on one.
import * as vscode from 'vscode';
import { codeFileType, type PageKind } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { lazy } from '../platform/lazy.ts';
import type { CodeResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import type { CodeChecks } from './checks.ts';
import type { CodesFeatureServices } from './services.ts';

export function registerCodes(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  services: CodesFeatureServices,
): { readonly page: () => Promise<PageKind>; readonly filePage: () => Promise<PageKind> } {
  const feature = lazy(async () => {
    const { CodesFeature } = await import('./feature.ts');
    const loaded = new CodesFeature(context, services);
    followChecks(loaded.services.checks);
    return loaded;
  });
  const followChecks = registerStatus(context);
  commands.register('boxOffice.checkCodes', async (...args: unknown[]) => (await feature()).check(args));
  commands.register('boxOffice.fixCodes', async (...args: unknown[]) => {
    const { fixFiles } = await import('./fix.ts');
    return fixFiles((await feature()).services, args);
  });
  commands.register('boxOffice.uploadCodes', async (...args: unknown[]) => {
    const { uploadCodes } = await import('./upload.ts');
    return uploadCodes((await feature()).services, args);
  });
  commands.register('boxOffice.compareCodes', async (...args: unknown[]) => {
    const { compareFile } = await import('./compare-file.ts');
    return compareFile((await feature()).services, args);
  });
  const found = lazy(async () => {
    const { LoadedLists } = await import('../ask/find-among.ts');
    const lists = new LoadedLists<CodeResource>(services.changes, services.connections, await services.accounts());
    context.subscriptions.push(lists);
    return lists;
  });
  commands.register('boxOffice.findCode', async (row?: unknown) => {
    const { findCode } = await import('./find-code.ts');
    return findCode((await feature()).services, await found(), row);
  });
  commands.register('boxOffice.openSampleCodes', async (then?: unknown) =>
    (await import('./sample.ts')).openSampleCodes(context.globalStorageUri, then),
  );
  commands.register('boxOffice.openCodeFile', async (...args: unknown[]) =>
    (await import('./file-editor.ts')).openCodeFiles(args),
  );
  context.subscriptions.push(vscode.window.registerCustomEditorProvider(codeFileType, fileEditor(services)));
  const filePage = async () => (await import('./file-editor.ts')).codeFilePage((await feature()).services);
  return { page: async () => (await feature()).page, filePage };
}

/** What stands in the language status menu is loaded with the first file in front that may be one of codes. */
function registerStatus(context: vscode.ExtensionContext): (checks: CodeChecks) => void {
  let checks: CodeChecks | undefined;
  let isLoaded = false;
  const status = lazy(async () => {
    const { CodeStatus } = await import('./language-status.ts');
    const made = new CodeStatus();
    context.subscriptions.push(made);
    return made;
  });
  const update = async () => {
    const path = vscode.window.activeTextEditor?.document.uri.path ?? '';
    if (!isLoaded && !/\.(csv|tsv|txt)$/i.test(path)) return;
    isLoaded = true;
    (await status()).show(vscode.window.activeTextEditor?.document, checks);
  };
  // A part that is missing is said by the commands that need it.
  const updateQuietly = () => void update().catch(() => undefined);
  context.subscriptions.push(vscode.window.onDidChangeActiveTextEditor(updateQuietly));
  updateQuietly();
  return (loaded) => {
    checks = loaded;
    context.subscriptions.push(checks.onDidChange(updateQuietly));
  };
}

function fileEditor({ pages, connections }: CodesFeatureServices): vscode.CustomReadonlyEditorProvider {
  const fileOf = async (uri: vscode.Uri) => (await import('./workbooks.ts')).fileBehind(uri);
  return {
    async openCustomDocument(uri) {
      if ((await fileOf(uri)).scheme === 'file') return { uri, dispose: () => undefined };
      throw new UserError(vscode.l10n.t('Only files on disk can be opened here. Save it to this machine first.'));
    },
    async resolveCustomEditor({ uri }, panel) {
      const file = await fileOf(uri);
      if (file === uri) return pages.restore(panel, { environment: connections.chosenName, kind: 'codeFile', id: uri.fsPath });
      // A sheet is shown with its workbook: the tab would keep its name when another one is read.
      panel.dispose();
      await vscode.commands.executeCommand('vscode.openWith', file, codeFileType);
    },
  };
}
