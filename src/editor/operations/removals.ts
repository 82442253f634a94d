// The operations that destroy, where they are called by their name: what goes is named, copied and asked for as their commands do it.
import type { Operation } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import type { AnyInput } from '../account/connection.ts';
import type { PreparedRemoval } from './checked-removal.ts';
import type { CommandServices } from './copies.ts';

/** Comes back after a yes. An operation that is not known here destroys nothing: better no way than one without a copy. */
export async function prepareRemoval(
  parts: CommandServices,
  connection: Connection,
  { id }: Operation,
  input: AnyInput,
): Promise<PreparedRemoval> {
  const part = (name: string) => String(input.path?.[name] ?? '');
  switch (id) {
    case 'deletePasskey':
      return (await import('./delete-passkey.ts')).prepareDeletePasskey(parts, connection, part('id'));
    case 'deleteCode':
      return (await import('./delete-code.ts')).prepareDeleteCode(parts, connection, part('itemId'), part('codeId'));
    case 'deleteEventCodes': {
      const { prepareDeleteEventCodes } = await import('./delete-event-codes.ts');
      return prepareDeleteEventCodes(parts, connection, part('eventId'), ticketName(input));
    }
    case 'removeItem':
      return (await import('./remove-item.ts')).prepareRemoveItem(parts, connection, part('id'));
    default:
      // English: whoever adds such an operation reads it.
      throw new Error(`${id} has no way to be undone.`);
  }
}

/** An empty name may be none to the service, which then deletes them all. */
function ticketName({ query = {} }: AnyInput): string | undefined {
  return typeof query.name === 'string' && query.name !== '' ? query.name : undefined;
}
