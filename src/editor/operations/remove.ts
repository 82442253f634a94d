// The commands that delete, and the operations that destroy: one way for all of them.
import * as vscode from 'vscode';
import { contentOf, idIn, idOf, IncompleteList, labelOf, type Operation } from '../../client/index.ts';
import type { DeletionOrder } from '../../runs/index.ts';
import { connectionTo, type Connection } from '../account/index.ts';
import { withOwnItems } from '../ask/own-items.ts';
import type { AnyInput } from '../account/connection.ts';
import { pickCodes, pickEvent, pickItem, pickPasskeys } from '../ask/pickers.ts';
import { requireFew, targetsOf } from '../ask/targets.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, itemAround, type CodeResource, type EventResource, type ItemResource } from '../platform/resources.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { codeLists, readReply, reads } from '../reading/reads.ts';
import { toEvent } from '../reading/resources.ts';
import { forEach } from './bulk.ts';
import { countText, ticketsOfEvent, type TicketCodes } from './codes.ts';
import type { CommandServices } from './copies.ts';
import type { RemovalPayload } from './removed-items.ts';
import { confirmGone, mayBeDone, notWhole, prepare, resultOf, type RemovalEntry, type CallOutcome } from './removal.ts';
import {
  codeRemoval,
  eventCodesRemoval,
  itemRemoval,
  noCodes,
  passkeyRemoval,
  ticketCodesRemoval,
  type CodesLimit,
  type Described,
  type RecordRemoval,
  type Removed,
} from './removals.ts';

const { l10n } = vscode;

export async function deletePasskey(services: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'passkey', row, selected, async (asked) => {
    const event = await pickEvent(asked);
    return (await pickPasskeys(asked, event.id)).map((passkey) => ({ ...passkey, eventLabel: event.label }));
  });
  requireFew(resources);
  await removeEach(services, connection, passkeyRemoval(services, connection, resources));
}

export async function removeItem(services: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'item', row, selected, async (asked) => {
    requireRemoval(asked);
    return [await pickItem(asked)];
  });
  requireFew(resources);
  await removeEach(services, connection, itemRemoval(services, connection, resources, requireRemoval(connection)));
}

/** The document does not show what removes an item: nothing is sent on a guess. */
function requireRemoval({ environment }: Connection): RemovalPayload {
  const payload = environment.dialect.removal;
  if (payload !== undefined) return payload;
  const message = l10n.t(
    'Nobody knows how {0} removes an item: the interface document does not show it. Say it in the dialect of the environment, as "removal".',
    environment.label,
  );
  throw new UserError(message, nextStep.configureEnvironments());
}

export async function deleteCode(services: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'code', row, selected, async (asked) => {
    const { id, label: itemLabel, eventId } = await pickItem(asked);
    return (await pickCodes(asked, id)).map((code) => ({ ...code, itemLabel, eventId: code.eventId ?? eventId }));
  });
  requireFew(resources);
  await removeEach(services, connection, codeRemoval(services, connection, resources));
}

/** What deletes the codes of one ticket, one by one, and tells how it ended. */
export interface CodeDeleter {
  readonly deleteCodes: (connection: Connection, event: EventResource, order: DeletionOrder) => Promise<void>;
}

/** Those of one ticket, or all. */
export async function deleteEventCodes(
  services: CommandServices & CodeDeleter,
  row?: unknown,
  selected?: unknown,
): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'event', row, selected, async (asked) => [
    await pickEvent(asked),
  ]);
  const [event] = resources;
  if (!event) return;
  if (resources.length > 1)
    throw new UserError(l10n.t('Codes are deleted event by event, each after its own answer. Choose one event.'));
  const tickets = await readTickets(connection, event);
  const ticket = await pickTicket(tickets, event);
  if (!ticket) return deleteAtOnce(services, connection, event);
  await deleteOfTicket(services, connection, event, tickets, ticket);
}

/** Those of the item that a row is or stands under; its group, its name and how many there are stand in the question. */
export async function deleteTicketCodes(services: CommandServices & CodeDeleter, row?: unknown): Promise<void> {
  const item = itemAround(row);
  if (!item) return deleteEventCodes(services, row);
  const connection = connectionTo(services.connections, item.environment);
  const event = eventAround(row) ?? (await eventOfItem(connection, item));
  const tickets = await readTickets(connection, event);
  const ticket = tickets.find(({ itemId }) => itemId === item.id);
  if (!ticket) throw new UserError(l10n.t('{0} is not among the items of {1}. Nothing was deleted.', item.label, event.label));
  if (ticket.problem) throw ticket.problem instanceof IncompleteList ? notWhole(ticket.problem) : ticket.problem;
  if (ticket.count === 0) throw new UserError(l10n.t('{0} has no codes. Nothing was deleted.', ticket.label));
  await deleteOfTicket(services, connection, event, tickets, ticket);
}

async function eventOfItem(connection: Connection, { eventId }: ItemResource): Promise<EventResource> {
  if (eventId === undefined) return pickEvent(connection);
  return withDelayedProgress(l10n.t('Delete Codes of Ticket'), (signal) => eventOf(connection, eventId, signal));
}

async function deleteOfTicket(
  services: CommandServices & CodeDeleter,
  connection: Connection,
  event: EventResource,
  tickets: readonly TicketCodes[],
  ticket: TicketCodes,
): Promise<void> {
  const { codesOfTicket } = connection.environment.dialect;
  const isOnlyOne = tickets.filter((other) => other.ticket === ticket.ticket).length === 1;
  if (codesOfTicket !== undefined && ticket.count > maxOneByOne && isOnlyOne && tickets.every((other) => !other.problem))
    return deleteAtOnce(services, connection, event, {
      query: { [codesOfTicket]: ticket.ticket },
      ticket: ticket.ticket,
    });
  const { entries, copy } = await prepare(ticketCodesRemoval(services, connection, event, ticket));
  const others = tickets.filter((other) => other.itemId !== ticket.itemId);
  await services.deleteCodes(connection, event, {
    ...{ ticket: ticket.label, itemId: ticket.itemId, copy },
    codes: entries.map(({ key, name }) => ({ itemId: ticket.itemId, codeId: key.slice(ticket.itemId.length + 1), code: name })),
    others: others.flatMap(({ itemId, count, mark, problem }) => (problem || count === 0 ? [] : [{ itemId, count, mark }])),
    unread: others.filter(({ problem }) => problem !== undefined).map(({ label }) => label),
  });
}

/** So many are deleted one by one, even where the environment knows how to delete those of a ticket at once. */
const maxOneByOne = 200;

async function readTickets(connection: Connection, event: EventResource): Promise<TicketCodes[]> {
  const { dialect } = connection.environment;
  try {
    return await withOwnItems(connection, event, () =>
      withDelayedProgress(l10n.t('Reading the codes of {0}', event.label), (signal, progress) =>
        ticketsOfEvent(codeLists(connection, event.id, { signal, mayGoWithout: true }), {
          ...{ dialect, onProgress: (read: number) => progress({ message: read.toLocaleString() }) },
        }),
      ),
    );
  } catch (error) {
    throw error instanceof IncompleteList ? notWhole(error, connection.environment.name) : error;
  }
}

/** One request for the codes of an event; without a limit for all of them. */
async function deleteAtOnce(
  services: CommandServices,
  connection: Connection,
  event: EventResource,
  limit?: CodesLimit,
): Promise<void> {
  const input = { path: { eventId: event.id }, query: limit?.query ?? {} };
  const outcome = await removeAtOnce(eventCodesRemoval(services, connection, event, limit), (signal) =>
    connection.writeAny('deleteEventCodes', input, { target: event.label, confirmed: true, signal }),
  );
  services.changes.announce({ environment: connection.environment.name, kind: 'code', eventId: event.id });
  if ('error' in outcome && !mayBeDone(outcome.error)) throw outcome.error;
}

/** An operation that destroys, called by its name: what goes is named, copied and asked for as its command does it. */
export function removeBy(
  services: CommandServices,
  connection: Connection,
  operation: Operation,
  input: AnyInput,
  target: string,
): Promise<CallOutcome> {
  const { id } = operation;
  const { name: environment } = connection.environment;
  const send = (signal: AbortSignal) => connection.writeAny(id, input, { target, confirmed: true, signal });
  const known = (subject: 'passkey' | 'item' | 'code') => {
    const named = idIn(id, input, subject) ?? '';
    return { environment, id: named, label: named, value: undefined };
  };
  switch (operation.removes) {
    case 'passkey':
      return removeAtOnce(passkeyRemoval(services, connection, [{ kind: 'passkey', ...known('passkey') }]), send);
    case 'item':
      return removeAtOnce(
        itemRemoval(services, connection, [{ kind: 'item', ...known('item'), label: '' }], input.body ?? null),
        send,
      );
    case 'code': {
      const itemId = idIn(id, input, 'item') ?? '';
      const code: CodeResource = { kind: 'code', ...known('code'), itemId };
      const whenEmpty = () => new UserError(l10n.t('The item {0} has no code {1}. Nothing was deleted.', itemId, code.id));
      return removeAtOnce({ ...codeRemoval(services, connection, [code]), whenEmpty }, send);
    }
    case 'codesOfEvent':
      return removeCodesBy(services, connection, input, send);
    default:
      // English: whoever adds such an operation reads it.
      throw new Error(`${id} has no way to be undone.`);
  }
}

async function removeCodesBy(
  services: CommandServices,
  connection: Connection,
  input: AnyInput,
  send: (signal: AbortSignal) => Promise<unknown>,
): Promise<CallOutcome> {
  const eventId = idIn('deleteEventCodes', input, 'event') ?? '';
  const event = await withDelayedProgress(l10n.t('Delete Codes of Event'), (signal) => eventOf(connection, eventId, signal));
  const { query = {} } = input;
  const { codesOfTicket } = connection.environment.dialect;
  const names = Object.keys(query);
  const name = names.length === 1 && names[0] === codesOfTicket ? query[codesOfTicket ?? ''] : undefined;
  // An empty name may be none to the service, which then deletes them all.
  const ticket = typeof name === 'string' && name !== '' ? name : undefined;
  const limit = names.length === 0 ? undefined : { query, ticket };
  return removeAtOnce(eventCodesRemoval(services, connection, event, limit), send);
}

/** The codes are asked of the ticket group; an event that cannot be read goes by its id. */
async function eventOf(connection: Connection, id: string, signal: AbortSignal): Promise<EventResource> {
  const read = readReply(connection, reads.event(id), { signal, interactive: false, quiet: true });
  const value = await read.then(contentOf, () => undefined);
  return toEvent(connection, { id, label: idOf(value) === undefined ? id : labelOf(value), value });
}

/** A request for each, a few at a time; what was begun before a cancel is finished. */
async function removeEach<T extends Removed>(
  { changes }: CommandServices,
  connection: Connection,
  removal: RecordRemoval<T>,
): Promise<void> {
  const prepared = await prepare(removal);
  const { entries } = prepared;
  const remove = ({ name, record }: RemovalEntry<T>) =>
    connection.writeAny(removal.operation, removal.inputOf(record), { target: name, confirmed: true });
  const result = await withDelayedProgress(removal.title, (signal, report) =>
    forEach(entries, remove, {
      signal,
      onDone: (count) => report({ message: `${count}/${entries.length}`, increment: 100 / entries.length }),
    }),
  );
  for (const change of removal.changes) changes.announce({ environment: connection.environment.name, ...change });
  removal.report(await confirmGone(removal, prepared, result));
}

/** One request for all of it. What was refused, and is all there, leaves no copy and nothing to report. */
async function removeAtOnce<T>(removal: Described<T>, send: (signal: AbortSignal) => Promise<unknown>): Promise<CallOutcome> {
  const prepared = await prepare(removal);
  const outcome: CallOutcome = await withDelayedProgress(removal.title, send).then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error }),
  );
  const confirmed = await confirmGone(removal, prepared, resultOf(prepared, outcome));
  if (confirmed.copy !== undefined) removal.report(confirmed, outcome);
  return outcome;
}

/** The ticket whose codes go; undefined for all of the event. */
async function pickTicket(tickets: readonly TicketCodes[], event: EventResource): Promise<TicketCodes | undefined> {
  const shown = tickets.filter(({ count, problem }) => count > 0 || problem);
  if (shown.length === 0) throw noCodes(event);
  const count = shown.reduce((sum, ticket) => sum + ticket.count, 0);
  const problem = shown.find((ticket) => ticket.problem)?.problem;
  const used = shown.some((ticket) => ticket.used === undefined)
    ? undefined
    : shown.reduce((sum, one) => sum + (one.used ?? 0), 0);
  const choices = [
    {
      label: l10n.t('$(warning) All tickets of the event'),
      description: amountText({ count, used, problem }),
      ticket: undefined,
      problem,
    },
    ...shown.map((ticket) => ({
      label: withoutIcons(ticket.label),
      description: withoutIcons(`${ticket.itemId} · ${amountText(ticket)}`),
      ticket,
      problem: ticket.problem,
    })),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: l10n.t('Delete the codes of which ticket?'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  if (chosen.problem) throw chosen.problem instanceof IncompleteList ? notWhole(chosen.problem) : chosen.problem;
  return chosen.ticket;
}

function amountText({ count, used, problem }: Pick<TicketCodes, 'count' | 'used' | 'problem'>): string {
  if (!problem) return countText(count, used);
  return count > 0 ? l10n.t('at least {0} codes', count.toLocaleString()) : l10n.t('codes: not known');
}
