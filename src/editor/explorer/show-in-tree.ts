// Shows the row of a resource in the tree. An event that is nowhere in it is pinned, as one that was found is.
import * as vscode from 'vscode';
import { contentOf, labelOf } from '../../client/index.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import type { EventResource, Resource } from '../platform/resources.ts';
import { childrenOf, eventsIn } from './children.ts';
import type { Explorer } from './explorer.ts';
import { findEvent } from './find-event.ts';
import { listOf, type EventNode, type FolderName, type Node } from './nodes.ts';
import { reveal } from './reveal.ts';

const { l10n } = vscode;

export async function showInTree(explorer: Explorer, resource: Resource | undefined): Promise<void> {
  const wanted = resource ?? (await findEvent(explorer));
  if (!wanted) return;
  if (wanted.environment !== explorer.environment)
    throw new UserError(
      l10n.t('The tree shows another environment than {0}.', wanted.environment),
      nextStep.switchEnvironment(wanted.environment),
    );
  await reveal(explorer, async () => below(explorer, await eventNodeFor(explorer, wanted), wanted));
}

async function eventNodeFor(explorer: Explorer, resource: Resource): Promise<EventNode> {
  const { environment } = resource;
  const eventId = resource.kind === 'event' ? resource.id : resource.eventId;
  if (eventId === undefined)
    throw new UserError(l10n.t('The service does not say which event {0} belongs to.', resource.label), nextStep.findEvent());
  const known = findKnown(explorer, environment, eventId);
  if (known) return known;
  await explorer.pin(environment, [resource.kind === 'event' ? resource : await readEvent(explorer, environment, eventId)]);
  const pinned = findKnown(explorer, environment, eventId);
  if (pinned) return pinned;
  throw new UserError(l10n.t('{0} could not be shown in the tree.', resource.label), nextStep.refresh());
}

async function readEvent(explorer: Explorer, environment: string, id: string): Promise<EventResource> {
  const value = contentOf(await explorer.connections.of(environment)?.read('getEvent', { path: { id } }));
  return { kind: 'event', environment, id, label: labelOf(value), value };
}

function findKnown(explorer: Explorer, environment: string, eventId: string): EventNode | undefined {
  for (const event of eventsIn(environment, explorer)) if (event.resource.id === eventId) return event;
  return undefined;
}

const folders: Readonly<Record<Resource['kind'], FolderName | undefined>> = {
  event: undefined,
  session: 'sessions',
  item: 'items',
  passkey: 'passkeys',
  code: 'items',
};

/** The row of the resource below its event; the row above it, where it has not been read yet. */
async function below(explorer: Explorer, event: EventNode, resource: Resource): Promise<Node> {
  const name = folders[resource.kind];
  const folder = name && (await opened(explorer, event, name));
  if (!folder) return event;
  if (resource.kind !== 'code') return findBelow(explorer, folder, resource.id) ?? folder;
  const item = findBelow(explorer, folder, resource.itemId);
  const codes = item && (await opened(explorer, item, 'codes'));
  return (codes && findBelow(explorer, codes, resource.id)) ?? codes ?? item ?? folder;
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
