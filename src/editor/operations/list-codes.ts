// List Codes: the codes of an item, page by page, with what can be done to each.
import * as vscode from 'vscode';
import { connectionTo, requireConnection } from '../account/index.ts';
import { withoutIcons } from '../platform/notify.ts';
import { UserError } from '../platform/user-error.ts';
import { eventAround, resourcesFrom, type CodeResource, type ItemResource } from '../platform/resources.ts';
import { codeSearch, pickItem } from '../ask/pickers.ts';
import { listTitle, reads } from '../reading/reads.ts';
import { pickOne, type PickAction } from '../ask/search-pick.ts';
import type { CommandServices } from './copies.ts';
import { saveCodesOf } from './save-codes.ts';

const { l10n } = vscode;

export async function listCodes({ connections }: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const items = resourcesFrom(['item'], row, selected);
  if (items.length > 1) return openTables(items);
  const [given] = items;
  const event = eventAround(row);
  const environment = (given ?? event)?.environment;
  const connection = environment === undefined ? requireConnection(connections) : connectionTo(connections, environment);
  const question = { title: l10n.t('List the codes of which item?'), eventId: event?.id };
  const item = given ?? (await pickItem(connection, question));
  const search = codeSearch(connection, item.id, l10n.t('Codes of {0}', item.label));
  const code = await pickOne<CodeResource>({
    ...search,
    placeholder: l10n.t('A part of a code; Enter copies the chosen one'),
    rowActions: [
      { icon: 'copy', title: l10n.t('Copy Code'), run: copyCode },
      ...(vscode.workspace.isTrusted ? [deletion()] : []),
    ],
    titleActions: [
      {
        icon: 'table',
        title: l10n.t('Open as Table'),
        run: () => openTable(item),
      },
      {
        icon: 'save-as',
        title: l10n.t('Save All…'),
        run: () => saveCodesOf(connection, { items: [{ item, group: '' }] }),
      },
    ],
  });
  await copyCode(code);
}

const maxTables = 10;

/** A list to choose from shows one item; several are shown beside each other. */
async function openTables(items: readonly ItemResource[]): Promise<void> {
  if (items.length > maxTables)
    throw new UserError(l10n.t('The codes of each item open as a table of their own. Choose at most {0} items.', maxTables));
  for (const item of items) await openTable(item);
}

async function openTable(item: ItemResource): Promise<void> {
  const read = reads.codes(item.id, item.eventId);
  const title = listTitle(read, item.label);
  await vscode.commands.executeCommand('boxOffice.openAsTable', { environment: item.environment, title, read });
}

async function copyCode({ label }: CodeResource): Promise<void> {
  await vscode.env.clipboard.writeText(label);
  vscode.window.setStatusBarMessage(l10n.t('Copied {0}.', withoutIcons(label)), 4000);
}

/** The command asks, keeps a copy and reports by itself. */
function deletion(): PickAction<CodeResource> {
  return {
    icon: 'trash',
    title: l10n.t('Delete Code'),
    after: 'close',
    run: async (code) => {
      await vscode.commands.executeCommand('boxOffice.deleteCode', code);
    },
  };
}
