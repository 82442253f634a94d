// Problems of a file as the Problems panel shows them, and the light bulb at each, whether or not the file is open.
import * as vscode from 'vscode';
import type { CodeFileErrorData, Preflight, Problem } from '../../codes/index.ts';
import { fileBehind } from '../platform/choose-file.ts';
import { fixFor, isLost, isNote, nameOf, type FixName } from './fixes.ts';
import { errorText, fixText, problemText } from './messages.ts';
import { ofSheets } from './workbooks.ts';

const source = 'Box Office';

export function diagnosticsOf(uri: vscode.Uri, { problems }: Preflight): vscode.Diagnostic[] {
  return problems.map((problem) => {
    const found = diagnostic(rangeOf(problem), problemText(problem), severityOf(problem), nameOf(problem));
    if ('firstLine' in problem) {
      const first = new vscode.Location(uri, new vscode.Position(problem.firstLine - 1, 0));
      found.relatedInformation = [new vscode.DiagnosticRelatedInformation(first, vscode.l10n.t('The first one'))];
    }
    return found;
  });
}

export function refusalDiagnostic(file: string, data: CodeFileErrorData): vscode.Diagnostic {
  const line = 'line' in data ? data.line - 1 : 0;
  const column = data.kind === 'openQuote' ? data.column - 1 : 0;
  const range = new vscode.Range(line, column, line, column + 1);
  return diagnostic(range, errorText(file, data), vscode.DiagnosticSeverity.Error, data.kind);
}

/** A line whose code is not at the service after an upload. */
export interface MissingLine {
  readonly line: number;
  readonly message: string;
  /** Whether the service said so itself. */
  readonly isRejected: boolean;
}

export function missingDiagnostics(lines: readonly MissingLine[]): vscode.Diagnostic[] {
  return lines.map(({ line, message, isRejected }) => {
    const range = new vscode.Range(line - 1, 0, line - 1, wholeLine);
    return diagnostic(range, message, vscode.DiagnosticSeverity.Warning, isRejected ? 'rejected' : 'notThere');
  });
}

function diagnostic(range: vscode.Range, message: string, severity: vscode.DiagnosticSeverity, code: string): vscode.Diagnostic {
  return Object.assign(new vscode.Diagnostic(range, message, severity), { source, code });
}

/** Far beyond any line: the editor shortens it. */
const wholeLine = 1000;

function rangeOf(problem: Problem): vscode.Range {
  const [line, column] = [problem.line - 1, problem.column - 1];
  return new vscode.Range(line, column, line, column + widthOf(problem));
}

const ofWholeCode = new Set(['duplicate', 'lookAlike', 'exponent', 'spreadsheetError', 'lostZeros', 'leadingZeros']);

function widthOf(problem: Problem): number {
  if (isLost(problem.kind)) return wholeLine;
  if (problem.kind === 'whitespace') return problem.length;
  if (problem.kind === 'tooLong') return problem.length - problem.limit;
  return 'code' in problem && ofWholeCode.has(problem.kind) ? problem.code.length : 1;
}

/** Nothing here stops an upload, so nothing here is an error; a file that is refused is one. */
function severityOf(problem: Problem): vscode.DiagnosticSeverity {
  const isHint = isNote(problem.kind) || (problem.kind === 'exponent' && !problem.damaged);
  return isHint ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Warning;
}

/** A file of codes may be called anything. */
const fixableFiles: vscode.DocumentSelector = [{ scheme: 'file' }, ofSheets];

/** The light bulb. A fix goes into a new file, so none of them edits anything here. */
export function registerQuickFixes(): vscode.Disposable {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  const provideCodeActions: vscode.CodeActionProvider['provideCodeActions'] = (document, _range, { diagnostics }) => {
    const uri = fileBehind(document.uri);
    const mine = diagnostics.filter((problem) => problem.source === source);
    const byFix = new Map<FixName, vscode.Diagnostic[]>();
    for (const problem of mine) {
      const fix = fixFor(problem.code as string);
      if (fix) byFix.set(fix, [...(byFix.get(fix) ?? []), problem]);
    }
    if (byFix.size === 0) return [];
    const single = [...byFix].map(([fix, solved]) => action(vscode.l10n.t('{0} (New File)', fixText(fix)), solved, uri, [fix]));
    return [...single, action(vscode.l10n.t('Fix All (New File)'), mine, uri, 'all')];
  };
  return vscode.languages.registerCodeActionsProvider(fixableFiles, { provideCodeActions }, kinds);
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
