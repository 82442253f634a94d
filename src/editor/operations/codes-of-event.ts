// The codes of an event that go with a delete, each with its ticket.
import { wholeList, type PageQuery } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { UserError } from '../platform/user-error.ts';
import type { Entry } from './checked-removal.ts';
import { fieldOf } from '../reading/resources.ts';

/** The two reads that it takes. */
export interface EventLists {
  items(page: PageQuery): Promise<unknown>;
  codes(itemId: string, page: PageQuery): Promise<unknown>;
}

export interface CodeOfTicket {
  readonly ticket: string;
}

/** More than this is no slip of the hand any more: it is done ticket by ticket. */
const maxCodes = 500_000;

/** Those of the tickets of this name, or all; an error where a list is not complete. */
export async function codesOfEvent(
  lists: EventLists,
  ticket: string | undefined,
  onProgress: (read: number) => void = () => undefined,
): Promise<Entry<CodeOfTicket>[]> {
  const codes: Entry<CodeOfTicket>[] = [];
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

interface Ticket {
  readonly id: string;
  readonly name: string;
}

export async function ticketsOfEvent(lists: EventLists): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for await (const rows of wholeList((page) => lists.items(page))) {
    for (const { id, label, value } of rows) if (id !== undefined) tickets.push({ id, name: fieldOf(value, 'name') ?? label });
  }
  return tickets;
}

/** How many each ticket has, in the order of the tickets. */
export function countsByTicket(codes: readonly Entry<CodeOfTicket>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of codes) counts.set(record.ticket, (counts.get(record.ticket) ?? 0) + 1);
  return counts;
}

/** As a file that can be uploaded again. */
export function* copyRows(codes: readonly Entry<CodeOfTicket>[]): Generator<readonly string[]> {
  yield ['ticket', 'code'];
  for (const { name, record } of codes) yield [record.ticket, name];
}
