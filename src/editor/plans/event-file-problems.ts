// Marks what is wrong in a file of an event while it is typed: what no schema can say, since VS Code marks the rest by the schema itself.
import * as vscode from 'vscode';
import { fileDoubts } from '../../plans/file-doubts.ts';
import { checkText, type FileProblem } from '../../plans/index.ts';
import { isEventFile } from './choose-event.ts';

const pause = 250;
/** Beyond this a check would be felt with every pause of whoever types; Plan Changes… checks a file of any size. */
const maxLength = 10_000_000;
/** More are no help to anybody. */
const maxShown = 200;

export class EventFileProblems implements vscode.Disposable {
  readonly #shown = vscode.languages.createDiagnosticCollection('box-office-events');
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #listening: vscode.Disposable[];

  constructor() {
    this.#listening = [
      this.#shown,
      vscode.workspace.onDidOpenTextDocument((document) => this.#checkSoon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#checkSoon(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    ];
    for (const document of vscode.workspace.textDocuments) this.#checkSoon(document);
  }

  #checkSoon(document: vscode.TextDocument): void {
    if (!isEventFile(document.uri) || document.uri.scheme === 'git') return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const check = () => {
      this.#timers.delete(key);
      if (!document.isClosed) this.#shown.set(document.uri, diagnosticsOf(document));
    };
    this.#timers.set(key, setTimeout(check, pause));
  }

  #forget({ uri }: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(uri.toString()));
    this.#timers.delete(uri.toString());
    this.#shown.delete(uri);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const each of this.#listening) each.dispose();
  }
}

function diagnosticsOf(document: vscode.TextDocument): vscode.Diagnostic[] {
  const { Error: wrong, Warning: doubtful, Information: note } = vscode.DiagnosticSeverity;
  const text = document.getText();
  if (text.length > maxLength) {
    const start = new vscode.Range(0, 0, 0, 1);
    const message = vscode.l10n.t('This file is too large to be checked while it is typed. Plan Changes… checks it.');
    return [diagnostic(start, message, note)];
  }
  const { file, problems } = checkText(text);
  const found = file ? fileDoubts(file, text) : problems.filter(({ beyondSchema }) => beyondSchema);
  const rangeOf = ({ start, end }: FileProblem) => new vscode.Range(document.positionAt(start), document.positionAt(end));
  return found
    .slice(0, maxShown)
    .map((problem) => diagnostic(rangeOf(problem), sentenceOf(problem, file !== undefined), file ? doubtful : wrong));
}

/** A problem ends a sentence that begins with its field; a doubt is one. */
function sentenceOf({ path, message }: FileProblem, isDoubt: boolean): string {
  const field = path.findLast((part) => typeof part === 'string') ?? '';
  return isDoubt ? message : `${field} ${message}`;
}

function diagnostic(range: vscode.Range, message: string, severity: vscode.DiagnosticSeverity): vscode.Diagnostic {
  return Object.assign(new vscode.Diagnostic(range, message, severity), { source: 'Box Office' });
}
