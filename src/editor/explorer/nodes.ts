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

export interface FolderNode extends TreePosition {
  readonly type: 'folder';
  readonly folder: FolderName;
  /** What its rows are read from, where one request reads them. */
  readonly list?: Read | undefined;
}

export interface CategoryNode extends TreePosition {
  readonly type: 'category';
  readonly category: string;
  readonly list: Read;
}

/** A section of the home page; its events came with it. */
export interface SectionNode extends TreePosition {
  readonly type: 'section';
  readonly label: string;
  readonly rows: readonly Row[];
}

export interface EventNode extends TreePosition {
  readonly type: 'event';
  readonly resource: EventResource;
  readonly pinned: boolean;
  /** Its value was kept from an earlier day and has not been read since. */
  readonly kept: boolean;
}

export interface SessionNode extends TreePosition {
  readonly type: 'session';
  readonly session: Session;
  /** A session without an id can be shown, and nothing be asked of it. */
  readonly resource?: SessionResource | undefined;
  readonly list?: Read | undefined;
}

/** A group of a session's tickets, or one type of them. */
export interface TicketNode extends TreePosition {
  readonly type: 'ticket';
  readonly label: string;
  readonly value: unknown;
  readonly types: readonly Row[];
}

export interface ItemNode extends TreePosition {
  readonly type: 'item';
  readonly resource: ItemResource;
  readonly inside: readonly ItemBranch[];
  readonly group: boolean;
}

export interface PasskeyNode extends TreePosition {
  readonly type: 'passkey';
  readonly resource: PasskeyResource;
}

/** An item that a passkey opens. */
export interface OpenedItemNode extends TreePosition {
  readonly type: 'openedItem';
  readonly resource: ItemResource;
  /** The name of the group that it is in. */
  readonly group?: string | undefined;
}

export interface CodeNode extends TreePosition {
  readonly type: 'code';
  readonly resource: CodeResource;
}

export interface MemberNode extends TreePosition {
  readonly type: 'member';
  readonly label: string;
  readonly value: unknown;
}

/** One line about the row above it. */
export interface FactNode extends TreePosition, Fact {
  readonly type: 'fact';
}

export interface ReportNode extends TreePosition {
  readonly type: 'report';
  readonly event: EventResource;
  readonly read: Read;
}

export interface MoreNode extends TreePosition {
  readonly type: 'more';
  readonly list: Read;
  readonly shown: number;
  readonly total?: number | undefined;
}

export interface ProblemNode extends TreePosition {
  readonly type: 'problem';
  readonly list: Read;
  readonly problem: ListProblem;
}

export interface EmptyNode extends TreePosition {
  readonly type: 'empty';
  readonly of: FolderName | 'category' | 'section' | 'tickets' | 'openedItems' | 'filter';
}

/** Stands above the others while only what is public can be read. */
export interface SignedOutNode extends TreePosition {
  readonly type: 'signedOut';
}

/** A row that is not what its neighbours are. */
export interface MalformedNode extends TreePosition {
  readonly type: 'malformed';
  readonly label: string;
  readonly reason: string;
  readonly value: unknown;
}

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
