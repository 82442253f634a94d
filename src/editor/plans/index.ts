// An event as a file: its commands. What reads, compares and plans is loaded with the first one.
import type { Connections } from '../account/index.ts';
import type { Pages } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { planOpener, type OpenPlan } from './open-plan.ts';
import type { LoadRuns } from './plan-runs.ts';

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
