// Files of codes: checked, fixed, compared and uploaded.
import type * as vscode from 'vscode';
import { LoadedLists } from '../ask/find-among.ts';
import type { PageKind } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import type { CodeResource } from '../platform/resources.ts';
import { compareFile } from './compare-file.ts';
import { CodesFeature } from './feature.ts';
import { fileChecks } from './file-checks.ts';
import { findCode } from './find-code.ts';
import { fixFiles } from './fix.ts';
import { openSampleCodes } from './sample.ts';
import type { CodesFeatureServices } from './services.ts';
import { uploadCodes } from './upload.ts';

export function registerCodes(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  given: CodesFeatureServices,
): { readonly page: PageKind; readonly fileChecks: ReturnType<typeof fileChecks> } {
  const feature = new CodesFeature(context, given);
  const { services, page } = feature;
  const lists = new LoadedLists<CodeResource>(given.changes, given.connections, given.accounts);
  context.subscriptions.push(lists);
  commands.register('boxOffice.checkCodes', (...args: unknown[]) => feature.check(args));
  commands.register('boxOffice.fixCodes', (...args: unknown[]) => fixFiles(services, args));
  commands.register('boxOffice.uploadCodes', (...args: unknown[]) => uploadCodes(services, args));
  commands.register('boxOffice.compareCodes', (...args: unknown[]) => compareFile(services, args));
  commands.register('boxOffice.findCode', (row?: unknown) => findCode(services, lists, row));
  commands.register('boxOffice.openSampleCodes', (then?: unknown) => openSampleCodes(context.globalStorageUri, then));
  return { page, fileChecks: fileChecks(services.checks) };
}
