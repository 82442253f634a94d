// An event as a file, plans, and the everyday commands that are small plans. What reads, compares and plans is loaded with the first one.
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Pages } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import { planOpener, type OpenPlan } from './open-plan.ts';
import type { LoadRuns } from './plan-runs.ts';
import type { PlanServices } from './small-commands.ts';

/** What the commands of plans need. */
interface PlansServices {
  readonly connections: Connections;
  readonly pages: Pages;
  readonly runs: LoadRuns;
}

/** Gives what opens the page of a plan, for whoever makes one. */
export function registerPlans(commands: CommandRegistry, { connections, pages, runs }: PlansServices): OpenPlan {
  const openPlan = planOpener(pages);
  const actions = () => import('./plan-commands.ts');
  commands.register('boxOffice.planChanges', async (row?: unknown, selected?: unknown) =>
    (await actions()).planChangesCommand(connections, openPlan, row, selected),
  );
  commands.register('boxOffice.applyPlan', async (row?: unknown) => (await actions()).applyPlanCommand(connections, pages, row));
  commands.register('boxOffice.revertPlan', async (row?: unknown) =>
    (await actions()).revertPlanCommand(connections, runs, openPlan, row),
  );
  return openPlan;
}

/** Events as files, and small plans of what is chosen. */
export function registerEventCommands(context: vscode.ExtensionContext, commands: CommandRegistry, services: PlanServices): void {
  const small =
    (name: 'duplicateItem' | 'copyItems' | 'copyPasskeys' | 'changeMany' | 'shiftEvent') =>
    async (row?: unknown, selected?: unknown) =>
      (await import('./small-commands.ts'))[name](services, row, selected);
  commands.register('boxOffice.saveEventAsFile', async (row?: unknown, selected?: unknown) =>
    (await import('./save-event.ts')).saveEventAsFile(services.connections, row, selected),
  );
  commands.register('boxOffice.compareEvents', async (given?: unknown, selected?: unknown) =>
    (await import('./compare-events.ts')).compareEvents(services, given, selected),
  );
  commands.register('boxOffice.duplicateItem', small('duplicateItem'));
  commands.register('boxOffice.copyItems', small('copyItems'));
  commands.register('boxOffice.copyPasskeys', small('copyPasskeys'));
  commands.register('boxOffice.changeMany', small('changeMany'));
  commands.register('boxOffice.shiftEvent', small('shiftEvent'));
  afterStart(context, async () => new (await import('./event-file-problems.ts')).EventFileProblems());
}
