// The connection as the client of a run: the person said yes to the whole run before it began, and the run itself says why it paused.
import { operations, type CallInput, type Client, type OperationId } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';

export function runClient(connection: Connection, target: string): Client {
  return clientOf(connection, target, true);
}

/** For what is read while somebody waits: a sign-in that is refused is asked for on the spot. */
export function readingClient(connection: Connection): Client {
  return clientOf(connection, '', false);
}

function clientOf(connection: Connection, target: string, quiet: boolean): Client {
  return {
    call: (operation, input, options) => {
      const id: OperationId = typeof operation === 'string' ? operation : operation.id;
      return operations[id].effect === 'read'
        ? connection.read(id as 'listPasskeys', input as CallInput<'listPasskeys'>, { ...options, quiet })
        : connection.write(id as 'createPasskeys', input as CallInput<'createPasskeys'>, {
            ...options,
            target,
            confirmed: true,
            quiet,
          });
    },
  };
}
