// Files of codes: checked, fixed and uploaded. All of it is loaded with the first command on one.
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { lazy } from '../platform/lazy.ts';
import type { Pauses } from '../platform/settings.ts';
import type { PageKind, Pages } from '../pages/pages.ts';

export function registerCodes(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  log: vscode.LogOutputChannel,
  pauses: Pauses,
  pages: Pages,
): { readonly page: () => Promise<PageKind> } {
  const feature = lazy(async () => {
    const { CodesFeature } = await import('./feature.ts');
    return new CodesFeature(context, connections, changes, log, pauses, pages);
  });
  commands.register('boxOffice.checkCodes', async (...args: unknown[]) => (await feature()).check(args));
  commands.register('boxOffice.fixCodes', async (...args: unknown[]) => {
    const [{ parts }, { fixFiles }] = await Promise.all([feature(), import('./fix.ts')]);
    return fixFiles(parts, args);
  });
  commands.register('boxOffice.uploadCodes', async (...args: unknown[]) => {
    const [{ parts }, { uploadCodes }] = await Promise.all([feature(), import('./upload.ts')]);
    return uploadCodes(parts, args);
  });
  commands.register('boxOffice.openSampleCodes', async (then?: unknown) =>
    (await import('./sample.ts')).openSampleCodes(context.globalStorageUri, then),
  );
  return { page: async () => (await feature()).page };
}
