// What the last check says of the file of codes in the editor in front, in the language status menu of that editor. It checks nothing itself.
import * as vscode from 'vscode';
import type { CodeChecks, FileState } from './checks.ts';
import { problemCount } from './fixes.ts';
import { number } from './messages.ts';

/** A text file is one of codes once somebody has checked it. */
const anyFile = '**/*.{[cC][sS][vV],[tT][sS][vV],[tT][xX][tT]}';

type Known = Pick<CodeChecks, 'stateOf'>;

export class CodeStatus implements vscode.Disposable {
  #item: vscode.LanguageStatusItem | undefined;

  show(document: vscode.TextDocument | undefined, checks: Known): void {
    const state = document && checks.stateOf(document.uri);
    // The menu is that of the editor in front: for any other the item goes.
    if (!document || document.uri.scheme !== 'file' || !(state || /\.[ct]sv$/i.test(document.uri.path))) return this.dispose();
    const item = (this.#item ??= vscode.languages.createLanguageStatusItem('boxOffice.codes', {
      scheme: 'file',
      pattern: anyFile,
    }));
    item.name = vscode.l10n.t('Codes');
    item.command = { title: vscode.l10n.t('Check Codes'), command: 'boxOffice.checkCodes', arguments: [document.uri] };
    item.busy = state?.kind === 'checking';
    const { text, isWrong } = shownOf(state);
    item.text = text;
    item.severity = isWrong ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
  }

  dispose(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }
}

function shownOf(state: FileState | undefined): { readonly text: string; readonly isWrong?: boolean } {
  const { t } = vscode.l10n;
  if (!state) return { text: t('Codes: not checked') };
  if (state.kind === 'checking') return { text: t('Checking…') };
  if (state.kind === 'stopped') return { text: state.message, isWrong: true };
  const { codes } = state.result;
  const count = problemCount(state.result);
  const problems = count === 0 ? t('no problems') : count === 1 ? t('1 problem') : t('{0} problems', number(count));
  return { text: [codes === 1 ? t('1 code') : t('{0} codes', number(codes)), problems].join(', '), isWrong: count > 0 };
}
