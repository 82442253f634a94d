// Tables, reports and the page of an event: their commands. What reads and draws them is loaded with the first one.
import { requireConnection, type Connections } from '../account/index.ts';
import type { Pages } from '../pages/pages.ts';
import { completeStep } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { asPreview, resourcesFrom, type EventResource, type SessionResource } from '../platform/resources.ts';
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
  commands.register('boxOffice.tryPasskey', async (row?: unknown, selected?: unknown) =>
    (await import('./try-passkey.ts')).tryPasskey(connections, pages, row, selected),
  );
  const show = (kind: ReportKind) => async (row?: unknown, selected?: unknown) => {
    const targets = targetsFrom(row, selected);
    for (const target of targets.length > 0 ? targets : [await askForEvent(connections)]) {
      const { environment, id } = target;
      const isPreview = selected === asPreview;
      if (target.kind === 'event') await pages.show({ environment, kind, eventId: id }, {}, isPreview);
      else await pages.show({ environment, kind, eventId: target.eventId }, { section: id }, isPreview);
    }
    void completeStep('reportRead');
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
