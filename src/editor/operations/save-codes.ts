// Save Codes: all codes of a ticket, of several or of an event, as a file for a spreadsheet.
import * as vscode from 'vscode';
import { ApiError, IncompleteList, type Pager, type Row } from '../../client/index.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { pickEvent } from '../ask/pickers.ts';
import { reasonsText, saveCodeRows } from '../ask/save-rows.ts';
import { eventAround, resourcesFrom, type EventResource, type ItemResource } from '../platform/resources.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { groupNames, itemPaths } from '../../records/item-groups.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { fieldOf, toItem } from '../reading/resources.ts';
import { CodeColumns } from './codes.ts';
import type { CommandServices } from './copies.ts';

const { l10n } = vscode;

/** An item, and what a person calls the group that it stands in; empty where the row does not tell. */
interface ChosenItem {
  readonly item: ItemResource;
  readonly group: string;
}

/** Items and the rows of their codes give their items; any other row, its event; without one, the event is asked for. */
export async function saveCodes({ connections }: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const rows: unknown[] = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [row];
  const chosen = new Map(rows.flatMap(itemOf).map((one) => [one.item.id, one]));
  const items = [...chosen.values()];
  const known = items.length > 0 ? undefined : eventAround(row);
  const environment = (items[0]?.item ?? known)?.environment;
  const connection = environment === undefined ? requireConnection(connections) : connectionTo(connections, environment);
  if (items.length > 0) return saveCodesOf(connection, { items });
  const event = known ?? (await pickEvent(connection, l10n.t('Save the codes of which event?')));
  return saveCodesOf(connection, { event });
}

function itemOf(row: unknown): ChosenItem[] {
  const [item, group] = itemsAround(row);
  return item ? [{ item, group: group?.label ?? '' }] : [];
}

/** The items that a row is or stands under, from within. */
function itemsAround(row: unknown): ItemResource[] {
  const found: ItemResource[] = [];
  for (let node = row; typeof node === 'object' && node !== null; node = (node as { parent?: unknown }).parent)
    found.push(...resourcesFrom(['item'], node));
  return found;
}

type Codes =
  | { readonly items: readonly ChosenItem[]; readonly event?: undefined }
  | { readonly event: EventResource; readonly items?: undefined };

/** Streams all pages into the file. A list that is not whole, or not there, is said and hides no other. */
export async function saveCodesOf(connection: Connection, { items, event }: Codes): Promise<void> {
  const doubts: string[] = [];
  const [only] = items?.length === 1 ? items : [];
  const label = only?.item.label ?? event?.label ?? l10n.t('{0} items', items?.length ?? 0);
  const columns = new CodeColumns(connection.environment.dialect);
  await saveCodeRows({
    name: l10n.t('codes of {0}', label),
    progress: l10n.t('Saving the codes of {0}', label),
    saved: (count) => l10n.t('Codes of {0} saved: {1}.', label, count),
    doubts: () => doubts,
    header: () => [...(only ? [] : ['group', 'ticket']), ...columns.header],
    rows: async function* (signal, onCount) {
      const reading: Reading = { connection, signal, doubts, onCount };
      const tickets = event ? ticketsOfEvent(reading, event) : items.map(({ item, group }) => ticketOf(item, group));
      const pages = only ? rowsOfItem({ ...reading, ticket: ticketOf(only.item) }) : rowsOfTickets(reading, tickets);
      let isEmpty = true;
      for await (const { rows, before } of pages) {
        for (const row of rows) yield [...before, ...columns.rowOf(row)];
        if (rows.length > 0) isEmpty = false;
      }
      if (isEmpty) throw nothingToSave(label, doubts);
    },
  });
}

/** What could not be read may be there. */
function nothingToSave(label: string, doubts: readonly string[]): UserError {
  if (doubts.length === 0) return new UserError(l10n.t('{0} has no codes.', label), nextStep.uploadCodes());
  const message = l10n.t('No codes of {0} could be read, and nothing was saved. {1}', label, reasonsText(doubts));
  return new UserError(message, nextStep.describeService());
}

interface Ticket {
  readonly itemId: string;
  readonly eventId: string | undefined;
  /** How a person calls it: its group and its name. */
  readonly label: string;
  readonly name: string;
  readonly group: string;
}

interface Reading {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly doubts: string[];
  readonly onCount: (count: number) => void;
}

/** A page of codes, and what stands before each in its row. */
interface CodePage {
  readonly rows: readonly Row[];
  readonly before: readonly string[];
}

function ticketOf({ id, eventId, label, value }: ItemResource, group = ''): Ticket {
  return { itemId: id, eventId, label, name: fieldOf(value, 'name') ?? label, group };
}

async function* ticketsOfEvent({ connection, signal, doubts }: Reading, event: EventResource): AsyncGenerator<Ticket> {
  const list = pagerOf(connection, reads.items(event.id), { signal });
  const rows: Row[] = [];
  for await (const page of list) rows.push(...page);
  if (!list.isWhole) doubts.push(doubtOf(list, 'items'));
  const [groups, paths] = [groupNames(rows), itemPaths(rows)];
  for (const row of rows) {
    if (row.id === undefined) continue;
    const ticket = ticketOf(toItem(connection, row, event.id), groups.get(row.id));
    yield { ...ticket, label: paths.get(row.id) ?? ticket.label };
  }
}

function doubtOf(list: Pager, of: 'items' | 'codes'): string {
  return new IncompleteList(list.count, list.total, of).message;
}

async function* rowsOfTickets(reading: Reading, tickets: AsyncIterable<Ticket> | Iterable<Ticket>): AsyncGenerator<CodePage> {
  let done = 0;
  for await (const ticket of tickets) {
    let count = 0;
    const onCount = (read: number) => reading.onCount(done + (count = read));
    try {
      for await (const page of rowsOfItem({ ...reading, onCount, ticket }))
        yield { ...page, before: [ticket.group, ticket.name] };
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'notFound')) throw error;
      reading.doubts.push(l10n.t('{0} has no list of codes: what it has is not known.', ticket.label));
    }
    done += count;
  }
}

async function* rowsOfItem({
  connection,
  signal,
  doubts,
  onCount,
  ticket,
}: Reading & { readonly ticket: Ticket }): AsyncGenerator<CodePage> {
  const list = pagerOf(connection, reads.codes(ticket.itemId, ticket.eventId), { signal, onProgress: onCount });
  for await (const rows of list) yield { rows, before: [] };
  if (!list.isWhole) doubts.push(`${ticket.label}: ${doubtOf(list, 'codes')}`);
}
