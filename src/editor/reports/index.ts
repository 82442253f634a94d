// Tables, reports and the page of an event: their commands. What reads and draws them is loaded with the first one.
import { requireConnection, type Connections } from '../account/index.ts';
import type { Pages } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { resourcesFrom } from '../platform/resources.ts';
import type { ReportKind } from '../../protocol/report.ts';
import type * as actionsModule from './table-commands.ts';

type Actions = typeof actionsModule;

export function registerReports(commands: CommandRegistry, connections: Connections, pages: Pages): void {
  const action = (name: keyof Actions) => async (row?: unknown, selected?: unknown) => {
    const actions: Record<keyof Actions, (connections: Connections, pages: Pages, ...given: unknown[]) => Promise<void>> =
      await import('./table-commands.ts');
    await actions[name](connections, pages, row, selected);
  };
  commands.register('boxOffice.openEvent', action('openEvent'));
  commands.register('boxOffice.showTickets', action('showTickets'));
  commands.register('boxOffice.showCrew', action('showCrew'));
  commands.register('boxOffice.showAttributes', action('showAttributes'));
  commands.register('boxOffice.openAsTable', action('openAsTable'));
  const show = (kind: ReportKind) => async (row?: unknown, selected?: unknown) => {
    const targets = targetsFrom(row, selected);
    for (const { session, environment, eventId } of targets.length > 0 ? targets : [await ask(connections)])
      await pages.show({ environment, kind, eventId }, { section: session });
  };
  commands.register('boxOffice.showEntryReport', show('entryReport'));
  commands.register('boxOffice.showBordero', show('bordero'));
}

/** A report is of an event, or of one session of it. */
interface Target {
  readonly environment: string;
  readonly eventId: string;
  readonly session?: string | undefined;
}

function targetsFrom(row: unknown, selected: unknown): Target[] {
  const given = resourcesFrom(['event', 'session'], row, selected).map((resource) =>
    resource.kind === 'session'
      ? { environment: resource.environment, eventId: resource.eventId, session: resource.id }
      : { environment: resource.environment, eventId: resource.id },
  );
  if (given.length > 0) return given;
  // A row of the tree that stands for the report itself.
  const [event] = resourcesFrom(['event'], (row as { event?: unknown } | undefined)?.event);
  return event ? [{ environment: event.environment, eventId: event.id }] : [];
}

async function ask(connections: Connections): Promise<Target> {
  const { pickEvent } = await import('../ask/pickers.ts');
  const { environment, id } = await pickEvent(requireConnection(connections));
  return { environment, eventId: id };
}
