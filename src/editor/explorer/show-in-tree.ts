// Shows the row of a resource in the tree. An event that is nowhere in it is pinned, as one that was found is.
import * as vscode from 'vscode';
import { contentOf, labelOf } from '../../client/index.ts';
import { nextStep } from '../platform/next-steps.ts';
import { Refusal } from '../platform/refusal.ts';
import type { EventResource, Resource } from '../platform/resources.ts';
import { childrenOf, rootsOf } from './children.ts';
import type { Explorer } from './explorer.ts';
import { findEvent } from './find-event.ts';
import { listOf, type EventNode, type FolderName, type Node } from './nodes.ts';

const { l10n } = vscode;

export async function showInTree(explorer: Explorer, resource: Resource | undefined): Promise<void> {
  const wanted = resource ?? (await findEvent(explorer));
  if (!wanted) return;
  if (wanted.environment !== explorer.environment)
    throw new Refusal(
      l10n.t('The tree shows another environment than {0}.', wanted.environment),
      nextStep.switchEnvironment(wanted.environment),
    );
  // What a filter hides cannot be shown.
  if (explorer.filterText !== undefined) await explorer.filter(undefined);
  // A list that is read for this is drawn anew in the middle of it, and then VS Code gives up without a word.
  for (let tries = 1; tries <= mostTries; tries++) {
    const event = await eventNodeFor(explorer, wanted);
    const node = await below(explorer, event, wanted);
    await explorer.view.reveal(node, { select: true, focus: true, expand: true });
    if (explorer.view.selection.some(({ key }) => key === node.key)) return;
  }
}

const mostTries = 4;

async function eventNodeFor(explorer: Explorer, resource: Resource): Promise<EventNode> {
  const { environment } = resource;
  const eventId = resource.kind === 'event' ? resource.id : resource.eventId;
  if (eventId === undefined)
    throw new Refusal(l10n.t('The service does not say which event {0} belongs to.', resource.label), nextStep.findEvent());
  const known = findKnown(explorer, environment, eventId);
  if (known) return known;
  await explorer.pin(environment, [resource.kind === 'event' ? resource : await readEvent(explorer, environment, eventId)]);
  const pinned = findKnown(explorer, environment, eventId);
  if (pinned) return pinned;
  throw new Refusal(l10n.t('{0} could not be shown in the tree.', resource.label), nextStep.refresh());
}

async function readEvent(explorer: Explorer, environment: string, id: string): Promise<EventResource> {
  const value = contentOf(await explorer.connections.of(environment)?.read('getEvent', { path: { id } }));
  return { kind: 'event', environment, id, label: labelOf(value), value };
}

/** Among all rows that have been read, pins first. */
function findKnown(explorer: Explorer, environment: string, eventId: string): EventNode | undefined {
  const find = (node: Node): EventNode | undefined => {
    if (node.type === 'event') return node.resource.id === eventId ? node : undefined;
    for (const child of childrenOf(node, explorer)) {
      const found = find(child);
      if (found) return found;
    }
    return undefined;
  };
  for (const root of rootsOf(environment)) {
    const found = find(root);
    if (found) return found;
  }
  return undefined;
}

const folders: Readonly<Record<Resource['kind'], FolderName | undefined>> = {
  event: undefined,
  session: 'sessions',
  item: 'items',
  passkey: 'passkeys',
  code: 'items',
};

/** The row of the resource below its event; the folder, where the row has not been read yet. */
async function below(explorer: Explorer, event: EventNode, resource: Resource): Promise<Node> {
  const name = folders[resource.kind];
  const folder = childrenOf(event, explorer).find((node) => node.type === 'folder' && node.folder === name);
  if (!folder) return event;
  // The rows above it first: what is open already is not drawn anew under the row that is wanted.
  await explorer.view.reveal(folder, { select: false, focus: false, expand: true });
  const list = listOf(folder);
  if (list) await explorer.store.load(folder.environment, list);
  const id = resource.kind === 'code' ? resource.itemId : resource.id;
  return findBelow(explorer, folder, id) ?? folder;
}

function findBelow(explorer: Explorer, node: Node, id: string): Node | undefined {
  for (const child of childrenOf(node, explorer)) {
    if (child.resource?.id === id) return child;
    const found = child.type === 'item' ? findBelow(explorer, child, id) : undefined;
    if (found) return found;
  }
  return undefined;
}
