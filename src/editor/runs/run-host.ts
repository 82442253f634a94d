// The runs of this window: started and resumed with progress and a way to cancel, each in the environment of its plan.
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { addressesOf, addressText, parseJson } from '../../client/index.ts';
import {
  discardRun,
  keepResult,
  keptResult,
  listRuns,
  planDeletion,
  planRun,
  readResults,
  readUndecided,
  resumeRun,
  RunError,
  runPlan,
  summarise,
  writeResult,
  type DeletionOrder,
  type PasskeyPayload,
  type PlannedRun,
  type RunPlan,
  type ResumeOptions,
  type RunCounts,
  type RunInput,
  type RunOptions,
  type RunReport,
  type RunSummary,
} from '../../runs/index.ts';
import { stepsOf, storePlan, type AppliedStep, type Plan } from '../../plans/index.ts';
import { confirmWrite } from '../account/confirm.ts';
import { requireTrust, type Pauses } from '../platform/settings.ts';
import type { Connection, Connections } from '../account/index.ts';
import { withDelayedProgress, type ReportProgress } from '../platform/progress.ts';
import type { Changes } from '../platform/changes.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { codesOf, runClient } from './run-client.ts';
import {
  asUserError,
  formatCount,
  isRevertible,
  phaseText,
  progressText,
  progressTitle,
  resultWords,
  runTarget,
} from './run-messages.ts';
import { askDecision, existingPasskeys, tryRead } from './run-questions.ts';

export interface RunHostServices {
  /** Where the runs are kept, the same for every window. */
  readonly folder: string;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly pauses: Pauses;
}

/** A run as it is shown. */
export interface ShownRun extends RunSummary {
  readonly id: string;
  /** At work in this window. */
  readonly isHere: boolean;
  readonly result?: string | undefined;
}

type ShownPlannedRun = ShownRun & { readonly plan: RunPlan };

export interface RunOrder {
  readonly connection: Connection;
  readonly event: { readonly id: string; readonly label: string };
  readonly input: RunInput;
  readonly codes: (signal: AbortSignal) => Iterable<string> | AsyncIterable<string>;
  readonly payload: PasskeyPayload;
  /** Called once the run has its id. */
  readonly onPlanned?: (id: string) => void;
}

interface LiveRun {
  readonly plan: RunPlan;
  readonly controller: AbortController;
  counts: RunCounts | undefined;
}

export class RunHost implements vscode.Disposable {
  readonly #services: RunHostServices;
  readonly #live = new Map<string, LiveRun>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #progressed = new vscode.EventEmitter<{ readonly id: string; readonly counts: RunCounts }>();
  #timer: NodeJS.Timeout | undefined;
  /** A run began, ended or went away, here or in another window. */
  readonly onDidChange = this.#changed.event;
  readonly onDidProgress = this.#progressed.event;

  constructor(services: RunHostServices) {
    this.#services = services;
  }

  environmentLabel(name: string): string {
    return this.#services.connections.of(name)?.environment.label ?? name;
  }

  /** All runs, the newest first. */
  async list(): Promise<ShownRun[]> {
    const runs = await Promise.all((await listRuns(this.#services.folder)).map((run) => this.#shown(run)));
    this.#follow(runs);
    return runs;
  }

  async find(id: string): Promise<ShownRun | undefined> {
    const run = await summarise(this.#folderOf(id));
    return run && this.#shown(run);
  }

  async #planned(id: string): Promise<ShownPlannedRun> {
    const run = await this.find(id);
    if (!run?.plan) throw asUserError(new RunError(run ? 'corrupt' : 'missing', ''));
    return { ...run, plan: run.plan };
  }

  /** Plans and runs; what has begun can be resumed, whatever happens. */
  async start({ connection, event, input, codes, payload, onPlanned }: RunOrder): Promise<RunReport> {
    requireTrust();
    const { name, timeZone } = connection.environment;
    return this.#withProgress({ kind: 'createPasskeys', eventLabel: event.label }, async (signal, report) => {
      let isProved = true;
      const planned = await planRun({
        folder: this.#services.folder,
        environment: name,
        at: connection.environment,
        eventId: event.id,
        eventLabel: event.label,
        input,
        codes: codes(signal),
        payload,
        existing: existingPasskeys(connection, event, signal, () => (isProved = false)),
        isProved: () => isProved,
        ...(timeZone === undefined ? {} : { timeZone }),
      });
      onPlanned?.(planned.plan.id);
      return this.#begin(planned, connection, signal, report);
    });
  }

  /** Deletes the codes of a ticket one by one. They were asked about, and copied. */
  async deleteCodes(
    connection: Connection,
    event: RunOrder['event'],
    order: DeletionOrder,
  ): Promise<{ readonly id: string; readonly report: RunReport }> {
    requireTrust();
    const at = connection.environment;
    const place = { folder: this.#services.folder, environment: at.name, at };
    const planned = await planDeletion({ ...place, eventId: event.id, eventLabel: event.label, ...order }).catch(
      (error: unknown) => {
        throw asUserError(error);
      },
    );
    const report = await this.#withProgress(planned.plan, (signal, progress) =>
      this.#begin(planned, connection, signal, progress),
    );
    return { id: planned.plan.id, report };
  }

  /** Applies a plan that somebody said yes to. */
  async applyPlan(
    connection: Connection,
    plan: Plan,
    { input, onPlanned }: { readonly input?: RunInput | undefined; readonly onPlanned?: (id: string) => Promise<void> },
  ): Promise<RunReport> {
    requireTrust();
    const at = connection.environment;
    await this.#requireNoDoubt(addressesOf(at).ticket, String(plan.event.id));
    const place = { folder: this.#services.folder, environment: at.name, at };
    const planned = await storePlan(plan, { ...place, ...(input ? { input } : {}) }).catch((error: unknown) => {
      throw asUserError(error);
    });
    await onPlanned?.(planned.plan.id);
    return this.#withProgress(planned.plan, (signal, progress) => this.#begin(planned, connection, signal, progress));
  }

  /** A step of which nobody knows may be done later: another run would do it a second time. */
  async #requireNoDoubt(address: string, eventId: string): Promise<void> {
    const isDoubtful = ({ plan, state, counts }: ShownRun) =>
      plan?.kind === 'applyPlan' &&
      plan.addresses.ticket === address &&
      plan.eventId === eventId &&
      (state === 'interrupted' || (state !== 'finished' && (counts?.unknown ?? 0) > 0));
    if (!(await this.list()).some(isDoubtful)) return;
    throw new UserError(
      vscode.l10n.t(
        'Whether steps of an earlier plan were done in this event is not known. Resume its run first, or discard it.',
      ),
      nextStep.showRuns(),
    );
  }

  /** The plans of which something was done, the newest first. */
  async revertible(): Promise<ShownRun[]> {
    return (await this.list()).filter(isRevertible);
  }

  /** The steps of a plan that were done, and the records that they made. */
  async appliedSteps(id: string): Promise<{ readonly plan: RunPlan; readonly steps: readonly AppliedStep[] }> {
    const { plan, folder } = await this.#planned(id);
    const steps: AppliedStep[] = [];
    for await (const { code, outcome, id: made } of readResults(folder))
      if (outcome === 'made') steps.push({ step: parseJson(code) as AppliedStep['step'], id: made });
    return { plan, steps };
  }

  /** The codes that a run has created, as they were sent. */
  async madeCodes(id: string): Promise<string[]> {
    const { folder } = await this.#planned(id);
    const codes: string[] = [];
    for await (const { code, outcome } of readResults(folder)) if (outcome === 'made') codes.push(code);
    return codes;
  }

  async #begin(planned: PlannedRun, connection: Connection, signal: AbortSignal, report: ReportProgress): Promise<RunReport> {
    try {
      return await this.#execute(planned.plan, connection, signal, report, (options) => runPlan(planned, options));
    } catch (error) {
      // A plan that was refused before anything was sent is of no use to anybody.
      if (error instanceof RunError && ['stalePlan', 'busy'].includes(error.kind)) await discardRun(planned.folder);
      throw error;
    }
  }

  /** Carries on a run, in the environment of its plan; asks whatever has to be asked first. */
  async resume(id: string): Promise<RunReport> {
    requireTrust();
    const run = await this.#planned(id);
    if (run.isHere) throw new UserError(vscode.l10n.t('This run is under way.'), nextStep.showRuns());
    const { plan } = run;
    const connection = this.#connectionOf(plan);
    const decision = await this.#ask(run, connection);
    return this.#withProgress(plan, (signal, report) =>
      this.#execute(plan, connection, signal, report, (options) => resumeRun(run.folder, { ...options, ...decision })),
    );
  }

  /** What is under way is finished and counted; the rest can be resumed. */
  cancel(id: string): void {
    this.#live.get(id)?.controller.abort(new vscode.CancellationError());
  }

  async discard(id: string): Promise<void> {
    if (this.#live.has(id)) throw new UserError(vscode.l10n.t('This run is under way.'), nextStep.showRuns());
    try {
      await discardRun(this.#folderOf(id));
    } catch (error) {
      if (!(error instanceof RunError && error.kind === 'missing')) throw asUserError(error);
    } finally {
      this.#changed.fire();
    }
  }

  /** The file that says what became of each code; that of an unfinished run is of this moment and stays in its folder. */
  async result(id: string): Promise<string> {
    const folder = this.#folderOf(id);
    const run = await this.#planned(id);
    if (run.state === 'finished') return (await keptResult(folder)) ?? this.#keepResult(run.plan);
    const { kind } = run.plan;
    await rm(join(folder, `${soFar[kind]}.csv`), { force: true });
    return writeResult(folder, { folder, name: soFar[kind], words: this.#words(run.plan) });
  }

  #words({ kind, environment }: RunPlan) {
    return resultWords(kind, this.#services.connections.of(environment)?.environment);
  }

  async #keepResult(plan: RunPlan): Promise<string> {
    const { id, kind, input } = plan;
    const folder = this.#folderOf(id);
    const own = { folder, name: resultName[kind], words: this.#words(plan) };
    if (input.path === undefined) return keepResult(folder, own);
    const name = `${basename(input.path).replace(/\.[^.]*$/, '')}-result`;
    // Nothing can be written beside the file of a read-only disk.
    return keepResult(folder, { ...own, folder: dirname(input.path), name }).catch(() => keepResult(folder, { ...own, name }));
  }

  async #execute(
    plan: RunPlan,
    connection: Connection,
    signal: AbortSignal,
    report: ReportProgress,
    work: (options: RunOptions) => Promise<RunReport>,
  ): Promise<RunReport> {
    const { id } = plan;
    const { name } = connection.environment;
    const live: LiveRun = { plan, controller: new AbortController(), counts: undefined };
    let shown = 0;
    const client = runClient(connection, runTarget(plan));
    this.#live.set(id, live);
    this.#changed.fire();
    try {
      const end = await work({
        client,
        readCodes: codesOf(connection, plan.eventId),
        steps: (texts) => stepsOf(client, () => ({ dialect: connection.environment.dialect, now: Date.now() }))(texts),
        // The steps were written down: whatever becomes of the file that they came from.
        target: {
          environment: name,
          at: connection.environment,
          ...(plan.kind === 'applyPlan' ? { inputSha256: plan.input.sha256 } : {}),
        },
        reconcile: this.#services.pauses.runReads,
        signal: AbortSignal.any([live.controller.signal, signal]),
        onProgress: ({ counts, phase }) => {
          live.counts = counts;
          const share = (100 * (counts.wanted - counts.left - counts.unknown)) / Math.max(1, counts.wanted);
          const text = phase === 'readingBack' ? phaseText(plan.kind) : progressText(counts);
          report({ message: text, increment: Math.max(0, share - shown) });
          shown = Math.max(shown, share);
          this.#progressed.fire({ id, counts });
        },
      });
      // What was created is created: a result that cannot be written now can be written later.
      if (end.state === 'finished') await this.#keepResult(plan).catch(() => undefined);
      return end;
    } finally {
      this.#live.delete(id);
      for (const kind of changed[plan.kind])
        this.#services.changes.announce({ environment: plan.environment, kind, eventId: plan.eventId });
      this.#changed.fire();
    }
  }

  #withProgress(
    plan: Pick<RunPlan, 'kind' | 'eventLabel' | 'deletion'>,
    work: (signal: AbortSignal, report: ReportProgress) => Promise<RunReport>,
  ): Promise<RunReport> {
    return withDelayedProgress(progressTitle(plan), work).catch((error: unknown) => {
      throw asUserError(error);
    });
  }

  async #ask(
    { plan, state, reason, counts, folder }: ShownPlannedRun,
    connection: Connection,
  ): Promise<Pick<ResumeOptions, 'decision' | 'decided'>> {
    const { environment } = connection;
    if (environment.protected) {
      const left = formatCount(counts?.left ?? 0);
      const detail =
        plan.kind === 'applyPlan'
          ? vscode.l10n.t('Steps that are not sent yet: {0}', left)
          : vscode.l10n.t('Codes that are not sent yet: {0}', left);
      await confirmWrite({ environment, title: vscode.l10n.t('Resume'), target: runTarget(plan), detail });
    }
    // Who is not let in is asked to sign in once, here, and not by every request of the run.
    if (reason?.kind === 'unauthorized' || !(await connection.hasCredential('ticket'))) await tryRead(connection, plan);
    // What is not known of a step is looked up again.
    if (state !== 'needsDecision' || plan.kind === 'applyPlan') return {};
    const decided = await readUndecided(folder);
    return { decision: await askDecision(plan.eventLabel, decided), decided };
  }

  #connectionOf({ environment, addresses }: RunPlan): Connection {
    const connection = this.#services.connections.of(environment);
    if (connection) return connection;
    const message = vscode.l10n.t(
      'This run goes to {0} ({1}), which is not configured or does not run.',
      environment,
      addressText(addresses),
    );
    throw new UserError(message, nextStep.configureEnvironments());
  }

  async #shown(run: RunSummary): Promise<ShownRun> {
    const id = basename(run.folder);
    const live = this.#live.get(id);
    if (!live) return { ...run, id, isHere: false, result: await keptResult(run.folder) };
    return { ...run, id, isHere: true, state: 'running', plan: live.plan, counts: live.counts ?? run.counts };
  }

  /** A run of another window announces nothing here, so it is polled. */
  #follow(runs: readonly ShownRun[]): void {
    if (this.#timer || !runs.some(({ state, isHere }) => state === 'running' && !isHere)) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, this.#services.pauses.runLook);
  }

  /** An id comes from a row, and from whoever calls a command: it never leads out of the folder. */
  #folderOf(id: string): string {
    if (!/^\d{14}(?:\d{3})?-[0-9a-f]{8}$/.test(id)) throw asUserError(new RunError('missing', ''));
    return join(this.#services.folder, id);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
    this.#progressed.dispose();
  }
}

const soFar = { createPasskeys: 'passkeys-so-far', deleteCodes: 'codes-so-far', applyPlan: 'plan-so-far' } as const;
const resultName = { createPasskeys: 'passkeys-result', deleteCodes: 'codes-result', applyPlan: 'plan-result' } as const;
const changed = { createPasskeys: ['passkey'], deleteCodes: ['code'], applyPlan: ['item', 'passkey'] } as const;
