// Tables and the page of an event: their commands. What draws and reads them is loaded with the first one.
import type { Connections } from '../account/index.ts';
import type { CommandRegistry } from '../platform/commands.ts';

/** What a page is opened for. */
export interface PageTarget {
  readonly environment: string;
  readonly id?: string | undefined;
  readonly eventId?: string | undefined;
}

export interface ReportDoors {
  readonly table: (target: PageTarget) => Promise<void>;
  readonly event: (target: PageTarget, isGlance: boolean) => Promise<void>;
}

export function registerTables(commands: CommandRegistry, connections: Connections, open: ReportDoors): void {
  const actions = () => import('./table-commands.ts');
  commands.register('boxOffice.openEvent', async (row?: unknown, selected?: unknown) =>
    (await actions()).openEvent(connections, open, row, selected),
  );
  commands.register('boxOffice.showTickets', async (row?: unknown, selected?: unknown) =>
    (await actions()).showTickets(connections, open, row, selected),
  );
  commands.register('boxOffice.showCrew', async (row?: unknown, selected?: unknown) =>
    (await actions()).showCrew(connections, open, row, selected),
  );
  commands.register('boxOffice.showAttributes', async (row?: unknown, selected?: unknown) =>
    (await actions()).showAttributes(connections, open, row, selected),
  );
  commands.register('boxOffice.openAsTable', async (row?: unknown) => (await actions()).openAsTable(connections, open, row));
}
