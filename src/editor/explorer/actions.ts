// The commands of the tree. Each works on the rows it is given, and asks for what it lacks.
import * as vscode from 'vscode';
import { idIn } from '../../client/index.ts';
import { requireConnection } from '../account/index.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { withoutIcons } from '../platform/notify.ts';
import { resourcesFrom, type Resource, type ResourceKind } from '../platform/resources.ts';
import type { Explorer } from './explorer.ts';
import { linkOf } from '../reading/event-facts.ts';
import { findAndPin, findEvent } from './find-event.ts';
import { listOf, type Node } from './nodes.ts';
import { revealCategory } from './reveal.ts';
import { sortOrders, type SortOrder } from './sorting.ts';
import { reads, type Read } from '../reading/reads.ts';

const { l10n } = vscode;

export async function pinEvent(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const events = resourcesFrom(['event'], row, rows);
  if (events.length === 0) return findAndPin(explorer);
  for (const [environment, group] of Map.groupBy(events, (event) => event.environment)) await explorer.pin(environment, group);
}

export async function unpinEvent(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const events = resourcesFrom(['event'], row, rows);
  const chosen = events.length > 0 ? events : await choosePins(explorer);
  for (const [environment, group] of Map.groupBy(chosen, (event) => event.environment))
    await explorer.unpin(
      environment,
      group.map(({ id }) => id),
    );
}

/** What the menu of these rows calls Delete: a key gives a command no rows. */
export async function deleteSelected({ selection }: Explorer): Promise<void> {
  const [first] = resourcesFrom(['passkey', 'code'], undefined, selection);
  if (!first) return;
  const command = first.kind === 'passkey' ? 'boxOffice.deletePasskey' : 'boxOffice.deleteCode';
  await vscode.commands.executeCommand(command, first, selection);
}

async function choosePins(explorer: Explorer): Promise<{ environment: string; id: string }[]> {
  const { environment } = requireConnection(explorer.connections);
  const pins = explorer.pins(environment.name);
  if (pins.length === 0) throw new UserError(l10n.t('No event is pinned in {0}.', environment.label), nextStep.findEvent());
  const items = pins.map(({ id, label }) => ({ label, description: id, id }));
  const title = l10n.t('Unpin which events?');
  const chosen = (await vscode.window.showQuickPick(items, { title, canPickMany: true, matchOnDescription: true })) ?? [];
  return chosen.map(({ id }) => ({ environment: environment.name, id }));
}

export async function browseCategory(explorer: Explorer, given: unknown): Promise<void> {
  const { environment } = requireConnection(explorer.connections);
  const name = typeof given === 'string' ? given : await chooseCategory(explorer.categories(environment.name));
  if (!name) return;
  await explorer.addCategory(environment.name, name);
  await revealCategory(explorer, environment.name, name);
}

/** One of the known ones, or whatever is typed. */
function chooseCategory(known: readonly string[]): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick();
  pick.title = l10n.t('Browse which category?');
  pick.placeholder = l10n.t('Choose a category, or type the name of any other');
  const offer = () => {
    const typed = pick.value.trim();
    const other =
      typed && !known.includes(typed) ? [{ label: typed, description: l10n.t('another category'), alwaysShow: true }] : [];
    pick.items = [...known.map((label) => ({ label })), ...other];
  };
  offer();
  return new Promise((resolve) => {
    pick.onDidChangeValue(offer);
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]?.label ?? pick.value.trim());
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** These rows and what is open below them, or the whole tree. What is closed is read when it is opened again. */
export async function refresh(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const nodes = nodesFrom(row, rows);
  const { environment } = explorer;
  if (nodes.length > 0) await Promise.all(nodes.map((node) => refreshNode(explorer, node)));
  else if (environment !== undefined) {
    explorer.store.expire(environment);
    explorer.redraw();
    await refreshPins(explorer, environment);
  }
}

async function refreshNode(explorer: Explorer, node: Node): Promise<void> {
  const { environment } = node;
  const list = node.type === 'problem' ? node.list : listOf(node);
  if (list) return explorer.store.refresh(environment, list);
  if (node.type === 'event') return refreshEvent(explorer, environment, node.resource.id);
  if (node.type === 'folder' && node.folder === 'pinned') return refreshPins(explorer, environment);
  explorer.redraw(node);
}

async function refreshEvent(explorer: Explorer, environment: string, eventId: string): Promise<void> {
  const { store } = explorer;
  store.expire(environment, ({ operation, input }) => operation === 'listCodes' || idIn(operation, input, 'event') === eventId);
  await store.refresh(environment, reads.event(eventId));
}

async function refreshPins(explorer: Explorer, environment: string): Promise<void> {
  await Promise.all(explorer.pins(environment).map(({ id }) => explorer.store.refresh(environment, reads.event(id))));
}

export async function filter(explorer: Explorer, given: unknown): Promise<void> {
  const { filterText } = explorer;
  const text =
    typeof given === 'string'
      ? given
      : await vscode.window.showInputBox({
          title: l10n.t('Filter the rows that are loaded'),
          placeHolder: l10n.t('Words of a name, a description or an id'),
          ...(filterText === undefined ? {} : { value: filterText }),
        });
  if (text !== undefined) await explorer.filter(text);
}

export async function sort(explorer: Explorer, given: unknown): Promise<void> {
  const known = sortOrders.find((order) => order === given);
  const order = known ?? (await chooseOrder(explorer.sortOrder));
  if (order) await explorer.sort(order);
}

async function chooseOrder(current: SortOrder): Promise<SortOrder | undefined> {
  const titles: Record<SortOrder, string> = {
    service: l10n.t('As the service gives them'),
    name: l10n.t('By name'),
    date: l10n.t('By date'),
  };
  const items = sortOrders.map((order) => ({
    order,
    label: titles[order],
    ...(order === current ? { description: l10n.t('current') } : {}),
  }));
  return (await vscode.window.showQuickPick(items, { title: l10n.t('Sort events, items and passkeys') }))?.order;
}

export async function loadMore(explorer: Explorer, row: unknown): Promise<void> {
  const [node] = nodesFrom(row, undefined);
  const { environment } = explorer;
  if (environment === undefined) return;
  const list = node?.type === 'more' ? node.list : await chooseList(explorer, environment);
  if (list) await explorer.store.loadMore(node?.environment ?? environment, list);
}

async function chooseList(explorer: Explorer, environment: string): Promise<Read | undefined> {
  const items = explorer.shown().flatMap((node) => {
    const list = listOf(node);
    if (!list || !explorer.list(environment, list)?.hasMore) return [];
    return [{ label: explorer.draw(node).label, description: node.parent?.resource?.label ?? '', list }];
  });
  if (items.length === 0) throw new UserError(l10n.t('Everything that can be loaded is loaded.'), nextStep.refresh());
  return (await vscode.window.showQuickPick(items, { title: l10n.t('Load more of which list?') }))?.list;
}

const kinds: readonly ResourceKind[] = ['event', 'session', 'item', 'passkey', 'code'];

export async function copyId(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const ids = (await chosenResources(explorer, kinds, row, rows)).map(({ id }) => id);
  await copy(ids, ids.length === 1 ? l10n.t('Copied the id {0}.', ids[0] ?? '') : l10n.t('Copied {0} ids.', ids.length));
}

export async function copyLink(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const events = await chosenResources(explorer, ['event'], row, rows);
  const links = events.flatMap(({ value }) => linkOf(value) ?? []);
  if (links.length === 0 && events.length > 0)
    throw new UserError(l10n.t('The event {0} has no link.', events[0]?.label ?? ''), {
      title: l10n.t('Copy ID'),
      command: 'boxOffice.copyId',
      args: [events[0], events],
    });
  await copy(links, links.length === 1 ? l10n.t('Copied {0}.', links[0] ?? '') : l10n.t('Copied {0} links.', links.length));
}

/** From the rows, from what is selected in the tree, or found by asking. */
async function chosenResources(
  explorer: Explorer,
  wanted: readonly ResourceKind[],
  row: unknown,
  rows: unknown,
): Promise<Resource[]> {
  const given = resourcesFrom(wanted, row, rows);
  if (given.length > 0) return given;
  const selected = resourcesFrom(wanted, undefined, explorer.selection);
  if (selected.length > 0) return selected;
  const found = await findEvent(explorer);
  return found ? [found] : [];
}

async function copy(texts: readonly string[], said: string): Promise<void> {
  if (texts.length === 0) return;
  await vscode.env.clipboard.writeText(texts.join('\n'));
  vscode.window.setStatusBarMessage(withoutIcons(said), 4000);
}

function nodesFrom(row: unknown, rows: unknown): Node[] {
  const given: unknown[] = Array.isArray(rows) && rows.length > 0 ? (rows as unknown[]) : [row];
  return given.filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'key' in value && 'environment' in value;
}
