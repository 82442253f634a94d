// The connection as the client of a run: the person said yes to the whole run before it began, and the run itself says why it paused.
import { operations, readCode, wholeList, type CallInput, type Client, type OperationId } from '../../client/index.ts';
import type { ReadCodes } from '../../runs/index.ts';
import type { Connection } from '../account/index.ts';
import { codeLists } from '../reading/reads.ts';

export function runClient(connection: Connection, target: string): Client {
  return clientOf(connection, target, { quiet: true, interactive: true });
}

/** For what is read outside a run: where somebody waits for it, a sign-in that is refused is asked for on the spot. */
export function readingClient(connection: Connection, { interactive = true } = {}): Client {
  return clientOf(connection, '', { quiet: false, interactive });
}

function clientOf(connection: Connection, target: string, how: { quiet: boolean; interactive: boolean }): Client {
  return {
    dialect: connection.environment.dialect,
    learned: (operation) => connection.learned(operation),
    call: (operation, input, options) => {
      const id: OperationId = typeof operation === 'string' ? operation : operation.id;
      if (operations[id].effect === 'read')
        return connection.read(id as 'listPasskeys', input as CallInput<'listPasskeys'>, { ...options, ...how });
      const { quiet } = how;
      const confirmed = { ...options, target, confirmed: true, quiet };
      return connection.write(id as 'createPasskeys', input as CallInput<'createPasskeys'>, confirmed);
    },
  };
}

/** The codes of an event's items, for a run. */
export function codesOf(connection: Connection, eventId: string): ReadCodes {
  const { dialect } = connection.environment;
  return async function* (itemId, signal) {
    const lists = codeLists(connection, eventId, { quiet: true, interactive: true, ...(signal && { signal }) });
    for await (const rows of wholeList(lists.codes(itemId), { signal }))
      yield rows.map(({ value, label }) => {
        const { id = '', code = label } = readCode(value, dialect);
        return { id, code };
      });
  };
}
