// Tables, reports and the page of an event: their commands. What reads and draws them is loaded with the first one.
import { requireConnection, type Connections } from '../account/index.ts';
import type { Pages } from '../pages/pages.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { resourcesFrom, type EventResource, type SessionResource } from '../platform/resources.ts';
import type { ReportKind } from '../../protocol/report.ts';

export function registerReports(commands: CommandRegistry, connections: Connections, pages: Pages): void {
  type Action = 'openEvent' | 'showTickets' | 'showCrew' | 'showAttributes' | 'openAsTable';
  const run = (action: Action) => async (row?: unknown, selected?: unknown) => {
    const actions = await import('./table-commands.ts');
    return actions[action](connections, pages, row, selected);
  };
  commands.register('boxOffice.openEvent', run('openEvent'));
  commands.register('boxOffice.showTickets', run('showTickets'));
  commands.register('boxOffice.showCrew', run('showCrew'));
  commands.register('boxOffice.showAttributes', run('showAttributes'));
  commands.register('boxOffice.openAsTable', run('openAsTable'));
  const show = (kind: ReportKind) => async (row?: unknown, selected?: unknown) => {
    const targets = targetsFrom(row, selected);
    for (const target of targets.length > 0 ? targets : [await askForEvent(connections)]) {
      const { environment, id } = target;
      if (target.kind === 'event') await pages.show({ environment, kind, eventId: id });
      else await pages.show({ environment, kind, eventId: target.eventId }, { section: id });
    }
  };
  commands.register('boxOffice.showEntryReport', show('entryReport'));
  commands.register('boxOffice.showBordero', show('bordero'));
}

/** What reports are shown of: an event, or one session of it. */
function targetsFrom(row: unknown, selected: unknown): (EventResource | SessionResource)[] {
  const given = resourcesFrom(['event', 'session'], row, selected);
  // A row of the tree may stand for the report itself.
  return given.length > 0 ? given : resourcesFrom(['event'], (row as { event?: unknown } | undefined)?.event);
}

async function askForEvent(connections: Connections): Promise<EventResource> {
  const { pickEvent } = await import('../ask/pickers.ts');
  return pickEvent(requireConnection(connections));
}
