// The Runs view: one row a run, with how it stands, exact counts and what can be done with it.
import * as vscode from 'vscode';
import type { RunState } from '../../runs/index.ts';
import type { Connections } from '../account/index.ts';
import type { RunHost, ShownRun } from './run-host.ts';
import { countLines, progressText, runLabel, sourceLabel, stateText } from './run-messages.ts';

/** A row stands for a run; what it shows is read from the run. */
export interface RunNode {
  readonly runId: string;
  run: ShownRun;
}

export const runsViewId = 'boxOffice.runs';

export class RunsTree implements vscode.TreeDataProvider<RunNode>, vscode.Disposable {
  readonly #host: RunHost;
  readonly #connections: Connections;
  readonly #changed = new vscode.EventEmitter<RunNode | undefined>();
  readonly #disposables: vscode.Disposable[];
  #nodes = new Map<string, RunNode>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(host: RunHost, connections: Connections) {
    this.#host = host;
    this.#connections = connections;
    this.#disposables = [
      this.#changed,
      host.onDidChange(() => this.#changed.fire(undefined)),
      host.onDidProgress(({ id, counts }) => {
        const node = this.#nodes.get(id);
        if (!node) return;
        node.run = { ...node.run, counts };
        this.#changed.fire(node);
      }),
    ];
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (node) return [];
    const runs = await this.#host.list();
    this.#nodes = new Map(runs.map((run) => [run.id, { runId: run.id, run }]));
    return [...this.#nodes.values()];
  }

  getTreeItem(node: RunNode): vscode.TreeItem {
    const { runId, run } = node;
    const { plan, state, counts } = run;
    const label = plan ? sourceLabel(plan) : runId;
    const item = new vscode.TreeItem(label);
    // A side bar is narrow: how the run stands comes before where it goes.
    const stands = [counts && progressText(counts), stateText(state)].filter(Boolean).join(' · ');
    item.id = runId;
    item.description = plan ? `${stands} → ${plan.eventLabel} (${this.#placeOf(plan.environment)})` : stands;
    // A text, not Markdown: a service's words must never become a link.
    item.tooltip = this.#tooltip(run).join('\n');
    item.iconPath = iconOf(run);
    item.contextValue = capabilitiesOf(run).join(' ');
    if (hasResult(run)) item.command = openResult(node);
    item.accessibilityInformation = { label: `${label}, ${item.description}` };
    return item;
  }

  #tooltip({ plan, state, counts, reason, time, result }: ShownRun): string[] {
    const { l10n } = vscode;
    if (!plan) return [l10n.t('The files of this run are damaged, so it cannot go on. What it created stays; discard the rest.')];
    return [
      runLabel(plan),
      l10n.t('State: {0}', stateText(state)),
      ...(reason ? [reason.message] : []),
      ...(counts ? countLines(counts) : []),
      l10n.t('Environment: {0}', `${this.#placeOf(plan.environment)} (${plan.origin})`),
      l10n.t('Event: {0}', `${plan.eventLabel} (${plan.eventId})`),
      ...(plan.input.path === undefined ? [] : [l10n.t('File: {0}', plan.input.path)]),
      ...(result === undefined ? [] : [l10n.t('Result: {0}', result)]),
      ...(time === undefined ? [] : [l10n.t('Last changed: {0}', new Date(time).toLocaleString(vscode.env.language))]),
    ];
  }

  #placeOf(name: string): string {
    return this.#connections.of(name)?.environment.label ?? name;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const resumable: readonly RunState[] = ['planned', 'interrupted', 'paused', 'cancelled', 'needsDecision'];

export function isResumable({ state }: ShownRun): boolean {
  return resumable.includes(state);
}

function hasResult({ plan, state }: ShownRun): boolean {
  return plan !== undefined && state !== 'planned';
}

function openResult(node: RunNode): vscode.Command {
  return { command: 'boxOffice.openRunResult', title: vscode.l10n.t('Open'), arguments: [node] };
}

/** The words that the menus of package.json look for. */
function capabilitiesOf(run: ShownRun): string[] {
  return [
    ...(isResumable(run) ? ['resume'] : []),
    ...(run.isHere ? ['cancel'] : []),
    ...(hasResult(run) ? ['result'] : []),
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
