// Which of the loaded rows a filter leaves: those that match, and the way to them.
import { matcher } from '../ask/matcher.ts';
import { childrenOf, rootsOf } from './children.ts';
import type { Known, Node } from './nodes.ts';

export interface FilterResult {
  /** Rows that match themselves; what is below one of them is shown whole. */
  readonly matches: ReadonlySet<string>;
  /** Rows that match, and those above them. */
  readonly visible: ReadonlySet<string>;
}

/** Folders and lines about a list are the way to something, never what somebody looks for. */
function canMatch({ type }: Node): boolean {
  return type !== 'folder' && type !== 'more' && type !== 'problem' && type !== 'empty';
}

/** Looks at the rows that are known already: a filter asks for nothing. `textOf`: what a person can read of a row. */
export function filterTree(text: string, environment: string, known: Known, textOf: (node: Node) => string): FilterResult {
  const isWanted = matcher(text);
  const matches = new Set<string>();
  const visible = new Set<string>();
  const visit = (node: Node): boolean => {
    const isMatch = canMatch(node) && isWanted(textOf(node));
    let hasMatch = isMatch;
    if (isMatch) matches.add(node.key);
    for (const child of childrenOf(node, known)) if (visit(child)) hasMatch = true;
    if (hasMatch) visible.add(node.key);
    return hasMatch;
  };
  for (const root of rootsOf(environment, known)) visit(root);
  return { matches, visible };
}

/** Whether a row is shown: it or something below it matches, or something above it does. */
export function isShown(node: Node, { matches, visible }: FilterResult): boolean {
  if (visible.has(node.key)) return true;
  // The way to more rows and the reason why there are none stay where their list is shown.
  if (node.type === 'more' || node.type === 'problem') return true;
  for (let above = node.parent; above; above = above.parent) if (matches.has(above.key)) return true;
  return false;
}
