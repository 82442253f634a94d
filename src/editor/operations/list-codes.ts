// List Codes: the codes of an item, page by page, with what can be done to each, and all of them as a file.
import * as vscode from 'vscode';
import { IncompleteList, type Dialect, type Pager, type Row } from '../../client/index.ts';
import { writeCsv } from '../../codes/index.ts';
import { safeName } from '../../runs/index.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { plain, withoutIcons } from '../platform/notify.ts';
import { nextStep } from '../platform/user-error.ts';
import { notifyWith } from '../platform/notify.ts';
import { UserError } from '../platform/user-error.ts';
import { eventAround, resourcesFrom, type CodeResource, type ItemResource } from '../platform/resources.ts';
import { codeColumns, codeRows } from './codes.ts';
import { codeSearch, pickItem } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { listTitle, pagerOf, reads } from '../reading/reads.ts';
import { browse, type PickAction } from '../ask/search-pick.ts';
import type { CommandServices } from './copies.ts';

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
  await browse<CodeResource>({
    ...search,
    placeholder: l10n.t('A part of a code; Enter copies the chosen one'),
    accept: copyCode,
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
        title: l10n.t('Save All as CSV…'),
        run: async () => {
          await saveCodes(connection, item);
        },
      },
    ],
  });
}

const maxTables = 10;

/** A list to choose from shows one item; several are shown beside each other. */
async function openTables(items: readonly ItemResource[]): Promise<void> {
  if (items.length > maxTables)
    throw new UserError(l10n.t('The codes of each item open as a table of their own. Choose at most {0} items.', maxTables));
  for (const item of items) await openTable(item);
}

async function openTable(item: ItemResource): Promise<void> {
  const read = reads.codes(item.id);
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
    closes: true,
    run: async (code) => {
      await vscode.commands.executeCommand('boxOffice.deleteCode', code);
    },
  };
}

/** Streams all pages into the file; it appears when it is whole. */
async function saveCodes(connection: Connection, item: ItemResource): Promise<void> {
  const path = await askForPath(item);
  let list: Pager | undefined;
  const title = plain(l10n.t('Saving the codes of {0}', item.label));
  const written = await withDelayedProgress(title, (signal, report) => {
    const onProgress = (count: number) => report({ message: count.toLocaleString() });
    list = pagerOf(connection, reads.codes(item.id), { signal, onProgress });
    // Without the mark, a spreadsheet takes the file for something other than UTF-8.
    return writeCsv(path, withHeader(list, connection.environment.dialect), { byteOrderMark: true });
  });
  reportWritten(path, item, written.rows - 1, written.guarded, list);
}

function askForPath({ label }: ItemResource): Promise<string> {
  return chooseWhereToSave({
    title: l10n.t('Save Codes'),
    name: safeName(l10n.t('codes of {0}', label), 'codes'),
    ending: 'csv',
    notOnDisk: l10n.t('Codes can only be saved to a disk. Choose a folder of this machine.'),
  });
}

/** The header is what the rows of the first page have. */
async function* withHeader(pages: AsyncIterable<readonly Row[]>, dialect: Dialect): AsyncGenerator<readonly string[]> {
  let columns: readonly string[] | undefined;
  for await (const rows of pages) {
    if (!columns) yield (columns = codeColumns(rows, dialect));
    yield* codeRows(rows, columns, dialect);
  }
  if (!columns) throw new UserError(l10n.t('This item has no codes.'), nextStep.uploadCodes());
}

function reportWritten(path: string, { label }: ItemResource, count: number, guarded: number, list: Pager | undefined): void {
  const doubt = list?.isWhole === false ? new IncompleteList(list.count, list.total).message : '';
  const sentences = [
    l10n.t('Codes of {0} saved: {1}.', label, count.toLocaleString()),
    guarded > 0 ? l10n.t("A ' stands before what a spreadsheet would take for a formula: {0}.", guarded.toLocaleString()) : '',
    doubt,
  ];
  void notifyWith(doubt ? 'warning' : 'info', sentences.filter(Boolean).join(' '), nextStep.openFile(vscode.Uri.file(path)));
}
