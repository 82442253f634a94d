// Which of the loaded rows a filter leaves: those that match, and the way to them.
import { foldText } from '../../shared/text.ts';
import type { Node } from './nodes.ts';

export interface FilterResult {
  /** Rows that match themselves; what is below one of them is shown whole. */
  readonly matches: ReadonlySet<string>;
  /** Rows that match, and those above them. */
  readonly visible: ReadonlySet<string>;
}

interface FilterInput {
  readonly text: string;
  readonly roots: readonly Node[];
  /** The rows below a row that are known already; a filter asks for nothing. */
  readonly childrenOf: (node: Node) => readonly Node[];
  /** What a person can read of a row. */
  readonly textOf: (node: Node) => string;
}

/** A test for texts in which every word occurs. */
export function matcher(text: string): (candidate: string) => boolean {
  const wanted = foldText(text).split(/\s+/).filter(Boolean);
  return (candidate) => {
    const folded = foldText(candidate);
    return wanted.every((word) => folded.includes(word));
  };
}

/** Folders and lines about a list are the way to something, never what somebody looks for. */
function canMatch({ type }: Node): boolean {
  return type !== 'folder' && type !== 'more' && type !== 'problem' && type !== 'empty';
}

export function filterTree({ text, roots, childrenOf, textOf }: FilterInput): FilterResult {
  const isWanted = matcher(text);
  const matches = new Set<string>();
  const visible = new Set<string>();
  const visit = (node: Node): boolean => {
    const isMatch = canMatch(node) && isWanted(textOf(node));
    let hasMatch = isMatch;
    if (isMatch) matches.add(node.key);
    for (const child of childrenOf(node)) if (visit(child)) hasMatch = true;
    if (hasMatch) visible.add(node.key);
    return hasMatch;
  };
  for (const root of roots) visit(root);
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
