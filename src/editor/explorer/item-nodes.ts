// The rows of items, passkeys and codes.
import type { Row } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { factsBelow } from '../reading/item-facts.ts';
import { isCalledGroup, nestItems, parentsOf, type ItemBranch } from '../reading/item-groups.ts';
import { openedItems } from '../reading/passkey-facts.ts';
import { reads } from '../reading/reads.ts';
import { below, folderBelow, nodesOfList, isStale, malformedNode, orEmpty, unique, type Known } from './list-nodes.ts';
import { eventAbove, type FolderNode, type ItemNode, type Node, type PasskeyNode } from './nodes.ts';

export function itemNodes(node: FolderNode, known: Known): Node[] {
  return nodesOfList(node, known, 'items', (state) =>
    nestItems(state.rows).map((branch, index) => itemNode(node, branch, isStale(state), index)),
  );
}

function eventOf(node: Node): { eventId: string | undefined; eventLabel: string | undefined } {
  const event = eventAbove(node);
  return { eventId: event?.id, eventLabel: event?.label };
}

function itemNode(parent: Node, { row, inside }: ItemBranch, stale: boolean, index: number): Node {
  const { id, label, value, problem } = row;
  if (problem !== undefined || id === undefined) return malformedNode(parent, row, problem ?? t('This row has no id.'), index);
  const { environment } = parent;
  const group = inside.length > 0 || isCalledGroup(value);
  const resource = { kind: 'item', environment, id, label, value, ...eventOf(parent) } as const;
  return { ...below(parent, `${parent.key}/${id}`, stale), type: 'item', resource, inside, group };
}

export function itemChildren(node: ItemNode): readonly Node[] {
  const inside = node.inside.map((branch, index) => itemNode(node, branch, node.stale === true, index));
  if (node.group) return inside;
  const facts = factsBelow(node.resource.value).map((fact, index): Node => ({
    ...below(node, `${node.key}/fact:${index}`, node.stale),
    type: 'fact',
    ...fact,
  }));
  return [...facts, folderBelow(node, 'codes', reads.codes(node.resource.id))];
}

export function passkeyNode(parent: Node, row: Row, stale: boolean): Node {
  const { environment } = parent;
  if (row.id === undefined) return malformedNode(parent, row, t('This row has no id.'), 0);
  const { id, label, value } = row;
  const resource = { kind: 'passkey', environment, id, label, value, ...eventOf(parent) } as const;
  return { ...below(parent, `${parent.key}/${id}`, stale), type: 'passkey', resource };
}

export function openedNodes(node: PasskeyNode, known: Known): readonly Node[] {
  const { environment } = node;
  const eventId = eventAbove(node)?.id;
  const items = eventId === undefined ? undefined : known.list(environment, reads.items(eventId));
  const byId = new Map(items?.rows.map((row) => [row.id, row]));
  const parents = parentsOf(items?.rows ?? []);
  const nodes = (openedItems(node.resource.value) ?? []).map((id): Node => {
    const row = byId.get(id);
    const resource = { kind: 'item', environment, id, label: row?.label ?? id, value: row?.value, eventId } as const;
    return {
      ...below(node, `${node.key}/${id}`, node.stale),
      type: 'openedItem',
      resource,
      group: byId.get(parents.get(id))?.label,
    };
  });
  return unique(orEmpty(node, 'openedItems', nodes));
}

export function codeNode(parent: Node, row: Row, stale: boolean): Node {
  const above = parent.parent;
  if (row.id === undefined || above?.type !== 'item') return malformedNode(parent, row, t('This row has no id.'), 0);
  const { environment } = parent;
  const { id, label, value } = row;
  const { id: itemId, label: itemLabel } = above.resource;
  const resource = { kind: 'code', environment, id, label, value, itemId, itemLabel, ...eventOf(parent) } as const;
  return { ...below(parent, `${parent.key}/${id}`, stale), type: 'code', resource };
}
