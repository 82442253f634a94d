// The commands of the item form. Each works from the palette, on a row and on several rows.
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { resourcesFrom, type ItemResource } from '../platform/resources.ts';
import type { SectionName } from '../../protocol/item.ts';
import { eventFor, type FormTarget } from './commands.ts';

/** Shows the form, at a section of it. */
export type ItemDoor = (target: FormTarget, section?: SectionName) => Promise<void>;

export function registerItemCommands(commands: CommandRegistry, connections: Connections, open: ItemDoor): void {
  const openAt = (section?: SectionName) => async (row?: unknown, selected?: unknown) => {
    const connection = () => requireConnection(connections);
    for (const { environment, id } of await itemsFor(connection, row, selected)) await open({ environment, id }, section);
  };
  commands.register('boxOffice.createItem', async (row?: unknown, selected?: unknown) => {
    const { environment, id } = await eventFor(connections, row, selected);
    await open({ environment, eventId: id });
  });
  commands.register('boxOffice.editItem', openAt());
  commands.register('boxOffice.editValues', openAt('values'));
  commands.register('boxOffice.editSalePeriods', openAt('periods'));
  commands.register('boxOffice.editAttributes', openAt('attributes'));
  commands.register('boxOffice.showTriggers', openAt('triggers'));
}

async function itemsFor(connection: () => Connection, row: unknown, selected: unknown): Promise<readonly ItemResource[]> {
  const given = resourcesFrom(['item'], row, selected);
  if (given.length > 0) return given;
  const { pickItem } = await import('../ask/pickers.ts');
  return [await pickItem(connection())];
}
