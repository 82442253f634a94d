// What every list has around its rows: what went wrong, the hint that it is empty, the way to more of it.
import type { Row } from '../../client/index.ts';
import { listOf, type EmptyNode, type FolderName, type FolderNode, type Node } from './nodes.ts';
import type { Read } from '../reading/reads.ts';
import type { ListState } from './store.ts';

export interface Pin {
  readonly id: string;
  readonly label: string;
  /** The event as it was last read. */
  readonly value: unknown;
}

/** What the tree knows without asking. */
export interface Known {
  list(environment: string, read: Read): ListState | undefined;
  pins(environment: string): readonly Pin[];
  categories(environment: string): readonly string[];
}

/** What every row has that stands below another. */
export function below(
  parent: Node,
  key: string,
  stale?: boolean,
): { key: string; environment: string; parent: Node; stale?: boolean } {
  return { key, environment: parent.environment, parent, ...(stale ? { stale } : {}) };
}

export function isStale(state: ListState | undefined): boolean {
  return state?.problem !== undefined && state.known;
}

type MakeNode = (row: Row, state: ListState) => Node;

/** The rows of a list: what went wrong first, then the rows, then the way to more of them. */
export function rowNodes(node: Node, known: Known, of: EmptyNode['of'], make: MakeNode): Node[] {
  return nodesOfList(node, known, of, (state) => rowsBelow(node, state.rows, (row) => make(row, state)));
}

/** A row that is not what its neighbours are is marked, and they are shown. */
export function rowsBelow(node: Node, rows: readonly Row[], make: (row: Row) => Node): Node[] {
  return rows.map((row, index) => (row.problem === undefined ? make(row) : malformedNode(node, row, row.problem, index)));
}

export function nodesOfList(node: Node, known: Known, of: EmptyNode['of'], rows: (state: ListState) => readonly Node[]): Node[] {
  const list = listOf(node);
  const state = list && known.list(node.environment, list);
  if (!list || !state) return [];
  const { problem } = state;
  const nodes: Node[] = problem ? [{ ...below(node, `${node.key}/problem`), type: 'problem', list, problem }] : [];
  if (!state.known) return nodes;
  const inside = rows(state);
  nodes.push(...(problem ? inside : orEmpty(node, of, inside)));
  if (state.hasMore)
    nodes.push({ ...below(node, `${node.key}/more`), type: 'more', list, shown: state.rows.length, total: state.total });
  return nodes;
}

export function orEmpty(node: Node, of: EmptyNode['of'], nodes: readonly Node[]): readonly Node[] {
  return nodes.length > 0 ? nodes : [{ ...below(node, `${node.key}/empty`), type: 'empty', of }];
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
