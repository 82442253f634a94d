// The rows of the tree: plain data that knows its position, and what every list has around its rows. What a row shows is drawn elsewhere.
import type { Fact } from '../reading/item-facts.ts';
import type { ItemBranch } from '../../records/item-groups.ts';
import type { Dialect, Row, Session } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type {
  CodeResource,
  EventResource,
  ItemResource,
  PasskeyResource,
  Resource,
  SessionResource,
} from '../platform/resources.ts';
import type { Pin } from '../reading/pins.ts';
import { isPaged, type Read } from '../reading/reads.ts';
import type { ListProblem, ListState } from './store.ts';

interface TreePosition {
  /** The path from the root: the same row has the same key after a reload. */
  readonly key: string;
  readonly environment: string;
  readonly parent?: Node | undefined;
  /** What it shows was read before the last read failed. */
  readonly stale?: boolean | undefined;
  readonly resource?: Resource | undefined;
}

export type FolderName =
  | 'pinned'
  | 'featured'
  | 'home'
  | 'cover'
  | 'categories'
  | 'sessions'
  | 'items'
  | 'passkeys'
  | 'crew'
  | 'attributes'
  | 'reports'
  | 'codes';

type NodeOf<Type extends string, Fields = unknown> = TreePosition & { readonly type: Type } & Readonly<Fields>;

/** `list`: what its rows are read from, where one request reads them. */
export type FolderNode = NodeOf<'folder', { folder: FolderName; list?: Read | undefined }>;
export type CategoryNode = NodeOf<'category', { category: string; list: Read }>;
/** A section of the home page; its events came with it. */
type SectionNode = NodeOf<'section', { label: string; rows: readonly Row[] }>;
/** `kept`: its value was kept from an earlier day and has not been read since. */
export type EventNode = NodeOf<'event', { resource: EventResource; pinned: boolean; kept: boolean }>;
/** A session without an id can be shown, and nothing be asked of it. */
export type SessionNode = NodeOf<
  'session',
  { session: Session; resource?: SessionResource | undefined; list?: Read | undefined }
>;
/** A group of a session's tickets, or one type of them. */
export type TicketNode = NodeOf<'ticket', { label: string; value: unknown; types: readonly Row[] }>;
export type ItemNode = NodeOf<
  'item',
  {
    resource: ItemResource;
    inside: readonly ItemBranch[];
    group: boolean;
    /** Nothing shows that it belongs to the event above it. */
    isUnclaimed?: true | undefined;
  }
>;
export type PasskeyNode = NodeOf<'passkey', { resource: PasskeyResource }>;
/** An item that a passkey opens, with the name of the group that it is in. */
type OpenedItemNode = NodeOf<'openedItem', { resource: ItemResource; group?: string | undefined }>;
type CodeNode = NodeOf<'code', { resource: CodeResource }>;
type MemberNode = NodeOf<'member', { label: string; value: unknown }>;
/** One line about the row above it. */
export type FactNode = NodeOf<'fact', Fact>;
type ReportNode = NodeOf<'report', { event: EventResource; read: Read }>;
type MoreNode = NodeOf<'more', { list: Read; shown: number; total?: number | undefined }>;
export type ProblemNode = NodeOf<'problem', { list: Read; problem: ListProblem }>;
/** A row whose children are a list that may be empty. */
type ListNode = FolderNode | CategoryNode | SectionNode | SessionNode | PasskeyNode;
/** `of`: the folder that is empty, or the type of the row; a filter that leaves nothing. */
export type EmptyNode = NodeOf<
  'empty',
  { of: FolderName | Exclude<ListNode['type'], 'folder'> | 'filter' | 'unseenItems' | 'notWhole' }
>;
/** Stands above the others while only what is public can be read. */
type SignedOutNode = NodeOf<'signedOut'>;
/** A row that is not what its neighbours are. */
type MalformedNode = NodeOf<'malformed', { label: string; reason: string; value: unknown }>;

export type Node =
  | FolderNode
  | CategoryNode
  | SectionNode
  | EventNode
  | SessionNode
  | TicketNode
  | ItemNode
  | PasskeyNode
  | OpenedItemNode
  | CodeNode
  | MemberNode
  | FactNode
  | ReportNode
  | MoreNode
  | ProblemNode
  | EmptyNode
  | SignedOutNode
  | MalformedNode;

/** The event that a row is, or stands under; none of an item that may be of another one. */
export function eventAbove(node: Node | undefined): EventResource | undefined {
  for (let row = node; row; row = row.parent) {
    if (row.type === 'event') return row.resource;
    if (row.type === 'item' && row.isUnclaimed) return undefined;
  }
  return undefined;
}

/** The list that a row's children are read from; none where they are known with the row. */
export function listOf(node: Node): Read | undefined {
  return node.type === 'folder' || node.type === 'category' || node.type === 'session' ? node.list : undefined;
}

/** What the tree knows without asking. */
export interface Known {
  list(environment: string, read: Read): ListState | undefined;
  pins(environment: string): readonly Pin[];
  categories(environment: string): readonly string[];
  /** What is known of the environment's service. */
  dialectOf?(environment: string): Dialect | undefined;
}

/** What every row has that stands below another. */
export function below(parent: Node, key: string, stale?: boolean): Omit<TreePosition, 'resource'> {
  return { key, environment: parent.environment, parent, stale };
}

export function isStale(state: ListState | undefined): boolean {
  return state?.problem !== undefined && state.known;
}

/** The rows of a list: what went wrong first, then the rows, then the way to more of them. */
export function rowNodes(node: ListNode, known: Known, make: (row: Row, stale: boolean) => Node | undefined): readonly Node[] {
  return nodesOfList(node, known, (state, stale) => rowsBelow(node, state.rows, (row) => make(row, stale)));
}

/** A row that is not what its neighbours are is marked, and they are shown. */
export function rowsBelow(node: Node, rows: readonly Row[], make: (row: Row) => Node | undefined): Node[] {
  return rows.map((row, index) => {
    const made = row.problem === undefined ? make(row) : undefined;
    return made ?? malformedNode(node, row, row.problem ?? t('This row has no id.'), index);
  });
}

export function nodesOfList(
  node: ListNode,
  known: Known,
  rows: (state: ListState, stale: boolean) => readonly Node[],
): readonly Node[] {
  const list = listOf(node);
  const state = list && known.list(node.environment, list);
  if (!list || !state) return [];
  const { problem } = state;
  const nodes: Node[] = problem ? [{ ...below(node, `${node.key}/problem`), type: 'problem', list, problem }] : [];
  if (!state.known) return nodes;
  const inside = rows(state, isStale(state));
  nodes.push(...(problem ? inside : orEmpty(node, inside)));
  if (state.hasMore)
    nodes.push({ ...below(node, `${node.key}/more`), type: 'more', list, shown: state.rows.length, total: state.total });
  // What is not proved to be all is not shown as all.
  else if (isPaged(list) && !state.isWhole && !problem) nodes.push(noteNode(node, 'notWhole'));
  return nodes;
}

/** A row that says what is not known of the rows around it. */
export function noteNode(node: Node, of: 'unseenItems' | 'notWhole'): Node {
  return { ...below(node, `${node.key}/${of}`), type: 'empty', of };
}

export function orEmpty(node: ListNode, nodes: readonly Node[]): readonly Node[] {
  if (nodes.length > 0) return nodes;
  return [{ ...below(node, `${node.key}/empty`), type: 'empty', of: node.type === 'folder' ? node.folder : node.type }];
}

export function malformedNode(parent: Node, row: Row, reason: string, index: number): Node {
  const { label, value } = row;
  return { ...below(parent, `${parent.key}/row:${index}`), type: 'malformed', label, reason, value };
}

/** Two rows with one id would be one row to VS Code, and the tree would break. */
export function unique(nodes: readonly Node[]): readonly Node[] {
  const seen = new Map<string, number>();
  return nodes.map((node) => {
    const count = (seen.get(node.key) ?? 0) + 1;
    seen.set(node.key, count);
    return count === 1 ? node : { ...node, key: `${node.key}~${count}` };
  });
}

export function folderBelow(parent: Node, folder: FolderName, list?: Read): FolderNode {
  return { ...below(parent, `${parent.key}/${folder}`), type: 'folder', folder, list };
}

export const resourceKinds = ['event', 'session', 'item', 'passkey', 'code'] as const satisfies readonly Resource['kind'][];

/** The rows that a command was called with. */
export function nodesFrom(row: unknown, rows: unknown): Node[] {
  const given: unknown[] = Array.isArray(rows) && rows.length > 0 ? (rows as unknown[]) : [row];
  return given.filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'key' in value && 'environment' in value;
}
