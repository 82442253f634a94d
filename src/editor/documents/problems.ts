// Marks what cannot be saved at the very key or value that is wrong, while it is typed and when a save is refused.
import * as vscode from 'vscode';
import { editableScheme } from './addresses.ts';
import { parseTree, spanOf, type SyntaxProblem } from '../../records/json-tree.ts';
import { problemMessage, syntaxMessage } from '../../records/messages.ts';
import type { PlanProblem } from '../../records/index.ts';

const pause = 250;

/** `check`: what would be refused if the document were saved now. */
export function problemMarks(check: (document: vscode.TextDocument) => readonly PlanProblem[]) {
  const shown = vscode.languages.createDiagnosticCollection('box-office');
  const timers = new Map<string, NodeJS.Timeout>();
  const listening = vscode.Disposable.from(
    shown,
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri)),
  );

  function checkSoon(document: vscode.TextDocument): void {
    if (document.uri.scheme !== editableScheme) return;
    const key = document.uri.toString();
    takeBackCheck(document.uri);
    const checkNow = () => {
      timers.delete(key);
      if (!document.isClosed) show(document.uri, document.getText(), check(document));
    };
    timers.set(key, setTimeout(checkNow, pause));
  }

  /** The check of an edit does not know why a save was refused, and would wipe the marks of it. */
  function takeBackCheck(uri: vscode.Uri): void {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
  }

  function show(uri: vscode.Uri, text: string, problems: readonly PlanProblem[]): void {
    const tree = parseTree(text);
    if (tree.problem) return shown.set(uri, []);
    const marks = problems.map((problem) => {
      const { start, end } = spanOf(tree.root, problem.path, problem.at);
      return diagnostic(rangeOf(text, start, end), problemMessage(problem));
    });
    shown.set(uri, marks);
  }

  return {
    /** Marks the problems of a text that was to be saved, and gives a sentence for them. */
    refuse(uri: vscode.Uri, text: string, problems: readonly PlanProblem[]): string {
      takeBackCheck(uri);
      show(uri, text, problems);
      const [first] = problems.map(problemMessage);
      return problems.length === 1 ? (first ?? '') : vscode.l10n.t('{0} problems; the first: {1}', problems.length, first ?? '');
    },
    /** While typing, VS Code's own JSON support marks these; a save that fails marks them in any case. */
    refuseSyntax(uri: vscode.Uri, text: string, { rule, start, end }: SyntaxProblem): string {
      const message = syntaxMessage(rule);
      const range = rangeOf(text, start, end);
      takeBackCheck(uri);
      shown.set(uri, [diagnostic(range, message)]);
      return vscode.l10n.t('Line {0}, column {1}: {2}', range.start.line + 1, range.start.character + 1, message);
    },
    dispose(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      listening.dispose();
    },
  };
}

function diagnostic(range: vscode.Range, message: string): vscode.Diagnostic {
  const made = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  made.source = 'Box Office';
  return made;
}

function rangeOf(text: string, start: number, end: number): vscode.Range {
  return new vscode.Range(positionOf(text, start), positionOf(text, end));
}

function positionOf(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}
