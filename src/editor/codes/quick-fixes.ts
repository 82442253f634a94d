// The light bulb at a problem of a file of codes. A fix goes into a new file, so none of them edits anything here.
import * as vscode from 'vscode';
import { source } from './diagnostics.ts';
import { fixFor, type FixName } from './fixes.ts';
import type { ProblemKind } from '../../codes/index.ts';
import { fixText } from './messages.ts';

export const fixableFiles: vscode.DocumentSelector = { scheme: 'file', pattern: '**/*.{csv,CSV,txt,TXT}' };

export class CodeFixes implements vscode.CodeActionProvider {
  static readonly kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };

  provideCodeActions(
    { uri }: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const mine = diagnostics.filter((diagnostic) => diagnostic.source === source);
    const byFix = new Map<FixName, vscode.Diagnostic[]>();
    for (const diagnostic of mine) {
      const fix = fixFor(diagnostic.code as ProblemKind);
      if (fix) byFix.set(fix, [...(byFix.get(fix) ?? []), diagnostic]);
    }
    if (byFix.size === 0) return [];
    const single = [...byFix].map(([fix, solved]) => action(vscode.l10n.t('{0} (New File)', fixText(fix)), solved, uri, [fix]));
    const all = action(vscode.l10n.t('Fix All (New File)'), mine, uri, 'all');
    return [...single, all];
  }
}

function action(
  title: string,
  diagnostics: vscode.Diagnostic[],
  uri: vscode.Uri,
  fixes: readonly FixName[] | 'all',
): vscode.CodeAction {
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  made.diagnostics = diagnostics;
  made.command = { title, command: 'boxOffice.fixCodes', arguments: [uri, { fixes }] };
  return made;
}
