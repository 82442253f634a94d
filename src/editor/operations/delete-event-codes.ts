// Delete Codes of Event: those of a ticket's name, or all. Every code is counted and copied before the question is asked.
import * as vscode from 'vscode';
import { ApiError, contentOf, idOf, labelOf } from '../../client/index.ts';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { withoutIcons } from '../platform/plain.ts';
import { Refusal } from '../platform/refusal.ts';
import type { EventResource, ItemResource } from '../platform/resources.ts';
import { pageSize } from '../platform/settings.ts';
import { keepRows } from './copies.ts';
import { allRows } from './pages.ts';
import { pickEvent } from './pickers.ts';
import { withPatience } from './progress.ts';
import { offerCopy, type PreparedRemoval } from './removal-report.ts';
import { fieldOf, toEvent, toItem } from './resources.ts';
import { targetsOf, type CommandParts } from './targets.ts';
import { nextStep } from '../platform/next-steps.ts';
import { say } from '../platform/say.ts';

/** More than this is no slip of the hand any more: it is done ticket by ticket. */
const mostCodes = 500_000;

export async function deleteEventCodes(parts: CommandParts, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(parts.connections, 'event', row, selected, async (asked) => [
    await pickEvent(asked),
  ]);
  const [event] = resources;
  if (!event) return;
  if (resources.length > 1)
    throw new Refusal(vscode.l10n.t('Codes are deleted event by event, each after its own answer. Choose one event.'));
  const title = vscode.l10n.t('Delete Codes of Event');
  const items = await withPatience(title, (signal) => itemsOf(connection, event.id, signal));
  const name = await pickTicketName(items);
  const prepared = await prepare(parts, connection, event, items, name);
  await remove(parts, connection, event, name, prepared);
}

/** For an operation that sends the removal itself: what it has to do before, and gives what there is to say after. */
export async function prepareDeleteEventCodes(
  parts: CommandParts,
  connection: Connection,
  eventId: string,
  name: string | undefined,
): Promise<PreparedRemoval> {
  const [event, items] = await withPatience(vscode.l10n.t('Delete Codes of Event'), (signal) =>
    Promise.all([eventOf(connection, eventId, signal), itemsOf(connection, eventId, signal)]),
  );
  const prepared = await prepare(parts, connection, event, items, name);
  return { copy: prepared.copy, tell: (reply) => tell(connection, event, prepared, reply) };
}

interface Prepared {
  readonly total: number;
  readonly copy: vscode.Uri;
}

/** Counts the codes, keeps a copy of them and asks. */
async function prepare(
  parts: CommandParts,
  connection: Connection,
  event: EventResource,
  items: readonly ItemResource[],
  name: string | undefined,
): Promise<Prepared> {
  const meant = items.filter((item) => name === undefined || nameOf(item) === name);
  const counts = new Map<string, number>();
  const copy = await withPatience(vscode.l10n.t('Copying the codes of {0}', event.label), (signal, report) =>
    copyCodes(parts, connection, event, meant, counts, signal, report),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) throw new Refusal(vscode.l10n.t('{0} has no such codes.', event.label), nextStep.uploadCodes(event));
  await confirm(connection, event, counts, { total, copy });
  return { total, copy };
}

/** The codes are asked of the ticket group; an event that cannot be read goes by its id. */
async function eventOf(connection: Connection, id: string, signal: AbortSignal): Promise<EventResource> {
  const read = connection.read('getEvent', { path: { id } }, { signal, interactive: false, quiet: true });
  const value = await read.then(contentOf, () => undefined);
  return toEvent(connection, { id, label: idOf(value) === undefined ? id : labelOf(value), value });
}

async function itemsOf(connection: Connection, eventId: string, signal: AbortSignal): Promise<ItemResource[]> {
  const size = pageSize();
  const read = (page: number) => connection.read('listItems', { query: { eventId, page, pageSize: size } }, { signal });
  const items: ItemResource[] = [];
  for await (const rows of allRows(read, size))
    items.push(...rows.filter(({ id }) => id !== undefined).map((row) => toItem(connection, row)));
  return items;
}

function nameOf({ value, label }: ItemResource): string {
  return fieldOf(value, 'name') ?? label;
}

/** The name of the tickets whose codes go; undefined for all of the event. */
async function pickTicketName(items: readonly ItemResource[]): Promise<string | undefined> {
  const names = [...new Set(items.map(nameOf))];
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

async function copyCodes(
  { context }: CommandParts,
  connection: Connection,
  event: EventResource,
  items: readonly ItemResource[],
  counts: Map<string, number>,
  signal: AbortSignal,
  report: (step: { message: string }) => void,
): Promise<vscode.Uri> {
  let total = 0;
  // English: the name of a file.
  return keepRows(context, connection.environment.name, `codes of ${event.id}`, async (line) => {
    await line(['ticket', 'code']);
    for (const item of items) {
      for await (const code of codesOf(connection, item.id, signal)) {
        if (++total > mostCodes)
          throw new Refusal(vscode.l10n.t('More than {0} codes: delete them ticket by ticket.', mostCodes.toLocaleString()));
        counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
        await line([nameOf(item), code]);
      }
      report({ message: total.toLocaleString() });
    }
  });
}

async function* codesOf(connection: Connection, itemId: string, signal: AbortSignal): AsyncGenerator<string> {
  const size = 1000;
  const read = (page: number) => connection.read('listCodes', { path: { itemId }, query: { page, pageSize: size } }, { signal });
  for await (const rows of allRows(read, size)) yield* rows.map(({ value, label }) => fieldOf(value, 'code') ?? label);
}

async function confirm(
  { environment }: Connection,
  event: EventResource,
  counts: ReadonlyMap<string, number>,
  { total, copy }: Prepared,
): Promise<void> {
  const names = [...counts].map(([name, count]) => `${name}: ${count.toLocaleString()}`);
  await confirmRemoval({
    environment,
    title: vscode.l10n.t('Delete Codes of Event'),
    target: vscode.l10n.t('{0} codes of {1}', total.toLocaleString(), event.label),
    // Two lines make the answer one that has to be typed, also for a single ticket.
    names: [event.label, ...names],
    detail: vscode.l10n.t('A copy is kept at {0}.', copy.fsPath),
  });
}

async function remove(
  { changes }: CommandParts,
  connection: Connection,
  event: EventResource,
  name: string | undefined,
  prepared: Prepared,
): Promise<void> {
  try {
    const reply = await withPatience(vscode.l10n.t('Delete Codes of Event'), (signal) =>
      connection.write(
        'deleteEventCodes',
        { path: { eventId: event.id }, query: name === undefined ? {} : { name } },
        { target: event.label, confirmed: true, signal },
      ),
    );
    tell(connection, event, prepared, reply);
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    offerCopy(say.warning, error.message, prepared.copy);
  } finally {
    changes.announce({ environment: connection.environment.name, kind: 'code', eventId: event.id });
  }
}

function tell({ environment }: Connection, { label }: EventResource, prepared: Prepared, reply: unknown): void {
  const deleted = fieldOf(contentOf(reply), 'deleted') ?? String(prepared.total);
  offerCopy(say.info, vscode.l10n.t('{0} codes of {1} were deleted in {2}.', deleted, label, environment.label), prepared.copy);
}
