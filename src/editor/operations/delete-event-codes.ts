// Delete Codes of Event: those of a ticket's name, or all. Every code is counted and copied before the question is asked.
import * as vscode from 'vscode';
import { ApiError, contentOf } from '../../client/index.ts';
import { confirmRemoval } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { withoutIcons } from '../platform/plain.ts';
import { Refusal } from '../platform/refusal.ts';
import type { EventResource, ItemResource } from '../platform/resources.ts';
import { pageSize } from '../platform/settings.ts';
import { keepRows, showCopyOf } from './copies.ts';
import { allRows } from './pages.ts';
import { pickEvent } from './pickers.ts';
import { withPatience } from './progress.ts';
import { fieldOf, toItem } from './resources.ts';
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
  if (resources.length > 1) throw new Refusal(vscode.l10n.t('Choose one event: its codes go all at once.'));
  const title = vscode.l10n.t('Delete Codes of Event');
  const items = await withPatience(title, (signal) => itemsOf(connection, event.id, signal));
  const name = await pickTicketName(items);
  const meant = items.filter((item) => name === undefined || nameOf(item) === name);
  const counts = new Map<string, number>();
  const copy = await withPatience(vscode.l10n.t('Copying the codes of {0}', event.label), (signal, report) =>
    copyCodes(parts, connection, event, meant, counts, signal, report),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) throw new Refusal(vscode.l10n.t('{0} has no such codes.', event.label), nextStep.uploadCodes(event));
  await confirm(connection, event, title, counts, total, copy);
  await remove(parts, connection, event, name, total, copy);
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
  title: string,
  counts: ReadonlyMap<string, number>,
  total: number,
  copy: vscode.Uri,
): Promise<void> {
  const names = [...counts].map(([name, count]) => `${name}: ${count.toLocaleString()}`);
  await confirmRemoval({
    environment,
    title,
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
  total: number,
  copy: vscode.Uri,
): Promise<void> {
  const { environment } = connection;
  const showCopy = vscode.l10n.t('Show Copy');
  const show = (chosen: string | undefined) => (chosen === showCopy ? showCopyOf(copy) : undefined);
  try {
    const reply = await withPatience(vscode.l10n.t('Delete Codes of Event'), (signal) =>
      connection.write(
        'deleteEventCodes',
        { path: { eventId: event.id }, query: name === undefined ? {} : { name } },
        { target: event.label, confirmed: true, signal },
      ),
    );
    const deleted = fieldOf(contentOf(reply), 'deleted') ?? String(total);
    const message = vscode.l10n.t('{0} codes of {1} were deleted in {2}.', deleted, event.label, environment.label);
    void say.info(message, showCopy).then(show);
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unknownOutcome')) throw error;
    void say.warning(error.message, showCopy).then(show);
  } finally {
    changes.announce({ environment: environment.name, kind: 'code', eventId: event.id });
  }
}
