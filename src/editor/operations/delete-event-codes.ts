// Delete Codes of Event: those of a ticket's name, or all.
import * as vscode from 'vscode';
import { contentOf, idOf, labelOf } from '../../client/index.ts';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { withoutIcons } from '../platform/notify.ts';
import type { EventResource } from '../platform/resources.ts';
import { mayBeDone, prepare, preparedRemoval, type PreparedRemoval, type Removal } from './checked-removal.ts';
import { codesOfEvent, copyRows, countsByTicket, ticketsOfEvent, type CodeOfTicket, type EventLists } from './codes-of-event.ts';
import { copiesFolder, keepRows, type CommandServices } from './copies.ts';
import { pickEvent } from '../ask/pickers.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { copyDetail, report } from './removal-report.ts';
import { eventCodesReport } from './removal-messages.ts';
import { toEvent } from '../reading/resources.ts';
import { targetsOf } from '../ask/targets.ts';

export async function deleteEventCodes(parts: CommandServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'event', row, selected, async (asked) => [
    await pickEvent(asked),
  ]);
  const [event] = resources;
  if (!event) return;
  if (resources.length > 1)
    throw new UserError(vscode.l10n.t('Codes are deleted event by event, each after its own answer. Choose one event.'));
  const title = vscode.l10n.t('Delete Codes of Event');
  const tickets = await withDelayedProgress(title, (signal) => ticketsOfEvent(listsOf(connection, event.id, signal)));
  const name = await pickTicketName(tickets);
  const prepared = await prepareRemoval(parts, connection, event, name);
  const input = { path: { eventId: event.id }, query: name === undefined ? {} : { name } };
  const options = { target: event.label, confirmed: true };
  let reply: unknown;
  try {
    reply = await withDelayedProgress(title, (signal) => connection.write('deleteEventCodes', input, { ...options, signal }));
  } catch (error) {
    await prepared.failed(error);
    if (mayBeDone(error)) return;
    throw error;
  } finally {
    parts.changes.announce({ environment: connection.environment.name, kind: 'code', eventId: event.id });
  }
  await prepared.done(reply);
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to do after. */
export async function prepareDeleteEventCodes(
  parts: CommandServices,
  connection: Connection,
  eventId: string,
  name: string | undefined,
): Promise<PreparedRemoval> {
  const title = vscode.l10n.t('Delete Codes of Event');
  const event = await withDelayedProgress(title, (signal) => eventOf(connection, eventId, signal));
  return prepareRemoval(parts, connection, event, name);
}

async function prepareRemoval(
  parts: CommandServices,
  connection: Connection,
  event: EventResource,
  name: string | undefined,
): Promise<PreparedRemoval> {
  const removal = removalOf(parts, connection, event, name);
  const prepared = await prepare(removal);
  const place = { event: event.label, environment: connection.environment.label };
  return preparedRemoval(removal, prepared, async (outcome) => {
    const { isGood, message } = await eventCodesReport(removal, prepared, outcome, place);
    report(isGood, message, prepared.copy);
  });
}

function removalOf(
  { context }: CommandServices,
  connection: Connection,
  event: EventResource,
  name: string | undefined,
): Removal<CodeOfTicket> {
  const { environment } = connection;
  return {
    read: () =>
      withDelayedProgress(vscode.l10n.t('Reading the codes of {0}', event.label), (signal, tell) =>
        codesOfEvent(listsOf(connection, event.id, signal), name, (read) => tell({ message: read.toLocaleString() })),
      ),
    ask: async (codes, isAgain) => {
      const names = [...countsByTicket(codes)].map(([ticket, count]) => `${ticket}: ${count.toLocaleString()}`);
      await confirmRemoval({
        environment,
        title: vscode.l10n.t('Delete Codes of Event'),
        target: vscode.l10n.t('{0} codes of {1}', codes.length.toLocaleString(), event.label),
        // Two lines make the answer one that has to be typed, also for a single ticket.
        names: [event.label, ...names],
        detail: copyDetail(context, isAgain),
      });
    },
    // English: the name of a file.
    keep: (codes) => keepRows(copiesFolder(context), environment.name, `codes of ${event.id}`, copyRows(codes)),
    whenEmpty: () => new UserError(vscode.l10n.t('{0} has no such codes.', event.label), nextStep.uploadCodes(event)),
  };
}

function listsOf(connection: Connection, eventId: string, signal: AbortSignal): EventLists {
  return {
    items: (page) => connection.read('listItems', { query: { ...page, eventId } }, { signal }),
    codes: (itemId, query) => connection.read('listCodes', { path: { itemId }, query }, { signal }),
  };
}

/** The codes are asked of the ticket group; an event that cannot be read goes by its id. */
async function eventOf(connection: Connection, id: string, signal: AbortSignal): Promise<EventResource> {
  const read = connection.read('getEvent', { path: { id } }, { signal, interactive: false, quiet: true });
  const value = await read.then(contentOf, () => undefined);
  return toEvent(connection, { id, label: idOf(value) === undefined ? id : labelOf(value), value });
}

/** The name of the tickets whose codes go; undefined for all of the event. */
async function pickTicketName(tickets: readonly { readonly name: string }[]): Promise<string | undefined> {
  const names = [...new Set(tickets.map(({ name }) => name))];
  const choices = [
    { label: vscode.l10n.t('$(warning) All tickets of the event'), name: undefined },
    ...names.map((name) => ({ label: withoutIcons(name), name })),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('Delete the codes of which ticket?'),
    ignoreFocusOut: true,
  });
  if (!chosen) throw new vscode.CancellationError();
  return chosen.name;
}
