// Show Entry Report and Show Bordero: of a row's event or session; from the palette the event is asked for.
import { requireConnection, type Connections } from '../account/index.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { resourcesFrom } from '../platform/resources.ts';
import type { ReportKind } from '../../protocol/report.ts';

export interface ReportTarget {
  readonly environment: string;
  readonly eventId: string;
}

type Open = (kind: ReportKind, target: ReportTarget, session: string | undefined) => Promise<void>;

export function registerReportCommands(commands: CommandRegistry, connections: Connections, open: Open): void {
  const show = async (kind: ReportKind, row: unknown, selected: unknown) => {
    const targets = targetsFrom(row, selected);
    for (const { session, ...target } of targets.length > 0 ? targets : [await ask(connections)])
      await open(kind, target, session);
  };
  commands.register('boxOffice.showEntryReport', (row?: unknown, selected?: unknown) => show('entryReport', row, selected));
  commands.register('boxOffice.showBordero', (row?: unknown, selected?: unknown) => show('bordero', row, selected));
}

interface Target extends ReportTarget {
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
