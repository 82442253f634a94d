// The check page of one file: what was found, what the event has of it, and the way to upload it.
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { choicesOf, encodings, readRows } from '../../codes/index.ts';
import { codesCheckContract, type CodesCheckContract } from '../../protocol/codes-check.ts';
import type { CheckState, ComparedState, ServerState, ShownRow, UploadTarget } from '../../protocol/codes-check.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { connectionTo } from '../account/index.ts';
import { environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, type Handlers, type PagePanel } from '../pages/panel.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { EventResource } from '../platform/resources.ts';
import { messageOf, nextStep, UserError } from '../platform/user-error.ts';
import type { FileState } from './checks.ts';
import { listActions, type CodeList } from './code-lists.ts';
import { comparedActions, comparedState, listOf, uploadOnlyInFile } from './compare-file.ts';
import { fileName, goneText, openRows } from './files.ts';
import { fixesFor } from './fixes.ts';
import { checkStateOf, furtherLines, rowOf } from './page-state.ts';
import { compareWithEvent, rememberedEvent, requireAllRead, showProblemsPanel, type CodeServices } from './services.ts';
import { isWorkbook, rowsPath, rowsUri, type FileCheck } from './workbooks.ts';

export const codesPage =
  (services: CodeServices): PageKind =>
  (_host, state) => {
    const uri = vscode.Uri.file(state.id ?? '');
    return anyPage<CodesCheckContract>({
      state,
      title: vscode.l10n.t('Check: {0}', fileName(uri)),
      icon: 'checklist',
      page: 'codes',
      content: (panel) => {
        const page = new CodesPage(services, state.environment, uri, panel);
        return { contract: codesCheckContract, init: () => page.init(), handlers: page.handlers };
      },
    });
  };

class CodesPage {
  readonly #services: CodeServices;
  readonly #environment: string;
  readonly #uri: vscode.Uri;
  readonly #panel: PagePanel<CodesCheckContract>;
  #server: ServerState = { kind: 'none' };
  #comparing: AbortController | undefined;
  /** What the page shows while the file is checked again. */
  #shown: FileCheck | undefined;
  /** What the service was compared with last. */
  #compared: FileCheck | undefined;
  #further: { readonly of: FileCheck; rows: readonly ShownRow[] } | undefined;
  readonly #gone = new AbortController();

  constructor(services: CodeServices, environment: string, uri: vscode.Uri, panel: PagePanel<CodesCheckContract>) {
    this.#services = services;
    this.#environment = environment;
    this.#uri = uri;
    this.#panel = panel;
    const mine = (change: vscode.Uri) => change.toString() === uri.toString();
    const listeners = [
      services.checks.onDidChange((change) => mine(change) && this.#onCheck()),
      services.comparisons.onDidChange((change) => mine(change) && this.#onCompared()),
      services.changes.onDidChange((change) => {
        if (change.kind !== 'code' || change.environment !== environment || change.eventId !== this.#event?.id) return;
        this.#sendTarget();
        this.#compare();
      }),
      services.connections.onDidChange(() => {
        this.#sendTarget();
        if (this.#server.kind === 'none') this.#compare();
      }),
    ];
    panel.panel.onDidDispose(() => {
      this.#gone.abort(new vscode.CancellationError());
      this.#comparing?.abort(new vscode.CancellationError());
      for (const listener of listeners) listener.dispose();
    });
  }

  init(): Promise<InitOf<CodesCheckContract>> {
    const { checks } = this.#services;
    // After a reload nothing is known of the file any more.
    if (!checks.stateOf(this.#uri)) this.#checkAgain();
    else if (this.#server.kind === 'none') this.#compare();
    this.#shown = this.#result;
    this.#readFurther();
    return Promise.resolve({
      path: this.#uri.fsPath,
      name: fileName(this.#uri),
      environmentName: this.#environment,
      isTrusted: vscode.workspace.isTrusted,
      isLocal: vscode.env.remoteName === undefined,
      check: this.#checkState(checks.stateOf(this.#uri)),
      further: [...(this.#further?.rows ?? [])],
      server: this.#server,
      target: this.#target,
      compared: this.#comparedState,
    });
  }

  readonly handlers: Handlers<CodesCheckContract> = {
    checkAgain: () => done(() => this.#checkAgain()),
    cancel: () => done(() => this.#services.checks.cancel(this.#uri)),
    chooseColumn: (column) =>
      done(async () => {
        if (column >= (this.#offered?.columns ?? 0)) throw notOffered();
        await this.#services.checks.memory.keepColumn(this.#uri.fsPath, column);
        this.#checkAgain();
      }),
    chooseEncoding: (value) =>
      done(async () => {
        const encoding = encodings.find((candidate) => candidate === value);
        if (value !== '' && !encoding) throw notOffered();
        await this.#services.checks.memory.keepEncoding(this.#uri.fsPath, encoding);
        this.#checkAgain();
      }),
    chooseSheet: (sheet) =>
      done(async () => {
        if (!this.#offered?.workbook?.facts.sheets.some(({ name }) => name === sheet)) throw notOffered();
        await this.#services.checks.memory.keepSheet(this.#uri.fsPath, sheet);
        this.#checkAgain();
      }),
    chooseZeros: (zeros) =>
      done(async () => {
        if (!this.#offered?.workbook) throw notOffered();
        await this.#services.checks.memory.keepZeros(this.#uri.fsPath, zeros);
        this.#checkAgain();
      }),
    showProblem: (kind) =>
      done(() => {
        if (!this.#result || !Object.hasOwn(this.#result.counts, kind)) throw notOffered();
        const problem = this.#result.problems.find((candidate) => candidate.kind === kind);
        return openRows(rowsUri(this.#uri, this.#result), problem ?? { line: 1, column: 1 });
      }),
    openAsTable: () => done(() => vscode.commands.executeCommand('boxOffice.openAsTable', this.#uri)),
    showProblems: () => done(showProblemsPanel),
    openOutside: () => done(() => this.#openOutside()),
    fix: (name) =>
      done(() => {
        const offered: readonly string[] = this.#result ? fixesFor(this.#result) : [];
        if (name !== 'all' && !offered.includes(name)) throw notOffered();
        const fixes = name === 'all' ? name : [name];
        return vscode.commands.executeCommand('boxOffice.fixCodes', this.#uri, { fixes });
      }),
    chooseEvent: () => done(() => this.#chooseEvent()),
    upload: () =>
      done(async () => {
        const event = this.#event ?? (await this.#chooseEvent());
        await vscode.commands.executeCommand('boxOffice.uploadCodes', this.#uri, event);
      }),
    added: (action) =>
      done(() => {
        if (!this.#added) throw notOffered();
        return listActions[action](this.#added);
      }),
    compare: () =>
      done(async () => {
        const event = this.#event ?? (await this.#chooseEvent());
        await vscode.commands.executeCommand('boxOffice.compareCodes', this.#uri, event);
      }),
    useCompared: ({ list, action }) =>
      done(() => {
        const compared = this.#kept?.compared;
        if (!compared) throw notOffered();
        if (action !== 'upload') return comparedActions[action](listOf(compared, list));
        const isOffered = this.#comparedState?.lists.find((one) => one.list === list)?.mayUpload;
        if (!isOffered) throw notOffered();
        return uploadOnlyInFile(this.#services, compared);
      }),
    describeService: () =>
      done(() => {
        const { command, args = [] } = nextStep.describeService(this.#environment);
        return vscode.commands.executeCommand(command, ...args);
      }),
  };

  /** The codes that the last upload to the event has added. */
  get #added(): CodeList | undefined {
    const event = this.#event;
    return event && this.#services.checks.memory.uploadOf(this.#uri.fsPath, this.#environment, event.id)?.list;
  }

  get #result(): FileCheck | undefined {
    const state = this.#services.checks.stateOf(this.#uri);
    return state?.kind === 'checked' ? state.result : undefined;
  }

  /** A check under way takes no choice away from whoever is making it. */
  get #offered(): FileCheck | undefined {
    return this.#result ?? this.#shown;
  }

  #checkState(state: FileState | undefined): CheckState {
    const { memory } = this.#services.checks;
    return checkStateOf(state, state?.kind === 'checked' ? memory.damageOf(this.#uri.fsPath, state.result.sha256) : undefined);
  }

  get #kept() {
    return this.#services.comparisons.of(this.#uri, this.#environment);
  }

  get #comparedState(): ComparedState | null {
    const kept = this.#kept;
    if (!kept) return null;
    const now = this.#result?.sha256;
    return comparedState(kept.compared, kept.isOld || (now !== undefined && now !== kept.compared.result.sha256));
  }

  #sendCompared(): void {
    if (!this.#isGone) this.#panel.send('compared', this.#comparedState);
  }

  /** It may be with another event than the one that stood here. */
  #onCompared(): void {
    this.#sendCompared();
    this.#sendTarget();
    if (this.#kept?.isOld === false) this.#compare();
  }

  get #isGone(): boolean {
    return this.#gone.signal.aborted;
  }

  get #event(): EventResource | undefined {
    return rememberedEvent(this.#services, this.#uri, this.#environment);
  }

  get #target(): UploadTarget {
    const event = this.#event;
    const connection = this.#services.connections.of(this.#environment);
    return {
      environmentName: this.#environment,
      ...(event ? { event: { id: event.id, label: event.label }, lastUpload: this.#lastUpload(event.id) } : {}),
      ...(connection && { environment: environmentFor(connection) }),
    };
  }

  #lastUpload(eventId: string): UploadTarget['lastUpload'] {
    const past = this.#services.checks.memory.uploadOf(this.#uri.fsPath, this.#environment, eventId);
    if (!past) return undefined;
    const { at, message, outcome, sha256, list, stored } = past;
    const now = this.#result?.sha256;
    const hasList = list !== undefined && existsSync(list.path);
    const isChangedSince = now !== undefined && now !== sha256;
    return { at, message, isChangedSince, hasList, ...(outcome && { outcome }), ...(stored !== undefined && { stored }) };
  }

  async #openOutside(): Promise<void> {
    if (!isWorkbook(this.#uri) || !vscode.workspace.isTrusted) throw notOffered();
    if (await vscode.env.openExternal(this.#uri)) return;
    throw new UserError(vscode.l10n.t('{0} could not be opened. Open it in the program that made it.', fileName(this.#uri)));
  }

  #checkAgain(): void {
    // The page shows what went wrong.
    void this.#services.checks.checkAnew(this.#uri).catch(() => undefined);
  }

  #onCheck(): void {
    const gone = { kind: 'stopped', message: goneText(this.#uri), mayChooseEncoding: false } as const;
    this.#panel.send('check', this.#checkState(this.#services.checks.stateOf(this.#uri) ?? gone));
    this.#readFurther();
    const result = this.#result;
    this.#shown = result ?? this.#shown;
    if (!result || result === this.#compared) return;
    this.#sendCompared();
    this.#sendTarget();
    this.#compare();
  }

  /** Rows far down take a while to be read, so they come after the rest. */
  #readFurther(): void {
    const result = this.#result;
    if (!result || this.#further?.of === result) return;
    const further = (this.#further = { of: result, rows: [] as ShownRow[] });
    const lines = furtherLines(result);
    if (lines.length === 0) return;
    readRows(rowsPath(this.#uri, result), lines, { ...choicesOf(result), signal: this.#gone.signal }).then(
      (rows) => {
        if (this.#isGone || this.#further !== further) return;
        further.rows = rows.map((row) => rowOf(result, row));
        this.#panel.send('further', further.rows);
      },
      // The table of problems has their lines all the same.
      (error: unknown) => this.#services.log.debug(`rows of ${fileName(this.#uri)}: ${messageOf(error)}`),
    );
  }

  async #chooseEvent(): Promise<EventResource> {
    const connection = connectionTo(this.#services.connections, this.#environment);
    const event = await pickEvent(connection, undefined, this.#event);
    await this.#services.checks.memory.keepEvent(this.#uri.fsPath, event);
    this.#sendTarget();
    this.#compare();
    return event;
  }

  #sendTarget(): void {
    if (!this.#isGone) this.#panel.send('target', this.#target);
  }

  /** Compares with the event anew, and ends a comparison under way. */
  #compare(): void {
    const connection = this.#services.connections.of(this.#environment);
    const [event, result] = [this.#event, this.#result];
    if (!connection || !event || result?.column === undefined) return;
    this.#comparing?.abort(new vscode.CancellationError());
    const controller = (this.#comparing = new AbortController());
    this.#compared = result;
    const show = (server: ServerState) => {
      if (this.#isGone || this.#comparing !== controller) return;
      this.#server = server;
      this.#panel.send('server', server);
    };
    const { compared: known, isOld } = this.#kept ?? {};
    const isKnown = known && !isOld && known.event.id === event.id && known.result.sha256 === result.sha256;
    if (isKnown && known.doubts.length === 0)
      return show({ kind: 'known', there: known.both.codes, added: known.onlyInFile.codes });
    show({ kind: 'reading', read: 0, total: 0 });
    compareWithEvent(connection, event.id, this.#uri, result, {
      signal: controller.signal,
      interactive: false,
      onProgress: (read, total) => show({ kind: 'reading', read, total }),
    })
      .then(requireAllRead)
      .then(
        ({ there, different }) => show({ kind: 'known', there, added: different - there }),
        (error: unknown) => show({ kind: 'failed', message: messageOf(error) }),
      );
  }
}

async function done(act: () => unknown): Promise<null> {
  await act();
  return null;
}

/** A page can ask only for what the check of its file has shown it. */
function notOffered(): UserError {
  return new UserError(vscode.l10n.t('The file was checked again meanwhile. Look at the page once more.'));
}
