// The plain values of VS Code's API: what they are called and do there, as far as the extension uses them.
import { posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export class Disposable {
  readonly #dispose: () => unknown;

  constructor(dispose: () => unknown) {
    this.#dispose = dispose;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }

  dispose(): void {
    this.#dispose();
  }
}

type Listener<T> = (event: T) => unknown;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>, thisArg?: unknown, disposables?: Disposable[]): Disposable => {
    const bound = thisArg === undefined ? listener : listener.bind(thisArg);
    this.#listeners.add(bound);
    const disposable = new Disposable(() => this.#listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };

  /** Gives what the listeners gave, which VS Code does not look at. */
  fire(event: T): unknown[] {
    return [...this.#listeners].map((listener) => listener(event));
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationError extends Error {
  override readonly name = 'Canceled';
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
  readonly fragment?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  private constructor({ scheme, authority = '', path = '', query = '', fragment = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path: decodeURIComponent(pathToFileURL(path).pathname) });
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search, hash } = new URL(text);
    const [path, query, fragment] = [pathname, search.slice(1), hash.slice(1)].map(decodeURIComponent);
    return new Uri({ scheme: protocol.slice(0, -1), authority: host, path: path!, query: query!, fragment: fragment! });
  }

  static joinPath(uri: Uri, ...names: readonly string[]): Uri {
    return uri.with({ path: posix.join(uri.path, ...names) });
  }

  with(change: Partial<UriParts>): Uri {
    return new Uri({ ...this.#parts, ...change });
  }

  get #parts(): UriParts {
    const { scheme, authority, path, query, fragment } = this;
    return { scheme, authority, path, query, fragment };
  }

  get fsPath(): string {
    return this.scheme === 'file' ? fileURLToPath(this.toString()) : this.path;
  }

  toString(): string {
    const query = this.query && `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment && `#${encodeURIComponent(this.fragment)}`;
    const authority = this.authority || this.scheme === 'file' ? `//${this.authority}` : '';
    return `${this.scheme}:${authority}${encodeURI(this.path)}${query}${fragment}`;
  }

  toJSON(): unknown {
    return { ...this.#parts, fsPath: this.fsPath };
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...at: [Position, Position] | [number, number, number, number]) {
    [this.start, this.end] = at.length === 2 ? at : [new Position(at[0], at[1]), new Position(at[2], at[3])];
  }
}

export class Location {
  readonly uri: Uri;
  readonly range: Range;

  constructor(uri: Uri, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

export class Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;

  constructor(range: Range, message: string, severity = 0) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class DiagnosticRelatedInformation {
  readonly location: Location;
  readonly message: string;

  constructor(location: Location, message: string) {
    this.location = location;
    this.message = message;
  }
}

export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeColor extends ThemeIcon {}

export class RelativePattern {
  readonly base: Uri;
  readonly pattern: string;

  constructor(base: Uri, pattern: string) {
    this.base = base;
    this.pattern = pattern;
  }
}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class MarkdownString {
  value = '';

  appendText(text: string): this {
    this.value += text;
    return this;
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class TabInputText {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputCustom {
  readonly uri: Uri;
  readonly viewType: string;

  constructor(uri: Uri, viewType: string) {
    this.uri = uri;
    this.viewType = viewType;
  }
}

export class TabInputTextDiff {
  readonly kind = 'diff';
}

export class FileDecoration {
  readonly kind = 'decoration';
}

export class CodeAction {
  readonly title: string;

  constructor(title: string) {
    this.title = title;
  }
}

export class FileSystemError extends Error {
  static FileNotFound(what?: unknown): FileSystemError {
    return new FileSystemError(`not found: ${String(what)}`);
  }

  static NoPermissions(what?: unknown): FileSystemError {
    return new FileSystemError(String(what));
  }

  static Unavailable(what?: unknown): FileSystemError {
    return new FileSystemError(String(what));
  }
}

export const CodeActionKind = { QuickFix: 'quickfix' };
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const QuickInputButtons = { Back: { iconPath: new ThemeIcon('arrow-left'), tooltip: 'Back' } };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1 };

export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  readonly content: readonly LanguageModelTextPart[];

  constructor(content: readonly LanguageModelTextPart[]) {
    this.content = content;
  }
}
