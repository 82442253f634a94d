// The rows of the tree: plain data that knows its place. What a row shows is drawn elsewhere.
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
import type { ListSource } from '../reading/lists.ts';
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
  readonly list?: ListSource | undefined;
}

export interface CategoryNode extends TreePosition {
  readonly type: 'category';
  readonly category: string;
  readonly list: ListSource;
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

interface SessionNode extends TreePosition {
  readonly type: 'session';
  readonly session: Session;
  /** A session without an id can be shown, and nothing be asked of it. */
  readonly resource?: SessionResource | undefined;
  readonly list?: ListSource | undefined;
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
interface OpenedItemNode extends TreePosition {
  readonly type: 'openedItem';
  readonly resource: ItemResource;
  /** The name of the group that it is in. */
  readonly group?: string | undefined;
}

interface CodeNode extends TreePosition {
  readonly type: 'code';
  readonly resource: CodeResource;
}

interface MemberNode extends TreePosition {
  readonly type: 'member';
  readonly label: string;
  readonly value: unknown;
}

/** One line about the row above it. */
export interface FactNode extends TreePosition, Fact {
  readonly type: 'fact';
}

type ReportName = 'getEntryReport' | 'getBordero';

interface ReportNode extends TreePosition {
  readonly type: 'report';
  readonly report: ReportName;
  readonly event: EventResource;
  /** The read that gives the report. */
  readonly source: { readonly operation: ReportName; readonly input: { readonly path: { readonly eventId: string } } };
}

interface MoreNode extends TreePosition {
  readonly type: 'more';
  readonly list: ListSource;
  readonly shown: number;
  readonly total?: number | undefined;
}

export interface ProblemNode extends TreePosition {
  readonly type: 'problem';
  readonly list: ListSource;
  readonly problem: ListProblem;
}

export interface EmptyNode extends TreePosition {
  readonly type: 'empty';
  readonly of: FolderName | 'category' | 'section' | 'tickets' | 'openedItems' | 'filter';
}

/** Stands above the others while only what is public can be read. */
interface SignedOutNode extends TreePosition {
  readonly type: 'signedOut';
}

/** A row that is not what its neighbours are. */
interface MalformedNode extends TreePosition {
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
  for (let place = node; place; place = place.parent) if (place.type === 'event') return place.resource;
  return undefined;
}

/** The list that a row's children are read from; none where they are known with the row. */
export function listOf(node: Node): ListSource | undefined {
  return node.type === 'folder' || node.type === 'category' || node.type === 'session' ? node.list : undefined;
}
