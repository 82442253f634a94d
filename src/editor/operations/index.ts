// Commands on the interface's operations: any of them by name, and the ones that delete or reassign. Their code is loaded with the first use.
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import type { Documents } from '../documents/providers.ts';

export function registerOperations(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  documents: Documents,
): void {
  const parts = { context, connections, changes };
  commands.register('boxOffice.runOperation', async (operation?: unknown, input?: unknown) => {
    const { runOperation } = await import('./run-operation.ts');
    return runOperation({ ...parts, documents: await documents.readOnly() }, operation, input);
  });
  commands.register('boxOffice.copyAsCurl', async (row?: unknown, selected?: unknown) => {
    const { copyAsCurl } = await import('./copy-as-curl.ts');
    return copyAsCurl(connections, row, selected);
  });
  commands.register('boxOffice.deletePasskey', async (row?: unknown, selected?: unknown) => {
    const { deletePasskey } = await import('./delete-passkey.ts');
    await deletePasskey(parts, row, selected);
  });
  commands.register('boxOffice.restorePasskeys', async () => {
    const { restorePasskeys } = await import('./restore-passkeys.ts');
    await restorePasskeys(parts);
  });
  commands.register('boxOffice.removeItem', async (row?: unknown, selected?: unknown) => {
    const { removeItem } = await import('./remove-item.ts');
    await removeItem(parts, row, selected);
  });
  commands.register('boxOffice.associatePasskey', async (row?: unknown, selected?: unknown) => {
    const { associatePasskey } = await import('./associate-passkey.ts');
    await associatePasskey(parts, row, selected);
  });
  commands.register('boxOffice.listCodes', async (row?: unknown, selected?: unknown) => {
    const { listCodes } = await import('./list-codes.ts');
    await listCodes(parts, row, selected);
  });
  commands.register('boxOffice.deleteCode', async (row?: unknown, selected?: unknown) => {
    const { deleteCode } = await import('./delete-code.ts');
    await deleteCode(parts, row, selected);
  });
  commands.register('boxOffice.deleteEventCodes', async (row?: unknown, selected?: unknown) => {
    const { deleteEventCodes } = await import('./delete-event-codes.ts');
    await deleteEventCodes(parts, row, selected);
  });
}
