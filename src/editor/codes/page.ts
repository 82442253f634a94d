// The check page of one file: what was found, what the event has of it, and the way to upload it.
import * as vscode from 'vscode';
import { encodings, type Delimiter, type Encoding, type Preflight, type ProblemKind } from '../../codes/index.ts';
import { codesCheckContract, type CodesCheckContract } from '../../protocol/codes-check.ts';
import type { CheckState, EncodingChoice, KindOfProblem, ServerState, UploadTarget } from '../../protocol/codes-check.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { connectionTo } from '../account/index.ts';
import { environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, type Handlers, type PagePanel } from '../pages/panel.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { EventResource } from '../platform/resources.ts';
import { messageOf, UserError } from '../platform/user-error.ts';
import type { FileState } from './checks.ts';
import { columnName, fileName } from './files.ts';
import { fixesFor, fixFor, isNote, problemCount } from './fixes.ts';
import { encodingName, encodingText, fixText, kindText, number, problemText, sizeText } from './messages.ts';
import { compareWithEvent, rememberedEvent, requireAllRead, showProblemsPanel, type CodeServices } from './services.ts';

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
  /** What the service was compared with last. */
  #compared: Preflight | undefined;
  #isGone = false;

  constructor(services: CodeServices, environment: string, uri: vscode.Uri, panel: PagePanel<CodesCheckContract>) {
    this.#services = services;
    this.#environment = environment;
    this.#uri = uri;
    this.#panel = panel;
    const mine = (change: vscode.Uri) => change.toString() === uri.toString();
    const listeners = [
      services.checks.onDidChange((change) => mine(change) && this.#onCheck()),
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
      this.#isGone = true;
      this.#comparing?.abort(new vscode.CancellationError());
      for (const listener of listeners) listener.dispose();
    });
  }

  init(): Promise<InitOf<CodesCheckContract>> {
    const { checks } = this.#services;
    // After a reload nothing is known of the file any more.
    if (!checks.stateOf(this.#uri)) this.#checkAgain();
    else if (this.#server.kind === 'none') this.#compare();
    return Promise.resolve({
      path: this.#uri.fsPath,
      name: fileName(this.#uri),
      environmentName: this.#environment,
      isTrusted: vscode.workspace.isTrusted,
      check: checkStateOf(checks.stateOf(this.#uri)),
      server: this.#server,
      target: this.#target,
    });
  }

  readonly handlers: Handlers<CodesCheckContract> = {
    checkAgain: () => done(() => this.#checkAgain()),
    cancel: () => done(() => this.#services.checks.cancel(this.#uri)),
    chooseColumn: (column) =>
      done(async () => {
        if (column >= (this.#result?.columns ?? 0)) throw notOffered();
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
    showProblem: (kind) =>
      done(() => {
        if (!this.#result || !Object.hasOwn(this.#result.counts, kind)) throw notOffered();
        const problem = this.#result.problems.find((candidate) => candidate.kind === kind);
        const position = new vscode.Position((problem?.line ?? 1) - 1, (problem?.column ?? 1) - 1);
        const selection = new vscode.Range(position, position);
        return vscode.commands.executeCommand('vscode.open', this.#uri, { selection });
      }),
    showProblems: () => done(showProblemsPanel),
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
  };

  get #result(): Preflight | undefined {
    const state = this.#services.checks.stateOf(this.#uri);
    return state?.kind === 'checked' ? state.result : undefined;
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
    const { at, message, sha256 } = past;
    const now = this.#result?.sha256;
    return { at, message, isChangedSince: now !== undefined && now !== sha256 };
  }

  #checkAgain(): void {
    // The page shows what went wrong.
    void this.#services.checks.check(this.#uri).catch(() => undefined);
  }

  #onCheck(): void {
    this.#panel.send('check', checkStateOf(this.#services.checks.stateOf(this.#uri)));
    const result = this.#result;
    if (!result || result === this.#compared) return;
    this.#sendTarget();
    this.#compare();
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
    show({ kind: 'reading', read: 0, total: 0 });
    compareWithEvent(connection, event.id, this.#uri, result, {
      signal: controller.signal,
      interactive: false,
      onProgress: (read, total) => show({ kind: 'reading', read, total }),
    })
      .then(requireAllRead)
      .then(
        ({ there }) => show({ kind: 'known', there }),
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

function checkStateOf(state: FileState | undefined): CheckState {
  if (!state) return { kind: 'checking', bytes: 0, total: 0 };
  if (state.kind === 'checking') return state;
  if (state.kind === 'stopped')
    return { kind: 'stopped', message: state.message, ...(state.mayChooseEncoding && { encoding: encodingChoice(undefined) }) };
  const { result } = state;
  return {
    kind: 'checked',
    codes: result.codes,
    problems: problemCount(result),
    kinds: kindsOf(result),
    facts: factsOf(result),
    encoding: encodingChoice(result),
    columns: Array.from({ length: result.columns }, (_, column) => columnName(result, column)),
    column: result.column,
    sample: result.sample.map((row, index) => ({ line: result.sampleLines[index] ?? 0, cells: [...row] })),
    lengths: result.lengths.map(({ length, codes }) => ({ length, codes })),
    stoppedAt: result.stoppedAt,
  };
}

/** The most frequent first, then in the order of the file; notes last. */
function kindsOf({ counts, problems }: Preflight): KindOfProblem[] {
  const inFile = [...new Set(problems.map(({ kind }) => kind))];
  const kinds = (Object.entries(counts) as [ProblemKind, number][]).toSorted(
    ([one], [other]) => inFile.indexOf(one) - inFile.indexOf(other),
  );
  const ordered = kinds.toSorted(([one, many], [other, few]) => Number(isNote(one)) - Number(isNote(other)) || few - many);
  return ordered.map(([kind, count]) => {
    const first = problems.find((problem) => problem.kind === kind);
    const fix = fixFor(kind);
    return {
      kind,
      text: kindText(kind),
      count,
      isNote: isNote(kind),
      ...(first ? { line: first.line, example: problemText(first) } : {}),
      ...(fix ? { fix: { name: fix, text: fixText(fix) } } : {}),
    };
  });
}

/** Of a file that could not be read, nothing was found. */
function encodingChoice(result: Preflight | undefined): EncodingChoice {
  const named = (encoding: Encoding) => ({ value: encoding, label: encodingName(encoding) });
  const isFound = result && !result.isEncodingChosen;
  const label = isFound ? vscode.l10n.t('{0} (found out)', encodingName(result.encoding)) : vscode.l10n.t('Find out');
  return {
    value: result?.isEncodingChosen ? result.encoding : '',
    choices: [{ value: '', label }, ...encodings.map(named)],
  };
}

function factsOf(result: Preflight): string[] {
  const { bytes, linkTo, delimiter, columns, header, lines } = result;
  return [
    ...(linkTo === undefined ? [] : [vscode.l10n.t('a link to {0}', linkTo)]),
    sizeText(bytes),
    encodingText(result),
    lines === 1 ? vscode.l10n.t('1 line') : vscode.l10n.t('{0} lines', number(lines)),
    ...(columns > 1 ? [vscode.l10n.t('{0} columns, separated by {1}', number(columns), delimiterName(delimiter))] : []),
    header ? vscode.l10n.t('with a header') : vscode.l10n.t('without a header'),
  ];
}

function delimiterName(delimiter: Delimiter): string {
  if (delimiter === ',') return vscode.l10n.t('commas');
  if (delimiter === ';') return vscode.l10n.t('semicolons');
  return delimiter === '\t' ? vscode.l10n.t('tabs') : delimiter;
}
