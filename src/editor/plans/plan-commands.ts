// The commands that make a plan of a file, take one from a file, or undo one that was applied; each ends at the page of a plan.
import { addressesOf, addressText, isSameService } from '../../client/index.ts';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { reverseOf, type EventFile } from '../../plans/index.ts';
import { connectionTo, requireConnection, type Connections } from '../account/index.ts';
import { environmentLine } from '../account/confirm.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { Pages } from '../pages/pages.ts';
import { ask } from '../platform/questions.ts';
import { eventAround, resourcesFrom, type EventResource } from '../platform/resources.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { openPlanFile, type OpenPlan } from './open-plan.ts';
import { fileFor, readEventFile, readPlanFile } from './plan-files.ts';
import { pickRun, type RunHost } from './plan-runs.ts';

const { l10n } = vscode;

/** From a file, or from an event for which a file is chosen. */
export async function planChangesCommand(
  connections: Connections,
  openPlan: OpenPlan,
  row: unknown,
  selected: unknown,
): Promise<void> {
  const [given] = row instanceof vscode.Uri ? [] : resourcesFrom(['event'], row, selected);
  const event = given ?? (row instanceof vscode.Uri ? undefined : eventAround(row));
  const source = await fileFor(row, 'boxoffice.json');
  const file = await readEventFile(source);
  const target = event ? await requireMeant(connections, event, file) : await eventOfFile(connections, file);
  openPlan({
    environment: target.environment,
    eventId: target.id,
    title: l10n.t('Changes by {0}', basename(source.path)),
    wanted: () => file,
    source,
  });
}

/** A file of another event may be meant, or taken by mistake. */
async function requireMeant(connections: Connections, event: EventResource, { event: own }: EventFile): Promise<EventResource> {
  if (own.id === undefined || (String(own.id) === event.id && own.environment === event.environment)) return event;
  const question = l10n.t('The file was read from {0}. Plan its changes to {1}?', namedIn(own), event.label);
  const { environment } = connectionTo(connections, event.environment);
  const detail = `${environmentLine(environment)}\n\n${l10n.t('Its records are found by their names. Nothing is sent yet.')}`;
  const plan = l10n.t('Plan Changes');
  if ((await ask(() => vscode.window.showWarningMessage(question, { modal: true, detail }, plan))) !== plan)
    throw new vscode.CancellationError();
  return event;
}

function namedIn({ id, name, environment }: EventFile['event']): string {
  return l10n.t('{0} ({1})', name ?? String(id), environment ?? '?');
}

/** Where the file was read, or another event of any environment. */
async function eventOfFile(connections: Connections, { event }: EventFile): Promise<Pick<EventResource, 'environment' | 'id'>> {
  const own = event.environment === undefined ? undefined : connections.of(event.environment)?.environment;
  const choices = [
    ...(own && event.id !== undefined
      ? [
          {
            label: event.name ?? String(event.id),
            description: own.label,
            detail: l10n.t('Where the file was read'),
            environment: own.name,
            id: String(event.id),
          },
        ]
      : []),
    ...connections.environments().environments.map(({ name, label }) => ({
      label: l10n.t('Another event…'),
      description: label,
      detail: '',
      environment: name,
      id: undefined,
    })),
  ];
  const title = l10n.t('Plan changes to which event?');
  const chosen = await ask(() => vscode.window.showQuickPick(choices, { title, matchOnDescription: true, ignoreFocusOut: true }));
  if (!chosen) throw new vscode.CancellationError();
  if (chosen.id !== undefined) return { environment: chosen.environment, id: chosen.id };
  return pickEvent(connectionTo(connections, chosen.environment), title);
}

/** Shows the plan of a file; it is applied from its page. */
export async function applyPlanCommand(connections: Connections, pages: Pages, row: unknown): Promise<void> {
  const file = await fileFor(row, 'boxoffice-plan.json');
  const { event } = await readPlanFile(file, connections);
  openPlanFile(pages, event.environment ?? requireConnection(connections).environment.name, String(event.id), file);
}

/** Of a run, by its row, by its result, or as chosen. */
export async function revertPlanCommand(
  connections: Connections,
  runs: RunHost,
  openPlan: OpenPlan,
  row: unknown,
): Promise<void> {
  const { id } = await pickRun(runs, row);
  const { plan, steps } = await runs.appliedSteps(id);
  const { environment } = connectionTo(connections, plan.environment);
  if (!isSameService(addressesOf(environment), plan.addresses))
    throw new UserError(
      l10n.t('The plan was applied to {0}, and {1} has another address by now.', addressText(plan.addresses), environment.label),
      nextStep.configureEnvironments(),
    );
  if (steps.length === 0) throw new UserError(l10n.t('Nothing of this plan was done, so there is nothing to revert.'));
  openPlan({
    environment: plan.environment,
    eventId: plan.eventId,
    title: l10n.t('Revert'),
    wanted: (there) => reverseOf(steps, there, { dialect: environment.dialect, now: Date.now() }),
  });
}
