// Items stand in groups: which is in which, as far as the rows tell.
import { aliases, idText, pick } from '../client/fields.ts';
import type { Row } from '../client/index.ts';
import { isObject } from '../client/replies.ts';

/** An item with those that belong to it. */
export interface ItemBranch {
  readonly row: Row;
  readonly inside: readonly ItemBranch[];
}

const childrenAliases = aliases('children childs items');

/** The group of each item, by what groups say of their children and children of their parents. */
export function parentsOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { id, value } of rows) {
    const parent = isObject(value) ? (idText(value.parent) ?? idText(value.parentId)) : undefined;
    if (id !== undefined && parent !== undefined) parents.set(id, parent);
    for (const child of childrenOf(value)) {
      const childId = idText(child) ?? (isObject(child) ? idText(child.id) : undefined);
      if (childId !== undefined && id !== undefined && !parents.has(childId)) parents.set(childId, id);
    }
  }
  return parents;
}

function childrenOf(value: unknown): readonly unknown[] {
  return (isObject(value) && pick([value], childrenAliases, (field) => (Array.isArray(field) ? field : undefined))) || [];
}

/** How many of these are no groups, which only hold others. */
export function countItems(rows: readonly Row[]): number {
  const holders = new Set(parentsOf(rows).values());
  return rows.filter(({ id, value }) => !holders.has(id ?? '') && !isCalledGroup(value)).length;
}

/** What the group of each item is called. */
export function groupNames(rows: readonly Row[]): ReadonlyMap<string, string> {
  const labels = new Map(rows.map(({ id, label }) => [id, label]));
  const named = [...parentsOf(rows)].flatMap(([id, parent]) => {
    const label = labels.get(parent);
    return label === undefined ? [] : [[id, label] as const];
  });
  return new Map(named);
}

/** What a person calls each item: its group and its own name. */
export function itemPaths(rows: readonly Row[]): Map<string, string> {
  const groups = groupNames(rows);
  const pathOf = (id: string, label: string) => [groups.get(id), label].filter(Boolean).join(' › ');
  return new Map(rows.flatMap(({ id, label }) => (id === undefined ? [] : [[id, pathOf(id, label)] as const])));
}

export function nestItems(rows: readonly Row[]): ItemBranch[] {
  const parents = parentsOf(rows);
  const there = new Set(rows.flatMap(({ id }) => id ?? []));
  const inside = new Map<string, Row[]>();
  const top: Row[] = [];
  for (const row of rows) {
    const parent = row.id === undefined ? undefined : parents.get(row.id);
    if (parent === undefined || !there.has(parent) || leadsBack(row.id, parents)) top.push(row);
    else inside.set(parent, [...(inside.get(parent) ?? []), row]);
  }
  const branch = (row: Row): ItemBranch => ({ row, inside: (inside.get(row.id ?? '') ?? []).map(branch) });
  return top.map(branch);
}

/** Whether an item is its own ancestor: it could then be reached from nowhere. */
function leadsBack(id: string | undefined, parents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let ancestor = id; ancestor !== undefined && !seen.has(ancestor); ancestor = parents.get(ancestor)) {
    seen.add(ancestor);
    if (parents.get(ancestor) === id) return true;
  }
  return false;
}

const kindAliases = aliases('type kind');

export function isCalledGroup(value: unknown): boolean {
  return (
    isObject(value) && pick([value], kindAliases, (field) => typeof field === 'string' && field.trim().toLowerCase()) === 'group'
  );
}
