// What several host tests need: a server that writes down what arrives, a stand-in for the user who answers, and the log files.
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import { startService, type Service, type ServiceOptions } from '../../src/service/index.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** A text goes out as it is, anything else as JSON. */
  readonly body: unknown;
}

export interface RecordingServer {
  readonly url: string;
  /** Every request, in the order in which they came. */
  readonly arrived: Arrived[];
  stop(): void;
}

/** A real server on this machine. */
export async function startRecordingServer(answer: (request: Arrived) => Answer | Promise<Answer>): Promise<RecordingServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const whole: Arrived = { method, url, headers, body: Buffer.concat(pieces).toString() };
      arrived.push(whole);
      void Promise.resolve(answer(whole)).then(({ status = 200, headers: more, body: reply }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...more });
        response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Changes a setting of the user; one that has this value already costs no write. */
export async function set(name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  if (isDeepStrictEqual(configuration.inspect(name)?.globalValue, value)) return;
  await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}

/** Configures an environment and chooses it. */
export async function chooseEnvironment(name: string, settings: object): Promise<void> {
  await set('boxOffice.environments', { [name]: settings });
  await set('boxOffice.environment', name);
}

/** The same environments for each test of a `describe` under names of its own: one change of the settings instead of many. */
export function numbered(before: Mocha.Context, ofTest: (at: number) => Record<string, object>): Record<string, object> {
  const { tests } = before.test!.parent!;
  return Object.assign({}, ...tests.map((_test, index) => ofTest(index + 1))) as Record<string, object>;
}

/** A local service with sample data, as an environment of this name that is chosen for the tests of one `describe`. */
export function useService(name: string, options: ServiceOptions = {}, settings: object = {}): { readonly service: Service } {
  const held: { service?: Service } = {};
  before(async () => {
    const service = (held.service = await startService({ seed: 1, dialect: {}, ...options }));
    await chooseEnvironment(name, {
      eventUrl: service.eventUrl,
      ticketUrl: service.ticketUrl,
      dialect: seenDialect,
      ...settings,
    });
  });
  after(async () => {
    await forgetEnvironments();
    await held.service?.stop();
  });
  return held as { readonly service: Service };
}

/** Signs in to the environment that is chosen, by whoever sits before the editor. */
export async function signIn(user: UserStub, token: string): Promise<void> {
  const { type } = user;
  user.type = () => token;
  await vscode.commands.executeCommand('boxOffice.signIn');
  user.type = type;
}

export async function forgetEnvironments(): Promise<void> {
  await set('boxOffice.environment', undefined);
  await set('boxOffice.environments', undefined);
}

/** Answers what is asked while a test runs; a question without an answer is left. */
export interface UserStub {
  /** Every notification and dialog with its detail and its buttons. */
  readonly shown: string[];
  /** What was asked for in input boxes. */
  readonly asked: vscode.InputBoxOptions[];
  /** The lists that were offered. */
  readonly offered: vscode.QuickPickItem[][];
  /** Which button of a message is pressed. */
  press: (message: string, buttons: readonly string[]) => string | undefined | Promise<string | undefined>;
  type: (options: vscode.InputBoxOptions) => string | Back | undefined | Promise<string>;
  pick: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | Back | undefined;
  /** Is told why a guided input does not take what was typed, and is asked again. */
  refused: (message: string) => void;
  /** What an input said of something that it takes all the same. */
  readonly remarks: string[];
}

/** The button that leads to the step before; a text that was typed until then stays there. */
export class Back {
  readonly typed: string | undefined;

  constructor(typed?: string) {
    this.typed = typed;
  }
}

const nobody = () => ({ press: () => undefined, type: () => undefined, pick: () => undefined, refused: () => undefined });

/** Takes the place of whoever sits before the editor, for the tests of one `describe`. */
export function useUserStub(): UserStub {
  const user: UserStub = { shown: [], asked: [], offered: [], remarks: [], ...nobody() };
  const message = (text: string, ...rest: readonly unknown[]) => {
    const buttons = rest.filter((part) => typeof part === 'string');
    user.shown.push([text, ...rest.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))].join(' | '));
    return Promise.resolve(user.press(text, buttons));
  };
  const stands = {
    showInformationMessage: message,
    showWarningMessage: message,
    showErrorMessage: message,
    showInputBox: (options: vscode.InputBoxOptions = {}) => {
      user.asked.push(options);
      return Promise.resolve(user.type(options));
    },
    createInputBox: () => inputBox(user),
    showOpenDialog: () => Promise.resolve(undefined),
    showSaveDialog: () => Promise.resolve(undefined),
    showQuickPick: async (items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>) => {
      const list = await items;
      user.offered.push([...list]);
      return user.pick(list);
    },
  };
  const originals = Object.fromEntries(Object.keys(stands).map((name) => [name, vscode.window[name as keyof typeof stands]]));
  before(() => Object.assign(vscode.window, stands));
  beforeEach(() => {
    for (const list of [user.shown, user.asked, user.offered, user.remarks]) list.length = 0;
    Object.assign(user, nobody());
  });
  after(() => Object.assign(vscode.window, originals));
  return user;
}

function newEvents() {
  const accepted = new vscode.EventEmitter<unknown>();
  const hidden = new vscode.EventEmitter<unknown>();
  const back = new vscode.EventEmitter<unknown>();
  const changed = new vscode.EventEmitter<unknown>();
  const events = { onDidAccept: accepted.event, onDidHide: hidden.event, onDidTriggerButton: back.event };
  return { accepted, hidden, back, changed, events: { ...events, onDidChangeValue: changed.event, dispose: () => undefined } };
}

/** An input that a command makes itself: it stays until what was typed is taken. */
function inputBox(user: UserStub) {
  const { accepted, hidden, back, changed, events } = newEvents();
  let isOpen = true;
  const input = {
    ...events,
    value: '',
    prompt: '',
    title: '',
    placeholder: '',
    password: false,
    busy: false,
    validationMessage: undefined as string | vscode.InputBoxValidationMessage | undefined,
    show: () => void ask(),
    dispose: () => void (isOpen = false),
  };
  const said = (isError: boolean) => {
    const { validationMessage: found } = input;
    if (typeof found !== 'object') return isError ? found : undefined;
    return (found.severity === vscode.InputBoxValidationSeverity.Error) === isError ? found.message : undefined;
  };
  // Who types the same once more gives up.
  const ask = async (refused?: string): Promise<void> => {
    const { title, prompt, value, password, placeholder: placeHolder } = input;
    const options = { title, prompt, value, password, placeHolder };
    user.asked.push(options);
    const answer = await user.type(options);
    if (answer === undefined || answer === refused) return hidden.fire(undefined);
    input.value = answer instanceof Back ? (answer.typed ?? value) : answer;
    changed.fire(input.value);
    const remark = said(false);
    if (remark !== undefined) user.remarks.push(remark);
    if (answer instanceof Back) return back.fire(undefined);
    accepted.fire(undefined);
    await until('what was typed is tried', () => !isOpen || !input.busy);
    const problem = said(true);
    if (!isOpen || problem === undefined) return;
    user.refused(problem);
    await ask(input.value);
  };
  return input;
}

/** Lets the same stand-in choose in the lists that a command makes itself, such as those with a way back. */
export function useGuidedInputs(user: UserStub): void {
  const { createQuickPick } = vscode.window;
  const list = () => {
    const { accepted, hidden, back, events } = newEvents();
    const input = {
      ...events,
      items: [] as readonly vscode.QuickPickItem[],
      activeItems: [] as readonly vscode.QuickPickItem[],
      show: () => {
        user.offered.push([...input.items]);
        const chosen = user.pick(input.items);
        if (chosen instanceof Back) return back.fire(undefined);
        input.activeItems = chosen ? [chosen] : [];
        (chosen ? accepted : hidden).fire(undefined);
      },
    };
    return input;
  };
  before(() => Object.assign(vscode.window, { createQuickPick: list }));
  after(() => Object.assign(vscode.window, { createQuickPick }));
}

export type List = vscode.QuickPick<vscode.QuickPickItem & { value?: { id: string }; event?: { id: string } }>;

/** Reaches the real lists in which a command searches while somebody types, for the tests of one `describe`. */
export function useLists(): {
  /** The one that is open. */
  readonly opened: () => Promise<List>;
  /** Types a text into it, and takes the row whose label begins like this once an Enter would. */
  readonly choose: (text: string, label: string) => Promise<void>;
  readonly accept: () => Thenable<unknown>;
  /** Closes it once all is there that it shows. */
  readonly leave: () => Promise<void>;
} {
  const { createQuickPick } = vscode.window;
  let open: List | undefined;
  const stand = () => {
    const list: List = createQuickPick();
    list.onDidHide(() => (open = open === list ? undefined : open));
    return (open = list);
  };
  before(() => Object.assign(vscode.window, { createQuickPick: stand }));
  beforeEach(() => (open = undefined));
  after(() => Object.assign(vscode.window, { createQuickPick }));
  const opened = async () => {
    const list = await until('a list', () => open);
    // Before the window shows it, what is typed is lost.
    await until('it is shown', () => list.items.length > 0 && (list.canSelectMany || list.activeItems.length > 0));
    return list;
  };
  const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  return {
    opened,
    accept,
    leave: async () => {
      const list = await until('a list that has been read', () => (open?.busy === false ? open : undefined));
      list.hide();
      await until('it is closed', () => open !== list);
    },
    choose: async (text, label) => {
      const list = await opened();
      list.value = text;
      await until(`${label} in the list`, () => list.activeItems[0]?.label.startsWith(label));
      await accept();
    },
  };
}

/** The text of all log files of this VS Code, output channels included. The harness keeps its data beside the workspace. */
export function readLogs(): string {
  const home = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, '..', 'data', 'data', 'logs');
  return globSync('**/*.log', { cwd: home })
    .map((name) => readFileSync(join(home, name), 'utf8'))
    .join('');
}
