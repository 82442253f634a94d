// Problems of a file as the Problems panel shows them: at line and column, whether or not the file is open.
import * as vscode from 'vscode';
import type { Preflight, Problem, CodeFileErrorData } from '../../codes/index.ts';
import { isNote } from './fixes.ts';
import { problemText, errorText } from './messages.ts';

export const source = 'Box Office';

export function diagnosticsOf(uri: vscode.Uri, { problems }: Preflight): vscode.Diagnostic[] {
  return problems.map((problem) => {
    const diagnostic = new vscode.Diagnostic(rangeOf(problem), problemText(problem), severityOf(problem));
    diagnostic.source = source;
    diagnostic.code = problem.kind;
    if ('firstLine' in problem) {
      const first = new vscode.Location(uri, new vscode.Position(problem.firstLine - 1, 0));
      diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(first, vscode.l10n.t('The first one'))];
    }
    return diagnostic;
  });
}

export function refusalDiagnostic(file: string, data: CodeFileErrorData): vscode.Diagnostic {
  const line = 'line' in data ? data.line - 1 : 0;
  const column = 'column' in data && data.kind === 'openQuote' ? data.column - 1 : 0;
  const range = new vscode.Range(line, column, line, column + 1);
  const diagnostic = new vscode.Diagnostic(range, errorText(file, data), vscode.DiagnosticSeverity.Error);
  diagnostic.source = source;
  diagnostic.code = data.kind;
  return diagnostic;
}

/** Codes that the service did not take. */
export function rejectedDiagnostics(lines: readonly { readonly line: number; readonly message: string }[]): vscode.Diagnostic[] {
  return lines.map(({ line, message }) => {
    const range = new vscode.Range(line - 1, 0, line - 1, wholeLine);
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
    diagnostic.source = source;
    diagnostic.code = 'rejected';
    return diagnostic;
  });
}

/** Far beyond any line: the editor shortens it. */
const wholeLine = 1000;

function rangeOf(problem: Problem): vscode.Range {
  const [line, column] = [problem.line - 1, problem.column - 1];
  return new vscode.Range(line, column, line, column + widthOf(problem));
}

function widthOf(problem: Problem): number {
  switch (problem.kind) {
    case 'duplicate':
    case 'lookAlike':
    case 'exponent':
    case 'spreadsheetError':
    case 'lostZeros':
    case 'leadingZeros':
      return problem.code.length;
    case 'whitespace':
      return problem.length;
    case 'tooLong':
      return problem.length - problem.limit;
    default:
      return 1;
  }
}

/** Nothing here stops an upload, so nothing here is an error; a file that is refused is one. */
function severityOf(problem: Problem): vscode.DiagnosticSeverity {
  const isHint = isNote(problem.kind) || (problem.kind === 'exponent' && !problem.damaged);
  return isHint ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Warning;
}
