// What a click, the keys and Copy do to rows: look at one, edit it, copy what it is called by, delete it.
import * as vscode from 'vscode';
import { notifyWith, withoutIcons } from '../platform/notify.ts';
import { asPreview, eventAround, itemAround, resourcesFrom, type Resource, type ResourceKind } from '../platform/resources.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { linkOf } from '../reading/event-facts.ts';
import { listTitle, reads, type Read } from '../reading/reads.ts';
import type { Explorer } from './explorer.ts';
import { findAnyEvent } from './find-event.ts';
import { linkTo } from './links.ts';
import { nodesFrom, resourceKinds, type FactNode, type Node, type SessionNode } from './nodes.ts';

const { l10n } = vscode;

/** A click or Enter: as a preview tab. A form writes, so that in Restricted Mode the record is shown instead. */
export async function openRow(_explorer: Explorer, row: unknown): Promise<void> {
  const [node] = nodesFrom(row, undefined);
  const opened = node && whatOpens(node);
  if (!opened) return;
  const { command, on, writes } = opened;
  if (writes && !vscode.workspace.isTrusted) await run('openAsJson', on);
  else await run(command, on, asPreview);
}

export async function editRow(_explorer: Explorer, row: unknown): Promise<void> {
  const [node] = nodesFrom(row, undefined);
  const opened = node && whatOpens(node);
  if (opened?.writes) await run(opened.command, opened.on);
}

interface Opened {
  readonly command: string;
  readonly on: unknown;
  /** It opens a form. */
  readonly writes?: boolean;
}

const formOf: Partial<Record<ResourceKind, string>> = { item: 'editItem', passkey: 'editPasskey' };

function whatOpens(node: Node): Opened | undefined {
  const { resource } = node;
  const form = resource && formOf[resource.kind];
  if (form !== undefined) return { command: form, on: resource, writes: true };
  if (resource?.kind === 'event') return openedEvent(resource);
  if (resource?.kind === 'code')
    return tableAt(node, reads.codes(resource.itemId, resource.eventId), resource.itemLabel ?? resource.itemId, resource.label);
  return node.type === 'fact' ? whatShows(node) : tableOf(node);
}

/** Tickets and the crew are only looked at: as the list that they stand in. A session without an id is a line of its event. */
function tableOf(node: Node): Opened | undefined {
  const event = eventAround(node);
  if (node.type === 'session')
    return node.list ? tableAt(node, node.list, node.resource?.label ?? '') : event && openedEvent(event);
  if (node.type === 'member') return event && tableAt(node, reads.crew(event.id), event.label, node.label);
  if (node.type !== 'ticket') return undefined;
  const session = sessionAround(node);
  return session?.list && tableAt(node, session.list, session.resource?.label ?? '', node.label);
}

function sessionAround(node: Node): SessionNode | undefined {
  for (let above: Node | undefined = node; above; above = above.parent) if (above.type === 'session') return above;
  return undefined;
}

function openedEvent(event: Resource): Opened {
  return { command: 'openEvent', on: event };
}

/** A list as a table, at one of its rows or whole. */
function tableAt({ environment }: Node, read: Read, owner: string, filter?: string): Opened {
  const at = filter === undefined ? {} : { filter };
  return { command: 'openAsTable', on: { environment, title: listTitle(read, owner), read, ...at } };
}

const sectionOf: Partial<Record<FactNode['fact'], string>> = {
  values: 'editValues',
  salePeriod: 'editSalePeriods',
  itemAttributes: 'editAttributes',
  triggers: 'showTriggers',
};

function whatShows(node: FactNode): Opened | undefined {
  const item = itemAround(node);
  const event = eventAround(node);
  if (!item) return event && tableAt(node, reads.attributes(event.id), event.label, node.name ?? '');
  const notKnown = node.name === 'values' ? 'editValues' : 'editSalePeriods';
  return { command: sectionOf[node.fact] ?? notKnown, on: item, writes: true };
}

/**
 * The rows that a key acts upon: the focused one, or all that are selected where it is one of them. An arrow moves the focus and not the
 * selection, and VS Code passes the focused row where the keybinding asks for it.
 */
function rowsUnderKey({ selection }: Explorer, focused: Node): readonly Node[] {
  return selection.some(({ key }) => key === focused.key) ? selection : [focused];
}

/** What the menu of these rows calls Delete. */
const deletionOf: Partial<Record<ResourceKind, string>> = {
  passkey: 'deletePasskey',
  code: 'deleteCode',
  item: 'removeItem',
};

/** The command asks before it deletes; where nobody can say which row has the focus, it asks for that as well. */
export async function deleteSelected(explorer: Explorer, row: unknown): Promise<void> {
  const [focused] = nodesFrom(row, undefined);
  const { resource } = focused ?? explorer.selection[0] ?? {};
  const command = resource && deletionOf[resource.kind];
  if (!resource || command === undefined) return;
  const meant = focused ? resourcesFrom([resource.kind], undefined, rowsUnderKey(explorer, focused)) : [];
  await run(command, ...(meant.length > 0 ? [meant[0], meant] : []));
}

/** A passkey and a code by their text, which is what a person calls them by; all else that has an id by its id. */
export async function copyRow(explorer: Explorer, row: unknown): Promise<void> {
  const [focused] = nodesFrom(row, undefined);
  const texts = focused ? rowsUnderKey(explorer, focused).map((node) => calledBy(explorer, node)) : [];
  await copy(texts, texts.length === 1 ? l10n.t('Copied {0}.', texts[0] ?? '') : l10n.t('Copied {0} rows.', texts.length));
}

function calledBy(explorer: Explorer, node: Node): string {
  const { resource } = node;
  if (!resource) return explorer.draw(node).label;
  return resource.kind === 'passkey' || resource.kind === 'code' ? resource.label : resource.id;
}

export async function copyId(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const ids = (await chosenResources(explorer, resourceKinds, row, rows)).map(({ id }) => id);
  await copy(ids, ids.length === 1 ? l10n.t('Copied the id {0}.', ids[0] ?? '') : l10n.t('Copied {0} ids.', ids.length));
}

/** The link that the service gives an event is copied as ever, and the one that opens it here is offered; an item has but that one. */
export async function copyLink(explorer: Explorer, row: unknown, rows: unknown): Promise<void> {
  const chosen = await chosenResources(explorer, ['event', 'item'], row, rows);
  const own = () => chosen.map(ownLink);
  const links = chosen.flatMap(({ kind, value }) => (kind === 'event' && linkOf(value)) || []);
  if (links.length === 0) return copyLinks(own());
  await vscode.env.clipboard.writeText(links.join('\n'));
  void notifyWith('info', copiedLinks(links), { title: l10n.t('Copy Link for the Editor'), run: () => copyLinks(own()) });
}

/** The link that opens it in the editor. */
function ownLink(resource: Resource): string {
  const { kind, environment, id } = resource;
  const eventId = kind === 'event' ? id : resource.eventId;
  if (eventId === undefined)
    throw new UserError(l10n.t('The service does not say which event {0} belongs to.', resource.label), nextStep.findEvent());
  return linkTo(vscode.env.uriScheme, { environment, eventId, itemId: kind === 'item' ? id : undefined });
}

const copyLinks = (links: readonly string[]) => copy(links, copiedLinks(links));

function copiedLinks(links: readonly string[]): string {
  return links.length === 1 ? l10n.t('Copied {0}.', links[0] ?? '') : l10n.t('Copied {0} links.', links.length);
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
  return [await findAnyEvent(explorer, l10n.t('Which event?'))];
}

async function copy(texts: readonly string[], said: string): Promise<void> {
  if (texts.length === 0) return;
  await vscode.env.clipboard.writeText(texts.join('\n'));
  vscode.window.setStatusBarMessage(withoutIcons(said), 4000);
}

async function run(command: string, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(`boxOffice.${command}`, ...args);
}
