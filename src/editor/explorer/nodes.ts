// The rows of the tree: plain data that knows its position. What a row shows is drawn elsewhere.
import type { Fact } from '../reading/item-facts.ts';
import type { ItemBranch } from '../reading/item-groups.ts';
import type { Row, Session } from '../../client/index.ts';
import type {
  CodeResource,
  EventResource,
  ItemResource,
  PasskeyResource,
  Resource,
  SessionResource,
} from '../platform/resources.ts';
import type { Read } from '../reading/reads.ts';
import type { ListProblem } from './store.ts';

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
export type SectionNode = NodeOf<'section', { label: string; rows: readonly Row[] }>;
/** `kept`: its value was kept from an earlier day and has not been read since. */
export type EventNode = NodeOf<'event', { resource: EventResource; pinned: boolean; kept: boolean }>;
/** A session without an id can be shown, and nothing be asked of it. */
type SessionNode = NodeOf<'session', { session: Session; resource?: SessionResource | undefined; list?: Read | undefined }>;
/** A group of a session's tickets, or one type of them. */
export type TicketNode = NodeOf<'ticket', { label: string; value: unknown; types: readonly Row[] }>;
export type ItemNode = NodeOf<'item', { resource: ItemResource; inside: readonly ItemBranch[]; group: boolean }>;
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
export type EmptyNode = NodeOf<'empty', { of: FolderName | 'category' | 'section' | 'tickets' | 'openedItems' | 'filter' }>;
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

/** The event that a row is, or stands under. */
export function eventAbove(node: Node | undefined): EventResource | undefined {
  for (let row = node; row; row = row.parent) if (row.type === 'event') return row.resource;
  return undefined;
}

/** The list that a row's children are read from; none where they are known with the row. */
export function listOf(node: Node): Read | undefined {
  return node.type === 'folder' || node.type === 'category' || node.type === 'session' ? node.list : undefined;
}
