// The page's end of the channel to the editor.
import type {
  Contract,
  EditorMessage,
  EventName,
  EventOf,
  HelpStep,
  InitOf,
  OpenedRecord,
  PayloadOf,
  RefusalCause,
  RequestName,
  ResultOf,
} from '../../protocol/contract.ts';
import { setL10n } from './l10n.ts';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

export interface Channel<C extends Contract> {
  /** Rejects with a message for a person; with an empty one when the person cancelled. */
  request<Name extends RequestName<C>>(name: Name, payload: PayloadOf<C, Name>): Promise<ResultOf<C, Name>>;
  /** Asks for something whose answer nobody waits for. */
  send<Name extends RequestName<C>>(name: Name, payload: PayloadOf<C, Name>): void;
  on<Name extends EventName<C>>(name: Name, listener: (payload: EventOf<C, Name>) => void): void;
  /** Kept by VS Code over a reload of the window. */
  saveState(state: unknown): void;
  /** Whether this page was here before: it was hidden, or the window was reloaded. */
  readonly isBack: boolean;
}

/** How long the page waits for its content before it asks again, in milliseconds. */
const readyRetryTime = 1000;
/** How long it waits for an answer before it says the same once more: a message can get lost, and the editor does nothing twice. */
const requestRetryTime = 3000;

type Reply = Extract<EditorMessage, { kind: 'reply' }>;

interface Waiting {
  /** No more is said. */
  readonly stop: () => void;
  readonly resolve: (result: never) => void;
  readonly reject: (problem: Error) => void;
}

/** Why something was not done. */
export class Refusal extends Error {
  readonly why: RefusalCause | undefined;

  constructor(problem: string, why?: RefusalCause) {
    super(problem);
    this.why = why;
  }

  /** Another sign-in may help. */
  get needsSignIn(): boolean {
    return this.why === 'signedOut';
  }
}

const signInListeners = new Set<() => void>();

/** Calls it whenever somebody has signed in to the environment of the page. */
export function onSignIn(listener: () => void): void {
  signInListeners.add(listener);
}

let editor: EditorApi | undefined;

/** Opens where somebody tells what is not known of the environment, or signs in to it. */
export function askForHelp(step: HelpStep): void {
  editor?.postMessage({ kind: 'help', step });
}

/** Opens the page of an event, or the form of an item. */
export function openRecord({ what, id }: OpenedRecord): void {
  editor?.postMessage({ kind: 'open', what, id });
}

/** Connects the page: `show` gets the content, `fail` the reason why there is none and a way to ask once more. */
export function connect<C extends Contract>(
  show: (init: InitOf<C>, channel: Channel<C>) => void,
  fail: (problem: Refusal, retry: () => void) => void,
): void {
  const api = (editor = acquireVsCodeApi());
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (payload: never) => void>();
  // A page that was hidden begins anew, and the editor must not take its first request for the one that came before.
  let requests = Math.floor(Math.random() * 2 ** 40) * 1000;
  let isShown = false;
  /** Whoever was refused is asked before it is tried again. */
  let hasFailed = false;
  const retry = () => {
    hasFailed = false;
    announceReady();
  };
  const channel: Channel<C> = {
    request(name, payload) {
      const id = ++requests;
      return new Promise((resolve, reject) => {
        const ask = () => api.postMessage({ kind: 'request', id, name, payload });
        const repeating = setInterval(ask, requestRetryTime);
        waiting.set(id, { resolve, reject, stop: () => clearInterval(repeating) });
        ask();
      });
    },
    send: (name, payload) => void channel.request(name, payload).catch(() => undefined),
    on: (name, listener) => void listeners.set(name, listener),
    saveState: (state) => api.setState(state),
    isBack: api.getState() !== undefined,
  };

  function receive(message: EditorMessage): void {
    if (message.kind === 'init') begin(message);
    else if (message.kind === 'event') listeners.get(message.name)?.(message.payload as never);
    else if (message.kind === 'signedIn') for (const listener of signInListeners) listener();
    else if (message.id === 0) fillWithRefusal(message);
    else finish(message);
  }

  function begin({ payload, l10n, language }: Extract<EditorMessage, { kind: 'init' }>): void {
    // What somebody types by now must not be wiped by an answer to a second question.
    if (isShown) return;
    setL10n(l10n, language);
    isShown = true;
    show(payload, channel);
  }

  function fillWithRefusal({ problem = '', why, l10n = {}, language = '' }: Reply): void {
    if (isShown) return;
    if (language !== '') setL10n(l10n, language);
    hasFailed = true;
    fail(new Refusal(problem, why), retry);
  }

  function finish({ id, result, problem, why }: Reply): void {
    const request = waiting.get(id);
    waiting.delete(id);
    if (!request) return;
    request.stop();
    if (problem === undefined) request.resolve(result as never);
    else request.reject(new Refusal(problem, why));
  }

  window.addEventListener('message', (event) => {
    // Frames of other origins may post here as well; what VS Code sends comes from the page's own.
    if (event.origin === window.origin) receive(event.data as EditorMessage);
  });
  const announceReady = () => {
    if (isShown || hasFailed) return;
    api.postMessage({ kind: 'ready' });
    setTimeout(announceReady, readyRetryTime);
  };
  announceReady();
}

/** Questions that are asked while somebody types or looks: only the answer to the newest one counts. */
export class Latest {
  #newest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What is under way is the answer to something else. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#newest++;
  }

  /** Runs it once nothing else was asked for so long, in milliseconds. */
  after(pause: number, run: () => void): void {
    this.cancel();
    this.#timer = setTimeout(run, pause);
  }

  async ask<Found>(
    question: Promise<Found>,
    show: (found: Found) => void,
    fail: (message: string, error: Error) => void,
  ): Promise<void> {
    this.cancel();
    const own = this.#newest;
    try {
      const found = await question;
      if (own === this.#newest) show(found);
    } catch (error) {
      if (own === this.#newest) fail((error as Error).message, error as Error);
    }
  }
}
