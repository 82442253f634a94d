// What stands in for VS Code around a page: settings, secrets, a user who answers, and panels that are tabs of a bare Chromium.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish, setTranslator } from '../../../src/client/l10n.ts';
import { root, testExtension } from '../../../scripts/lib/paths.mjs';
import { TabStrip } from './tabs.ts';
import { type Diagnostic, type Disposable, EventEmitter, Uri, type Range } from './vscode-types.ts';

export interface QuickPickRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly buttons?: readonly { readonly tooltip?: string }[];
}

/** A list that stays open, for a test that does more in it than choose a row. */
export interface OpenList {
  readonly title: string;
  /** False while the extension looks for more. */
  readonly isComplete: boolean;
  readonly items: readonly QuickPickRow[];
  enter(text: string): void;
  choose(...rows: readonly QuickPickRow[]): void;
  /** Ticks these rows alone, in a list of which several can be chosen; `accept` says that this is all. */
  check(...rows: readonly QuickPickRow[]): void;
  accept(): void;
  /** Leaves it, as Escape does. */
  hide(): void;
  /** Presses a button of a row, or of the title. */
  press(button: string, row?: QuickPickRow): void;
}

/** Answers what is asked while a test runs; a question without an answer is left. */
export interface UserStub {
  /** Every notification and dialog, with its detail and its buttons. */
  readonly shown: string[];
  /** The titles of what ran with progress. */
  readonly progress: string[];
  /** What the status bar said for a while. */
  readonly status: string[];
  /** The lists that were offered. */
  readonly offered: (readonly QuickPickRow[])[];
  /** Which button of a message is pressed. */
  press: (message: string, buttons: readonly string[]) => string | undefined | Promise<string | undefined>;
  /** `problem`: why the text before was refused. */
  type: (options: TypedInto) => string | undefined | Promise<string | undefined>;
  /** One row of a list, or several where several can be ticked. */
  pick: (rows: readonly QuickPickRow[], title: string) => Picked | Promise<Picked>;
  /** Takes a list that the extension fills while it is open; such a list is not offered to `pick`. */
  browse: ((list: OpenList) => void) | undefined;
  /** Which button in the title of a list is pressed, instead of a row. */
  pressInTitle: (buttons: readonly string[], title: string) => string | undefined;
  /** Whether work that shows its progress is cancelled: asked at its start, and with each step that it reports. */
  cancel: (title: string, step: string) => boolean;
  /** Where a file is saved, and which files are opened. */
  saveTo: (suggested: string) => string | undefined;
  choose: () => readonly string[] | undefined;
}

interface TypedInto {
  readonly title?: string;
  readonly prompt?: string;
  readonly problem?: string;
}

type Picked = QuickPickRow | readonly QuickPickRow[] | undefined;

export function newUser(): UserStub {
  const nothing = () => undefined;
  return {
    shown: [],
    progress: [],
    status: [],
    offered: [],
    press: nothing,
    type: nothing,
    pick: nothing,
    browse: undefined,
    pressInTitle: nothing,
    cancel: () => false,
    saveTo: nothing,
    choose: nothing,
  };
}

export interface EditorOptions {
  /** `en` by default. */
  readonly language?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly trusted?: boolean | undefined;
  /** For tests that change the window of the browser itself, such as its clock. */
  readonly ownWindow?: boolean | undefined;
}

type Handler = (...args: unknown[]) => unknown;

export interface TreeData {
  getChildren(row?: unknown): unknown;
  getTreeItem(row: unknown): unknown;
}

/** A tool for agents, as VS Code calls it: the question first, then the work. */
export interface AgentTool {
  prepareInvocation(call: { readonly input: unknown }): Promise<{ readonly confirmationMessages?: object }>;
  invoke(call: { readonly input: unknown }, token: unknown): Promise<{ readonly content: readonly { readonly value: string }[] }>;
}

/** Records as files, as VS Code reads and saves them. */
export interface RecordFiles {
  readFile(uri: Uri): Promise<Uint8Array>;
  writeFile(uri: Uri, content: Uint8Array): Promise<void>;
  onDidChangeFile(listener: (changes: readonly { readonly type: number; readonly uri: Uri }[]) => void): Disposable;
}

interface TextDocument {
  readonly uri: Uri;
  getText(range?: Range): string;
}

/** A document that the extension has opened. */
export interface OpenDocument {
  readonly uri: Uri;
  readonly text: string;
}

export class FakeEditor {
  /** What stands in the status bar. */
  readonly statusItems: { readonly text: string; readonly tooltip: string }[] = [];
  readonly language: string;
  readonly bundle: Readonly<Record<string, string>> | undefined;
  readonly isTrusted: boolean;
  readonly home: string;
  readonly tabs: TabStrip;
  readonly settings = new Map<string, unknown>();
  readonly secrets = new Map<string, string>();
  /** The keyring of the machine takes nothing. */
  isKeyringBroken = false;
  readonly state = { global: new Map<string, unknown>(), workspace: new Map<string, unknown>() };
  readonly contextKeys = new Map<string, unknown>();
  /** Commands of VS Code itself that were run, which do nothing here; and the rows that a tree was asked to reveal. */
  readonly executed: unknown[][] = [];
  /** What Settings Sync carries. */
  syncedKeys: readonly string[] = [];
  readonly documents: OpenDocument[] = [];
  readonly diagnostics = new Map<string, readonly (Diagnostic & { readonly code?: unknown })[]>();
  readonly commands = new Map<string, Handler>();
  readonly serializers = new Map<string, { deserializeWebviewPanel(panel: unknown, state: unknown): Promise<void> }>();
  readonly contentProviders = new Map<string, { provideTextDocumentContent(uri: Uri): unknown }>();
  readonly fileSystems = new Map<string, RecordFiles>();
  /** What fills the views, by their ids. */
  readonly trees = new Map<string, TreeData>();
  readonly tools = new Map<string, AgentTool>();
  /** The document with the focus, and what is selected in it. */
  textEditor: { readonly document: TextDocument; readonly selections: readonly Range[] } | undefined;
  readonly logged: string[] = [];
  readonly onDidChangeSettings = new EventEmitter<string>();
  readonly onDidChangeSecrets = new EventEmitter<{ key: string }>();
  readonly onDidSaveDocument = new EventEmitter<{ uri: Uri }>();
  readonly onDidDeleteFiles = new EventEmitter<{ files: readonly Uri[] }>();
  clipboard = '';
  user = newUser();

  private constructor(home: string, bundle: Readonly<Record<string, string>> | undefined, options: EditorOptions) {
    this.home = home;
    this.language = options.language ?? 'en';
    this.bundle = bundle;
    this.isTrusted = options.trusted ?? true;
    this.tabs = new TabStrip({ language: this.language, isOwn: options.ownWindow ?? false });
    for (const [name, value] of Object.entries(options.settings ?? {})) this.settings.set(name, value);
  }

  static async start(options: EditorOptions): Promise<FakeEditor> {
    const home = await mkdtemp(join(tmpdir(), 'box-office-page-'));
    await mkdir(join(home, 'workspace'));
    const bundleFile = join(root, 'l10n', `bundle.l10n.${options.language ?? 'en'}.json`);
    const bundle = await readFile(bundleFile, 'utf8').then(
      (text) => JSON.parse(text) as Record<string, string>,
      () => undefined,
    );
    return new FakeEditor(home, bundle, options);
  }

  get workspace(): string {
    return join(this.home, 'workspace');
  }

  setting(name: string): unknown {
    return this.settings.get(name) ?? defaultSettings.get(name);
  }

  change(name: string, value: unknown): void {
    this.settings.set(name, value);
    this.onDidChangeSettings.fire(name);
  }

  run(command: string, ...args: unknown[]): Promise<unknown> {
    const own = this.commands.get(command);
    if (own) return Promise.resolve(own(...args));
    if (command === 'vscode.open') this.textEditor = { document: { uri: args[0] as Uri, getText: () => '' }, selections: [] };
    if (command === 'setContext') this.contextKeys.set(String(args[0]), args[1]);
    else this.executed.push([command, ...args]);
    return Promise.resolve(undefined);
  }

  /** What a window keeps for the extension; another one after a reload, with the same contents. */
  newContext(extensionPath = testExtension) {
    const memento = (values: Map<string, unknown>) => ({
      get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
      update: (key: string, value: unknown) => Promise.resolve(value === undefined ? values.delete(key) : values.set(key, value)),
      keys: () => [...values.keys()],
      setKeysForSync: (keys: readonly string[]) => void (this.syncedKeys = keys),
    });
    const subscriptions: Disposable[] = [];
    const extension = { id: 'box-office.box-office', packageJSON: manifest };
    return {
      subscriptions,
      extension,
      extensionPath,
      extensionUri: Uri.file(extensionPath),
      globalStorageUri: Uri.file(join(this.home, 'storage')),
      globalState: memento(this.state.global),
      workspaceState: memento(this.state.workspace),
      secrets: {
        get: (key: string) => Promise.resolve(this.secrets.get(key)),
        store: (key: string, value: string) => {
          if (this.isKeyringBroken) return Promise.reject(new Error('The keyring is locked.'));
          this.secrets.set(key, value);
          this.onDidChangeSecrets.fire({ key });
          return Promise.resolve();
        },
        delete: (key: string) => {
          this.secrets.delete(key);
          this.onDidChangeSecrets.fire({ key });
          return Promise.resolve();
        },
        onDidChange: this.onDidChangeSecrets.event,
      },
      dispose: () => subscriptions.splice(0).forEach((one) => one.dispose()),
    };
  }

  async stop(): Promise<void> {
    await this.tabs.stop();
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
  };
}

// Not awaited: the built extension requires this module, and what waits while it loads cannot be required.
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const defaultSettings = new Map(
  Object.entries(manifest.contributes.configuration.properties).map(([name, property]) => [name, property.default]),
);

let current: FakeEditor | undefined;

/** Tests that come after it in the same process have no editor that translates. */
export function setEditor(editor: FakeEditor | undefined): void {
  current = editor;
  if (!editor) setTranslator(inEnglish);
}

/** The editor that the module `vscode` speaks for. */
export function editor(): FakeEditor {
  if (!current) throw new Error('There is an editor only while tests run.');
  return current;
}
