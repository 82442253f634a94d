// Stands in for the module `vscode` around pages: what the extension asks of VS Code is answered by the editor of the running test.
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { editor, type AgentTool, type OpenList, type QuickPickRow, type RecordFiles, type TreeData } from './fake-editor.ts';
import {
  type Diagnostic,
  CancellationTokenSource,
  Disposable,
  Position,
  EventEmitter,
  FileType,
  InputBoxValidationSeverity,
  TabInputText,
  Uri,
} from './vscode-types.ts';

export * from './vscode-types.ts';

export const version = '1.139.0';

type Texts = readonly (string | number | boolean)[] | Readonly<Record<string, unknown>>;

function translate(
  message: string | { message: string; args?: Texts; comment?: string | readonly string[] },
  ...rest: unknown[]
): string {
  const [text, args] =
    typeof message === 'string' ? [message, typeof rest[0] === 'object' ? rest[0] : rest] : [message.message, message.args ?? []];
  const comment = typeof message === 'string' ? undefined : message.comment;
  const key = comment === undefined ? text : `${text}/${typeof comment === 'string' ? comment : comment.join('')}`;
  const said = editor().bundle?.[key] ?? text;
  const values = args as Readonly<Record<string, unknown>>;
  return said.replace(/\{([^}]+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

export const l10n = {
  t: translate,
  get bundle() {
    return editor().bundle;
  },
};

export const UIKind = { Desktop: 1, Web: 2 };

export const env = {
  shell: '/bin/bash',
  uriScheme: 'vscode',
  get language() {
    return editor().language;
  },
  clipboard: {
    readText: () => Promise.resolve(editor().clipboard),
    writeText: (text: string) => {
      editor().clipboard = text;
      return Promise.resolve();
    },
  },
  openExternal: async (uri: Uri) => {
    await editor().run('openExternal', uri.toString());
    return true;
  },
  remoteName: undefined,
  uiKind: 1,
};

export const commands = {
  executeCommand: (command: string, ...args: unknown[]) => editor().run(command, ...args),
  registerCommand: (command: string, handler: (...args: unknown[]) => unknown) => {
    editor().commands.set(command, handler);
    return new Disposable(() => editor().commands.delete(command));
  },
  getCommands: () => Promise.resolve([...editor().commands.keys()]),
};

async function showMessage(text: string, ...rest: readonly unknown[]): Promise<unknown> {
  const { user } = editor();
  const items = rest.filter((part) => typeof part === 'string' || (typeof part === 'object' && part !== null && 'title' in part));
  const titles = items.map((item) => (typeof item === 'string' ? item : (item as { title: string }).title));
  const detail = (
    rest.find((part) => typeof part === 'object' && part !== null && 'detail' in part) as { detail?: string } | undefined
  )?.detail;
  user.shown.push([text, ...(detail === undefined ? [] : [detail]), ...titles].join(' | '));
  const pressed = await user.press(detail === undefined ? text : `${text}\n${detail}`, titles);
  return items[titles.indexOf(pressed ?? '')];
}

/** A list or a box that the extension fills itself. The user answers when it has something to choose from. */
class FakeInput implements OpenList {
  title = '';
  placeholder = '';
  prompt = '';
  value = '';
  validationMessage: unknown;
  canSelectMany = false;
  matchOnDescription = false;
  ignoreFocusOut = false;
  keepScrollPosition = false;
  buttons: readonly { readonly tooltip?: string }[] = [];
  activeItems: readonly QuickPickRow[] = [];
  selectedItems: readonly QuickPickRow[] = [];
  readonly #accept = new EventEmitter<void>();
  readonly #hide = new EventEmitter<void>();
  readonly #selection = new EventEmitter<readonly QuickPickRow[]>();
  readonly #button = new EventEmitter<{ readonly tooltip?: string }>();
  readonly #rowButton = new EventEmitter<{ readonly item: QuickPickRow; readonly button: { readonly tooltip?: string } }>();
  readonly #value = new EventEmitter<string>();
  readonly #never = new EventEmitter<never>();
  readonly onDidAccept = this.#accept.event;
  readonly onDidHide = this.#hide.event;
  readonly onDidChangeSelection = this.#selection.event;
  readonly onDidChangeActive = this.#never.event;
  readonly onDidChangeValue = this.#value.event;
  readonly onDidTriggerButton = this.#button.event;
  readonly onDidTriggerItemButton = this.#rowButton.event;
  readonly #isList: boolean;
  #items: readonly QuickPickRow[] = [];
  #busy = false;
  #isOpen = false;
  #settle: () => void = () => undefined;

  constructor(isList: boolean) {
    this.#isList = isList;
  }

  get items(): readonly QuickPickRow[] {
    return this.#items;
  }

  set items(items: readonly QuickPickRow[]) {
    this.#items = items;
    this.#offer();
  }

  get busy(): boolean {
    return this.#busy;
  }

  set busy(busy: boolean) {
    this.#busy = busy;
    if (!busy) this.#settle();
    this.#offer();
  }

  show(): void {
    this.#isOpen = true;
    if (!this.#isList) void this.#type();
    else if (editor().user.browse) editor().user.browse!(this);
    else this.#offer();
  }

  hide(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#settle();
    this.#hide.fire();
  }

  dispose(): void {
    this.#isOpen = false;
    this.#settle();
  }

  async #type(): Promise<void> {
    let refused: string | undefined;
    for (let problem: string | undefined; ;) {
      const { title, prompt } = this;
      const typed = await editor().user.type({ title, prompt, ...(problem ? { problem } : {}) });
      // Who types the same once more gives up.
      if (typed === undefined || typed === refused) return this.hide();
      this.enter(typed);
      this.#accept.fire();
      await this.#settled();
      problem = this.#isOpen ? problemIn(this.validationMessage as Validation) : undefined;
      if (!problem) return;
      refused = typed;
    }
  }

  /** What was accepted may be tried before it is taken. */
  #settled(): Promise<void> {
    return this.#busy ? new Promise((resolve) => (this.#settle = resolve)) : Promise.resolve();
  }

  get isComplete(): boolean {
    return this.#isOpen && !this.#busy && this.#items.length > 0;
  }

  enter(text: string): void {
    this.value = text;
    this.#value.fire(text);
  }

  choose(...rows: readonly QuickPickRow[]): void {
    this.check(...rows);
    this.accept();
  }

  check(...rows: readonly QuickPickRow[]): void {
    this.activeItems = rows.slice(0, 1);
    this.selectedItems = rows;
    this.#selection.fire(rows);
  }

  accept(): void {
    this.#accept.fire();
  }

  press(name: string, row?: QuickPickRow): void {
    const button = (row ? row.buttons : this.buttons)?.find(({ tooltip }) => tooltip === name);
    if (!button) throw new Error(`There is no button "${name}".`);
    if (row) this.#rowButton.fire({ item: row, button });
    else this.#button.fire(button);
  }

  #offer(): void {
    if (!this.#isList || editor().user.browse || !this.isComplete) return;
    const { user } = editor();
    user.offered.push(this.#items);
    const pressed = user.pressInTitle(
      this.buttons.map(({ tooltip = '' }) => tooltip),
      this.title,
    );
    const button = this.buttons.find(({ tooltip }) => tooltip === pressed);
    if (button) return queueMicrotask(() => this.#button.fire(button));
    // A step later: the extension is still setting the list up.
    void Promise.resolve(user.pick(this.#items, this.title)).then((picked) => {
      if (picked === undefined) this.hide();
      else this.choose(...(Array.isArray(picked) ? (picked as readonly QuickPickRow[]) : [picked as QuickPickRow]));
    });
  }
}

const log =
  (level: string) =>
  (text: string, ...rest: readonly unknown[]) =>
    void editor().logged.push([level, text, ...rest.map(String)].join(' '));

type Validation = string | { readonly message: string; readonly severity: number } | undefined;

interface InputBox {
  readonly title?: string;
  readonly prompt?: string;
  readonly validateInput?: (text: string) => Validation;
}

/** A warning is shown, and what was typed is taken all the same. */
function problemIn(found: Validation): string | undefined {
  if (typeof found !== 'object') return found;
  return found.severity < InputBoxValidationSeverity.Error ? undefined : found.message;
}

export const window = {
  createOutputChannel: () => ({
    ...Object.fromEntries(
      ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine'].map((level) => [level, log(level)]),
    ),
    show: () => undefined,
    dispose: () => undefined,
  }),
  createStatusBarItem: () => {
    const item = { text: '', tooltip: '', show: () => undefined, hide: () => undefined, dispose: () => undefined };
    editor().statusItems.push(item);
    return item;
  },
  createTreeView: (id: string, { treeDataProvider }: { treeDataProvider: TreeData }) => {
    editor().trees.set(id, treeDataProvider);
    return {
      visible: false,
      selection: [] as unknown[],
      ...Object.fromEntries(
        [
          'onDidChangeSelection',
          'onDidChangeVisibility',
          'onDidExpandElement',
          'onDidCollapseElement',
          'onDidChangeCheckboxState',
        ].map((name) => [name, new EventEmitter().event]),
      ),
      reveal(row: unknown, { select = true }: { select?: boolean } = {}) {
        editor().executed.push(['reveal', row]);
        if (select) this.selection = [row];
        return Promise.resolve();
      },
      dispose: () => undefined,
    };
  },
  createWebviewPanel: (viewType: string, title: string) => editor().tabs.create(viewType, title),
  registerWebviewPanelSerializer: (viewType: string, serializer: never) => {
    editor().serializers.set(viewType, serializer);
    return new Disposable(() => undefined);
  },
  registerFileDecorationProvider: () => new Disposable(() => undefined),
  onDidChangeActiveTextEditor: () => new Disposable(() => undefined),
  registerUriHandler: () => new Disposable(() => undefined),
  showInformationMessage: showMessage,
  showWarningMessage: showMessage,
  showErrorMessage: showMessage,
  showInputBox: async (options: InputBox = {}) => {
    const { user } = editor();
    let refused: string | undefined;
    for (let problem: string | undefined; ;) {
      const typed = await user.type({ ...options, ...(problem ? { problem } : {}) });
      if (typed === undefined) return undefined;
      const found = options.validateInput?.(typed);
      problem = problemIn(found);
      if (!problem) return typed;
      // Who types the same once more gives up.
      if (typed === refused) return undefined;
      refused = typed;
    }
  },
  showQuickPick: async (
    rows: readonly (QuickPickRow | string)[] | PromiseLike<readonly (QuickPickRow | string)[]>,
    options: { title?: string } = {},
    token?: { onCancellationRequested(listener: () => void): unknown },
  ) => {
    const texts = new Map<unknown, string>();
    const list = (await rows).map((row) => {
      if (typeof row !== 'string') return row;
      const shown = { label: row };
      texts.set(shown, row);
      return shown;
    });
    const { user } = editor();
    user.offered.push(list);
    const takenAway = new Promise<undefined>((resolve) => token?.onCancellationRequested(() => resolve(undefined)));
    const picked = await Promise.race([user.pick(list, options.title ?? ''), takenAway]);
    return texts.get(picked) ?? picked;
  },
  createQuickPick: () => new FakeInput(true),
  createInputBox: () => new FakeInput(false),
  showSaveDialog: ({ defaultUri }: { defaultUri?: Uri } = {}) => {
    const path = editor().user.saveTo(defaultUri?.fsPath ?? '');
    return Promise.resolve(path === undefined ? undefined : Uri.file(path));
  },
  showOpenDialog: () =>
    Promise.resolve(
      editor()
        .user.choose()
        ?.map((path) => Uri.file(path)),
    ),
  showTextDocument: (shown: { uri: Uri } | Uri) => {
    const uri = shown instanceof Uri ? shown : shown.uri;
    editor().executed.push(['showTextDocument', uri.toString()]);
    return Promise.resolve({ document: shown });
  },
  withProgress: async (options: { title?: string }, work: (progress: unknown, token: unknown) => unknown) => {
    const { title = '' } = options;
    const { user } = editor();
    user.progress.push(title);
    const source = new CancellationTokenSource();
    const step = (message: string) => user.cancel(title, message) && source.cancel();
    const done = work({ report: ({ message = '' }: { message?: string }) => step(message) }, source.token);
    step('');
    return await done;
  },
  setStatusBarMessage: (text: string) => {
    editor().user.status.push(text);
    return new Disposable(() => undefined);
  },
  tabGroups: {
    get activeTabGroup() {
      const document = editor().documents.at(-1);
      return { activeTab: document && { input: new TabInputText(document.uri) } };
    },
    all: [],
    close: () => Promise.resolve(true),
  },
  get activeTextEditor() {
    return editor().textEditor;
  },
};

let untitled = 0;

export const workspace = {
  get isTrusted() {
    return editor().isTrusted;
  },
  get workspaceFolders() {
    return [{ uri: Uri.file(editor().workspace), name: 'workspace', index: 0 }];
  },
  textDocuments: [],
  getConfiguration: (section = '') => {
    const full = (name: string) => (section === '' ? name : `${section}.${name}`);
    const values = new Proxy({}, { get: (_, name) => editor().setting(full(String(name))) });
    return Object.assign(Object.create(values) as object, {
      get: (name: string, otherwise?: unknown) => editor().setting(full(name)) ?? otherwise,
      update: (name: string, value: unknown) => Promise.resolve(editor().change(full(name), value)),
    });
  },
  onDidChangeConfiguration: (listener: (change: { affectsConfiguration(name: string): boolean }) => unknown) =>
    editor().onDidChangeSettings.event((changed) => listener({ affectsConfiguration: (name) => changed.startsWith(name) })),
  onDidSaveTextDocument: (listener: (document: { uri: Uri }) => unknown) => editor().onDidSaveDocument.event(listener),
  onWillSaveTextDocument: () => new Disposable(() => undefined),
  onDidOpenTextDocument: () => new Disposable(() => undefined),
  onDidCloseTextDocument: () => new Disposable(() => undefined),
  onDidChangeTextDocument: () => new Disposable(() => undefined),
  onDidDeleteFiles: (listener: (change: { files: readonly Uri[] }) => unknown) => editor().onDidDeleteFiles.event(listener),
  onDidRenameFiles: () => new Disposable(() => undefined),
  registerTextDocumentContentProvider: (scheme: string, provider: { provideTextDocumentContent(uri: Uri): unknown }) => {
    editor().contentProviders.set(scheme, provider);
    return new Disposable(() => undefined);
  },
  registerFileSystemProvider: (scheme: string, provider: RecordFiles) => {
    editor().fileSystems.set(scheme, provider);
    return new Disposable(() => undefined);
  },
  openTextDocument: async (wanted: Uri | { content?: string; language?: string }) => {
    const uri = wanted instanceof Uri ? wanted : Uri.from({ scheme: 'untitled', path: `Untitled-${++untitled}` });
    const provider = editor().contentProviders.get(uri.scheme);
    const text =
      wanted instanceof Uri
        ? provider
          ? String(await provider.provideTextDocumentContent(uri))
          : uri.scheme === 'file'
            ? await readFile(uri.fsPath, 'utf8')
            : ''
        : (wanted.content ?? '');
    editor().documents.push({ uri, text });
    const positionAt = (offset: number) => {
      const lines = text.slice(0, offset).split('\n');
      return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
    };
    return { uri, getText: () => text, positionAt, isDirty: false };
  },
  createFileSystemWatcher: ({ base }: { base: Uri }) => {
    const changed = new EventEmitter<Uri>();
    const watcher = watch(base.fsPath, (_, name) => {
      if (name !== null) changed.fire(Uri.file(join(base.fsPath, basename(name))));
    });
    return {
      onDidChange: changed.event,
      onDidCreate: changed.event,
      onDidDelete: new EventEmitter<Uri>().event,
      dispose: () => watcher.close(),
    };
  },
  fs: {
    stat: async ({ fsPath }: Uri) => {
      const found = await stat(fsPath);
      return { type: found.isDirectory() ? FileType.Directory : FileType.File, mtime: found.mtimeMs, ctime: 0, size: found.size };
    },
    createDirectory: ({ fsPath }: Uri) => mkdir(fsPath, { recursive: true }),
    readFile: ({ fsPath }: Uri) => readFile(fsPath),
    writeFile: ({ fsPath }: Uri, content: Uint8Array) => writeFile(fsPath, content),
    readDirectory: async ({ fsPath }: Uri) => (await readdir(fsPath)).map((name) => [name, FileType.File] as const),
  },
};

export const languages = {
  createDiagnosticCollection: () => ({
    set: (uri: Uri, all: readonly Diagnostic[]) => void editor().diagnostics.set(uri.toString(), all),
    delete: (uri: Uri) => void editor().diagnostics.delete(uri.toString()),
    clear: () => editor().diagnostics.clear(),
    dispose: () => undefined,
  }),
  registerCodeActionsProvider: () => new Disposable(() => undefined),
  registerHoverProvider: () => new Disposable(() => undefined),
};

export const lm = {
  registerTool: (name: string, tool: AgentTool) => {
    editor().tools.set(name, tool);
    return new Disposable(() => undefined);
  },
};
export const extensions = { getExtension: () => undefined };
