// The rows below a row, from what is known. Whatever has to be read first stands in `listOf`.
import {
  contentOf,
  labelOf,
  readCode,
  readList,
  sessionsOf,
  unknownDialect,
  type Row,
  type Session,
} from '../../client/index.ts';
import { openedItems } from '../../records/index.ts';
import { t } from '../../client/l10n.ts';
import type { EventResource } from '../platform/resources.ts';
import { linkOf } from '../reading/event-facts.ts';
import { aliases, arrayIn } from '../reading/fields.ts';
import { attributePairs, factsBelow } from '../reading/item-facts.ts';
import { groupNames, isCalledGroup, nestItems, type ItemBranch } from '../../records/item-groups.ts';
import { reads, type Read } from '../reading/reads.ts';
import { keepEventName, sectionRows } from '../reading/resources.ts';
import {
  below,
  eventAbove,
  folderBelow,
  isStale,
  malformedNode,
  nodesOfList,
  noteNode,
  orEmpty,
  rowNodes,
  rowsBelow,
  unique,
  type EventNode,
  type FolderName,
  type FolderNode,
  type ItemNode,
  type Known,
  type Node,
  type PasskeyNode,
} from './nodes.ts';

export function rootsOf(environment: string, known: Known): FolderNode[] {
  const root = (folder: FolderName, list?: Read): FolderNode => ({
    type: 'folder',
    folder,
    key: `${environment}/${folder}`,
    environment,
    list,
  });
  const featured = reads.featured(known.dialectOf?.(environment));
  return [root('pinned'), root('featured', featured), root('home', reads.home()), root('categories')];
}

/** Every event among the rows that have been read, pins first. */
export function* eventsIn(environment: string, known: Known): Generator<EventNode> {
  const waiting: Node[] = rootsOf(environment, known);
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    if (node.type === 'event') yield node;
    else waiting.unshift(...childrenOf(node, known));
  }
}

/** The rows below a row as far as they are known: none while its list has not been read. */
export function childrenOf(node: Node, known: Known): readonly Node[] {
  return unique(nodesBelow(node, known));
}

function nodesBelow(node: Node, known: Known): readonly Node[] {
  switch (node.type) {
    case 'folder':
      return folderChildren(node, known);
    case 'category':
      return rowNodes(node, known, (row, stale) => eventNode(node, row, known, stale));
    case 'section': {
      const events = rowsBelow(node, node.rows, (row) => eventNode(node, row, known));
      return orEmpty(node, events);
    }
    case 'event':
      return eventFolders(node, known);
    case 'session':
      return rowNodes(node, known, (row, stale) => ticketNode(node, row, stale));
    case 'ticket':
      return rowsBelow(node, node.types, (row) => ticketNode(node, row, node.stale));
    case 'item':
      return itemChildren(node);
    case 'passkey':
      return openedNodes(node, known);
    default:
      return [];
  }
}

function folderChildren(node: FolderNode, known: Known): readonly Node[] {
  const { environment } = node;
  switch (node.folder) {
    case 'pinned': {
      const events = rowsBelow(node, known.pins(environment), (pin) => eventNode(node, pin, known));
      return orEmpty(node, events);
    }
    case 'categories': {
      const categories = known.categories(environment).map((category) => categoryNode(node, category));
      return orEmpty(node, categories);
    }
    case 'home':
      return homeChildren(node, known);
    case 'featured':
    case 'cover':
      return rowNodes(node, known, (row, stale) => eventNode(node, row, known, stale));
    case 'sessions':
      return sessionNodes(node, known);
    case 'items':
      return nodesOfList(node, known, ({ rows }, stale) =>
        nestItems(rows).map((branch, index) => itemNode(node, branch, stale, index)),
      );
    case 'passkeys':
      return rowNodes(node, known, (row, stale) => passkeyNode(node, row, stale));
    case 'codes':
      return rowNodes(node, known, (row, stale) => codeNode(node, row, stale, known));
    case 'crew':
      return rowNodes(node, known, ({ id, label, value }, stale) => {
        return { ...below(node, `${node.key}/${id ?? label}`, stale), type: 'member', label, value };
      });
    case 'attributes':
      return nodesOfList(node, known, ({ reply }, stale) =>
        attributePairs(reply).map(([name, value]) => {
          return { ...below(node, `${node.key}/${name}`, stale), type: 'fact', fact: 'attribute', name, value };
        }),
      );
    case 'reports':
      return reportNodes(node);
  }
}

function reportNodes(node: FolderNode): Node[] {
  const event = eventAbove(node);
  if (!event) return [];
  return [reads.entryReport(event.id), reads.bordero(event.id)].map((read) => {
    return { ...below(node, `${node.key}/${read.operation}`), type: 'report', event, read };
  });
}

/** As it was last read; a pin that has not been read since shows what was kept of it. */
function eventNode(parent: Node, row: Row, known: Known, stale?: boolean): Node | undefined {
  const { environment } = parent;
  // A banner has no id of its own, and the service takes a slug for one.
  const id = row.id ?? linkOf(row.value)?.replace(/^\/+/, '');
  if (id === undefined) return undefined;
  const newest = known.list(environment, reads.event(id));
  const isKnown = newest?.known === true;
  const value = isKnown ? contentOf(newest.reply) : row.value;
  const resource: EventResource = { kind: 'event', environment, id, label: isKnown ? labelOf(value) : row.label, value };
  keepEventName(resource);
  const isPin = parent.type === 'folder' && parent.folder === 'pinned';
  return {
    ...below(parent, `${parent.key}/${id}`, isPin ? isStale(newest) : stale),
    type: 'event',
    resource,
    pinned: known.pins(environment).some((pin) => pin.id === id),
    kept: isPin && !isKnown,
  };
}

function categoryNode(parent: Node, category: string): Node {
  const list = reads.category(category);
  return { ...below(parent, `${parent.key}/${encodeURIComponent(category)}`), type: 'category', category, list };
}

function homeChildren(node: FolderNode, known: Known): readonly Node[] {
  const cover = folderBelow(node, 'cover', reads.cover());
  const rows = rowNodes(node, known, (row, stale) => {
    const rows = sectionRows(row);
    if (!rows) return eventNode(node, row, known, stale);
    const key = `${node.key}/section:${row.id ?? row.label}`;
    return { ...below(node, key, stale), type: 'section', label: row.label, rows };
  });
  return [cover, ...rows];
}

function eventFolders(node: EventNode, known: Known): Node[] {
  const eventId = node.resource.id;
  const folder = (name: FolderName, list?: Read) => folderBelow(node, name, list);
  const event = reads.event(eventId);
  // The event's own value has its sessions as a rule; what was kept from another day is read again.
  const hasSessions = !node.kept && !known.list(node.environment, event) && sessionsOf(node.resource.value).length > 0;
  return [
    folder('sessions', hasSessions ? undefined : event),
    folder('items', reads.items(eventId)),
    folder('passkeys', reads.passkeys(eventId)),
    folder('crew', reads.crew(eventId)),
    folder('attributes', reads.attributes(eventId)),
    folder('reports'),
  ];
}

function sessionNodes(node: FolderNode, known: Known): readonly Node[] {
  const event = eventAbove(node);
  if (!event) return [];
  const nodes = (value: unknown, stale?: boolean) => {
    const sessions = sessionsOf(value, known.dialectOf?.(node.environment)?.clock);
    const haveIds = sessions.some(({ id }) => id !== undefined);
    return sessions.map((session, index) => {
      const problem = sessionProblem(session, haveIds);
      if (problem === undefined) return sessionNode(node, event, session, stale);
      return malformedNode(node, { label: labelOf(session.value), value: session.value }, problem, index);
    });
  };
  if (!node.list) return orEmpty(node, nodes(event.value));
  return nodesOfList(node, known, ({ reply }, stale) => nodes(reply, stale));
}

/** Some services give nothing but dates for sessions; what has neither date nor id is none. */
function sessionProblem({ id, date, time, value }: Session, othersHaveIds: boolean): string | undefined {
  if (value === null || value === undefined) return t('This row is empty.');
  const isDated = date !== undefined || time !== undefined;
  return id === undefined && (othersHaveIds || !isDated) ? t('This row has no id.') : undefined;
}

function sessionNode(parent: Node, event: EventResource, session: Session, stale?: boolean): Node {
  const { id, date, time, value } = session;
  const position = below(parent, `${parent.key}/${id ?? `${date ?? ''} ${time ?? ''}`}`, stale);
  if (id === undefined) return { ...position, type: 'session', session };
  const label = [event.label, date, time].filter(Boolean).join(' ');
  return {
    ...position,
    type: 'session',
    session,
    resource: { kind: 'session', environment: parent.environment, id, label, value, eventId: event.id },
    list: reads.ticketsOfSession(event.id, id),
  };
}

const typeAliases = aliases('type types tickets items');

function ticketNode(parent: Node, row: Row, stale?: boolean): Node {
  const types = readList(arrayIn(row.value, typeAliases) ?? []).rows;
  // A group of one ticket of its own name is that ticket.
  const only = types.length === 1 && types[0]?.label === row.label ? types[0] : undefined;
  const position = below(parent, `${parent.key}/${row.id ?? row.label}`, stale);
  return { ...position, type: 'ticket', label: row.label, value: only?.value ?? row.value, types: only ? [] : types };
}

function eventOf(node: Node): { eventId: string | undefined; eventLabel: string | undefined } {
  const event = eventAbove(node);
  return { eventId: event?.id, eventLabel: event?.label };
}

function itemNode(parent: Node, { row, inside }: ItemBranch, stale: boolean | undefined, index: number): Node {
  const { id, label, value, problem, isUnclaimed } = row;
  if (problem !== undefined || id === undefined) return malformedNode(parent, row, problem ?? t('This row has no id.'), index);
  const { environment } = parent;
  const group = inside.length > 0 || isCalledGroup(value);
  const resource = { kind: 'item', environment, id, label, value, ...(isUnclaimed ? {} : eventOf(parent)) } as const;
  return { ...below(parent, `${parent.key}/${id}`, stale), type: 'item', resource, inside, group, isUnclaimed };
}

function itemChildren(node: ItemNode): readonly Node[] {
  const inside = node.inside.map((branch, index) => itemNode(node, branch, node.stale, index));
  if (node.group) return inside;
  const facts = factsBelow(node.resource.value).map((fact, index): Node => {
    return { ...below(node, `${node.key}/fact:${index}`, node.stale), type: 'fact', ...fact };
  });
  return [...facts, folderBelow(node, 'codes', reads.codes(node.resource.id, node.resource.eventId))];
}

function passkeyNode(parent: Node, { id, label, value }: Row, stale: boolean): Node | undefined {
  if (id === undefined) return undefined;
  const resource = { kind: 'passkey', environment: parent.environment, id, label, value, ...eventOf(parent) } as const;
  return { ...below(parent, `${parent.key}/${id}`, stale), type: 'passkey', resource };
}

function openedNodes(node: PasskeyNode, known: Known): readonly Node[] {
  const { environment } = node;
  const eventId = eventAbove(node)?.id;
  const items = eventId === undefined ? undefined : known.list(environment, reads.items(eventId));
  const byId = new Map(items?.rows.map((row) => [row.id, row]));
  const groups = groupNames(items?.rows ?? []);
  const opened = openedItems(node.resource.value, unknownDialect);
  if (!opened) return [noteNode(node, 'unseenItems')];
  const nodes = opened.map((id): Node => {
    const row = byId.get(id);
    const resource = { kind: 'item', environment, id, label: row?.label ?? id, value: row?.value, eventId } as const;
    return { ...below(node, `${node.key}/${id}`, node.stale), type: 'openedItem', resource, group: groups.get(id) };
  });
  return orEmpty(node, nodes);
}

function codeNode(parent: Node, { id, label: rowLabel, value }: Row, stale: boolean, known: Known): Node | undefined {
  const above = parent.parent;
  if (id === undefined || above?.type !== 'item') return undefined;
  const { environment } = parent;
  const { id: itemId, label: itemLabel } = above.resource;
  const label = readCode(value, known.dialectOf?.(environment) ?? unknownDialect).code ?? rowLabel;
  const resource = { kind: 'code', environment, id, label, value, itemId, itemLabel, ...eventOf(parent) } as const;
  return { ...below(parent, `${parent.key}/${id}`, stale), type: 'code', resource };
}
