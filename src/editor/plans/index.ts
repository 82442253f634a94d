// An event as a file, plans, and the everyday commands that are small plans.
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Pages } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { compareEvents } from './compare-events.ts';
import { EventFileProblems } from './event-file-problems.ts';
import { planOpener, type OpenPlan } from './open-plan.ts';
import { applyPlanCommand, planChangesCommand, revertPlanCommand } from './plan-commands.ts';
import type { RunHost } from './plan-runs.ts';
import { saveEventAsFile } from './save-event.ts';
import { changeMany, copyItems, copyPasskeys, duplicateItem, shiftEvent, type PlanServices } from './small-commands.ts';

/** What the commands of plans need. */
interface PlansServices {
  readonly connections: Connections;
  readonly pages: Pages;
  readonly runs: RunHost;
}

/** Gives what opens the page of a plan, for whoever makes one. */
export function registerPlans(commands: CommandRegistry, { connections, pages, runs }: PlansServices): OpenPlan {
  const openPlan = planOpener(pages);
  commands.register('boxOffice.planChanges', (row?: unknown, selected?: unknown) =>
    planChangesCommand(connections, openPlan, row, selected),
  );
  commands.register('boxOffice.applyPlan', (row?: unknown) => applyPlanCommand(connections, pages, row));
  commands.register('boxOffice.revertPlan', (row?: unknown) => revertPlanCommand(connections, runs, openPlan, row));
  return openPlan;
}

type SmallCommand = (services: PlanServices, row?: unknown, selected?: unknown) => Promise<void>;

/** Events as files, and small plans of what is chosen. */
export function registerEventCommands(context: vscode.ExtensionContext, commands: CommandRegistry, services: PlanServices): void {
  const small = (command: SmallCommand) => (row?: unknown, selected?: unknown) => command(services, row, selected);
  commands.register('boxOffice.saveEventAsFile', (row?: unknown, selected?: unknown) =>
    saveEventAsFile(services.connections, row, selected),
  );
  commands.register('boxOffice.compareEvents', (given?: unknown, selected?: unknown) => compareEvents(services, given, selected));
  commands.register('boxOffice.duplicateItem', small(duplicateItem));
  commands.register('boxOffice.copyItems', small(copyItems));
  commands.register('boxOffice.copyPasskeys', small(copyPasskeys));
  commands.register('boxOffice.changeMany', small(changeMany));
  commands.register('boxOffice.shiftEvent', small(shiftEvent));
  context.subscriptions.push(new EventFileProblems());
}
