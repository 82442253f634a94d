import * as vscode from 'vscode';
import { UserError } from './user-error.ts';

/**
 * Refuses in Restricted Mode, where VS Code only hides commands. Three places ask: every write of a connection; every command that the
 * manifest enables in a trusted workspace only, so that nobody is asked for what is refused then; and a run, which writes its journal first.
 */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserError(vscode.l10n.t('Box Office writes nothing while this workspace is in Restricted Mode.'), {
    title: vscode.l10n.t('Manage Workspace Trust'),
    command: 'workbench.trust.manage',
  });
}
