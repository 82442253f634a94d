// Commands on the interface's operations: any of them by name, and the ones that delete or reassign. Their code is loaded with the first use.
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import type { Documents } from '../documents/providers.ts';
import type { CodeDeleter } from './remove.ts';

export function registerOperations(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  documents: Documents,
  { deleteCodes }: CodeDeleter,
): void {
  const services = { context, connections, changes, deleteCodes };
  const removal =
    (name: 'deletePasskey' | 'removeItem' | 'deleteCode' | 'deleteEventCodes' | 'deleteTicketCodes') =>
    async (row?: unknown, selected?: unknown) =>
      (await import('./remove.ts'))[name](services, row, selected);
  commands.register('boxOffice.runOperation', async (operation?: unknown, input?: unknown) => {
    const { runOperation } = await import('./run-operation.ts');
    return runOperation({ ...services, documents: await documents.readOnly() }, operation, input);
  });
  commands.register('boxOffice.copyAsCurl', async (row?: unknown, selected?: unknown) =>
    (await import('./copy-as-curl.ts')).copyAsCurl(connections, row, selected),
  );
  commands.register('boxOffice.deletePasskey', removal('deletePasskey'));
  commands.register('boxOffice.removeItem', removal('removeItem'));
  commands.register('boxOffice.deleteCode', removal('deleteCode'));
  commands.register('boxOffice.deleteEventCodes', removal('deleteEventCodes'));
  commands.register('boxOffice.deleteTicketCodes', removal('deleteTicketCodes'));
  commands.register('boxOffice.restorePasskeys', async () => (await import('./restore-passkeys.ts')).restorePasskeys(services));
  commands.register('boxOffice.associatePasskey', async (row?: unknown, selected?: unknown) =>
    (await import('./associate-passkey.ts')).associatePasskey(services, row, selected),
  );
  commands.register('boxOffice.saveCodes', async (row?: unknown, selected?: unknown) =>
    (await import('./save-codes.ts')).saveCodes(services, row, selected),
  );
  commands.register('boxOffice.listCodes', async (row?: unknown, selected?: unknown) =>
    (await import('./list-codes.ts')).listCodes(services, row, selected),
  );
}
