// The Runs view: one row a run, with its state, exact counts and what can be done with it. It is there while there are any runs.
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { addressText } from '../../client/index.ts';
import type { RunState } from '../../runs/index.ts';
import { offerInterrupted } from './run-end.ts';
import { RunHost, type RunHostServices, type ShownRun } from './run-host.ts';
import { countLines, isRevertible, progressText, runLabel, sourceLabel, stateText } from './run-messages.ts';

/** A row stands for a run; what it shows is read from the run. */
interface RunNode {
  readonly runId: string;
  run: ShownRun;
}

export class RunsView implements vscode.TreeDataProvider<RunNode> {
  readonly #context: vscode.ExtensionContext;
  readonly #services: RunHostServices;
  readonly #changed = new vscode.EventEmitter<RunNode | undefined>();
  #nodes = new Map<string, RunNode>();
  #view: vscode.TreeView<RunNode> | undefined;
  readonly onDidChangeTreeData = this.#changed.event;
  /** Reads and carries out runs. */
  readonly host: RunHost;

  constructor(context: vscode.ExtensionContext, services: RunHostServices) {
    this.#context = context;
    this.#services = services;
    this.host = new RunHost(services);
    context.subscriptions.push(
      this.#changed,
      this.host,
      this.host.onDidChange(() => {
        this.#changed.fire(undefined);
        void this.#update();
      }),
      this.host.onDidProgress(({ id, counts }) => {
        const node = this.#nodes.get(id);
        if (!node) return;
        node.run = { ...node.run, counts };
        this.#changed.fire(node);
      }),
    );
  }

  /** Shows what there is. A lock that was left behind tells that a run may have been interrupted. */
  async look(): Promise<void> {
    const names = await this.#update();
    const locks = await Promise.allSettled(names.map((name) => access(join(this.#services.folder, name, 'lock'))));
    if (!locks.some(({ status }) => status === 'fulfilled')) return;
    await offerInterrupted(this.host, this.#context.globalState, this.#services.pauses.runLook);
  }

  /** One look at the folder tells whether there is anything to show; gives the names of what is in it. */
  async #update(): Promise<readonly string[]> {
    const entries = await readdir(this.#services.folder, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    if (names.length > 0) this.#show();
    if (this.#view) await vscode.commands.executeCommand('setContext', 'boxOffice.hasRuns', names.length > 0);
    return names;
  }

  #show(): void {
    if (this.#view) return;
    this.#view = vscode.window.createTreeView<RunNode>('boxOffice.runs', { treeDataProvider: this, canSelectMany: true });
    this.#context.subscriptions.push(this.#view);
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (node) return [];
    const runs = await this.host.list();
    this.#nodes = new Map(runs.map((run) => [run.id, { runId: run.id, run }]));
    return [...this.#nodes.values()];
  }

  getTreeItem(node: RunNode): vscode.TreeItem {
    const { runId, run } = node;
    const { plan, state, counts } = run;
    const environment = plan && this.host.environmentLabel(plan.environment);
    const label = plan ? sourceLabel(plan) : runId;
    const item = new vscode.TreeItem(label);
    // A side bar is narrow: the state of the run comes before where it goes.
    const stands = [counts && progressText(counts), stateText(state)].filter(Boolean).join(' · ');
    item.id = runId;
    item.description = plan ? `${stands} → ${plan.eventLabel} (${environment})` : stands;
    // A text, not Markdown: a service's words must never become a link.
    item.tooltip = tooltipOf(run, environment ?? '').join('\n');
    item.iconPath = iconOf(run);
    item.contextValue = capabilitiesOf(run).join(' ');
    if (hasResult(run)) item.command = { command: 'boxOffice.openRunResult', title: vscode.l10n.t('Open'), arguments: [node] };
    item.accessibilityInformation = { label: `${label}, ${item.description}` };
    return item;
  }
}

function tooltipOf({ plan, state, counts, reason, time, result }: ShownRun, environment: string): string[] {
  const { l10n } = vscode;
  if (!plan)
    return [l10n.t('The files of this run are damaged, so it cannot go on. What it has done stays done; discard the rest.')];
  return [
    runLabel(plan),
    l10n.t('State: {0}', stateText(state)),
    ...(reason ? [reason.message] : []),
    ...(counts ? countLines(counts, plan.kind) : []),
    l10n.t('Environment: {0}', `${environment} (${addressText(plan.addresses)})`),
    l10n.t('Event: {0}', `${plan.eventLabel} (${plan.eventId})`),
    ...(plan.input.path === undefined ? [] : [l10n.t('File: {0}', plan.input.path)]),
    ...(plan.deletion ? [l10n.t('Copy: {0}', plan.deletion.copy)] : []),
    ...(result === undefined ? [] : [l10n.t('Result: {0}', result)]),
    ...(time === undefined ? [] : [l10n.t('Last changed: {0}', new Date(time).toLocaleString(vscode.env.language))]),
  ];
}

const resumable: readonly RunState[] = ['planned', 'interrupted', 'paused', 'cancelled', 'needsDecision'];

export function isResumable({ state }: ShownRun): boolean {
  return resumable.includes(state);
}

export function hasResult({ plan, state }: ShownRun): boolean {
  return plan !== undefined && state !== 'planned';
}

/** The words that the menus of package.json look for. */
function capabilitiesOf(run: ShownRun): string[] {
  return [
    ...(isResumable(run) ? ['resume'] : []),
    ...(run.isHere ? ['cancel'] : []),
    ...(hasResult(run) ? ['result'] : []),
    ...(isRevertible(run) ? ['revert'] : []),
    ...(run.state === 'running' ? [] : ['discard']),
  ];
}

const warning = 'list.warningForeground';
const icons: Readonly<Record<RunState, readonly [id: string, color?: string]>> = {
  planned: ['circle-outline'],
  running: ['loading~spin'],
  interrupted: ['debug-disconnect', warning],
  paused: ['debug-pause', warning],
  cancelled: ['circle-slash'],
  needsDecision: ['question', warning],
  finished: ['pass', 'testing.iconPassed'],
  damaged: ['error', 'list.errorForeground'],
};

/** A run that is finished with some codes rejected or not known is no plain success. */
function iconOf({ state, counts }: ShownRun): vscode.ThemeIcon {
  const isMixed = state === 'finished' && counts !== undefined && counts.rejected + counts.unknown > 0;
  const [id, color] = isMixed ? (['warning', warning] as const) : icons[state];
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}
