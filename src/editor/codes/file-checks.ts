// What the check of a file says of its rows, for the table that shows them.
import * as vscode from 'vscode';
import type { CodeChecks, FileState } from './checks.ts';
import { isNote, problemCount } from './fixes.ts';
import { number, problemText } from './messages.ts';
import type { FileCheck } from './workbooks.ts';

export function fileChecks(checks: CodeChecks) {
  const { memory, onDidChange } = checks;
  return {
    onDidChange,
    /** Nobody is asked anything: the table shows what comes of it. */
    begin(uri: vscode.Uri): void {
      if (!checks.stateOf(uri)) void checks.check(uri, { isAsked: false }).catch(() => undefined);
    },
    /** How somebody wants the file read. */
    choicesOf: ({ fsPath }: vscode.Uri) => ({ encoding: memory.encodingOf(fsPath), ...memory.sheetChoicesOf(fsPath) }),
    stateOf(uri: vscode.Uri) {
      const state = checks.stateOf(uri);
      return state && { isDone: state.kind !== 'checking', ...rowsOf(state) };
    },
  };
}

function rowsOf(state: FileState) {
  if (state.kind === 'checking') return { text: vscode.l10n.t('Checking…'), problems: [], rows: undefined };
  if (state.kind === 'stopped') return { text: vscode.l10n.t('Not checked'), problems: [], rows: undefined };
  const { result } = state;
  const marked = result.problems.filter(({ kind }) => !isNote(kind));
  const place = result.workbook ? 'row' : 'line';
  const problems = marked.map((problem) => ({ line: problem.line, text: problemText(problem, place) }));
  return { text: countOf(result, problems.length), problems, rows: result.rows };
}

/** The check keeps the first problems of each kind: a row without a mark may have one of the others. */
function countOf(result: FileCheck, marked: number): string {
  const count = problemCount(result);
  if (marked >= count) return vscode.l10n.t('Problems: {0}', number(count));
  return vscode.l10n.t('Problems: {0}. The first {1} are marked.', number(count), number(marked));
}
