// Commands on the interface's operations: any of them by name, and the ones that delete or reassign.
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import type { Documents } from '../documents/providers.ts';
import { associatePasskey } from './associate-passkey.ts';
import type { CommandServices } from './copies.ts';
import { copyAsCurl } from './copy-as-curl.ts';
import { listCodes } from './list-codes.ts';
import { deleteCode, deleteEventCodes, deletePasskey, deleteTicketCodes, removeItem, type CodeDeleter } from './remove.ts';
import { restorePasskeys } from './restore-passkeys.ts';
import { runOperation } from './run-operation.ts';
import { saveCodes } from './save-codes.ts';

type RowCommand = (services: CommandServices & CodeDeleter, row?: unknown, selected?: unknown) => Promise<void>;

export function registerOperations(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  documents: Documents,
  { deleteCodes }: CodeDeleter,
): void {
  const services = { context, connections, changes, deleteCodes };
  const onRows = (command: RowCommand) => (row?: unknown, selected?: unknown) => command(services, row, selected);
  commands.register('boxOffice.runOperation', (operation?: unknown, input?: unknown) =>
    runOperation({ ...services, documents: documents.readOnly }, operation, input),
  );
  commands.register('boxOffice.copyAsCurl', (row?: unknown, selected?: unknown) => copyAsCurl(connections, row, selected));
  commands.register('boxOffice.deletePasskey', onRows(deletePasskey));
  commands.register('boxOffice.removeItem', onRows(removeItem));
  commands.register('boxOffice.deleteCode', onRows(deleteCode));
  commands.register('boxOffice.deleteEventCodes', onRows(deleteEventCodes));
  commands.register('boxOffice.deleteTicketCodes', onRows(deleteTicketCodes));
  commands.register('boxOffice.restorePasskeys', () => restorePasskeys(services));
  commands.register('boxOffice.associatePasskey', onRows(associatePasskey));
  commands.register('boxOffice.saveCodes', onRows(saveCodes));
  commands.register('boxOffice.listCodes', onRows(listCodes));
}
