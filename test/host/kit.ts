// What several host tests need: a server that writes down what arrives, a person who answers, and the log files.
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';

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

export const set = (name: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

/** Configures an environment and chooses it. */
export async function chooseEnvironment(name: string, settings: object): Promise<void> {
  await set('boxOffice.environments', { [name]: settings });
  await set('boxOffice.environment', name);
}

export async function forgetEnvironments(): Promise<void> {
  await set('boxOffice.environment', undefined);
  await set('boxOffice.environments', undefined);
}

/** Answers what is asked while a test runs; a question without an answer is left. */
export interface Person {
  /** Every notification and dialog with its detail and its buttons. */
  readonly shown: string[];
  /** What was asked for in input boxes. */
  readonly asked: vscode.InputBoxOptions[];
  /** The lists that were offered. */
  readonly offered: vscode.QuickPickItem[][];
  /** Which button of a message is pressed. */
  press: (message: string, buttons: readonly string[]) => string | undefined;
  type: (options: vscode.InputBoxOptions) => string | undefined | Promise<string>;
  pick: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined;
}

const nobody = () => ({ press: () => undefined, type: () => undefined, pick: () => undefined });

/** Takes the place of whoever sits before the editor, for the tests of one `describe`. */
export function usePerson(): Person {
  const person: Person = { shown: [], asked: [], offered: [], ...nobody() };
  const message = (text: string, ...rest: readonly unknown[]) => {
    const buttons = rest.filter((part) => typeof part === 'string');
    person.shown.push([text, ...rest.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))].join(' | '));
    return Promise.resolve(person.press(text, buttons));
  };
  const stands = {
    showInformationMessage: message,
    showWarningMessage: message,
    showErrorMessage: message,
    showInputBox: (options: vscode.InputBoxOptions = {}) => {
      person.asked.push(options);
      return Promise.resolve(person.type(options));
    },
    showQuickPick: async (items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>) => {
      const list = await items;
      person.offered.push([...list]);
      return person.pick(list);
    },
  };
  const originals = Object.fromEntries(Object.keys(stands).map((name) => [name, vscode.window[name as keyof typeof stands]]));
  before(() => Object.assign(vscode.window, stands));
  beforeEach(() => {
    for (const list of [person.shown, person.asked, person.offered]) list.length = 0;
    Object.assign(person, nobody());
  });
  after(() => Object.assign(vscode.window, originals));
  return person;
}

/** Lets the same person answer the inputs that a command makes itself, such as those with a way back. */
export function useGuidedInputs(person: Person): void {
  const { createInputBox, createQuickPick } = vscode.window;
  const stand = <T extends object>(fields: T, answer: (input: T) => unknown) => {
    const [accepted, hidden, never] = [0, 1, 2].map(() => new vscode.EventEmitter<void>());
    const input = {
      ...fields,
      onDidAccept: accepted!.event,
      onDidHide: hidden!.event,
      onDidTriggerButton: never!.event,
      onDidChangeValue: never!.event,
      dispose: () => undefined,
      show: async () => ((await answer(input)) === undefined ? hidden : accepted)!.fire(),
    };
    return input;
  };
  const box = () =>
    stand({ value: '' } as vscode.InputBox, async (input) => (input.value = (await person.type({ title: input.title ?? '' }))!));
  const list = () =>
    stand({ items: [], activeItems: [] } as unknown as vscode.QuickPick<vscode.QuickPickItem>, (input) => {
      person.offered.push([...input.items]);
      const chosen = person.pick(input.items);
      input.activeItems = chosen ? [chosen] : [];
      return chosen;
    });
  before(() => Object.assign(vscode.window, { createInputBox: box, createQuickPick: list }));
  after(() => Object.assign(vscode.window, { createInputBox, createQuickPick }));
}

/** The text of all log files of this VS Code, output channels included. The harness keeps its data beside the workspace. */
export function readLogs(): string {
  const home = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, '..', 'data', 'data', 'logs');
  return globSync('**/*.log', { cwd: home })
    .map((name) => readFileSync(join(home, name), 'utf8'))
    .join('');
}
