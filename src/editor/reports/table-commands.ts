// The commands that open a table or the page of an event; each works from a row, and from the palette by asking for what is missing.
import * as vscode from 'vscode';
import { operations, type OperationId } from '../../client/index.ts';
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import { nameIn, readOnlyScheme } from '../documents/addresses.ts';
import { sourceIn } from '../reading/sources.ts';
import { callFor, type ListSource } from '../reading/lists.ts';
import { pickEvent, pickItem, pickSession } from '../ask/pickers.ts';
import { asPreview, resourcesFrom, type EventResource, type SessionResource } from '../platform/resources.ts';
import { categories } from '../platform/settings.ts';
import type { Pages } from '../pages/pages.ts';
import { sourceId, type TableSource } from './table-sources.ts';

const { l10n } = vscode;

export async function openEvent(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  const isPreview = selected === asPreview;
  for (const { environment, id } of await eventsFor(connections, row, selected))
    await pages.show({ environment, kind: 'event', eventId: id }, {}, isPreview);
}

/** Of the events or sessions of the rows; from the palette, of the event that is asked for. */
export async function showTickets(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  const sessions = resourcesFrom(['session'], row, selected);
  for (const session of sessions) await show(pages, session.environment, ticketsOfSession(session));
  if (sessions.length > 0) return;
  for (const event of await eventsFor(connections, row, selected)) await show(pages, event.environment, ticketsOf(event));
}

export async function showCrew(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  for (const event of await eventsFor(connections, row, selected)) await show(pages, event.environment, crewOf(event));
}

export async function showAttributes(connections: Connections, pages: Pages, row: unknown, selected: unknown): Promise<void> {
  for (const event of await eventsFor(connections, row, selected)) await show(pages, event.environment, attributesOf(event));
}

const ticketsOf = ({ id, label }: EventResource) => source('getEventTickets', l10n.t('Tickets of {0}', label), { path: { id } });
const crewOf = ({ id, label }: EventResource) => source('getEventCrew', l10n.t('Crew of {0}', label), { path: { id } });
const attributesOf = ({ id, label }: EventResource) =>
  source('getEventAttributes', l10n.t('Attributes of {0}', label), { path: { id } });

function ticketsOfSession({ id, eventId, label }: SessionResource): TableSource {
  return source('getSessionTickets', l10n.t('Tickets of {0}', label), { path: { id: eventId, sessionId: id } });
}

type Reads = Partial<Pick<TableSource, 'path' | 'query'>>;

function source(operation: OperationId, title: string, { path = {}, query = {} }: Reads = {}): TableSource {
  return { operation, title, path, query };
}

async function show(pages: Pages, environment: string, table: TableSource): Promise<void> {
  await pages.show({ environment, kind: 'table', id: sourceId(table) });
}

async function eventsFor(connections: Connections, row: unknown, selected: unknown): Promise<EventResource[]> {
  const given = resourcesFrom(['event'], row, selected);
  if (given.length > 0) return given;
  const above = eventAround(row);
  return [above ?? (await pickEvent(requireConnection(connections)))];
}

function eventAround(row: unknown): EventResource | undefined {
  for (let place = row; typeof place === 'object' && place !== null; place = (place as { parent?: unknown }).parent) {
    const [event] = resourcesFrom(['event'], place);
    if (event) return event;
  }
  return undefined;
}

/** What a table is opened with from code: the list of a quick pick, the reply of an operation. */
interface TableRequest {
  readonly environment: string;
  readonly table: TableSource;
}

/** A row of the tree with a list below it, a document of a reply, a request; from the palette it is asked for. */
export async function openAsTable(connections: Connections, pages: Pages, place: unknown): Promise<void> {
  const request =
    requestIn(place) ?? requestOfDocument(place ?? vscode.window.activeTextEditor?.document.uri) ?? requestOfRow(place);
  const { environment, table } = request ?? (await ask(requireConnection(connections)));
  await show(pages, environment, table);
}

function requestIn(place: unknown): TableRequest | undefined {
  return typeof place === 'object' && place !== null && 'table' in place ? (place as TableRequest) : undefined;
}

function requestOfDocument(uri: unknown): TableRequest | undefined {
  if (!(uri instanceof vscode.Uri) || uri.scheme !== readOnlyScheme) return undefined;
  const name = nameIn(uri.path);
  const read = sourceIn(uri.query);
  if (!name || !read || read.row !== undefined) return undefined;
  return { environment: name.environment, table: source(read.operation, name.label, read.input) };
}

interface ListRow {
  readonly environment: string;
  readonly list: ListSource;
}

function requestOfRow(row: unknown): TableRequest | undefined {
  if (typeof row !== 'object' || row === null || !('list' in row) || row.list === undefined) return undefined;
  const { environment, list } = row as ListRow;
  const { operation, input } = callFor(list, { page: 1, pageSize: 1 });
  // Of a page of the tree the table wants the whole.
  const asked = Object.entries((input as { query?: object }).query ?? {});
  const query = Object.fromEntries(asked.filter(([name]) => name !== 'page' && name !== 'pageSize'));
  const path = (input as { path?: TableSource['path'] }).path ?? {};
  return { environment, table: source(operation, titleFor(list, row), { path, query }) };
}

function titleFor(list: ListSource, row: unknown): string {
  const owner = nearestLabel(row);
  switch (list.list) {
    case 'featured':
      return l10n.t('Featured events');
    case 'home':
      return l10n.t('Home sections');
    case 'cover':
      return l10n.t('Home cover');
    case 'category':
      return l10n.t('Events in {0}', list.category);
    case 'event':
      return l10n.t('Sessions of {0}', owner);
    case 'items':
      return l10n.t('Items of {0}', owner);
    case 'passkeys':
      return l10n.t('Passkeys of {0}', owner);
    case 'crew':
      return l10n.t('Crew of {0}', owner);
    case 'attributes':
      return l10n.t('Attributes of {0}', owner);
    case 'tickets':
      return l10n.t('Tickets of {0}', owner);
    case 'codes':
      return l10n.t('Codes of {0}', owner);
  }
}

function nearestLabel(row: unknown): string {
  for (let place = row; typeof place === 'object' && place !== null; place = (place as { parent?: unknown }).parent) {
    const { resource } = place as { resource?: { label?: unknown } };
    if (typeof resource?.label === 'string') return resource.label;
  }
  return '';
}

interface Question extends vscode.QuickPickItem {
  readonly find: (connection: Connection) => Promise<TableSource>;
}

async function ask(connection: Connection): Promise<TableRequest> {
  const title = l10n.t('Open what as a table?');
  const chosen = await vscode.window.showQuickPick(questions(), { title, matchOnDescription: true, ignoreFocusOut: true });
  if (!chosen) throw new vscode.CancellationError();
  return { environment: connection.environment.name, table: await chosen.find(connection) };
}

function questions(): Question[] {
  const ofEvent = (make: (event: EventResource) => TableSource) => async (connection: Connection) =>
    make(await pickEvent(connection));
  const itemsOf = ({ id, label }: EventResource) =>
    source('listItems', l10n.t('Items of {0}', label), { query: { eventId: id } });
  const passkeysOf = ({ id, label }: EventResource) =>
    source('listPasskeys', l10n.t('Passkeys of {0}', label), { query: { eventId: id } });
  const question = (label: string, operation: OperationId, find: Question['find']) => {
    const { method, path } = operations[operation];
    return { label, description: `${method} ${path}`, find };
  };
  return [
    question(l10n.t('Tickets of an event'), 'getEventTickets', ofEvent(ticketsOf)),
    question(l10n.t('Tickets of a session'), 'getSessionTickets', async (connection) =>
      ticketsOfSession(await pickSession(connection, (await pickEvent(connection)).id)),
    ),
    question(l10n.t('Items of an event'), 'listItems', ofEvent(itemsOf)),
    question(l10n.t('Passkeys of an event'), 'listPasskeys', ofEvent(passkeysOf)),
    question(l10n.t('Crew of an event'), 'getEventCrew', ofEvent(crewOf)),
    question(l10n.t('Attributes of an event'), 'getEventAttributes', ofEvent(attributesOf)),
    question(l10n.t('Codes of an item'), 'listCodes', async (connection) => codesOf(await pickItem(connection))),
    question(l10n.t('Triggers of an item'), 'listTriggers', async (connection) => {
      const { id, label } = await pickItem(connection);
      return source('listTriggers', l10n.t('Triggers of {0}', label), { path: { id } });
    }),
    question(l10n.t('Ticket types'), 'listTypes', () => Promise.resolve(source('listTypes', l10n.t('Ticket types')))),
    question(l10n.t('Featured events'), 'getFeatured', () => Promise.resolve(source('getFeatured', l10n.t('Featured events')))),
    question(l10n.t('Events in a category'), 'searchCategory', async () => {
      const category = await askCategory();
      return source('searchCategory', l10n.t('Events in {0}', category), { path: { category } });
    }),
    question(l10n.t('Home sections'), 'getHomeSections', () =>
      Promise.resolve(source('getHomeSections', l10n.t('Home sections'))),
    ),
  ];
}

export function codesOf({ id, label }: { readonly id: string; readonly label: string }): TableSource {
  return source('listCodes', l10n.t('Codes of {0}', label), { path: { itemId: id } });
}

async function askCategory(): Promise<string> {
  const known = categories();
  const chosen = await vscode.window.showQuickPick(known, { title: l10n.t('Browse which category?'), ignoreFocusOut: true });
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen;
}
