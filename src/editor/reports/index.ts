// Tables, reports and the page of an event: their commands.
import { requireConnection, type Connections } from '../account/index.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { Pages } from '../pages/pages.ts';
import { completeStep } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { asPreview, resourcesFrom, type EventResource, type SessionResource } from '../platform/resources.ts';
import type { ReportKind } from '../../protocol/report.ts';
import { openAsTable, openEvent, showAttributes, showCrew, showTickets } from './table-commands.ts';

type RowCommand = (connections: Connections, pages: Pages, row: unknown, selected: unknown) => Promise<void>;

export function registerReports(commands: CommandRegistry, connections: Connections, pages: Pages): void {
  const onRows = (command: RowCommand) => (row?: unknown, selected?: unknown) => command(connections, pages, row, selected);
  commands.register('boxOffice.openEvent', onRows(openEvent));
  commands.register('boxOffice.showTickets', onRows(showTickets));
  commands.register('boxOffice.showCrew', onRows(showCrew));
  commands.register('boxOffice.showAttributes', onRows(showAttributes));
  commands.register('boxOffice.openAsTable', onRows(openAsTable));
  const show = (kind: ReportKind) => async (row?: unknown, selected?: unknown) => {
    const targets = targetsFrom(row, selected);
    for (const target of targets.length > 0 ? targets : [await pickEvent(requireConnection(connections))]) {
      const { environment, id } = target;
      const isPreview = selected === asPreview;
      if (target.kind === 'event') pages.show({ environment, kind, eventId: id }, {}, isPreview);
      else pages.show({ environment, kind, eventId: target.eventId }, { section: id }, isPreview);
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
