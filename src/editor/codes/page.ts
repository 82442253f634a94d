// The check page of one file: what was found, what the event has of it, and the way to upload it.
import * as vscode from 'vscode';
import { codesCheckContract, type CodesCheckContract, type ServerState, type UploadTarget } from '../../protocol/codes-check.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { connectionTo, type Connection } from '../account/index.ts';
import { environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, type Handlers, type PagePanel } from '../pages/panel.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { EventResource } from '../platform/resources.ts';
import type { Preflight } from '../../codes/index.ts';
import { UserError } from '../platform/user-error.ts';
import { nameOf } from './files.ts';
import { fixesFor } from './fixes.ts';
import { showProblemsPanel, type CodeServices } from './services.ts';
import { compareWithEvent } from './server.ts';
import { checkStateOf } from './summary.ts';

export const codesPage =
  (parts: CodeServices): PageKind =>
  (_services, state) => {
    const uri = vscode.Uri.file(state.id ?? '');
    return anyPage<CodesCheckContract>({
      state,
      title: vscode.l10n.t('Check: {0}', nameOf(uri)),
      icon: 'checklist',
      page: 'codes',
      content: (panel) => {
        const page = new CodesPage(parts, state.environment, uri, panel);
        return { contract: codesCheckContract, init: () => page.init(), handlers: page.handlers };
      },
    });
  };

class CodesPage {
  readonly #parts: CodeServices;
  readonly #environment: string;
  readonly #uri: vscode.Uri;
  readonly #panel: PagePanel<CodesCheckContract>;
  #server: ServerState = { kind: 'none' };
  #comparing: AbortController | undefined;
  /** What the service was compared with last. */
  #compared: Preflight | undefined;
  #isGone = false;

  constructor(parts: CodeServices, environment: string, uri: vscode.Uri, panel: PagePanel<CodesCheckContract>) {
    this.#parts = parts;
    this.#environment = environment;
    this.#uri = uri;
    this.#panel = panel;
    const mine = (change: vscode.Uri) => change.toString() === uri.toString();
    const listeners = [
      parts.checks.onDidChange((change) => mine(change) && this.#onCheck()),
      parts.changes.onDidChange((change) => {
        if (change.kind !== 'code' || change.environment !== environment || change.eventId !== this.#event?.id) return;
        this.#sendTarget();
        this.#compare();
      }),
      parts.connections.onDidChange(() => this.#tellTarget()),
    ];
    panel.panel.onDidDispose(() => {
      this.#isGone = true;
      this.#comparing?.abort(new vscode.CancellationError());
      for (const listener of listeners) listener.dispose();
    });
  }

  init(): Promise<InitOf<CodesCheckContract>> {
    const { checks } = this.#parts;
    // After a reload nothing is known of the file any more.
    if (!checks.stateOf(this.#uri)) this.#checkAgain();
    else if (this.#server.kind === 'none') this.#compare();
    return Promise.resolve({
      path: this.#uri.fsPath,
      name: nameOf(this.#uri),
      environmentName: this.#environment,
      isTrusted: vscode.workspace.isTrusted,
      check: checkStateOf(checks.stateOf(this.#uri)),
      server: this.#server,
      target: this.#target,
    });
  }

  readonly handlers: Handlers<CodesCheckContract> = {
    checkAgain: () => this.#done(() => this.#checkAgain()),
    cancel: () => this.#done(() => this.#parts.checks.cancel(this.#uri)),
    chooseColumn: async (column) => {
      if (column >= (this.#result?.columns ?? 0)) throw notOffered();
      await this.#parts.checks.memory.keepColumn(this.#uri.fsPath, column);
      return this.#done(() => this.#checkAgain());
    },
    showProblem: async (kind) => {
      if (!this.#result || !Object.hasOwn(this.#result.counts, kind)) throw notOffered();
      const problem = this.#result.problems.find((candidate) => candidate.kind === kind);
      const place = new vscode.Position((problem?.line ?? 1) - 1, (problem?.column ?? 1) - 1);
      await vscode.commands.executeCommand('vscode.open', this.#uri, { selection: new vscode.Range(place, place) });
      return null;
    },
    showProblems: async () => {
      await showProblemsPanel();
      return null;
    },
    fix: async (name) => {
      const offered: readonly string[] = this.#result ? fixesFor(this.#result) : [];
      if (name !== 'all' && !offered.includes(name)) throw notOffered();
      await vscode.commands.executeCommand('boxOffice.fixCodes', this.#uri, { fixes: name === 'all' ? 'all' : [name] });
      return null;
    },
    chooseEvent: async () => {
      await this.#chooseEvent();
      return null;
    },
    upload: async () => {
      const event = this.#event ?? (await this.#chooseEvent());
      await vscode.commands.executeCommand('boxOffice.uploadCodes', this.#uri, event);
      return null;
    },
  };

  #done(act: () => void): Promise<null> {
    act();
    return Promise.resolve(null);
  }

  get #result(): Preflight | undefined {
    const state = this.#parts.checks.stateOf(this.#uri);
    return state?.kind === 'checked' ? state.result : undefined;
  }

  get #connection(): Connection | undefined {
    return this.#parts.connections.of(this.#environment);
  }

  get #event(): EventResource | undefined {
    const event = this.#parts.checks.memory.eventOf(this.#uri.fsPath, this.#environment);
    return event && { kind: 'event', environment: this.#environment, id: event.id, label: event.label, value: {} };
  }

  get #target(): UploadTarget {
    const event = this.#event;
    const connection = this.#connection;
    return {
      environmentName: this.#environment,
      ...(event ? { event: { id: event.id, label: event.label }, lastUpload: this.#lastUpload(event.id) } : {}),
      ...(connection && { environment: environmentFor(connection) }),
    };
  }

  #lastUpload(eventId: string): UploadTarget['lastUpload'] {
    const past = this.#parts.checks.memory.uploadOf(this.#uri.fsPath, this.#environment, eventId);
    if (!past) return undefined;
    const { at, message, sha256 } = past;
    const now = this.#result?.sha256;
    return { at, message, isChangedSince: now !== undefined && now !== sha256 };
  }

  #checkAgain(): void {
    // What went wrong is said on the page.
    void this.#parts.checks.check(this.#uri).catch(() => undefined);
  }

  #onCheck(): void {
    this.#panel.send('check', checkStateOf(this.#parts.checks.stateOf(this.#uri)));
    const result = this.#result;
    if (!result || result === this.#compared) return;
    this.#sendTarget();
    this.#compare();
  }

  async #chooseEvent(): Promise<EventResource> {
    const connection = connectionTo(this.#parts.connections, this.#environment);
    const event = await pickEvent(connection, undefined, this.#event);
    await this.#parts.checks.memory.keepEvent(this.#uri.fsPath, event);
    this.#sendTarget();
    this.#compare();
    return event;
  }

  #sendTarget(): void {
    if (!this.#isGone) this.#panel.send('target', this.#target);
  }

  #tellTarget(): void {
    if (this.#isGone) return;
    this.#sendTarget();
    if (this.#server.kind === 'none') this.#compare();
  }

  /** Looks at the event anew; a look that is overtaken ends. */
  #compare(): void {
    const [connection, event, result] = [this.#connection, this.#event, this.#result];
    if (!connection || !event || result?.column === undefined) return;
    this.#comparing?.abort(new vscode.CancellationError());
    const controller = (this.#comparing = new AbortController());
    this.#compared = result;
    const tell = (server: ServerState) => {
      if (this.#isGone || this.#comparing !== controller) return;
      this.#server = server;
      this.#panel.send('server', server);
    };
    tell({ kind: 'reading', read: 0, total: 0 });
    compareWithEvent(connection, event.id, this.#uri, result, {
      signal: controller.signal,
      interactive: false,
      onProgress: (read, total) => tell({ kind: 'reading', read, total }),
    }).then(
      ({ there }) => tell({ kind: 'known', there }),
      (error: unknown) => tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  }
}

/** A page can ask only for what the check of its file has shown it. */
function notOffered(): UserError {
  return new UserError(vscode.l10n.t('The file was checked again meanwhile. Look at the page once more.'));
}
