// The commands of the tree. Each works on the rows it is given, and asks for what it lacks.
import * as vscode from 'vscode';
import { ApiError, contentOf, idIn, labelOf } from '../../client/index.ts';
import { requireConnection } from '../account/index.ts';
import { notifyWith } from '../platform/notify.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { resourcesFrom, type EventResource, type Resource } from '../platform/resources.ts';
import { childrenOf, eventsIn } from './children.ts';
import type { Explorer } from './explorer.ts';
import { findAndPin, findAnyEvent } from './find-event.ts';
import { eventAbove, listOf, nodesFrom, resourceKinds, type EventNode, type FolderName, type Node } from './nodes.ts';
import { reveal, revealBelow } from './reveal.ts';
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
  await revealBelow(explorer, environment.name, 'categories', (node) => node.type === 'category' && node.category === name);
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
  const { store } = explorer;
  const { environment } = node;
  const list = node.type === 'problem' ? node.list : listOf(node);
  if (list) return store.refresh(environment, list);
  if (node.type === 'event') {
    const { id } = node.resource;
    store.expire(environment, ({ operation, input }) => operation === 'listCodes' || idIn(operation, input, 'event') === id);
    return store.refresh(environment, reads.event(id));
  }
  if (node.type === 'folder' && node.folder === 'pinned') return refreshPins(explorer, environment);
  const event = node.type === 'folder' && node.folder === 'sessions' ? eventAbove(node) : undefined;
  if (event) return store.refresh(environment, reads.event(event.id));
  explorer.redraw(node);
}

async function refreshPins(explorer: Explorer, environment: string): Promise<void> {
  await Promise.all(explorer.pins(environment).map(({ id }) => explorer.store.refresh(environment, reads.event(id))));
}

export async function filter(explorer: Explorer, given: unknown): Promise<void> {
  await (typeof given === 'string' ? explorer.filter(given) : typeFilter(explorer));
}

/** How long somebody stops typing before the tree is drawn, in milliseconds. */
const filterPause = 150;

/** The tree follows what is typed. Enter keeps it, and so does a click on a row that it left; Escape brings back what was there before. */
async function typeFilter(explorer: Explorer): Promise<void> {
  const before = explorer.filterText;
  const input = vscode.window.createInputBox();
  input.title = l10n.t('Filter the rows that are loaded');
  input.placeholder = l10n.t('Words of a name, a description or an id');
  input.value = before ?? '';
  input.ignoreFocusOut = true;
  let timer: NodeJS.Timeout | undefined;
  let wanted = before;
  const keep = () => {
    wanted = input.value;
    input.hide();
  };
  const clicks = explorer.view.onDidChangeSelection(({ selection }) => selection.length > 0 && keep());
  await new Promise<void>((resolve) => {
    input.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void explorer.filter(text), filterPause);
    });
    input.onDidAccept(keep);
    input.onDidHide(() => resolve());
    input.show();
  });
  clearTimeout(timer);
  clicks.dispose();
  input.dispose();
  if (wanted !== explorer.filterText) await explorer.filter(wanted);
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
  const items = explorer.rows.all().flatMap((node) => {
    const list = listOf(node);
    if (!list || !explorer.list(environment, list)?.hasMore) return [];
    return [{ label: explorer.draw(node).label, description: node.parent?.resource?.label ?? '', list }];
  });
  if (items.length === 0) throw new UserError(l10n.t('Everything that can be loaded is loaded.'), nextStep.refresh());
  return (await vscode.window.showQuickPick(items, { title: l10n.t('Load more of which list?') }))?.list;
}

/** Shows the row of a resource. An event that is nowhere in the tree is pinned, as one that was found is. */
export async function showInTree(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const title = l10n.t('Show which event in the tree?');
  const wanted = resourcesFrom(resourceKinds, row, rows)[0] ?? (await findAnyEvent(explorer, title));
  if (wanted.environment !== explorer.environment)
    throw new UserError(
      l10n.t('The tree shows another environment than {0}.', wanted.environment),
      nextStep.switchEnvironment(wanted.environment),
    );
  await reveal(explorer, async () => rowBelow(explorer, await eventNodeFor(explorer, wanted), wanted));
}

/** Shows the row of a resource where the tree has its event; nothing is pinned for it. */
export async function revealKnown(explorer: Explorer, row: unknown): Promise<void> {
  const [wanted] = resourcesFrom(resourceKinds, row);
  if (!wanted || wanted.environment !== explorer.environment) return;
  const eventId = wanted.kind === 'event' ? wanted.id : wanted.eventId;
  const event = eventId === undefined ? undefined : knownEvent(explorer, wanted.environment, eventId);
  if (event) await reveal(explorer, () => rowBelow(explorer, event, wanted));
}

function knownEvent(explorer: Explorer, environment: string, id: string): EventNode | undefined {
  for (const event of eventsIn(environment, explorer)) if (event.resource.id === id) return event;
  return undefined;
}

async function eventNodeFor(explorer: Explorer, resource: Resource): Promise<EventNode> {
  const { environment } = resource;
  const eventId = resource.kind === 'event' ? resource.id : resource.eventId;
  if (eventId === undefined)
    throw new UserError(l10n.t('The service does not say which event {0} belongs to.', resource.label), nextStep.findEvent());
  const find = () => knownEvent(explorer, environment, eventId);
  const known = find();
  if (known) return known;
  const event = resource.kind === 'event' ? resource : await readEvent(explorer, environment, eventId);
  await explorer.pin(environment, [event]);
  const pinned = find();
  if (pinned) {
    const unpin = { title: l10n.t('Unpin'), command: 'boxOffice.unpinEvent', args: [event] };
    void notifyWith(
      'info',
      l10n.t('No list that is loaded has {0}: it was pinned, to be shown in the tree.', event.label),
      unpin,
    );
    return pinned;
  }
  throw new UserError(l10n.t('{0} could not be shown in the tree.', resource.label), nextStep.refresh());
}

/** One that cannot be read goes by its id: what is below it is of the other group. */
async function readEvent(explorer: Explorer, environment: string, id: string): Promise<EventResource> {
  const reply = explorer.connections.of(environment)?.read('getEvent', { path: { id } });
  const value = await Promise.resolve(reply).then(contentOf, (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  return { kind: 'event', environment, id, label: value === undefined ? id : labelOf(value), value };
}

const folders: Readonly<Record<Resource['kind'], FolderName | undefined>> = {
  event: undefined,
  session: 'sessions',
  item: 'items',
  passkey: 'passkeys',
  code: 'items',
};

/** The row of the resource below its event; the row above it, where it has not been read yet. */
async function rowBelow(explorer: Explorer, event: EventNode, resource: Resource): Promise<Node> {
  const name = folders[resource.kind];
  const folder = name && (await opened(explorer, event, name));
  if (!folder) return event;
  if (resource.kind !== 'code') return findBelow(explorer, folder, resource.id) ?? folder;
  const item = findBelow(explorer, folder, resource.itemId);
  const codes = item && (await opened(explorer, item, 'codes'));
  if (!codes) return item ?? folder;
  return (resource.id === '' ? undefined : await findFurther(explorer, codes, resource)) ?? codes;
}

/** A code may stand pages below those that were read; a tree is no place for more rows than these. */
const mostPages = 50;

async function findFurther(explorer: Explorer, folder: Node, { id, label }: Resource): Promise<Node | undefined> {
  const known = findBelow(explorer, folder, id);
  const list = listOf(folder);
  if (known || !list) return known;
  const { environment } = folder;
  const isMore = () => {
    const { hasMore, pages, problem } = explorer.store.get(environment, list) ?? {};
    return hasMore === true && problem === undefined && (pages ?? 0) < mostPages;
  };
  return withDelayedProgress(l10n.t('Looking for {0} in the tree', label), async (signal, report) => {
    let found: Node | undefined;
    while (!found && !signal.aborted && isMore()) {
      await explorer.store.loadMore(environment, list);
      report({ message: (explorer.store.get(environment, list)?.rows.length ?? 0).toLocaleString(vscode.env.language) });
      found = findBelow(explorer, folder, id);
    }
    return found;
  });
}

/** A folder with its rows. It is opened first: what is open already is not drawn anew under the row that is wanted. */
async function opened(explorer: Explorer, above: Node, name: FolderName): Promise<Node | undefined> {
  const folder = childrenOf(above, explorer).find((node) => node.type === 'folder' && node.folder === name);
  if (!folder) return undefined;
  await explorer.view.reveal(folder, { select: false, focus: false, expand: true });
  const list = listOf(folder);
  if (list) await explorer.store.load(folder.environment, list);
  return folder;
}

function findBelow(explorer: Explorer, node: Node, id: string): Node | undefined {
  for (const child of childrenOf(node, explorer)) {
    if (child.resource?.id === id) return child;
    const found = child.type === 'item' ? findBelow(explorer, child, id) : undefined;
    if (found) return found;
  }
  return undefined;
}
