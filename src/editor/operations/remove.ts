// The commands that delete, and the operations that destroy: one way for all of them.
import * as vscode from 'vscode';
import { contentOf, idIn, idOf, labelOf, type Operation } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import type { AnyInput } from '../account/connection.ts';
import { pickCodes, pickEvent, pickItem, pickPasskeys } from '../ask/pickers.ts';
import { requireFew, targetsOf } from '../ask/targets.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import type { CodeResource, EventResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { codeLists, readReply, reads } from '../reading/reads.ts';
import { toEvent } from '../reading/resources.ts';
import { forEach } from './bulk.ts';
import { ticketsOfEvent } from './codes.ts';
import type { CommandServices } from './copies.ts';
import { confirmGone, mayBeDone, prepare, resultOf, type RemovalEntry, type CallOutcome } from './removal.ts';
import {
  codeRemoval,
  eventCodesRemoval,
  itemRemoval,
  passkeyRemoval,
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
  const { connection, resources } = await targetsOf(services.connections, 'item', row, selected, async (asked) => [
    await pickItem(asked),
  ]);
  requireFew(resources);
  await removeEach(services, connection, itemRemoval(services, connection, resources));
}

export async function deleteCode(services: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'code', row, selected, async (asked) => {
    const { id, label: itemLabel, eventId } = await pickItem(asked);
    return (await pickCodes(asked, id)).map((code) => ({ ...code, itemLabel, eventId: code.eventId ?? eventId }));
  });
  requireFew(resources);
  await removeEach(services, connection, codeRemoval(services, connection, resources));
}

/** Those of a ticket's name, or all. */
export async function deleteEventCodes(services: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'event', row, selected, async (asked) => [
    await pickEvent(asked),
  ]);
  const [event] = resources;
  if (!event) return;
  if (resources.length > 1)
    throw new UserError(l10n.t('Codes are deleted event by event, each after its own answer. Choose one event.'));
  const title = l10n.t('Delete Codes of Event');
  const tickets = await withDelayedProgress(title, (signal) => ticketsOfEvent(codeLists(connection, event.id, { signal })));
  const name = await pickTicketName(tickets);
  const input = { path: { eventId: event.id }, query: name === undefined ? {} : { name } };
  const outcome = await removeAtOnce(eventCodesRemoval(services, connection, event, name), (signal) =>
    connection.write('deleteEventCodes', input, { target: event.label, confirmed: true, signal }),
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
      return removeAtOnce(itemRemoval(services, connection, [{ kind: 'item', ...known('item'), label: '' }]), send);
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
  // An empty name may be none to the service, which then deletes them all.
  const { name } = input.query ?? {};
  return removeAtOnce(
    eventCodesRemoval(services, connection, event, typeof name === 'string' && name !== '' ? name : undefined),
    send,
  );
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

/** The name of the tickets whose codes go; undefined for all of the event. */
async function pickTicketName(tickets: readonly { readonly name: string }[]): Promise<string | undefined> {
  const names = [...new Set(tickets.map(({ name }) => name))];
  const choices = [
    { label: l10n.t('$(warning) All tickets of the event'), name: undefined },
    ...names.map((name) => ({ label: withoutIcons(name), name })),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: l10n.t('Delete the codes of which ticket?'),
    ignoreFocusOut: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen.name;
}
