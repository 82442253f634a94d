// All codes of an event, as the service lists them: by item, in pages, a few at a time, none of them kept.
import { ApiError, wholeList, type PageQuery, type Row } from '../../client/index.ts';
import type { CodeListener } from '../../codes/index.ts';
import { groupNames } from '../reading/item-groups.ts';
import type { CodeLists } from '../reading/reads.ts';
import { fieldOf } from '../reading/resources.ts';

interface CodeReading {
  /** Gives how many of them somebody looks for. */
  readonly onCodes: CodeListener;
  /** How many were read so far, of how many as far as is known. */
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
}

const atOnce = 4;

/** Gives the items that have any of the codes that are looked for, with their labels. */
export async function readEventCodes(
  lists: CodeLists,
  { onCodes, onProgress }: CodeReading,
): Promise<ReadonlyMap<string, string>> {
  const items: Row[] = [];
  for await (const rows of wholeList((page) => lists.items(page))) items.push(...rows);
  const groups = groupNames(items);
  const labels = new Map<string, string>();
  for (const { id, label } of items) if (id !== undefined) labels.set(id, [groups.get(id), label].filter(Boolean).join(' · '));
  const receivers = new Set<string>();
  /** How many of each item's codes were read, and how many its list says it has. */
  const counts = new Map<string, { read: number; total: number }>();
  const readItem = async (itemId: string) => {
    const onRead = (read: number, total = read) => counts.set(itemId, { read, total });
    for await (const rows of wholeList((page) => codesPage(lists, itemId, page), { onProgress: onRead })) {
      const wanted = onCodes(rows.map(({ value, label }) => fieldOf(value, 'code') ?? label));
      if (wanted > 0) receivers.add(itemId);
      const read = [...counts.values()].reduce((sum, item) => sum + item.read, 0);
      const total = [...counts.values()].reduce((sum, item) => sum + item.total, 0);
      onProgress?.(read, Math.max(read, total));
    }
  };
  await fewAtOnce([...labels.keys()], readItem);
  return new Map([...labels].filter(([id]) => receivers.has(id)));
}

/** An item that cannot have codes has none. */
async function codesPage(lists: CodeLists, itemId: string, page: PageQuery): Promise<unknown> {
  try {
    return await lists.codes(itemId, page);
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'notFound') return [];
    throw error;
  }
}

/** Nothing more is begun once one has failed. */
async function fewAtOnce<T>(tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
  const waiting = tasks.values();
  let failed = false;
  const runner = async () => {
    for (const task of waiting) {
      if (failed) return;
      try {
        await work(task);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, runner));
}
