// Marks what cannot be saved at the very key or value that is wrong, while it is typed and when a save is refused.
import * as vscode from 'vscode';
import { editableScheme } from './addresses.ts';
import { parseTree, spanOf, type SyntaxProblem } from '../../records/json-tree.ts';
import { problemMessage, syntaxMessage } from '../../records/messages.ts';
import type { PlanProblem } from '../../records/index.ts';

const pause = 250;

export class Problems implements vscode.Disposable {
  readonly #check: (document: vscode.TextDocument) => readonly PlanProblem[];
  readonly #shown = vscode.languages.createDiagnosticCollection('box-office');
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables: vscode.Disposable[];

  constructor(check: (document: vscode.TextDocument) => readonly PlanProblem[]) {
    this.#check = check;
    this.#disposables = [
      this.#shown,
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#checkSoon(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#shown.delete(uri)),
    ];
  }

  /** Marks the problems of a text that was to be saved, and gives a sentence for them. */
  refuse(uri: vscode.Uri, text: string, problems: readonly PlanProblem[]): string {
    this.#takeBackCheck(uri);
    this.#show(uri, text, problems);
    const [first] = problems.map(problemMessage);
    return problems.length === 1 ? (first ?? '') : vscode.l10n.t('{0} problems; the first: {1}', problems.length, first ?? '');
  }

  /** While typing, VS Code's own JSON support marks these; a save that fails marks them in any case. */
  refuseSyntax(uri: vscode.Uri, text: string, { rule, start, end }: SyntaxProblem): string {
    const message = syntaxMessage(rule);
    const range = rangeOf(text, start, end);
    this.#takeBackCheck(uri);
    this.#shown.set(uri, [diagnostic(range, message)]);
    return vscode.l10n.t('Line {0}, column {1}: {2}', range.start.line + 1, range.start.character + 1, message);
  }

  #checkSoon(document: vscode.TextDocument): void {
    if (document.uri.scheme !== editableScheme) return;
    const key = document.uri.toString();
    this.#takeBackCheck(document.uri);
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        if (!document.isClosed) this.#show(document.uri, document.getText(), this.#check(document));
      }, pause),
    );
  }

  /** The check of an edit does not know why a save was refused, and would wipe the marks of it. */
  #takeBackCheck(uri: vscode.Uri): void {
    clearTimeout(this.#timers.get(uri.toString()));
    this.#timers.delete(uri.toString());
  }

  #show(uri: vscode.Uri, text: string, problems: readonly PlanProblem[]): void {
    const tree = parseTree(text);
    if (tree.problem) return this.#shown.set(uri, []);
    const { root } = tree;
    this.#shown.set(
      uri,
      problems.map((problem) => {
        const { start, end } = spanOf(root, problem.path, problem.at);
        return diagnostic(rangeOf(text, start, end), problemMessage(problem));
      }),
    );
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }
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
