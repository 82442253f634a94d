// The rows of events, of their sessions and of a session's tickets.
import { contentOf, labelOf, readList, sessionsOf, type Row, type Session } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type { EventResource } from '../platform/resources.ts';
import { linkOf } from '../reading/event-facts.ts';
import { arrayIn, aliases } from '../reading/fields.ts';
import {
  below,
  folderBelow,
  nodesOfList,
  isStale,
  rowNodes,
  malformedNode,
  orEmpty,
  type Known,
  type Pin,
} from './list-nodes.ts';
import { eventAbove, type EventNode, type FolderName, type FolderNode, type Node } from './nodes.ts';
import { reads, type Read } from '../reading/reads.ts';
import type { ListState } from './store.ts';

export function eventNode(parent: Node, row: Row, known: Known, state: ListState | undefined): Node {
  const { environment } = parent;
  // A banner has no id of its own, and the service takes a slug for one.
  const id = row.id ?? linkOf(row.value)?.replace(/^\/+/, '');
  if (id === undefined) return malformedNode(parent, row, t('This row has no id.'), parent.key.length);
  const newest = known.list(environment, reads.event(id));
  const value = newest?.known ? contentOf(newest.reply) : row.value;
  const resource: EventResource = { kind: 'event', environment, id, label: newest?.known ? labelOf(value) : row.label, value };
  const pinned = known.pins(environment).some((pin) => pin.id === id);
  return { ...below(parent, `${parent.key}/${id}`, isStale(state)), type: 'event', resource, pinned, kept: false };
}

export function pinnedNode(parent: Node, { id, label, value }: Pin, known: Known): Node {
  const { environment } = parent;
  const newest = known.list(environment, reads.event(id));
  const isKnown = newest?.known === true;
  const content = isKnown ? contentOf(newest.reply) : value;
  const resource: EventResource = { kind: 'event', environment, id, label: isKnown ? labelOf(content) : label, value: content };
  return { ...below(parent, `${parent.key}/${id}`, isStale(newest)), type: 'event', resource, pinned: true, kept: !isKnown };
}

export function categoryNode(parent: Node, category: string): Node {
  const list = reads.category(category);
  return { ...below(parent, `${parent.key}/${encodeURIComponent(category)}`), type: 'category', category, list };
}

const sectionEvents = aliases('events items banners cards data results rows content elements list');

export function homeChildren(node: FolderNode, known: Known): Node[] {
  const cover = folderBelow(node, 'cover', reads.cover());
  const rows = rowNodes(node, known, 'home', (row, state) => {
    const inside = arrayIn(row.value, sectionEvents);
    if (!inside) return eventNode(node, row, known, state);
    const key = `${node.key}/section:${row.id ?? row.label}`;
    return { ...below(node, key, isStale(state)), type: 'section', label: row.label, rows: readList(inside).rows };
  });
  return [cover, ...rows];
}

export function eventFolders(node: EventNode, known: Known): Node[] {
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

export function sessionNodes(node: FolderNode, known: Known): readonly Node[] {
  const event = eventAbove(node);
  if (!event) return [];
  const nodes = (value: unknown, stale: boolean) => {
    const sessions = sessionsOf(value);
    const haveIds = sessions.some(({ id }) => id !== undefined);
    return sessions.map((session, index) => {
      const problem = sessionProblem(session, haveIds);
      if (problem === undefined) return sessionNode(node, event, session, stale);
      return malformedNode(node, { id: undefined, label: labelOf(session.value), value: session.value }, problem, index);
    });
  };
  if (!node.list) return orEmpty(node, 'sessions', nodes(event.value, false));
  return nodesOfList(node, known, 'sessions', (state) => nodes(state.reply, isStale(state)));
}

/** Some services give nothing but dates for sessions; what has neither date nor id is none. */
function sessionProblem({ id, date, time, value }: Session, othersHaveIds: boolean): string | undefined {
  if (value === null || value === undefined) return t('This row is empty.');
  const isDated = date !== undefined || time !== undefined;
  return id === undefined && (othersHaveIds || !isDated) ? t('This row has no id.') : undefined;
}

function sessionNode(parent: Node, event: EventResource, session: Session, stale: boolean): Node {
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

export function ticketNode(parent: Node, row: Row, stale: boolean | undefined): Node {
  const types = readList(arrayIn(row.value, typeAliases) ?? []).rows;
  // A group of one ticket of its own name is that ticket.
  const only = types.length === 1 && types[0]?.label === row.label ? types[0] : undefined;
  const position = below(parent, `${parent.key}/${row.id ?? row.label}`, stale);
  return { ...position, type: 'ticket', label: row.label, value: only?.value ?? row.value, types: only ? [] : types };
}
