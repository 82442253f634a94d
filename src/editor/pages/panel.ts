// One shown page, tied to the environment that it was opened in.
import * as vscode from 'vscode';
import { fieldKey, type Contract, type EventName, type EventOf, type HelpStep } from '../../protocol/contract.ts';
import { fieldLabels } from '../../records/index.ts';
import { onBehalfOfPage } from '../platform/questions.ts';
import type { SavedState, Tab } from './state.ts';
import { Receiver, type PageContent, type PageHost } from './receiver.ts';
import { nextStep } from '../platform/user-error.ts';

export type { Handlers, PageContent } from './receiver.ts';
export { keyOf, type SavedState } from './state.ts';

interface PageOptions<C extends Contract> {
  readonly state: SavedState;
  readonly title: string;
  readonly icon: string;
  /** The page's folder in src/webview. */
  readonly page: string;
  readonly content: (panel: PagePanel<C>) => PageContent<C>;
}

/** How a page is opened. */
export interface Opening {
  /** The section to begin with. */
  readonly section?: string | undefined;
  /** What is handed to the page, beside what it stands for. */
  readonly data?: unknown;
  /** What the row showed from which it was opened: it names the page where nothing of it can be read. */
  readonly row?: { readonly label: string; readonly eventId?: string | undefined; readonly eventLabel?: string | undefined };
  /** It leaves the focus where it is. */
  readonly isPreview?: boolean | undefined;
}

export type AnyPage = PageOptions<Contract>;

/** A page among others: what it may ask is checked at run time, by its own contract. */
export function anyPage<C extends Contract>(options: PageOptions<C>): AnyPage {
  return options;
}

/** A shown page, to which events can be sent. */
export class PagePanel<C extends Contract> {
  readonly panel: vscode.WebviewPanel;
  /** Called when the page is opened once more while it is open. */
  onReopen: ((opening: Opening) => void) | undefined;
  /** Says what the page stands for from now on: what was new has an id once it is saved. */
  readonly rekey: (state: SavedState) => void;
  /** Pins the preview tab: something was done in the page. */
  pin: () => void = () => undefined;
  /** Lets the page read again what was refused: somebody has signed in. */
  readonly signedIn: () => void;
  /** Told when the tab is called something else. */
  onTitle: () => void = () => undefined;
  tab: Tab;
  readonly #invalidate: () => void;
  #isOpen = true;

  constructor(
    panel: vscode.WebviewPanel,
    options: PageOptions<C>,
    log: vscode.LogOutputChannel,
    rekey: (state: SavedState) => void,
  ) {
    this.panel = panel;
    this.rekey = rekey;
    this.tab = { label: options.title, environment: options.state.environment, isTouched: false };
    const receiver = new Receiver(options.content(this), pageHost(panel.webview, log, options.state.environment));
    this.#invalidate = () => receiver.invalidate();
    this.signedIn = () => {
      receiver.invalidate();
      void panel.webview.postMessage({ kind: 'signedIn' });
    };
    const takeFocus = () => {
      if (this.#isOpen && panel.active) panel.reveal(panel.viewColumn);
    };
    panel.onDidDispose(() => (this.#isOpen = false));
    panel.webview.onDidReceiveMessage((message: unknown) => onBehalfOfPage(takeFocus, () => receiver.receive(message)));
    receiver.prepare();
  }

  setTitle(label: string, isTouched = false): void {
    this.tab = { ...this.tab, label, isTouched };
    this.onTitle();
  }

  send<Name extends EventName<C>>(name: Name, payload: EventOf<C, Name>): void {
    this.#invalidate();
    void this.panel.webview.postMessage({ kind: 'event', name, payload });
  }
}

const helpCommands = {
  describe: nextStep.describeService().command,
  configure: nextStep.configureEnvironments().command,
  signIn: nextStep.signIn().command,
} as const satisfies Record<HelpStep, string>;

const openers = { event: 'boxOffice.openEvent', item: 'boxOffice.editItem' } as const;

/** What the fields of records are called. */
function fieldTexts(): Record<string, string> {
  return Object.fromEntries([...fieldLabels()].map(([name, label]) => [fieldKey(name), vscode.l10n.t(label)]));
}

function pageHost(webview: vscode.Webview, log: vscode.LogOutputChannel, environment: string): PageHost {
  return {
    // A page that was closed meanwhile needs no answer.
    post: async (message) => {
      try {
        await webview.postMessage(message);
      } catch {
        log.debug('a page was closed before it was answered');
      }
    },
    warn: (text) => log.warn(text),
    error: (text, reason) => log.error(text, reason),
    l10n: () => ({ l10n: { ...vscode.l10n.bundle, ...fieldTexts() }, language: vscode.env.language }),
    isCancel: (error) => error instanceof vscode.CancellationError,
    help: (step) => void vscode.commands.executeCommand(helpCommands[step], environment),
    open: ({ what, id }) =>
      void vscode.commands.executeCommand(openers[what], { kind: what, environment, id, label: id, value: undefined }),
    unknownRequest: vscode.l10n.t('The form asked for something unknown.'),
  };
}
