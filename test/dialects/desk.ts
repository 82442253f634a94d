// Who sits before the editor while a job is done: answers what is asked, notes what is said, and speaks for pages, of which none is drawn.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';

interface Reply {
  readonly kind: string;
  readonly id?: number;
  readonly payload?: unknown;
  readonly result?: unknown;
  readonly problem?: string;
}

/** A page's answer: what it was given, or why there is nothing. */
export interface Answer<T> {
  readonly result?: T;
  readonly problem?: string;
}

/** A page by what it is sent and what it asks for. */
export class DeskPage {
  readonly #messages: Reply[] = [];
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly panel: vscode.WebviewPanel;
  #lastId = 0;

  constructor(viewType: string, title: string) {
    const nothing = new vscode.EventEmitter<never>().event;
    const webview = {
      options: {},
      html: '',
      cspSource: '',
      asWebviewUri: (uri: vscode.Uri) => uri,
      onDidReceiveMessage: this.#received.event,
      postMessage: (message: Reply) => {
        this.#messages.push(message);
        return Promise.resolve(true);
      },
    };
    this.panel = {
      viewType,
      title,
      webview,
      options: {},
      viewColumn: vscode.ViewColumn.One,
      active: true,
      visible: true,
      onDidChangeViewState: nothing,
      onDidDispose: this.#disposed.event,
      reveal: () => undefined,
      dispose: () => this.#disposed.fire(),
    };
  }

  /** What the page is opened with. */
  async init<T>(): Promise<Answer<T>> {
    this.#received.fire({ kind: 'ready' });
    const isAnswer = ({ kind, id }: Reply) => kind === 'init' || (kind === 'reply' && id === 0);
    const { payload, problem } = await until('what the page is opened with', () => this.#messages.find(isAnswer));
    return problem === undefined ? { result: payload as T } : { problem };
  }

  async ask<T>(name: string, payload: unknown): Promise<Answer<T>> {
    const id = ++this.#lastId;
    this.#received.fire({ kind: 'request', id, name, payload });
    const { result, problem } = await until(
      `an answer to ${name}`,
      () => this.#messages.find((reply) => reply.id === id),
      60_000,
    );
    return problem === undefined ? { result: result as T } : { problem };
  }

  close(): void {
    this.#disposed.fire();
  }
}

export interface TreeRow {
  readonly node: unknown;
  readonly type: string;
  readonly id: string | undefined;
  readonly label: string;
  readonly description: string;
}

/** A list that a command fills while somebody types. */
interface OpenList {
  readonly items: readonly vscode.QuickPickItem[];
  readonly isComplete: boolean;
  enter(text: string): void;
  choose(row: vscode.QuickPickItem): void;
}

export interface Operator {
  /** Which button of a question in a dialog is pressed. */
  press(question: string, buttons: readonly string[]): string | undefined;
  pick(rows: readonly vscode.QuickPickItem[], title: string): vscode.QuickPickItem | undefined;
  type(prompt: string, placeholder: string): string | undefined;
}

type Provider = vscode.TreeDataProvider<{ readonly type: string; readonly resource?: { readonly id: string } }>;

export class Desk {
  /** All that was said, by messages and by questions. */
  readonly said: string[] = [];
  readonly #pages: DeskPage[] = [];
  readonly #tree: () => unknown;
  readonly #before: Readonly<Record<string, unknown>>;
  #list: OpenList | undefined;
  #drawnBy: { readonly provider: Provider; readonly drawing: vscode.Disposable | undefined } | undefined;
  operator: Operator = { press: () => undefined, pick: () => undefined, type: () => undefined };

  /** `tree`: what fills the Events view, once the extension has started. */
  constructor(tree: () => unknown) {
    this.#tree = tree;
    const stands = this.#stands();
    this.#before = Object.fromEntries(
      Object.keys(stands).map((name) => [name, vscode.window[name as keyof typeof vscode.window]]),
    );
    Object.assign(vscode.window, stands);
  }

  /** The next job begins with nothing said and no page open. */
  clear(): void {
    this.said.length = 0;
    this.#list = undefined;
    for (const page of this.#pages.splice(0)) page.close();
  }

  leave(): void {
    this.clear();
    this.#drawnBy?.drawing?.dispose();
    Object.assign(vscode.window, this.#before);
  }

  run(command: string, ...args: readonly unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`boxOffice.${command}`, ...args);
  }

  /** Runs a command that shows a page. */
  async open(command: string, ...args: readonly unknown[]): Promise<DeskPage> {
    const { length } = this.#pages;
    await this.run(command, ...args);
    const page = this.#pages[length];
    assert.ok(page, `${command} shows no page: ${this.said.join('\n')}`);
    return page;
  }

  /** The list that is open. */
  list(): Promise<OpenList> {
    return until('a list', () => this.#list);
  }

  async rows(node?: unknown): Promise<TreeRow[]> {
    const provider = await this.#provider();
    const nodes = (await provider.getChildren(node as never)) ?? [];
    return Promise.all(
      nodes.map(async (each) => {
        const { label, description } = await provider.getTreeItem(each);
        const text = typeof label === 'string' ? label : (label?.label ?? '');
        return { node: each, type: each.type, id: each.resource?.id, label: text, description: plain(String(description ?? '')) };
      }),
    );
  }

  /** Whatever changes is drawn at once, as VS Code does: a list waits until the row above it was drawn. */
  async #provider(): Promise<Provider> {
    const provider = await until('the Events view', () => this.#tree() as Provider | undefined);
    if (this.#drawnBy?.provider === provider) return provider;
    this.#drawnBy?.drawing?.dispose();
    const drawing = provider.onDidChangeTreeData?.((changed) => {
      for (const node of [changed ?? []].flat()) void provider.getTreeItem(node);
    });
    this.#drawnBy = { provider, drawing };
    return provider;
  }

  async rowBelow(node: unknown, label: string): Promise<TreeRow> {
    const rows = await this.rows(node);
    const found = rows.find((row) => row.label.startsWith(label));
    assert.ok(found, `${label} is not among ${rows.map((row) => row.label).join(', ')}`);
    return found;
  }

  #stands(): Readonly<Record<string, unknown>> {
    const message = (text: string, ...rest: readonly unknown[]) => {
      const isItem = (part: unknown) =>
        typeof part === 'string' || (typeof part === 'object' && part !== null && 'title' in part);
      const items = rest.filter(isItem);
      const titles = items.map((item) => (typeof item === 'string' ? item : (item as { title: string }).title));
      const options = rest.find((part) => !isItem(part)) as vscode.MessageOptions | undefined;
      this.said.push(plain([text, ...(options?.detail === undefined ? [] : [options.detail]), ...titles].join(' | ')));
      const pressed = options?.modal ? this.operator.press(plain(text), titles) : undefined;
      return Promise.resolve(items[titles.indexOf(pressed ?? '')]);
    };
    return {
      showInformationMessage: message,
      showWarningMessage: message,
      showErrorMessage: message,
      showInputBox: ({ prompt = '', placeHolder = '' }: vscode.InputBoxOptions = {}) =>
        Promise.resolve(this.operator.type(prompt, placeHolder)),
      showQuickPick: async (
        rows: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>,
        options?: vscode.QuickPickOptions,
      ) => this.operator.pick(await rows, options?.title ?? ''),
      createInputBox: () => this.#inputBox(),
      createQuickPick: () => this.#quickPick(),
      createWebviewPanel: (viewType: string, title: string) => {
        const page = new DeskPage(viewType, title);
        this.#pages.push(page);
        return page.panel;
      },
    };
  }

  /** Stays until what was typed is taken; who is refused gives up. */
  #inputBox(): object {
    const [accepted, hidden, changed] = [
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<string>(),
    ];
    let isOpen = true;
    const input = {
      value: '',
      prompt: '',
      title: '',
      placeholder: '',
      busy: false,
      validationMessage: undefined as unknown,
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidChangeValue: changed.event,
      onDidTriggerButton: new vscode.EventEmitter<never>().event,
      show: () => void answer(),
      hide: () => hidden.fire(),
      dispose: () => void (isOpen = false),
    };
    const answer = async () => {
      const typed = this.operator.type(input.prompt, input.placeholder);
      if (typed !== undefined) {
        input.value = typed;
        changed.fire(typed);
        accepted.fire();
        await until('what was typed is tried', () => !isOpen || !input.busy);
      }
      if (!isOpen) return;
      this.said.push(plain(textOf(input.validationMessage)));
      hidden.fire();
    };
    return input;
  }

  #quickPick(): object {
    const [accepted, hidden, changed] = [
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<string>(),
    ];
    const nothing = new vscode.EventEmitter<never>().event;
    const list = {
      value: '',
      title: '',
      busy: false,
      items: [] as readonly vscode.QuickPickItem[],
      activeItems: [] as readonly vscode.QuickPickItem[],
      selectedItems: [] as readonly vscode.QuickPickItem[],
      buttons: [],
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidChangeValue: changed.event,
      onDidChangeActive: nothing,
      onDidChangeSelection: nothing,
      onDidTriggerButton: nothing,
      onDidTriggerItemButton: nothing,
      show: () => void (this.#list = list),
      hide: () => hidden.fire(),
      dispose: () => undefined,
      get isComplete() {
        return !list.busy && list.items.length > 0;
      },
      enter: (text: string) => {
        list.value = text;
        changed.fire(text);
      },
      choose: (row: vscode.QuickPickItem) => {
        list.activeItems = list.selectedItems = [row];
        accepted.fire();
      },
    };
    return list;
  }
}

/** Intl likes other spaces. */
export function plain(text: string): string {
  return text.replace(/[\u00a0\u202f\u2009]/g, ' ');
}

function textOf(validation: unknown): string {
  const said = typeof validation === 'object' && validation !== null && 'message' in validation ? validation.message : validation;
  return typeof said === 'string' ? said : '';
}
