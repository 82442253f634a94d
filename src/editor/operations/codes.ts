// Codes as they are read for a delete or a file: the interface reads them only as lists of their items.
import { wholeList, type Row } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type { CodeResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import type { CodeLists } from '../reading/reads.ts';
import { fieldOf } from '../reading/resources.ts';
import type { RemovalEntry } from './removal.ts';

export interface CodeOfTicket {
  readonly ticket: string;
}

/** More than this is no slip of the hand any more: it is done ticket by ticket. */
const maxCodes = 500_000;

/** Those of the tickets of this name, or all; an error where a list is not complete. */
export async function codesOfEvent(
  lists: CodeLists,
  ticket: string | undefined,
  onProgress: (read: number) => void = () => undefined,
): Promise<RemovalEntry<CodeOfTicket>[]> {
  const codes: RemovalEntry<CodeOfTicket>[] = [];
  for (const item of await ticketsOfEvent(lists)) {
    if (ticket !== undefined && item.name !== ticket) continue;
    // One for all of its codes.
    const record = { ticket: item.name };
    for await (const rows of wholeList((page) => lists.codes(item.id, page))) {
      for (const { id, label, value } of rows) {
        const name = fieldOf(value, 'code') ?? label;
        codes.push({ key: `${item.id}/${id ?? name}`, name, record });
      }
      if (codes.length > maxCodes)
        throw new UserError(t('More than {0} codes: delete them ticket by ticket.', maxCodes.toLocaleString()));
      onProgress(codes.length);
    }
  }
  return codes;
}

interface TicketLabel {
  readonly id: string;
  readonly name: string;
}

export async function ticketsOfEvent(lists: CodeLists): Promise<TicketLabel[]> {
  const tickets: TicketLabel[] = [];
  for await (const rows of wholeList((page) => lists.items(page))) {
    for (const { id, label, value } of rows) if (id !== undefined) tickets.push({ id, name: fieldOf(value, 'name') ?? label });
  }
  return tickets;
}

/** How many each ticket has, in the order of the tickets. */
export function countsByTicket(codes: readonly RemovalEntry<CodeOfTicket>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of codes) counts.set(record.ticket, (counts.get(record.ticket) ?? 0) + 1);
  return counts;
}

/** As a file that can be uploaded again. */
export function* copyRows(codes: readonly RemovalEntry<CodeOfTicket>[]): Generator<readonly string[]> {
  yield ['ticket', 'code'];
  for (const { name, record } of codes) yield [record.ticket, name];
}

/** Those of the codes that are there, as they are now; an error where a list is not complete. */
export async function findCodes(
  wanted: readonly CodeResource[],
  read: CodeLists['codes'],
): Promise<RemovalEntry<CodeResource>[]> {
  const found: RemovalEntry<CodeResource>[] = [];
  for (const [itemId, codes] of Map.groupBy(wanted, (code) => code.itemId)) {
    const missing = new Map(codes.map((code) => [code.id, code]));
    for await (const rows of wholeList((page) => read(itemId, page))) {
      for (const { id = '', label, value } of rows) {
        const code = missing.get(id);
        if (!code) continue;
        missing.delete(id);
        const name = fieldOf(value, 'code') ?? label;
        const record = { ...code, label: name, value, eventId: code.eventId ?? fieldOf(value, 'eventId') };
        found.push({ key: `${itemId}/${id}`, name, record });
      }
      // The rest of the list is of no interest.
      if (missing.size === 0) break;
    }
  }
  return found;
}

/** The columns of a table of codes, the code first. Plain fields only: a cell has room for a text. */
export function codeColumns(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const { value } of rows)
    if (typeof value === 'object' && value !== null)
      for (const [name, field] of Object.entries(value)) if (isPlain(field)) names.add(name);
  names.delete('code');
  return ['code', ...names];
}

export function* codeRows(rows: readonly Row[], columns: readonly string[]): Generator<string[]> {
  for (const { value, label } of rows)
    yield columns.map((name) => (name === 'code' ? (fieldOf(value, name) ?? label) : cellOf(value, name)));
}

function cellOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
  const field = (value as Record<string, unknown>)[name];
  return isPlain(field) && field !== null ? String(field) : '';
}

function isPlain(field: unknown): field is string | number | bigint | boolean | null {
  return field === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof field);
}
