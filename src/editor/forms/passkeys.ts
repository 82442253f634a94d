// The form of many passkeys: codes that were pasted, made up or taken from a file, and one run that creates them.
import { webcrypto } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { before } from '../../client/tails.ts';
import { judgingZone, checkInput, operations } from '../../client/index.ts';
import { generateCodes, patternProblem, parseCodes } from '../../shared/codes.ts';
import type { InitOf, PayloadOf, ResultOf } from '../../protocol/contract.ts';
import {
  batchFields,
  passkeysContract,
  type BatchEnd,
  type BatchFields,
  type PasskeysContract,
  type UnfinishedRun,
} from '../../protocol/passkeys.ts';
import { readPasskeys, type PasskeyPayload, type RunReport } from '../../runs/index.ts';
import { confirmWrite } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { readingClient } from '../runs/run-client.ts';
import { notifyRunEnd } from '../runs/run-end.ts';
import type { RunHost } from '../runs/index.ts';
import type { RunOrder, ShownRun } from '../runs/run-host.ts';
import { saveCodeRows } from '../ask/save-rows.ts';
import { UserError } from '../platform/user-error.ts';
import { listTitle, reads } from '../reading/reads.ts';
import { PageDraft } from '../pages/drafts.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { anyPage, keyOf, type PageContent, type PagePanel, type Handlers, type SavedState } from '../pages/panel.ts';
import { PageSession, readEventLabel } from '../pages/session.ts';
import { ItemChoices } from './passkey-reads.ts';
import {
  codeFile,
  codesHash,
  codesOf,
  isUnchanged,
  openCodeFile,
  shownFile,
  type CodeFile,
  type GivenCodes,
} from './passkeys-file.ts';

/** What this page needs beside the others. */
interface PasskeysServices {
  readonly runs: RunHost;
  /** The built file of the thread that checks codes. */
  readonly codesWorker: string;
}
type Services = PageServices & PasskeysServices;

export const passkeysPage =
  (services: PasskeysServices): PageKind =>
  (host, state, opening) =>
    anyPage<PasskeysContract>({
      state,
      title: vscode.l10n.t('Create Many Passkeys'),
      icon: 'key',
      page: 'passkeys',
      content: (panel) => new PasskeysSession({ ...host, ...services }, state, panel, opening?.data as GivenCodes | undefined),
    });

/** `isWhole`: it is known that these are all. */
interface ReadTexts {
  readonly texts: ReadonlySet<string>;
  readonly isWhole: boolean;
}

const maxShown = 5;
const freshFor = 30_000;
const keptDraft = v.strictObject({ ...batchFields.entries, file: v.optional(codeFile) });

class PasskeysSession extends PageSession<PasskeysContract, Services> implements PageContent<PasskeysContract> {
  readonly contract = passkeysContract;
  /** What the page has not been given yet. */
  #given: GivenCodes;
  readonly #draft = new PageDraft(this.host.drafts, keyOf(this.state), keptDraft);
  readonly #items = new ItemChoices(() => this.connection);
  #event = { id: this.state.eventId ?? '', label: this.state.eventId ?? '' };
  #existing: { readonly at: number; readonly read: Promise<ReadTexts> } | undefined;
  /** Where the codes came from, whether they are in the form or stay in the file. */
  #file: CodeFile | undefined;
  /** The run that this form began, or found unfinished. */
  #runId: string | undefined;
  /** The run whose end was said, and what came of it. */
  #ended: { readonly id: string; readonly end: BatchEnd } | undefined;
  /** One that runs in another window: that of before a reload may still be at it. */
  #elsewhereId: string | undefined;
  #isRunning = false;
  #isShown = false;
  #following: vscode.Disposable | undefined;

  constructor(host: Services, state: SavedState, panel: PagePanel<PasskeysContract>, given: GivenCodes = { codes: [] }) {
    super(host, state, panel);
    this.#given = given;
    panel.onReopen = ({ data }) => {
      const { codes, file } = (data ?? { codes: [] }) as GivenCodes;
      this.#given = { codes: [...this.#given.codes, ...codes], file: file ?? this.#given.file };
      // A page that is hidden hears nothing; it asks when it is shown again.
      if (this.#isShown && panel.panel.visible) this.#show(this.#takeGiven());
    };
    panel.panel.onDidDispose(() => {
      this.#following?.dispose();
      this.#isShown = false;
    });
  }

  async init(): Promise<InitOf<PasskeysContract>> {
    const { id } = this.#event;
    this.#event = { id, label: await readEventLabel(this.connection, id) };
    this.panel.setTitle(`${vscode.l10n.t('Create Many Passkeys')} · ${this.#event.label}`);
    const draft = await this.#draft.read();
    const { file: keptFile, ...fields } = draft?.fields ?? {};
    const unfinished = await this.#findUnfinished();
    const ended = this.#ended?.id === this.#runId && !this.#isRunning ? this.#ended?.end : undefined;
    const { codes, file = keptFile } = this.#takeGiven();
    this.#file = file;
    this.#isShown = true;
    return {
      environment: this.environment,
      event: this.#event,
      timeZone: this.#timeZone,
      isZoneKnown: this.connection.environment.timeZone !== undefined,
      given: [...codes],
      file: file && file.textSha256 === undefined ? shownFile(file) : undefined,
      isRunning: this.#isRunning,
      unfinished: ended ? undefined : unfinished,
      ended,
      draft: draft && { at: draft.at, fields: fields as BatchFields },
    };
  }

  readonly handlers: Handlers<PasskeysContract> = {
    items: ({ isAsked }) => this.#items.read(this.#event.id, isAsked),
    keepDraft: (fields) => this.#draft.keep({ ...fields, file: this.#file }),
    dropDraft: () => this.#draft.drop(),
    check: async (text) => {
      const { texts, isWhole } = await this.#readExisting();
      const found = parseCodes(text).codes.filter((code) => texts.has(code));
      return { existing: found.length, first: found.slice(0, maxShown), isWhole };
    },
    checkFile: () => this.#checkFile(),
    chooseFile: async () => this.#show(await openCodeFile(this.host.codesWorker)),
    dropFile: () => {
      this.#file = undefined;
      return Promise.resolve();
    },
    generate: async ({ taken, ...pattern }) => {
      const all = new Set([...(await this.#readExisting()).texts, ...parseCodes(taken).codes]);
      // Only here is it known which codes are taken; all else the page has said by itself.
      if (patternProblem(pattern, all.size) === 'crowded')
        throw new UserError(
          vscode.l10n.t('There are too few different codes of this length beside those that are taken; make it longer.'),
        );
      return generateCodes(pattern, all, (into) => void webcrypto.getRandomValues(into));
    },
    start: (fields) => this.#start(fields),
    resume: () => this.#resume(),
    cancel: () => {
      if (this.#runId !== undefined) this.host.runs.cancel(this.#runId);
      return Promise.resolve();
    },
    openResult: async () => vscode.commands.executeCommand('boxOffice.openRunResult', { runId: this.#runId }),
    useMade: (action) => this.#useMade(action),
    showRuns: async () => vscode.commands.executeCommand('boxOffice.runs.focus'),
  };

  /** The table is that of the event, at the rows that begin as those do which the run has created. */
  async #useMade(action: PayloadOf<PasskeysContract, 'useMade'>): Promise<null> {
    const { id, label } = this.#event;
    const codes = await this.host.runs.madeCodes(this.#runId ?? '');
    if (action === 'show') {
      const read = reads.passkeys(id);
      const table = { environment: this.state.environment, title: listTitle(read, label), read, ...startOf(codes) };
      await vscode.commands.executeCommand('boxOffice.openAsTable', table);
    } else if (action === 'copy') await vscode.env.clipboard.writeText(codes.join('\n'));
    else
      await saveCodeRows({
        name: vscode.l10n.t('passkeys of {0}', label),
        progress: vscode.l10n.t('Saving the passkeys of {0}', label),
        rows: () => [['passkey'], ...codes.map((code) => [code])],
        saved: (count) => vscode.l10n.t('Passkeys of {0} saved: {1}.', label, count),
      });
    return null;
  }

  get #timeZone(): string {
    return judgingZone(this.connection.environment.timeZone);
  }

  #takeGiven(): GivenCodes {
    const taken = this.#given;
    this.#given = { codes: [] };
    return taken;
  }

  #show({ codes, file }: GivenCodes): void {
    if (file) this.#file = file;
    if (codes.length > 0) this.panel.send('addCodes', [...codes]);
    else if (file) this.panel.send('file', shownFile(file));
  }

  /** The newest run to this event that can be resumed. */
  async #findUnfinished(): Promise<UnfinishedRun | undefined> {
    const host = this.host.runs;
    this.#following ??= host.onDidChange(() => void this.#lookElsewhere());
    if (this.#isRunning) return undefined;
    const mine = (await host.list()).filter(
      ({ plan }) =>
        plan?.kind === 'createPasskeys' && plan.environment === this.state.environment && plan.eventId === this.#event.id,
    );
    const found = mine.find(({ state }) => isUnfinished(state));
    this.#elsewhereId = found ? undefined : mine.find(({ state }) => state === 'running')?.id;
    this.#runId = found?.id ?? this.#elsewhereId ?? this.#runId;
    return found && unfinishedOf(found);
  }

  #isFinished(id: string | undefined): boolean {
    return this.#ended?.id === id && this.#ended?.end.state === 'finished';
  }

  /** The run may be resumed or discarded from the tree, too. */
  async #lookElsewhere(): Promise<void> {
    const id = this.#runId;
    const isMeant = () => this.#isShown && !this.#isRunning && id === this.#runId && !this.#isFinished(id);
    if (id === undefined || !isMeant()) return;
    const run = await this.host.runs.find(id);
    if (!isMeant()) return;
    if (run?.state === 'finished' && run.counts) await this.#end(id, { state: 'finished', counts: run.counts });
    else if (run && id === this.#elsewhereId && isUnfinished(run.state)) {
      this.#elsewhereId = undefined;
      this.panel.send('unfinished', unfinishedOf(run));
    } else if (!run) {
      this.#runId = undefined;
      this.#ended = undefined;
      this.panel.send('gone', null);
    }
  }

  /** Whether the form holds the codes of a run and no others: what was typed since then must not go away with it. */
  async #holdsCodesOf(id: string): Promise<boolean> {
    const run = await this.host.runs.find(id);
    const draft = await this.#draft.read();
    const text = draft && codesHash(parseCodes(draft.fields.codes).codes);
    const sha256 = run?.plan?.input.sha256;
    return sha256 !== undefined && (sha256 === text || sha256 === this.#file?.sha256);
  }

  /** Read once for a while: every key that is typed asks. */
  async #readExisting(): Promise<ReadTexts> {
    if (!this.#existing || performance.now() - this.#existing.at > freshFor)
      this.#existing = { at: performance.now(), read: existingPasskeys(this.connection, this.#event.id) };
    try {
      return await this.#existing.read;
    } catch (error) {
      this.#existing = undefined;
      throw error;
    }
  }

  async #checkFile(): Promise<ResultOf<PasskeysContract, 'checkFile'>> {
    const { texts, isWhole } = await this.#readExisting();
    const found = new Set<string>();
    if (this.#file) for await (const code of codesOf(this.#file)) if (texts.has(code)) found.add(code);
    return { existing: found.size, first: [...found].slice(0, maxShown), isWhole };
  }

  async #start(fields: BatchFields): Promise<ResultOf<PasskeysContract, 'start'>> {
    const { codes } = parseCodes(fields.codes);
    const isFromFile = codes.length === 0 && this.#file !== undefined;
    const body = { codes: isFromFile ? [...(this.#file?.first ?? [])] : [...codes], ...payloadOf(fields) };
    const input = { path: { eventId: this.#event.id }, body };
    const context = { timeZone: this.#timeZone, now: Date.now() };
    const { problems, body: checked } = checkInput(operations.createPasskeys, input, context);
    if (problems.length > 0)
      return {
        kind: 'problems',
        problems: problems.map(({ field, message }) => ({ field: before(field.replace(/^body\./, ''), /\./), message })),
      };
    await this.#items.require(this.#event.id, fields.itemIds);
    await this.#confirm(isFromFile ? (this.#file?.codes ?? 0) : codes.length, fields.itemIds);
    const payload = { ...payloadOf(fields), itemIds: checked?.itemIds as number[] | undefined };
    const order = await this.#order(codes, payload);
    const runs = this.host.runs;
    const report = await this.#run(() => runs.start({ ...order, onPlanned: (id) => (this.#runId = id) }));
    return this.#end(this.#runId ?? '', report, fields);
  }

  /** Codes that are still those of the file are the file's, and their result goes beside it. */
  async #order(codes: readonly string[], payload: PasskeyPayload): Promise<RunOrder> {
    const file = this.#file;
    const sha256 = codesHash(codes);
    const isOfFile = file && (codes.length === 0 || (file.textSha256 === sha256 && (await isUnchanged(file))));
    return {
      connection: this.connection,
      event: this.#event,
      payload,
      input: isOfFile ? { kind: 'file', path: file.path, sha256: file.sha256 } : { kind: 'text', sha256 },
      codes: (signal) => (isOfFile && codes.length === 0 ? codesOf(file, signal) : codes),
    };
  }

  async #resume(): Promise<BatchEnd> {
    const runs = this.host.runs;
    const id = this.#runId ?? '';
    return this.#end(id, await this.#run(() => runs.resume(id)));
  }

  async #confirm(count: number, itemIds: readonly string[]): Promise<void> {
    const { environment } = this.connection;
    if (!environment.protected) return;
    const codes = count === 1 ? vscode.l10n.t('1 code') : vscode.l10n.t('{0} codes', count);
    const items = itemIds.length === 0 ? [] : [vscode.l10n.t('Items: {0}', this.#items.namesOf(itemIds).join(', '))];
    const detail = [codes, ...items].join('\n');
    await confirmWrite({ environment, title: vscode.l10n.t('Create passkeys'), target: this.#event.label, detail });
  }

  async #run(work: () => Promise<RunReport>): Promise<RunReport> {
    const runs = this.host.runs;
    const following = runs.onDidProgress(({ id, counts }) => {
      if (id === this.#runId && this.#isShown) this.panel.send('progress', { ...counts });
    });
    this.#isRunning = true;
    try {
      const report = await work();
      // The page says it to whoever looks at it.
      if (!this.#isShown || !this.panel.panel.visible) void notifyRunEnd(runs, this.#runId ?? '', report);
      return report;
    } finally {
      following.dispose();
      this.#isRunning = false;
      this.#existing = undefined;
    }
  }

  async #end(
    id: string,
    { state, counts, reason, undecided = [] }: Pick<RunReport, 'state' | 'counts' | 'reason'> & Partial<RunReport>,
    own?: BatchFields,
  ): Promise<BatchEnd> {
    const clears = state === 'finished' && (own !== undefined || (await this.#holdsCodesOf(id)));
    if (clears) {
      this.#file = undefined;
      const fields = own ?? (await this.#draft.read())?.fields;
      // What all of them get is there for the next ones while the page lives; nobody is asked about it later.
      await (fields ? this.#draft.clear({ ...fields, codes: '', file: undefined }) : this.#draft.drop());
    }
    const [said] = undecided.flatMap((group) => group.said ?? []);
    const ended = { kind: 'ended' as const, state, counts: { ...counts }, message: reason?.message ?? said, clears };
    this.#ended = { id, end: ended };
    if (this.#isShown) this.panel.send('ended', ended);
    return ended;
  }
}

const unfinishedStates: readonly UnfinishedRun['state'][] = ['planned', 'interrupted', 'cancelled', 'paused', 'needsDecision'];

function isUnfinished(state: string): state is UnfinishedRun['state'] {
  return (unfinishedStates as readonly string[]).includes(state);
}

function unfinishedOf({ state, counts }: ShownRun): UnfinishedRun {
  return { state: state as UnfinishedRun['state'], counts: counts && { ...counts } };
}

/** So short a text would be found in too many others. */
const shortestStart = 3;

/** What all of them begin with, where that tells them from others. */
function startOf(codes: readonly string[]): { readonly filter?: string } {
  let [filter = ''] = codes;
  for (const code of codes) while (!code.startsWith(filter)) filter = filter.slice(0, -1);
  return filter.length < shortestStart ? {} : { filter };
}

/** The passkeys that the event has by now. They are looked up while somebody types: nobody is asked to sign in for that. */
async function existingPasskeys(connection: Connection, eventId: string): Promise<ReadTexts> {
  const texts = new Set<string>();
  let isWhole = true;
  const onIncomplete = () => void (isWhole = false);
  const passkeys = readPasskeys(readingClient(connection, { interactive: false }), eventId, { onIncomplete });
  for await (const { text } of passkeys) texts.add(text);
  return { texts, isWhole };
}

function payloadOf({ itemIds, start, finish, limit }: BatchFields) {
  return {
    ...(itemIds.length === 0 ? {} : { itemIds }),
    ...(start === '' ? {} : { start }),
    ...(finish === '' ? {} : { finish }),
    ...(limit.trim() === '' ? {} : { limit: Number(limit) }),
  } as { itemIds?: never; start?: string; finish?: string; limit?: number };
}
