// In which order the records of a list are shown. Only what was read can be sorted; the rest comes with Load More.
import { firstDay } from '../reading/event-facts.ts';
import { saleStart } from '../reading/item-facts.ts';
import { passkeyDay } from '../reading/passkey-facts.ts';
import type { Node } from './nodes.ts';

export const sortOrders = ['service', 'name', 'date'] as const;
export type SortOrder = (typeof sortOrders)[number];

const sortable: ReadonlySet<Node['type']> = new Set(['event', 'item', 'passkey', 'code']);
const dayIn: Partial<Record<Node['type'], (value: unknown) => string | undefined>> = {
  event: firstDay,
  item: saleStart,
  passkey: passkeyDay,
};

/** The records in the wanted order; rows that are no records keep their places before and after them. */
export function sortNodes(nodes: readonly Node[], order: SortOrder, language: string): readonly Node[] {
  if (order === 'service') return nodes;
  const records = nodes.filter(({ type }) => sortable.has(type));
  if (records.length < 2) return nodes;
  const sorted = (order === 'name' ? byName(records, language) : byDate(records)).values();
  return nodes.map((node) => (sortable.has(node.type) ? (sorted.next().value ?? node) : node));
}

function byName(nodes: readonly Node[], language: string): Node[] {
  const collator = new Intl.Collator(language, { numeric: true });
  return nodes.toSorted((a, b) => collator.compare(a.resource?.label ?? '', b.resource?.label ?? ''));
}

function byDate(nodes: readonly Node[]): Node[] {
  const dated = nodes.map((node) => ({ node, day: dayIn[node.type]?.(node.resource?.value) }));
  // What has no date comes last, in the order in which it came.
  return dated.sort((a, b) => compareDays(a.day, b.day)).map(({ node }) => node);
}

function compareDays(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -1 : Number(a > b);
}
