// The commands that open a table or the page of an event; each works from a row, and from the palette by asking for what is missing.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { operations } from '../../client/index.ts';
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import { localName } from '../account/environments.ts';
import { nameIn, readOnlyScheme } from '../documents/addresses.ts';
import { listTitle, readIn, reads, type Read } from '../reading/reads.ts';
import { pickCategory } from '../ask/operation-input.ts';
import { pickEvent, pickItem, pickSession } from '../ask/pickers.ts';
import { fileBehind } from '../platform/choose-file.ts';
import { asPreview, eventAround, resourcesFrom, type EventResource } from '../platform/resources.ts';
import type { Pages } from '../pages/pages.ts';
import { fileTableId, tableId, type FileTable, type Table } from './table-reads.ts';

const { l10n } = vscode;

export async function openEvent(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  const isPreview = selected === asPreview;
  for (const { environment, id } of await eventsFor(connections, row, selected))
    pages.show({ environment, kind: 'event', eventId: id }, {}, isPreview);
}

/** Of the events or sessions of the rows; from the palette, of the event that is asked for. */
export async function showTickets(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  const sessions = resourcesFrom(['session'], row, selected);
  for (const { environment, eventId, id, label } of sessions)
    show(pages, environment, tableOf(reads.ticketsOfSession(eventId, id), label));
  if (sessions.length === 0) await showOfEvents(reads.ticketsOfEvent)(connections, pages, row, selected);
}

const showOfEvents =
  (read: (eventId: string) => Read) =>
  async (connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> => {
    for (const { environment, id, label } of await eventsFor(connections, row, selected))
      show(pages, environment, tableOf(read(id), label));
  };

export const showCrew = showOfEvents(reads.crew);
export const showAttributes = showOfEvents(reads.attributes);

function tableOf(read: Read, owner = ''): Table {
  return { read, title: listTitle(read, owner) };
}

function show(pages: Pages, environment: string, table: Table, how?: unknown): void {
  pages.show({ environment, kind: 'table', id: tableId(table) }, {}, how === asPreview);
}

async function eventsFor(connections: Connections, row: unknown, selected: unknown): Promise<EventResource[]> {
  const given = resourcesFrom(['event'], row, selected);
  if (given.length > 0) return given;
  return [eventAround(row) ?? (await pickEvent(requireConnection(connections)))];
}

/** What a table is opened with from code: the list of a quick pick, the reply of an operation. */
interface TableRequest extends Table {
  readonly environment: string;
}

function fileTablesIn(given: unknown, selected: unknown): FileTable[] {
  if (typeof given === 'object' && given !== null && 'file' in given) return [given as FileTable];
  const uris: unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [given ?? activeFile()];
  const all = uris.filter((uri) => uri instanceof vscode.Uri).map(fileBehind);
  const files = all.filter(({ scheme }) => scheme === 'file');
  return files.map(({ fsPath }) => ({ title: basename(fsPath), file: { path: fsPath } }));
}

/** The file in front, where it may hold rows. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  return uri && /\.(csv|tsv|txt|xlsx)$/i.test(uri.path) ? uri : undefined;
}

/** Of files; a row of the tree with a list below it, a document of a reply, a request; from the palette it is asked for. */
export async function openAsTable(connections: Connections, pages: Pages, given: unknown, how?: unknown): Promise<void> {
  const files = fileTablesIn(given, how);
  // A file belongs to no environment, and its page must name one.
  for (const table of files) pages.show({ environment: localName, kind: 'table', id: fileTableId(table) }, { data: table.line });
  if (files.length > 0) return;
  const request =
    requestIn(given) ?? requestOfDocument(given ?? vscode.window.activeTextEditor?.document.uri) ?? requestOfRow(given);
  const { environment, ...table } = request ?? (await ask(requireConnection(connections)));
  show(pages, environment, table, how);
}

function requestIn(given: unknown): TableRequest | undefined {
  return typeof given === 'object' && given !== null && 'title' in given && 'read' in given ? (given as TableRequest) : undefined;
}

function requestOfDocument(uri: unknown): TableRequest | undefined {
  if (!(uri instanceof vscode.Uri) || uri.scheme !== readOnlyScheme) return undefined;
  const name = nameIn(uri.path);
  const read = readIn(uri.query);
  if (!name || !read || read.row !== undefined) return undefined;
  return { environment: name.environment, title: name.label, read };
}

interface ListRow {
  readonly environment: string;
  readonly list: Read;
}

function requestOfRow(row: unknown): TableRequest | undefined {
  if (typeof row !== 'object' || row === null || !('list' in row) || row.list === undefined) return undefined;
  const { environment, list } = row as ListRow;
  return { environment, ...tableOf(list, nearestLabel(row)) };
}

function nearestLabel(row: unknown): string {
  for (let above = row; typeof above === 'object' && above !== null; above = (above as { parent?: unknown }).parent) {
    const { resource } = above as { resource?: { label?: unknown } };
    if (typeof resource?.label === 'string') return resource.label;
  }
  return '';
}

interface Question extends vscode.QuickPickItem {
  readonly find: (connection: Connection) => Promise<Table>;
}

async function ask(connection: Connection): Promise<TableRequest> {
  const title = l10n.t('Open what as a table?');
  const chosen = await vscode.window.showQuickPick(questions(), { title, matchOnDescription: true, ignoreFocusOut: true });
  if (!chosen) throw new vscode.CancellationError();
  return { environment: connection.environment.name, ...(await chosen.find(connection)) };
}

function questions(): Question[] {
  type Owner = { readonly id: string; readonly label: string };
  const question = (label: string, { operation }: Read, find: Question['find']): Question => {
    const { method, path } = operations[operation];
    return { label, description: `${method} ${path}`, find };
  };
  const of = (label: string, pick: (connection: Connection) => Promise<Owner>, read: (id: string) => Read) =>
    question(label, read(''), async (connection) => {
      const owner = await pick(connection);
      return tableOf(read(owner.id), owner.label);
    });
  const ofEvent = (label: string, read: (id: string) => Read) => of(label, (connection) => pickEvent(connection), read);
  const ofItem = (label: string, read: (id: string) => Read) => of(label, (connection) => pickItem(connection), read);
  const single = (read: Read) => question(listTitle(read), read, () => Promise.resolve(tableOf(read)));
  return [
    ofEvent(l10n.t('Tickets of an event'), reads.ticketsOfEvent),
    question(l10n.t('Tickets of a session'), reads.ticketsOfSession('', ''), async (connection) => {
      const { id, eventId, label } = await pickSession(connection, (await pickEvent(connection)).id);
      return tableOf(reads.ticketsOfSession(eventId, id), label);
    }),
    ofEvent(l10n.t('Items of an event'), reads.items),
    ofEvent(l10n.t('Passkeys of an event'), reads.passkeys),
    ofEvent(l10n.t('Crew of an event'), reads.crew),
    ofEvent(l10n.t('Attributes of an event'), reads.attributes),
    ofItem(l10n.t('Codes of an item'), (id) => reads.codes(id)),
    ofItem(l10n.t('Triggers of an item'), reads.triggers),
    single(reads.types()),
    question(listTitle(reads.featured()), reads.featured(), ({ environment }) =>
      Promise.resolve(tableOf(reads.featured(environment.dialect))),
    ),
    question(l10n.t('Events in a category'), reads.category(''), async (connection) =>
      tableOf(reads.category(await pickCategory(connection))),
    ),
    single(reads.home()),
  ];
}
