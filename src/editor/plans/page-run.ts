// The run that applies the plan of a page: begun here, gone on with here or in the Runs view, and found again after a reload of the window.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { PlanContract, PlanEnd, RunStands } from '../../protocol/plan.ts';
import type { RunReport, RunSummary } from '../../runs/index.ts';
import type { PagePanel } from '../pages/panel.ts';
import { notifyRunEnd, type RunHost } from './plan-runs.ts';

const still: RunStands = { isRunning: false };

export class PageRun implements vscode.Disposable {
  readonly #host: RunHost;
  readonly #panel: PagePanel<PlanContract>;
  #id: string | undefined;
  /** Whether the page itself waits for it. */
  #isOwn = false;
  #stands = still;
  #looks = 0;
  readonly #following: vscode.Disposable;

  constructor(host: RunHost, panel: PagePanel<PlanContract>) {
    this.#host = host;
    this.#panel = panel;
    this.#following = vscode.Disposable.from(
      host.onDidProgress(({ id, counts }) => {
        if (id === this.#id) this.#panel.send('progress', { ...counts });
      }),
      host.onDidChange(() => void this.#lookAgain().catch(() => undefined)),
    );
  }

  get id(): string | undefined {
    return this.#id;
  }

  get stands(): RunStands {
    return this.#stands;
  }

  /** The run that the page began before the window was reloaded. */
  async find(id: string): Promise<void> {
    this.#id = id;
    const stands = await this.#look();
    // One that is at its end was said to be.
    if (stands.end?.state === 'finished') this.#id = undefined;
    else this.#stands = stands;
  }

  /** Another run is the page's from now on. */
  begin(id: string): void {
    this.#id = id;
  }

  /** What is under way is finished; a run of another window goes on. */
  cancel(): void {
    if (this.#id !== undefined) this.#host.cancel(this.#id);
  }

  /** Does work that is a run, or goes on with one, and tells the page how it stands then. */
  async follow(work: (host: RunHost) => Promise<RunReport>): Promise<PlanEnd> {
    this.#isOwn = true;
    this.#stands = { isRunning: true };
    try {
      const report = await work(this.#host);
      // The page says it to whoever looks at it.
      if (!this.#panel.panel.visible) void notifyRunEnd(this.#host, this.#id ?? '', report);
      const { state, counts, reason } = report;
      const end = endOf(state, { counts, reason });
      this.#stands = { isRunning: false, end };
      return end;
    } catch (error) {
      // What it did before it failed is in its journal; one that never began is gone.
      this.#stands = await this.#look().catch(() => still);
      throw error;
    } finally {
      this.#isOwn = false;
      this.#panel.send('stands', this.#stands);
    }
  }

  /** It may be resumed or discarded in the Runs view; and the window of before a reload may be at it for a moment. */
  async #lookAgain(): Promise<void> {
    const look = ++this.#looks;
    const isMeant = () => look === this.#looks && !this.#isOwn && this.#id !== undefined;
    if (!isMeant()) return;
    const stands = await this.#look();
    if (!isMeant() || isDeepStrictEqual(stands, this.#stands)) return;
    this.#stands = stands;
    this.#panel.send('stands', stands);
  }

  async #look(): Promise<RunStands> {
    // Among all of them: that is what has a run of another window looked at again.
    const run = (await this.#host.list()).find(({ id }) => id === this.#id);
    if (run?.state === 'running') return { isRunning: true };
    if (!run?.counts || run.state === 'damaged') return still;
    // One that never came to send anything was interrupted as well.
    const state = run.state === 'planned' ? 'interrupted' : run.state;
    return { isRunning: false, end: endOf(state, run) };
  }

  dispose(): void {
    this.#following.dispose();
  }
}

function endOf(state: PlanEnd['state'], { counts, reason }: Pick<RunSummary, 'counts' | 'reason'>): PlanEnd {
  const none = { wanted: 0, made: 0, existed: 0, rejected: 0, unknown: 0, left: 0 };
  return { state, counts: { ...none, ...counts }, ...(reason ? { message: reason.message } : {}) };
}
