// Opens what a link leads to. It reads and shows; the only thing that it changes is the chosen environment, after a question.
import * as vscode from 'vscode';
import { ApiError, contentOf, eventOfRow, labelOf } from '../../client/index.ts';
import { environmentLine } from '../account/confirm.ts';
import { localName } from '../account/environments.ts';
import { connectionTo, type Connection, type Connections } from '../account/index.ts';
import { notify, plain } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { ask } from '../platform/questions.ts';
import type { EventResource, ItemResource } from '../platform/resources.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { toItem } from '../reading/resources.ts';
import { revealKnown } from './actions.ts';
import type { Explorer } from './explorer.ts';
import { quoted, readLink, type Link } from './links.ts';

const { l10n } = vscode;

export async function openLink(connections: Connections, explorer: Explorer, uri: vscode.Uri): Promise<void> {
  const link = readLink(uri);
  await requireEnvironment(connections, link);
  const connection = connectionTo(connections, link.environment);
  await requireSignIn(connection);
  const found = await withDelayedProgress(l10n.t('Opening a link'), (signal) => find(connection, link, signal));
  await vscode.commands.executeCommand('boxOffice.openEvent', found.event);
  // A form writes, so that in Restricted Mode the record is shown instead, as a click on its row does.
  if (found.item)
    await vscode.commands.executeCommand(`boxOffice.${vscode.workspace.isTrusted ? 'editItem' : 'openAsJson'}`, found.item);
  // Nobody waits for it: VS Code may draw the tree later.
  void revealKnown(explorer, found.item ?? found.event).catch(() => undefined);
}

/** No other environment is chosen, and no service started, without a yes. */
async function requireEnvironment(connections: Connections, link: Link): Promise<void> {
  const { environment: name } = link;
  const connection = connections.of(name);
  if (!connection && name !== localName)
    throw new UserError(
      l10n.t('This link leads to the environment {0}, which is not configured here or has wrong settings.', quoted(name)),
      nextStep.configureEnvironments(),
    );
  const isOther = name !== connections.chosenName;
  if (connection && !isOther) return;
  const what =
    link.itemId === undefined ? l10n.t('Event: {0}', link.eventId) : l10n.t('Event: {0}, item: {1}', link.eventId, link.itemId);
  const label = connection?.environment.label ?? l10n.t('Local service');
  const where = connection ? environmentLine(connection.environment) : l10n.t('Environment: {0} (not running)', label);
  const question = isOther ? l10n.t('Switch to {0} to open a link?', label) : l10n.t('Start the local service to open a link?');
  const effect =
    isOther &&
    l10n.t('{0} is the current environment. After the switch, everything goes to {1}.', connections.chosenLabel, label);
  const detail = [`${what}\n${where}`, ...(effect ? [effect] : [])].join('\n\n');
  const yes = isOther ? l10n.t('Switch and Open') : l10n.t('Start Local Service');
  const answer = await ask(() => vscode.window.showWarningMessage(plain(question), { modal: true, detail }, yes));
  if (answer !== yes) throw new vscode.CancellationError();
  if (isOther) await connections.choose(name);
  if (!connection) await vscode.commands.executeCommand('boxOffice.startLocalService');
}

/** Where only a part can be read, the page of the event says so and offers the rest. */
async function requireSignIn(connection: Connection): Promise<void> {
  if ((await connection.access()) !== 'nothing') return;
  const { name, label } = connection.environment;
  const { title, command } = nextStep.signIn();
  const answer = await notify.info(l10n.t('Sign in to {0} to open the link.', label), title);
  if (answer === title) await vscode.commands.executeCommand(command, name);
  if ((await connection.access()) === 'nothing') throw new vscode.CancellationError();
}

interface Found {
  readonly event: EventResource;
  readonly item?: ItemResource | undefined;
}

/** What does not exist is refused. What cannot be read for another reason is opened: its page says why, and what to do. */
async function find(connection: Connection, { eventId, itemId }: Link, signal: AbortSignal): Promise<Found> {
  const { name: environment, label } = connection.environment;
  const options = { signal, interactive: false, quiet: true };
  const { value, isMissing } = await readOne(connection.read('getEvent', { path: { id: eventId } }, options));
  if (isMissing && !(await hasItems(connection, eventId)))
    throw new UserError(l10n.t('There is no event {0} in {1}.', quoted(eventId), label), nextStep.findEvent());
  const event = {
    kind: 'event',
    environment,
    id: eventId,
    label: value === undefined ? eventId : labelOf(value),
    value,
  } as const;
  if (itemId === undefined) return { event };
  const read = await readOne(connection.read('getItem', { path: { id: itemId } }, options));
  if (read.isMissing) throw new UserError(l10n.t('There is no item {0} in {1}.', quoted(itemId), label), nextStep.findEvent());
  if (read.value === undefined) return { event };
  const item = toItem(connection, { id: itemId, label: labelOf(read.value), value: read.value });
  const owner = eventOfRow(read.value, connection.environment.dialect) ?? item.eventId;
  if (owner !== undefined && owner !== eventId)
    throw new UserError(l10n.t('The item {0} does not belong to the event {1} of the link.', quoted(itemId), quoted(eventId)));
  // Anybody can write a link: that the item is of this event is taken from the service alone.
  const isOwned = owner !== undefined || (await hasItem(connection, eventId, itemId, signal));
  return { event, item: { ...item, eventId: isOwned ? eventId : undefined } };
}

async function readOne(reply: Promise<unknown>): Promise<{ readonly value?: unknown; readonly isMissing?: boolean }> {
  try {
    return { value: contentOf(await reply) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { isMissing: error.kind === 'notFound' };
  }
}

/** Whether the list of the event has the item; a list that cannot be read to its end proves nothing. */
async function hasItem(connection: Connection, eventId: string, itemId: string, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const rows of pagerOf(connection, reads.items(eventId), { interactive: false, quiet: true, signal }))
      if (rows.some(({ id }) => id === itemId)) return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return false;
}

/** What one group does not find, the other may have all the same. */
async function hasItems(connection: Connection, eventId: string): Promise<boolean> {
  const pager = pagerOf(connection, reads.items(eventId), { pageSize: 1, interactive: false, quiet: true });
  const first = await pager.next().catch(() => ({ rows: [] }));
  return first.rows.length > 0;
}
